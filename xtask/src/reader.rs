//! Step that compares the library with an independent reader.

use std::fmt::Write;
use std::fs;

use reenact::hand::{Joint, Side};
use reenact::{Form, FrameTimes, Mode, Recording, Sampler};
use reenact_convert::handsbin::{self, Version};
use reenact_make::{Options, make};

use crate::files;
use crate::process::{command, output_of, run};

const READER: &str = "testdata/independent_reader.py";
const HANDSBIN_READER: &str = "testdata/independent_handsbin.py";

/// Output folder.
const FOLDER: &str = "target/reader";

pub(crate) fn reader() -> Result<String, String> {
    if output_of(&mut command("python3", &["--version"])).is_none() {
        return Err("this step needs Python 3.9 or later as `python3`: install it from \
                    https://www.python.org or your system's packages"
            .to_owned());
    }
    // Nearly every recording has a file with its expected contents.
    let expected = files::recordings()?.into_iter().map(|path| path.with_extension("json"));
    let expected: Vec<_> = expected.filter(|path| path.exists()).collect();
    let kept = expected.len();
    run(command("python3", &[READER, "--check"]).args(expected))?;

    // Files written by the library, read by the independent reader, curve by curve.
    let forms = [Form::MRTK_1_0, Form::MRTK_1_1, Form::PUBLISHED_1_0, Form::PUBLISHED_1_1];
    for (form, name) in forms.iter().zip(["1.0", "1.1", "1.0-published", "1.1-published"]) {
        let recording = make(&Options { seconds: 2.5, form: *form, ..Options::default() });
        let recording = recording.map_err(|error| error.to_string())?;
        let path = format!("{FOLDER}/made-{name}.bin");
        fs::create_dir_all(FOLDER).map_err(|error| format!("{error}: {FOLDER}"))?;
        fs::write(&path, recording.to_bytes()).map_err(|error| format!("{error}: {path}"))?;
        let theirs = output_of(&mut command("python3", &[READER, "--curves", &path]))
            .ok_or_else(|| format!("{READER} cannot read what the library wrote: {path}"))?;
        if let Some((theirs, ours)) =
            theirs.lines().zip(lines(&recording).lines()).find(|(a, b)| a != b)
        {
            return Err(format!(
                "{READER} reads {theirs:?} where the library wrote {ours:?}: {path}"
            ));
        }
        if theirs.lines().count() != recording.curves().len() {
            return Err(format!("{READER} finds another number of curves: {path}"));
        }
    }
    let hands = handsbin()?;
    Ok(format!("{kept} recordings kept, {} made, {hands} of Unity XR Hands", forms.len()))
}

/// Compares Unity XR Hands recordings with a reader in Python: those in testdata, and those that the library writes.
fn handsbin() -> Result<usize, String> {
    let expected = files::below("testdata/handsbin", "json")?;
    let kept = expected.len();
    run(command("python3", &[HANDSBIN_READER, "--check"]).args(expected))?;
    let recording = make(&Options { seconds: 5.0, ..Options::default() });
    let recording = recording.map_err(|error| error.to_string())?;
    for version in [Version::V1, Version::V2] {
        let mut bytes = Vec::new();
        let options = handsbin::Options { version, ..handsbin::Options::default() };
        handsbin::write(&recording, &options, &mut bytes)
            .map(|_| ())
            .map_err(|error| error.to_string())?;
        let path = format!("{FOLDER}/made-{version}.handsbin");
        fs::write(&path, &bytes).map_err(|error| format!("{error}: {path}"))?;
        let theirs = output_of(&mut command("python3", &[HANDSBIN_READER, "--poses", &path]))
            .ok_or_else(|| format!("{HANDSBIN_READER} cannot read {path}"))?;
        let ours = hand_lines(&recording)?;
        // Outdated poses at the start of a gap do not count as a hand.
        let theirs: Vec<&str> = theirs.lines().filter(|line| line.contains(" 3 ")).collect();
        if theirs != ours.lines().collect::<Vec<_>>() {
            return Err(format!("{HANDSBIN_READER} reads other hands than were sampled: {path}"));
        }
    }
    Ok(kept + 2)
}

/// One line for each observed hand of each frame, as printed by the independent reader of Unity XR Hands recordings.
fn hand_lines(recording: &Recording) -> Result<String, String> {
    let sampler = Sampler::new(recording, Mode::Clean);
    let times = FrameTimes::of(recording, 60.0).map_err(|error| error.to_string())?;
    let mut lines = String::new();
    for frame in sampler.frames(times) {
        for side in Side::ALL {
            let Some(hand) = frame.hand(side).filter(|hand| hand.observed) else { continue };
            let poses = Joint::TRACKED.into_iter().filter_map(|joint| hand.joint(joint));
            let numbers = poses.flat_map(|pose| {
                pose.position.to_array().into_iter().chain(pose.rotation.to_array())
            });
            let bytes: Vec<u8> = numbers.flat_map(f32::to_le_bytes).collect();
            let (time, crc) = (frame.time_secs.to_bits(), crc32(&bytes));
            // Writing to a string cannot fail.
            let _ = writeln!(lines, "{time:08x} {side} 3 {crc:08x}");
        }
    }
    Ok(lines)
}

/// One line for each curve, as printed by the independent reader.
fn lines(recording: &Recording) -> String {
    let mut lines = String::new();
    for (id, curve) in recording.curves() {
        let crc = crc32(curve.raw_keys().as_bytes());
        // Writing to a string cannot fail.
        let _ = writeln!(
            lines,
            "{id} {} {} {} {crc:08x}",
            curve.pre_wrap.0,
            curve.post_wrap.0,
            curve.len()
        );
    }
    lines
}

/// CRC-32 of zlib, bit by bit: fast enough for a few megabytes.
fn crc32(bytes: &[u8]) -> u32 {
    !bytes.iter().fold(!0_u32, |crc, &byte| {
        (0..8).fold(crc ^ u32::from(byte), |crc, _| (crc >> 1) ^ (0xedb8_8320 * (crc & 1)))
    })
}

#[cfg(test)]
mod tests {
    #[test]
    fn the_checksum_is_that_of_zlib() {
        assert_eq!(super::crc32(b"123456789"), 0xcbf4_3926);
    }
}

//! The step that holds the library against a reader which shares nothing with it.

use std::fmt::Write;
use std::fs;

use reenact::{Form, Recording};
use reenact_make::{Options, make};

use crate::files;
use crate::process::{command, output_of, run};

const READER: &str = "testdata/independent_reader.py";

/// Where the recordings made here go.
const FOLDER: &str = "target/reader";

pub(crate) fn reader() -> Result<String, String> {
    if output_of(&mut command("python3", &["--version"])).is_none() {
        return Err("this step needs Python 3.9 or later as `python3`: install it from \
                    https://www.python.org or your system's packages"
            .to_owned());
    }
    // Nearly every recording has beside it what it must read as.
    let expected = files::recordings()?.into_iter().map(|path| path.with_extension("json"));
    let expected: Vec<_> = expected.filter(|path| path.exists()).collect();
    let kept = expected.len();
    run(command("python3", &[READER, "--check"]).args(expected))?;

    // What we write ourselves must be what the other one reads, curve by curve.
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
    Ok(format!("{kept} recordings kept, {} made", forms.len()))
}

/// A line for each curve, as the other reader prints them.
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

/// The CRC-32 of zlib, bit by bit: a few megabytes are no reason for a table.
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

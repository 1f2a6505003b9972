//! Unity XR Hands recordings: writing, reading, and conversion between versions.

use std::hint::black_box;
use std::io::{self, Write};

use reenact::{FrameTimes, Mode, Recording, Sampler};
use reenact_convert::handsbin::{File, Options, Version, read, rewrite, write};

use crate::data::Data;
use crate::race::{Race, timed};
use crate::report::{self, Goal, Section, Table, number, size, time};
use crate::{Effort, Result};

/// Number of frames that the writer samples at a time.
const BLOCK: usize = 2048;

/// Counts written bytes and discards them.
#[derive(Default)]
struct Count(usize);

impl Write for Count {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0 += black_box(bytes).len();
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

const fn version(version: Version) -> Options<'static> {
    Options {
        version,
        rate_hz: 60.0,
        max_frames: None,
        key_times: false,
        origin: reenact_convert::Origin::World,
        name: "bench",
    }
}

pub(crate) fn run(data: &Data, effort: Effort) -> Result<String> {
    let mut recording = Recording::parse(data.lifelike_mrtk.map(true)?)?;
    data.lifelike_mrtk.check(&recording)?;
    // Both hands and head, the tracks of the format.
    recording.retain_tracks(reenact::Tracks { gaze: false, ..reenact::Tracks::ALL })?;
    let recording = &recording;
    let times = FrameTimes::from_zero(recording, 60.0)?;
    let mut files = [Vec::new(), Vec::new()];
    for (of, file) in [Version::V1, Version::V2].into_iter().zip(&mut files) {
        let _ = write(recording, &version(of), file)?;
        let decoded = File::decode(file)?;
        let is_right = decoded.frame_count() == times.len()
            && decoded.encode()? == *file
            && (read(file)?.end_secs() - recording.end_secs()).abs() < 1e-3;
        if !is_right {
            return Err(format!("version {of} is read as something else").into());
        }
    }
    let [old, new] = &files;

    let mut race = Race::default();
    let sampling = race.enter("sampling alone, as columns, 2048 frames at a time", || {
        let (took, sampled) = timed(|| -> Result<()> {
            let sampler = Sampler::new(recording, Mode::Clean);
            for start in (0..times.len()).step_by(BLOCK) {
                black_box(sampler.resample(times.part(start..start + BLOCK))?);
            }
            Ok(())
        });
        sampled?;
        Ok(took)
    });
    let writer = |of: Version| {
        move || {
            let (took, written) = timed(|| write(recording, &version(of), &mut Count::default()));
            let _ = written?;
            Ok(took)
        }
    };
    let write_2 = race.enter("write, version 2", writer(Version::V2));
    let write_1 = race.enter("write, version 1", writer(Version::V1));
    let read_2 = race.enter("read, version 2", || {
        let (took, back) = timed(|| read(new));
        back?;
        Ok(took)
    });
    let read_1 = race.enter("read, version 1", || {
        let (took, back) = timed(|| read(old));
        back?;
        Ok(took)
    });
    let upgrade = race.enter("version 1 to version 2", || {
        let (took, back) = timed(|| rewrite(old, &version(Version::V2), &mut Count::default()));
        let _ = back?;
        Ok(took)
    });
    let result = race.run(effort.rounds(15))?;
    let bytes = [
        (sampling, new.len()),
        (write_2, new.len()),
        (write_1, old.len()),
        (read_2, new.len()),
        (read_1, old.len()),
        (upgrade, old.len()),
    ];
    let mut table = Table::new(["", "median", "best", "MB/s of file", "÷ sampling", "size"]);
    for (lane, bytes) in bytes {
        table.push([
            result.name(lane).to_owned(),
            time(result.median(lane)),
            time(result.best(lane)),
            number(bytes as f64 * 1e3 / result.median(lane)),
            number(result.ratio(lane, sampling)),
            size(bytes),
        ]);
    }
    let gbs = |lane| new.len() as f64 / result.median(lane);
    let goals = vec![
        Goal::at_least_gbs("write, version 2", 0.3, gbs(write_2)),
        Goal::at_least_gbs("read, version 2", 0.5, gbs(read_2)),
    ];
    let text = format!(
        "The five-minute recording with 8-byte keys, two hands and head: {} frames at 60 \
        Hz. Writing includes sampling; the output is counted and discarded. Reading is \
        from memory into the curves of a recording, {} of newly allocated memory. “MB/s” \
        of sampling alone refers to the size of the version 2 file.",
        times.len(),
        size(read(new)?.encoded_len()),
    );
    Ok(report::render(&[Section { title: "Unity XR Hands recordings", text, table, goals }]))
}

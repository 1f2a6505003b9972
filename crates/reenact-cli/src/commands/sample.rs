//! `reenact sample`.

use std::io::Write;

use reenact::{FrameRate, FrameTimes, Recording};
use reenact_base::number::to_f32;
use reenact_convert::tables::Table;
use reenact_convert::{csv, frames};

use crate::cli::look::Sample;
use crate::error::Result;
use crate::input::load_one;
use crate::outcome::Outcome;
use crate::output::{self, Target};

pub(super) fn run(args: &Sample) -> Result<Outcome> {
    let (input, loaded) = load_one(&args.input.file, &args.input.read.how())?;
    let recording = loaded.recording();
    let times = times(recording, args).map_err(|error| error.at(&input))?;
    output::write(&Target::Stdout, |out| {
        write(recording, args, &input.recording_name(), times, out)
    })?;
    Ok(Outcome::Clean)
}

/// Sample times, as an iterator, because a rate can yield millions of them.
fn times(recording: &Recording, args: &Sample) -> Result<Box<dyn Iterator<Item = f64>>> {
    let Some(rate_hz) = args.rate else {
        return Ok(Box::new(args.at.clone().into_iter().map(f64::from)));
    };
    let from_secs = args.from.unwrap_or_else(|| recording.start_secs());
    let to_secs = args.to.unwrap_or_else(|| recording.end_secs());
    let rate = FrameRate { hz: rate_hz, max_frames: args.frames.max_frames };
    let times = FrameTimes::over(recording, from_secs..=to_secs, rate)?;
    Ok(Box::new(times.iter_exact()))
}

fn write(
    recording: &Recording,
    args: &Sample,
    name: &str,
    times: impl Iterator<Item = f64>,
    mut out: &mut dyn Write,
) -> Result<()> {
    let mode = args.mode.into();
    if args.json {
        let _ = frames::write(recording, mode, times.map(to_f32), &mut out)?;
        return Ok(());
    }
    let table = if args.long { Table::Joints } else { Table::Frames };
    let options = csv::Options { name, mode, ..csv::Options::default() };
    // Losses do not apply to a table of poses.
    let _ = csv::write_at(recording, table, &options, times, &mut out)?;
    Ok(())
}

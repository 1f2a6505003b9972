//! Recordings in one file of any kind.

use std::io::Write;

use reenact::{FrameTimes, Recording as Reenact};
use reenact_convert::any::Output;
use reenact_convert::tables::Table;
use reenact_convert::{
    Error, Losses, Result, bvh, csv, frames, gltf, hand_pose, hololens, iwer, json, mcap, ndjson,
    parquet, unity, usd,
};

use super::settings::Settings;

/// Writes a recording as a format; what that has no room for.
pub(super) fn write(
    recording: &Reenact,
    output: Output,
    settings: &Settings,
    mut out: &mut (dyn Write + Send),
) -> Result<Losses> {
    let &Settings { axes, rate_hz, .. } = settings;
    match output {
        Output::Recording => {
            recording.write_checked_to(out)?;
            Ok(Losses::default())
        }
        Output::Json => json::write(recording, &mut out),
        Output::Ndjson => ndjson::write(recording, &mut out),
        Output::Frames => {
            let times = FrameTimes::of(recording, rate_hz)?;
            frames::write(recording, settings.mode, times.iter(), &mut out)
        }
        Output::Csv => write_csv(recording, settings, &mut out),
        Output::Parquet => {
            let Settings { name, table, mode, .. } = settings;
            let options = parquet::Options { name, mode: *mode, rate_hz, name_column: true };
            parquet::write(recording, *table, &options, out)
        }
        Output::Glb => gltf::write_glb(recording, &scene(settings), &mut out),
        Output::Gltf => gltf::write_gltf(recording, &scene(settings), &mut out),
        Output::Anim => unity::write(recording, &clip(settings), &mut out),
        Output::Bvh => {
            let options = bvh::Options { axes, rate_hz, unit: settings.unit };
            bvh::write(recording, &options, &mut out)
        }
        Output::Usda => usd::write(recording, &usd::Options { axes, rate_hz }, &mut out),
        Output::Mcap => {
            let options = mcap::Options { rate_hz, ..mcap::Options::default() };
            mcap::write(recording, &options, &mut out)
        }
        Output::Iwer => iwer::write(recording, &iwer::Options { rate_hz }, &mut out),
        Output::Hololens => hololens::write(recording, &hololens::Options { rate_hz }, &mut out),
        Output::HandPose => {
            let time_secs = settings.at_secs.ok_or_else(|| {
                Error::Impossible("a hand pose is of one moment: give at_secs".to_owned())
            })?;
            let &Settings { hand: side, reference, .. } = settings;
            let options = hand_pose::Options { side, time_secs, reference };
            hand_pose::write(recording, &options, &mut out)
        }
        Output::Bids => Err(Error::Impossible("BIDS Motion is a folder, no file".to_owned())),
    }
}

fn scene(settings: &Settings) -> gltf::Options {
    let &Settings { profile, axes, rate_hz, .. } = settings;
    gltf::Options { profile, axes, rate_hz }
}

/// How a clip for Unity is written, and the file beside it.
pub(super) fn clip(settings: &Settings) -> unity::Options<'_> {
    let Settings { name, rig, rate_hz, .. } = settings;
    unity::Options { name, rig: *rig, rate_hz: *rate_hz }
}

fn write_csv(
    recording: &Reenact,
    settings: &Settings,
    mut out: &mut (dyn Write + Send),
) -> Result<Losses> {
    let shape = match settings.table {
        Table::Frames => csv::Shape::Wide,
        Table::Joints => csv::Shape::Long,
        Table::Keys => return csv::write_keys(recording, &mut out),
        Table::Markers => return csv::write_markers(recording, &settings.name, &mut out),
    };
    let options = csv::FrameOptions { shape, mode: settings.mode, recording_name: &settings.name };
    let times = FrameTimes::of(recording, settings.rate_hz)?;
    csv::write_frames(recording, &options, times.iter(), &mut out)
}

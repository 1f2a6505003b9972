//! `reenact optimize`.

use std::num::NonZero;

use reenact_edit::optimize::{Deviation, Options, Proof, TrackProof, optimize};
use serde::Serialize;

use crate::cli::edit::{Optimize, Preset};
use crate::context::Context;
use crate::edit;
use crate::error::Result;
use crate::json::{Number, number};
use crate::outcome::Outcome;
use crate::text::{bar, people, style};

pub(super) fn run(ctx: &mut Context, args: &Optimize) -> Result<Outcome> {
    let preset = match args.preset {
        Preset::Mrtk => Options::MRTK,
        Preset::Lossless => Options::LOSSLESS,
    };
    let options = Options {
        position_mm: args.position_mm.unwrap_or(preset.position_mm),
        rotation_deg: args.rotation_deg.unwrap_or(preset.rotation_deg),
        gaze_deg: args.gaze_deg.unwrap_or(preset.gaze_deg),
        free_values: args.free_values,
        thorough: args.thorough,
        threads: None,
    };
    edit::each_with(
        ctx,
        &args.io,
        |recording, is_alone| {
            // Where there are many, each core has its own.
            let threads = if is_alone { None } else { Some(NonZero::<usize>::MIN) };
            let optimized = optimize(recording, &Options { threads, ..options })?;
            Ok((optimized.edited, JsonProof { proof: json(&optimized.proof) }))
        },
        |proof, lines| lines.extend(proof.proof.iter().map(render)),
    )
}

#[derive(Debug, Serialize)]
struct JsonProof {
    proof: Vec<JsonTrack>,
}

#[derive(Debug, Serialize)]
struct JsonTrack {
    track: &'static str,
    keys_before: usize,
    keys_after: usize,
    max_position_mm: Number,
    rms_position_mm: Number,
    max_angle_deg: Number,
    rms_angle_deg: Number,
    worst_joint: Option<&'static str>,
    worst_time_secs: Number,
}

fn json(proof: &Proof) -> Vec<JsonTrack> {
    let track = |proof: &TrackProof| {
        let Deviation { joint, time_secs, .. } = proof.position_mm;
        JsonTrack {
            track: proof.track.name(),
            keys_before: proof.keys_before,
            keys_after: proof.keys_after,
            max_position_mm: number(proof.position_mm.largest),
            rms_position_mm: number(proof.position_mm.rms),
            max_angle_deg: number(proof.angle_deg.largest),
            rms_angle_deg: number(proof.angle_deg.rms),
            worst_joint: joint.map(reenact::hand::Joint::name),
            worst_time_secs: Number(time_secs),
        }
    };
    proof.tracks.iter().map(track).collect()
}

/// `  left     5,000 → 1,200 keys  ██▍        at most 1 mm and 0.2° off`.
fn render(track: &JsonTrack) -> String {
    let JsonTrack { keys_before, keys_after, .. } = *track;
    let share = people::to_f64(keys_after) / people::to_f64(keys_before.max(1));
    let keys = format!("{} → {}", people::grouped(keys_before), people::grouped(keys_after));
    let bar = bar::share(share, 10);
    let off = format!(
        "at most {} mm and {}° off",
        people::trimmed(track.max_position_mm.0.into(), 3),
        people::trimmed(track.max_angle_deg.0.into(), 3),
    );
    format!(
        "  {:7}{keys:>22} keys  {}  {}",
        track.track,
        style::paint(style::TRACK, format!("{bar:10}")),
        style::paint(style::QUIET, off)
    )
}

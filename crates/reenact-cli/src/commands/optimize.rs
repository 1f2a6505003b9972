//! `reenact optimize`.

use std::num::NonZero;

use reenact_base::number::to_f64;
use reenact_edit::optimize::{Options, TrackProof, optimize};
use reenact_edit::version::{self, version};

use crate::cli::edit::Optimize;
use crate::context::Context;
use crate::edit;
use crate::error::Result;
use crate::outcome::Outcome;
use crate::text::{bar, people, style};

pub(super) fn run(ctx: &mut Context, args: &Optimize) -> Result<Outcome> {
    let preset = args.preset.options();
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
            // With several inputs, each uses one core.
            let threads = if is_alone { None } else { Some(NonZero::<usize>::MIN) };
            optimize(recording, &Options { threads, ..options })?
                .then(|recording| version(recording, &version::Options::LOADABLE))
        },
        |proof, lines| lines.extend(proof.tracks.iter().map(render)),
    )
}

/// Line such as `  left     5,000 → 1,200 keys  ██▍        at most 1 mm and 0.2° off`.
fn render(track: &TrackProof) -> String {
    let TrackProof { keys_before, keys_after, .. } = *track;
    let share = to_f64(keys_after) / to_f64(keys_before.max(1));
    let keys = format!("{} → {}", people::grouped(keys_before), people::grouped(keys_after));
    let bar = bar::share(share, 10);
    let off = format!(
        "at most {} mm and {}° off",
        people::trimmed(track.position_mm.max, 3),
        people::trimmed(track.angle_deg.max, 3),
    );
    format!(
        "  {:7}{keys:>22} keys  {}  {}",
        track.track.name(),
        style::paint(style::TRACK, format!("{bar:10}")),
        style::paint(style::QUIET, off)
    )
}

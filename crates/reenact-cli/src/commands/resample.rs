//! `reenact resample`.

use reenact_edit::resample::{Options, resample};

use crate::cli::edit::Resample;
use crate::context::Context;
use crate::edit;
use crate::error::Result;
use crate::outcome::Outcome;

pub(super) fn run(ctx: &mut Context, args: &Resample) -> Result<Outcome> {
    let options =
        Options { rate_hz: args.rate, max_frames: args.frames.max_frames, mode: args.mode.into() };
    edit::each(ctx, &args.io, |recording| resample(recording, &options))
}

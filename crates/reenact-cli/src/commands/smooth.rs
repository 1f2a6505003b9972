//! `reenact smooth`.

use reenact_edit::smooth::{self, OneEuro, Options, SavitzkyGolay, smooth};

use crate::cli::common::Track;
use crate::cli::edit::{Filter, Smooth};
use crate::context::Context;
use crate::edit;
use crate::error::Result;
use crate::outcome::Outcome;

pub(super) fn run(ctx: &mut Context, args: &Smooth) -> Result<Outcome> {
    let filter = match args.filter {
        Filter::SavitzkyGolay => smooth::Filter::SavitzkyGolay(SavitzkyGolay {
            half_window: args.half_window,
            order: args.order,
        }),
        Filter::OneEuro => smooth::Filter::OneEuro(OneEuro {
            min_cutoff_hz: args.min_cutoff,
            position_beta: args.position_beta,
            rotation_beta: args.rotation_beta,
            derivative_cutoff_hz: args.derivative_cutoff,
        }),
    };
    let options = Options { filter, tracks: Track::all_of(&args.tracks) };
    edit::each(ctx, &args.io, |recording| smooth(recording, &options))
}

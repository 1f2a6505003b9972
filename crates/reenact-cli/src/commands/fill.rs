//! `reenact fill`.

use reenact_edit::fill::{Options, fill};

use crate::cli::edit::Fill;
use crate::context::Context;
use crate::edit;
use crate::error::Result;
use crate::outcome::Outcome;

pub(super) fn run(ctx: &mut Context, args: &Fill) -> Result<Outcome> {
    let options = Options {
        max_gap_secs: args.max_gap,
        method: args.method,
        rate_hz: args.rate,
        mark: !args.no_markers,
    };
    edit::each(ctx, &args.io, |recording| fill(recording, &options))
}

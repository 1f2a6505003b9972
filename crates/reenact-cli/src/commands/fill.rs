//! `reenact fill`.

use reenact_edit::fill::{self, Options, fill};

use crate::cli::edit::{Fill, Method};
use crate::context::Context;
use crate::edit;
use crate::error::Result;
use crate::outcome::Outcome;

pub(super) fn run(ctx: &mut Context, args: &Fill) -> Result<Outcome> {
    let method = match args.method {
        Method::Linear => fill::Method::Linear,
        Method::Hermite => fill::Method::Hermite,
    };
    let options =
        Options { max_gap_secs: args.max_gap, method, rate_hz: args.rate, mark: !args.no_markers };
    edit::each(ctx, &args.io, |recording| fill(recording, &options))
}

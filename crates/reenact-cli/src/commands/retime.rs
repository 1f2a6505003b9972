//! `reenact retime`.

use reenact_edit::retime::{Options, Pace, retime};

use crate::cli::edit::Retime;
use crate::context::Context;
use crate::edit;
use crate::error::{Error, Result};
use crate::outcome::Outcome;

pub(super) fn run(ctx: &mut Context, args: &Retime) -> Result<Outcome> {
    let pace = match (args.speed, args.duration) {
        (Some(speed), None) => Pace::Speed(speed),
        (None, Some(secs)) => Pace::Duration(secs),
        _ => return Err(Error::usage("no speed given: use --speed FACTOR or --duration SECS")),
    };
    edit::each(ctx, &args.io, |recording| retime(recording, &Options { pace }))
}

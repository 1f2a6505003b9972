//! `reenact trim`.

use reenact_edit::trim::{Options, trim};

use crate::cli::edit::Trim;
use crate::context::Context;
use crate::edit;
use crate::error::{Error, Result};
use crate::outcome::Outcome;

pub(super) fn run(ctx: &mut Context, args: &Trim) -> Result<Outcome> {
    let Trim { from, to, keep_times, ref io } = *args;
    if from.is_none() && to.is_none() {
        return Err(Error::usage("no time range given: use --from SECS, --to SECS or both"));
    }
    let options = Options { from_secs: from, to_secs: to, keep_times };
    edit::each(ctx, io, |recording| trim(recording, &options))
}

//! `reenact mirror`.

use reenact_edit::mirror::{Options, mirror};

use crate::cli::edit::Mirror;
use crate::context::Context;
use crate::edit;
use crate::error::Result;
use crate::outcome::Outcome;

pub(super) fn run(ctx: &mut Context, args: &Mirror) -> Result<Outcome> {
    let options = Options { plane: args.plane };
    edit::each(ctx, &args.io, |recording| mirror(recording, &options))
}

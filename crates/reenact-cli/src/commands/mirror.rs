//! `reenact mirror`.

use reenact_edit::mirror::{Options, Plane, mirror};

use crate::cli::edit::{self as cli, Mirror};
use crate::context::Context;
use crate::edit;
use crate::error::Result;
use crate::outcome::Outcome;

pub(super) fn run(ctx: &mut Context, args: &Mirror) -> Result<Outcome> {
    let plane = match args.plane {
        cli::Plane::World => Plane::World,
        cli::Plane::Head => Plane::Head,
    };
    edit::each(ctx, &args.io, |recording| mirror(recording, &Options { plane }))
}

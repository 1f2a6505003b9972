//! `reenact strip`.

use reenact_edit::strip::{Options, strip};

use crate::cli::edit::Strip;
use crate::context::Context;
use crate::edit;
use crate::error::{Error, Result};
use crate::outcome::Outcome;

pub(super) fn run(ctx: &mut Context, args: &Strip) -> Result<Outcome> {
    let options = Options {
        camera: args.camera,
        left: args.left || args.hands,
        right: args.right || args.hands,
        gaze: args.gaze,
        markers: args.markers,
        trailing: args.trailing,
        joints: args.joints.clone(),
        head_height_m: args.head_height,
    };
    if options == Options::default() {
        return Err(Error::usage(
            "nothing to remove: use an option such as --gaze; see reenact strip --help",
        ));
    }
    edit::each(ctx, &args.io, |recording| strip(recording, &options))
}

//! `reenact reanchor`.

use glam::{Quat, Vec3};
use reenact::Pose;
use reenact_edit::reanchor::{Anchor, Options, reanchor};

use crate::cli::edit::Reanchor;
use crate::context::Context;
use crate::edit::{self, exactly};
use crate::error::Result;
use crate::outcome::Outcome;

pub(super) fn run(ctx: &mut Context, args: &Reanchor) -> Result<Outcome> {
    let options = options(args)?;
    edit::each(ctx, &args.io, |recording| reanchor(recording, &options))
}

fn options(args: &Reanchor) -> Result<Options> {
    let anchor = match (&args.pose, args.anchor) {
        (Some(pose), _) => {
            let [x, y, z, qx, qy, qz, qw] = exactly("--pose", pose)?;
            let rotation = Quat::from_xyzw(qx, qy, qz, qw);
            Anchor::Pose(Pose { position: Vec3::new(x, y, z), rotation })
        }
        (None, anchor) => anchor,
    };
    let rotation = match (args.yaw, &args.rotation) {
        (Some(yaw_deg), _) => Quat::from_rotation_y(yaw_deg.to_radians()),
        (None, Some(rotation)) => Quat::from_array(exactly("--rotation", rotation)?),
        (None, None) => Quat::IDENTITY,
    };
    let point = |flag, numbers: &Option<Vec<f32>>| match numbers {
        Some(numbers) => exactly(flag, numbers).map(Vec3::from_array),
        None => Ok(Vec3::ZERO),
    };
    Ok(Options {
        anchor,
        rotation,
        scale: args.scale,
        pivot: point("--pivot", &args.pivot)?,
        translation: point("--move", &args.translation)?,
        tolerance_m: args.tolerance_m,
        tolerance_deg: args.tolerance_deg,
    })
}

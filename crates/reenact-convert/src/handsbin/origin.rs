//! Transformation of poses to another origin.

use std::borrow::Cow;

use glam::{Quat, Vec3};

use super::bytes::{pose_bytes, pose_values};
use super::v2::bits::HEAD_TRACKED;
use super::{File, JointBytes, Origin, PoseValues, no_head, v2};
use crate::Result;

/// Assumed height of the first head pose above the floor, in metres.
const EYE_HEIGHT_M: f32 = 1.6;

/// Translation and rotation of poses about the vertical.
#[derive(Debug, Clone, Copy)]
pub(super) struct Move {
    from: Vec3,
    turn: Quat,
    to: Vec3,
}

impl Move {
    /// Creates the transform to an origin from the first head pose; `None` for the world.
    pub(super) fn to(
        origin: Origin,
        head: impl FnOnce() -> Option<PoseValues>,
    ) -> Result<Option<Self>> {
        let height_m = match origin {
            Origin::World => return Ok(None),
            Origin::Head => 0.0,
            Origin::Floor => EYE_HEIGHT_M,
        };
        let [x, y, z, rotation @ ..] = head().ok_or_else(no_head)?;
        let forward = Quat::from_array(rotation) * Vec3::Z;
        let turn = Quat::from_rotation_y(-forward.x.atan2(forward.z));
        let made = Self { from: Vec3::new(x, y, z), turn, to: Vec3::Y * height_m };
        let is_finite = made.from.is_finite() && made.turn.is_finite();
        if is_finite { Ok(Some(made)) } else { Err(no_head()) }
    }

    pub(super) fn pose(&self, [x, y, z, rotation @ ..]: PoseValues) -> PoseValues {
        let [x, y, z] = (self.turn * (Vec3::new(x, y, z) - self.from) + self.to).to_array();
        let [qx, qy, qz, qw] = (self.turn * Quat::from_array(rotation)).to_array();
        [x, y, z, qx, qy, qz, qw]
    }

    /// Transforms the poses that exist.
    fn each<'p>(&self, poses: impl IntoIterator<Item = &'p mut Option<PoseValues>>) {
        for pose in poses.into_iter().flatten() {
            *pose = self.pose(*pose);
        }
    }

    fn hand(&self, hand: &mut v2::Hand<'_>) {
        hand.root = self.pose(hand.root);
        if let Some(joints) = &mut hand.joints {
            for joint in joints.to_mut() {
                *joint = self.joint(joint);
            }
        }
    }

    fn joint(&self, joint: &JointBytes) -> JointBytes {
        pose_bytes(&self.pose(pose_values(joint)))
    }
}

/// Assumed height of the first head pose, if there is one.
pub(super) const fn floor_m(origin: Origin) -> Option<f32> {
    match origin {
        Origin::Floor => Some(EYE_HEIGHT_M),
        Origin::World | Origin::Head => None,
    }
}

/// Transforms every pose of a file; returns the assumed height.
pub(super) fn move_file(file: &mut File<'_>, origin: Origin) -> Result<Option<f32>> {
    let File::V2(file) = file else { return Err(no_head()) };
    let is_tracked = |frame: &&v2::Frame<'_>| frame.head_state & HEAD_TRACKED == HEAD_TRACKED;
    let first = || file.frames.iter().find(is_tracked).and_then(|frame| frame.head);
    let Some(moved) = Move::to(origin, first)? else { return Ok(None) };
    for frame in &mut file.frames {
        moved.each([&mut frame.head]);
        for side in [&mut frame.left, &mut frame.right] {
            if let Some(snapshot) = &mut side.snapshot {
                snapshot.dynamic.iter_mut().for_each(|hand| moved.hand(hand));
                snapshot.before_render.iter_mut().for_each(|hand| moved.hand(hand));
            }
            if let Some(gestures) = &mut side.gestures {
                let v2::Gestures { aim_pose, grip_pose, pinch_pose, poke_pose, .. } =
                    &mut **gestures;
                moved.each([aim_pose, grip_pose, pinch_pose, poke_pose]);
            }
            if let Some(aim) = &mut side.aim {
                moved.each([&mut aim.pose]);
            }
        }
    }
    // The bytes after the last frame may contain poses, so they are dropped.
    file.trailing = Cow::Borrowed(&[]);
    Ok(floor_m(origin))
}

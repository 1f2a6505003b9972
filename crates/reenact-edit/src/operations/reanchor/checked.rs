//! Validated options, and the map that follows from them.

use glam::{DMat3, DQuat, DVec3, Quat};
use reenact::{Error, Result};

use super::{Anchor, Options};
use crate::helpers::rotation::{WidePose, unit_rotation};
use crate::helpers::tolerance::Tolerance;
use crate::helpers::transform::Transform;

/// Validated options.
pub(super) struct Checked {
    /// Given pose, for an anchor of that kind.
    pub(super) pose: Option<WidePose>,
    rotation: DQuat,
    scale: f64,
    pivot: DVec3,
    translation: DVec3,
    pub(super) tolerance: Tolerance,
}

impl Checked {
    pub(super) fn new(options: &Options) -> Result<Self> {
        let Options { scale, pivot, translation, tolerance_m, tolerance_deg, .. } = *options;
        let is_positive = |number: f32| number.is_finite() && number > 0.0;
        if !is_positive(scale) {
            return Err(Error::wrong_option(format!("a scale must be above 0, not {scale}")));
        }
        if !(is_positive(tolerance_m) && is_positive(tolerance_deg)) {
            return Err(Error::wrong_option(format!(
                "tolerances must be above 0, not {tolerance_m} m and {tolerance_deg}°"
            )));
        }
        if !(pivot.is_finite() && translation.is_finite()) {
            return Err(Error::wrong_option(format!(
                "a pivot and a move must be finite, not {pivot} and {translation}"
            )));
        }
        let rotation = |rotation: Quat| {
            unit_rotation(rotation.to_array().map(f64::from))
                .ok_or_else(|| Error::wrong_option(format!("{rotation} is not a rotation")))
        };
        let pose = match options.anchor {
            Anchor::Pose(pose) if !pose.position.is_finite() => {
                return Err(Error::wrong_option(format!(
                    "the position of the anchor must be finite, not {}",
                    pose.position
                )));
            }
            Anchor::Pose(pose) => Some(WidePose {
                position: pose.position.as_dvec3(),
                rotation: rotation(pose.rotation)?,
            }),
            _ => None,
        };
        Ok(Self {
            pose,
            rotation: rotation(options.rotation)?,
            scale: scale.into(),
            pivot: pivot.as_dvec3(),
            translation: translation.as_dvec3(),
            tolerance: Tolerance { position_m: tolerance_m, angle_deg: tolerance_deg },
        })
    }

    /// Map to the frame of a static anchor, followed by rotation, scale and translation.
    pub(super) fn map_after(&self, anchor: WidePose) -> Map {
        let rotation = if anchor.rotation == DQuat::IDENTITY {
            self.rotation
        } else {
            self.rotation * anchor.rotation.conjugate()
        };
        let turn =
            if rotation == DQuat::IDENTITY { DMat3::IDENTITY } else { DMat3::from_quat(rotation) };
        let linear = turn * self.scale;
        // pivot + scale · rotation · (p − pivot) + translation, for p in the frame of the anchor.
        let offset = self.pivot + self.translation
            - linear * anchor.position
            - self.scale * (self.rotation * self.pivot);
        // A pure translation must not pick up the rounding of an irrelevant pivot.
        let is_move = rotation == DQuat::IDENTITY && self.scale == 1.0;
        let offset = if is_move { self.translation - anchor.position } else { offset };
        Map { linear, turn, offset, rotation }
    }
}

/// An affine map of positions, and the rotation of everything else.
pub(super) struct Map {
    pub(super) linear: DMat3,
    turn: DMat3,
    pub(super) offset: DVec3,
    pub(super) rotation: DQuat,
}

impl Map {
    pub(super) fn transform(&self) -> Transform {
        Transform::new(self.linear, self.turn, self.offset, self.rotation)
    }
}

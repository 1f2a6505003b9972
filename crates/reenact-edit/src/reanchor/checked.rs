//! Options that make sense, and the map and the bounds that follow from them.

use glam::{DMat3, DQuat, DVec3, Quat};
use reenact::{Error, Result};

use super::affine::Affine;
use super::path::Stand;
use super::{Anchor, Options};
use crate::poses::{unit_direction, unit_rotation};

/// Options that make sense.
pub(super) struct Checked {
    /// The given pose, if it is one.
    pub(super) pose: Option<Stand>,
    rotation: DQuat,
    scale: f64,
    pivot: DVec3,
    translation: DVec3,
    /// What is asked of the places where it is checked, so that what lies between them is within the bound too.
    tolerance_m: f64,
    /// The same as the distance of unit quaternions, and of unit vectors.
    rotation_chord: f64,
    direction_chord: f64,
}

/// The error is checked at three places a segment. For the parabola that a short segment nearly is, they see all of
/// it; the rest of the bound is for what is not.
const CHECKED_SHARE: f64 = 0.8;

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
                .ok_or_else(|| Error::wrong_option(format!("{rotation} is no rotation")))
        };
        let pose = match options.anchor {
            Anchor::Pose(pose) if !pose.position.is_finite() => {
                return Err(Error::wrong_option(format!(
                    "an anchor must be somewhere, not at {}",
                    pose.position
                )));
            }
            Anchor::Pose(pose) => Some(Stand {
                position: pose.position.as_dvec3(),
                rotation: rotation(pose.rotation)?,
            }),
            _ => None,
        };
        let angle = f64::from(tolerance_deg).min(180.0).to_radians() * CHECKED_SHARE;
        Ok(Self {
            pose,
            rotation: rotation(options.rotation)?,
            scale: scale.into(),
            pivot: pivot.as_dvec3(),
            translation: translation.as_dvec3(),
            tolerance_m: f64::from(tolerance_m) * CHECKED_SHARE,
            rotation_chord: 2.0 * (angle / 4.0).sin(),
            direction_chord: 2.0 * (angle / 2.0).sin(),
        })
    }

    /// What the anchor sees, after turn, scale and move.
    pub(super) fn map_after(&self, anchor: Stand) -> Map {
        let rotation = if anchor.rotation == DQuat::IDENTITY {
            self.rotation
        } else {
            self.rotation * anchor.rotation.conjugate()
        };
        let turn =
            if rotation == DQuat::IDENTITY { DMat3::IDENTITY } else { DMat3::from_quat(rotation) };
        let linear = turn * self.scale;
        // pivot + scale · rotation · (p − pivot) + translation, of a p that the anchor sees.
        let offset = self.pivot + self.translation
            - linear * anchor.position
            - self.scale * (self.rotation * self.pivot);
        // A plain move must not pick up the rounding of a pivot that does not matter.
        let is_move = rotation == DQuat::IDENTITY && self.scale == 1.0;
        let offset = if is_move { self.translation - anchor.position } else { offset };
        Map { linear, turn, offset, rotation }
    }

    pub(super) fn is_near_place(&self) -> impl Fn([f64; 3], [f64; 3]) -> bool + Copy {
        let tolerance = self.tolerance_m;
        move |a, b| is_within(DVec3::from_array(a).distance(DVec3::from_array(b)), tolerance)
    }

    pub(super) fn is_near_turn(&self) -> impl Fn([f64; 4], [f64; 4]) -> bool + Copy {
        let tolerance = self.rotation_chord;
        move |a, b| match (unit_rotation(a), unit_rotation(b)) {
            (Some(a), Some(b)) => is_within((a - b).length().min((a + b).length()), tolerance),
            _ => true,
        }
    }

    pub(super) fn is_near_direction(&self) -> impl Fn([f64; 3], [f64; 3]) -> bool + Copy {
        let tolerance = self.direction_chord;
        move |a, b| match (unit_direction(a), unit_direction(b)) {
            (Some(a), Some(b)) => is_within(a.distance(b), tolerance),
            _ => true,
        }
    }
}

/// A NaN cannot be mended by more keys, and so counts as near.
fn is_within(distance: f64, tolerance: f64) -> bool {
    distance <= tolerance || distance.is_nan()
}

/// Where everything goes when the frame stands still.
pub(super) struct Map {
    pub(super) linear: DMat3,
    turn: DMat3,
    pub(super) offset: DVec3,
    pub(super) rotation: DQuat,
}

impl Map {
    pub(super) fn place(&self) -> Affine<3> {
        Affine {
            matrix: self.linear.transpose().to_cols_array_2d(),
            offset: self.offset.to_array(),
        }
    }

    pub(super) fn direction(&self) -> Affine<3> {
        Affine { matrix: self.turn.transpose().to_cols_array_2d(), offset: [0.0; 3] }
    }

    /// Turning is multiplying from the left, which is linear in the four components: raw ones can be turned as they
    /// are.
    pub(super) fn turn(&self) -> Affine<4> {
        let [x, y, z, w] = self.rotation.to_array();
        let matrix = [[w, -z, y, x], [z, w, -x, y], [-y, x, w, z], [-x, -y, -z, w]];
        Affine { matrix, offset: [0.0; 4] }
    }
}

//! Curve ids: by track, joint and component, by index in the file, or by name.

use std::fmt;
use std::str::FromStr;

use super::KeyKind;
use crate::hand::{JOINT_SLOTS, Joint, Side};
use crate::named::NoSuchName;

/// A component of a pose, in file order.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[expect(missing_docs, reason = "the names say it all")]
#[repr(u8)]
pub enum PoseComponent {
    PositionX,
    PositionY,
    PositionZ,
    RotationX,
    RotationY,
    RotationZ,
    RotationW,
}

impl PoseComponent {
    /// Index among the seven components.
    #[expect(clippy::as_conversions, reason = "a fieldless enum's own number")]
    pub const fn index(self) -> usize {
        self as usize
    }
}

crate::named!(
    PoseComponent, "pose component":
    PositionX = "position.x",
    PositionY = "position.y",
    PositionZ = "position.z",
    RotationX = "rotation.x",
    RotationY = "rotation.y",
    RotationZ = "rotation.z",
    RotationW = "rotation.w",
);

/// A component of the gaze ray, in file order.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[expect(missing_docs, reason = "the names say it all")]
#[repr(u8)]
pub enum RayComponent {
    OriginX,
    OriginY,
    OriginZ,
    DirectionX,
    DirectionY,
    DirectionZ,
}

impl RayComponent {
    /// Index among the six components.
    #[expect(clippy::as_conversions, reason = "a fieldless enum's own number")]
    pub const fn index(self) -> usize {
        self as usize
    }
}

crate::named!(
    RayComponent, "ray component":
    OriginX = "origin.x",
    OriginY = "origin.y",
    OriginZ = "origin.z",
    DirectionX = "direction.x",
    DirectionY = "direction.y",
    DirectionZ = "direction.z",
);

/// Identifies one curve of a recording.
///
/// ```
/// use reenact::hand::{Joint, Side};
/// use reenact::{CurveId, PoseComponent};
///
/// let id = CurveId::Joint(Side::Left, Joint::Wrist, PoseComponent::RotationW);
/// assert_eq!(id.to_string(), "left.Wrist.rotation.w");
/// assert_eq!("left.Wrist.rotation.w".parse(), Ok(id));
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum CurveId {
    /// Component of the head's pose.
    Camera(PoseComponent),
    /// Whether a hand was tracked.
    Tracked(Side),
    /// Whether a hand was pinching.
    Pinching(Side),
    /// Component of a joint's pose.
    Joint(Side, Joint, PoseComponent),
    /// Component of the gaze ray.
    Gaze(RayComponent),
}

impl CurveId {
    /// Whether it is a boolean curve, whose keys hold their value. All others are float curves.
    pub const fn is_boolean(self) -> bool {
        matches!(self, Self::Tracked(_) | Self::Pinching(_))
    }

    /// Key encoding of the curve, given that of float curves.
    pub const fn key_kind(self, float_kind: KeyKind) -> KeyKind {
        if self.is_boolean() { KeyKind::Boolean } else { float_kind }
    }
}

impl fmt::Display for CurveId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Camera(component) => write!(f, "camera.{component}"),
            Self::Tracked(side) => write!(f, "{side}.tracked"),
            Self::Pinching(side) => write!(f, "{side}.pinching"),
            Self::Joint(side, joint, component) => write!(f, "{side}.{joint}.{component}"),
            Self::Gaze(component) => write!(f, "gaze.{component}"),
        }
    }
}

impl FromStr for CurveId {
    type Err = NoSuchName;

    fn from_str(name: &str) -> Result<Self, NoSuchName> {
        let found = || {
            let (track, rest) = name.split_once('.')?;
            let side = match track {
                "camera" => return Some(Self::Camera(rest.parse().ok()?)),
                "gaze" => return Some(Self::Gaze(rest.parse().ok()?)),
                "left" => Side::Left,
                "right" => Side::Right,
                _ => return None,
            };
            match rest {
                "tracked" => Some(Self::Tracked(side)),
                "pinching" => Some(Self::Pinching(side)),
                _ => {
                    let (joint, component) = rest.split_once('.')?;
                    Some(Self::Joint(side, joint.parse().ok()?, component.parse().ok()?))
                }
            }
        };
        found().ok_or_else(|| {
            NoSuchName::new("curve", name, Tracks::ALL.curve_ids().map(|id| id.to_string()))
        })
    }
}

/// Tracks that a recording has: camera, hands, gaze.
///
/// Stored as three flag bytes in 1.1; implied in 1.0: camera and hands, no gaze. They determine which curves
/// follow, and in which order.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Tracks {
    /// The head's pose.
    pub camera: bool,
    /// Both hands: tracked, pinching, and 27 slots each.
    pub hands: bool,
    /// The gaze ray.
    pub gaze: bool,
}

const POSE: usize = PoseComponent::ALL.len();
const RAY: usize = RayComponent::ALL.len();
/// Boolean curves: tracked and pinching of both hands.
const STATES: usize = 4;
const HAND: usize = JOINT_SLOTS * POSE;

impl Tracks {
    /// All tracks of 1.1.
    pub const ALL: Self = Self { camera: true, hands: true, gaze: true };
    /// Tracks of every 1.0 file.
    pub const V1_0: Self = Self { camera: true, hands: true, gaze: false };
    /// No tracks.
    pub const NONE: Self = Self { camera: false, hands: false, gaze: false };

    const fn camera_len(self) -> usize {
        if self.camera { POSE } else { 0 }
    }

    const fn hands_len(self) -> usize {
        if self.hands { STATES + 2 * HAND } else { 0 }
    }

    /// Number of curves: 395 for all tracks.
    pub const fn curve_count(self) -> usize {
        self.camera_len() + self.hands_len() + if self.gaze { RAY } else { 0 }
    }

    /// Index of a curve in the file; `None` if its track is absent.
    pub fn index_of(self, id: CurveId) -> Option<usize> {
        let hands = self.camera_len();
        let side_index = |side| match side {
            Side::Left => 0,
            Side::Right => 1,
        };
        match id {
            CurveId::Camera(component) => self.camera.then_some(component.index()),
            CurveId::Tracked(side) => self.hands.then_some(hands + side_index(side)),
            CurveId::Pinching(side) => self.hands.then_some(hands + 2 + side_index(side)),
            CurveId::Joint(side, joint, component) => self.hands.then_some(
                hands + STATES + side_index(side) * HAND + joint.index() * POSE + component.index(),
            ),
            CurveId::Gaze(component) => {
                self.gaze.then_some(hands + self.hands_len() + component.index())
            }
        }
    }

    /// Curve at an index in the file.
    pub fn id_at(self, index: usize) -> Option<CurveId> {
        let mut rest = index;
        if rest < self.camera_len() {
            return PoseComponent::ALL.get(rest).map(|&component| CurveId::Camera(component));
        }
        rest -= self.camera_len();
        if rest < self.hands_len() {
            let Some(slot) = rest.checked_sub(STATES) else {
                return Some(match rest {
                    0 => CurveId::Tracked(Side::Left),
                    1 => CurveId::Tracked(Side::Right),
                    2 => CurveId::Pinching(Side::Left),
                    _ => CurveId::Pinching(Side::Right),
                });
            };
            let side = *Side::ALL.get(slot / HAND)?;
            let joint = *Joint::ALL.get(slot % HAND / POSE)?;
            return PoseComponent::ALL.get(slot % POSE).map(|&c| CurveId::Joint(side, joint, c));
        }
        rest -= self.hands_len();
        if self.gaze { RayComponent::ALL.get(rest).map(|&c| CurveId::Gaze(c)) } else { None }
    }

    /// Every curve, in file order.
    pub fn curve_ids(self) -> impl ExactSizeIterator<Item = CurveId> + DoubleEndedIterator {
        // `id_at` is `Some` for every index below the count; the default is never used.
        (0..self.curve_count())
            .map(move |index| self.id_at(index).unwrap_or(CurveId::Tracked(Side::Left)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn subsets() -> impl Iterator<Item = Tracks> {
        (0..8).map(|bits| Tracks {
            camera: bits & 1 != 0,
            hands: bits & 2 != 0,
            gaze: bits & 4 != 0,
        })
    }

    #[test]
    fn a_full_recording_has_395_curves_and_1_0_has_389() {
        assert_eq!(Tracks::ALL.curve_count(), 395);
        assert_eq!(Tracks::V1_0.curve_count(), 389);
        assert_eq!(Tracks::NONE.curve_count(), 0);
    }

    #[test]
    fn place_and_id_are_inverse_in_every_subset_of_tracks() {
        for tracks in subsets() {
            assert_eq!(tracks.id_at(tracks.curve_count()), None);
            for (index, id) in tracks.curve_ids().enumerate() {
                assert_eq!(tracks.id_at(index), Some(id));
                assert_eq!(tracks.index_of(id), Some(index), "{id}");
            }
            for id in Tracks::ALL.curve_ids() {
                let there = tracks.curve_ids().any(|other| other == id);
                assert_eq!(tracks.index_of(id).is_some(), there, "{id} in {tracks:?}");
            }
        }
    }

    #[test]
    fn a_name_parses_back_to_its_curve() {
        for id in Tracks::ALL.curve_ids() {
            assert_eq!(id.to_string().parse(), Ok(id));
        }
        for wrong in
            ["", "camera", "camera.position", "camera.position.w", "left.wrist.position.x", "gaze."]
        {
            assert_eq!(wrong.parse::<CurveId>().unwrap_err().name(), wrong);
        }
    }
}

//! Groups of curves: position, rotation, gaze origin and direction, and boolean states.

use std::fmt;

use super::{CurveId, PoseComponent, RayComponent, Track, Tracks};
use crate::hand::{Joint, Side};

/// Identifies a pose: the camera, or a joint of a hand.
///
/// ```
/// use reenact::hand::{Joint, Side};
/// use reenact::{CurveId, PoseComponent, PoseId};
///
/// let wrist = PoseId::Joint(Side::Left, Joint::Wrist);
/// assert_eq!(wrist.to_string(), "left.Wrist");
/// assert_eq!(wrist.position()[0], wrist.curve(PoseComponent::PositionX));
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum PoseId {
    /// The head.
    Camera,
    /// A joint, or slot `None`.
    Joint(Side, Joint),
}

impl PoseId {
    /// All poses of these tracks, in file order, including slot `None` of each hand.
    pub fn all(tracks: Tracks) -> impl Iterator<Item = Self> {
        let joints = Side::ALL
            .into_iter()
            .flat_map(|side| Joint::ALL.into_iter().map(move |joint| Self::Joint(side, joint)));
        let camera = tracks.camera.then_some(Self::Camera);
        camera.into_iter().chain(joints.filter(move |_| tracks.hands))
    }

    /// Curve of one component.
    pub const fn curve(self, component: PoseComponent) -> CurveId {
        match self {
            Self::Camera => CurveId::Camera(component),
            Self::Joint(side, joint) => CurveId::Joint(side, joint, component),
        }
    }

    /// Curves of the position: x, y, z.
    pub fn position(self) -> [CurveId; 3] {
        [PoseComponent::PositionX, PoseComponent::PositionY, PoseComponent::PositionZ]
            .map(|component| self.curve(component))
    }

    /// Curves of the rotation: x, y, z, w.
    pub fn rotation(self) -> [CurveId; 4] {
        [
            PoseComponent::RotationX,
            PoseComponent::RotationY,
            PoseComponent::RotationZ,
            PoseComponent::RotationW,
        ]
        .map(|component| self.curve(component))
    }

    /// Track of the pose.
    pub const fn track(self) -> Track {
        match self {
            Self::Camera => Track::Camera,
            Self::Joint(side, _) => Track::Hand(side),
        }
    }

    /// Hand of the pose; `None` for the camera.
    pub const fn side(self) -> Option<Side> {
        self.track().side()
    }

    /// Joint of the pose; `None` for the camera.
    pub const fn joint(self) -> Option<Joint> {
        match self {
            Self::Camera => None,
            Self::Joint(_, joint) => Some(joint),
        }
    }

    /// Whether it is slot `None`, which is not a joint.
    pub const fn is_slot_none(self) -> bool {
        matches!(self, Self::Joint(_, Joint::None))
    }
}

impl fmt::Display for PoseId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Camera => f.pad("camera"),
            Self::Joint(side, joint) => f.pad(&format!("{side}.{joint}")),
        }
    }
}

/// Curves that form one vector, quaternion or state.
///
/// ```
/// use reenact::{CurveGroup, PoseId, Track, Tracks};
///
/// let group = CurveGroup::of("camera.rotation.w".parse()?);
/// assert_eq!(group, CurveGroup::Rotation(PoseId::Camera));
/// assert_eq!((group.ids().len(), group.track()), (4, Track::Camera));
/// assert_eq!(CurveGroup::all(Tracks::ALL).map(|group| group.ids().len()).sum::<usize>(), 395);
/// # Ok::<(), reenact::NoSuchName>(())
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum CurveGroup {
    /// Position in metres.
    Position(PoseId),
    /// Rotation as a quaternion.
    Rotation(PoseId),
    /// Whether a hand was tracked.
    Tracked(Side),
    /// Whether a hand was pinching.
    Pinching(Side),
    /// Origin of the gaze in metres.
    GazeOrigin,
    /// Direction of the gaze.
    GazeDirection,
}

impl CurveGroup {
    /// All groups of these tracks, in file order, including slot `None` of each hand.
    pub fn all(tracks: Tracks) -> impl Iterator<Item = Self> {
        let mut groups: Vec<Self> = Vec::new();
        for group in tracks.curve_ids().map(Self::of) {
            if groups.last() != Some(&group) {
                groups.push(group);
            }
        }
        groups.into_iter()
    }

    /// Group of a curve.
    pub const fn of(id: CurveId) -> Self {
        match id {
            CurveId::Camera(component) => Self::of_pose(PoseId::Camera, component),
            CurveId::Joint(side, joint, component) => {
                Self::of_pose(PoseId::Joint(side, joint), component)
            }
            CurveId::Tracked(side) => Self::Tracked(side),
            CurveId::Pinching(side) => Self::Pinching(side),
            CurveId::Gaze(component) => {
                if component.index() < RayComponent::DirectionX.index() {
                    Self::GazeOrigin
                } else {
                    Self::GazeDirection
                }
            }
        }
    }

    const fn of_pose(pose: PoseId, component: PoseComponent) -> Self {
        if component.index() < PoseComponent::RotationX.index() {
            Self::Position(pose)
        } else {
            Self::Rotation(pose)
        }
    }

    /// Curves of the group, in file order.
    pub fn ids(self) -> GroupIds {
        match self {
            Self::Position(pose) => GroupIds::three(pose.position()),
            Self::Rotation(pose) => GroupIds { ids: pose.rotation(), len: 4 },
            Self::Tracked(side) => GroupIds { ids: [CurveId::Tracked(side); 4], len: 1 },
            Self::Pinching(side) => GroupIds { ids: [CurveId::Pinching(side); 4], len: 1 },
            Self::GazeOrigin => GroupIds::three(CurveId::GAZE_ORIGIN),
            Self::GazeDirection => GroupIds::three(CurveId::GAZE_DIRECTION),
        }
    }

    /// Track of the group.
    pub const fn track(self) -> Track {
        match self {
            Self::Position(pose) | Self::Rotation(pose) => pose.track(),
            Self::Tracked(side) | Self::Pinching(side) => Track::Hand(side),
            Self::GazeOrigin | Self::GazeDirection => Track::Gaze,
        }
    }

    /// Hand of the group; `None` for camera and gaze.
    pub const fn side(self) -> Option<Side> {
        self.track().side()
    }

    /// Pose that the group is part of; `None` for states and gaze.
    pub const fn pose(self) -> Option<PoseId> {
        match self {
            Self::Position(pose) | Self::Rotation(pose) => Some(pose),
            Self::Tracked(_) | Self::Pinching(_) | Self::GazeOrigin | Self::GazeDirection => None,
        }
    }

    /// Unit of the values: `m` for positions, `None` otherwise.
    pub const fn unit(self) -> Option<&'static str> {
        match self {
            Self::Position(_) | Self::GazeOrigin => Some("m"),
            Self::Rotation(_) | Self::Tracked(_) | Self::Pinching(_) | Self::GazeDirection => None,
        }
    }

    /// Whether it is part of slot `None`, which is not a joint.
    pub const fn is_slot_none(self) -> bool {
        match self.pose() {
            Some(pose) => pose.is_slot_none(),
            None => false,
        }
    }
}

impl fmt::Display for CurveGroup {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Position(pose) => f.pad(&format!("{pose}.position")),
            Self::Rotation(pose) => f.pad(&format!("{pose}.rotation")),
            Self::Tracked(side) => f.pad(&CurveId::Tracked(*side).to_string()),
            Self::Pinching(side) => f.pad(&CurveId::Pinching(*side).to_string()),
            Self::GazeOrigin => f.pad("gaze.origin"),
            Self::GazeDirection => f.pad("gaze.direction"),
        }
    }
}

/// Ids of the one, three or four curves of a group; made by [`CurveGroup::ids`]. Dereferences to a slice.
#[derive(Debug, Clone, Copy)]
pub struct GroupIds {
    ids: [CurveId; 4],
    len: usize,
}

impl GroupIds {
    const fn three([x, y, z]: [CurveId; 3]) -> Self {
        Self { ids: [x, y, z, z], len: 3 }
    }
}

impl std::ops::Deref for GroupIds {
    type Target = [CurveId];

    fn deref(&self) -> &[CurveId] {
        self.ids.get(..self.len).unwrap_or_default()
    }
}

impl CurveId {
    /// The curves of the gaze's origin: x, y, z.
    pub const GAZE_ORIGIN: [Self; 3] = [
        Self::Gaze(RayComponent::OriginX),
        Self::Gaze(RayComponent::OriginY),
        Self::Gaze(RayComponent::OriginZ),
    ];

    /// The curves of the gaze's direction: x, y, z.
    pub const GAZE_DIRECTION: [Self; 3] = [
        Self::Gaze(RayComponent::DirectionX),
        Self::Gaze(RayComponent::DirectionY),
        Self::Gaze(RayComponent::DirectionZ),
    ];

    /// Track of the curve.
    pub const fn track(self) -> Track {
        CurveGroup::of(self).track()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn groups_hold_every_curve_once_in_file_order() {
        for bits in 0..8_u8 {
            let [camera, hands, gaze] = [1, 2, 4].map(|bit| bits & bit != 0);
            let tracks = Tracks { camera, hands, gaze };
            let ids: Vec<CurveId> =
                CurveGroup::all(tracks).flat_map(|group| group.ids().to_vec()).collect();
            assert!(ids.iter().copied().eq(tracks.curve_ids()));
            for group in CurveGroup::all(tracks) {
                for &id in &*group.ids() {
                    assert_eq!((CurveGroup::of(id), id.track()), (group, group.track()));
                    assert!(id.to_string().starts_with(&group.to_string()), "{id}");
                    assert!(tracks.has(id.track()));
                }
            }
        }
    }

    #[test]
    fn poses_are_those_of_the_groups() {
        let of_groups = CurveGroup::all(Tracks::ALL).filter_map(|group| match group {
            CurveGroup::Position(pose) => Some(pose),
            _ => None,
        });
        assert!(PoseId::all(Tracks::ALL).eq(of_groups));
        assert_eq!(PoseId::all(Tracks::ALL).filter(|pose| pose.is_slot_none()).count(), 2);
    }
}

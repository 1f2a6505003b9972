//! Everything at one moment.

use glam::{Quat, Vec3};

use super::{Mode, Pose, Ray};
use crate::curve::{CurveId, PoseComponent, RayComponent, Tracks};
use crate::hand::{JOINT_SLOTS, Joint, Side};

/// Head, hands and gaze at one time.
///
/// A track that the recording does not have is `None`. In [`Mode::Clean`] so is a camera or gaze that has
/// nothing to say, and a joint while its hand was not tracked.
#[derive(Debug, Clone, PartialEq)]
pub struct Frame {
    /// The time asked for, in seconds.
    pub time_secs: f32,
    /// The head.
    pub camera: Option<Pose>,
    /// The left hand.
    pub left: Option<HandFrame>,
    /// The right hand.
    pub right: Option<HandFrame>,
    /// The gaze.
    pub gaze: Option<Ray>,
}

impl Frame {
    /// One of the hands.
    pub const fn hand(&self, side: Side) -> Option<&HandFrame> {
        match side {
            Side::Left => self.left.as_ref(),
            Side::Right => self.right.as_ref(),
        }
    }

    /// A joint in the world.
    pub fn joint(&self, side: Side, joint: Joint) -> Option<Pose> {
        self.hand(side)?.joint(joint)
    }

    /// A joint as seen from the head.
    pub fn joint_in_head(&self, side: Side, joint: Joint) -> Option<Pose> {
        Some(self.joint(side, joint)?.relative_to(&self.camera?))
    }
}

/// One hand at one time.
#[derive(Debug, Clone, PartialEq)]
pub struct HandFrame {
    /// Whether it was tracked.
    pub tracked: bool,
    /// Whether it was pinching.
    pub pinching: bool,
    joints: [Pose; JOINT_SLOTS],
    /// A bit for each slot that has something to say.
    present: u32,
}

impl HandFrame {
    /// A hand with the joints that `pose` has something to say of.
    ///
    /// ```
    /// use reenact::hand::Joint;
    /// use reenact::{HandFrame, Pose};
    ///
    /// let hand = HandFrame::new(true, false, |joint| (joint == Joint::Wrist).then_some(Pose::IDENTITY));
    /// assert_eq!(hand.joint(Joint::Wrist), Some(Pose::IDENTITY));
    /// assert_eq!(hand.joint(Joint::Palm), None);
    /// ```
    pub fn new(tracked: bool, pinching: bool, mut pose: impl FnMut(Joint) -> Option<Pose>) -> Self {
        let mut hand = Self { tracked, pinching, joints: [NOTHING; JOINT_SLOTS], present: 0 };
        for (slot, joint) in hand.joints.iter_mut().zip(Joint::ALL) {
            if let Some(pose) = pose(joint) {
                *slot = pose;
                hand.present |= 1 << joint.index();
            }
        }
        hand
    }

    /// A joint in the world, if there is anything to say of it.
    ///
    /// In [`Mode::Clean`] nothing is said of a hand that was not tracked, of a joint without keys, and of
    /// slot [`Joint::None`]. In [`Mode::Mrtk`] there is always an answer.
    pub fn joint(&self, joint: Joint) -> Option<Pose> {
        let is_present = self.present >> joint.index() & 1 != 0;
        if is_present { self.joints.get(joint.index()).copied() } else { None }
    }

    /// Every slot in file order, with its pose if there is one.
    pub fn joints(&self) -> impl Iterator<Item = (Joint, Option<Pose>)> {
        Joint::ALL.into_iter().map(|joint| (joint, self.joint(joint)))
    }

    /// A joint as seen from the near end of its bone, which is what a skeleton's animation needs. The wrist,
    /// which hangs on nothing, is given in the world.
    pub fn joint_in_parent(&self, joint: Joint) -> Option<Pose> {
        let pose = self.joint(joint)?;
        match joint.parent() {
            Some(parent) => Some(pose.relative_to(&self.joint(parent)?)),
            None => Some(pose),
        }
    }

    /// A joint as seen from the wrist.
    pub fn joint_in_wrist(&self, joint: Joint) -> Option<Pose> {
        Some(self.joint(joint)?.relative_to(&self.joint(Joint::Wrist)?))
    }
}

/// One value for each curve of the recording, in file order, as the file has it.
pub(super) type Row = [f32; Tracks::ALL.curve_count()];

/// Which poses can say something at all, decided once for a recording.
#[derive(Debug, Clone, Copy)]
pub(super) struct Presence {
    camera: bool,
    /// A bit for each slot of the left and the right hand.
    joints: [u32; 2],
    gaze: bool,
}

impl Presence {
    /// In `clean` mode a pose needs keys in all of its curves; in `mrtk` mode it needs nothing.
    pub(super) fn new(mode: Mode, has_keys: impl Fn(CurveId) -> bool) -> Self {
        let has_keys = |id| mode == Mode::Mrtk || has_keys(id);
        let is_shown = |joint| mode == Mode::Mrtk || joint != Joint::None;
        let has_pose = |side, joint| {
            PoseComponent::ALL
                .into_iter()
                .all(|component| has_keys(CurveId::Joint(side, joint, component)))
        };
        let hand = |side| {
            let is_there = |joint| u32::from(is_shown(joint) && has_pose(side, joint));
            Joint::ALL.into_iter().fold(0, |bits, joint| bits | is_there(joint) << joint.index())
        };
        Self {
            camera: PoseComponent::ALL
                .into_iter()
                .all(|component| has_keys(CurveId::Camera(component))),
            joints: Side::ALL.map(hand),
            gaze: RayComponent::ALL.into_iter().all(|component| has_keys(CurveId::Gaze(component))),
        }
    }

    pub(super) const fn camera(&self) -> bool {
        self.camera
    }

    pub(super) const fn gaze(&self) -> bool {
        self.gaze
    }

    pub(super) fn joint(&self, side: Side, joint: Joint) -> bool {
        self.of(side) >> joint.index() & 1 != 0
    }

    const fn of(&self, side: Side) -> u32 {
        let [left, right] = self.joints;
        match side {
            Side::Left => left,
            Side::Right => right,
        }
    }
}

/// Whether each hand is tracked and pinching.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(super) struct States {
    pub(super) tracked: [bool; 2],
    pub(super) pinching: [bool; 2],
}

impl States {
    /// Whether a hand is tracked, and whether it is pinching.
    const fn of(self, side: Side) -> (bool, bool) {
        let ([left, right], [left_pinch, right_pinch]) = (self.tracked, self.pinching);
        match side {
            Side::Left => (left, left_pinch),
            Side::Right => (right, right_pinch),
        }
    }
}

impl Frame {
    pub(super) fn from_row(
        time_secs: f32,
        mode: Mode,
        tracks: Tracks,
        presence: &Presence,
        row: &Row,
        states: States,
    ) -> Self {
        let part = |id| tracks.index_of(id).and_then(|start| row.get(start..)).unwrap_or_default();
        let hand = |side: Side| {
            let (tracked, pinching) = states.of(side);
            let possible = if tracked || mode == Mode::Mrtk { presence.of(side) } else { 0 };
            let row = part(CurveId::Joint(side, Joint::None, PoseComponent::PositionX));
            HandFrame::from_row(row, mode, tracked, pinching, possible)
        };
        let camera = part(CurveId::Camera(PoseComponent::PositionX)).first_chunk();
        let gaze = part(CurveId::Gaze(RayComponent::OriginX)).first_chunk();
        Self {
            time_secs,
            camera: camera.filter(|_| presence.camera).and_then(|row| pose(row, mode)),
            left: tracks.hands.then(|| hand(Side::Left)),
            right: tracks.hands.then(|| hand(Side::Right)),
            gaze: gaze.filter(|_| presence.gaze).and_then(|row| ray(row, mode)),
        }
    }
}

/// What stands in a slot that has nothing to say: what MRTK says of a joint without keys.
const NOTHING: Pose = Pose { position: Vec3::ZERO, rotation: Quat::from_xyzw(0.0, 0.0, 0.0, 0.0) };

impl HandFrame {
    #[inline]
    fn from_row(row: &[f32], mode: Mode, tracked: bool, pinching: bool, possible: u32) -> Self {
        let mut hand = Self { tracked, pinching, joints: [NOTHING; JOINT_SLOTS], present: 0 };
        for ((slot, joint), row) in hand.joints.iter_mut().enumerate().zip(row.as_chunks().0) {
            if possible >> slot & 1 != 0
                && let Some(pose) = pose(row, mode)
            {
                *joint = pose;
                hand.present |= 1 << slot;
            }
        }
        hand
    }
}

/// A pose of seven values; `None` in `clean` mode if they turn nowhere.
#[inline]
fn pose(&[x, y, z, qx, qy, qz, qw]: &[f32; 7], mode: Mode) -> Option<Pose> {
    let rotation = match mode {
        Mode::Mrtk => [qx, qy, qz, qw],
        Mode::Clean => normalized_rotation([qx, qy, qz, qw])?,
    };
    Some(Pose { position: Vec3::new(x, y, z), rotation: Quat::from_array(rotation) })
}

/// Below this length a direction is no direction: Unity's own bound.
const SHORTEST: f32 = 1e-5;

/// A quaternion of unit length, or `None` where it has none to speak of: a zero, an infinity, a NaN.
#[inline]
pub(super) fn normalized_rotation([x, y, z, w]: [f32; 4]) -> Option<[f32; 4]> {
    let length = (x * x + y * y + z * z + w * w).sqrt();
    // A rotation halfway through a flip can be short and is still one; only next to nothing is not.
    if length > SHORTEST && length < f32::INFINITY {
        let scale = 1.0 / length;
        Some([x * scale, y * scale, z * scale, w * scale])
    } else {
        None
    }
}

/// A direction as Unity normalises it; zero where it has no length.
#[inline]
pub(super) fn normalized_direction([x, y, z]: [f32; 3]) -> [f32; 3] {
    let length = (x * x + y * y + z * z).sqrt();
    if length > SHORTEST { [x / length, y / length, z / length] } else { [0.0; 3] }
}

fn ray(&[x, y, z, dx, dy, dz]: &[f32; 6], mode: Mode) -> Option<Ray> {
    let direction = normalized_direction([dx, dy, dz]);
    if mode == Mode::Clean && direction == [0.0; 3] {
        return None;
    }
    Some(Ray { origin: Vec3::new(x, y, z), direction: Vec3::from_array(direction) })
}

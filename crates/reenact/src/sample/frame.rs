//! Everything at one moment.

use glam::{Quat, Vec3};

use super::row::{Cell, Pair, Parts, Row, parts};
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
    /// What a row of values is, by a mode's truth.
    pub(super) fn from_row(
        time_secs: f32,
        mode: Mode,
        tracks: Tracks,
        presence: &Presence,
        row: &Row,
        states: States,
    ) -> Self {
        let Parts { camera, hands: [left, right], gaze } = parts(row.pairs());
        // Hands are most of a frame, so they are filled where they stay.
        let mut frame = Self {
            time_secs,
            camera: camera_pose(camera, mode).filter(|_| presence.camera && tracks.camera),
            left: tracks.hands.then_some(HandFrame::NOTHING),
            right: tracks.hands.then_some(HandFrame::NOTHING),
            gaze: ray(gaze, mode).filter(|_| presence.gaze && tracks.gaze),
        };
        for (side, hand, row) in
            [(Side::Left, &mut frame.left, left), (Side::Right, &mut frame.right, right)]
        {
            if let Some(hand) = hand {
                (hand.tracked, hand.pinching) = states.of(side);
                match mode {
                    Mode::Mrtk => hand.fill(row, presence.of(side), |_, rotation| Some(rotation)),
                    Mode::Clean if hand.tracked => {
                        let scales = rotation_scales(row);
                        hand.fill(row, presence.of(side), |slot, rotation| {
                            scaled(rotation, scales.get(slot).copied().unwrap_or(NO_ROTATION))
                        });
                    }
                    Mode::Clean => {}
                }
            }
        }
        frame
    }
}

impl HandFrame {
    /// Not there: what MRTK says of a hand without keys.
    const NOTHING: Self =
        Self { tracked: false, pinching: false, joints: [NOTHING; JOINT_SLOTS], present: 0 };

    /// Takes the possible joints from a row; `rotation` makes of a slot's four numbers what they are.
    #[inline]
    fn fill(
        &mut self,
        row: &[Pair],
        possible: u32,
        rotation: impl Fn(usize, Cell) -> Option<[f32; 4]>,
    ) {
        for ((slot, joint), &[[x, y, z, _], numbers]) in self.joints.iter_mut().enumerate().zip(row)
        {
            if possible >> slot & 1 != 0
                && let Some(rotation) = rotation(slot, numbers)
            {
                *joint =
                    Pose { position: Vec3::new(x, y, z), rotation: Quat::from_array(rotation) };
                self.present |= 1 << slot;
            }
        }
    }
}

/// What stands in a slot that has nothing to say: what MRTK says of a joint without keys.
const NOTHING: Pose = Pose { position: Vec3::ZERO, rotation: Quat::from_xyzw(0.0, 0.0, 0.0, 0.0) };

fn camera_pose(&[[x, y, z, _], rotation]: &Pair, mode: Mode) -> Option<Pose> {
    let rotation = match mode {
        Mode::Mrtk => rotation,
        Mode::Clean => normalized_rotation(rotation)?,
    };
    Some(Pose { position: Vec3::new(x, y, z), rotation: Quat::from_array(rotation) })
}

/// In place of what a rotation is multiplied by: it is none.
const NO_ROTATION: f32 = 0.0;

/// What each joint's rotation is multiplied by to be of unit length. All at once, because roots and quotients
/// of four numbers take as long as those of one.
#[inline]
fn rotation_scales(row: &[Pair]) -> [f32; JOINT_SLOTS] {
    let mut scales = [0.0; JOINT_SLOTS];
    for (scale, [_, rotation]) in scales.iter_mut().zip(row) {
        *scale = squared_length(*rotation);
    }
    scales.map(rotation_scale)
}

/// Below this length a direction is no direction: Unity's own bound.
const SHORTEST: f32 = 1e-5;

/// A quaternion of unit length, or `None` where it has none to speak of: a zero, an infinity, a NaN.
#[inline]
pub(super) fn normalized_rotation(rotation: [f32; 4]) -> Option<[f32; 4]> {
    scaled(rotation, rotation_scale(squared_length(rotation)))
}

#[inline]
fn scaled(rotation: [f32; 4], scale: f32) -> Option<[f32; 4]> {
    (scale != NO_ROTATION).then(|| rotation.map(|number| number * scale))
}

#[inline]
fn squared_length([x, y, z, w]: [f32; 4]) -> f32 {
    x * x + y * y + z * z + w * w
}

/// What a quaternion of this squared length is multiplied by to be of unit length.
#[inline]
fn rotation_scale(squared_length: f32) -> f32 {
    let length = squared_length.sqrt();
    // A rotation halfway through a flip can be short and is still one; only next to nothing is not.
    if length > SHORTEST && length < f32::INFINITY { 1.0 / length } else { NO_ROTATION }
}

/// A direction as Unity normalises it; zero where it has no length.
#[inline]
pub(super) fn normalized_direction([x, y, z]: [f32; 3]) -> [f32; 3] {
    let length = (x * x + y * y + z * z).sqrt();
    if length > SHORTEST { [x / length, y / length, z / length] } else { [0.0; 3] }
}

fn ray(&[[x, y, z, _], [dx, dy, dz, _]]: &Pair, mode: Mode) -> Option<Ray> {
    let direction = normalized_direction([dx, dy, dz]);
    if mode == Mode::Clean && direction == [0.0; 3] {
        return None;
    }
    Some(Ray { origin: Vec3::new(x, y, z), direction: Vec3::from_array(direction) })
}

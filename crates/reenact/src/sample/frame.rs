//! Frame: all poses at one time.

use std::fmt;

use glam::{Quat, Vec3};

use super::presence::{HandState, PoseKeys, Presence, States};
use super::row::{NO_JOINTS, Pair};
use super::{Mode, Pose, Ray};
use crate::curve::Tracks;
use crate::hand::{JOINT_SLOTS, Joint, Side};

/// Poses of head, hands and gaze at one time.
///
/// A track that the recording does not have is `None`. In [`Mode::Clean`], a camera, gaze or joint is also `None` if it was not
/// observed ([`ObservedSpans`](crate::ObservedSpans)) or has no keys.
#[derive(Debug, Clone, PartialEq)]
pub struct Frame {
    /// Time in seconds.
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
    /// Frame of a hand.
    pub const fn hand(&self, side: Side) -> Option<&HandFrame> {
        match side {
            Side::Left => self.left.as_ref(),
            Side::Right => self.right.as_ref(),
        }
    }

    /// Pose of a joint in world space.
    pub fn joint(&self, side: Side, joint: Joint) -> Option<Pose> {
        self.hand(side)?.joint(joint)
    }

    /// Pose of a joint relative to the head.
    pub fn joint_in_head(&self, side: Side, joint: Joint) -> Option<Pose> {
        Some(self.joint(side, joint)?.relative_to(&self.camera?))
    }
}

/// Poses and states of a hand at one time.
#[derive(Clone, PartialEq)]
pub struct HandFrame {
    /// Whether it was tracked.
    pub tracked: bool,
    /// Whether it was pinching.
    pub pinching: bool,
    /// Whether its pose was observed: the hand was tracked, and the time lies between keys of its joints
    /// ([`ObservedSpans`](crate::ObservedSpans)). In [`Mode::Clean`] there are no joints otherwise; in
    /// [`Mode::Mrtk`] they are held or interpolated.
    pub observed: bool,
    /// Positions and rotations in the memory layout of a row; zeros for absent joints.
    joints: [Pair; JOINT_SLOTS],
    /// Bit mask of the slots that have a pose.
    present: u32,
}

impl HandFrame {
    /// Creates a hand with the joints for which `pose` returns a pose; it is observed if it is tracked.
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
        let mut hand = Self { tracked, pinching, observed: tracked, joints: NO_JOINTS, present: 0 };
        for (slot, joint) in hand.joints.iter_mut().zip(Joint::ALL) {
            if let Some(Pose { position, rotation }) = pose(joint) {
                *slot = [position.extend(0.0).to_array(), rotation.to_array()];
                hand.present |= 1 << joint.index();
            }
        }
        hand
    }

    /// Pose of a joint in world space.
    ///
    /// In [`Mode::Clean`], `None` while the hand was not [`observed`](Self::observed), for joints without keys, and for slot
    /// [`Joint::None`]. A joint with keys for its position only has no rotation: [`Pose::has_rotation`]. In [`Mode::Mrtk`] there
    /// is always a pose.
    pub fn joint(&self, joint: Joint) -> Option<Pose> {
        let is_present = self.present >> joint.index() & 1 != 0;
        if is_present { self.joints.get(joint.index()).map(pose) } else { None }
    }

    /// Iterates over all slots in file order, with their poses.
    pub fn joints(&self) -> impl Iterator<Item = (Joint, Option<Pose>)> {
        Joint::ALL.into_iter().map(|joint| (joint, self.joint(joint)))
    }

    /// Pose of a joint relative to its parent, as skeletal animation needs it. The wrist, which has no parent, is in world space.
    pub fn joint_in_parent(&self, joint: Joint) -> Option<Pose> {
        let pose = self.joint(joint)?;
        match joint.parent() {
            Some(parent) => Some(pose.relative_to(&self.joint(parent)?)),
            None => Some(pose),
        }
    }

    /// Pose of a joint relative to the wrist.
    pub fn joint_in_wrist(&self, joint: Joint) -> Option<Pose> {
        Some(self.joint(joint)?.relative_to(&self.joint(Joint::Wrist)?))
    }
}

/// Values of camera and gaze of a frame.
#[derive(Debug, Default)]
pub(super) struct Outside {
    pub(super) camera: Pair,
    pub(super) gaze: Pair,
}

impl Frame {
    /// Creates a frame whose hands are not filled in yet.
    ///
    /// Hands are most of a frame, so their values are written in place: into [`Self::joints_to_fill`], then converted by
    /// [`Self::finish`].
    #[inline]
    pub(super) fn unfilled(time_secs: f32, tracks: Tracks, states: States) -> Self {
        let hand = |side| {
            let HandState { tracked, pinching, observed } = states.hand(side);
            let joints = NO_JOINTS;
            tracks.hands.then_some(HandFrame { tracked, pinching, observed, joints, present: 0 })
        };
        Self {
            time_secs,
            camera: None,
            left: hand(Side::Left),
            right: hand(Side::Right),
            gaze: None,
        }
    }

    pub(super) const fn hand_mut(&mut self, side: Side) -> Option<&mut HandFrame> {
        match side {
            Side::Left => self.left.as_mut(),
            Side::Right => self.right.as_mut(),
        }
    }

    /// Destination of the values of a hand, if it has any.
    #[inline]
    pub(super) fn joints_to_fill(
        &mut self,
        side: Side,
        mode: Mode,
    ) -> Option<&mut [Pair; JOINT_SLOTS]> {
        let hand = self.hand_mut(side)?;
        (mode == Mode::Mrtk || hand.observed).then_some(&mut hand.joints)
    }

    /// Converts raw curve values to poses of an evaluation mode.
    #[inline]
    pub(super) fn finish(
        &mut self,
        mode: Mode,
        tracks: Tracks,
        presence: &Presence,
        states: States,
        Outside { camera, gaze }: &Outside,
    ) {
        let is_shown = |is_there, is_observed| is_there && (mode == Mode::Mrtk || is_observed);
        self.camera = camera_pose(camera, mode, presence.camera())
            .filter(|_| is_shown(tracks.camera, states.is_camera_observed));
        self.gaze = ray(gaze, mode)
            .filter(|_| presence.gaze() && is_shown(tracks.gaze, states.is_gaze_observed));
        for side in Side::ALL {
            if let Some(hand) = self.hand_mut(side)
                && (mode == Mode::Mrtk || hand.observed)
            {
                hand.finish(mode, presence.joints(side), presence.rotations(side));
            }
        }
    }
}

impl HandFrame {
    /// Sets a joint's pose.
    #[inline]
    pub(super) fn set_joint(&mut self, joint: Joint, pair: Pair) {
        if let Some(slot) = self.joints.get_mut(joint.index()) {
            *slot = pair;
            self.present |= 1 << joint.index();
        }
    }

    #[inline]
    fn finish(&mut self, mode: Mode, joints: u32, rotations: u32) {
        self.present = joints;
        if mode == Mode::Clean {
            let scales = normalize_rotations(&mut self.joints);
            if scales.contains(&NO_ROTATION) {
                for (slot, scale) in scales.into_iter().enumerate() {
                    self.present &= !(rotations & u32::from(scale == NO_ROTATION) << slot);
                }
            }
            if joints != rotations {
                let position_only = joints & !rotations;
                for (slot, [_, rotation]) in self.joints.iter_mut().enumerate() {
                    if position_only >> slot & 1 != 0 {
                        *rotation = UNKNOWN_ROTATION;
                    }
                }
            }
        }
        let mut absent = ALL_SLOTS & !self.present;
        while absent != 0 {
            let slot = usize::try_from(absent.trailing_zeros()).unwrap_or(JOINT_SLOTS);
            if let (Some(joint), [nothing, ..]) = (self.joints.get_mut(slot), NO_JOINTS) {
                *joint = nothing;
            }
            absent &= absent - 1;
        }
    }
}

impl fmt::Debug for HandFrame {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { tracked, pinching, observed, .. } = self;
        let joints: Vec<_> =
            self.joints().filter_map(|(joint, pose)| Some((joint, pose?))).collect();
        f.debug_struct("HandFrame")
            .field("tracked", tracked)
            .field("pinching", pinching)
            .field("observed", observed)
            .field("joints", &joints)
            .finish()
    }
}

const ALL_SLOTS: u32 = (1 << JOINT_SLOTS) - 1;

#[inline]
pub(super) fn pose(&[[x, y, z, _], rotation]: &Pair) -> Pose {
    Pose { position: Vec3::new(x, y, z), rotation: Quat::from_array(rotation) }
}

/// Value of a rotation without keys.
const UNKNOWN_ROTATION: [f32; 4] = [f32::NAN; 4];

fn camera_pose(&[position, rotation]: &Pair, mode: Mode, keys: PoseKeys) -> Option<Pose> {
    let rotation = match (mode, keys) {
        (Mode::Mrtk, _) => rotation,
        (Mode::Clean, PoseKeys::Both) => normalized_rotation(rotation)?,
        (Mode::Clean, PoseKeys::PositionOnly) => UNKNOWN_ROTATION,
        (Mode::Clean, PoseKeys::Missing) => return None,
    };
    Some(pose(&[position, rotation]))
}

/// Scale factor of a quaternion that cannot be normalized.
pub(super) const NO_ROTATION: f32 = 0.0;

/// Normalizes the rotations; returns the scale factor of each.
#[inline]
fn normalize_rotations(joints: &mut [Pair; JOINT_SLOTS]) -> [f32; JOINT_SLOTS] {
    let mut scales = [0.0; JOINT_SLOTS];
    let (fours, rest) = joints.as_chunks_mut();
    let (four_scales, rest_scales) = scales.as_chunks_mut();
    for (joints, scales) in fours.iter_mut().zip(four_scales) {
        *scales = normalize_four(joints);
    }
    for ([_, rotation], scale) in rest.iter_mut().zip(rest_scales) {
        *scale = rotation_scale(squared_length(*rotation));
        *rotation = rotation.map(|number| number * *scale);
    }
    scales
}

/// Normalizes four at once: SIMD computes four square roots and quotients in the time of one.
#[inline]
fn normalize_four(joints: &mut [Pair; 4]) -> [f32; 4] {
    let lengths = joints.map(|[_, rotation]| squared_length(rotation));
    let scales = lengths.map(rotation_scale);
    for ([_, rotation], scale) in joints.iter_mut().zip(scales) {
        *rotation = rotation.map(|number| number * scale);
    }
    scales
}

/// Length below which a vector has no direction: Unity's own bound.
const SHORTEST: f32 = 1e-5;

/// Normalized quaternion; `None` if its length is zero, infinite or NaN.
#[inline]
pub(super) fn normalized_rotation(rotation: [f32; 4]) -> Option<[f32; 4]> {
    scaled(rotation, rotation_scale(squared_length(rotation)))
}

#[inline]
fn scaled(rotation: [f32; 4], scale: f32) -> Option<[f32; 4]> {
    (scale != NO_ROTATION).then(|| rotation.map(|number| number * scale))
}

#[inline]
pub(super) fn squared_length([x, y, z, w]: [f32; 4]) -> f32 {
    x * x + y * y + z * z + w * w
}

/// Factor that normalizes a quaternion of this squared length.
#[inline]
pub(super) fn rotation_scale(squared_length: f32) -> f32 {
    let length = squared_length.sqrt();
    // A rotation interpolated across a flip can be short and still be valid; only near-zero lengths are not.
    if length > SHORTEST && length < f32::INFINITY { 1.0 / length } else { NO_ROTATION }
}

/// Normalizes a direction as Unity does; zero if it has no length.
#[inline]
pub(super) fn normalized_direction([x, y, z]: [f32; 3]) -> [f32; 3] {
    let length = (x * x + y * y + z * z).sqrt();
    if length > SHORTEST { [x / length, y / length, z / length] } else { [0.0; 3] }
}

/// Whether a normalized direction is valid: not zero, and not of infinite length.
#[inline]
pub(super) fn is_direction([x, y, z]: [f32; 3]) -> bool {
    x.is_finite() && y.is_finite() && z.is_finite() && [x, y, z] != [0.0; 3]
}

fn ray(&[[x, y, z, _], [dx, dy, dz, _]]: &Pair, mode: Mode) -> Option<Ray> {
    let direction = normalized_direction([dx, dy, dz]);
    if mode == Mode::Clean && !is_direction(direction) {
        return None;
    }
    Some(Ray { origin: Vec3::new(x, y, z), direction: Vec3::from_array(direction) })
}

//! Poses that have keys, and the state of each track at a time.

use super::Mode;
use crate::curve::{CurveId, PoseComponent, RayComponent};
use crate::hand::{Joint, Side};

/// Poses and rotations that have keys in a recording.
#[derive(Debug, Clone, Copy)]
pub(super) struct Presence {
    camera: PoseKeys,
    /// Bit masks of the slots of the left and right hand with a pose.
    joints: [u32; 2],
    /// Bit masks of the slots of the left and right hand with a rotation.
    rotations: [u32; 2],
    gaze: bool,
}

/// Components of a pose that have keys.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum PoseKeys {
    /// No keys for the position.
    Missing,
    /// Keys for the position, but not for the rotation.
    PositionOnly,
    /// Keys for both.
    Both,
}

impl Presence {
    /// In `clean` mode a position needs keys in its three curves, a rotation in its four, and a ray in all six. In `mrtk` mode
    /// everything is present.
    pub(super) fn new(mode: Mode, has_keys: impl Fn(CurveId) -> bool) -> Self {
        let has_keys = |id| mode == Mode::Mrtk || has_keys(id);
        let pose_keys = |id: &dyn Fn(PoseComponent) -> CurveId| {
            let [x, y, z, turns @ ..] = PoseComponent::ALL.map(|component| has_keys(id(component)));
            match (x && y && z, turns.into_iter().all(|has_keys| has_keys)) {
                (true, true) => PoseKeys::Both,
                (true, false) => PoseKeys::PositionOnly,
                (false, _) => PoseKeys::Missing,
            }
        };
        let hand = |side, is_one: &dyn Fn(PoseKeys) -> bool| {
            let is_there = |joint| {
                let is_shown = mode == Mode::Mrtk || joint != Joint::None;
                let keys = pose_keys(&|component| CurveId::Joint(side, joint, component));
                u32::from(is_shown && is_one(keys))
            };
            Joint::ALL.into_iter().fold(0, |bits, joint| bits | is_there(joint) << joint.index())
        };
        Self {
            camera: pose_keys(&CurveId::Camera),
            joints: Side::ALL.map(|side| hand(side, &|keys| keys != PoseKeys::Missing)),
            rotations: Side::ALL.map(|side| hand(side, &|keys| keys == PoseKeys::Both)),
            gaze: RayComponent::ALL.into_iter().all(|component| has_keys(CurveId::Gaze(component))),
        }
    }

    pub(super) const fn camera(&self) -> PoseKeys {
        self.camera
    }

    pub(super) const fn gaze(&self) -> bool {
        self.gaze
    }

    pub(super) fn joint(&self, side: Side, joint: Joint) -> PoseKeys {
        let is_set = |bits: u32| bits >> joint.index() & 1 != 0;
        match (is_set(self.joints(side)), is_set(self.rotations(side))) {
            (true, true) => PoseKeys::Both,
            (true, false) => PoseKeys::PositionOnly,
            (false, _) => PoseKeys::Missing,
        }
    }

    /// Bit mask of the slots of a hand with a pose.
    pub(super) const fn joints(&self, side: Side) -> u32 {
        of_side(self.joints, side)
    }

    /// Bit mask of the slots of a hand with a rotation.
    pub(super) const fn rotations(&self, side: Side) -> u32 {
        of_side(self.rotations, side)
    }
}

/// State of each track at a time.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(super) struct States {
    pub(super) hands: [HandState; 2],
    pub(super) is_camera_observed: bool,
    pub(super) is_gaze_observed: bool,
}

/// State of a hand at a time.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(super) struct HandState {
    pub(super) tracked: bool,
    pub(super) pinching: bool,
    pub(super) observed: bool,
}

impl States {
    pub(super) const fn hand(self, side: Side) -> HandState {
        of_side(self.hands, side)
    }
}

const fn of_side<T: Copy>([left, right]: [T; 2], side: Side) -> T {
    match side {
        Side::Left => left,
        Side::Right => right,
    }
}

//! What can be said at all, and what hands are doing.

use super::Mode;
use crate::curve::{CurveId, PoseComponent, RayComponent};
use crate::hand::{Joint, Side};

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

    /// A bit for each slot of a hand.
    pub(super) const fn of(&self, side: Side) -> u32 {
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
    pub(super) const fn of(self, side: Side) -> (bool, bool) {
        let ([left, right], [left_pinch, right_pinch]) = (self.tracked, self.pinching);
        match side {
            Side::Left => (left, left_pinch),
            Side::Right => (right, right_pinch),
        }
    }
}

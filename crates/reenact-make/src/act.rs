//! Acts of a script: actions with start time and duration.
//!
//! Scripts are parsed into acts, and improvised performances are written as acts; [`crate::plan`] performs
//! them.

use glam::{DQuat, DVec3};
use reenact::hand::Side;

use crate::grip::Grip;
use crate::hand_model::HandPart;
use crate::math::Pose;

/// One act, when it starts, and its byte offset in the text.
#[derive(Debug, Clone)]
pub(crate) struct Cue {
    pub(crate) offset: usize,
    pub(crate) when: When,
    pub(crate) act: Act,
}

/// Start of an act.
#[derive(Debug, Clone, Copy)]
pub(crate) enum When {
    /// After all previous acts.
    Then,
    /// Together with the previous act.
    Meanwhile,
    /// At a time in seconds.
    At(f64),
}

/// A point of the room, and its byte offset in the text.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Spot {
    pub(crate) offset: usize,
    pub(crate) in_world: DVec3,
}

/// One act. Times are durations in seconds.
#[derive(Debug, Clone)]
pub(crate) enum Act {
    Wait { secs: f64 },
    Marker { name: String },
    Head(HeadAct),
    Hand { side: Side, act: HandAct, turn: Option<Turn> },
}

/// Rotation that a script asks of a hand, and its byte offset in the text.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Turn {
    pub(crate) offset: usize,
    pub(crate) facing: Facing,
}

/// Rotation of a hand at the end of an act.
#[derive(Debug, Clone, Copy)]
pub(crate) enum Facing {
    /// Directions of the palm and of the fingers; the natural one if `None`.
    Ways { palm: Option<Way>, fingers: Option<Way> },
    /// A rotation in the room: z along the fingers, y out of the back of the hand.
    Rotation(DQuat),
}

/// Direction of the palm or fingers.
#[derive(Debug, Clone, Copy)]
pub(crate) enum Way {
    /// Relative to the person: right, up, ahead.
    Body(DVec3),
    /// Towards the head.
    Head,
    /// Towards a point of the room.
    Point(DVec3),
}

/// An act of the head, the eyes or the whole body.
#[derive(Debug, Clone)]
pub(crate) enum HeadAct {
    /// Turns head and eyes to a point of the room, and keeps them on it.
    Look { at: DVec3, secs: f64 },
    /// Turns the eyes only.
    Glance { at: DVec3 },
    /// Turns the whole body.
    Turn { yaw_deg: f64, pitch_deg: f64, secs: f64 },
    /// Turns the head only; the yaw is relative to the chest.
    Nod { yaw_deg: f64, pitch_deg: f64, secs: f64 },
    /// Walks; without a duration, at the default speed.
    Walk { to: DVec3, yaw_deg: Option<f64>, secs: Option<f64> },
}

/// An act of one hand.
#[derive(Debug, Clone)]
pub(crate) enum HandAct {
    Move {
        to: Spot,
        part: HandPart,
        pose: Option<Grip>,
        secs: f64,
    },
    /// Brings the wrist to a pose on a path that swings out by `arc`; in the space of [`crate::arm`].
    Carry {
        to: Pose,
        arc: DVec3,
        secs: f64,
    },
    Pose {
        pose: Grip,
        secs: f64,
    },
    Pinch {
        at: Option<Spot>,
        approach_secs: f64,
        close_secs: f64,
        hold_secs: f64,
        open_secs: f64,
    },
    Drag {
        from: Option<Spot>,
        path: Vec<Spot>,
        approach_secs: f64,
        secs: f64,
        hold_secs: f64,
    },
    Grab(Grab),
    Poke(Poke),
    Rest {
        secs: f64,
    },
    Hide,
    Show,
}

/// Closing the whole hand around something.
#[derive(Debug, Clone)]
pub(crate) struct Grab {
    pub(crate) at: Option<Spot>,
    pub(crate) to: Option<Spot>,
    pub(crate) approach_secs: f64,
    pub(crate) secs: f64,
    pub(crate) hold_secs: f64,
    pub(crate) pinching: bool,
}

/// Pressing a button with the index fingertip.
#[derive(Debug, Clone)]
pub(crate) struct Poke {
    pub(crate) at: Spot,
    /// Direction of the push, of length 1; straight ahead if `None`.
    pub(crate) along: Option<DVec3>,
    pub(crate) depth_m: f64,
    pub(crate) approach_secs: f64,
    pub(crate) hold_secs: f64,
}

/// Time to close thumb and index in a script, and to open them again.
pub(crate) const PINCH_CLOSE_SECS: f64 = 0.15;
pub(crate) const PINCH_OPEN_SECS: f64 = 0.2;
/// Time to close the whole hand, and to open it.
pub(crate) const GRASP_SECS: f64 = 0.25;
/// Time for the fingertip to move from its start to the button, and back.
pub(crate) const PUSH_SECS: f64 = 0.25;

impl HandAct {
    /// Duration in seconds.
    pub(crate) fn secs(&self) -> f64 {
        let approach = |to: &Option<Spot>, secs: f64| if to.is_some() { secs } else { 0.0 };
        match self {
            Self::Move { secs, .. }
            | Self::Carry { secs, .. }
            | Self::Pose { secs, .. }
            | Self::Rest { secs } => *secs,
            Self::Pinch { at, approach_secs, close_secs, hold_secs, open_secs } => {
                approach(at, *approach_secs) + close_secs + hold_secs + open_secs
            }
            Self::Drag { from, approach_secs, secs, hold_secs, .. } => {
                approach(from, *approach_secs)
                    + PINCH_CLOSE_SECS
                    + secs
                    + hold_secs
                    + PINCH_OPEN_SECS
            }
            Self::Grab(Grab { at, to, approach_secs, secs, hold_secs, .. }) => {
                approach(at, *approach_secs) + approach(to, *secs) + hold_secs + 2.0 * GRASP_SECS
            }
            Self::Poke(Poke { approach_secs, hold_secs, .. }) => {
                approach_secs + hold_secs + 2.0 * PUSH_SECS
            }
            Self::Hide | Self::Show => 0.0,
        }
    }

    /// Whether it moves the wrist, and whether it moves the fingers.
    pub(crate) const fn moves(&self) -> (bool, bool) {
        match self {
            Self::Move { pose, .. } => (true, pose.is_some()),
            Self::Carry { .. } => (true, false),
            Self::Pose { .. } => (false, true),
            Self::Pinch { at, .. } => (at.is_some(), true),
            Self::Grab(Grab { at, to, .. }) => (at.is_some() || to.is_some(), true),
            Self::Drag { .. } | Self::Poke(_) | Self::Rest { .. } => (true, true),
            Self::Hide | Self::Show => (false, false),
        }
    }
}

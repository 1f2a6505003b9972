//! Actions of an improvised performance, without times and speeds.
//!
//! Points are relative to the person: metres to the right, up from the floor and ahead, from the point under
//! the head. Points out of reach are moved to the nearest reachable one.

use reenact::hand::Side;

use crate::grip::Grip;

/// Point relative to the person: right, up from the floor, ahead, in metres.
pub(crate) type Point = [f64; 3];

/// One action. Times are seconds.
#[derive(Debug, Clone, PartialEq)]
pub(crate) enum Idea {
    Wait {
        secs: f64,
    },
    /// Walks to a point right and ahead of the start of the recording, and turns to face that many degrees to the right.
    Walk {
        to: [f64; 2],
        facing_deg: f64,
    },
    Look {
        at: Point,
        secs: f64,
    },
    /// Moves the palm to a point.
    Reach {
        hand: Side,
        to: Point,
        grip: Grip,
    },
    Pinch {
        hand: Side,
        at: Point,
        hold_secs: f64,
    },
    Drag {
        hand: Side,
        from: Point,
        to: Point,
    },
    /// Grabs an object, carries it and lets go.
    Grab {
        hand: Side,
        at: Point,
        to: Point,
    },
    /// Presses a button with the index finger.
    Poke {
        hand: Side,
        at: Point,
    },
    /// Holds up a hand in some shape.
    Show {
        hand: Side,
        grip: Grip,
        secs: f64,
    },
    /// Returns a hand to rest, visible in front of the body.
    Rest {
        hand: Side,
    },
    /// Lowers a hand beside the body, out of view, and returns it.
    Drop {
        hand: Side,
        secs: f64,
    },
}

/// Action, and whether it starts together with the previous one instead of after all others.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Next {
    pub(crate) meanwhile: bool,
    pub(crate) idea: Idea,
}

impl Next {
    pub(crate) const fn then(idea: Idea) -> Self {
        Self { meanwhile: false, idea }
    }

    pub(crate) const fn meanwhile(idea: Idea) -> Self {
        Self { meanwhile: true, idea }
    }
}

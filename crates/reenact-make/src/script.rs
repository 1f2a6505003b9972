//! What happens, as data: a script is a list of cues, each one act and when it starts.
//!
//! Points are given as the person sees them who stands there: metres to the right, up from the floor and ahead, from
//! the spot under the head. A point that the arm cannot reach is brought to where it can.

use reenact::hand::Side;

use crate::grip::Grip;

/// A point as the person sees it: right, up from the floor, ahead, in metres.
pub type Point = [f64; 3];

/// One thing that the person does.
#[derive(Debug, Clone, PartialEq)]
pub enum Act {
    /// Stands there and looks on.
    Wait {
        /// For how long.
        secs: f64,
    },
    /// Walks to another spot in the room.
    Walk {
        /// The spot: right and ahead of where the recording began, in metres.
        to: [f64; 2],
        /// Where to face on arrival: degrees to the right of how the recording began.
        facing_deg: f64,
    },
    /// Looks at a point and keeps looking.
    Look {
        /// The point.
        at: Point,
        /// For how long.
        secs: f64,
    },
    /// Brings the palm somewhere.
    Reach {
        /// Which hand.
        hand: Side,
        /// Where to.
        to: Point,
        /// What the hand looks like there.
        grip: Grip,
    },
    /// Pinches a point of the air.
    Pinch {
        /// Which hand.
        hand: Side,
        /// Where the fingertips meet.
        at: Point,
        /// How long they stay together.
        hold_secs: f64,
    },
    /// Pinches, pulls and lets go.
    Drag {
        /// Which hand.
        hand: Side,
        /// Where the fingertips meet.
        from: Point,
        /// Where they part.
        to: Point,
    },
    /// Takes a thing into the whole hand, carries it and lets go.
    Grab {
        /// Which hand.
        hand: Side,
        /// Where the thing is.
        at: Point,
        /// Where it is put down.
        to: Point,
    },
    /// Pushes a button with the index finger.
    Poke {
        /// Which hand.
        hand: Side,
        /// Where the button is.
        at: Point,
    },
    /// Holds up a hand of some shape.
    Show {
        /// Which hand.
        hand: Side,
        /// What it looks like.
        grip: Grip,
        /// For how long.
        secs: f64,
    },
    /// Brings a hand back to where it rests, in sight in front of the body.
    Rest {
        /// Which hand.
        hand: Side,
    },
    /// Lets a hand hang beside the body, where the headset cannot see it, then brings it back.
    Drop {
        /// Which hand.
        hand: Side,
        /// How long it hangs there.
        secs: f64,
    },
    /// Does nothing, but names the moment.
    Mark {
        /// The marker's name.
        name: String,
    },
}

/// When an act starts.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum When {
    /// After all that came before.
    Then,
    /// Together with the act before it.
    Meanwhile,
}

/// One act and when it starts.
#[derive(Debug, Clone, PartialEq)]
pub struct Cue {
    /// When it starts.
    pub when: When,
    /// What is done.
    pub act: Act,
}

/// A performance, act by act.
///
/// ```
/// use reenact_make::{Act, Options, Script, perform};
/// use reenact::hand::Side;
///
/// let script = Script::default()
///     .then(Act::Poke { hand: Side::Right, at: [0.1, 1.3, 0.5] })
///     .meanwhile(Act::Drop { hand: Side::Left, secs: 1.0 })
///     .then(Act::Mark { name: "done".to_owned() });
/// let options = Options { seconds: script.seconds(1), seed: 1, ..Options::default() };
/// let recording = perform(&script, &options);
/// # let _ = recording;
/// ```
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Script {
    /// What happens, in order.
    pub cues: Vec<Cue>,
}

impl Script {
    /// Adds an act that starts after all that came before.
    #[must_use]
    pub fn then(mut self, act: Act) -> Self {
        self.cues.push(Cue { when: When::Then, act });
        self
    }

    /// Adds an act that starts together with the one before it.
    #[must_use]
    pub fn meanwhile(mut self, act: Act) -> Self {
        self.cues.push(Cue { when: When::Meanwhile, act });
        self
    }
}

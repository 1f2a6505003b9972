//! Built-in demo: about twenty seconds with every kind of action.

use reenact::hand::Side::{Left, Right};

use super::idea::{Idea, Next};
use crate::grip::Grip;

/// Actions of the demo, in order.
pub(crate) const DEMO: [Next; 17] = [
    Next::then(Idea::Look { at: [-0.7, 1.5, 1.8], secs: 0.7 }),
    Next::then(Idea::Reach { hand: Right, to: [0.24, 1.36, 0.48], grip: Grip::Open }),
    Next::then(Idea::Poke { hand: Right, at: [0.12, 1.38, 0.54] }),
    Next::then(Idea::Pinch { hand: Left, at: [-0.16, 1.34, 0.46], hold_secs: 0.6 }),
    Next::then(Idea::Drag { hand: Right, from: [0.28, 1.28, 0.46], to: [0.02, 1.44, 0.50] }),
    Next::meanwhile(Idea::Rest { hand: Left }),
    Next::then(Idea::Grab { hand: Left, at: [-0.26, 1.22, 0.46], to: [-0.06, 1.34, 0.44] }),
    Next::meanwhile(Idea::Drop { hand: Right, secs: 0.8 }),
    Next::then(Idea::Walk { to: [0.5, 0.6], facing_deg: -25.0 }),
    Next::meanwhile(Idea::Rest { hand: Left }),
    Next::then(Idea::Grab { hand: Right, at: [0.2, 1.26, 0.46], to: [0.12, 1.42, 0.42] }),
    Next::meanwhile(Idea::Grab { hand: Left, at: [-0.2, 1.26, 0.46], to: [-0.12, 1.42, 0.42] }),
    Next::then(Idea::Show { hand: Right, grip: Grip::ThumbUp, secs: 0.7 }),
    Next::meanwhile(Idea::Drop { hand: Left, secs: 0.4 }),
    Next::then(Idea::Rest { hand: Right }),
    Next::meanwhile(Idea::Show { hand: Left, grip: Grip::Fist, secs: 0.5 }),
    Next::then(Idea::Rest { hand: Left }),
];

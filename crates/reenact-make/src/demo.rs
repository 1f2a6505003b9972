//! The built-in demo: some twenty seconds in which everything happens at least once.

use reenact::hand::Side::{Left, Right};

use crate::grip::Grip;
use crate::script::{Act, Script};

/// The demo's script.
#[must_use]
pub fn demo_script() -> Script {
    Script::default()
        .then(Act::Look { at: [-0.7, 1.5, 1.8], secs: 0.7 })
        .then(Act::Reach { hand: Right, to: [0.24, 1.36, 0.48], grip: Grip::Open })
        .then(Act::Poke { hand: Right, at: [0.12, 1.38, 0.54] })
        .then(Act::Pinch { hand: Left, at: [-0.16, 1.34, 0.46], hold_secs: 0.6 })
        .then(Act::Drag { hand: Right, from: [0.28, 1.28, 0.46], to: [0.02, 1.44, 0.50] })
        .meanwhile(Act::Rest { hand: Left })
        .then(Act::Grab { hand: Left, at: [-0.26, 1.22, 0.46], to: [-0.06, 1.34, 0.44] })
        .meanwhile(Act::Drop { hand: Right, secs: 0.8 })
        .then(Act::Walk { to: [0.5, 0.6], facing_deg: -25.0 })
        .meanwhile(Act::Rest { hand: Left })
        .then(Act::Grab { hand: Right, at: [0.2, 1.26, 0.46], to: [0.12, 1.42, 0.42] })
        .meanwhile(Act::Grab { hand: Left, at: [-0.2, 1.26, 0.46], to: [-0.12, 1.42, 0.42] })
        .then(Act::Show { hand: Right, grip: Grip::ThumbUp, secs: 0.7 })
        .meanwhile(Act::Drop { hand: Left, secs: 0.4 })
        .then(Act::Rest { hand: Right })
        .meanwhile(Act::Show { hand: Left, grip: Grip::Fist, secs: 0.5 })
        .then(Act::Rest { hand: Left })
}

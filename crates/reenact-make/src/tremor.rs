//! Tremor of hands and fidgeting of fingers.

use crate::grip::Shape;
use crate::manner::Manner;
use crate::math::{Pose, small_rotation};
use crate::noise::Wander;
use crate::rng;

/// Small continuous movements of a living hand.
#[derive(Debug)]
pub(crate) struct Tremor {
    manner: Manner,
    drift: Wander,
    turn: Wander,
    quiver: Wander,
    fingers: [Wander; 5],
}

impl Tremor {
    pub(crate) fn new(manner: Manner, seed: u64) -> Self {
        let finger = |n: u64| Wander::new(rng::derive(seed, 10 + n), 1.3);
        Self {
            manner,
            drift: Wander::new(rng::derive(seed, 1), 2.1),
            turn: Wander::new(rng::derive(seed, 2), 1.7),
            quiver: Wander::new(rng::derive(seed, 3), 0.09),
            fingers: [finger(0), finger(1), finger(2), finger(3), finger(4)],
        }
    }

    /// Adds drift, smaller in a working hand, and a tremor of about 10 Hz.
    pub(crate) fn shake(&self, wrist: &mut Pose, firm: f64, time_secs: f64) {
        let Manner { hand_drift_m, hand_quiver_m, hand_turn_deg, .. } = self.manner;
        let ease = 1.0 - 0.6 * firm;
        wrist.position += self.drift.at(time_secs) * (hand_drift_m * ease)
            + self.quiver.at(time_secs) * hand_quiver_m;
        let turned = small_rotation(self.turn.at(time_secs) * (hand_turn_deg * ease));
        wrist.rotation = (wrist.rotation * turned).normalize();
    }

    /// Adds small movements to fingers that hold nothing.
    pub(crate) fn fidget(&self, mut shape: Shape, time_secs: f64) -> Shape {
        if self.manner.fidget == 0.0 {
            return shape;
        }
        let ease = (1.0 - shape.firm) * self.manner.fidget;
        let [thumb, fingers @ ..] = &self.fingers;
        let off = thumb.at(time_secs) * ease;
        shape.thumb.oppose += off.x * 3.0;
        shape.thumb.spread += off.y * 2.5;
        shape.thumb.tip += off.z * 4.0;
        for (finger, wander) in shape.fingers.iter_mut().zip(fingers) {
            let off = wander.at(time_secs) * ease;
            finger.knuckle += off.x * 4.0;
            finger.middle += off.y * 5.0;
            finger.spread += off.z * 1.5;
        }
        shape.within_limits()
    }
}

//! Named hand shapes, and their interpolation.

use crate::motion::Blend;

/// Named hand shape.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) enum Grip {
    /// Flat, with spread fingers.
    Open,
    /// Slightly curled, as in a relaxed hand.
    Relaxed,
    /// Thumb and index a few centimetres apart, about to pinch.
    PinchReady,
    /// Tips of thumb and index together.
    Pinch,
    /// Around an object the size of a cup.
    Grasp,
    /// All fingers curled, the thumb over them.
    Fist,
    /// Index extended, the others curled.
    Point,
    /// Fist with the thumb extended.
    ThumbUp,
}

impl Grip {
    /// All shapes, with their names in scripts.
    pub(crate) const NAMED: [(&str, Self); 8] = [
        ("open", Self::Open),
        ("relaxed", Self::Relaxed),
        ("pinch-ready", Self::PinchReady),
        ("pinch", Self::Pinch),
        ("grasp", Self::Grasp),
        ("fist", Self::Fist),
        ("point", Self::Point),
        ("thumb-up", Self::ThumbUp),
    ];

    /// Its joint angles.
    #[rustfmt::skip]
    pub(crate) const fn shape(self) -> Shape {
        match self {
            Self::Open => Shape::new(0.3, [12.0, 46.0, 40.0, 4.0, -4.0],
                [[4.0, 0.0, 4.0], [0.0, -2.0, 4.0], [3.0, 0.0, 4.0], [5.0, 0.0, 6.0]]),
            Self::Relaxed => Shape::new(0.0, [36.0, 34.0, 46.0, 14.0, 16.0],
                [[-4.0, 18.0, 24.0], [0.0, 22.0, 28.0], [-3.0, 26.0, 32.0], [-6.0, 28.0, 32.0]]),
            Self::PinchReady => Shape::new(0.4, [66.0, 44.0, 58.0, 5.0, 8.0],
                [[-2.0, 28.0, 34.0], [0.0, 28.0, 34.0], [-3.0, 28.0, 34.0], [-6.0, 28.0, 32.0]]),
            Self::Pinch => Shape::new(1.0, [80.0, 36.7, 63.9, 11.7, 10.0],
                [[-3.6, 37.8, 46.0], [0.0, 36.0, 42.0], [-3.0, 32.0, 40.0], [-6.0, 30.0, 36.0]]),
            Self::Grasp => Shape::new(0.9, [65.0, 52.0, 55.0, 17.0, 28.0],
                [[-1.0, 32.0, 40.0], [0.0, 32.0, 42.0], [-2.0, 34.0, 44.0], [-3.0, 36.0, 46.0]]),
            Self::Fist => Shape::new(1.0, [44.0, 44.0, 32.0, 56.0, 46.0],
                [[-7.0, 74.0, 98.0], [0.0, 80.0, 100.0], [-5.0, 82.0, 98.0], [-12.0, 80.0, 94.0]]),
            Self::Point => Shape::new(0.8, [41.0, 45.0, 36.0, 56.0, 42.0],
                [[-3.0, 8.0, 8.0], [0.0, 66.0, 92.0], [-5.0, 74.0, 94.0], [-12.0, 74.0, 90.0]]),
            Self::ThumbUp => Shape::new(0.8, [0.0, 60.0, 30.0, -4.0, -6.0],
                [[-7.0, 76.0, 98.0], [0.0, 80.0, 100.0], [-5.0, 82.0, 98.0], [-12.0, 80.0, 94.0]]),
        }
    }
}

/// Joint angles of the thumb, in degrees.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) struct Thumb {
    /// Around the hand's long axis: 0 beside the palm, 90 in front of it.
    pub(crate) oppose: f64,
    /// Away from the hand's long axis.
    pub(crate) spread: f64,
    /// Around its own axis: at 0 the nail faces like the back of the hand, at 90 to the side.
    pub(crate) roll: f64,
    /// Flexion of its middle joint.
    pub(crate) knuckle: f64,
    /// Flexion of its last joint.
    pub(crate) tip: f64,
}

/// Joint angles of a finger, in degrees.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) struct Finger {
    /// Away from the middle finger; for the middle finger, towards the index.
    pub(crate) spread: f64,
    /// Flexion at the knuckle.
    pub(crate) knuckle: f64,
    /// Flexion of the middle joint.
    pub(crate) middle: f64,
}

impl Finger {
    /// Flexion of the last joint: one tendon bends both joints, so it follows the middle one.
    pub(crate) fn distal(&self) -> f64 {
        self.middle * (2.0 / 3.0)
    }
}

/// Joint angles of a hand.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) struct Shape {
    pub(crate) thumb: Thumb,
    /// Index, middle, ring, pinky.
    pub(crate) fingers: [Finger; 4],
    /// Firmness from 0, at which fingers fidget, to 1, at which they do not move.
    pub(crate) firm: f64,
}

/// Limits of each angle.
pub(crate) mod limits {
    pub(crate) const THUMB_OPPOSE: (f64, f64) = (-5.0, 85.0);
    pub(crate) const THUMB_SPREAD: (f64, f64) = (0.0, 65.0);
    pub(crate) const THUMB_ROLL: (f64, f64) = (0.0, 90.0);
    pub(crate) const THUMB_KNUCKLE: (f64, f64) = (-10.0, 60.0);
    pub(crate) const THUMB_TIP: (f64, f64) = (-15.0, 80.0);
    pub(crate) const SPREAD: (f64, f64) = (-20.0, 20.0);
    pub(crate) const KNUCKLE: (f64, f64) = (-20.0, 90.0);
    pub(crate) const MIDDLE: (f64, f64) = (0.0, 110.0);
}

impl Shape {
    const fn new(firm: f64, thumb: [f64; 5], fingers: [[f64; 3]; 4]) -> Self {
        let [oppose, spread, roll, knuckle, tip] = thumb;
        let [index, middle, ring, pinky] = fingers;
        Self {
            thumb: Thumb { oppose, spread, roll, knuckle, tip },
            fingers: [finger(index), finger(middle), finger(ring), finger(pinky)],
            firm,
        }
    }

    /// Clamps all angles to their limits.
    pub(crate) fn within_limits(self) -> Self {
        let hold = |angle: f64, (least, most): (f64, f64)| angle.clamp(least, most);
        let Thumb { oppose, spread, roll, knuckle, tip } = self.thumb;
        Self {
            thumb: Thumb {
                oppose: hold(oppose, limits::THUMB_OPPOSE),
                spread: hold(spread, limits::THUMB_SPREAD),
                roll: hold(roll, limits::THUMB_ROLL),
                knuckle: hold(knuckle, limits::THUMB_KNUCKLE),
                tip: hold(tip, limits::THUMB_TIP),
            },
            fingers: self.fingers.map(|f| Finger {
                spread: hold(f.spread, limits::SPREAD),
                knuckle: hold(f.knuckle, limits::KNUCKLE),
                middle: hold(f.middle, limits::MIDDLE),
            }),
            firm: self.firm,
        }
    }
}

const fn finger([spread, knuckle, middle]: [f64; 3]) -> Finger {
    Finger { spread, knuckle, middle }
}

/// Degrees that the thumb moves away from fingers that curl or uncurl fully.
const MAKES_WAY_DEG: f64 = 18.0;

impl Blend for Shape {
    /// The fingers close before the thumb and open after it, to avoid a collision.
    fn blend(from: Self, to: Self, share: f64) -> Self {
        let mix = |a: f64, b: f64| f64::blend(a, b, share);
        let mut fingers = from.fingers;
        for (finger, to) in fingers.iter_mut().zip(to.fingers) {
            finger.spread = mix(finger.spread, to.spread);
            finger.knuckle = mix(finger.knuckle, to.knuckle);
            finger.middle = mix(finger.middle, to.middle);
        }
        let curl = to.fingers[0].middle - from.fingers[0].middle;
        let late = if curl > 0.0 { share * share } else { share * (2.0 - share) };
        let mix_thumb = |a: f64, b: f64| f64::blend(a, b, late);
        let swing = MAKES_WAY_DEG * (curl.abs() / 90.0) * 4.0 * share * (1.0 - share);
        let thumb = Thumb {
            oppose: mix_thumb(from.thumb.oppose, to.thumb.oppose),
            spread: mix_thumb(from.thumb.spread, to.thumb.spread) + swing,
            roll: mix_thumb(from.thumb.roll, to.thumb.roll),
            knuckle: mix_thumb(from.thumb.knuckle, to.thumb.knuckle),
            tip: mix_thumb(from.thumb.tip, to.thumb.tip),
        };
        Self { thumb, fingers, firm: mix(from.firm, to.firm) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_grip_is_within_what_a_hand_can_do() {
        for (_, grip) in Grip::NAMED {
            assert_eq!(grip.shape().within_limits(), grip.shape(), "{grip:?}");
        }
    }
}

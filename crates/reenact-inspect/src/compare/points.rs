//! Feature points for the alignment of two recordings.

use glam::{DQuat, DVec3};
use reenact::hand::{Finger, Joint, Side};

use super::view::{Value, View};

/// Number of points: the head, a point in front of it, a point along the gaze; the wrist and five fingertips
/// of each hand.
pub(super) const POINTS: usize = 3 + 2 * 6;
/// Coordinates, padded to whole rows of [`ABREAST`].
const NUMBERS: usize = (3 * POINTS).next_multiple_of(ABREAST);

/// Numbers per SIMD row.
const ABREAST: usize = 8;

/// Distance of the points in front of the head and along the gaze, in metres: a rotation by a degree moves
/// them by about 9 mm, comparable to the motion of hands during such a rotation.
const AHEAD_M: f64 = 0.5;

/// Distance in metres that counts for a point known in one recording only.
pub(super) const UNKNOWN_M: f32 = 0.2;

/// Points at one time. Unknown ones are 0.
#[derive(Debug, Clone)]
pub(super) struct Points {
    pub(super) numbers: [f32; NUMBERS],
    /// Bit mask of the known points.
    pub(super) known: u16,
}

impl Points {
    pub(super) fn of(view: &View) -> Self {
        let mut points = Self { numbers: [0.0; NUMBERS], known: 0 };
        let mut next = 0;
        let mut push = |point: Option<DVec3>| {
            // A position outside the range of `f32` is unknown.
            let point = point.map(DVec3::as_vec3).filter(|point| point.is_finite());
            if let (Some(point), Some(slot)) =
                (point, points.numbers.get_mut(3 * next..3 * next + 3))
            {
                slot.copy_from_slice(&point.to_array());
                points.known |= 1 << next;
            }
            next += 1;
        };
        let camera = view
            .camera()
            .map_or((None, None), |camera| (known(camera.position), known(camera.rotation)));
        push(camera.0);
        push(
            camera.0.zip(camera.1).map(|(at, turn): (DVec3, DQuat)| at + turn * DVec3::Z * AHEAD_M),
        );
        let gaze = view.gaze().and_then(|gaze| known(gaze.position).zip(known(gaze.rotation)));
        push(gaze.map(|(origin, way)| origin + way * AHEAD_M));
        for side in Side::ALL {
            push(known(view.joint(side, Joint::Wrist)));
            for finger in Finger::ALL {
                push(known(view.joint(side, finger.tip())));
            }
        }
        points
    }

    /// Sum of the squared distances, in square metres.
    pub(super) fn squared_distance(&self, other: &Self) -> f32 {
        if self.known == other.known {
            // Points unknown in both are 0 in both.
            let mut sums = [0.0; ABREAST];
            let [a, b] = [self, other].map(|points| points.numbers.as_chunks::<ABREAST>().0);
            for (a, b) in a.iter().zip(b) {
                for ((sum, a), b) in sums.iter_mut().zip(a).zip(b) {
                    *sum += (a - b) * (a - b);
                }
            }
            return sums.iter().sum();
        }
        let mut sum = 0.0;
        for (number, (a, b)) in self.points().zip(other.points()).enumerate() {
            sum += match [self, other].map(|points| points.known >> number & 1) {
                [1, 1] => a.iter().zip(b).map(|(a, b)| (a - b) * (a - b)).sum(),
                [0, 0] => 0.0,
                _ => UNKNOWN_M * UNKNOWN_M,
            };
        }
        sum
    }

    pub(super) fn points(&self) -> impl Iterator<Item = &[f32; 3]> {
        self.numbers.as_chunks().0.iter()
    }
}

fn known<T>(value: Value<T>) -> Option<T> {
    match value {
        Value::Known(value) => Some(value),
        Value::Absent | Value::Lost => None,
    }
}

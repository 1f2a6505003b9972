//! Every curve of every recording equals the results of MRTK's own `Evaluate…` methods at the same times.

use super::common::{Case, mrtk_cases, number};
use reenact::hand::{Joint, Side};
use reenact::{Curve, CurveId, PoseComponent, RayComponent, Recording, WrapMode};
use serde_json::Value;

/// Tolerance relative to the value, or to 1 for smaller values: both sides round to `f32`. It also covers weighted segments,
/// because the replacement for Unity's curves that produced these numbers solves them in `f64`; Unity itself deviates from the
/// exact curve by up to 6e-3.
const TOLERANCE: f32 = 2e-6;

/// Compares one recording with MRTK's values.
struct Comparison<'c> {
    case: &'c Case,
    recording: Recording,
    compared: usize,
}

impl Comparison<'_> {
    fn moment(&mut self, eval: &Value) {
        let time_secs = number(&eval["time"]);
        self.pose(&eval["camera"], time_secs, CurveId::Camera);
        for (side, hand) in [(Side::Left, &eval["left"]), (Side::Right, &eval["right"])] {
            self.state(&hand["tracked"], time_secs, CurveId::Tracked(side));
            self.state(&hand["pinching"], time_secs, CurveId::Pinching(side));
            let joints = hand["joints"].as_array().unwrap();
            assert_eq!(joints.len(), Joint::ALL.len());
            for (joint, pose) in Joint::ALL.into_iter().zip(joints) {
                self.pose(pose, time_secs, |component| CurveId::Joint(side, joint, component));
            }
        }
        // MRTK's code for 1.0 has no gaze.
        if !eval["gaze"].is_null() {
            self.gaze(&eval["gaze"], time_secs);
        }
    }

    fn pose(&mut self, expected: &Value, time_secs: f32, id: impl Fn(PoseComponent) -> CurveId) {
        assert_eq!(expected.as_array().unwrap().len(), PoseComponent::ALL.len());
        for component in PoseComponent::ALL {
            let id = id(component);
            let found = match self.recording.curve(id) {
                Some(curve) => value_at(curve, time_secs),
                // Without the track, MRTK returns the identity.
                None if component == PoseComponent::RotationW => 1.0,
                None => 0.0,
            };
            self.compare(found, &expected[component.index()], id, time_secs);
        }
    }

    fn gaze(&mut self, expected: &Value, time_secs: f32) {
        let at = |component| {
            self.recording.curve(CurveId::Gaze(component)).map(|curve| curve.value_at(time_secs))
        };
        let [ox, oy, oz, dx, dy, dz] = RayComponent::ALL.map(at);
        let origin = [ox, oy, oz].map(|value| value.unwrap_or(0.0));
        let direction = match (dx, dy, dz) {
            (Some(x), Some(y), Some(z)) => {
                let length = (x * x + y * y + z * z).sqrt();
                [x, y, z].map(|value| if length > 1e-5 { value / length } else { 0.0 })
            }
            // Without the track, MRTK returns the forward direction.
            _ => [0.0, 0.0, 1.0],
        };
        for (n, component) in RayComponent::ALL.into_iter().enumerate() {
            let (found, expected) = match n {
                0..3 => (origin[n], &expected["origin"][n]),
                _ => (direction[n - 3], &expected["direction"][n - 3]),
            };
            self.compare(found, expected, CurveId::Gaze(component), time_secs);
        }
    }

    fn state(&mut self, expected: &Value, time_secs: f32, id: CurveId) {
        let found = self.recording.curve(id).is_some_and(|curve| curve.is_on_at(time_secs));
        assert_eq!(found, expected.as_bool().unwrap(), "{}: {id} at {time_secs}", self.case.name);
        self.compared += 1;
    }

    fn compare(&mut self, found: f32, expected: &Value, id: CurveId, time_secs: f32) {
        let expected = number(expected);
        let error = (found - expected).abs() / expected.abs().max(1.0);
        let name = &self.case.name;
        assert!(error <= TOLERANCE, "{name}: {id} at {time_secs}: {found}, not {expected}");
        self.compared += 1;
    }
}

/// Value at a time, but the last key's value at the very end of a loop: there the replacement differs from Unity, which is back
/// at the start (see `unity_golden.rs`).
fn value_at(curve: &Curve, time_secs: f32) -> f32 {
    let found = curve.value_at(time_secs);
    match (curve.first(), curve.last()) {
        (Some(first), Some(last))
            if curve.post_wrap == WrapMode::LOOP && time_secs == last.time_secs =>
        {
            assert_eq!(found, first.value);
            last.value
        }
        _ => found,
    }
}

#[test]
fn every_curve_says_what_mrtk_says() {
    let mut values = 0;
    for case in mrtk_cases() {
        let recording = Recording::from_slice(&case.bytes).unwrap();
        let mut comparison = Comparison { case: &case, recording, compared: 0 };
        let moments = case.expected["eval"].as_array().unwrap();
        for eval in moments {
            comparison.moment(eval);
        }
        let per_moment = 7 + 2 * (2 + 27 * 7) + if moments[0]["gaze"].is_null() { 0 } else { 6 };
        assert_eq!(comparison.compared, moments.len() * per_moment, "{}", case.name);
        values += comparison.compared;
    }
    assert!(values > 250_000, "only {values} values compared");
}

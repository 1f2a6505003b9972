//! Pinch detection from gestures, aim states or fingertip distance.

use super::v2::{AimState, Gestures, bits};

/// Distance of thumb tip and index tip at which Unity's pinch value is 1.
const CLOSED_M: f32 = 0.01;
/// Distance at which it is 0.
const OPEN_M: f32 = 0.045;
/// Value at which a button of Unity's Input System is pressed: `defaultButtonPressPoint`.
const PRESS: f32 = 0.5;
/// Value below which it is released: `buttonReleaseThreshold` (75 %) of it.
const RELEASE: f32 = 0.375;

/// Unity's pinch value of a distance between thumb tip and index tip.
pub(super) fn value_of_distance(distance_m: f32) -> f32 {
    ((OPEN_M - distance_m) / (OPEN_M - CLOSED_M)).clamp(0.0, 1.0)
}

/// Source of a pinch state.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Source {
    Gestures,
    Aim,
    Distance,
}

/// Pinch state of a frame, and its source.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) enum Evidence {
    Stated(bool),
    Value(f32),
}

/// Pinch state from gestures, else from the aim state, else from the distance of the fingertips.
pub(super) fn evidence(
    gestures: Option<&Gestures>,
    aim: Option<&AimState>,
    distance_m: f32,
) -> (Source, Evidence) {
    let touched = gestures.and_then(|gestures| gestures.pinch_touched).map(Evidence::Stated);
    let value = || gestures.and_then(|gestures| gestures.pinch).map(Evidence::Value);
    if let Some(evidence) = touched.or_else(value) {
        return (Source::Gestures, evidence);
    }
    match aim {
        Some(aim) => (Source::Aim, Evidence::Stated(aim.flags & bits::INDEX_PRESSED != 0)),
        None => (Source::Distance, Evidence::Value(value_of_distance(distance_m))),
    }
}

/// Whether a hand pinches, given its state in the previous frame.
pub(super) fn is_pinching(evidence: Evidence, was_pinching: bool) -> bool {
    match evidence {
        Evidence::Stated(is_pinching) => is_pinching,
        Evidence::Value(value) => value >= if was_pinching { RELEASE } else { PRESS },
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_are_on_unity_s_scale() {
        for (distance_m, value) in
            [(0.0, 1.0), (0.01, 1.0), (0.0275, 0.5), (0.045, 0.0), (1.0, 0.0)]
        {
            assert!((value_of_distance(distance_m) - value).abs() < 1e-6, "{distance_m} m");
        }
        assert!(!is_pinching(Evidence::Value(value_of_distance(f32::NAN)), true));
    }

    #[test]
    fn gestures_come_before_aim_and_aim_before_distance() {
        let touched =
            Gestures { pinch_touched: Some(true), pinch: Some(0.0), ..Gestures::default() };
        let value = Gestures { pinch: Some(0.4), ..Gestures::default() };
        let aim = AimState { flags: bits::INDEX_PRESSED, ..AimState::default() };
        let of = |gestures, aim| evidence(gestures, aim, 0.0);
        assert_eq!(of(Some(&touched), Some(&aim)), (Source::Gestures, Evidence::Stated(true)));
        assert_eq!(of(Some(&value), Some(&aim)), (Source::Gestures, Evidence::Value(0.4)));
        let silent = Gestures::default();
        assert_eq!(of(Some(&silent), Some(&aim)), (Source::Aim, Evidence::Stated(true)));
        assert_eq!(of(Some(&silent), None), (Source::Distance, Evidence::Value(1.0)));
    }

    #[test]
    fn a_pinch_ends_below_where_it_starts() {
        assert!(!is_pinching(Evidence::Value(0.4), false));
        assert!(is_pinching(Evidence::Value(0.4), true));
        assert!(!is_pinching(Evidence::Value(0.3), true));
    }
}

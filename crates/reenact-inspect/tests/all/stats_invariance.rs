//! Measures do not depend on position and orientation in the world, mirroring, or pace.

use glam::{Quat, Vec3};
use reenact::hand::{Joint, Side};
use reenact::{Curve, CurveId, PoseComponent, RayComponent, Recording};
use reenact_edit::retime::Pace;
use reenact_edit::{mirror, reanchor, retime};
use reenact_inspect::stats::{Options, Stats, stats};
use reenact_make::make;

use crate::takes::{film_hand, hand_at, minimum_jerk};

fn lifelike(seed: u64) -> Recording {
    make(&reenact_make::Options { seconds: 20.0, seed, ..reenact_make::Options::default() })
        .unwrap()
}

fn measured(recording: &Recording) -> Stats {
    stats(recording, &Options::default()).unwrap()
}

/// Compares row by row with a relative tolerance, and a small absolute one for values near zero.
#[track_caller]
fn assert_same(a: &Stats, b: &Stats, tolerance: f64) {
    for (a, b) in a.rows().into_iter().zip(b.rows()) {
        assert_eq!(a.name, b.name);
        assert_eq!(a.value.is_some(), b.value.is_some(), "{}", a.name);
        if let (Some(x), Some(y)) = (a.value, b.value) {
            assert!((x - y).abs() <= tolerance * x.abs().max(0.01), "{}: {x} {y}", a.name);
        }
    }
}

#[test]
fn moved_and_turned_all_measures_stay() {
    let recording = lifelike(3);
    let options = reanchor::Options {
        rotation: Quat::from_euler(glam::EulerRot::YXZ, 2.0, 0.7, -1.1),
        translation: Vec3::new(1.5, -0.5, 2.0),
        ..reanchor::Options::default()
    };
    let moved = reanchor::reanchor(&recording, &options).unwrap();
    assert_same(&measured(&recording), &measured(&moved.recording), 1e-3);
}

#[test]
fn in_a_mirror_left_is_right_and_all_else_stays() {
    let recording = lifelike(4);
    // Mirrored by hand: x is negated, and so are rotations about y and z.
    let mut mirrored = recording.clone();
    for (id, curve) in recording.curves() {
        let (other, turns) = match id {
            CurveId::Tracked(side) => (CurveId::Tracked(side.other()), false),
            CurveId::Pinching(side) => (CurveId::Pinching(side.other()), false),
            CurveId::Joint(side, joint, part) => {
                (CurveId::Joint(side.other(), joint, part), turns(part))
            }
            CurveId::Camera(part) => (id, turns(part)),
            CurveId::Gaze(part) => {
                (id, matches!(part, RayComponent::OriginX | RayComponent::DirectionX))
            }
        };
        let keys =
            curve.iter().map(|key| (key.time_secs, if turns { -key.value } else { key.value }));
        let curve = if id.is_boolean() { curve.clone() } else { Curve::simple(keys) };
        mirrored.set_curve(other, curve).unwrap();
    }
    let by_edit = mirror::mirror(&recording, &mirror::Options::default()).unwrap();
    let original = measured(&recording);
    assert_ne!(original.left, original.right);
    let swapped = Stats { left: original.right.clone(), right: original.left.clone(), ..original };
    for mirrored in [&mirrored, &by_edit.recording] {
        assert_same(&swapped, &measured(mirrored), 1e-9);
    }
}

fn turns(part: PoseComponent) -> bool {
    matches!(part, PoseComponent::PositionX | PoseComponent::RotationY | PoseComponent::RotationZ)
}

#[test]
fn at_another_pace_speed_acceleration_and_jerk_scale_and_smoothness_stays() {
    let recording = lifelike(5);
    let scaled = |pace: f32| Options {
        rate_hz: 60.0 * pace,
        smoothing_secs: 0.12 / pace,
        rest_speed_m_s: 0.05 * pace,
        min_pause_secs: 0.3 / pace,
        min_movement_secs: 0.2 / pace,
        ..Options::default()
    };
    let before = stats(&recording, &scaled(1.0)).unwrap();
    for pace in [0.5_f32, 2.0] {
        let options = retime::Options { pace: Pace::Speed(pace) };
        let faster = retime::retime(&recording, &options).unwrap();
        let after = stats(&faster.recording, &scaled(pace)).unwrap();
        let pace = f64::from(pace);
        for side in Side::ALL {
            let (a, b) = (before.hand(side), after.hand(side));
            let near = |a: Option<f64>, b: Option<f64>, what: &str| {
                let (a, b) = (a.unwrap(), b.unwrap());
                assert!((a - b).abs() <= 1e-3 * a.abs(), "{side} {what} at {pace}: {a} {b}");
            };
            let peak = |spread: Option<reenact_inspect::stats::Spread>| spread.map(|s| s.max);
            near(a.path_length_m, b.path_length_m, "path");
            near(a.tracked_secs, b.tracked_secs.map(|secs| secs * pace), "tracked");
            near(peak(a.speed_m_s), peak(b.speed_m_s).map(|v| v / pace), "speed");
            near(
                peak(a.acceleration_m_s2),
                peak(b.acceleration_m_s2).map(|v| v / pace.powi(2)),
                "acceleration",
            );
            near(peak(a.jerk_m_s3), peak(b.jerk_m_s3).map(|v| v / pace.powi(3)), "jerk");
            assert_eq!(a.movements, b.movements);
            near(a.log_dimensionless_jerk, b.log_dimensionless_jerk, "log dimensionless jerk");
            near(a.curl_deg.map(|s| s.mean), b.curl_deg.map(|s| s.mean), "curl");
        }
    }
}

#[test]
fn a_reach_is_as_smooth_in_half_and_in_twice_the_time_and_at_any_length() {
    let reach = |length_m: f64, secs: f64| {
        let recording = film_hand(secs, 60.0 / secs, |t| {
            hand_at(glam::DVec3::X * (length_m * minimum_jerk(t / secs)))
        });
        let options = Options {
            rate_hz: 60.0 / secs as f32,
            smoothing_secs: 0.0,
            rest_speed_m_s: 0.0,
            ..Options::default()
        };
        let hand = stats(&recording, &options).unwrap().right;
        [hand.sparc.unwrap(), hand.log_dimensionless_jerk.unwrap()]
    };
    let [sparc, log_jerk] = reach(0.3, 1.0);
    for (length_m, secs) in [(0.3, 0.5), (0.3, 2.0), (0.1, 1.0), (0.6, 1.0)] {
        let [other, other_log] = reach(length_m, secs);
        assert!((sparc - other).abs() < 1e-3, "{length_m} m in {secs} s: {sparc} {other}");
        assert!((log_jerk - other_log).abs() < 1e-2, "{length_m} m in {secs} s");
    }
}

#[test]
fn slot_none_is_part_of_nothing() {
    let recording = lifelike(6);
    let mut filled = recording.clone();
    for side in Side::ALL {
        for part in PoseComponent::ALL {
            let id = CurveId::Joint(side, Joint::None, part);
            filled.set_curve(id, Curve::simple([(0.0, 7.0), (20.0, -7.0)])).unwrap();
        }
    }
    assert_eq!(measured(&recording), measured(&filled));
}

//! Properties that a synthetic performance shares with a real one.

use crate::common::{camera, gaze, hand, is_in, neighbours, spans};
use glam::{DQuat, DVec3};
use reenact::hand::{Finger, Joint, Side};
use reenact::{CurveId, Recording};
use reenact_make::{Options, demo, make};

/// A minute each of several people, and the demo.
fn takes() -> Vec<(String, Recording)> {
    let minute = |seed| make(&Options { seconds: 60.0, seed, ..Options::default() }).unwrap();
    let mut takes: Vec<_> = [1, 2, 3, 99].map(|seed| (format!("seed {seed}"), minute(seed))).into();
    takes.push(("demo".to_owned(), demo()));
    takes
}

#[test]
fn bones_keep_their_length_but_for_the_trackers_noise() {
    for (name, take) in takes() {
        for side in Side::ALL {
            let keys = hand(&take, side);
            for (parent, child) in Joint::bones() {
                let lengths: Vec<f64> =
                    keys.iter().map(|key| key.at(parent).distance(key.at(child))).collect();
                let mean = lengths.iter().sum::<f64>() / keys.len() as f64;
                let worst = lengths.iter().map(|length| (length - mean).abs()).fold(0.0, f64::max);
                assert!(
                    worst < 0.0015,
                    "{name} {side:?} {parent:?} to {child:?}: {worst} off {mean}"
                );
                assert!(
                    (0.012..0.12).contains(&mean),
                    "{name} {side:?} {parent:?} to {child:?}: {mean}"
                );
            }
        }
    }
}

/// Flexion and abduction of `child` relative to `parent`, in degrees.
fn bend(parent: DQuat, child: DQuat) -> (f64, f64) {
    let z = (parent.conjugate() * child) * DVec3::Z;
    ((-z.y).atan2(z.z).to_degrees(), z.x.asin().to_degrees())
}

#[test]
fn joints_bend_as_far_as_a_hands_and_the_last_follows_the_middle_one() {
    for (name, take) in takes() {
        for side in Side::ALL {
            for key in hand(&take, side) {
                for finger in Finger::ALL {
                    let turns: Vec<DQuat> = finger
                        .joints()
                        .iter()
                        .map(|joint| key.joints[joint.index() - 1].rotation)
                        .collect();
                    let context = || format!("{name} {side:?} {finger:?} at {}", key.time_secs);
                    let bends: Vec<(f64, f64)> =
                        turns.windows(2).map(|t| bend(t[0], t[1])).collect();
                    if finger == Finger::Thumb {
                        assert!((-12.0..62.0).contains(&bends[0].0), "{} {:?}", context(), bends);
                        assert!((-17.0..82.0).contains(&bends[1].0), "{} {:?}", context(), bends);
                        continue;
                    }
                    let [knuckle, middle, distal] = [bends[0], bends[1], bends[2]];
                    assert!((-22.0..92.0).contains(&knuckle.0), "{} {knuckle:?}", context());
                    assert!(knuckle.1.abs() < 22.0, "{} {knuckle:?}", context());
                    // Hinge joints bend in one direction only, and not sideways.
                    assert!((-2.0..112.0).contains(&middle.0), "{} {middle:?}", context());
                    assert!((-2.0..75.0).contains(&distal.0), "{} {distal:?}", context());
                    assert!(
                        middle.1.abs() < 2.0 && distal.1.abs() < 2.0,
                        "{} {bends:?}",
                        context()
                    );
                    assert!(
                        (distal.0 - middle.0 * 2.0 / 3.0).abs() < 3.0,
                        "{} {bends:?}",
                        context()
                    );
                }
            }
        }
    }
}

#[test]
fn nothing_moves_faster_than_people_do() {
    for (name, take) in takes() {
        let head = camera(&take);
        for pair in head.windows(2) {
            let secs = f64::from(pair[1].0 - pair[0].0);
            let speed = pair[0].1.position.distance(pair[1].1.position) / secs;
            assert!(speed < 2.0, "{name}: head at {speed} m/s at {}", pair[0].0);
        }
        for side in Side::ALL {
            let keys = hand(&take, side);
            let mut fastest: f64 = 0.0;
            for (a, b) in neighbours(&keys, 60.0) {
                let secs = f64::from(b.time_secs - a.time_secs);
                for joint in Joint::TRACKED {
                    let speed = a.at(joint).distance(b.at(joint)) / secs;
                    assert!(
                        speed < 3.0,
                        "{name} {side:?} {joint:?}: {speed} m/s at {}",
                        a.time_secs
                    );
                    fastest = fastest.max(speed);
                }
            }
            assert!(fastest > 0.5, "{name} {side:?}: but they do move");
        }
    }
}

#[test]
fn tips_meet_while_pinching_and_only_then() {
    for (name, take) in takes() {
        let end_secs = take.end_secs();
        let pinches = |side| spans(&take, CurveId::Pinching(side), true, end_secs).len();
        assert!(pinches(Side::Left) + pinches(Side::Right) > 0, "{name}: no pinches");
        for side in Side::ALL {
            let pinches = spans(&take, CurveId::Pinching(side), true, end_secs);
            let lost = spans(&take, CurveId::Tracked(side), false, end_secs);
            for key in hand(&take, side) {
                let apart_m = key.at(Joint::ThumbTip).distance(key.at(Joint::IndexTip));
                if is_in(&pinches, key.time_secs) {
                    assert!(apart_m < 0.01, "{name} {side:?} at {}: {apart_m}", key.time_secs);
                } else if !pinches
                    .iter()
                    .any(|p| key.time_secs > p.0 - 0.3 && key.time_secs < p.1 + 0.3)
                {
                    assert!(apart_m > 0.012, "{name} {side:?} at {}: {apart_m}", key.time_secs);
                }
            }
            for (start, end) in pinches {
                assert!(
                    !lost.iter().any(|l| start < l.1 && l.0 < end),
                    "{name} {side:?} pinches unseen"
                );
            }
        }
    }
}

#[test]
fn a_hand_that_is_lost_has_no_keys() {
    for (name, take) in takes() {
        let end_secs = take.end_secs();
        let frames = camera(&take).len();
        for side in Side::ALL {
            let lost = spans(&take, CurveId::Tracked(side), false, end_secs);
            let keys = hand(&take, side);
            assert!(keys.iter().all(|key| !is_in(&lost, key.time_secs)), "{name} {side:?}");
            let lost_frames =
                camera(&take).iter().filter(|(time_secs, _)| is_in(&lost, *time_secs)).count();
            assert!(
                frames - lost_frames - keys.len() <= 1,
                "{name} {side:?}: and one a frame while it is not"
            );
            assert!(
                keys.len() * 10 > frames * 8,
                "{name} {side:?}: {} of {frames} tracked",
                keys.len()
            );
            for &(start, end) in lost.iter().filter(|(start, end)| *start > 0.0 && *end < end_secs)
            {
                assert!(
                    (0.18..3.02).contains(&(end - start)),
                    "{name} {side:?} lost from {start} to {end}"
                );
            }
            assert!(!lost.is_empty(), "{name} {side:?} is never lost");
        }
    }
}

#[test]
fn the_left_hand_comes_into_sight_after_a_second() {
    for (name, take) in takes() {
        let first = hand(&take, Side::Left)[0].time_secs;
        assert!((0.7..1.5).contains(&first), "{name}: {first}");
        assert_eq!(hand(&take, Side::Right)[0].time_secs, 0.0, "{name}");
    }
}

#[test]
fn slot_none_stays_empty() {
    let take = demo();
    for (id, curve) in take.curves() {
        assert_eq!(curve.is_empty(), matches!(id, CurveId::Joint(_, Joint::None, _)), "{id}");
    }
}

#[test]
fn rotations_are_unit_and_keep_their_sign() {
    for (name, take) in takes() {
        let mut tracks: Vec<Vec<DQuat>> =
            vec![camera(&take).iter().map(|(_, pose)| pose.rotation).collect()];
        for side in Side::ALL {
            let keys = hand(&take, side);
            tracks.extend(
                (0..26).map(|i| keys.iter().map(|key| key.joints[i].rotation).collect::<Vec<_>>()),
            );
        }
        for rotations in tracks {
            assert!(rotations.iter().all(|q| (q.length() - 1.0).abs() < 1e-6), "{name}");
            assert!(rotations.windows(2).all(|pair| pair[0].dot(pair[1]) > 0.0), "{name}");
        }
    }
}

#[test]
fn left_is_left_and_right_is_right() {
    for (name, take) in takes() {
        for (side, sign) in [(Side::Left, 1.0), (Side::Right, -1.0)] {
            for key in hand(&take, side) {
                // In the wrist's frame, palm down, the thumb of a left hand is to the right.
                let wrist = key.joints[0];
                let local = |joint| wrist.rotation.conjugate() * (key.at(joint) - wrist.position);
                assert!(
                    local(Joint::ThumbProximalJoint).x * sign > 0.01,
                    "{name} {side:?} {}",
                    key.time_secs
                );
                assert!(
                    local(Joint::PinkyKnuckle).x * sign < -0.02,
                    "{name} {side:?} {}",
                    key.time_secs
                );
                assert!(local(Joint::MiddleKnuckle).z > 0.08, "{name} {side:?} {}", key.time_secs);
            }
        }
    }
}

#[test]
fn hands_are_within_arms_reach_of_a_head_at_its_height() {
    for (name, take) in takes() {
        let head = camera(&take);
        for (time_secs, pose) in &head {
            assert!(
                (1.5..1.8).contains(&pose.position.y),
                "{name} at {time_secs}: {}",
                pose.position
            );
            assert!(
                pose.position.x.abs() < 2.0 && pose.position.z.abs() < 2.0,
                "{name}: out of the room"
            );
        }
        for side in Side::ALL {
            for key in hand(&take, side) {
                let at = head.partition_point(|(time_secs, _)| *time_secs < key.time_secs);
                let away_m = key.joints[0].position.distance(head[at].1.position);
                assert!(
                    (0.2..0.85).contains(&away_m),
                    "{name} {side:?} at {}: {away_m}",
                    key.time_secs
                );
            }
        }
    }
}

#[test]
fn the_head_walks_and_looks() {
    let (_, take) = takes().swap_remove(0);
    let head = camera(&take);
    let range = |value: fn(&crate::common::Pose) -> f64| {
        let values = head.iter().map(|(_, pose)| value(pose));
        values.clone().fold(f64::MIN, f64::max) - values.fold(f64::MAX, f64::min)
    };
    assert!(range(|pose| pose.position.x) + range(|pose| pose.position.z) > 0.8);
    assert!(range(|pose| (pose.rotation * DVec3::Z).x) > 0.5);
    assert!(range(|pose| (pose.rotation * DVec3::Z).y) > 0.3);
    assert!(range(|pose| pose.position.y) > 0.02);
}

#[test]
fn eyes_rest_and_jump_and_are_not_the_head() {
    for (name, take) in takes() {
        let rays = gaze(&take);
        let head = camera(&take);
        let mut off_head: Vec<f64> = rays
            .iter()
            .zip(&head)
            .map(|(ray, (_, pose))| ray.2.angle_between(pose.rotation * DVec3::Z).to_degrees())
            .collect();
        off_head.sort_by(f64::total_cmp);
        assert!(
            off_head[off_head.len() / 2] > 3.0,
            "{name}: half the time {}°",
            off_head[off_head.len() / 2]
        );
        assert!(
            off_head[off_head.len() - 1] < 50.0,
            "{name}: eyes do not turn {}°",
            off_head[off_head.len() - 1]
        );

        let speeds: Vec<f64> = rays
            .windows(2)
            .map(|pair| {
                pair[0].2.angle_between(pair[1].2).to_degrees() / f64::from(pair[1].0 - pair[0].0)
            })
            .collect();
        let resting = speeds.iter().filter(|speed| **speed < 40.0).count();
        assert!(resting * 100 > speeds.len() * 75, "{name}: rests {resting} of {}", speeds.len());
        let jumps = speeds.windows(2).filter(|pair| pair[0] < 60.0 && pair[1] >= 60.0).count();
        let every_secs = f64::from(take.end_secs()) / jumps as f64;
        assert!((0.25..0.7).contains(&every_secs), "{name}: jumps every {every_secs} s");
        for ((_, origin, direction), (_, pose)) in rays.iter().zip(&head) {
            assert!(origin.distance(pose.position) < 0.03, "{name}");
            assert!((direction.length() - 1.0).abs() < 1e-6, "{name}");
        }
    }
}

#[test]
fn markers_are_sorted_inside_and_not_too_many() {
    for (name, take) in takes() {
        let markers: Vec<(f32, String)> =
            take.markers().map(|m| (m.time_secs, m.name.to_string())).collect();
        assert!(markers.windows(2).all(|pair| pair[0].0 <= pair[1].0), "{name}");
        assert_eq!(markers[0], (0.0, "start".to_owned()), "{name}");
        assert_eq!(*markers.last().unwrap(), (take.end_secs(), "end".to_owned()), "{name}");
        assert!((10..45).contains(&markers.len()), "{name}: {} markers", markers.len());
    }
}

#[test]
fn everything_happens_in_the_demo() {
    let take = demo();
    assert!((15.0..28.0).contains(&take.end_secs()), "{}", take.end_secs());
    let names: Vec<String> = take.markers().map(|m| m.name.to_string()).collect();
    for name in ["start", "reach", "poke", "pinch", "drag", "grab", "release", "end"] {
        assert!(names.iter().any(|n| n == name), "no {name} in {names:?}");
    }
}

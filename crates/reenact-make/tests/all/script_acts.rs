//! Each act of a script has the documented effect, measured in the recording.

use glam::DVec3;
use reenact::hand::{Joint, Side};
use reenact::{CurveId, Form, Recording};
use reenact_make::Script;

use crate::common::{HandKey, camera, gaze, hand, is_in, spans};

/// Default start position of the head.
const HEAD: DVec3 = DVec3::new(0.0, 1.6, 0.0);

pub(crate) fn perform(text: &str) -> Recording {
    Script::parse(text).unwrap_or_else(|error| panic!("{error}\n{text}")).perform(Form::MRTK_1_1)
}

/// Settings with and without noise, and the tolerance for each.
const NOISES: [(&str, f64); 2] = [("noise = true", 0.005), ("noise = false", 1e-6)];

fn key_at(keys: &[HandKey], time_secs: f32) -> &HandKey {
    let key = keys
        .iter()
        .min_by(|a, b| (a.time_secs - time_secs).abs().total_cmp(&(b.time_secs - time_secs).abs()));
    let key = key.expect("the hand is tracked");
    assert!((key.time_secs - time_secs).abs() < 1e-4, "no frame at {time_secs}");
    key
}

fn pinch_point(key: &HandKey) -> DVec3 {
    (key.at(Joint::ThumbTip) + key.at(Joint::IndexTip)) * 0.5
}

fn tips_apart_m(key: &HandKey) -> f64 {
    key.at(Joint::ThumbTip).distance(key.at(Joint::IndexTip))
}

#[test]
fn a_poke_brings_the_fingertip_to_the_point_at_the_stated_time_and_back() {
    for (noise, within_m) in NOISES {
        for (side, x) in [(Side::Right, 0.12), (Side::Left, -0.2)] {
            let take = perform(&format!(
                "{noise}\nrate_hz = 100\n[[act]]\ndo = \"wait\"\nsecs = 0.5\n\
                 [[act]]\ndo = \"poke\"\nhand = \"{side}\"\nat = [{x}, -0.15, 0.45]\nhold_secs = 0.2"
            ));
            let keys = hand(&take, side);
            let at = HEAD + DVec3::new(x, -0.15, 0.45);
            // 0.5 of waiting, 0.6 of approach, 0.25 of pushing; then 0.2 of holding.
            for time_secs in [1.35, 1.45, 1.55] {
                let off_m = key_at(&keys, time_secs).at(Joint::IndexTip).distance(at);
                assert!(off_m < within_m, "{noise} {side}: {off_m} at {time_secs}");
            }
            for time_secs in [1.1, 1.8] {
                let tip = key_at(&keys, time_secs).at(Joint::IndexTip);
                let off_m = (tip - (at - DVec3::Z * 0.08)).length();
                assert!(off_m < within_m, "{noise} {side}: {off_m} at {time_secs}");
            }
            assert_eq!(take.end_secs(), 1.8);
            assert_eq!(hand(&take, side.other()).len(), 0, "the other hand has nothing to do");
        }
    }
}

#[test]
fn a_poke_goes_along_its_direction_and_as_deep_as_told() {
    let take = perform(
        "noise = false\nrate_hz = 100\n[[act]]\ndo = \"poke\"\nhand = \"right\"\nat = [0.1, -0.3, 0.4]\n\
         along = [0, -2, 0]\ndepth_m = 0.02",
    );
    let keys = hand(&take, Side::Right);
    let at = HEAD + DVec3::new(0.1, -0.3, 0.4);
    let poking = keys.iter().filter(|key| key.time_secs > 0.6);
    let lowest = poking.map(|key| key.at(Joint::IndexTip).y).fold(f64::MAX, f64::min);
    assert!((key_at(&keys, 0.6).at(Joint::IndexTip) - (at + DVec3::Y * 0.08)).length() < 1e-6);
    assert!((key_at(&keys, 0.85).at(Joint::IndexTip) - (at - DVec3::Y * 0.02)).length() < 1e-6);
    assert!((lowest - (at.y - 0.02)).abs() < 1e-6);
}

#[test]
fn a_pinch_joins_the_tips_while_the_pinching_curve_is_on_and_only_then() {
    for (noise, within_m) in NOISES {
        for (side, x) in [(Side::Right, 0.1), (Side::Left, -0.1)] {
            let take = perform(&format!(
                "{noise}\nrate_hz = 100\n[[act]]\ndo = \"pinch\"\nhand = \"{side}\"\n\
                 at = [{x}, -0.2, 0.4]\nhold_secs = 0.5\n[[act]]\ndo = \"rest\"\nhand = \"{side}\""
            ));
            // Approach 0.6, closing 0.15, holding 0.5.
            let pinches = spans(&take, CurveId::Pinching(side), true, take.end_secs());
            assert_eq!(pinches, [(0.75, 1.25)], "{noise} {side}");
            for key in hand(&take, side) {
                if is_in(&pinches, key.time_secs) {
                    let off_m = pinch_point(&key).distance(HEAD + DVec3::new(x, -0.2, 0.4));
                    assert!(tips_apart_m(&key) < 0.010, "{noise} {side} at {}", key.time_secs);
                    assert!(off_m < within_m, "{noise} {side}: {off_m} at {}", key.time_secs);
                } else if !(0.65..1.35).contains(&key.time_secs) {
                    assert!(tips_apart_m(&key) > 0.020, "{noise} {side} at {}", key.time_secs);
                }
            }
        }
    }
}

#[test]
fn a_drag_keeps_the_pinch_along_the_way() {
    for (noise, within_m) in NOISES {
        let take = perform(&format!(
            "{noise}\nrate_hz = 100\n[[act]]\ndo = \"drag\"\nhand = \"right\"\nfrom = [0.2, -0.2, 0.4]\n\
             to = [-0.1, -0.1, 0.45]\nsecs = 0.8"
        ));
        let (from, to) = (HEAD + DVec3::new(0.2, -0.2, 0.4), HEAD + DVec3::new(-0.1, -0.1, 0.45));
        let keys = hand(&take, Side::Right);
        // Approach 0.6, closing 0.15, moving 0.8, holding 0.1.
        let pinches = spans(&take, CurveId::Pinching(Side::Right), true, take.end_secs());
        assert_eq!(pinches, [(0.75, 1.65)], "{noise}");
        let held: Vec<_> = keys.iter().filter(|key| is_in(&pinches, key.time_secs)).collect();
        assert_eq!(held.len(), 90);
        let way = (to - from).normalize();
        let mut last_m = -within_m;
        for key in held {
            let point = pinch_point(key);
            let along_m = (point - from).dot(way);
            let aside_m = (point - from - way * along_m).length();
            assert!(tips_apart_m(key) < 0.010, "{noise} at {}", key.time_secs);
            assert!(aside_m < within_m, "{noise}: {aside_m} aside at {}", key.time_secs);
            assert!(along_m > last_m - within_m, "{noise}: back at {}", key.time_secs);
            last_m = along_m;
        }
        for (time_secs, point) in [(0.75, from), (1.55, to), (1.64, to)] {
            let off_m = pinch_point(key_at(&keys, time_secs)).distance(point);
            assert!(off_m < within_m, "{noise}: {off_m} at {time_secs}");
        }
    }
}

#[test]
fn a_drag_along_a_path_passes_each_of_its_points() {
    let take = perform(
        "noise = false\nrate_hz = 1000\n[[act]]\ndo = \"drag\"\nhand = \"left\"\nfrom = [-0.2, -0.2, 0.4]\n\
         path = [[-0.1, -0.2, 0.4], [-0.1, -0.1, 0.4], [-0.3, -0.1, 0.4]]\nsecs = 2",
    );
    let keys = hand(&take, Side::Left);
    // 0.1 m, 0.1 m and 0.2 m of 0.4 m in 2 s, from 0.75 s on.
    for (time_secs, at) in
        [(1.25, [-0.1, -0.2, 0.4]), (1.75, [-0.1, -0.1, 0.4]), (2.75, [-0.3, -0.1, 0.4])]
    {
        let off_m = pinch_point(key_at(&keys, time_secs)).distance(HEAD + DVec3::from_array(at));
        assert!(off_m < 1e-5, "{off_m} at {time_secs}");
    }
}

#[test]
fn a_grab_closes_the_hand_carries_and_lets_go() {
    let text = "noise = false\nrate_hz = 100\n[[act]]\ndo = \"grab\"\nhand = \"right\"\nat = [0.2, -0.3, 0.4]\n\
                to = [0.0, -0.2, 0.45]";
    let take = perform(text);
    let keys = hand(&take, Side::Right);
    // Approach 0.6, closing 0.25, moving 1, holding 0.3, opening 0.25.
    let grabbed = spans(&take, CurveId::Pinching(Side::Right), true, take.end_secs());
    assert_eq!(grabbed, [(0.85, 2.15)]);
    assert_eq!(take.end_secs(), 2.4);
    let curl_m = |time_secs: f32| {
        let key = key_at(&keys, time_secs);
        key.at(Joint::MiddleTip).distance(key.at(Joint::Wrist))
    };
    assert!(curl_m(0.6) - curl_m(0.85) > 0.03, "closes");
    assert_eq!((curl_m(0.85) * 1e5).round(), (curl_m(2.1) * 1e5).round(), "stays closed");
    assert!(curl_m(2.4) - curl_m(2.15) > 0.03, "opens");
    // A held object is at the centre of the hand: 45 mm below the back and 90 mm ahead of the wrist.
    for (time_secs, at) in [(0.85, [0.2, -0.3, 0.4]), (1.85, [0.0, -0.2, 0.45])] {
        let key = key_at(&keys, time_secs);
        let wrist = key.joints[0];
        let held = wrist.position + wrist.rotation * DVec3::new(-0.008, -0.045, 0.090);
        assert!(held.distance(HEAD + DVec3::from_array(at)) < 1e-6, "at {time_secs}");
    }
    let unpinched = perform(&format!("{text}\npinching = false"));
    let pinches = spans(&unpinched, CurveId::Pinching(Side::Right), true, 9.0);
    assert_eq!(pinches, []);
}

#[test]
fn a_move_has_the_speed_of_minimum_jerk() {
    for part in ["palm", "index-tip", "wrist"] {
        // A change of the hand shape on the way must not change the path of the part.
        let take = perform(&format!(
            "noise = false\nreach = \"any\"\nrate_hz = 1000\n[right]\nat = [0.2, -0.3, 0.35]\n\
             [[act]]\ndo = \"move\"\nhand = \"right\"\npart = \"{part}\"\nto = [0.2, -0.3, 0.36]\n\
             [[act]]\ndo = \"move\"\nhand = \"right\"\npart = \"{part}\"\nto = [0.0, -0.2, 0.45]\n\
             pose = \"point\"\nsecs = 0.8"
        ));
        let joint = match part {
            "palm" => Joint::Palm,
            "wrist" => Joint::Wrist,
            _ => Joint::IndexTip,
        };
        let keys = hand(&take, Side::Right);
        let second = &keys[600..];
        let way_m = DVec3::new(-0.2, 0.1, 0.09).length();
        let speeds: Vec<f64> = second
            .windows(11)
            .map(|keys| keys[0].at(joint).distance(keys[10].at(joint)) / 0.010)
            .collect();
        let (fastest, speed) = speeds.iter().enumerate().max_by(|a, b| a.1.total_cmp(b.1)).unwrap();
        let peak = 1.875 * way_m / 0.8;
        assert!((speed / peak - 1.0).abs() < 0.002, "{part}: {speed} m/s, not {peak}");
        assert!((390..=405).contains(&fastest), "{part}: fastest at frame {fastest} of 800");
        assert!(speeds[0] < 0.01 && *speeds.last().unwrap() < 0.01, "{part}: from rest to rest");
        let end = second.last().unwrap().at(joint);
        assert!(end.distance(HEAD + DVec3::new(0.0, -0.2, 0.45)) < 1e-6, "{part} ends at {end}");
    }
}

#[test]
fn looking_at_a_point_turns_head_and_gaze_there_and_keeps_them_there() {
    for (noise, within_deg) in [("noise = true", 1.0), ("noise = false", 0.01)] {
        let take = perform(&format!(
            "{noise}\n[[act]]\ndo = \"look\"\nat = [0.8, -0.4, 1.2]\nsecs = 0.4\n\
             [[act]]\ndo = \"walk\"\nto = [-0.5, 0, 0.3]\nsecs = 2\n\
             [[act]]\ndo = \"wait\"\nsecs = 2"
        ));
        let at = HEAD + DVec3::new(0.8, -0.4, 1.2);
        for ((time_secs, pose), (_, origin, direction)) in
            camera(&take).into_iter().zip(gaze(&take))
        {
            let gaze_deg = direction.angle_between(at - origin).to_degrees();
            if time_secs >= 0.05 {
                assert!(gaze_deg < within_deg, "{noise}: eyes {gaze_deg}° off at {time_secs}");
            }
            let forward = pose.rotation * DVec3::Z;
            let head_deg = forward.angle_between(at - pose.position).to_degrees();
            if time_secs >= 0.4 {
                assert!(head_deg < within_deg, "{noise}: head {head_deg}° off at {time_secs}");
            }
            let upright = pose.rotation * DVec3::X;
            assert!(upright.y.abs() < 0.02, "{noise}: the head tilts at {time_secs}");
        }
        let start = camera(&take)[0].1.rotation * DVec3::Z;
        assert!(start.angle_between(DVec3::Z).to_degrees() < 1.0, "it starts straight ahead");
    }
}

#[test]
fn a_walk_and_a_turn_end_where_they_should_and_the_hands_come_along() {
    let take = perform(
        "noise = false\nrate_hz = 100\n[right]\ntracked = true\n[[act]]\ndo = \"walk\"\nto = [0.6, -0.1, 0.8]\n\
         facing_deg = 30\nsecs = 2\n[[act]]\ndo = \"turn\"\nyaw_deg = -90\npitch_deg = 20\nsecs = 1",
    );
    let head = camera(&take);
    let at = |time_secs: f32| head.iter().find(|(t, _)| (t - time_secs).abs() < 1e-4).unwrap().1;
    assert!(at(0.0).position.distance(HEAD) < 1e-6);
    assert!(at(2.0).position.distance(HEAD + DVec3::new(0.6, -0.1, 0.8)) < 1e-6);
    let yaw = |time_secs| {
        let forward = at(time_secs).rotation * DVec3::Z;
        (forward.x.atan2(forward.z).to_degrees(), -forward.y.asin().to_degrees())
    };
    assert!((yaw(2.0).0 - 30.0).abs() < 1e-3 && yaw(2.0).1.abs() < 1e-3);
    assert!((yaw(3.0).0 + 90.0).abs() < 1e-3 && (yaw(3.0).1 - 20.0).abs() < 1e-3);
    // A hand at rest does not move relative to the body.
    let palms: Vec<DVec3> =
        hand(&take, Side::Right).iter().map(|key| key.at(Joint::Palm)).collect();
    let in_body = |i: usize, yaw_deg: f64| {
        glam::DQuat::from_rotation_y(-yaw_deg.to_radians()) * (palms[i] - head[i].1.position)
    };
    assert!(in_body(0, 0.0).distance(in_body(200, 30.0)) < 1e-6);
    assert!(in_body(0, 0.0).distance(in_body(300, -90.0)) < 1e-6);
    let peak = head
        .windows(2)
        .map(|pair| pair[0].1.position.distance(pair[1].1.position) * 100.0)
        .fold(0.0, f64::max);
    let way_m = DVec3::new(0.6, -0.1, 0.8).length();
    assert!((peak / (1.875 * way_m / 2.0) - 1.0).abs() < 0.002, "{peak}");
}

#[test]
fn a_hand_meets_its_point_even_while_its_owner_walks() {
    let take = perform(
        "noise = false\nrate_hz = 100\nspace = \"world\"\n[[act]]\ndo = \"walk\"\nto = [0, 1.6, 0.5]\nsecs = 2\n\
         [[act]]\ndo = \"move\"\nhand = \"right\"\nto = [0.2, 1.3, 0.8]\nsecs = 1.5\nmeanwhile = true",
    );
    let palm = key_at(&hand(&take, Side::Right), 1.5).at(Joint::Palm);
    assert!(palm.distance(DVec3::new(0.2, 1.3, 0.8)) < 1e-6, "{palm}");
}

#[test]
fn waits_and_markers_are_exact() {
    let take = perform(
        "rate_hz = 60\n[[act]]\ndo = \"wait\"\nsecs = 0.5\n[[act]]\ndo = \"marker\"\nname = \"a\"\n\
         [[act]]\ndo = \"wait\"\nsecs = 1.23\n[[act]]\ndo = \"marker\"\nname = \"b ✓\"\n\
         [[act]]\ndo = \"marker\"\nname = \"early\"\nstart_secs = 0.1\n\
         [[act]]\ndo = \"wait\"\nsecs = 0.27\n[[act]]\ndo = \"marker\"\nname = \"c\"",
    );
    let markers: Vec<(f32, String)> =
        take.markers().map(|m| (m.time_secs, m.name.to_string())).collect();
    let expected = [(0.1, "early"), (0.5, "a"), (1.73, "b ✓"), (2.0, "c")];
    assert_eq!(markers, expected.map(|(t, name)| (t, name.to_owned())));
    assert_eq!(take.end_secs(), 2.0);
    assert_eq!(camera(&take).len(), 121);
}

#[test]
fn moments_of_acts_are_marked_when_asked() {
    let take = perform(
        "mark_acts = true\n[[act]]\ndo = \"drag\"\nhand = \"right\"\nfrom = [0.2, -0.2, 0.4]\nto = [0.1, -0.2, 0.4]",
    );
    let markers: Vec<(f32, String)> =
        take.markers().map(|m| (m.time_secs, m.name.to_string())).collect();
    assert_eq!(markers, [(0.75, "drag".to_owned()), (1.85, "release".to_owned())]);
}

#[test]
fn points_are_from_the_head_or_from_the_world_as_told() {
    let tip = |space: &str, at: &str| {
        let take = perform(&format!(
            "noise = false\nrate_hz = 100\nspace = \"{space}\"\n[head]\nstart = [1, 0.2, 3]\nfacing_deg = 90\n\
             [[act]]\ndo = \"poke\"\nhand = \"right\"\nat = {at}"
        ));
        let start = camera(&take)[0].1;
        assert!(start.position.distance(DVec3::new(1.0, 0.2, 3.0)) < 1e-6);
        assert!((start.rotation * DVec3::Z).distance(DVec3::X) < 1e-6, "90° right is +x");
        key_at(&hand(&take, Side::Right), 0.85).at(Joint::IndexTip)
    };
    // Half a metre ahead of a person who faces +x, and slightly to the right, which is −z.
    let expected = DVec3::new(1.45, 0.0, 2.9);
    assert!(tip("head", "[0.1, -0.2, 0.45]").distance(expected) < 1e-6);
    assert!(tip("world", "[1.45, 0.0, 2.9]").distance(expected) < 1e-6);
}

#[test]
fn every_named_pose_is_taken_and_they_differ() {
    let poses = ["open", "relaxed", "pinch-ready", "pinch", "grasp", "fist", "point", "thumb-up"];
    let mut seen: Vec<(&str, Vec<f64>)> = Vec::new();
    for pose in poses {
        let take = perform(&format!(
            "noise = false\nrate_hz = 100\n[[act]]\ndo = \"pose\"\nhand = \"left\"\npose = \"{pose}\"\nsecs = 0.2"
        ));
        let keys = hand(&take, Side::Left);
        let key = key_at(&keys, 0.2);
        let wrist = key.at(Joint::Wrist);
        let tips = [Joint::ThumbTip, Joint::IndexTip, Joint::MiddleTip, Joint::PinkyTip]
            .map(|tip| key.at(tip).distance(wrist));
        assert_eq!(tips_apart_m(key) < 0.01, pose == "pinch", "{pose}");
        let [_, index, middle, _] = tips;
        match pose {
            "open" => assert!(index > 0.16 && middle > 0.17),
            "fist" | "thumb-up" => assert!(index < 0.10 && middle < 0.10, "{tips:?}"),
            "point" => assert!(index > 0.15 && middle < 0.10),
            _ => {}
        }
        let tips = tips.to_vec();
        for (other, others) in &seen {
            let apart: f64 = tips.iter().zip(others).map(|(a, b)| (a - b).abs()).sum();
            assert!(apart > 0.005, "{pose} is {other}");
        }
        seen.push((pose, tips));
    }
}

#[test]
fn a_hand_is_tracked_as_told() {
    let tracked = |text: &str| {
        let take = perform(&format!("rate_hz = 10\nsecs = 3\n{text}"));
        Side::ALL.map(|side| spans(&take, CurveId::Tracked(side), true, take.end_secs()))
    };
    let always = vec![(0.0, 3.0)];
    assert_eq!(tracked(""), [vec![], vec![]]);
    assert_eq!(tracked("[left]\ntracked = true"), [always.clone(), vec![]]);
    let act = |name: &str, start: f32| {
        format!("[[act]]\ndo = \"{name}\"\nhand = \"right\"\nstart_secs = {start:?}\n")
    };
    assert_eq!(tracked(&act("rest", 0.0)), [vec![], always]);
    let hidden = act("hide", 1.0) + &act("show", 2.0);
    assert_eq!(tracked(&hidden), [vec![], vec![(0.0, 1.0), (2.0, 3.0)]]);
    assert_eq!(tracked(&act("show", 1.0)), [vec![], vec![(1.0, 3.0)]]);
    let late = format!("[right]\ntracked = false\n{}{}", act("rest", 0.0), act("show", 1.0));
    assert_eq!(tracked(&late), [vec![], vec![(1.0, 3.0)]]);
}

#[test]
fn both_hands_work_at_once() {
    let take = perform(
        "rate_hz = 100\n[[act]]\ndo = \"pinch\"\nhand = \"left\"\nat = [-0.15, -0.2, 0.4]\n\
         [[act]]\ndo = \"pinch\"\nhand = \"right\"\nat = [0.15, -0.2, 0.4]\nmeanwhile = true",
    );
    for side in Side::ALL {
        assert_eq!(spans(&take, CurveId::Pinching(side), true, 9.0), [(0.75, 1.05)], "{side}");
    }
    assert_eq!(take.end_secs(), 1.25);
}

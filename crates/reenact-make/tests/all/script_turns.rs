//! Hands are rotated as a script requests, within the range of a wrist.

use glam::DVec3;
use reenact::hand::{Joint, Side};
use reenact::{Form, Recording};
use reenact_make::Script;

use crate::common::{HandKey, camera, hand};

fn perform(text: &str) -> Recording {
    Script::parse(text).unwrap_or_else(|error| panic!("{error}\n{text}")).perform(Form::MRTK_1_1)
}

fn refused(text: &str) -> String {
    match Script::parse(text) {
        Ok(_) => panic!("taken:\n{text}"),
        Err(error) => error.to_string(),
    }
}

/// One move of an open hand in half a second, followed by half a second of rest.
fn one_move(noise: bool, hand: &str, to: &str, turn: &str) -> String {
    format!(
        "noise = {noise}\nsecs = 1\n[[act]]\ndo = \"move\"\nhand = \"{hand}\"\nto = {to}\npose = \"open\"\nsecs = 0.5\n{turn}"
    )
}

/// Position of the palm, its direction, and direction of the fingers.
fn palm(key: &HandKey) -> (DVec3, DVec3, DVec3) {
    let palm = key.joints[Joint::Palm.index() - 1];
    (palm.position, palm.rotation * DVec3::NEG_Y, palm.rotation * DVec3::Z)
}

fn angle_deg(a: DVec3, b: DVec3) -> f64 {
    a.angle_between(b).to_degrees()
}

#[test]
fn the_palm_of_a_hand_menu_faces_the_head_within_half_a_degree_and_three_with_noise() {
    for (noise, within_deg) in [(false, 0.5), (true, 3.0)] {
        for (side, x) in [(Side::Left, -0.12), (Side::Right, 0.12)] {
            for start in ["", "[head]\nstart = [3, 1.5, -2]\nfacing_deg = 130\n"] {
                let turn = "palm = \"head\"\nfingers = \"up\"";
                let to = format!("[{x}, -0.2, 0.38]");
                let text = one_move(noise, side.name(), &to, turn);
                let take = perform(&text.replacen("[[act]]", &format!("{start}[[act]]"), 1));
                let heads = camera(&take);
                for key in hand(&take, side).iter().filter(|key| key.time_secs >= 0.5) {
                    let head = heads.iter().find(|(time, _)| *time == key.time_secs).unwrap().1;
                    let (at, normal, fingers) = palm(key);
                    let off_deg = angle_deg(normal, head.position - at);
                    assert!(
                        off_deg < within_deg,
                        "{side} {noise}: {off_deg}° at {}",
                        key.time_secs
                    );
                    assert!(angle_deg(fingers, DVec3::Y) < 40.0, "{side}: {fingers}");
                }
            }
        }
    }
}

#[test]
fn a_hand_menu_stays_at_the_head_while_the_person_walks_and_turns() {
    let turn = "palm = \"head\"\nfingers = \"up\"\n[[act]]\ndo = \"walk\"\nto = [0.5, 0, 1]\nfacing_deg = 70";
    let take =
        perform(&one_move(false, "left", "[-0.12, -0.2, 0.38]", turn).replace("secs = 1\n", ""));
    let (key, head) = (hand(&take, Side::Left).pop().unwrap(), camera(&take).pop().unwrap().1);
    let (at, normal, _) = palm(&key);
    assert!(angle_deg(normal, head.position - at) < 0.5);
}

#[test]
fn palms_and_fingers_point_where_they_are_told() {
    let (up, ahead, right) = (DVec3::Y, DVec3::Z, DVec3::X);
    // Given keys, and the resulting directions of palm and fingers, if they are defined.
    let cases = [
        ("palm = \"up\"", Some(up), None),
        ("palm = \"down\"", Some(-up), None),
        ("palm = \"up\"\nfingers = \"forward\"", Some(up), Some(ahead)),
        ("palm = \"down\"\nfingers = \"forward\"", Some(-up), Some(ahead)),
        ("palm = \"left\"\nfingers = \"forward\"", Some(-right), Some(ahead)),
        ("palm = \"forward\"", Some(ahead), None),
        ("palm = \"back\"\nfingers = \"up\"", Some(-ahead), Some(up)),
        ("fingers = \"forward\"", None, Some(ahead)),
        ("fingers = \"up\"", None, Some(up)),
        ("rotation_deg = [0, 0, 0]", Some(-up), Some(ahead)),
        ("rotation_deg = [-90, 0, 0]", Some(ahead), Some(up)),
        ("rotation_deg = [0, -20, -90]", None, Some(DVec3::new(-0.342, 0.0, 0.9397))),
    ];
    for (turn, normal, fingers) in cases {
        let take = perform(&one_move(false, "right", "[0.2, -0.25, 0.38]", turn));
        let (at, found_normal, found_fingers) = palm(hand(&take, Side::Right).last().unwrap());
        assert!(at.distance(DVec3::new(0.2, 1.35, 0.38)) < 1e-6, "{turn}: the palm is at {at}");
        for (told, found) in [(normal, found_normal), (fingers, found_fingers)] {
            let off_deg = told.map_or(0.0, |told| angle_deg(told, found));
            assert!(off_deg < 0.1, "{turn}: {off_deg}°");
        }
    }
}

#[test]
fn left_and_right_are_the_persons_and_a_left_hand_is_not_mirrored() {
    for (side, x) in [(Side::Left, -0.2), (Side::Right, 0.2)] {
        let inward = if side == Side::Left { "right" } else { "left" };
        let turn = format!("palm = \"{inward}\"\nfingers = \"forward\"");
        let take = perform(&one_move(false, side.name(), &format!("[{x}, -0.25, 0.38]"), &turn));
        let (_, normal, _) = palm(hand(&take, side).last().unwrap());
        assert!(angle_deg(normal, DVec3::new(-x, 0.0, 0.0)) < 0.1, "{side}: {normal}");
    }
}

#[test]
fn a_pointing_finger_points_at_its_target() {
    let take = perform(
        &one_move(false, "right", "[0.15, -0.2, 0.4]", "fingers = [0.5, 0.3, 2]")
            .replace("open", "point"),
    );
    let keys = hand(&take, Side::Right);
    let key = keys.last().unwrap();
    let (knuckle, tip) = (key.at(Joint::IndexKnuckle), key.at(Joint::IndexTip));
    let target = DVec3::new(0.5, 1.9, 2.0);
    assert!(angle_deg(tip - knuckle, target - knuckle) < 0.1);
    // Other shapes point with the whole hand.
    let open = perform(&one_move(false, "right", "[0.15, -0.2, 0.4]", "fingers = [0.5, 0.3, 2]"));
    let (at, _, fingers) = palm(hand(&open, Side::Right).last().unwrap());
    assert!(angle_deg(fingers, target - at) < 0.1);
}

#[test]
fn a_pose_turns_the_hand_in_place_and_a_start_is_turned() {
    let take = perform(
        "noise = false\n[right]\nat = [0.2, -0.25, 0.38]\npalm = \"down\"\n\
         [[act]]\ndo = \"pose\"\nhand = \"right\"\npose = \"open\"\npalm = \"up\"\nsecs = 0.5",
    );
    let keys = hand(&take, Side::Right);
    let ((from, down, _), (to, up, _)) = (palm(&keys[0]), palm(keys.last().unwrap()));
    assert!(angle_deg(down, -DVec3::Y) < 0.1 && angle_deg(up, DVec3::Y) < 0.1);
    assert!(from.distance(to) < 1e-6);
    let resting = perform("noise = false\n[left]\ntracked = true\npalm = \"up\"");
    assert!(angle_deg(palm(&hand(&resting, Side::Left)[0]).1, DVec3::Y) < 0.1);
}

#[test]
fn a_turned_hand_still_meets_its_point_with_the_part_that_is_led() {
    let take = perform(
        "noise = false\n[[act]]\ndo = \"pinch\"\nhand = \"right\"\nat = [0.2, -0.25, 0.42]\npalm = \"left\"",
    );
    let keys = hand(&take, Side::Right);
    let held = keys.iter().find(|key| key.time_secs > 0.76).unwrap();
    let between = held.at(Joint::ThumbTip).midpoint(held.at(Joint::IndexTip));
    assert!(between.distance(DVec3::new(0.2, 1.35, 0.42)) < 1e-6, "{between}");
    assert!(angle_deg(palm(held).1, -DVec3::X) < 0.1);
}

#[test]
fn what_a_wrist_cannot_do_is_refused_with_the_limit() {
    let turned = |turn: &str| refused(&one_move(false, "right", "[0.2, -0.25, 0.38]", turn));
    for (turn, what) in [
        ("palm = \"up\"\nfingers = \"back\"", "the wrist would bend"),
        ("palm = \"down\"\nfingers = \"back\"", "the wrist would bend"),
        ("palm = \"down\"\nfingers = \"right\"", " would "),
        ("rotation_deg = [0, 180, 0]", "the wrist would bend"),
    ] {
        let message = turned(turn);
        assert!(message.starts_with("line 9, column "), "{turn}: {message}");
        assert!(
            message.contains("the right hand cannot have this rotation at 0.500 s: "),
            "{turn}: {message}"
        );
        assert!(
            message.contains(what) && message.contains("more than the limit of"),
            "{turn}: {message}"
        );
    }
    let any = one_move(false, "right", "[0.2, -0.25, 0.38]", "palm = \"up\"\nfingers = \"back\"");
    let take = perform(&format!("reach = \"any\"\n{any}"));
    assert!(angle_deg(palm(hand(&take, Side::Right).last().unwrap()).2, -DVec3::Z) < 0.1);
}

#[test]
fn wrong_words_are_refused_with_their_place() {
    let turned = |turn: &str| refused(&one_move(false, "right", "[0.2, -0.25, 0.38]", turn));
    let ways = "there are up, down, forward, back, left, right, head";
    assert_eq!(
        turned("palm = \"hed\""),
        format!("line 9, column 8: no palm \"hed\": did you mean \"head\"? {ways}")
    );
    assert_eq!(
        turned("fingers = \"north\""),
        format!("line 9, column 11: no fingers \"north\": {ways}")
    );
    assert_eq!(turned("palm = 3"), "line 9, column 8: palm must be a text in quotes");
    assert_eq!(
        turned("palm = [1, 2]"),
        "line 9, column 8: palm must be a point: [right, up, forward] in metres"
    );
    assert_eq!(
        turned("palm = \"up\"\nfingers = \"down\""),
        "line 9, column 8: the directions of palm and fingers are 180° apart, but on a hand about 90°: change one of them, or leave one out"
    );
    assert_eq!(
        turned("palm = \"up\"\nrotation_deg = [0, 0, 0]"),
        "line 10, column 16: rotation_deg cannot be combined with palm and fingers"
    );
    assert_eq!(
        turned("rotation_deg = 5"),
        "line 9, column 16: rotation_deg must be three angles: [pitch, yaw, roll] in degrees"
    );
    assert_eq!(
        refused("[[act]]\ndo = \"pinch\"\nhand = \"left\"\npalm = \"up\""),
        "line 4, column 8: act \"pinch\" sets the rotation at the target, but at is missing"
    );
    assert!(
        refused("[[act]]\ndo = \"rest\"\nhand = \"left\"\npalm = \"up\"")
            .contains("no key in act \"rest\" \"palm\"")
    );
}

//! Hand shape, pinches, reach, distances, head and gaze compared with the known input.

use glam::{DQuat, DVec3, Quat};
use reenact::hand::Side;
use reenact::{Curve, CurveId, Frame, Pose};
use reenact_inspect::events::PinchBy;
use reenact_inspect::stats::{Options, stats};

use crate::takes::{
    NOTHING, Shape, assert_near, film, film_hand, hand_at, pose, ray, right_of_ahead, shaped,
};

#[test]
fn curl_is_the_sum_of_a_fingers_bends_and_splay_the_angle_from_index_to_pinky() {
    let shape = Shape { bend_deg: [20.0, 10.0, 30.0, 40.0, 60.0], ..Shape::default() };
    let recording = film_hand(1.0, 60.0, |_| shaped(DVec3::ONE, &shape));
    let hand = stats(&recording, &Options::default()).unwrap().right;
    let curls = hand.finger_curl_deg.map(|curl| curl.unwrap().mean);
    for (found, expected) in curls.into_iter().zip([40.0, 30.0, 90.0, 120.0, 180.0]) {
        assert_near(found, expected, 1e-3);
    }
    assert_near(hand.curl_deg.unwrap().mean, 105.0, 1e-3);

    for splay_deg in [-10.0, 0.0, 25.0] {
        let shape = Shape { splay_deg, ..Shape::default() };
        let recording = film_hand(1.0, 60.0, |_| shaped(DVec3::ONE, &shape));
        let hand = stats(&recording, &Options::default()).unwrap().right;
        assert_near(hand.splay_deg.unwrap().mean, splay_deg, 1e-3);
    }
}

#[test]
fn fingers_bent_across_the_palm_have_no_splay() {
    let shape = Shape { bend_deg: [0.0, 75.0, 75.0, 75.0, 75.0], ..Shape::default() };
    let recording = film_hand(1.0, 60.0, |_| shaped(DVec3::ONE, &shape));
    let hand = stats(&recording, &Options::default()).unwrap().right;
    assert_eq!(hand.splay_deg, None);
    assert_near(hand.curl_deg.unwrap().mean, 225.0, 1e-3);
}

#[test]
fn pinches_take_as_long_as_the_curve_says_and_are_as_wide_as_the_tips_are_apart() {
    let mut recording = film_hand(4.0, 60.0, |_| hand_at(DVec3::ONE));
    // Deliberately between frames.
    let keys = [(0.0, false), (1.001, true), (1.503, false), (2.0, true), (3.25, false)];
    recording.set_curve(CurveId::Pinching(Side::Right), Curve::boolean(keys)).unwrap();
    let hand = stats(&recording, &Options::default()).unwrap().right;
    assert_eq!(hand.pinches, Some(2));
    let secs = hand.pinch_secs.unwrap();
    assert_near(secs.min, 0.502, 1e-6);
    assert_near(secs.max, 1.25, 1e-6);
    assert_near(secs.mean, 0.876, 1e-6);
    assert_near(secs.median, 0.876, 1e-6);
    // The thumb's tip is 2 cm beside and 3 cm behind the tip of the index.
    assert_near(hand.pinched_aperture_m, 0.02_f64.hypot(0.03), 1e-6);
    assert_near(hand.pinch_aperture_m.unwrap().mean, 0.02_f64.hypot(0.03), 1e-6);
    assert_near(hand.grasp_aperture_m.unwrap().mean, 0.05_f64.hypot(0.03), 1e-6);
}

#[test]
fn only_what_is_pinched_while_tracked_counts() {
    let mut recording = film_hand(4.0, 60.0, |_| hand_at(DVec3::ONE));
    let tracked = Curve::boolean([(0.0, true), (1.0, false), (2.0, true)]);
    recording.set_curve(CurveId::Tracked(Side::Right), tracked).unwrap();
    let pinching = Curve::boolean([(0.5, false), (0.75, true), (2.5, false)]);
    recording.set_curve(CurveId::Pinching(Side::Right), pinching).unwrap();
    let hand = stats(&recording, &Options::default()).unwrap().right;
    assert_near(hand.tracked_secs, 3.0, 1e-6);
    assert_eq!(hand.pinches, Some(2));
    assert_near(hand.pinch_secs.unwrap().min, 0.25, 1e-6);
    assert_near(hand.pinch_secs.unwrap().max, 0.5, 1e-6);
}

#[test]
fn a_pinch_by_aperture_begins_narrow_and_ends_wide() {
    // The tips go from 5 cm to 1 cm, vary by 1 cm several times, and part in the end.
    let aperture_m = |t: f64| match t {
        t if t < 1.0 => 0.05 - 0.04 * t,
        t if t < 3.0 => 0.02 - 0.01 * (t * 20.0).cos(),
        t => (0.01 + 0.02 * (t - 3.0)).min(0.06),
    };
    let recording = film_hand(6.0, 60.0, |t| {
        let hand = hand_at(DVec3::ZERO);
        let index = hand.joint(reenact::hand::Joint::IndexTip).unwrap();
        reenact::HandFrame::new(true, false, |joint| {
            if joint == reenact::hand::Joint::ThumbTip {
                return Some(pose(index.position.as_dvec3() + DVec3::X * aperture_m(t)));
            }
            hand.joint(joint)
        })
    });
    let options = Options { pinch_by: PinchBy::Aperture, ..Options::default() };
    let hand = stats(&recording, &options).unwrap().right;
    assert_eq!(hand.pinches, Some(1));
    // From 25 mm on the way down, at 0.625 s, to 40 mm on the way up, at 4.5 s; plus or minus a frame.
    assert_near(hand.pinch_secs.unwrap().mean, 3.875, 2.0 / 60.0);
    let curve = stats(&recording, &Options::default()).unwrap().right;
    assert_eq!(curve.pinches, Some(0));
    assert_eq!(curve.pinch_secs, None);
}

#[test]
fn reach_and_distances_are_as_the_head_sees_them() {
    // The head walks and turns; the hand follows it with a small movement of its own in the head's frame.
    let head = |t: f64| Pose {
        position: DVec3::new(t, 1.6, 0.5 * t).as_vec3(),
        rotation: Quat::from_rotation_y(t as f32),
    };
    let in_head = |t: f64| DVec3::new(0.1 * (t - 1.0), -0.3 + 0.1 * t, 0.4);
    let recording = film(2.0, 60.0, |t| {
        let head = head(t);
        let at =
            |seen: DVec3| head.position.as_dvec3() + head.rotation.as_dquat().normalize() * seen;
        Frame {
            camera: Some(head),
            right: Some(hand_at(at(in_head(t)))),
            left: Some(hand_at(at(in_head(t) - DVec3::new(0.25, 0.0, 0.0)))),
            ..NOTHING
        }
    });
    let stats = stats(&recording, &Options::default()).unwrap();
    let [width, height, depth] = stats.right.reach_m.unwrap();
    assert_near(width, 0.2, 1e-5);
    assert_near(height, 0.2, 1e-5);
    assert_near(depth, 0.0, 1e-5);
    assert_near(stats.right.head_distance_m.unwrap().max, in_head(0.0).length(), 1e-5);
    assert_near(stats.hands_distance_m.unwrap().mean, 0.25, 1e-5);
    let way = 2.0 * 1.0_f64.hypot(0.5);
    assert_near(stats.head.path_length_m, way, 1e-3 * way);
}

#[test]
fn the_head_has_turned_as_far_as_there_and_back_is() {
    // 60° to the right and back at constant speed, with quaternions of alternating sign, which are the same rotations.
    let yaw = |t: f64| (60.0 * (1.0 - (t - 1.0).abs())).to_radians();
    let recording = film(2.0, 60.0, |t| {
        let turn = DQuat::from_rotation_x(0.3) * DQuat::from_rotation_y(yaw(t));
        let sign = if (t * 60.0).round() as u32 % 7 < 3 { -1.0 } else { 1.0 };
        let camera = Pose { position: DVec3::Y.as_vec3(), rotation: (turn * sign).as_quat() };
        Frame { camera: Some(camera), ..NOTHING }
    });
    for mode in [reenact::Mode::Clean, reenact::Mode::Mrtk] {
        let options = Options { mode, ..Options::default() };
        let head = stats(&recording, &options).unwrap().head;
        // The window rounds off the turning point.
        assert_near(head.rotation_deg, 120.0, 6.0);
        assert_near(head.turn_deg_s.unwrap().median, 60.0, 0.1);
        assert_near(head.path_length_m, 0.0, 1e-6);
    }
}

#[test]
fn the_gaze_is_as_far_from_the_head_as_the_eyes_turned() {
    let recording = film(2.0, 60.0, |t| Frame {
        camera: Some(Pose {
            position: DVec3::ZERO.as_vec3(),
            rotation: Quat::from_rotation_y(10_f32.to_radians()),
        }),
        gaze: Some(ray(right_of_ahead(if t < 1.0 { 25.0 } else { -5.0 }))),
        ..NOTHING
    });
    let gaze = stats(&recording, &Options::default()).unwrap().gaze;
    let angle = gaze.head_angle_deg.unwrap();
    for found in [angle.min, angle.max, angle.mean] {
        assert_near(found, 15.0, 1e-3);
    }
}

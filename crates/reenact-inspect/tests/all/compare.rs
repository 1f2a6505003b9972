//! Comparison of recordings with known differences.

use glam::{Quat, Vec3};
use reenact::hand::{Joint, Side};
use reenact::{
    Curve, CurveId, ErrorKind, Form, Key, Marker, Mode, Pose, PoseComponent, Recording, Track,
    Tracks, WeightedMode,
};
use reenact_inspect::compare::OnlyIn;
use reenact_inspect::compare::{
    Alignment, Comparison, DifferenceKind, Options, Reference, Tolerances, Which, compare,
};

use crate::compare_made::{at_times, camera, lifelike, moved, other_bytes, with_keys, with_poses};

const STRICT: Options = Options {
    rate_hz: 60.0,
    key_times: true,
    mode: Mode::Clean,
    tolerances: Tolerances::ZERO,
    alignment: Alignment::None,
    reference: Reference::AsRecorded,
    range_secs: None,
    markers: true,
};

fn compared(a: &Recording, b: &Recording) -> Comparison {
    compare(a, b, &Options::default()).unwrap()
}

fn is_near(a: f32, b: f32, tolerance: f32) -> bool {
    (a - b).abs() <= tolerance
}

#[test]
fn without_tolerances_keys_before_0_count() {
    let early = at_times(&lifelike(2.0, 1), |time_secs| time_secs - 1.0);
    // Another head, before 0 only.
    let other = with_keys(&early, |id, mut key| {
        let is_head = id == CurveId::Camera(PoseComponent::PositionX);
        if is_head && key.time_secs < -0.5 {
            key.value += 0.5;
        }
        key
    });
    assert!(compared(&early, &other).same);
    let found = compare(&early, &other, &STRICT).unwrap();
    assert!(!found.same);
    assert_eq!(found.first_difference.unwrap().time_secs, -1.0);
    assert!(compare(&early, &other_bytes(&early), &STRICT).unwrap().same);
}

#[test]
fn recordings_that_start_late_are_compared_from_their_start() {
    let late = at_times(&lifelike(2.0, 1), |time_secs| time_secs + 40.0);
    let found = compare(&late, &other_bytes(&late), &STRICT).unwrap();
    assert!(found.same, "{found:?}");
    assert_eq!(found.compared_secs, Some([late.start_secs(), late.end_secs()]));
    assert_eq!(late.start_secs(), 40.0);
    let even = found.duration_secs[0] * STRICT.rate_hz;
    assert!(found.frames >= 100, "{}", found.frames);
    // No frame in the 40 s before, which would be 2,400 more.
    let keys = late.curves().map(|(_, curve)| curve.len()).max().unwrap();
    assert!((found.frames as f32) < 4.0 * (even + keys as f32), "{}", found.frames);

    let shifted = Options { alignment: Alignment::Offset(-40.0), ..Options::default() };
    let found = compare(&late, &lifelike(2.0, 1), &shifted).unwrap();
    assert!(found.same, "{found:?}");
    assert_eq!(found.compared_secs.unwrap()[0], 40.0);
}

#[test]
fn the_same_bytes_are_the_same_without_a_look() {
    let recording = lifelike(2.0, 1);
    let found = compare(&recording, &recording.clone(), &STRICT).unwrap();
    assert!(found.same && found.identical && found.frames == 0);
    assert_eq!(found.first_difference, None);
    assert_eq!(found.track(Track::Gaze).unwrap().position_m.unwrap().max, 0.0);
    // Compared with itself a second later, the recording differs.
    let late = Options { alignment: Alignment::Offset(1.0), ..STRICT };
    assert!(!compare(&recording, &recording.clone(), &late).unwrap().same);
}

#[test]
fn the_same_movement_in_other_bytes_is_the_same_with_nothing_forgiven() {
    let recording = lifelike(3.0, 2);
    for mode in [Mode::Clean, Mode::Mrtk] {
        let options = Options { mode, ..STRICT };
        let found = compare(&recording, &other_bytes(&recording), &options).unwrap();
        assert!(found.same && !found.identical && found.frames >= 181, "{found:?}");
        assert_eq!(found.compared_secs, Some([0.0, 3.0]));
        for track in &found.tracks {
            let (position, rotation) = (track.position_m.unwrap(), track.rotation_deg.unwrap());
            assert_eq!(
                (position.max, position.rms, rotation.max, rotation.rms),
                (0.0, 0.0, 0.0, 0.0)
            );
            assert_eq!(track.state_mismatch_secs, 0.0);
            assert_eq!(track.over_time.len(), 181);
        }
    }
    // 28-byte keys hold the same values as 8-byte keys.
    let full = recording.convert(Form { marker_list: true, ..Form::PUBLISHED_1_1 });
    assert!(compare(&recording, &full.to_recording().unwrap(), &STRICT).unwrap().same);
}

#[test]
fn three_millimetres_to_the_side_are_three_millimetres_everywhere() {
    let a = lifelike(3.0, 3);
    let b = with_poses(&a, |pose| Pose { position: pose.position + Vec3::X * 0.003, ..pose });
    let found = compared(&a, &b);
    assert!(!found.same);
    for track in &found.tracks {
        let (position, rotation) = (track.position_m.unwrap(), track.rotation_deg.unwrap());
        assert!(is_near(position.max, 0.003, 5e-7), "{track:?}");
        assert!(is_near(position.rms, 0.003, 2e-7), "{track:?}");
        assert!(rotation.max < 0.05, "{track:?}");
        assert_eq!(track.state_mismatch_secs, 0.0);
        let seen = track.over_time.iter().filter_map(|bucket| bucket.position_m);
        assert!(seen.clone().count() > 50 && seen.into_iter().all(|far| is_near(far, 0.003, 5e-7)));
    }
    let first = found.first_difference.unwrap();
    assert_eq!((first.time_secs, first.track), (0.0, Some(Track::Camera)));
    assert!(
        matches!(first.what, DifferenceKind::Position { position_m: far } if is_near(far, 0.003, 5e-7))
    );
    // A difference equal to the tolerance is within it.
    let tolerance = |position_m| Options {
        tolerances: Tolerances { position_m, ..Tolerances::default() },
        ..Options::default()
    };
    assert!(compare(&a, &b, &tolerance(0.003_001)).unwrap().same);
    assert!(!compare(&a, &b, &tolerance(0.002_999)).unwrap().same);
}

#[test]
fn two_degrees_are_two_degrees_everywhere() {
    let a = lifelike(3.0, 4);
    let turn = Quat::from_axis_angle(Vec3::new(0.6, 0.8, 0.0), 2_f32.to_radians());
    let b = with_poses(&a, |pose| Pose { rotation: pose.rotation * turn, ..pose });
    let found = compared(&a, &b);
    for side in Side::ALL {
        let track = found.track(Track::Hand(side)).unwrap();
        assert_eq!(track.position_m.unwrap().max, 0.0);
        let rotation = track.rotation_deg.unwrap();
        assert!(is_near(rotation.max, 2.0, 1e-3), "{rotation:?}");
        assert!(is_near(rotation.rms, 2.0, 1e-3), "{rotation:?}");
    }
    // A rotation about an axis that is not perpendicular to a direction turns it by less.
    let gaze = found.track(Track::Gaze).unwrap().rotation_deg.unwrap();
    assert!(is_near(gaze.max, (turn * Vec3::Z).angle_between(Vec3::Z).to_degrees(), 0.02));
    assert!(matches!(found.first_difference.unwrap().what, DifferenceKind::Rotation { .. }));
}

#[test]
fn a_rotation_and_its_negative_are_one() {
    let a = lifelike(1.0, 5);
    let b = with_poses(&a, |pose| Pose { rotation: -pose.rotation, ..pose });
    let rotations = with_keys(&a, |id, key| match id {
        CurveId::Camera(PoseComponent::RotationX) => Key { value: -key.value, ..key },
        _ => key,
    });
    assert!(compared(&a, &b).same);
    assert!(!compared(&a, &rotations).same);
}

#[test]
fn the_first_divergence_is_found_where_it_is() {
    let a = lifelike(4.0, 1);
    let side =
        Side::ALL.into_iter().find(|&side| a.curve(CurveId::Tracked(side)).unwrap().is_on_at(2.25));
    let side = side.expect("one of the hands is there");
    let id = CurveId::Joint(side, Joint::RingTip, PoseComponent::PositionY);
    let b = with_keys(&a, |other, key| {
        let off = if other == id && key.time_secs > 2.24 { 0.05 } else { 0.0 };
        Key { value: key.value + off, ..key }
    });
    let found = compared(&a, &b);
    let first = found.first_difference.clone().unwrap();
    let frame = a.curve(id).unwrap().iter().map(|key| key.time_secs).find(|&t| t > 2.24).unwrap();
    assert_eq!((first.track, first.joint), (Some(Track::Hand(side)), Some(Joint::RingTip)));
    assert_eq!(first.time_secs, frame);
    assert!(
        matches!(first.what, DifferenceKind::Position { position_m: far } if is_near(far, 0.05, 1e-6)),
        "{first}"
    );
    assert!(first.to_string().contains("RingTip: 50.00 mm apart at 2.2"), "{first}");
    let worst = found.track(Track::Hand(side)).unwrap().position_m.unwrap();
    assert_eq!(worst.joint, Some(Joint::RingTip));
    assert!(worst.time_secs >= frame);
    assert!(worst.rms < worst.max / 4.0);
    assert_eq!(
        found.track(Track::Hand(side.other())).unwrap().position_m.map_or(0.0, |far| far.max),
        0.0
    );
}

#[test]
fn a_mirrored_recording_differs() {
    let a = lifelike(2.0, 6);
    let mirror = |v: Vec3| Vec3::new(-v.x, v.y, v.z);
    let b = with_poses(&a, |pose| Pose {
        position: mirror(pose.position),
        rotation: Quat::from_xyzw(
            pose.rotation.x,
            -pose.rotation.y,
            -pose.rotation.z,
            pose.rotation.w,
        ),
    });
    let found = compared(&a, &b);
    assert!(!found.same);
    assert!(found.tracks.iter().any(|track| track.position_m.is_some_and(|far| far.max > 0.05)));
}

#[test]
fn a_spike_between_two_frames_is_seen_at_its_key() {
    let flat = camera(&[(0.0, Vec3::ZERO), (2.0, Vec3::ZERO)]);
    let spike = camera(&[
        (0.0, Vec3::ZERO),
        (1.005, Vec3::ZERO),
        (1.006, Vec3::X),
        (1.007, Vec3::ZERO),
        (2.0, Vec3::ZERO),
    ]);
    let found = compared(&flat, &spike);
    let position = found.track(Track::Camera).unwrap().position_m.unwrap();
    assert_eq!((position.max, position.time_secs), (1.0, 1.006));
    assert_eq!(found.first_difference.unwrap().time_secs, 1.006);
    // The mean is over time, not over keys: one metre for one millisecond of two seconds.
    assert!(is_near(position.rms, (0.001_f32 / 2.0).sqrt(), 2e-3), "{position:?}");
    let coarse = Options { key_times: false, ..Options::default() };
    assert!(compare(&flat, &spike, &coarse).unwrap().same, "nothing to see at 60 Hz");
}

#[test]
fn a_bulge_between_keys_is_seen_however_low_the_rate() {
    let bent = |tangent: f32| {
        let tracks = Tracks { camera: true, ..Tracks::NONE };
        let form = Form { marker_list: true, ..Form::PUBLISHED_1_1 };
        let mut recording = Recording::new(form, tracks).unwrap();
        for component in PoseComponent::ALL {
            let value = if component == PoseComponent::RotationW { 1.0 } else { 0.0 };
            let slope = if component == PoseComponent::PositionX { tangent } else { 0.0 };
            let keys = [0.0, 1.0].map(|time_secs| Key {
                in_tangent: -slope,
                out_tangent: slope,
                weighted_mode: WeightedMode(0),
                ..Key::linear(time_secs, value)
            });
            recording.set_curve(CurveId::Camera(component), Curve::full(keys)).unwrap();
        }
        recording
    };
    // From 0 to 0, a quarter of the slope high in the middle; 2/9 of it at a third.
    let options = Options { rate_hz: 1.0, ..Options::default() };
    let found = compare(&bent(0.0), &bent(0.4), &options).unwrap();
    let position = found.track(Track::Camera).unwrap().position_m.unwrap();
    assert!(is_near(position.max, 0.4 * 2.0 / 9.0, 1e-6), "{position:?}");
    let fine = compare(&bent(0.0), &bent(0.4), &Options::default()).unwrap();
    assert!(is_near(fine.track(Track::Camera).unwrap().position_m.unwrap().max, 0.1, 1e-6));
}

#[test]
fn states_differ_for_exactly_as_long_as_they_do() {
    let a = lifelike(4.0, 7);
    let on = |keys: &[(f32, bool)]| Curve::boolean(keys.iter().copied());
    let (mut a, mut b) = (a.clone(), a.clone());
    for recording in [&mut a, &mut b] {
        for side in Side::ALL {
            recording.set_curve(CurveId::Tracked(side), on(&[(0.0, true)])).unwrap();
        }
    }
    let pinching = CurveId::Pinching(Side::Left);
    a.set_curve(pinching, on(&[(0.0, false), (1.0, true), (2.0, false)])).unwrap();
    b.set_curve(pinching, on(&[(0.0, false), (1.0, true), (2.125, false)])).unwrap();
    let found = compared(&a, &b);
    let left = found.track(Track::Hand(Side::Left)).unwrap();
    assert!(is_near(left.state_mismatch_secs, 0.125, 1e-6), "{left:?}");
    assert!(is_near(left.pinching_mismatch_secs, 0.125, 1e-6));
    assert_eq!((left.tracked_mismatch_secs, left.known_mismatch_secs), (0.0, 0.0));
    assert_eq!(found.track(Track::Hand(Side::Right)).unwrap().state_mismatch_secs, 0.0);
    let first = found.first_difference.unwrap();
    assert_eq!(
        (first.time_secs, first.what),
        (2.0, DifferenceKind::Pinching { only_in: Which::B })
    );
    let patient = Options {
        tolerances: Tolerances { state_secs: 0.126, ..Tolerances::ZERO },
        ..Options::default()
    };
    assert!(compare(&a, &b, &patient).unwrap().same);
}

#[test]
fn a_hand_tracked_in_one_alone_is_a_mismatch_and_no_distance() {
    let mut a = lifelike(2.0, 8);
    let mut b = a.clone();
    let tracked = CurveId::Tracked(Side::Right);
    a.set_curve(tracked, Curve::boolean([(0.0, true)])).unwrap();
    b.set_curve(tracked, Curve::boolean([(0.0, true), (0.5, false), (1.25, true)])).unwrap();
    let found = compared(&a, &b);
    let right = found.track(Track::Hand(Side::Right)).unwrap();
    for secs in [right.state_mismatch_secs, right.tracked_mismatch_secs, right.known_mismatch_secs]
    {
        assert!(is_near(secs, 0.75, 1e-5), "{right:?}");
    }
    assert_eq!(right.position_m.unwrap().max, 0.0);
    assert_eq!(found.first_difference.unwrap().what, DifferenceKind::Tracked { only_in: Which::A });
    // Tracked nowhere, so there is no distance.
    b.set_curve(tracked, Curve::boolean([(0.0, false)])).unwrap();
    let found = compared(&a, &b);
    let right = found.track(Track::Hand(Side::Right)).unwrap();
    assert_eq!((right.position_m, right.rotation_deg), (None, None));
    assert!(is_near(right.state_mismatch_secs, 2.0, 1e-5));
    // Untracked in both is no difference.
    a.set_curve(tracked, Curve::boolean([(0.0, false)])).unwrap();
    let different = with_keys(&b, |id, key| match id {
        CurveId::Joint(Side::Right, ..) => Key { value: key.value + 1.0, ..key },
        _ => key,
    });
    assert!(compare(&a, &different, &STRICT).unwrap().same);
    let mrtk = Options { mode: Mode::Mrtk, ..STRICT };
    assert!(!compare(&a, &different, &mrtk).unwrap().same, "MRTK would play it");
}

#[test]
fn one_joint_that_one_recording_lacks_is_a_mismatch() {
    let a = lifelike(1.0, 1);
    let mut b = a.clone();
    let side = Side::ALL
        .into_iter()
        .find(|&side| a.curve(CurveId::Tracked(side)).unwrap().is_on_at(0.5))
        .unwrap();
    for component in PoseComponent::ALL {
        b.set_curve(CurveId::Joint(side, Joint::PinkyTip, component), Curve::simple([])).unwrap();
    }
    let found = compared(&a, &b);
    assert!(!found.same);
    let hand = found.track(Track::Hand(side)).unwrap();
    assert!(hand.known_mismatch_secs > 0.3 && hand.tracked_mismatch_secs == 0.0, "{hand:?}");
    let first = found.first_difference.unwrap();
    assert_eq!((first.joint, first.what), (Some(Joint::PinkyTip), DifferenceKind::Known));
}

#[test]
fn nan_is_not_known_and_never_a_distance() {
    let flat = camera(&[(0.0, Vec3::ZERO), (2.0, Vec3::ZERO)]);
    let hole = camera(&[(0.0, Vec3::ZERO), (1.0, Vec3::NAN), (2.0, Vec3::ZERO)]);
    let found = compared(&flat, &hole);
    let track = found.track(Track::Camera).unwrap();
    assert!(!found.same && is_near(track.known_mismatch_secs, 2.0, 1e-6), "{track:?}");
    assert_eq!(track.position_m.unwrap().max, 0.0, "where both are known");
    // Unknown in both is no difference, whatever the bits.
    let infinite = camera(&[(0.0, Vec3::ZERO), (1.0, Vec3::INFINITY), (2.0, Vec3::ZERO)]);
    assert!(compare(&hole, &infinite, &STRICT).unwrap().same);
    let far = camera(&[(0.0, Vec3::splat(f32::MAX)), (2.0, Vec3::splat(f32::MAX))]);
    let near = camera(&[(0.0, Vec3::splat(f32::MIN)), (2.0, Vec3::splat(f32::MIN))]);
    assert_eq!(
        compared(&far, &near).track(Track::Camera).unwrap().position_m.unwrap().max,
        f32::MAX
    );
}

#[test]
fn a_longer_recording_differs_from_where_the_shorter_ends() {
    let short = camera(&[(0.0, Vec3::ZERO), (1.0, Vec3::X)]);
    let long = camera(&[(0.0, Vec3::ZERO), (1.0, Vec3::X), (1.5, Vec3::Y)]);
    let found = compared(&short, &long);
    assert_eq!(found.duration_secs, [1.0, 1.5]);
    assert_eq!(found.compared_secs, Some([0.0, 1.0]));
    let first = found.first_difference.unwrap();
    assert_eq!(
        (first.time_secs, first.what),
        (1.0, DifferenceKind::Duration { only_in: Which::B, secs: 0.5 })
    );
    assert_eq!(found.tracks[0].position_m.unwrap().max, 0.0);
    let part = Options { range_secs: Some([0.25, 0.75]), ..STRICT };
    let found = compare(&short, &long, &part).unwrap();
    assert!(found.same && found.compared_secs == Some([0.25, 0.75]));
    let after_the_shorter = Options { range_secs: Some([1.2, 9.0]), ..STRICT };
    let found = compare(&short, &long, &after_the_shorter).unwrap();
    assert_eq!(found.first_difference.unwrap().what, DifferenceKind::NoOverlap);
    let after_both = Options { range_secs: Some([1.6, 9.0]), ..STRICT };
    assert_eq!(
        compare(&short, &long, &after_both).unwrap_err().to_string(),
        "the time range is outside both recordings, which go from 0 s to 1 s and from 0 s to 1.5 s"
    );
}

#[test]
fn tracks_and_markers_that_one_lacks_are_named() {
    let mut a = lifelike(1.0, 1);
    let mut b = Recording::new(Form::MRTK_1_1, Tracks { gaze: false, ..Tracks::ALL }).unwrap();
    for (id, curve) in a.curves().filter(|(id, _)| !matches!(id, CurveId::Gaze(_))) {
        b.set_curve(id, curve.clone()).unwrap();
    }
    a.set_markers([Marker::new(0.2, "grab"), Marker::new(0.5, "grab"), Marker::new(0.9, "end")])
        .unwrap();
    b.set_markers([Marker::new(0.22, "grab"), Marker::new(0.7, "grab"), Marker::new(0.9, "end")])
        .unwrap();
    let found = compared(&a, &b);
    assert_eq!(found.only_in_one, [OnlyIn { track: Track::Gaze, only_in: Which::A }]);
    assert!(found.track(Track::Gaze).is_none());
    let markers: Vec<_> =
        found.markers.iter().map(|m| (m.time_secs, m.name.as_str(), m.only_in)).collect();
    assert_eq!(markers, [(0.5, "grab", Which::A), (0.7, "grab", Which::B)]);
    let swapped = compared(&b, &a);
    assert_eq!(swapped.only_in_one, [OnlyIn { track: Track::Gaze, only_in: Which::B }]);
    assert_eq!(swapped.first_difference.unwrap().what, DifferenceKind::Track { only_in: Which::B });
}

#[test]
fn recordings_of_nothing_and_of_one_key_compare() {
    let nothing = Recording::new(Form::MRTK_1_1, Tracks::ALL).unwrap();
    let old = Recording::new(Form::MRTK_1_0, Tracks::V1_0).unwrap();
    let empty = Recording::new(Form::MRTK_1_1, Tracks::NONE).unwrap();
    let found = compare(&nothing, &other_bytes(&nothing), &STRICT).unwrap();
    assert!(found.same && found.frames == 1 && found.tracks[0].position_m.is_none());
    assert_eq!(
        compared(&nothing, &old).only_in_one,
        [OnlyIn { track: Track::Gaze, only_in: Which::A }]
    );
    assert_eq!(compared(&nothing, &empty).only_in_one.len(), 4);
    let (one, other) = (camera(&[(0.0, Vec3::ZERO)]), camera(&[(0.0, Vec3::X)]));
    let position = compared(&one, &other).tracks[0].position_m.unwrap();
    assert_eq!((position.max, position.rms), (1.0, 1.0));
    let late = camera(&[(3.0, Vec3::ZERO), (4.0, Vec3::ZERO)]);
    let found = compared(&one, &late);
    assert_eq!(found.tracks[0].position_m, None, "one is over before the other starts");
    assert_eq!(
        found.first_difference.unwrap().what,
        DifferenceKind::Duration { only_in: Which::B, secs: 4.0 }
    );
    let apart = Options { alignment: Alignment::Offset(9.0), ..Options::default() };
    let found = compare(&late, &other_bytes(&late), &apart).unwrap();
    assert!(!found.same && found.frames == 0 && found.compared_secs.is_none());
    assert_eq!(found.first_difference.unwrap().what, DifferenceKind::NoOverlap);
}

#[test]
fn seen_from_the_head_the_place_in_the_world_does_not_matter() {
    let a = lifelike(3.0, 9);
    let by = Pose {
        position: Vec3::new(2.0, -0.3, 1.0),
        rotation: Quat::from_axis_angle(Vec3::new(0.36, 0.48, 0.8), 1.2),
    };
    let b = moved(&a, by);
    assert!(!compared(&a, &b).same);
    for reference in [Reference::Head, Reference::Wrist, Reference::FirstFrame] {
        let found = compare(&a, &b, &Options { reference, ..Options::default() }).unwrap();
        assert!(found.same, "{reference}: {:?}", found.first_difference);
        for track in found.tracks.iter().filter(|track| track.position_m.is_some()) {
            assert!(track.position_m.unwrap().max < 1e-5, "{reference}: {track:?}");
            assert!(track.rotation_deg.unwrap().max < 0.02, "{reference}: {track:?}");
        }
        let has_camera = found.track(Track::Camera).unwrap().position_m.is_some();
        assert_eq!(has_camera, reference == Reference::FirstFrame);
        let has_gaze = found.track(Track::Gaze).unwrap().position_m.is_some();
        assert_eq!(has_gaze, reference != Reference::Wrist);
    }
}

#[test]
fn each_reference_still_sees_what_moved_against_it() {
    let a = lifelike(3.0, 9);
    // Head and gaze are unchanged, the hands are displaced by 1 cm.
    let hands = with_keys(&a, |id, key| match id {
        CurveId::Joint(_, _, PoseComponent::PositionY) => Key { value: key.value + 0.01, ..key },
        _ => key,
    });
    for (reference, is_same) in [
        (Reference::AsRecorded, false),
        (Reference::Head, false),
        (Reference::FirstFrame, false),
        (Reference::Wrist, true),
    ] {
        let found = compare(&a, &hands, &Options { reference, ..Options::default() }).unwrap();
        assert_eq!(found.same, is_same, "{reference}");
        let far = found.tracks.iter().filter(|track| matches!(track.track, Track::Hand(_)));
        let far = far.filter_map(|track| track.position_m).map(|far| far.max).fold(0.0, f32::max);
        assert!(is_near(far, if is_same { 0.0 } else { 0.01 }, 1e-5), "{reference}: {far}");
    }
}

#[test]
fn what_cannot_be_seen_from_the_reference_is_never_the_same() {
    let a = lifelike(1.0, 1);
    let mut a = with_keys(&a, |id, key| match id {
        CurveId::Camera(PoseComponent::PositionX) if key.time_secs > 0.5 => {
            Key { value: f32::NAN, ..key }
        }
        _ => key,
    });
    a.set_curve(CurveId::Tracked(Side::Left), Curve::boolean([(0.0, true)])).unwrap();
    let b = other_bytes(&a);
    assert!(compare(&a, &b, &STRICT).unwrap().same, "as recorded both lack the head alike");
    let found = compare(&a, &b, &Options { reference: Reference::Head, ..STRICT }).unwrap();
    assert!(!found.same && matches!(found.first_difference.unwrap().what, DifferenceKind::Known));
    let error = |a: &_, b: &_, reference| {
        compare(a, b, &Options { reference, ..STRICT }).unwrap_err().to_string()
    };
    let late = with_keys(&a, |id, key| match id {
        CurveId::Camera(_) => Key { value: f32::NAN, ..key },
        _ => key,
    });
    assert!(
        error(&late, &a, Reference::FirstFrame).starts_with("the head of a is not known at 0 s")
    );
    let hands = Recording::new(Form::MRTK_1_1, Tracks { camera: false, ..Tracks::ALL }).unwrap();
    assert!(error(&a, &hands, Reference::Head).starts_with("b has no camera track"));
    assert!(error(&camera(&[]), &a, Reference::Wrist).starts_with("a has no hands track"));
}

#[test]
fn options_that_mean_nothing_and_recordings_without_end_are_refused() {
    let a = camera(&[(0.0, Vec3::ZERO), (1.0, Vec3::X)]);
    let b = camera(&[(0.0, Vec3::ZERO), (1.0, Vec3::Y)]);
    let error = |options: Options| compare(&a, &b, &options).unwrap_err().to_string();
    let tolerances = Tolerances { gaze_deg: -1.0, ..Tolerances::ZERO };
    assert_eq!(
        error(Options { tolerances, ..STRICT }),
        "the gaze tolerance must be 0 or more, not -1"
    );
    assert!(error(Options { rate_hz: f32::NAN, ..STRICT }).starts_with("the rate must be"));
    assert!(
        error(Options { range_secs: Some([2.0, 1.0]), ..STRICT }).starts_with("a range must end")
    );
    for alignment in [
        Alignment::Offset(f32::NAN),
        Alignment::FindOffset { max_secs: -1.0 },
        Alignment::Warp { max_secs: f32::INFINITY },
    ] {
        assert!(
            error(Options { alignment, ..STRICT }).contains("offset")
                || error(Options { alignment, ..STRICT }).contains("how far")
        );
    }

    let endless = |secs: f32| camera(&[(0.0, Vec3::ZERO), (secs, Vec3::X)]);
    let (years, moment) = (endless(1e9), endless(f32::INFINITY));
    let default = Options::default();
    let found = compare(&years, &endless(2e9), &default).unwrap_err();
    assert!(matches!(found.kind(), ErrorKind::TooManyFrames { .. }), "{found}");
    assert!(found.to_string().contains("a lower rate or a shorter range"));
    // A key at infinity has no time and is ignored.
    assert!(compare(&moment, &other_bytes(&moment), &default).unwrap().same);
    let found = compare(&a, &moment, &default).unwrap();
    assert_eq!(found.duration_secs, [1.0, 0.0]);
    for alignment in [Alignment::FindOffset { max_secs: 1.0 }, Alignment::Warp { max_secs: 1.0 }] {
        assert!(compare(&a, &years, &Options { alignment, ..default }).is_err());
    }
    for alignment in [Alignment::FindOffset { max_secs: 1e9 }, Alignment::Warp { max_secs: 1e9 }] {
        // The largest search range is the length of the recordings.
        assert!(compare(&a, &b, &Options { alignment, ..default }).is_ok(), "{alignment:?}");
    }
}

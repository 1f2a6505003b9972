//! A mirrored recording is anatomically valid, and mirroring it again gives the original.

use glam::Vec3;
use proptest::prelude::*;
use reenact::hand::{Finger, Joint, Side};
use reenact::{Fault, Form, Mode, Recording, Sampler, Tracks};
use reenact_edit::mirror::{Options, Plane, mirror};
use reenact_make::demo;
use reenact_testkit::arbitrary::{Numbers, recording};
use reenact_testkit::assert_valid;

use crate::common::{bent, lifelike, scale, times};

const HEAD: Options = Options { plane: Plane::Head };

#[test]
fn what_one_hand_did_the_other_does() {
    let recording = demo();
    let edited = mirror(&recording, &Options::default()).unwrap();
    let (old, new) =
        (Sampler::new(&recording, Mode::Clean), Sampler::new(&edited.recording, Mode::Clean));
    let mut seen = 0;
    for time in times(0.0, recording.end_secs(), 500) {
        let (old, new) = (old.frame_at(time), new.frame_at(time));
        let flip = |point: Vec3| Vec3::new(-point.x, point.y, point.z);
        assert_eq!(new.camera.unwrap().position, flip(old.camera.unwrap().position));
        let gaze = (old.gaze.unwrap(), new.gaze.unwrap());
        assert_eq!(gaze.1.direction, flip(gaze.0.direction));
        for side in Side::ALL {
            let (was, is) = (old.hand(side).unwrap(), new.hand(side.other()).unwrap());
            assert_eq!((was.tracked, was.pinching), (is.tracked, is.pinching));
            for joint in Joint::TRACKED {
                let (was, is) = (was.joint(joint), is.joint(joint));
                assert_eq!(was.is_some(), is.is_some());
                if let (Some(was), Some(is)) = (was, is) {
                    assert_eq!(is.position, flip(was.position));
                    // Joint axes are mirrored except for x, which keeps the frame right-handed or left-handed
                    // as it was.
                    for axis in [Vec3::Y, Vec3::Z] {
                        assert!((is.rotation * axis).abs_diff_eq(flip(was.rotation * axis), 1e-5));
                    }
                    assert!(
                        (is.rotation * Vec3::X).abs_diff_eq(-flip(was.rotation * Vec3::X), 1e-5)
                    );
                    seen += 1;
                }
            }
        }
    }
    assert!(seen > 10_000, "{seen}");
}

#[test]
fn in_a_mirrored_hand_joints_point_along_their_bones_as_in_any_hand() {
    let recording = demo();
    for options in [Options::default(), HEAD] {
        let edited = mirror(&recording, &options).unwrap();
        let mut seen = 0;
        for frame in [0.0_f32, 3.0, 5.0, 8.0, 12.0]
            .map(|t| Sampler::new(&edited.recording, Mode::Clean).frame_at(t))
        {
            for side in Side::ALL {
                for finger in Finger::ALL {
                    for bone in finger.joints().windows(2) {
                        let (Some(near), Some(far)) =
                            (frame.joint(side, bone[0]), frame.joint(side, bone[1]))
                        else {
                            continue;
                        };
                        let along = (far.position - near.position).normalize();
                        assert!(
                            along.dot(near.rotation * Vec3::Z) > 0.95,
                            "{side} {finger:?} {bone:?}"
                        );
                        seen += 1;
                    }
                }
                // The thumb is on the other side of the palm than in the other hand.
                let (Some(wrist), Some(thumb)) =
                    (frame.joint(side, Joint::Wrist), frame.joint(side, Joint::ThumbProximalJoint))
                else {
                    continue;
                };
                let thumb_in_wrist = thumb.relative_to(&wrist).position;
                assert_eq!(thumb_in_wrist.x > 0.0, side == Side::Left, "{side}: {thumb_in_wrist}");
            }
        }
        assert!(seen > 60, "{seen}");
    }
}

#[test]
fn bent_curves_are_bent_the_other_way() {
    let recording = bent(4.0, 6);
    let edited = mirror(&recording, &Options::default()).unwrap();
    for (was, is, sign) in [
        ("left.Wrist.position.x", "right.Wrist.position.x", -1.0),
        ("right.IndexTip.rotation.y", "left.IndexTip.rotation.y", -1.0),
        ("camera.rotation.x", "camera.rotation.x", 1.0),
        ("gaze.direction.x", "gaze.direction.x", -1.0),
    ] {
        let (old, new) =
            (recording.curve_named(was).unwrap(), edited.recording.curve_named(is).unwrap());
        for time in times(0.0, 4.0, 333) {
            assert_eq!(old.value_at(time) * sign, new.value_at(time), "{was} at {time}");
        }
    }
}

#[test]
fn curves_that_keep_their_sign_are_shared() {
    let recording = lifelike(Form::MRTK_1_1, 1.0, 1);
    let edited = mirror(&recording, &Options::default()).unwrap();
    let is_shared = |was: &str, now: &str| {
        let was = recording.curve_named(was).unwrap();
        edited.recording.curve_named(now).unwrap().shares_keys_with(was)
    };
    assert!(is_shared("right.Wrist.position.y", "left.Wrist.position.y"));
    assert!(is_shared("camera.rotation.w", "camera.rotation.w"));
    assert!(!is_shared("camera.rotation.y", "camera.rotation.y"));
}

#[test]
fn mirrored_in_the_head_the_person_stays_and_twice_is_the_original() {
    for recording in [lifelike(Form::MRTK_1_1, 6.0, 9), bent(6.0, 9)] {
        let once = mirror(&recording, &HEAD).unwrap();
        assert!(once.notes.is_empty());
        let sample = |recording: &Recording| {
            Sampler::new(recording, Mode::Clean).frame_at(0.0).camera.unwrap()
        };
        let (was, is) = (sample(&recording), sample(&once.recording));
        assert!(was.position.abs_diff_eq(is.position, 1e-6));
        assert!((was.rotation * Vec3::Z).abs_diff_eq(is.rotation * Vec3::Z, 1e-5));
        let twice = mirror(&once.recording, &HEAD).unwrap();
        for ((id, old), (_, new)) in recording.curves().zip(twice.recording.curves()) {
            for time in times(0.0, 6.0, 100) {
                let difference = (old.value_at(time) - new.value_at(time)).abs();
                assert!(difference <= 4e-6 * scale(old).max(1.0), "{id} at {time}: {difference}");
            }
        }
    }
    let headless = Recording::new(Form::MRTK_1_1, Tracks::ALL).unwrap();
    assert_eq!(mirror(&headless, &HEAD).unwrap_err().fault(), Fault::Caller);
}

proptest! {
    #[test]
    fn twice_is_the_original_to_the_bit(recording in recording(Numbers::Any)) {
        let once = mirror(&recording, &Options::default()).unwrap();
        assert_valid(&once.recording);
        prop_assert_eq!(&mirror(&once.recording, &Options::default()).unwrap().recording, &recording);
    }

    #[test]
    fn any_recording_with_a_head_can_be_mirrored_in_it(recording in recording(Numbers::Any)) {
        if let Ok(edited) = mirror(&recording, &HEAD) {
            assert_valid(&edited.recording);
        }
    }

    #[test]
    fn a_mix_of_curves_with_different_keys_has_their_values_at_all_keys(
        keys in prop::array::uniform3(prop::collection::btree_map(0_u8..40, -2.0_f32..2.0, 1..6)),
    ) {
        use reenact::{Curve, CurveId, PoseComponent};
        let mut recording = Recording::new(Form::MRTK_1_1, Tracks::ALL).unwrap();
        let turn = [0.0, 0.3, 0.0, 0.953_939_2];
        for (component, value) in PoseComponent::ALL.into_iter().skip(3).zip(turn) {
            recording.set_curve(CurveId::Camera(component), Curve::simple([(0.0, value)])).unwrap();
        }
        for (component, keys) in PoseComponent::ALL.into_iter().zip(&keys) {
            let keys = keys.iter().map(|(&time, &value)| (f32::from(time), value));
            recording.set_curve(CurveId::Camera(component), Curve::simple(keys)).unwrap();
        }
        // Linear segments stay linear, so this holds between keys, too.
        let once = mirror(&recording, &HEAD).unwrap().recording;
        let twice = mirror(&once, &HEAD).unwrap().recording;
        for ((id, old), (_, new)) in recording.curves().zip(twice.curves()) {
            for time in times(-1.0, 41.0, 200) {
                prop_assert!((old.value_at(time) - new.value_at(time)).abs() <= 1e-5, "{} at {}", id, time);
            }
        }
    }
}

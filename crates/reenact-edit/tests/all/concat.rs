//! Joined recordings keep their content, and aligned poses are continuous.

use proptest::prelude::*;
use reenact::hand::{Joint, Side};
use reenact::{
    Curve, CurveId, Fault, Form, Layout, Marker, Mode, PoseComponent, Recording, Sampler, Tracks,
};
use reenact_edit::concat::{Align, Options, Seam, concat};
use reenact_edit::trim::{self, trim};
use reenact_testkit::arbitrary::{FORMS, Numbers, recording};
use reenact_testkit::assert_valid;

use crate::common::{bent, is_about, lifelike, scale, times};

fn options(seam: Seam, align: Align) -> Options {
    Options { seam, align }
}

const X: CurveId = CurveId::Camera(PoseComponent::PositionX);

#[test]
fn the_second_follows_after_the_gap() {
    let mut a = Recording::new(Form::MRTK_1_1, Tracks::ALL).unwrap();
    a.set_curve(X, Curve::simple([(0.0, 1.0), (1.0, 2.0)])).unwrap();
    a.set_markers([Marker::new(0.5, "a")]).unwrap();
    let mut b = a.clone();
    b.set_curve(X, Curve::simple([(0.0, 5.0), (1.0, 6.0)])).unwrap();
    let joined = concat(&[&a, &b], &options(Seam::Gap(0.5), Align::None)).unwrap();
    assert!(joined.notes.is_empty());
    let expected = Curve::simple([(0.0, 1.0), (1.0, 2.0), (1.5, 5.0), (2.5, 6.0)]);
    assert_eq!(*joined.recording.curve(X).unwrap(), expected);
    let markers: Vec<_> = joined.recording.markers().collect();
    assert_eq!(markers, [Marker::new(0.5, "a"), Marker::new(2.0, "a")]);
}

#[test]
fn a_recording_that_starts_late_follows_without_a_wait() {
    let mut a = Recording::new(Form::MRTK_1_1, Tracks::ALL).unwrap();
    a.set_curve(X, Curve::simple([(41.0, 1.0), (43.0, 2.0)])).unwrap();
    a.set_markers([Marker::new(42.0, "a")]).unwrap();
    let joined = concat(&[&a, &a], &options(Seam::Gap(0.5), Align::None)).unwrap().recording;
    let expected = Curve::simple([(41.0, 1.0), (43.0, 2.0), (43.5, 1.0), (45.5, 2.0)]);
    assert_eq!(*joined.curve(X).unwrap(), expected);
    assert_eq!([joined.start_secs(), joined.duration_secs()], [41.0, 4.5]);
    let markers: Vec<_> = joined.markers().collect();
    assert_eq!(markers, [Marker::new(42.0, "a"), Marker::new(44.5, "a")]);

    let faded = concat(&[&a, &a], &options(Seam::CrossFade(9.0), Align::None)).unwrap();
    assert_eq!(faded.notes.len(), 1, "half of 2 s, not of 43 s: {:?}", faded.notes);
    assert_eq!([faded.recording.start_secs(), faded.recording.end_secs()], [41.0, 44.0]);
}

#[test]
fn the_halves_of_a_joined_recording_are_the_originals() {
    let (a, b, c) = (
        lifelike(Form::MRTK_1_1, 4.0, 1),
        lifelike(Form::MRTK_1_1, 3.0, 2),
        lifelike(Form::MRTK_1_1, 2.0, 3),
    );
    for gap in [0.0, 1.0 / 64.0, 0.5] {
        let joined = concat(&[&a, &b, &c], &options(Seam::Gap(gap), Align::None)).unwrap();
        assert!(joined.notes.is_empty(), "{:?}", joined.notes);
        assert_valid(&joined.recording);
        let mut start = 0.0;
        for original in [&a, &b, &c] {
            let secs = original.end_secs();
            let part = trim::Options {
                from_secs: Some(start),
                to_secs: Some(start + secs),
                keep_times: false,
            };
            let part = trim(&joined.recording, &part).unwrap().recording;
            assert_eq!(part.end_secs(), secs);
            for ((id, old), (_, new)) in original.curves().zip(part.curves()) {
                if old.is_empty() && !id.is_boolean() {
                    continue;
                }
                // Without a gap the seam belongs to the next recording.
                for time in times(0.0, if gap == 0.0 { secs - 1e-4 } else { secs }, 300) {
                    let (expected, found) = (old.value_at(time), new.value_at(time));
                    if id.is_boolean() {
                        // Times are rounded when they are shifted.
                        let near = [time - 1e-6, time, time + 1e-6].map(|time| old.is_on_at(time));
                        assert!(near.contains(&new.is_on_at(time)), "{id} at {start} + {time}");
                    } else {
                        assert!(
                            (expected - found).abs() <= 2e-5 * scale(old).max(1.0),
                            "{id} at {start} + {time}: {expected} {found}"
                        );
                    }
                }
            }
            start += secs + gap;
        }
    }
}

#[test]
fn bent_halves_are_the_originals_too() {
    let (a, b) = (bent(3.0, 1), bent(3.0, 2));
    let joined = concat(&[&a, &b], &options(Seam::Gap(0.25), Align::None)).unwrap().recording;
    for (original, start) in [(&a, 0.0), (&b, a.end_secs() + 0.25)] {
        for (id, old) in
            original.curves().filter(|(id, curve)| !id.is_boolean() && !curve.is_empty())
        {
            let new = joined.curve(id).unwrap();
            for time in times(0.0, original.end_secs(), 300) {
                let (expected, found) = (old.value_at(time), new.value_at(start + time));
                assert!(
                    (expected - found).abs() <= 2e-5 * scale(old).max(1.0),
                    "{id} at {start} + {time}: {expected} {found}"
                );
            }
        }
    }
}

#[test]
fn in_a_long_gap_no_hand_is_tracked() {
    let (a, b) = (lifelike(Form::MRTK_1_1, 3.0, 1), lifelike(Form::MRTK_1_1, 3.0, 1));
    let joined = concat(&[&a, &b], &options(Seam::Gap(1.0), Align::None)).unwrap().recording;
    for side in Side::ALL {
        let tracked = joined.curve(CurveId::Tracked(side)).unwrap();
        assert_eq!(tracked.is_on_at(3.0), a.curve(CurveId::Tracked(side)).unwrap().is_on_at(3.0));
        assert!(!tracked.is_on_at(3.0_f32.next_up()) && !tracked.is_on_at(3.999));
        assert_eq!(tracked.is_on_at(4.0), b.curve(CurveId::Tracked(side)).unwrap().is_on_at(0.0));
    }
}

#[test]
fn the_head_does_not_jump() {
    let (a, b) = (lifelike(Form::MRTK_1_1, 6.0, 4), lifelike(Form::MRTK_1_1, 5.0, 5));
    for form in [Form::MRTK_1_1, Form { layout: Layout::Published, ..Form::MRTK_1_1 }] {
        let a = a.convert(form).to_recording().unwrap();
        let joined = concat(&[&a, &b], &Options::default()).unwrap().recording;
        let sampler = Sampler::new(&joined, Mode::Clean);
        let (end, start) = (a.end_secs(), a.end_secs() + 1.0 / 60.0);
        let (before, after) =
            (sampler.frame_at(end).camera.unwrap(), sampler.frame_at(start).camera.unwrap());
        assert!(before.position.distance(after.position) < 1e-5);
        let level = |pose: reenact::Pose| {
            let forward = pose.rotation * glam::Vec3::Z;
            glam::Vec2::new(forward.x, forward.z).normalize()
        };
        assert!(level(before).dot(level(after)) > 0.99);
        // Everything was moved as a whole: hands relative to the head are unchanged.
        let original = Sampler::new(&b, Mode::Clean);
        let mut seen = 0;
        for time in times(0.0, 5.0, 100) {
            let (was, is) = (original.frame_at(time), sampler.frame_at(start + time));
            for side in Side::ALL {
                let in_head = |frame: &reenact::Frame| frame.joint_in_head(side, Joint::IndexTip);
                if let (Some(was), Some(is)) = (in_head(&was), in_head(&is)) {
                    assert!(
                        was.position.abs_diff_eq(is.position, 1e-4),
                        "{time}: {} {}",
                        was.position,
                        is.position
                    );
                    assert!(was.rotation.dot(is.rotation).abs() > 0.9999);
                    seen += 1;
                }
            }
            // And the vertical is unchanged.
            let (was, is) = (was.camera.unwrap(), is.camera.unwrap());
            assert!(
                ((was.rotation * glam::Vec3::Z).y - (is.rotation * glam::Vec3::Z).y).abs() < 1e-3
            );
        }
        assert!(seen > 50);
    }
}

#[test]
fn a_wrist_that_is_there_does_not_jump_and_one_that_is_not_is_left() {
    let recording = reenact_make::demo();
    let tracked = recording.curve(CurveId::Tracked(Side::Right)).unwrap();
    let on = tracked.iter().find(|key| key.value > 0.5).unwrap().time_secs + 0.5;
    let cut = |from, to| {
        let part = trim::Options { from_secs: Some(from), to_secs: Some(to), keep_times: false };
        trim(&recording, &part).unwrap().recording
    };
    let (a, b) = (cut(0.0, on + 0.3), cut(on, on + 1.0));
    let align = Align::Wrist(Side::Right);
    let joined = concat(&[&a, &b], &options(Seam::Gap(0.01), align)).unwrap();
    assert!(joined.notes.is_empty(), "{:?}", joined.notes);
    let sampler = Sampler::new(&joined.recording, Mode::Clean);
    let wrist = |time| sampler.frame_at(time).joint(Side::Right, Joint::Wrist).unwrap().position;
    let end = a.end_secs();
    assert!(wrist(end).distance(wrist(end + 0.01)) < 1e-5);

    let headless = Recording::new(Form::MRTK_1_1, Tracks::ALL).unwrap();
    let joined = concat(&[&a, &headless], &options(Seam::Gap(0.01), align)).unwrap();
    assert_eq!(joined.notes[0].code.name(), "not-aligned");
}

#[test]
fn a_cross_fade_is_smooth_and_as_much_shorter() {
    let (a, b) = (lifelike(Form::MRTK_1_1, 6.0, 4), lifelike(Form::MRTK_1_1, 5.0, 5));
    let joined = concat(&[&a, &b], &options(Seam::CrossFade(1.0), Align::Head)).unwrap().recording;
    assert_valid(&joined);
    assert_eq!(joined.end_secs(), 10.0);
    let (sampler, first) = (Sampler::new(&joined, Mode::Clean), Sampler::new(&a, Mode::Clean));
    let steps = |sampler: &Sampler, from: f32, to: f32| {
        let heads: Vec<_> =
            times(from, to, 200).map(|time| sampler.frame_at(time).camera.unwrap()).collect();
        let step = heads.windows(2).map(|pair| pair[0].position.distance(pair[1].position));
        let turn = heads.windows(2).map(|pair| pair[0].rotation.angle_between(pair[1].rotation));
        (step.fold(0.0, f32::max), turn.fold(0.0, f32::max))
    };
    let (step, turn) = steps(&sampler, 4.9, 6.1);
    assert!(step < 0.02 && turn < 0.05, "{step} m, {turn} rad in 6 ms");
    // Before the overlap the first recording is unchanged.
    for time in times(0.0, 5.0, 50) {
        assert!(
            sampler
                .frame_at(time)
                .camera
                .unwrap()
                .position
                .abs_diff_eq(first.frame_at(time).camera.unwrap().position, 1e-6)
        );
    }
    for (id, curve) in joined.curves() {
        assert!(curve.is_sorted(), "{id}");
    }
}

#[test]
fn what_only_one_of_two_blended_recordings_has_goes_on_to_its_end() {
    let whole = lifelike(Form::MRTK_1_1, 4.0, 4);
    let mut headless = whole.clone();
    for component in PoseComponent::ALL {
        let id = CurveId::Camera(component);
        headless.set_curve(id, Curve::empty(reenact::KeyKind::Simple)).unwrap();
    }
    let old = whole.curve(X).unwrap();
    for (list, start) in [([&whole, &headless], 0.0), ([&headless, &whole], 3.0)] {
        let joined = concat(&list, &options(Seam::CrossFade(1.0), Align::None)).unwrap().recording;
        let new = joined.curve(X).unwrap();
        for time in times(0.01, 3.99, 100) {
            let (expected, found) = (old.value_at(time), new.value_at(start + time));
            assert!((expected - found).abs() < 1e-3, "{start} + {time}: {expected} {found}");
        }
    }
}

#[test]
fn recordings_of_different_forms_and_tracks_are_joined_in_one_that_holds_all() {
    let (a, b, c) =
        (lifelike(Form::MRTK_1_0, 2.0, 1), lifelike(Form::MRTK_1_1, 2.0, 2), bent(2.0, 3));
    let joined =
        |list: &[&Recording]| concat(list, &options(Seam::Gap(0.02), Align::None)).unwrap();
    let codes = |edited: &reenact_edit::Edited| {
        edited.notes.iter().map(|note| note.code.name()).collect::<Vec<_>>()
    };
    assert_eq!(joined(&[&a, &a]).recording.form(), Form::MRTK_1_0);
    let ab = joined(&[&a, &b]);
    assert_eq!((ab.recording.form(), ab.recording.tracks()), (Form::MRTK_1_1, Tracks::ALL));
    assert_eq!(codes(&ab), ["form-changed", "track-missing"]);
    let bc = joined(&[&b, &c]);
    assert_eq!(bc.recording.form(), Form { layout: Layout::Published, ..Form::MRTK_1_1 });
    assert!(!bc.is_lossy());
    // A recording without hands leaves them untracked for its duration.
    let headed = Tracks { camera: true, ..Tracks::NONE };
    let mut head = Recording::new(Form::MRTK_1_1, headed).unwrap();
    head.set_curve(X, Curve::simple([(0.0, 1.0), (2.0, 1.0)])).unwrap();
    for (list, from) in [([&head, &b], 0.0), ([&b, &head], 2.02)] {
        let edited = joined(&list);
        for side in Side::ALL {
            let tracked = edited.recording.curve(CurveId::Tracked(side)).unwrap();
            assert!(times(from, from + 2.0, 20).all(|time| !tracked.is_on_at(time)));
        }
    }
}

#[test]
fn impossible_seams_are_the_callers_mistake() {
    let a = lifelike(Form::MRTK_1_1, 1.0, 1);
    for bad in [-0.1, f32::NAN, f32::INFINITY] {
        for seam in [Seam::Gap(bad), Seam::CrossFade(bad)] {
            assert_eq!(
                concat(&[&a, &a], &options(seam, Align::None)).unwrap_err().fault(),
                Fault::Caller
            );
        }
    }
    assert_eq!(concat(&[], &Options::default()).unwrap_err().fault(), Fault::Caller);
    assert_eq!(concat(&[&a], &Options::default()).unwrap().recording, a);
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(200))]

    #[test]
    fn halves_of_any_sensible_recordings_are_the_originals(
        a in recording(Numbers::Sensible),
        b in recording(Numbers::Sensible),
    ) {
        let gap = 0.25;
        let joined = concat(&[&a, &b], &options(Seam::Gap(gap), Align::None)).unwrap().recording;
        assert_valid(&joined);
        // The first keeps its times; the second follows from its start.
        let first = a.first_key_secs().unwrap_or(0.0).min(a.start_secs());
        let second = b.start_secs();
        for (original, from, start) in [(&a, first, 0.0), (&b, second, a.end_secs() + gap - second)] {
            for (id, old) in original.curves().filter(|(id, curve)| !id.is_boolean() && !curve.is_empty()) {
                let new = joined.curve(id).unwrap();
                for time in times(from, original.end_secs(), 80) {
                    let found = new.value_at(start + time);
                    prop_assert!(
                        is_about(old, time, found),
                        "{} at {} + {}: {} {}", id, start, time, old.value_at(time), found
                    );
                }
            }
        }
    }

    #[test]
    fn any_recordings_can_be_joined(
        a in recording(Numbers::Any),
        b in recording(Numbers::Any),
        fade in any::<bool>(),
        align in prop::sample::select(vec![Align::None, Align::Head, Align::Wrist(Side::Left)]),
    ) {
        let seam = if fade { Seam::CrossFade(0.5) } else { Seam::Gap(0.5) };
        let joined = concat(&[&a, &b], &options(seam, align)).unwrap();
        assert_valid(&joined.recording);
        prop_assert!(FORMS.contains(&joined.recording.form()) || joined.recording.layout() == Layout::Published);
    }
}

#[test]
fn keys_before_zero_are_kept_in_the_first_and_noted_in_the_others() {
    let mut recording = Recording::new(Form::MRTK_1_1, Tracks::ALL).unwrap();
    recording.set_curve(X, Curve::simple([(-0.5, 1.0), (0.5, 2.0)])).unwrap();
    let once = concat(&[&recording], &Options::default()).unwrap();
    assert!(once.notes.is_empty());
    assert_eq!(once.recording.first_key_secs(), Some(-0.5));
    let twice = concat(&[&recording, &recording], &Options::default()).unwrap();
    let lost: Vec<_> =
        twice.notes.iter().filter(|note| note.is_loss).map(|n| n.code.name()).collect();
    assert_eq!(lost, ["before-zero-dropped"]);
}

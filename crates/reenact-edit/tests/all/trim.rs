//! A trimmed recording has the values of the original.

use proptest::prelude::*;
use reenact::{Curve, CurveId, Fault, Form, Marker, PoseComponent, Recording, Tracks, WrapMode};
use reenact_edit::trim::{Options, trim};
use reenact_testkit::arbitrary::{Numbers, recording};
use reenact_testkit::{assert_valid, corpus};

use crate::common::{bent, is_about, lifelike, scale, times};

fn part(from: f32, to: f32) -> Options {
    Options { from_secs: Some(from), to_secs: Some(to), keep_times: true }
}

/// Every curve at many times in the range, with a tolerance of `slack` times its largest value.
fn assert_same_inside(old: &Recording, new: &Recording, from: f32, to: f32, slack: f32) {
    for ((id, old), (_, new)) in old.curves().zip(new.curves()) {
        let bound = slack * scale(old);
        for time in times(from, to, 400) {
            let (expected, found) = (old.value_at(time), new.value_at(time));
            assert!((expected - found).abs() <= bound, "{id} at {time}: {expected} became {found}");
        }
    }
}

#[test]
fn inside_a_lifelike_part_every_value_is_what_it_was() {
    for form in [Form::MRTK_1_1, Form::MRTK_1_0] {
        let recording = lifelike(form, 12.0, 3);
        for (from, to) in [(0.0, 12.0), (2.013, 9.377), (5.0, 5.01), (11.9, 11.95)] {
            let edited = trim(&recording, &part(from, to)).unwrap();
            assert!(edited.notes.iter().all(|note| note.code.name() == "markers-outside"));
            assert_same_inside(&recording, &edited.recording, from, to, 2.0 * f32::EPSILON);
            assert_eq!(edited.recording.end_secs(), to);
            assert_valid(&edited.recording);
        }
    }
}

#[test]
fn bent_curves_keep_their_shape() {
    let recording = bent(8.0, 5);
    for (from, to) in [(1.2345, 6.789), (3.0, 3.05)] {
        let edited = trim(&recording, &part(from, to)).unwrap();
        assert_same_inside(&recording, &edited.recording, from, to, 4e-6);
        for ((_, old), (_, new)) in recording.curves().zip(edited.recording.curves()) {
            for cut in [from, to] {
                assert_eq!(old.value_at(cut).to_bits(), new.value_at(cut).to_bits());
            }
        }
    }
}

#[test]
fn rebased_times_start_at_0() {
    let recording = lifelike(Form::MRTK_1_1, 10.0, 1);
    let edited = trim(&recording, &Options { keep_times: false, ..part(2.5, 7.5) }).unwrap();
    let new = &edited.recording;
    assert_eq!((new.start_secs(), new.end_secs()), (0.0, 5.0));
    for ((id, old), (_, new)) in recording.curves().zip(new.curves()) {
        let steepest = old
            .iter()
            .zip(old.iter().skip(1))
            .map(|(a, b)| ((b.value - a.value) / (b.time_secs - a.time_secs)).abs());
        // A time is rounded by up to 5e-7 s, which changes a value by that time times the steepest slope.
        let bound = if id.is_boolean() { 0.0 } else { 1e-6 * steepest.fold(1.0, f32::max) };
        for time in times(0.0, 5.0, 311) {
            let (expected, found) = (old.value_at(time + 2.5), new.value_at(time));
            assert!((expected - found).abs() <= bound, "{id} at {time}: {expected} {found}");
        }
    }
    let open = trim(&recording, &Options { from_secs: Some(2.5), ..Options::default() }).unwrap();
    assert_eq!(open.recording.end_secs(), recording.end_secs() - 2.5);
}

#[test]
fn markers_go_with_their_part() {
    let mut recording = Recording::new(Form::MRTK_1_1, Tracks::ALL).unwrap();
    let markers = [(0.5, "a"), (1.0, "b"), (2.0, "c"), (2.5, "d"), (f32::NAN, "e")];
    recording.set_markers(markers.map(|(time, name)| Marker::new(time, name))).unwrap();
    let edited = trim(&recording, &Options { keep_times: false, ..part(1.0, 2.0) }).unwrap();
    let left: Vec<_> = edited.recording.markers().collect();
    assert_eq!(left, [Marker::new(0.0, "b"), Marker::new(1.0, "c")]);
}

#[test]
fn curves_cut_where_they_have_keys_are_shared() {
    let id = CurveId::Camera(PoseComponent::PositionX);
    let mut recording = Recording::new(Form::MRTK_1_1, Tracks::ALL).unwrap();
    recording
        .set_curve(id, Curve::simple([(0.0, 1.0), (1.0, 2.0), (2.0, 3.0), (3.0, 4.0)]))
        .unwrap();
    let edited = trim(&recording, &part(1.0, 2.0)).unwrap();
    let curve = edited.recording.curve(id).unwrap();
    assert_eq!(curve.len(), 2);
    assert!(curve.shares_keys_with(recording.curve(id).unwrap()));
}

#[test]
fn of_keys_at_the_start_of_a_part_the_one_that_counts_stays() {
    let id = CurveId::Camera(PoseComponent::PositionX);
    let mut recording = Recording::new(Form::MRTK_1_1, Tracks::ALL).unwrap();
    let keys = [(0.0, 1.0), (1.0, 2.0), (1.0, 7.0), (2.0, 3.0), (2.0, 9.0), (3.0, 0.0)];
    recording.set_curve(id, Curve::simple(keys)).unwrap();
    let edited = trim(&recording, &part(1.0, 2.0)).unwrap();
    let curve = edited.recording.curve(id).unwrap();
    assert_eq!(*curve, Curve::simple([(1.0, 7.0), (2.0, 3.0), (2.0, 9.0)]));
}

#[test]
fn a_curve_outside_the_part_says_what_it_holds() {
    let id = CurveId::Camera(PoseComponent::PositionX);
    let mut recording = Recording::new(Form::MRTK_1_1, Tracks::ALL).unwrap();
    recording.set_curve(id, Curve::simple([(1.0, 5.0), (2.0, 6.0)])).unwrap();
    let after = trim(&recording, &part(3.0, 4.0)).unwrap();
    assert_eq!(*after.recording.curve(id).unwrap(), Curve::simple([(3.0, 6.0)]));
    let before = trim(&recording, &part(0.0, 0.5)).unwrap();
    assert_eq!(*before.recording.curve(id).unwrap(), Curve::simple([(0.5, 5.0)]));
}

#[test]
fn impossible_parts_are_the_callers_mistake() {
    let recording = lifelike(Form::MRTK_1_1, 1.0, 1);
    for (from, to) in [(2.0, 1.0), (f32::NAN, 1.0), (0.0, f32::NAN), (f32::INFINITY, f32::INFINITY)]
    {
        assert_eq!(trim(&recording, &part(from, to)).unwrap_err().fault(), Fault::Caller);
    }
    let all = trim(&recording, &part(f32::NEG_INFINITY, f32::INFINITY)).unwrap();
    assert_eq!(all.recording, recording);
    assert_eq!(trim(&recording, &Options::default()).unwrap().recording, recording);
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(600))]

    #[test]
    fn inside_any_part_every_value_is_what_it_was(
        recording in recording(Numbers::Sensible),
        from in -12.0_f32..12.0,
        length in 0.02_f32..20.0,
    ) {
        let to = from + length;
        let edited = trim(&recording, &part(from, to)).unwrap();
        assert_valid(&edited.recording);
        // Outside its keys a repeating curve is unrolled within the recording only.
        let (start, end) = (recording.start_secs().max(from), recording.end_secs().min(to));
        for ((id, old), (_, new)) in recording.curves().zip(edited.recording.curves()) {
            let repeats = |mode: WrapMode| !matches!(mode.0, 1 | 8);
            let repeats = repeats(old.pre_wrap) || repeats(old.post_wrap);
            for time in times(from, to, 97) {
                if repeats && !(start..=end).contains(&time) {
                    continue;
                }
                let (expected, found) = (old.value_at(time), new.value_at(time));
                let is_same = (expected - found).abs() <= 2e-4;
                prop_assert!(
                    is_same || (repeats && is_about(old, time, found)),
                    "{} at {}: {} became {}", id, time, expected, found
                );
            }
        }
    }

    #[test]
    fn any_recording_can_be_trimmed(
        recording in recording(Numbers::Any),
        from in -3.0_f32..3.0,
        length in 0.0_f32..3.0,
        keep_times in any::<bool>(),
    ) {
        let edited = trim(&recording, &Options { keep_times, ..part(from, from + length) }).unwrap();
        assert_valid(&edited.recording);
        for (id, curve) in edited.recording.curves() {
            prop_assert!(curve.is_sorted(), "{}", id);
        }
    }
}

#[test]
fn markers_that_go_are_counted() {
    let mut recording = lifelike(Form::MRTK_1_1, 2.0, 1);
    let markers = [(0.1, "before"), (0.6, "in"), (1.9, "after"), (f32::NAN, "nowhere")];
    recording.set_markers(markers.map(|(time, name)| Marker::new(time, name))).unwrap();
    let edited = trim(&recording, &part(0.5, 1.0)).unwrap();
    assert_eq!(edited.recording.markers().map(|m| m.name.into_owned()).collect::<Vec<_>>(), ["in"]);
    let notes: Vec<_> =
        edited.notes.iter().map(|note| (note.code.name(), note.to_string())).collect();
    assert_eq!(
        notes,
        [
            ("markers-outside", "2 markers outside the part were removed".to_owned()),
            ("markers-at-nan", "1 marker at NaN was removed".to_owned())
        ]
    );
    // Requested removal is no loss; other removal is.
    assert!(!edited.notes[0].is_loss && edited.notes[1].is_loss);
    assert!(trim(&recording, &part(-1.0, 9.0)).unwrap().notes.iter().all(|note| note.is_loss));
}

#[test]
fn a_part_beside_the_recording_is_said_to_be_empty() {
    let recording = lifelike(Form::MRTK_1_1, 2.0, 1);
    let codes = |from, to| {
        let edited = trim(&recording, &part(from, to)).unwrap();
        edited
            .notes
            .iter()
            .filter(|note| note.is_loss)
            .map(|note| note.code.name())
            .collect::<Vec<_>>()
    };
    assert_eq!(codes(100.0, 200.0), ["nothing-inside"]);
    assert_eq!(codes(-3.0, -2.0), ["nothing-inside"]);
    assert!(codes(1.5, 200.0).is_empty() && codes(-3.0, 0.5).is_empty());
}

#[test]
fn a_cut_leaves_rotations_of_unit_length_that_turn_as_before() {
    for (turn_deg, bound_deg) in [(4.0_f64, 0.001), (30.0, 0.05), (100.0, 0.05), (170.0, 0.1)] {
        let camera = Tracks { camera: true, ..Tracks::NONE };
        let mut recording = Recording::new(Form::MRTK_1_1, camera).unwrap();
        let half = |n: f64| (turn_deg * n / 2.0).to_radians();
        let mut set = |component, value: &dyn Fn(f64) -> f64| {
            let keys = [0.0, 1.0, 2.0].map(|n| (n as f32, value(n) as f32));
            recording.set_curve(CurveId::Camera(component), Curve::simple(keys)).unwrap();
        };
        set(PoseComponent::RotationX, &|_| 0.0);
        set(PoseComponent::RotationY, &|n| half(n).sin());
        set(PoseComponent::RotationZ, &|_| 0.0);
        set(PoseComponent::RotationW, &|n| half(n).cos());
        let options = part(0.3, 1.6);
        let cut = trim(&recording, &options).unwrap().recording;
        let at = |recording: &Recording, component, time| {
            f64::from(recording.curve(CurveId::Camera(component)).unwrap().value_at(time))
        };
        let angle = |recording: &Recording, time| {
            at(recording, PoseComponent::RotationY, time)
                .atan2(at(recording, PoseComponent::RotationW, time))
                .to_degrees()
                * 2.0
        };
        for key in cut.curve(CurveId::Camera(PoseComponent::RotationY)).unwrap() {
            let length = at(&cut, PoseComponent::RotationY, key.time_secs).hypot(at(
                &cut,
                PoseComponent::RotationW,
                key.time_secs,
            ));
            assert!((length - 1.0).abs() < 1.01e-3, "{turn_deg}: {length} at {}", key.time_secs);
        }
        for n in 30..=160 {
            let time = n as f32 / 100.0;
            let off = angle(&cut, time) - angle(&recording, time);
            assert!(off.abs() < bound_deg, "{turn_deg}: {off} at {time}");
        }
    }
}

#[test]
fn a_cut_of_curves_with_key_times_of_their_own_leaves_rotations_of_unit_length() {
    // A slow rotation as MRTK's drafts store it: each curve has keys only where it changes.
    let camera = Tracks { camera: true, ..Tracks::NONE };
    let mut recording = Recording::new(Form::MRTK_1_1, camera).unwrap();
    let half = |secs: f32| 0.2 * f64::from(secs);
    let mut set = |component, times: &[f32], value: &dyn Fn(f32) -> f64| {
        let keys = times.iter().map(|&time| (time, value(time) as f32));
        recording.set_curve(CurveId::Camera(component), Curve::simple(keys)).unwrap();
    };
    set(PoseComponent::RotationX, &[0.0, 4.0], &|_| 0.0);
    set(PoseComponent::RotationY, &[0.0, 2.0, 4.0], &|time| half(time).sin());
    set(PoseComponent::RotationZ, &[0.0, 4.0], &|_| 0.0);
    set(PoseComponent::RotationW, &[0.0, 3.0, 4.0], &|time| half(time).cos());
    let at = |recording: &Recording, time| {
        let components = [PoseComponent::RotationY, PoseComponent::RotationW];
        components.map(|of| f64::from(recording.curve(CurveId::Camera(of)).unwrap().value_at(time)))
    };
    let cut = trim(&recording, &part(0.5, 1.5)).unwrap().recording;
    for time in [0.5, 1.5] {
        let ([y, w], [y_before, w_before]) = (at(&cut, time), at(&recording, time));
        assert!((y_before.hypot(w_before) - 1.0).abs() > 1e-3, "nothing to scale");
        assert!((y.hypot(w) - 1.0).abs() < 1e-6, "{} at {time}", y.hypot(w));
        assert!(
            (y.atan2(w) - y_before.atan2(w_before)).abs() < 1e-6,
            "another direction at {time}"
        );
    }
}

#[test]
fn a_cut_that_takes_the_evidence_of_a_lost_w_is_a_loss() {
    let path = corpus::testdata().join("recordings/v11_m272_real_2s_asset.bin");
    let recording = Recording::parse(std::fs::read(path).unwrap()).unwrap();
    let lost = recording.lost_rotation_w().count();
    assert_eq!(lost, 53);
    let of_code = |from_secs, to_secs| {
        let edited = trim(&recording, &part(from_secs, to_secs)).unwrap();
        edited.notes.into_iter().find(|note| note.code.name() == "rotation-w-lost")
    };
    let note = of_code(0.3, 1.2).unwrap();
    assert!(note.is_loss && note.message.starts_with("the w of 53 rotations"), "{note}");
}

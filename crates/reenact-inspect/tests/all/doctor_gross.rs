//! Large errors in any curve are always reported.

use reenact::hand::{Joint, Side};
use reenact::{
    Curve, CurveId, Form, Key, KeyKind, Marker, PoseComponent, ReadOptions, Recording, Tracks,
};
use reenact_inspect::doctor::{Code, Finding, Fix, Options, Report, Severity, examine};

use crate::doctor_made::*;

fn report(bytes: &[u8]) -> Report {
    examine(bytes.to_vec(), &Options::default())
}

fn only(report: &Report, code: Code) -> &Finding {
    let mut found = report.of(code);
    let finding = found.next().unwrap_or_else(|| panic!("{code}: {:#?}", report.findings));
    assert_eq!(found.next(), None, "{code}: {:#?}", report.findings);
    finding
}

/// Changes one value of a curve of the right index fingertip, in the middle of the recording.
fn with_fingertip_value(component: PoseComponent, value: f32, form: Form) -> Vec<u8> {
    let mut recording = made(form);
    let id = CurveId::Joint(Side::Right, Joint::IndexTip, component);
    edit(&mut recording, id, |index, key| {
        Some(if index == 120 { Key { value, ..key } } else { key })
    });
    recording.to_bytes()
}

#[test]
fn a_joint_that_is_out_of_this_world_is_an_error_with_its_place() {
    for form in [Form::MRTK_1_0, Form::MRTK_1_1] {
        for value in [3e38, -1e6, f32::MAX, 10_001.0] {
            let bytes = with_fingertip_value(PoseComponent::PositionZ, value, form);
            let report = report(&bytes);
            let finding = only(&report, Code::ValueOutOfRange);
            assert_eq!((finding.severity, finding.count), (Severity::Error, 1));
            assert_eq!(finding.location.at.to_string(), "right.IndexTip.position.z");
            let at = usize::try_from(finding.location.offset.unwrap()).unwrap();
            assert_eq!(bytes[at + 4..at + 8], value.to_le_bytes(), "{value}");
            assert!(finding.location.span_secs.is_some());
        }
    }
}

#[test]
fn a_key_years_after_the_others_is_an_error() {
    let bytes = with(CAMERA_X, |index, key| {
        Some(if index == 300 { Key { time_secs: 1e9, ..key } } else { key })
    });
    assert_eq!(only(&report(&bytes), Code::ValueOutOfRange).count, 1);
}

#[test]
fn a_rotation_whose_square_overflows_is_not_of_unit_length() {
    for form in [Form::MRTK_1_0, Form::MRTK_1_1] {
        for value in [2e19, -3e38] {
            let found = report(&with_fingertip_value(PoseComponent::RotationY, value, form));
            let finding = only(&found, Code::RotationNotUnit);
            assert_eq!(finding.count, 1);
            assert!(finding.message.contains(&format!("up to {:.1e} instead of 1", value.abs())));
        }
    }
}

#[test]
fn a_rotation_whose_components_have_their_own_times_is_judged_too() {
    let mut recording = healthy();
    for (nth, id) in rotation_ids(CurveId::Camera).into_iter().enumerate() {
        edit(&mut recording, id, |index, key| (index % 5 != nth + 1).then_some(key));
    }
    let id = CurveId::Camera(PoseComponent::RotationZ);
    edit(&mut recording, id, |index, key| {
        Some(if index == 50 { Key { value: 2e19, ..key } } else { key })
    });
    let found = report(&recording.to_bytes());
    assert_eq!(only(&found, Code::RotationNotUnit).location.at, id.into());
}

#[test]
fn a_recording_of_nothing_is_not_healthy() {
    let none = Tracks { camera: false, hands: false, gaze: false };
    let hands = Tracks { hands: true, ..none };
    for (form, tracks) in [
        (Form::MRTK_1_0, Tracks { camera: true, hands: true, gaze: false }),
        (Form::MRTK_1_1, Tracks::ALL),
        (Form::MRTK_1_1, none),
    ] {
        let empty = Recording::new(form, tracks).unwrap();
        let found = report(&empty.to_bytes());
        assert!(!found.is_healthy(), "{:#?}", found.findings);
        let message = &only(&found, Code::NothingRecorded).message;
        let is_never_registered = message.contains("never registered");
        assert_eq!(is_never_registered, !form.version.is_1_1(), "{message}");
    }
    let mut unseen = Recording::new(Form::MRTK_1_1, hands).unwrap();
    for side in Side::ALL {
        unseen.set_curve(CurveId::Tracked(side), Curve::boolean([(0.0, false)])).unwrap();
    }
    let found = report(&unseen.to_bytes());
    assert!(only(&found, Code::NothingRecorded).message.contains("no hand was tracked"));
}

#[test]
fn what_was_salvaged_from_a_cut_file_lacks_curves_and_is_told() {
    let whole = healthy().to_bytes();
    // Positions from the first joints on, up to the markers.
    for share in [0.2, 0.4, 0.6, 0.8, 0.97] {
        let cut = &whole[..(whole.len() as f64 * share) as usize];
        let salvaged = Recording::salvage(cut.to_vec(), &ReadOptions::default()).unwrap().recording;
        let lost = salvaged.curves().filter(|(id, curve)| {
            let is_slot = matches!(id, CurveId::Joint(_, Joint::None, _));
            curve.is_empty() && !is_slot && !id.is_boolean()
        });
        let lost = lost.count();
        assert!(lost > 0, "{share}");
        let found = report(&salvaged.to_bytes());
        assert!(!found.is_healthy(), "{share}: {:#?}", found.findings);
        let told: usize = found.findings.iter().fold(0, |sum, finding| match finding.code {
            Code::CurvesMissing => sum + finding.count,
            Code::RotationsMissing => sum + 4 * finding.count,
            Code::TrackedWithoutJoints => sum + 7 * Joint::TRACKED.len(),
            _ => sum,
        });
        assert_eq!(told, lost, "{share}: {:#?}", found.findings);
    }
}

#[test]
fn positions_without_rotations_are_told_of_each_hand_and_of_the_camera() {
    let mut recording = healthy();
    let ids: Vec<CurveId> = hand_ids(Side::Left)
        .chain(PoseComponent::ALL.map(CurveId::Camera))
        .filter(|id| matches!(id, CurveId::Camera(c) | CurveId::Joint(_, _, c) if c.index() >= 3))
        .collect();
    for id in ids {
        recording.set_curve(id, Curve::empty(KeyKind::Simple)).unwrap();
    }
    let found = report(&recording.to_bytes());
    let told: Vec<_> =
        found.of(Code::RotationsMissing).map(|f| (f.location.at.to_string(), f.count)).collect();
    assert_eq!(told, [("camera".to_owned(), 1), ("left".to_owned(), 26)]);
    assert!(!found.has(Code::CurvesMissing));
}

#[test]
fn a_marker_whose_time_is_no_number_is_an_error() {
    let whole = with_markers(&[1.0, 2.0]);
    for time in [f32::NAN, f32::INFINITY] {
        let mut bytes = whole.clone();
        let at = bytes.len() - 9;
        assert_eq!(bytes[at..at + 4], 2.0_f32.to_le_bytes());
        bytes[at..at + 4].copy_from_slice(&time.to_le_bytes());
        let found = report(&bytes);
        let finding = only(&found, Code::NonFinite);
        assert_eq!(finding.location.at.to_string(), "markers");
        assert_eq!((finding.count, finding.severity), (1, Severity::Error));
    }
}

#[test]
fn of_a_cut_file_of_markers_alone_the_whole_ones_survive() {
    let none = Tracks { camera: false, hands: false, gaze: false };
    let mut recording = Recording::new(Form::MRTK_1_1, none).unwrap();
    recording.set_markers(["one", "two", "three"].map(|name| Marker::new(0.5, name))).unwrap();
    let bytes = recording.to_bytes();
    let cut = &bytes[..bytes.len() - 3];
    let found = report(cut);
    let finding = only(&found, Code::Truncated);
    let salvaged = Recording::salvage(cut.to_vec(), &ReadOptions::default()).unwrap().recording;
    let markers = salvaged.markers().count();
    assert!(markers > 0);
    assert!(
        finding.message.contains(&format!("{markers} markers recovered")),
        "{}",
        finding.message
    );
    assert_eq!(finding.fix, Fix::Partial);
}

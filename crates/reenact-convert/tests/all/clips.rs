//! Properties of formats for animation tools and movement research. Other programs read them in `cargo xtask test --only clips`.

use proptest::prelude::*;
use reenact::hand::{Joint, Side};
use reenact::{Curve, CurveId, Form, FrameTimes, Marker, PoseComponent, Recording, Tracks};
use reenact_convert::{Axes, Error, Losses, bids, bvh, hand_pose, unity, usd};

use crate::arbitrary::recording;
use crate::common::{recordings, testdata_file};

const RATE_HZ: f32 = 10.0;

fn bids_options() -> bids::Options {
    let label = |text| bids::Label::new(text).unwrap();
    let names =
        bids::Names { subject: label("01"), session: Some(label("A")), task: label("test") };
    bids::Options { names, axes: Axes::Web, rate_hz: RATE_HZ, max_frames: None }
}

fn text_of(write: impl FnOnce(&mut Vec<u8>) -> Result<Losses, Error>) -> (String, Losses) {
    let mut text = Vec::new();
    let losses = write(&mut text).unwrap();
    (String::from_utf8(text).unwrap(), losses)
}

fn anim(recording: &Recording, rig: unity::Rig) -> (String, Losses) {
    let options = unity::Options { name: "Test", rig, rate_hz: RATE_HZ, max_frames: None };
    text_of(|out| unity::write(recording, &options, out))
}

fn bvh(recording: &Recording) -> (String, Losses) {
    let options = bvh::Options { rate_hz: RATE_HZ, ..bvh::Options::default() };
    text_of(|out| bvh::write(recording, &options, out))
}

fn usd(recording: &Recording) -> (String, Losses) {
    let options = usd::Options { rate_hz: RATE_HZ, ..usd::Options::default() };
    text_of(|out| usd::write(recording, &options, out))
}

fn open(name: &str) -> Recording {
    Recording::from_slice(&testdata_file(&format!("{name}.bin"))).unwrap()
}

/// Checks the text of all formats for properties that hold for all recordings.
fn check(recording: &Recording) {
    let frames = FrameTimes::from_zero(recording, RATE_HZ).unwrap().len();
    for rig in [unity::Rig::Reenact, unity::Rig::Mrtk] {
        let (text, _) = anim(recording, rig);
        let curves = text.matches("\n  - curve:\n").count();
        assert_eq!(text.matches("\n      isPPtrCurve: 0\n").count(), curves);
        let no_number = text.lines().find(|line| line.contains("NaN"));
        assert_eq!(no_number, None, "a number that is none in a clip");
        // Slopes of steps may be infinite; values and times may not.
        for line in text.lines().map(str::trim_start) {
            let is_number =
                ["time: ", "value: ", "m_StopTime: "].iter().any(|start| line.starts_with(start));
            assert!(!is_number || !line.contains("Infinity"), "{line}");
        }
    }
    let (text, _) = bvh(recording);
    let (head, motion) = text.split_once("MOTION\n").unwrap();
    assert_eq!(head.matches('{').count(), head.matches('}').count());
    let channels: usize = head
        .lines()
        .filter_map(|line| line.trim_start().strip_prefix("CHANNELS ")?.split(' ').next())
        .map(|count| count.parse::<usize>().unwrap())
        .sum();
    let rows: Vec<&str> = motion.lines().skip(2).collect();
    assert_eq!(rows.len(), frames);
    for row in rows {
        let numbers = row.split_whitespace().map(|word| word.parse::<f64>().unwrap());
        assert_eq!(numbers.filter(|number| number.is_finite()).count(), channels);
    }
    let (text, _) = usd(recording);
    let values =
        text.split("customLayerData").last().and_then(|rest| rest.split_once("\ndef ")).unwrap().1;
    for word in values.split(|c: char| !c.is_alphanumeric()) {
        assert!(!["NaN", "inf", "Infinity"].contains(&word), "{word}");
    }
    let options = bids_options();
    let mut channels = 0;
    for file in bids::File::of(recording) {
        let (text, _) = text_of(|out| file.write(recording, &options, out));
        match file {
            bids::File::Channels => channels = text.lines().count() - 1,
            bids::File::Motion => assert_eq!(text.lines().count(), frames),
            _ => {}
        }
    }
    let (text, _) = text_of(|out| bids::File::Motion.write(recording, &options, out));
    assert!(text.lines().all(|line| line.split('\t').count() == channels.max(1)));
    assert!(!text.contains("NaN") && !text.contains("Infinity"));
}

#[test]
fn every_recording_in_testdata_can_be_written() {
    let mut checked = 0;
    for (name, bytes) in recordings() {
        let recording = Recording::from_slice(&bytes).unwrap();
        // Long recordings add nothing to this check.
        if recording.end_secs() < 10.0 {
            check(&recording);
            checked += 1;
        }
        assert!(!name.is_empty());
    }
    assert!(checked > 40, "only {checked}");
}

#[test]
fn a_recording_of_nothing_is_written_as_nothing() {
    let nothing = Recording::new(Form::MRTK_1_1, Tracks::ALL).unwrap();
    check(&nothing);
    let (text, losses) = anim(&nothing, unity::Rig::Reenact);
    assert!(text.contains("  m_RotationCurves: []\n") && text.contains("  m_Events: []\n"));
    assert!(!losses.any());
    assert!(!usd(&nothing).0.contains("Skeleton"));
    assert!(!bvh(&nothing).0.contains("JOINT"));
}

#[test]
fn a_hand_that_was_never_tracked_is_not_there() {
    let recording = open("recordings/v11_edge_left_never");
    let (text, losses) = bvh(&recording);
    assert!(text.contains("JOINT RightWrist") && !text.contains("Left"));
    assert!(losses.stiff_bones.is_some());
    let (text, _) = usd(&recording);
    assert!(text.contains("\"HandRight\"") && !text.contains("\"HandLeft\""));
    let (text, _) = anim(&recording, unity::Rig::Mrtk);
    assert!(text.contains("R_Hand/") && !text.contains("L_Hand/"));
}

#[test]
fn what_a_format_has_no_place_for_is_said() {
    let recording = open("recordings/v11_sub_camerahandsgaze_markers");
    let said = bvh(&recording).1.to_string();
    for part in [
        "the gaze is left out; pinching is left out; 11 markers are left out",
        "frames in which a hand was not tracked hold its last pose",
        "mm on average",
    ] {
        assert!(said.contains(part), "{part}: {said}");
    }
    let said = anim(&recording, unity::Rig::Mrtk).1.to_string();
    // One of its markers is at −1 s.
    let before = "everything before 0 s is left out";
    assert_eq!(
        said,
        format!("{before}; the camera is left out; the gaze is left out; pinching is left out")
    );
    assert_eq!(anim(&recording, unity::Rig::Reenact).1.to_string(), before);
    assert!(!usd(&recording).1.any());
}

#[test]
fn names_with_characters_that_a_format_cannot_write_are_noted() {
    let mut recording = reenact_make::demo();
    recording.set_markers([Marker::new(0.5, "a\u{7}b"), Marker::new(1.0, "plain")]).unwrap();
    let names = bids::Names::new("a", None, None, "reach").unwrap();
    let options = bids::Options { names, axes: Axes::Web, rate_hz: 5.0, max_frames: None };
    let (_, of_bids) = text_of(|out| bids::File::Motion.write(&recording, &options, out));
    for losses in [usd(&recording).1, of_bids] {
        assert_eq!(losses.changed_names, 1);
        assert!(!losses.is_lossy());
    }
}

#[test]
fn lines_and_steps_have_the_modes_of_unitys_editor() {
    let mut recording =
        Recording::new(Form::MRTK_1_1, Tracks { gaze: false, ..Tracks::ALL }).unwrap();
    let x = CurveId::Camera(PoseComponent::PositionX);
    recording.set_curve(x, Curve::simple([(0.0, 1.0), (0.5, 2.0)])).unwrap();
    for component in [PoseComponent::PositionY, PoseComponent::PositionZ] {
        recording.set_curve(CurveId::Camera(component), Curve::simple([(0.0, 0.0)])).unwrap();
    }
    let pinching = Curve::boolean([(0.0, false), (0.25, true)]);
    recording.set_curve(CurveId::Pinching(Side::Right), pinching).unwrap();
    recording.set_markers([Marker::new(0.25, "grab: \"cup\"")]).unwrap();
    let (text, losses) = anim(&recording, unity::Rig::Reenact);
    assert!(!losses.any());
    let line = "      - serializedVersion: 3
        time: 0.0
        value: {x: 1.0, y: 0.0, z: 0.0}
        inSlope: {x: 0.0, y: 0.0, z: 0.0}
        outSlope: {x: 2.0, y: 0.0, z: 0.0}
        tangentMode: 69
        weightedMode: 0
        inWeight: {x: 0.33333334, y: 0.33333334, z: 0.33333334}
        outWeight: {x: 0.33333334, y: 0.33333334, z: 0.33333334}
      - serializedVersion: 3
        time: 0.5
        value: {x: 2.0, y: 0.0, z: 0.0}
        inSlope: {x: 2.0, y: 0.0, z: 0.0}
";
    assert!(text.contains(line), "{text}");
    let step = "        time: 0.25
        value: 1.0
        inSlope: Infinity
        outSlope: Infinity
        tangentMode: 103
        weightedMode: 0
        inWeight: 0.33333334
        outWeight: 0.33333334
      m_PreInfinity: 2
      m_PostInfinity: 2
      m_RotationOrder: 4
    attribute: m_IsActive
    path: Hand.Right/Hand.Right.Pinching
    classID: 1
    script: {fileID: 0}
";
    assert!(text.contains(step), "{text}");
    let event = "  m_Events:
  - time: 0.25
    functionName: OnMarker
    data: \"grab: \\\"cup\\\"\"
";
    assert!(text.contains(event), "{text}");
}

#[test]
fn a_clip_is_known_by_the_same_guid_every_time_and_no_other_has_it() {
    let meta = |recording: &Recording, name, rig| {
        let mut text = Vec::new();
        let options = unity::Options { name, rig, ..unity::Options::default() };
        unity::write_meta(recording, &options, &mut text).unwrap();
        String::from_utf8(text).unwrap().lines().nth(1).unwrap().to_owned()
    };
    let [a, b] = ["v11_real_2s_asset", "v11_real_2s_lossless"]
        .map(|name| open(&format!("recordings/{name}")));
    let guid = meta(&a, "a", unity::Rig::Reenact);
    assert_eq!(guid, meta(&a, "a", unity::Rig::Reenact));
    assert_eq!(guid.len(), "guid: ".len() + 32);
    assert_ne!(guid, meta(&b, "a", unity::Rig::Reenact));
    assert_ne!(guid, meta(&a, "b", unity::Rig::Reenact));
    assert_ne!(guid, meta(&a, "a", unity::Rig::Mrtk));
}

#[test]
fn a_hand_pose_while_there_is_none_says_when_there_is() {
    let message = |recording: &Recording, side, time_secs| {
        let options = hand_pose::Options::new(side, time_secs);
        hand_pose::write(recording, &options, &mut Vec::new()).unwrap_err().to_string()
    };
    let mut recording = Recording::new(Form::MRTK_1_1, Tracks::ALL).unwrap();
    assert_eq!(message(&recording, Side::Left, 1.0), "the left hand is never observed");
    let keys = [(0.0, false), (0.5, true), (1.25, false), (2.0, true)];
    recording.set_curve(CurveId::Tracked(Side::Left), Curve::boolean(keys)).unwrap();
    let wrist = CurveId::Joint(Side::Left, Joint::Wrist, PoseComponent::PositionX);
    let keys = [0.5, 1.25, 2.0, 3.0].map(|secs| (secs, 0.0));
    recording.set_curve(wrist, Curve::simple(keys)).unwrap();
    assert_eq!(
        message(&recording, Side::Left, 1.5),
        "the left hand is not observed at 1.5 s; it is from 0.5 s to 1.25 s, from 2 s to 3 s"
    );
    assert_eq!(
        message(&recording, Side::Left, 2.5),
        "IndexTip of the left hand has no pose at 2.5 s, but is needed as the origin"
    );
    let camera = open("recordings/v11_sub_camera");
    assert_eq!(message(&camera, Side::Right, 0.0), "the recording has no hands");
}

#[test]
fn the_joint_that_a_hand_pose_is_held_by_is_at_the_origin() {
    let recording = open("recordings/v11_real_2s_asset");
    for side in Side::ALL {
        let options =
            hand_pose::Options { reference: Joint::Palm, ..hand_pose::Options::new(side, 0.5) };
        let (text, losses) = text_of(|out| hand_pose::write(&recording, &options, out));
        let json: serde_json::Value = serde_json::from_str(&text).unwrap();
        let items = json["items"].as_array().unwrap();
        assert_eq!(items.len(), 26);
        let palm = items.iter().find(|item| item["joint"] == "Palm").unwrap();
        assert_eq!(palm["pose"]["position"]["x"].as_f64().unwrap().abs(), 0.0);
        assert!(!losses.any());
    }
}

#[test]
fn files_of_a_dataset_are_named_by_subject_session_and_task() {
    let recording = open("recordings/v11_sub_camerahandsgaze_markers");
    let options = bids_options();
    let paths: Vec<String> =
        bids::File::of(&recording).iter().map(|file| file.path(&options.names)).collect();
    let start = "sub-01/ses-A/motion/sub-01_ses-A_task-test_tracksys-MRTK_";
    let files =
        ["motion.tsv", "motion.json", "channels.tsv", "channels.json", "events.tsv", "events.json"];
    let mut expected: Vec<String> = files.iter().map(|file| format!("{start}{file}")).collect();
    expected.push("dataset_description.json".to_owned());
    assert_eq!(paths, expected);
    for wrong in ["", "a b", "p-01", "é"] {
        assert!(bids::Label::new(wrong).is_err(), "{wrong}");
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 150, ..ProptestConfig::default() })]

    #[test]
    fn any_recording_can_be_written(recording in recording()) {
        match FrameTimes::from_zero(&recording, RATE_HZ) {
            // Hours without motion take hours of frames.
            Ok(times) if times.len() > 200 => {}
            Ok(_) => check(&recording),
            Err(_) => {
                let options = bvh::Options { rate_hz: RATE_HZ, ..bvh::Options::default() };
                prop_assert!(bvh::write(&recording, &options, &mut Vec::new()).is_err());
                let _ = anim(&recording, unity::Rig::Reenact);
            }
        }
        for side in Side::ALL {
            let _ = hand_pose::write(&recording, &hand_pose::Options::new(side, 0.5), &mut Vec::new());
        }
    }
}

//! WebXR recordings.

use proptest::prelude::*;
use reenact::{FrameTimes, Recording, Tracks};
use reenact_convert::iwer::{Options, read, write};
use reenact_convert::{Error, Losses};

use crate::arbitrary::recording;
use crate::common::{recordings, testdata_file};
use crate::frame_formats::{Keeps, same_frames, signs_are_continuous};

const KEEPS: Keeps = Keeps { palm: false, pinching: true, gaze: true };

/// Recorded by IWER's own recorder from its emulated device; see `tests/webxr`.
const RECORDED: &[u8] = include_bytes!("../webxr/recorded.iwer.json");

fn written(recording: &Recording) -> (Vec<u8>, Losses) {
    let mut text = Vec::new();
    let losses = write(recording, &Options::default(), &mut text).unwrap();
    (text, losses)
}

#[test]
fn frames_of_every_recording_come_back() {
    let mut hands = 0;
    for (name, bytes) in recordings() {
        let recording = Recording::from_slice(&bytes).unwrap();
        // NaN and infinities are covered by another test.
        if name.starts_with("odd/") {
            continue;
        }
        let (text, losses) = written(&recording);
        assert_eq!(losses.gazes, 0, "{name}");
        let back = read(&text).unwrap();
        let times = FrameTimes::from_zero(&recording, 60.0).unwrap();
        hands += same_frames(&recording, &back, times, KEEPS, &name);
    }
    assert!(hands > 5_000, "{hands}");
}

#[test]
fn what_a_page_cannot_see_is_counted() {
    let bytes = testdata_file("recordings/v11_sub_camerahandsgaze_markers.bin");
    let recording = Recording::from_slice(&bytes).unwrap();
    let (_, losses) = written(&recording);
    assert_eq!(losses.markers, recording.markers().count());
    assert!(losses.palms > 0 && losses.gazes == 0 && losses.hands == 0);
    // MRTK lost the end of the head: 2.67 s of 2.98.
    assert!(losses.heads > 0 && losses.heads < 20, "{}", losses.heads);
    assert!(losses.is_lossy());
    let bytes = testdata_file("recordings/v11_sub_gaze_markers.bin");
    let (_, losses) = written(&Recording::from_slice(&bytes).unwrap());
    assert!(losses.heads > 0);
}

#[test]
fn tracks_that_were_not_recorded_do_not_come_back() {
    let bytes = testdata_file("recordings/v11_sub_camera.bin");
    let (text, _) = written(&Recording::from_slice(&bytes).unwrap());
    let back = read(&text).unwrap();
    assert_eq!(back.tracks(), Tracks { camera: true, ..Tracks::NONE });
}

#[test]
fn what_iwer_recorded_is_read() {
    let back = read(RECORDED).unwrap();
    assert_eq!(back.tracks(), Tracks::ALL);
    assert!(signs_are_continuous(&back));
    // The emulated left hand is lost for some frames, and the right one pinches.
    let on = |name: &str| -> Vec<bool> {
        back.curve_named(name).unwrap().iter().map(|key| key.value > 0.5).collect()
    };
    assert_eq!(on("left.tracked"), [true, false, true]);
    assert_eq!(on("right.tracked"), [true]);
    assert_eq!(on("right.pinching"), [false, true, false]);
    assert_eq!(on("left.pinching"), [false]);
    assert_eq!(back.curve_named("camera.position.x").unwrap().first().unwrap().time_secs, 0.0);
    // Written again, it is the same except for the ray and the rounding of times.
    let (text, losses) = written(&back);
    assert!(!losses.is_lossy(), "{losses}");
    let again = read(&text).unwrap();
    let times = FrameTimes::from_zero(&back, 60.0).unwrap();
    let keeps = Keeps { palm: true, ..KEEPS };
    assert!(same_frames(&back, &again, times, keeps, "recorded") > 50);
}

#[test]
fn the_schema_may_come_last_and_unknown_fields_are_passed_over() {
    let text = br#"{"frames": [[100.5, 0,1.5,0, 0,0,0,1, [7, 0,0,0, 0,0,0,1]], [200.5, 0,1.5,-1, 0,0,0,1]],
        "notes": {"deep": [[{"a": null}, -1e3, "x", true]]},
        "schema": [[7, {"handedness": "left", "targetRayMode": "tracked-pointer", "hasGrip": false, "hasHand": false, "hasGamepad": false}]]}"#;
    let back = read(text).unwrap();
    assert_eq!(back.end_secs(), 0.1);
    let z = back.curve_named("camera.position.z").unwrap();
    assert_eq!(z.iter().map(|key| key.value).collect::<Vec<_>>(), [-0.0, 1.0]);
    assert_eq!(back.tracks(), Tracks { camera: true, ..Tracks::NONE }, "a controller is no hand");
}

#[test]
fn errors_say_where() {
    let cases = [
        ("{}", "line 1, column 1: a WebXR recording has a schema, and this has none"),
        ("{\"schema\": []}", "line 1, column 1: a WebXR recording has frames, and this has none"),
        (
            "{\"schema\": [], \"frames\": [\n[1,2]]}",
            "line 2, column 5: frames[0]: expected the seven numbers of a pose, found the end of the array",
        ),
        (
            "{\"schema\": [], \"frames\": [[0,0,0,0,0,0,0,0]]}",
            "line 1, column 36: frames[0]: no rotation: its length is 0 or no number",
        ),
        (
            "{\"schema\": [], \"frames\": [[0,0,0,0,0,0,0,1,[3]]]}",
            "line 1, column 45: frames[0]: the schema has no input source 3",
        ),
        (
            "{\"schema\": [], \"frames\": [[1,0,0,0,0,0,0,1],\n[0,0,0,0,0,0,0,1]]}",
            "line 2, column 1: frames[1]: its time, 0 ms, is before 1 ms",
        ),
        (
            "{\"schema\": [[0,{}],[0,{}]], \"frames\": []}",
            "line 1, column 20: schema[1]: there is an input source 0 already",
        ),
        (
            "{\"schema\": [[0,{\"hasHand\":1}]], \"frames\": []}",
            "line 1, column 27: schema[0]: expected true or false, found '1'",
        ),
        (
            "{\"schema\": [[0,{\"hasHand\":true}]], \"frames\": [[0,0,0,0,0,0,0,1,[0,0,0,0,0,0,0,1,[0]]]]}",
            "line 1, column 83: frames[0]: expected the seven numbers of a pose, found the end of the array",
        ),
    ];
    for (text, message) in cases {
        assert_eq!(read(text.as_bytes()).unwrap_err().to_string(), message, "{text}");
    }
}

#[test]
fn every_proper_prefix_is_refused() {
    let bytes = testdata_file("recordings/v11_sub_camera.bin");
    let (text, _) = written(&Recording::from_slice(&bytes).unwrap());
    let text = text.trim_ascii_end();
    assert!(read(text).is_ok());
    for end in 0..text.len() {
        assert!(matches!(read(&text[..end]), Err(Error::Text(_))), "{end}");
    }
}

#[test]
fn depth_does_not_exhaust_the_stack() {
    let text = format!("{{\"x\": {}", "[".repeat(1 << 20));
    assert!(read(text.as_bytes()).is_err());
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 60, ..ProptestConfig::default() })]

    #[test]
    fn any_recording_can_be_written_and_what_is_written_is_read(recording in recording()) {
        let mut text = Vec::new();
        let is_short = recording.end_secs() < 1000.0;
        // Times are arbitrary: at 2 Hz a long recording would be gigabytes of frames.
        let rate_hz = if is_short { 2.0 } else { 2000.0 / recording.end_secs() };
        let result = write(&recording, &Options { rate_hz, ..Options::default() }, &mut text);
        prop_assert!(!is_short || result.is_ok());
        if let (true, Ok(_)) = (is_short, result) {
            let back = read(&text).unwrap();
            let frames = FrameTimes::from_zero(&recording, 2.0).unwrap().len();
            prop_assert_eq!(back.curve_named("camera.position.x").unwrap().len(), frames);
            for (id, curve) in back.curves() {
                prop_assert!(curve.iter().all(|key| key.value.is_finite()), "{}", id);
            }
        }
    }

    #[test]
    fn damage_is_refused_or_harmless(
        damage in prop::collection::vec((any::<prop::sample::Index>(), any::<u8>()), 1..6),
    ) {
        let mut text = RECORDED.to_vec();
        for (index, byte) in damage {
            let at = index.index(text.len().min(6000));
            text[at] = byte;
        }
        let _ = read(&text);
    }
}

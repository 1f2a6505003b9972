//! The `head_hand_eye.csv` of `HoloLens2ForCV`.

use proptest::prelude::*;
use reenact::{FrameTimes, Recording};
use reenact_convert::hololens::{Options, read, write};
use reenact_convert::{Error, Losses};

use crate::arbitrary::recording;
use crate::common::recordings;
use crate::frame_formats::{Keeps, same_frames, signs_are_continuous};

const KEEPS: Keeps = Keeps { palm: true, pinching: false, gaze: true };

fn written(recording: &Recording) -> (String, Losses) {
    let mut text = Vec::new();
    let losses = write(recording, &Options::default(), &mut text).unwrap();
    (String::from_utf8(text).unwrap(), losses)
}

/// One row: the head at x = 1, y = 2, z = −3 in its axes, looking to the right; a left hand with all joints at (0, 1, 0); a gaze.
fn row(ticks: &str) -> String {
    let head = "0,0,-1,1,0,1,0,2,1,0,0,-3,0,0,0,1";
    let joint = ",1,0,0,0,0,1,0,1,0,0,1,0,0,0,0,1".repeat(26);
    let absent = ",0".repeat(26 * 16);
    format!("{ticks},{head},1{joint},0{absent},1,0,1.6,0,1,0,0,-1,0,-nan(ind)\n")
}

#[test]
fn frames_of_every_recording_come_back() {
    let mut hands = 0;
    for (name, bytes) in recordings() {
        let recording = Recording::from_slice(&bytes).unwrap();
        if name.starts_with("odd/") {
            continue;
        }
        let (text, losses) = written(&recording);
        assert_eq!(losses.gazes, 0, "{name}");
        assert_eq!(losses.markers, recording.markers().count(), "{name}");
        let back = read(text.as_bytes()).unwrap();
        let times = FrameTimes::from_zero(&recording, 60.0).unwrap();
        hands += same_frames(&recording, &back, times, KEEPS, &name);
        if name.contains("real") {
            assert!(signs_are_continuous(&back), "{name}");
        }
    }
    assert!(hands > 5_000, "{hands}");
}

#[test]
fn cells_are_where_the_recorder_has_them() {
    let back = read((row("1324000000001000000") + &row("1324000000011000000")).as_bytes()).unwrap();
    assert_eq!(back.end_secs(), 1.0, "ticks of 100 ns, from the first on");
    let value = |name: &str| back.curve_named(name).unwrap().first().map(|key| key.value);
    // The last column is the position, with z negated.
    for (axis, expected) in [("x", 1.0), ("y", 2.0), ("z", 3.0)] {
        assert_eq!(value(&format!("camera.position.{axis}")), Some(expected), "{axis}");
    }
    // It looked along its −z, which is world x: to the right, a quarter turn about y in Unity's left-handed axes.
    let half = std::f32::consts::FRAC_1_SQRT_2;
    let turn = ["x", "y", "z", "w"].map(|a| value(&format!("camera.rotation.{a}")).unwrap());
    for (found, expected) in turn.iter().zip([0.0, half, 0.0, half]) {
        assert!((found * turn[3].signum() - expected).abs() < 1e-6, "{turn:?}");
    }
    assert_eq!(value("left.PinkyTip.position.y"), Some(1.0));
    assert_eq!(value("left.tracked"), Some(1.0));
    assert_eq!(value("right.tracked"), Some(0.0));
    assert_eq!(value("right.Wrist.position.x"), None);
    assert_eq!(value("gaze.origin.y"), Some(1.6));
    assert_eq!(value("gaze.direction.z"), Some(1.0));
    let (text, _) = written(&back);
    let first: Vec<&str> = text.lines().next().unwrap().split(',').collect();
    assert_eq!(first.len(), 861);
    assert_eq!([first[4], first[8], first[12]], ["1", "2.0", "-3.0"]);
}

#[test]
fn what_has_no_cell_is_counted() {
    let (_, losses) = written(&reenact_make::demo());
    assert!(losses.pinches > 0 && losses.is_lossy());
    assert_eq!((losses.palms, losses.gazes, losses.heads, losses.hands), (0, 0, 0, 0));
}

#[test]
fn a_matrix_that_is_no_rotation_is_not_there() {
    for wrong in ["0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0", "1,0,0,nan,0,1,0,2,0,0,1,-3,0,0,0,1"] {
        let text = row("7").replacen("0,0,-1,1,0,1,0,2,1,0,0,-3,0,0,0,1", wrong, 1);
        assert!(!read(text.as_bytes()).unwrap().tracks().camera, "{wrong}");
    }
}

#[test]
fn errors_say_where() {
    let good = row("10");
    let with = |from: &str, to: &str| good.replacen(from, to, 1);
    let cases = [
        (String::new(), "line 1, column 1: there is no row"),
        ("1,2\n".to_owned(), "line 1, column 1: a row must have 861 cells, not 2"),
        (with("10,", "ten,"), "line 1, column 1: time: expected a time in ticks, found \"ten\""),
        (
            with("10,", "inf,"),
            "line 1, column 1: time: expected a time in ticks, found a number that is not finite",
        ),
        (with("10,0,", "10,x,"), "line 1, column 4: head: expected a number, found \"x\""),
        (format!("{good}\r\n{}", row("9")), "line 3, column 1: time: this time is before 10"),
    ];
    for (text, message) in &cases {
        assert_eq!(read(text.as_bytes()).unwrap_err().to_string(), *message);
    }
    let bad_flag = good.replacen(",0,0,0,1,1,1,0,0", ",0,0,0,1,2,1,0,0", 1);
    let error = read(bad_flag.as_bytes()).unwrap_err().to_string();
    assert_eq!(error, "line 1, column 38: left: expected 1 or 0, found 2");
}

#[test]
fn a_cut_row_is_refused() {
    let text = row("10");
    let text = text.trim_end();
    for end in 0..text.len() - "-nan(ind)".len() {
        assert!(matches!(read(&text.as_bytes()[..end]), Err(Error::Text(_))), "{end}");
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 60, ..ProptestConfig::default() })]

    #[test]
    fn any_recording_can_be_written_and_what_is_written_is_read(recording in recording()) {
        let mut text = Vec::new();
        let is_short = recording.end_secs() < 1000.0;
        // Times are arbitrary: at 2 Hz a long recording would be gigabytes of rows.
        let rate_hz = if is_short { 2.0 } else { 2000.0 / recording.end_secs() };
        let result = write(&recording, &Options { rate_hz, ..Options::default() }, &mut text);
        prop_assert!(!is_short || result.is_ok());
        if let (true, Ok(_)) = (is_short, result) {
            let back = read(&text).unwrap();
            let frames = FrameTimes::from_zero(&recording, 2.0).unwrap().len();
            prop_assert!(back.curves().all(|(_, curve)| curve.len() <= frames));
            for (id, curve) in back.curves() {
                prop_assert!(curve.iter().all(|key| key.value.is_finite()), "{}", id);
            }
        }
    }

    #[test]
    fn damage_is_refused_or_harmless(
        damage in prop::collection::vec((any::<prop::sample::Index>(), any::<u8>()), 1..6),
    ) {
        let mut text = (row("10") + &row("20")).into_bytes();
        for (index, byte) in damage {
            let at = index.index(text.len());
            text[at] = byte;
        }
        let _ = read(&text);
    }
}

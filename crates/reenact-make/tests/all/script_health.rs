//! Properties of all recordings made from scripts.

use std::path::Path;
use std::process::Command;

use reenact::hand::{Joint, Side};
use reenact::{Form, Recording};
use reenact_make::Script;

use crate::common::{camera, gaze, hand, values};

/// Many simultaneous acts, with both hands.
const BUSY: &str = r#"
rate_hz = 90
reach = "any"
[left]
at = [-0.25, -0.3, 0.35]
pose = "open"
[[act]]
do = "look"
at = [0.4, -0.3, 0.9]
[[act]]
do = "grab"
hand = "left"
at = [-0.2, -0.3, 0.4]
to = [-0.1, -0.2, 0.4]
[[act]]
do = "walk"
to = [0.3, 0.0, 0.4]
facing_deg = 200
secs = 2.5
meanwhile = true
[[act]]
do = "marker"
name = "half"
[[act]]
do = "hide"
hand = "left"
[[act]]
do = "move"
hand = "right"
to = [0.2, -0.2, 0.0]
pose = "fist"
[[act]]
do = "turn"
yaw_deg = -100
secs = 2
[[act]]
do = "show"
hand = "left"
[[act]]
do = "pose"
hand = "right"
pose = "thumb-up"
[[act]]
do = "rest"
hand = "left"
meanwhile = true
"#;

#[test]
fn rotations_are_unit_times_increase_and_bones_keep_their_length() {
    for (noise, within_m) in [(true, 0.002), (false, 1e-6)] {
        let take = Script::parse(BUSY).unwrap().with_noise(noise).perform(Form::MRTK_1_1);
        for (id, curve) in take.curves() {
            let times: Vec<f32> = curve.iter().map(|key| key.time_secs).collect();
            assert!(times.windows(2).all(|pair| pair[0] < pair[1]), "{id}");
            assert!(curve.iter().all(|key| key.value.is_finite()), "{id}");
        }
        for (time_secs, pose) in camera(&take) {
            assert!((pose.rotation.length() - 1.0).abs() < 1e-6, "camera at {time_secs}");
        }
        assert!(gaze(&take).iter().all(|(.., way)| (way.length() - 1.0).abs() < 1e-6));
        for side in Side::ALL {
            let keys = hand(&take, side);
            assert!(keys.len() > 100);
            for key in &keys {
                assert!(key.joints.iter().all(|j| (j.rotation.length() - 1.0).abs() < 1e-6));
                for (near, far) in Joint::bones() {
                    // The palm is not at the end of a bone.
                    let length = |key: &crate::common::HandKey| key.at(near).distance(key.at(far));
                    let off_m = (length(key) - length(&keys[0])).abs();
                    assert!(off_m < within_m, "{side} {far}: {off_m} at {}", key.time_secs);
                }
            }
            for joint in 0..26 {
                let turns = keys
                    .windows(2)
                    .map(|pair| pair[0].joints[joint].rotation.dot(pair[1].joints[joint].rotation));
                assert!(turns.fold(1.0, f64::min) > 0.0, "{side} joint {joint} changes its sign");
            }
        }
    }
}

#[test]
fn nothing_jumps() {
    let take = Script::parse(BUSY).unwrap().with_noise(false).perform(Form::MRTK_1_1);
    let head = camera(&take);
    for pair in head.windows(2) {
        assert!(pair[0].1.position.distance(pair[1].1.position) * 90.0 < 2.0, "at {}", pair[0].0);
        let turned = pair[0].1.rotation.angle_between(pair[1].1.rotation).to_degrees() * 90.0;
        assert!(turned < 720.0, "{turned}°/s at {}", pair[0].0);
    }
    for side in Side::ALL {
        for (a, b) in crate::common::neighbours(&hand(&take, side), 90.0) {
            for joint in Joint::TRACKED {
                let speed = a.at(joint).distance(b.at(joint)) * 90.0;
                assert!(speed < 4.5, "{side} {joint}: {speed} m/s at {}", a.time_secs);
            }
        }
    }
}

#[test]
fn the_same_text_gives_the_same_bytes_and_the_seed_is_the_noise() {
    let bytes = |seed: u64, noise: bool| {
        let script = Script::parse(BUSY).unwrap().with_seed(seed).with_noise(noise);
        script.perform(Form::MRTK_1_1).to_bytes()
    };
    assert_eq!(bytes(1, true), bytes(1, true));
    assert_ne!(bytes(1, true), bytes(2, true));
    assert_eq!(bytes(1, false), bytes(2, false));
}

#[test]
fn the_rate_changes_how_it_is_filmed_and_not_what_happens() {
    let at = |rate_hz: f32| {
        let script = Script::parse(BUSY).unwrap().with_noise(false);
        camera(&script.with_rate_hz(rate_hz).unwrap().perform(Form::MRTK_1_1))
    };
    for (slow, fast) in at(30.0).iter().zip(at(120.0).iter().step_by(4)) {
        assert!(slow.1.position.distance(fast.1.position) < 1e-6, "at {}", slow.0);
    }
}

#[test]
fn every_form_reads_back_as_what_was_made() {
    for form in [Form::MRTK_1_0, Form::MRTK_1_1, Form::PUBLISHED_1_0, Form::PUBLISHED_1_1] {
        let made = Script::parse(BUSY).unwrap().perform(form);
        let bytes = made.to_bytes();
        let read = Recording::from_slice(&bytes).unwrap();
        assert_eq!(read, made, "{form}");
        assert_eq!(read.form(), form);
        assert_eq!(read.markers().count(), usize::from(form.marker_list));
    }
}

#[test]
fn an_empty_script_is_one_frame_of_a_head() {
    let take = Script::parse("").unwrap().perform(Form::MRTK_1_1);
    assert_eq!(camera(&take).len(), 1);
    assert_eq!(take.end_secs(), 0.0);
    assert_eq!(take.markers().count(), 0);
}

#[test]
fn a_script_whose_length_is_no_whole_frame_is_filmed_to_its_end() {
    let script = Script::parse("rate_hz = 10\nsecs = 0.25").unwrap();
    assert_eq!(script.frames(), 4);
    let take = script.perform(Form::MRTK_1_1);
    let id = reenact::CurveId::Camera(reenact::PoseComponent::PositionX);
    let times: Vec<f32> = values(&take, id).iter().map(|key| key.0).collect();
    assert_eq!(times, [0.0, 0.1, 0.2, 0.3]);
}

#[test]
#[cfg_attr(windows, ignore = "Wine has no Python, and the file is the same on every system")]
fn the_independent_reader_reads_it_too() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let take = Script::parse(BUSY).unwrap().perform(Form::MRTK_1_1);
    let file = std::env::temp_dir().join(format!("reenact-script-{}.bin", std::process::id()));
    std::fs::write(&file, take.to_bytes()).unwrap();
    let ran = Command::new("python3")
        .arg(root.join("testdata/independent_reader.py"))
        .arg("--curves")
        .arg(&file)
        .output();
    std::fs::remove_file(&file).unwrap();
    let ran = ran.expect("this test needs Python 3 as `python3`");
    assert!(ran.status.success(), "{}", String::from_utf8_lossy(&ran.stderr));
    let listed = String::from_utf8(ran.stdout).unwrap();
    for (id, curve) in take.curves() {
        let start = format!("{id} {} {} {} ", curve.pre_wrap.0, curve.post_wrap.0, curve.len());
        assert!(listed.lines().any(|line| line.starts_with(&start)), "no {start:?} in\n{listed}");
    }
}

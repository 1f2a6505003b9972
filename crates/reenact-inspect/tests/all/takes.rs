//! Recordings of movements with a closed form.

use glam::{DQuat, DVec3, Quat, Vec3};
use reenact::hand::{Finger, Joint, Side};
use reenact::{Frame, HandFrame, Keep, Pose, Ray, RecordOptions, Recorder, Recording};

/// Records frames at a rate, from 0 to an end.
pub(crate) fn film(seconds: f64, rate_hz: f64, frame_at: impl Fn(f64) -> Frame) -> Recording {
    let options = RecordOptions { max_rate_hz: None, keep: Keep::All, ..RecordOptions::default() };
    let mut recorder = Recorder::new(options).unwrap();
    for n in 0..=(seconds * rate_hz).round() as u32 {
        let time_secs = f64::from(n) / rate_hz;
        recorder.record(&Frame { time_secs: time_secs as f32, ..frame_at(time_secs) });
    }
    recorder.finish()
}

pub(crate) const NOTHING: Frame =
    Frame { time_secs: 0.0, camera: None, left: None, right: None, gaze: None };

/// Records one right hand.
pub(crate) fn film_hand(
    seconds: f64,
    rate_hz: f64,
    hand_at: impl Fn(f64) -> HandFrame,
) -> Recording {
    film(seconds, rate_hz, |time_secs| Frame { right: Some(hand_at(time_secs)), ..NOTHING })
}

/// A flat hand at a position, not rotated.
pub(crate) fn hand_at(wrist: DVec3) -> HandFrame {
    shaped(wrist, &Shape::default())
}

/// Shape of a hand.
#[derive(Clone, Copy, Default)]
pub(crate) struct Shape {
    /// Flexion of each of a finger's joints in degrees; the thumb has two joints.
    pub(crate) bend_deg: [f64; 5],
    /// Angle between index and pinky in degrees.
    pub(crate) splay_deg: f64,
    pub(crate) is_pinching: bool,
}

/// A hand of a given shape: fingers along z, back up, knuckles 2 cm apart.
pub(crate) fn shaped(wrist: DVec3, shape: &Shape) -> HandFrame {
    let offsets = offsets(shape);
    HandFrame::new(true, shape.is_pinching, |joint| {
        (joint != Joint::None).then(|| pose(wrist + offsets(joint)))
    })
}

fn offsets(shape: &Shape) -> impl Fn(Joint) -> DVec3 {
    let mut places = [DVec3::ZERO; 27];
    places[Joint::Palm.index()] = DVec3::new(0.0, 0.0, 0.05);
    for (n, finger) in Finger::ALL.into_iter().enumerate() {
        let n = n as f64;
        let bend = DQuat::from_rotation_x(shape.bend_deg[n as usize].to_radians());
        // From index (1) to pinky (4), to the left of a hand seen from above as x grows.
        let yaw = DQuat::from_rotation_y((shape.splay_deg * (n - 2.5) / 3.0).to_radians());
        let mut place = DVec3::new(0.02 * (n - 2.5), 0.0, 0.02);
        let mut turn = DQuat::IDENTITY;
        for (step, joint) in finger.joints().iter().enumerate() {
            places[joint.index()] = place;
            if step == 1 && finger != Finger::Thumb {
                turn = yaw;
            }
            if step > 0 {
                turn *= bend;
            }
            place += turn * DVec3::new(0.0, 0.0, 0.03);
        }
    }
    move |joint| places[joint.index()]
}

pub(crate) fn pose(position: DVec3) -> Pose {
    Pose { position: position.as_vec3(), rotation: Quat::IDENTITY }
}

/// A gaze ray.
pub(crate) fn ray(direction: DVec3) -> Ray {
    Ray { origin: Vec3::new(0.0, 1.6, 0.0), direction: direction.normalize().as_vec3() }
}

/// A direction at an angle in degrees to the right.
pub(crate) fn right_of_ahead(degrees: f64) -> DVec3 {
    DQuat::from_rotation_y(degrees.to_radians()) * DVec3::Z
}

/// Progress of a minimum-jerk movement at a fraction of its duration (Flash and Hogan 1985).
pub(crate) fn minimum_jerk(share: f64) -> f64 {
    let s = share.clamp(0.0, 1.0);
    s * s * s * (10.0 - s * (15.0 - 6.0 * s))
}

/// Value of a row by name.
#[track_caller]
pub(crate) fn value(stats: &reenact_inspect::stats::Stats, name: &str) -> Option<f64> {
    stats.rows().into_iter().find(|row| row.name == name).expect(name).value
}

#[track_caller]
pub(crate) fn assert_near(found: impl Into<Option<f64>>, expected: f64, tolerance: f64) {
    let found = found.into().expect("there is a value");
    assert!((found - expected).abs() <= tolerance, "{found} is not {expected} ± {tolerance}");
}

/// All readable files of some folders of `testdata/`, by name.
pub(crate) fn corpus(folders: &[&str]) -> Vec<(String, Recording)> {
    let mut found = Vec::new();
    for folder in folders {
        let folder =
            std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../../testdata").join(folder);
        for entry in std::fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            if path.extension().is_some_and(|extension| extension == "bin")
                && let Ok(recording) = Recording::from_slice(&std::fs::read(&path).unwrap())
            {
                let name = path.file_stem().unwrap().to_str().unwrap().to_owned();
                found.push((name, recording));
            }
        }
    }
    found.sort_by(|a, b| a.0.cmp(&b.0));
    found
}

pub(crate) const BOTH: [Side; 2] = Side::ALL;

//! Data that frame-based formats keep, at the times of the frames.

use reenact::hand::{Joint, Side};
use reenact::{FrameTimes, Mode, Pose, Recording, Sampler};

/// Data that a format keeps in addition to head and joints.
#[derive(Clone, Copy)]
pub(crate) struct Keeps {
    pub(crate) palm: bool,
    pub(crate) pinching: bool,
    pub(crate) gaze: bool,
}

/// Tolerance relative to the largest number.
const NEAR: f32 = 4e-6;

/// Compares every frame of `back` with that of `recording`; returns the number of compared hands.
pub(crate) fn same_frames(
    recording: &Recording,
    back: &Recording,
    times: FrameTimes,
    keeps: Keeps,
    name: &str,
) -> usize {
    let [ours, theirs] = [recording, back].map(|recording| Sampler::new(recording, Mode::Clean));
    let (mut ours, mut theirs) = (ours.cursor(), theirs.cursor());
    let mut hands = 0;
    for time in times.iter() {
        let (a, b) = (ours.frame_at(time), theirs.frame_at(time));
        // Times of the file may be rounded differently, so a state may change slightly later.
        let later = theirs.frame_at(time + 5e-7);
        let place = format!("{name} at {time} s");
        if let Some(head) = a.camera {
            same_pose(head, b.camera.unwrap(), &place);
        }
        for side in Side::ALL {
            let Some(hand) = a.hand(side) else { continue };
            let is_whole = |joint: &Joint| hand.joint(*joint).is_some();
            let is_there = hand.tracked && Joint::TRACKED.iter().all(is_whole);
            let place = format!("{place}, {side}");
            let found = b.hand(side).unwrap();
            let states = later.hand(side).unwrap();
            assert_eq!(states.tracked, is_there, "{place}");
            assert_eq!(states.pinching, keeps.pinching && hand.pinching && is_there, "{place}");
            if is_there {
                hands += 1;
                for joint in Joint::TRACKED {
                    if joint != Joint::Palm || keeps.palm {
                        let place = format!("{place} {joint}");
                        same_pose(hand.joint(joint).unwrap(), found.joint(joint).unwrap(), &place);
                    }
                }
            }
        }
        assert_eq!(b.gaze.is_some(), keeps.gaze && a.gaze.is_some(), "{place}");
        if let (Some(a), Some(b)) = (a.gaze, b.gaze) {
            assert!(a.origin.abs_diff_eq(b.origin, NEAR * a.origin.length().max(1.0)), "{place}");
            assert!(a.direction.abs_diff_eq(b.direction, NEAR), "{place}");
        }
    }
    hands
}

fn same_pose(a: Pose, b: Pose, place: &str) {
    let scale = a.position.abs().max_element().max(1.0);
    assert!(a.position.abs_diff_eq(b.position, NEAR * scale), "{place}: {a:?} {b:?}");
    assert!(1.0 - a.rotation.dot(b.rotation).abs() < 1e-6, "{place}: {a:?} {b:?}");
}

/// Whether adjacent rotations of a recording are in one hemisphere, so that MRTK's linear interpolation is right.
pub(crate) fn signs_are_continuous(recording: &Recording) -> bool {
    let of = |name: &str| {
        let curves = ["x", "y", "z", "w"]
            .map(|axis| recording.curve_named(&format!("{name}.rotation.{axis}")).unwrap());
        let row = |n: usize| curves.map(|curve| curve.key(n).unwrap().value);
        (1..curves[0].len()).all(|n| {
            let (a, b) = (row(n - 1), row(n));
            a.iter().zip(b).map(|(a, b)| a * b).sum::<f32>() >= 0.0
        })
    };
    ["camera", "left.Wrist", "right.Wrist", "right.IndexTip"].into_iter().all(of)
}

//! Maxima are exact over all times: 16 frames between all keys of both recordings find nothing larger.

use glam::{Quat, Vec3};
use reenact::hand::{Joint, Side};
use reenact::{
    Curve, CurveId, Form, Frame, Mode, PoseComponent, Recording, Sampler, Track, Tracks,
};
use reenact_edit::optimize::{Options as Optimize, optimize};
use reenact_inspect::compare::{Alignment, Comparison, Options, Reference, Tolerances, compare};
use reenact_make::{Device, Options as Make, make};

use crate::compare_made::{at_times, camera, lifelike};

/// Largest distance and angle of each track, by dense sampling in `f64`.
fn by_dense_sampling(a: &Recording, b: &Recording, offset_secs: f32) -> [[f64; 2]; 4] {
    let keys = |recording: &Recording, offset: f32| -> Vec<f32> {
        let keys = recording.curves().flat_map(|(_, curve)| curve.iter());
        keys.map(|key| key.time_secs - offset).collect()
    };
    let end = a.end_secs().min(b.end_secs() - offset_secs);
    let mut times: Vec<f32> = keys(a, 0.0).into_iter().chain(keys(b, offset_secs)).collect();
    times.extend([0.0, end]);
    times.retain(|time| (0.0_f32.max(-offset_secs)..=end).contains(time));
    times.sort_by(f32::total_cmp);
    times.dedup();
    let samplers = [a, b].map(|recording| Sampler::new(recording, Mode::Clean));
    let mut largest = [[0.0_f64; 2]; 4];
    for pair in times.windows(2) {
        for n in 0..17_u8 {
            let time = pair[0] + (pair[1] - pair[0]) * f32::from(n) / 17.0;
            let frames = [samplers[0].frame_at(time), samplers[1].frame_at(time + offset_secs)];
            for (largest, apart) in largest.iter_mut().zip(apart(&frames[0], &frames[1])) {
                *largest = [largest[0].max(apart[0]), largest[1].max(apart[1])];
            }
        }
    }
    largest
}

fn apart(a: &Frame, b: &Frame) -> [[f64; 2]; 4] {
    let angle = |a: Quat, b: Quat| {
        let (a, b) = (a.as_dquat().normalize(), b.as_dquat().normalize());
        let (apart, opposite) = ((a - b).length(), (a + b).length());
        (4.0 * apart.min(opposite).atan2(apart.max(opposite))).to_degrees()
    };
    let distance = |a: Vec3, b: Vec3| a.as_dvec3().distance(b.as_dvec3());
    let mut found = [[0.0; 2]; 4];
    let hand = |side| {
        Joint::TRACKED
            .into_iter()
            .filter_map(move |joint| Some((a.joint(side, joint)?, b.joint(side, joint)?)))
            .map(|(a, b)| [distance(a.position, b.position), angle(a.rotation, b.rotation)])
            .fold([0.0_f64; 2], |all, one| [all[0].max(one[0]), all[1].max(one[1])])
    };
    if let (Some(a), Some(b)) = (a.camera, b.camera) {
        found[0] = [distance(a.position, b.position), angle(a.rotation, b.rotation)];
    }
    (found[1], found[2]) = (hand(Side::Left), hand(Side::Right));
    if let (Some(a), Some(b)) = (a.gaze, b.gaze) {
        let turn = a.direction.as_dvec3().angle_between(b.direction.as_dvec3());
        found[3] = [distance(a.origin, b.origin), turn.to_degrees()];
    }
    found
}

/// The reported maximum is that of dense sampling, or slightly larger.
fn check(name: &str, found: &Comparison, looked: [[f64; 2]; 4]) {
    for (track, looked) in Track::ALL.into_iter().zip(looked) {
        let Some(track) = found.track(track) else { continue };
        for (apart, looked) in [track.position_m, track.rotation_deg].into_iter().zip(looked) {
            let max = apart.map_or(0.0, |apart| f64::from(apart.max));
            assert!(max >= looked * (1.0 - 1e-6) - 2e-5, "{name} {track:?}: {looked} found");
            assert!(max <= looked * 1.05 + 1e-4, "{name} {track:?}: only {looked} found");
        }
        let parts = track.over_time.iter().filter_map(|part| part.rotation_deg);
        assert_eq!(parts.reduce(f32::max), track.rotation_deg.map(|apart| apart.max));
    }
}

#[test]
fn two_chords_that_meet_at_all_keys_are_apart_between_them() {
    // A quarter turn in quaternions, compared with one whose end has half the length: at most 19.47° apart.
    let turning = |length: f32| {
        let tracks = Tracks { camera: true, ..Tracks::NONE };
        let mut recording = Recording::new(Form::MRTK_1_1, tracks).unwrap();
        for component in PoseComponent::ALL {
            let values = match component {
                PoseComponent::RotationW => [1.0, 0.1 * length],
                PoseComponent::RotationY => [0.0, length],
                _ => [0.0; 2],
            };
            let keys = [(0.0, values[0]), (1.0, values[1])];
            recording.set_curve(CurveId::Camera(component), Curve::simple(keys)).unwrap();
        }
        recording
    };
    let (a, b) = (turning(1.0), turning(0.5));
    let options = Options { rate_hz: 1.0, ..Options::default() };
    let found = compare(&a, &b, &options).unwrap();
    let rotation = found.track(Track::Camera).unwrap().rotation_deg.unwrap();
    let looked = by_dense_sampling(&a, &b, 0.0)[0][1];
    assert!(looked > 30.0 && f64::from(rotation.max) >= looked, "{rotation:?}, {looked}");
    assert!((f64::from(rotation.max) - looked) < 0.2, "{rotation:?}, {looked}");
    assert!(!found.same && found.first_difference.unwrap().time_secs < 1.0);
    // The same in the reference frame of the first head pose.
    let options = Options { reference: Reference::FirstFrame, ..options };
    let first = compare(&a, &b, &options).unwrap().tracks[0].rotation_deg.unwrap();
    assert!((first.max - rotation.max).abs() < 1e-3, "{first:?}");
}

#[test]
fn no_frame_between_keys_is_farther_apart_than_the_reported_maximum() {
    for (device, seed) in [(Device::Ideal, 3), (Device::HoloLens2, 2), (Device::HoloLens2, 3)] {
        let a = make(&Make { seconds: 2.0, seed, ..Make::with_device(device) }).unwrap();
        for options in [
            Optimize::MRTK,
            Optimize { rotation_deg: 5.0, gaze_deg: 5.0, free_values: true, ..Optimize::MRTK },
        ] {
            let b = optimize(&a, &options).unwrap().recording;
            let found = compare(&a, &b, &Options::default()).unwrap();
            check(device.name(), &found, by_dense_sampling(&a, &b, 0.0));
        }
        let b = make(&Make { seconds: 2.0, seed: seed + 3, ..Make::with_device(device) }).unwrap();
        let found = compare(&a, &b, &Options::default()).unwrap();
        check("another", &found, by_dense_sampling(&a, &b, 0.0));
    }
}

#[test]
fn with_an_offset_no_frame_is_farther_apart_either() {
    let a = lifelike(2.0, 4);
    let later = at_times(&a, |time_secs| time_secs + 0.2578);
    let b = optimize(&later, &Optimize { rotation_deg: 8.0, ..Optimize::MRTK });
    let b = b.unwrap().recording;
    let options = Options { alignment: Alignment::Offset(0.25), ..Options::default() };
    check("offset", &compare(&a, &b, &options).unwrap(), by_dense_sampling(&a, &b, 0.25));
}

#[test]
fn what_is_within_the_bound_of_optimize_is_the_same_with_that_tolerance() {
    for (device, seed) in [(Device::Ideal, 1), (Device::HoloLens2, 1), (Device::HoloLens2, 2)] {
        let a = make(&Make { seconds: 6.0, seed, ..Make::with_device(device) }).unwrap();
        let mrtk = Optimize::MRTK;
        for options in [
            mrtk,
            Optimize { free_values: true, ..mrtk },
            Optimize { thorough: true, ..mrtk },
            Optimize { position_mm: 7.0, rotation_deg: 4.0, gaze_deg: 2.0, ..mrtk },
            Optimize { position_mm: 0.05, rotation_deg: 0.01, gaze_deg: 0.01, ..mrtk },
            Optimize::LOSSLESS,
        ] {
            let b = optimize(&a, &options).unwrap().recording;
            let tolerances = Tolerances {
                position_m: options.position_mm / 1000.0,
                rotation_deg: options.rotation_deg,
                gaze_deg: options.gaze_deg,
                ..Tolerances::ZERO
            };
            let found = compare(&a, &b, &Options { tolerances, ..Options::default() }).unwrap();
            assert!(found.same, "{} {options:?}: {:?}", device.name(), found.first_difference);
        }
    }
}

#[test]
fn the_moment_before_a_jump_counts() {
    let still = camera(&[(0.0, Vec3::ZERO), (2.0, Vec3::ZERO)]);
    let jumps = camera(&[(0.0, Vec3::ZERO), (1.0, Vec3::X), (1.0, Vec3::ZERO), (2.0, Vec3::ZERO)]);
    let found = compare(&still, &jumps, &Options { rate_hz: 1.0, ..Options::default() }).unwrap();
    let position = found.track(Track::Camera).unwrap().position_m.unwrap();
    assert!(position.max > 0.9999 && position.time_secs < 1.0, "{position:?}");
}

//! Comparison of recordings written by MRTK's own code with an independent evaluation.

use std::fs;
use std::path::Path;

use reenact::hand::{Joint, Side};
use reenact::{Frame, FrameTimes, Mode, Pose, Recording, Sampler, Track};
use reenact_inspect::compare::{DifferenceKind, Options, Tolerances, compare};

fn bytes(name: &str) -> Vec<u8> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../testdata/recordings");
    fs::read(folder.join(name)).unwrap()
}

/// Maximum and root mean square, of positions and rotations.
#[derive(Debug, Default)]
struct Plain {
    max: [f64; 2],
    squares: [f64; 2],
    weight: f64,
    mismatch_secs: f64,
}

impl Plain {
    fn add(&mut self, a: Option<Pose>, b: Option<Pose>, weight: f64) {
        let (Some(a), Some(b)) = (a, b) else {
            return;
        };
        let distance = f64::from((a.position - b.position).length());
        let dot: f64 =
            a.rotation.as_dquat().normalize().dot(b.rotation.as_dquat().normalize()).abs();
        let angle = 2.0 * dot.min(1.0).acos().to_degrees();
        for (n, far) in [distance, angle].into_iter().enumerate() {
            self.max[n] = self.max[n].max(far);
            self.squares[n] += weight * far * far;
        }
        self.weight += weight;
    }
}

fn plainly(a: &Recording, b: &Recording, track: Track) -> Plain {
    let end = a.end_secs().min(b.end_secs());
    let times = FrameTimes::new(0.0..=end, 60.0).unwrap();
    let samplers = [a, b].map(|recording| Sampler::new(recording, Mode::Clean));
    let frames: Vec<[Frame; 2]> = times
        .iter()
        .map(|time| samplers.each_ref().map(|sampler| sampler.frame_at(time)))
        .collect();
    let mut plain = Plain::default();
    for (n, [a, b]) in frames.iter().enumerate() {
        let weight = if n == 0 || n + 1 == frames.len() { 0.5 } else { 1.0 };
        match track {
            Track::Camera => plain.add(a.camera, b.camera, weight),
            Track::Hand(side) => {
                for joint in Joint::TRACKED {
                    plain.add(a.joint(side, joint), b.joint(side, joint), weight);
                }
                let [a, b] = [a, b]
                    .map(|frame| frame.hand(side).map(|h| (h.tracked, h.pinching, h.observed)));
                if a != b && n + 1 < frames.len() {
                    plain.mismatch_secs += 1.0 / 60.0;
                }
            }
            Track::Gaze => unreachable!("not a pose"),
        }
    }
    plain
}

#[test]
fn figures_of_the_optimized_recording_are_those_of_a_plain_evaluation() {
    let bytes = ["v11_real_2s_lossless.bin", "v11_real_2s_asset.bin"].map(bytes);
    let [a, b] = bytes.each_ref().map(|bytes| Recording::from_slice(bytes).unwrap());
    let options = Options { key_times: false, ..Options::default() };
    let found = compare(&a, &b, &options).unwrap();
    assert_eq!(found.duration_secs, [a.duration_secs(), b.duration_secs()]);
    for track in [Track::Camera, Track::Hand(Side::Left), Track::Hand(Side::Right)] {
        let plain = plainly(&a, &b, track);
        let found = found.track(track).unwrap();
        let (position, rotation) = (found.position_m.unwrap(), found.rotation_deg.unwrap());
        let rms = plain.squares.map(|squares| (squares / plain.weight).sqrt());
        println!("{track}: {position:?} {rotation:?} plain {plain:?} rms {rms:?}");
        for (found, plain, tolerance) in [
            (position.max, plain.max[0], 1e-7),
            (position.rms, rms[0], 1e-7),
            // Precision of an arccosine at small angles.
            (rotation.max, plain.max[1], 1e-4),
            (rotation.rms, rms[1], 1e-4),
            (found.state_mismatch_secs, plain.mismatch_secs, 1e-5),
        ] {
            assert!((f64::from(found) - plain).abs() < tolerance, "{track}: {found} but {plain}");
        }
    }
    // Sampling at its keys, which are frames of the lossless recording, does not decrease the distance.
    let all = compare(&a, &b, &Options::default()).unwrap();
    for (all, even) in all.tracks.iter().zip(&found.tracks) {
        assert!(all.position_m.unwrap().max >= even.position_m.unwrap().max);
        assert!(all.rotation_deg.unwrap().max >= even.rotation_deg.unwrap().max);
    }
}

#[test]
fn a_lost_tail_is_a_difference_however_far_poses_may_be_apart() {
    let bytes = ["v11_real_2s_lossless.bin", "v11_real_2s_asset.bin"].map(bytes);
    let [a, b] = bytes.each_ref().map(|bytes| Recording::from_slice(bytes).unwrap());
    let found = compare(&a, &b, &Options::default()).unwrap();
    assert!(!found.same);
    let tolerances = Tolerances {
        position_m: f32::INFINITY,
        rotation_deg: f32::INFINITY,
        gaze_deg: f32::INFINITY,
        ..Tolerances::default()
    };
    let found = compare(&a, &b, &Options { tolerances, ..Options::default() }).unwrap();
    let first = found.first_difference.unwrap();
    assert_eq!(first.what, DifferenceKind::Known, "{first}");
    let left = reenact::ObservedSpans::of(&b).spans(Track::Hand(Side::Left)).to_vec();
    assert!(first.time_secs > left[0].end_secs && first.time_secs < left[0].end_secs + 0.02);
}

#[test]
fn the_lost_w_of_old_releases_shows_in_rotations_alone() {
    let bytes = ["v11_real_2s_asset.bin", "v11_m272_real_2s_asset.bin"].map(bytes);
    let [a, b] = bytes.each_ref().map(|bytes| Recording::from_slice(bytes).unwrap());
    let found = compare(&a, &b, &Options::default()).unwrap();
    let turned = found.tracks.iter().filter(|track| track.track != Track::Gaze);
    assert!(turned.clone().any(|track| track.rotation_deg.unwrap().max > 5.0));
    for track in &found.tracks {
        assert_eq!(track.position_m.unwrap().max, 0.0, "{}", track.track);
    }
    assert!(matches!(found.first_difference.unwrap().what, DifferenceKind::Rotation { .. }));
}

#[test]
fn every_recording_of_the_corpus_compares_with_every_other() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../testdata");
    let mut all = Vec::new();
    for name in ["recordings", "published", "odd"] {
        for entry in fs::read_dir(folder.join(name)).unwrap() {
            let path = entry.unwrap().path();
            if path.extension().is_some_and(|extension| extension == "bin") {
                let bytes = fs::read(&path).unwrap();
                if bytes.len() < 500_000 && Recording::from_slice(&bytes).is_ok() {
                    all.push((path, bytes));
                }
            }
        }
    }
    all.sort();
    assert!(all.len() >= 40);
    let options = Options {
        rate_hz: 20.0,
        key_times: false,
        range_secs: Some([0.0, 5.0]),
        ..Options::default()
    };
    for (n, (path, bytes)) in all.iter().enumerate() {
        let a = Recording::from_slice(bytes).unwrap();
        for (other_path, other) in all.iter().skip(n) {
            let b = Recording::from_slice(other).unwrap();
            let found = compare(&a, &b, &options);
            assert!(found.is_ok(), "{} {}: {found:?}", path.display(), other_path.display());
            if path == other_path {
                assert!(found.unwrap().identical);
            }
        }
    }
}

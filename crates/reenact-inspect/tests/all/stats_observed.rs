//! Measures use observed time only, and positions only if there are no rotations.

use reenact::hand::{Joint, Side};
use reenact::{Curve, CurveId, FrameTimes, Mode, PoseComponent, Recording, Sampler};
use reenact_inspect::measure::Options;
use reenact_inspect::stats::stats;

use crate::takes::{BOTH, corpus, value};

const ROTATION: [PoseComponent; 4] = [
    PoseComponent::RotationX,
    PoseComponent::RotationY,
    PoseComponent::RotationZ,
    PoseComponent::RotationW,
];

fn positions(recording: &Recording, side: Side) -> Vec<glam::DVec3> {
    let times = FrameTimes::of(recording, 60.0).unwrap();
    let frames = Sampler::new(recording, Mode::Clean);
    let wrist = |frame: reenact::Frame| Some(frame.hand(side)?.joint(Joint::Wrist)?.position);
    frames.frames(times).filter_map(wrist).map(glam::Vec3::as_dvec3).collect()
}

/// Values held by the recorder after the end of a track are in neither.
#[test]
fn mean_speed_from_samples_is_that_of_stats_within_the_smoothing() {
    let files = corpus(&["recordings"]);
    let (_, recording) = files.iter().find(|(name, _)| name == "v11_real_2s_asset").unwrap();
    let stats = stats(recording, &Options::default()).unwrap();
    for (side, frames) in BOTH.into_iter().zip([33, 65]) {
        let path = positions(recording, side);
        assert_eq!(path.len(), frames);
        // Central differences, one-sided at the ends: `numpy.gradient`.
        let speeds = (0..frames).map(|frame| {
            let (before, after) = (frame.saturating_sub(1), (frame + 1).min(frames - 1));
            path[before].distance(path[after]) * 60.0 / (after - before) as f64
        });
        let mean = speeds.sum::<f64>() / frames as f64;
        let measured = value(&stats, &format!("{side}_speed_mean_m_s")).unwrap();
        assert!((mean / measured - 1.0).abs() < 0.02, "{side}: {mean} {measured}");
    }
}

#[test]
fn a_recording_with_positions_alone_has_every_measure_that_needs_no_rotation() {
    let whole = reenact_make::demo();
    let mut without = whole.clone();
    let ids: Vec<CurveId> = whole.curves().map(|(id, _)| id).collect();
    for id in ids {
        let (CurveId::Joint(_, _, component) | CurveId::Camera(component)) = id else { continue };
        if ROTATION.contains(&component) {
            let empty = Curve::from_keys(whole.curve(id).unwrap().kind(), []);
            without.set_curve(id, empty).unwrap();
        }
    }
    let [whole, without] =
        [whole, without].map(|recording| stats(&recording, &Options::default()).unwrap());
    for (a, b) in whole.rows().into_iter().zip(without.rows()) {
        let needs_rotation = a.name.contains("_reach_")
            || ["head_rotation_", "head_turn_", "gaze_head_"].iter().any(|n| a.name.starts_with(n));
        if needs_rotation {
            assert_eq!(b.value, None, "{}", a.name);
        } else {
            assert_eq!(a.value, b.value, "{}", a.name);
        }
    }
}

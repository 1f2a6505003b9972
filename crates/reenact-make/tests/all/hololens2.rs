//! The HoloLens 2 profile has the statistics of recordings made with one.
//!
//! Reference: three recordings of a worn HoloLens 2 by MRTK developers, 14 to 21 s each.

use glam::{DQuat, DVec3};
use reenact::hand::{Joint, Side};
use reenact::{CurveId, PoseComponent, Recording};
use reenact_make::{Device, Options, make};

use crate::common::values;

const SEEDS: [u64; 6] = [3, 4, 5, 6, 7, 8];

fn take(seed: u64) -> Recording {
    make(&Options { seconds: 20.0, seed, ..Options::with_device(Device::HoloLens2) }).unwrap()
}

fn percentile(values: &mut [f64], share: f64) -> f64 {
    values.sort_by(f64::total_cmp);
    values[(share * (values.len() - 1) as f64).round() as usize]
}

fn component(take: &Recording, side: Side, joint: Joint, of: PoseComponent) -> Vec<(f32, f32)> {
    values(take, CurveId::Joint(side, joint, of))
}

/// Distinct times of the keys of a hand.
fn frame_times(take: &Recording, side: Side) -> Vec<f32> {
    let mut times: Vec<f32> = Joint::TRACKED
        .into_iter()
        .flat_map(|joint| PoseComponent::ALL.map(|of| component(take, side, joint, of)))
        .flatten()
        .map(|(time_secs, _)| time_secs)
        .collect();
    times.sort_by(f32::total_cmp);
    times.dedup();
    times
}

/// Position of a joint at each time, interpolated linearly.
fn positions(take: &Recording, side: Side, joint: Joint, times: &[f32]) -> Vec<DVec3> {
    use PoseComponent::{PositionX, PositionY, PositionZ};
    let curves = [PositionX, PositionY, PositionZ]
        .map(|of| take.curve(CurveId::Joint(side, joint, of)).unwrap());
    times
        .iter()
        .map(|&time| DVec3::from_array(curves.each_ref().map(|curve| curve.value_at(time).into())))
        .collect()
}

#[test]
fn frames_are_uneven_at_24_hz_and_keys_sparser() {
    for seed in SEEDS {
        let take = take(seed);
        let times = frame_times(&take, Side::Right);
        let intervals = |times: &[f32]| {
            times.windows(2).map(|pair| f64::from(pair[1] - pair[0]) * 1e3).collect::<Vec<_>>()
        };
        let mut frames = intervals(&times);
        let (median, high) = (percentile(&mut frames, 0.5), percentile(&mut frames, 0.9));
        assert!((36.0..48.0).contains(&median), "seed {seed}: median {median} ms");
        assert!(high > 1.15 * median, "seed {seed}: {high} ms are no more than {median}");
        let wrist = component(&take, Side::Right, Joint::Wrist, PoseComponent::PositionX);
        let key_times: Vec<f32> = wrist.iter().map(|&(time_secs, _)| time_secs).collect();
        let mut keys = intervals(&key_times);
        let [median, high, highest] = [0.5, 0.9, 0.99].map(|share| percentile(&mut keys, share));
        // Measured: 42 to 48, 80 to 112 and 144 to 448 ms.
        assert!((42.0..=48.0).contains(&median), "seed {seed}: median {median} ms");
        assert!((80.0..=112.0).contains(&high), "seed {seed}: 90th percentile {high} ms");
        assert!((144.0..=448.0).contains(&highest), "seed {seed}: 99th percentile {highest} ms");
    }
}

#[test]
fn bones_are_elastic_by_millimetres() {
    let mut of_all = Vec::new();
    for seed in SEEDS {
        let take = take(seed);
        for side in Side::ALL {
            let times = frame_times(&take, side);
            let mut spreads: Vec<f64> = Joint::bones()
                .map(|(parent, child)| {
                    let [a, b] = [parent, child].map(|joint| positions(&take, side, joint, &times));
                    let mut mm: Vec<f64> =
                        a.iter().zip(&b).map(|(a, b)| a.distance(*b) * 1e3).collect();
                    percentile(&mut mm, 0.9) - percentile(&mut mm, 0.1)
                })
                .collect();
            let (median, worst) = (percentile(&mut spreads, 0.5), percentile(&mut spreads, 1.0));
            // Measured: 1.8 to 2.6 mm, and 8 to 12.5 mm for the worst bone.
            assert!((1.8..=2.6).contains(&median), "seed {seed} {side:?}: median {median} mm");
            assert!((6.5..=13.0).contains(&worst), "seed {seed} {side:?}: worst {worst} mm");
            of_all.push(worst);
        }
    }
    let typical = percentile(&mut of_all, 0.5);
    assert!((8.0..=12.5).contains(&typical), "worst bone, median over recordings: {typical} mm");
}

#[test]
fn the_wrist_shakes_by_a_few_millimetres_a_frame() {
    for seed in SEEDS {
        let take = take(seed);
        let wrist = positions(&take, Side::Right, Joint::Wrist, &frame_times(&take, Side::Right));
        let mut mm: Vec<f64> =
            wrist.windows(3).map(|p| (p[2] - 2.0 * p[1] + p[0]).length() * 1e3).collect();
        let (median, high) = (percentile(&mut mm, 0.5), percentile(&mut mm, 0.9));
        // Measured: 1.4 to 3.5 and 5.5 to 12 mm.
        assert!((1.4..=3.5).contains(&median), "seed {seed}: median {median} mm");
        assert!((5.5..=12.0).contains(&high), "seed {seed}: 90th percentile {high} mm");
    }
}

#[test]
fn signs_of_quaternions_flip_all_the_time() {
    use PoseComponent::{RotationW, RotationX, RotationY, RotationZ};
    for seed in SEEDS {
        let take = take(seed);
        let flips: usize = Joint::TRACKED
            .into_iter()
            .map(|joint| {
                let columns = [RotationX, RotationY, RotationZ, RotationW]
                    .map(|of| component(&take, Side::Right, joint, of));
                let keys: Vec<DQuat> = (0..columns[0].len())
                    .map(|key| DQuat::from_array(columns.each_ref().map(|c| f64::from(c[key].1))))
                    .collect();
                keys.windows(2).filter(|pair| pair[0].dot(pair[1]) < 0.0).count()
            })
            .sum();
        assert!((200..1200).contains(&flips), "seed {seed}: {flips} flips");
    }
}

#[test]
fn recordings_begin_at_0_late_or_with_one_key_before_0() {
    let first = |take: &Recording| {
        let keys = take.curves().filter_map(|(_, curve)| Some(curve.first()?.time_secs));
        keys.fold(f32::INFINITY, f32::min)
    };
    assert_eq!(first(&take(3)), 0.0);
    assert_eq!(first(&take(4)), 41.25);
    let rolling = take(5);
    assert!(first(&rolling) < 0.0);
    for (id, curve) in rolling.curves() {
        let before = curve.iter().filter(|key| key.time_secs < 0.0).count();
        assert!(before <= 1, "{id}: {before} keys before 0");
    }
}

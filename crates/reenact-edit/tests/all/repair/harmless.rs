//! With one damaged number, the repaired recording is nearer to the original than the damaged one, or the report says that it is
//! not.

use glam::{DQuat, Vec3};
use proptest::prelude::*;
use reenact::hand::{Joint, Side};
use reenact::{Curve, CurveId, Key, Mode, PoseComponent, Recording, Sampler};
use reenact_edit::Edited;
use reenact_edit::repair::{ChangeTarget, Options, Report, repair};
use reenact_make::make;

fn lifelike(seed: u64) -> Recording {
    make(&reenact_make::Options { seconds: 1.5, seed, ..Default::default() }).unwrap()
}

/// A pose: `None` is the camera.
type Owner = Option<(Side, Joint)>;

fn owners() -> Vec<Owner> {
    let joints = [Joint::Wrist, Joint::Palm, Joint::IndexTip, Joint::ThumbProximalJoint];
    let joint = |side| joints.map(|joint| Some((side, joint)));
    [None].into_iter().chain(joint(Side::Left)).chain(joint(Side::Right)).collect()
}

fn id(owner: Owner, component: PoseComponent) -> CurveId {
    match owner {
        None => CurveId::Camera(component),
        Some((side, joint)) => CurveId::Joint(side, joint, component),
    }
}

/// The recording with one key changed.
fn damaged(whole: &Recording, id: CurveId, index: usize, damage: impl Fn(&mut Key)) -> Recording {
    let mut recording = whole.clone();
    let mut keys: Vec<Key> = recording.curve(id).unwrap().iter().collect();
    damage(&mut keys[index]);
    let curve = Curve::simple(keys.iter().map(|key| (key.time_secs, key.value)));
    recording.set_curve(id, curve).unwrap();
    recording
}

/// Largest distance in millimetres between a pose in two recordings in `clean` mode, at 16 times between any two frames.
fn largest_mm(a: &Recording, b: &Recording, owner: Owner) -> f32 {
    let samplers = [a, b].map(|recording| Sampler::new(recording, Mode::Clean));
    let position = |sampler: &Sampler, time| -> Option<Vec3> {
        let frame = sampler.frame_at(time);
        let pose = match owner {
            None => frame.camera,
            Some((side, joint)) => frame.joint(side, joint),
        };
        pose.map(|pose| pose.position)
    };
    (0..1440)
        .filter_map(|n| {
            let [a, b] = samplers.each_ref().map(|s| position(s, n as f32 / 960.0));
            Some(a?.distance(b?) * 1e3)
        })
        .fold(0.0, f32::max)
}

/// A way to damage the bits of a number, with its name.
type Damage = (String, Box<dyn Fn(f32) -> f32>);

/// Ways to damage the bits of a number.
fn damages() -> Vec<Damage> {
    let mut all: Vec<Damage> = vec![
        ("sign".into(), Box::new(|number| -number)),
        ("swapped bytes".into(), Box::new(|n: f32| f32::from_bits(n.to_bits().swap_bytes()))),
        ("swapped halves".into(), Box::new(|n: f32| f32::from_bits(n.to_bits().rotate_left(16)))),
        ("NaN".into(), Box::new(|_| f32::NAN)),
        ("infinity".into(), Box::new(|_| f32::INFINITY)),
    ];
    for bit in [16, 19, 21, 22, 23, 24, 25, 27, 30] {
        let flip = move |number: f32| f32::from_bits(number.to_bits() ^ 1 << bit);
        all.push((format!("bit {bit}"), Box::new(flip)));
    }
    all
}

fn check_time(
    whole: &Recording,
    owner: Owner,
    component: PoseComponent,
    index: usize,
    (name, damage): &Damage,
) -> Option<String> {
    let id = id(owner, component);
    let broken = damaged(whole, id, index, |key| key.time_secs = damage(key.time_secs));
    let repaired = repair(&broken, &Options::default()).unwrap();
    let before = largest_mm(whole, &broken, owner);
    let after = largest_mm(whole, &repaired.recording, owner);
    let is_good = after <= before + 1e-3 && after <= 0.1;
    (!is_good).then(|| {
        let changes: Vec<String> =
            repaired.report.changes.iter().map(ToString::to_string).collect();
        format!("{name} of the time of key {index} of {id}: {before} mm → {after} mm {changes:?}")
    })
}

#[test]
fn a_damaged_key_time_is_off_by_no_more_after_repair_than_before() {
    let mut wrong = Vec::new();
    let mut tried = 0;
    for seed in [3, 71] {
        let whole = lifelike(seed);
        for (n, &owner) in owners().iter().enumerate() {
            let component = PoseComponent::ALL[n % 3];
            let len = whole.curve(id(owner, component)).unwrap().len();
            for (index, damage) in [0, 1, len / 3, len / 2, len - 2, len - 1]
                .into_iter()
                .zip(damages().iter().cycle().skip(n * 5 + seed as usize))
            {
                tried += 1;
                wrong.extend(check_time(&whole, owner, component, index, damage));
            }
        }
    }
    assert!(tried > 100);
    assert!(wrong.is_empty(), "{} of {tried}:\n{}", wrong.len(), wrong.join("\n"));
}

fn rotation_at(recording: &Recording, owner: Owner, index: usize) -> Option<DQuat> {
    let components = [3, 4, 5, 6].map(|n| {
        let key = recording.curve(id(owner, PoseComponent::ALL[n]))?.key(index)?;
        Some(f64::from(key.value))
    });
    let [Some(x), Some(y), Some(z), Some(w)] = components else { return None };
    DQuat::from_xyzw(x, y, z, w).try_normalize()
}

trait TryNormalize: Sized {
    fn try_normalize(self) -> Option<Self>;
}

impl TryNormalize for DQuat {
    fn try_normalize(self) -> Option<Self> {
        let length = self.length();
        (length.is_finite() && length > 1e-5).then(|| self / length)
    }
}

fn is_listed(repaired: &Edited<Report>, owner: Owner) -> bool {
    let is_here = |place: ChangeTarget| {
        PoseComponent::ALL.iter().any(|&c| place == ChangeTarget::Curve(id(owner, c)))
    };
    repaired.report.unrepaired.iter().any(|change| is_here(change.target))
}

/// Largest error of a rotation in degrees after one of its components was damaged.
///
/// Damage that keeps the length at 1 can be distinguished from motion only if it changes the rotation by more than 5°, and by more than the motion between the neighbouring keys.
const NEAR_DEG: f64 = 6.0;

fn check_component(
    whole: &Recording,
    owner: Owner,
    component: PoseComponent,
    index: usize,
    value: impl Fn(f32) -> f32,
) -> Option<String> {
    let id = id(owner, component);
    let broken = damaged(whole, id, index, |key| key.value = value(key.value));
    let repaired = repair(&broken, &Options::default()).unwrap();
    let truth = rotation_at(whole, owner, index)?;
    let off = |recording: &Recording| {
        let found = rotation_at(recording, owner, index);
        found.map_or(180.0, |found| 2.0 * found.dot(truth).abs().min(1.0).acos().to_degrees())
    };
    let (before, after) = (off(&broken), off(&repaired.recording));
    let len = whole.curve(id).unwrap().len();
    let first = index.saturating_sub(1).min(len - 3);
    let around = [first, first + 2].map(|n| rotation_at(whole, owner, n));
    let [Some(a), Some(b)] = around else { panic!("{id} has a rotation at each key") };
    let motion_deg = 2.0 * a.dot(b).abs().min(1.0).acos().to_degrees();
    let is_good = after <= NEAR_DEG.max(2.0 * motion_deg) || is_listed(&repaired, owner);
    (!is_good).then(|| {
        let [was, is] = [whole, &broken].map(|r| r.curve(id).unwrap().key(index).unwrap().value);
        let changes: Vec<String> =
            repaired.report.changes.iter().map(ToString::to_string).collect();
        format!("key {index} of {id}: {was} damaged to {is}: {before}° → {after}° {changes:?}")
    })
}

#[test]
fn a_damaged_component_of_a_rotation_is_restored_or_listed() {
    let mut wrong = Vec::new();
    let mut tried = 0;
    for seed in [3, 71] {
        let whole = lifelike(seed);
        for owner in owners() {
            for component in PoseComponent::ALL.into_iter().skip(3) {
                let len = whole.curve(id(owner, component)).unwrap().len();
                for index in [0, 1, len / 2, len - 1] {
                    let values: [fn(f32) -> f32; 7] = [
                        |_| 2e19,
                        |_| 50.0,
                        |_| -3.0,
                        |value| -value,
                        |_| f32::NAN,
                        |_| f32::NEG_INFINITY,
                        |value| value + 0.4,
                    ];
                    for value in values {
                        tried += 1;
                        wrong.extend(check_component(&whole, owner, component, index, value));
                    }
                }
            }
        }
    }
    assert!(tried > 1000);
    let first = wrong[..wrong.len().min(30)].join("\n");
    assert!(wrong.is_empty(), "{} of {tried}:\n{first}", wrong.len());
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(96))]

    #[test]
    fn any_flipped_bit_of_a_key_time_does_no_harm_in_repair(
        seed in 0_u64..6,
        owner in prop::sample::select(owners()),
        component in 0_usize..3,
        index in any::<prop::sample::Index>(),
        bit in 0_u32..32,
    ) {
        let whole = lifelike(seed);
        let component = PoseComponent::ALL[component];
        let index = index.index(whole.curve(id(owner, component)).unwrap().len());
        let flip = move |number: f32| f32::from_bits(number.to_bits() ^ 1 << bit);
        let damage = (format!("bit {bit}"), Box::new(flip) as Box<dyn Fn(f32) -> f32>);
        prop_assert_eq!(check_time(&whole, owner, component, index, &damage), None);
    }

    #[test]
    fn any_flipped_bit_of_a_rotation_is_restored_or_listed(
        seed in 0_u64..6,
        owner in prop::sample::select(owners()),
        component in 3_usize..7,
        index in any::<prop::sample::Index>(),
        bit in 0_u32..32,
    ) {
        let whole = lifelike(seed);
        let component = PoseComponent::ALL[component];
        let index = index.index(whole.curve(id(owner, component)).unwrap().len());
        let flip = move |number: f32| f32::from_bits(number.to_bits() ^ 1 << bit);
        prop_assert_eq!(check_component(&whole, owner, component, index, flip), None);
    }
}

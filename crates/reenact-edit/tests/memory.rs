//! Memory of repairing and optimizing: proportional to the changed curves, without a copy of the others.
//!
//! A single test, because it measures a global allocator.

#![cfg(test)]
#![allow(clippy::as_conversions, clippy::cast_precision_loss, reason = "small numbers")]

use std::num::NonZero;

use reenact::{Curve, CurveId, Form, PoseComponent, Recording, Tracks};
use reenact_edit::optimize;
use reenact_edit::repair::{self, Fix, repair, repair_bytes};
use reenact_testkit::heap::{Counting, usage_of};

#[global_allocator]
static ALLOCATOR: Counting = Counting;

const KEYS: usize = 4_000;
/// Allowance for a few curves at a time, and for the reports.
const SMALL: usize = 1_500_000;

fn component(id: CurveId) -> Option<PoseComponent> {
    match id {
        CurveId::Camera(component) | CurveId::Joint(_, _, component) => Some(component),
        _ => None,
    }
}

/// Fast motion of which a tight bound removes no key; the curves selected by `is_mixed_up` have two keys in the wrong order.
fn recording(is_mixed_up: impl Fn(CurveId) -> bool) -> Recording {
    let mut recording = Recording::new(Form::MRTK_1_1, Tracks::ALL).unwrap();
    for (n, id) in Tracks::ALL.curve_ids().enumerate().filter(|(_, id)| !id.is_boolean()) {
        let value = |key: usize| {
            let wild = |n: usize| (key * key * (n + 3) % 1009) as f32 / 1009.0;
            match component(id) {
                Some(PoseComponent::RotationX) => wild(0).sin(),
                Some(PoseComponent::RotationY | PoseComponent::RotationZ) => 0.0,
                Some(PoseComponent::RotationW) => wild(0).cos(),
                _ => wild(n),
            }
        };
        let mut keys: Vec<_> = (0..KEYS).map(|key| (key as f32 / 60.0, value(key))).collect();
        if is_mixed_up(id) {
            keys.swap(KEYS / 2, KEYS / 2 + 1);
        }
        recording.set_curve(id, Curve::simple(keys)).unwrap();
    }
    recording
}

#[test]
fn only_what_changes_takes_memory() {
    let options = repair::Options::default();
    let is_x = |id| component(id) == Some(PoseComponent::PositionX);
    let (some, all) = (recording(is_x), recording(|_| true));
    let len = all.encoded_len();

    // Passed by reference: memory for the changed curves.
    let changed = len / 7;
    let usage = usage_of(|| repair(&some, &options).unwrap());
    assert!(usage.kept_bytes > changed / 2, "{}", usage.kept_bytes);
    assert!(usage.peak_bytes < changed + SMALL, "{} of {len}", usage.peak_bytes);

    // Passed by value: hardly any memory, however many curves change.
    let owned = all.clone().into_unshared();
    let usage = usage_of(|| repair(owned, &options).unwrap().report.changes.len());
    assert!(usage.peak_bytes < SMALL, "{} of {len}", usage.peak_bytes);

    // Other flags: the bytes of the file are reused.
    let flags =
        repair::Options { fixes: [Fix::Flags].into_iter().collect(), ..repair::Options::default() };
    let fine = recording(|_| false).to_bytes();
    let mut wrong = fine.clone();
    wrong[18] = 0;
    let wrong = reenact::Bytes::from(wrong);
    assert_eq!(repair_bytes(wrong.clone(), &flags).unwrap().recording.to_bytes(), fine);
    let usage = usage_of(|| repair_bytes(wrong.clone(), &flags).unwrap());
    assert!(usage.peak_bytes < SMALL, "{} of {len}", usage.peak_bytes);

    // With a bound that keeps nearly every key.
    let tight = optimize::Options {
        position_mm: 0.05,
        rotation_deg: 0.01,
        gaze_deg: 0.01,
        threads: NonZero::new(1),
        ..optimize::Options::MRTK
    };
    let owned = recording(|_| false);
    let usage = usage_of(|| optimize::optimize(owned, &tight).unwrap().report);
    assert!(usage.peak_bytes < SMALL, "{} of {len}", usage.peak_bytes);
}

//! Reconstructs the W of rotations that lost it.
//!
//! A rotation has unit length, so |w| = √(1 − x² − y² − z²); only the sign at each key is lost. The other sign gives the opposite
//! rotation about the same axis. Evidence for one of the two are the positions of neighbouring joints, the way joints bend, the
//! directions of eyes and hands, and the smoothness of motion. Dynamic programming finds the most likely sequence of signs,
//! starting from the first key, which is correct.

mod chain;
mod continuity;
mod evidence;
mod model;
mod track;

use glam::DQuat;
use reenact::angle::between_rotations_deg;
use reenact::number::to_f32;
use reenact::{Curve, CurveGroup, CurveId, PoseId, Recording, Result};

use super::report::Change;
use super::{ChangeTarget, Fix};
use crate::helpers::groups::{Readers, curves, rows, share_times_and_wraps};
use crate::helpers::keys::{in_order, straight, times, times_in_order};
use crate::helpers::rotation::unit_rotation;
use chain::{Sign, cheapest};
use continuity::Motion;
use evidence::View;
use model::Model;
use track::Turn;

/// Weight of a direction relative to smoothness: directions from one pose share its noise, so each counts for less.
const VIEW_SHARE: f64 = 0.5;
/// Number of iterations in which the distributions are estimated from the signs found so far.
const LESSONS: usize = 3;
/// Smallest cost difference of the opposite sign for a key to be used in the estimates: that of one observation two standard deviations off.
const DOUBT: f64 = 4.0;

/// A sign is reported as in doubt if the cost of the opposite sign is larger by less than this: the cost of one observation three
/// standard deviations off. The limit is larger than that of the estimates, because a needless warning is better than a missing
/// one.
const SAID_DOUBT: f64 = 9.0;
/// Smallest angle between the two candidates for a sign to be reported as in doubt.
const DIFFERENCE_DEG: f64 = 1.0;
/// Squared length of x, y and z from which W is 0.
const TOO_LONG: f64 = 1.001;

/// Reconstructs every W that lost its keys.
pub(super) fn rebuild_all(recording: &mut Recording) -> Result<Vec<Change>> {
    let lost: Vec<CurveId> = recording.lost_rotation_w().map(|(id, _)| id).collect();
    let mut changes = Vec::with_capacity(lost.len());
    // Parents come first in the file, and each joint is compared with its parent.
    for id in lost {
        let pose = CurveGroup::of(id).pose();
        let Some(rebuilt) = pose.and_then(|pose| rebuild(recording, pose)) else { continue };
        recording.set_curve(id, rebuilt.curve)?;
        let (keys, in_doubt) = (rebuilt.keys, rebuilt.in_doubt);
        let message = match in_doubt {
            0 => format!("{keys} keys reconstructed from x, y and z"),
            _ => format!(
                "{keys} keys reconstructed from x, y and z, the signs of {in_doubt} in doubt"
            ),
        };
        changes.push(Change {
            keys: rebuilt.keys,
            largest_degrees: Some(rebuilt.largest_deg),
            keys_in_doubt: rebuilt.in_doubt,
            is_exact: false,
            ..Change::new(Fix::RotationW, ChangeTarget::Curve(id), message)
        });
    }
    Ok(changes)
}

struct Rebuilt {
    curve: Curve,
    keys: usize,
    in_doubt: usize,
    largest_deg: f64,
}

/// The four components at each key, with W as in the file.
fn numbers(recording: &Recording, pose: PoseId) -> (Vec<f32>, Vec<[f64; 4]>) {
    let [x, y, z, w] = curves(recording, pose.rotation());
    let ticks = share_times_and_wraps(&[x, y, z]) && x.is_sorted();
    let moments: Vec<f32> = if ticks {
        times(x).collect()
    } else {
        times_in_order([x, y, z].into_iter().flat_map(times).filter(|time| time.is_finite()))
    };
    let sorted = [x, y, z, w].map(in_order);
    let mut readers = Readers::new(sorted.each_ref());
    let mut values: Vec<[f64; 4]> = moments.iter().map(|&time| readers.at(time)).collect();
    if ticks {
        // Several keys at one time each keep their own value.
        for (row, [x, y, z]) in values.iter_mut().zip(rows([x, y, z])) {
            let [.., w] = *row;
            *row = [x.into(), y.into(), z.into(), w];
        }
    }
    (moments, values)
}

fn rebuild(recording: &Recording, pose: PoseId) -> Option<Rebuilt> {
    let [.., old] = curves(recording, pose.rotation());
    let true_w = old.first()?.value;
    let (times, values) = numbers(recording, pose);
    let &[x, y, z, _] = values.first()?;
    let first = unit_rotation([x, y, z, true_w.into()]);
    let starts_from_nothing = first.is_none();

    let magnitudes: Vec<f64> = values
        .iter()
        .map(|&[x, y, z, _]| {
            let rest = x * x + y * y + z * z;
            let is_nothing = rest == 0.0 && starts_from_nothing;
            // If x, y and z are too long or not finite, W is 0.
            if rest < TOO_LONG && !is_nothing { (1.0 - rest).max(0.0).sqrt() } else { 0.0 }
        })
        .collect();
    let choices: Vec<[DQuat; 2]> = values
        .iter()
        .zip(&magnitudes)
        .map(|(&[x, y, z, _], &w)| {
            [w, -w].map(|w| unit_rotation([x, y, z, w]).unwrap_or(DQuat::IDENTITY))
        })
        .collect();
    let mut views = Vec::new();
    if let Some(first) = first {
        let parent = match pose {
            PoseId::Camera => None,
            PoseId::Joint(side, joint) => joint.parent().map(|joint| PoseId::Joint(side, joint)),
        };
        let parent = parent.and_then(|parent| turns(recording, parent));
        views = evidence::views(recording, pose, &times, &choices, first, parent);
    }
    let mut motion = Motion::new(&times, &choices);
    let models: Vec<_> = views.iter().map(|view| view.at_first).collect();
    let mut signs = signs(&mut motion, &times, &views, &models, true_w);
    for _ in 0..LESSONS {
        let models: Vec<_> =
            views.iter().map(|view| Model::learnt(view, &signs, DOUBT).or(view.at_first)).collect();
        signs = self::signs(&mut motion, &times, &views, &models, true_w);
    }

    let mut in_doubt = 0;
    let mut largest_deg = 0.0_f64;
    let mut keys = Vec::with_capacity(times.len());
    for (index, (&time, &magnitude)) in times.iter().zip(&magnitudes).enumerate() {
        let Some(&Sign { is_minus, margin }) = signs.get(index) else { break };
        let w = if is_minus { -magnitude } else { magnitude };
        keys.push((time, if index == 0 { true_w } else { to_f32(w) }));
        let (Some(&[plus, minus]), Some(&row)) = (choices.get(index), values.get(index)) else {
            continue;
        };
        if margin < SAID_DOUBT && between_rotations_deg(plus, minus) > DIFFERENCE_DEG {
            in_doubt += 1;
        }
        if let Some(before) = unit_rotation(row) {
            largest_deg =
                largest_deg.max(between_rotations_deg(before, if is_minus { minus } else { plus }));
        }
    }
    let curve = straight(old, keys);
    if curve == *old {
        return None;
    }
    Some(Rebuilt { keys: curve.len(), curve, in_doubt, largest_deg })
}

/// Finds the sequence of signs that fits the models and the one known key best.
fn signs(
    motion: &mut Motion,
    times: &[f32],
    views: &[View],
    models: &[Option<Model>],
    true_w: f32,
) -> Vec<Sign> {
    motion.alone = vec![[0.0; 2]; motion.alone.len()];
    for (view, model) in views.iter().zip(models) {
        let Some(model) = model else { continue };
        let mut before = None;
        for ((costs, seen), &time) in motion.alone.iter_mut().zip(&view.seen).zip(times) {
            let since = f64::from(time) - before.replace(f64::from(time)).unwrap_or(f64::NAN);
            let Some(seen) = *seen else { continue };
            // The first key is treated like the others. `min` ignores the NaN of 0 / 0.
            let share = (since / view.lasts_secs).min(1.0);
            for (cost, more) in costs.iter_mut().zip(model.costs(seen)) {
                *cost += more * share.max(0.0) * VIEW_SHARE;
            }
        }
    }
    if let Some(costs) = motion.alone.first_mut()
        && true_w != 0.0
    {
        *costs = if true_w > 0.0 { [0.0, f64::INFINITY] } else { [f64::INFINITY, 0.0] };
    }
    cheapest(motion)
}

/// A pose's rotation over time.
fn turns(recording: &Recording, pose: PoseId) -> Option<Turn> {
    let (times, values) = numbers(recording, pose);
    let keys: Vec<_> = times
        .into_iter()
        .zip(values)
        .filter_map(|(time, row)| Some((time, unit_rotation(row)?)))
        .collect();
    (!keys.is_empty()).then(|| Turn::new(keys))
}

//! Minimum number of keys, found by exhaustive search.

use reenact::{CurveId, Recording};
use reenact_testkit::rdp::{Bounds, Group, Kind, apart, groups};

/// Samples of a group, and the indices that no line may cross: changes of tracking and of the hemisphere.
fn samples(recording: &Recording, group: &Group) -> (Vec<f32>, Vec<Vec<f64>>, Vec<bool>) {
    let curves: Vec<_> = group.ids.iter().map(|&id| recording.curve(id).unwrap()).collect();
    let times: Vec<f32> = curves[0].iter().map(|key| key.time_secs).collect();
    let values: Vec<Vec<f64>> = (0..times.len())
        .map(|n| curves.iter().map(|curve| f64::from(curve.key(n).unwrap().value)).collect())
        .collect();
    let tracked = group.side.map(|side| recording.curve(CurveId::Tracked(side)).unwrap());
    let changes: Vec<f32> =
        tracked.iter().flat_map(|c| c.iter()).map(|key| key.time_secs).collect();
    let is_cut = (0..times.len())
        .map(|n| {
            let Some(before) = n.checked_sub(1) else { return true };
            let dot: f64 = values[before].iter().zip(&values[n]).map(|(a, b)| a * b).sum();
            changes.iter().any(|&change| times[before] < change && change <= times[n])
                || (group.kind == Kind::Rotation && dot < 0.0)
        })
        .collect();
    (times, values, is_cut)
}

fn line_at(times: [f32; 2], values: [&[f64]; 2], time_secs: f32) -> Vec<f64> {
    let [start, end] = times.map(f64::from);
    let fraction = (f64::from(time_secs) - start) / (end - start);
    values[0].iter().zip(values[1]).map(|(a, b)| a + (b - a) * fraction).collect()
}

/// Minimum number of keys of a group if keys are samples, by testing every line (of up to 400 samples).
pub(super) fn fewest(recording: &Recording, group: &Group, bounds: &Bounds) -> usize {
    const LONGEST: usize = 400;
    let (times, values, is_cut) = samples(recording, group);
    let bound = bounds.of(group.kind) * (1.0 + 1e-6);
    let mut needed = vec![usize::MAX; times.len()];
    for to in 0..times.len() {
        if is_cut[to] {
            // The key before a cut is kept, and so is the one after it.
            needed[to] = 1 + if to == 0 { 0 } else { needed[to - 1] };
            continue;
        }
        for from in (to.saturating_sub(LONGEST)..to).rev() {
            let ends = [&values[from][..], &values[to][..]];
            // Long lines exceed the bound most likely in their middle.
            let mut order: Vec<usize> = (from + 1..to).collect();
            order.sort_by_key(|n| n.abs_diff(usize::midpoint(from, to)));
            let is_line = order.iter().all(|&n| {
                let found = line_at([times[from], times[to]], ends, times[n]);
                apart(group.kind, &found, &values[n]) <= bound
            });
            if is_line {
                needed[to] = needed[to].min(needed[from] + 1);
            }
            if is_cut[from] {
                break;
            }
        }
    }
    needed.last().copied().unwrap_or(0)
}

/// Lower bound on the number of keys of any result within the bound that has keys at sample times, with any values: samples
/// between two others such that no line is within the bound of all three, and samples that must not change.
pub(super) fn keys_needed(recording: &Recording, bounds: &Bounds) -> usize {
    let all = groups(recording);
    let of_groups: usize =
        all.iter().flat_map(|g| &g.ids).map(|&id| recording.curve(id).unwrap().len()).sum();
    let mut needed = recording.key_count() - of_groups;
    for group in all {
        let (times, values, is_cut) = samples(recording, &group);
        let mut keys = 2;
        for n in 1..times.len().saturating_sub(1) {
            let ends = [&values[n - 1][..], &values[n + 1][..]];
            let middle = line_at([times[n - 1], times[n + 1]], ends, times[n]);
            // Ends and middle may each deviate by the bound, plus a hundredth for curvature.
            let is_missed = apart(group.kind, &middle, &values[n]) > 2.01 * bounds.of(group.kind);
            keys += usize::from(is_missed && !is_cut[n] && !is_cut[n + 1]);
        }
        needed += keys * group.ids.len();
    }
    needed
}

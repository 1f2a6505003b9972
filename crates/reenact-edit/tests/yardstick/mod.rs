//! What `optimize` is measured against, in code of its own: a correct Ramer–Douglas–Peucker, and how far one
//! recording is from another.

#![allow(dead_code, reason = "a test and an example use different parts")]

use reenact::hand::{Joint, Side};
use reenact::{Curve, CurveId, Key, PoseComponent, RayComponent, Recording};
use reenact_edit::optimize::Options;

/// What the curves of a group are together.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Kind {
    Position,
    Rotation,
    Direction,
}

/// The curves of one position, rotation or direction.
pub(crate) struct Group {
    pub(crate) kind: Kind,
    pub(crate) ids: Vec<CurveId>,
    pub(crate) side: Option<Side>,
}

/// Every position, rotation and direction of a recording that has keys; slot `None` left out.
pub(crate) fn groups(recording: &Recording<'_>) -> Vec<Group> {
    let mut groups = Vec::new();
    let mut pose = |side, id: &dyn Fn(PoseComponent) -> CurveId| {
        let ids: Vec<CurveId> = PoseComponent::ALL.into_iter().map(id).collect();
        groups.push(Group { kind: Kind::Position, ids: ids[..3].to_vec(), side });
        groups.push(Group { kind: Kind::Rotation, ids: ids[3..].to_vec(), side });
    };
    pose(None, &CurveId::Camera);
    for side in Side::ALL {
        for joint in Joint::TRACKED {
            pose(Some(side), &|component| CurveId::Joint(side, joint, component));
        }
    }
    let ids: Vec<CurveId> = RayComponent::ALL.into_iter().map(CurveId::Gaze).collect();
    groups.push(Group { kind: Kind::Position, ids: ids[..3].to_vec(), side: None });
    groups.push(Group { kind: Kind::Direction, ids: ids[3..].to_vec(), side: None });
    groups.retain(|group| {
        group.ids.iter().all(|&id| recording.curve(id).is_some_and(|curve| !curve.is_empty()))
    });
    groups
}

/// How far two values of a kind are apart: millimetres or degrees.
pub(crate) fn apart(kind: Kind, a: &[f64], b: &[f64]) -> f64 {
    let dot = |a: &[f64], b: &[f64]| a.iter().zip(b).map(|(a, b)| a * b).sum::<f64>();
    if kind == Kind::Position {
        let off: Vec<f64> = a.iter().zip(b).map(|(a, b)| a - b).collect();
        return 1000.0 * dot(&off, &off).sqrt();
    }
    let (length_a, length_b) = (dot(a, a).sqrt(), dot(b, b).sqrt());
    if length_a < 1e-5 || length_b < 1e-5 {
        return if a == b { 0.0 } else { 180.0 };
    }
    // A rotation is the same with its sign reversed; a direction is not.
    let sign = if kind == Kind::Rotation && dot(a, b) < 0.0 { -1.0 } else { 1.0 };
    let chord: f64 =
        a.iter().zip(b).map(|(a, b)| (a / length_a - sign * b / length_b).powi(2)).sum();
    let angle = 2.0 * (chord.sqrt() / 2.0).min(1.0).asin();
    if kind == Kind::Rotation { 2.0 * angle.to_degrees() } else { angle.to_degrees() }
}

/// The bound for a kind: millimetres or degrees.
pub(crate) fn bound(kind: Kind, options: &Options) -> f64 {
    f64::from(match kind {
        Kind::Position => options.position_mm,
        Kind::Rotation => options.rotation_deg,
        Kind::Direction => options.gaze_deg,
    })
}

/// The values of a group at a time, as the library evaluates them.
pub(crate) fn values_at(recording: &Recording<'_>, ids: &[CurveId], time_secs: f32) -> Vec<f64> {
    ids.iter().map(|&id| f64::from(recording.curve(id).unwrap().value_at(time_secs))).collect()
}

/// Prints the largest deviation of each kind at the original's keys, all of them or those within the result's.
pub(crate) fn print_deviations(
    name: &str,
    original: &Recording<'_>,
    result: &Recording<'_>,
    within: bool,
) {
    print!("{name:<12}");
    for (kind, unit) in [(Kind::Position, "mm"), (Kind::Rotation, "°"), (Kind::Direction, "°")] {
        let (mut largest, mut squares, mut count) = (0.0_f64, 0.0, 0_u32);
        for group in groups(original).iter().filter(|group| group.kind == kind) {
            let end = result.curve(group.ids[0]).unwrap().last().map_or(0.0, |key| key.time_secs);
            let is_looked_at = |key: &Key| !within || key.time_secs <= end;
            for key in original.curve(group.ids[0]).unwrap().iter().filter(is_looked_at) {
                let wanted = values_at(original, &group.ids, key.time_secs);
                let found = values_at(result, &group.ids, key.time_secs);
                let off = apart(kind, &wanted, &found);
                largest = largest.max(off);
                squares += off * off;
                count += 1;
            }
        }
        let rms = (squares / f64::from(count.max(1))).sqrt();
        print!("  {kind:?} at most {largest:.4} {unit}, rms {rms:.4}");
    }
    println!();
}

/// The original at every key's time that a correct Ramer–Douglas–Peucker keeps, within the same gaps as ours.
pub(crate) fn rdp(recording: &Recording<'_>, options: &Options) -> Recording<'static> {
    let mut result = recording.borrow().into_owned();
    for group in groups(recording) {
        let curves: Vec<Curve<'_>> =
            group.ids.iter().map(|&id| recording.curve(id).unwrap().borrow()).collect();
        let kept = match curves.len() {
            3 => kept_of::<3>(recording, &group, &curves, options),
            _ => kept_of::<4>(recording, &group, &curves, options),
        };
        for (&id, curve) in group.ids.iter().zip(&curves) {
            let keys = kept.iter().map(|&place| curve.key(place).unwrap());
            result.set_curve(id, Curve::from_keys(curve.kind(), keys)).unwrap();
        }
    }
    result
}

fn kept_of<const N: usize>(
    recording: &Recording<'_>,
    group: &Group,
    curves: &[Curve<'_>],
    options: &Options,
) -> Vec<usize> {
    let times: Vec<f32> = curves[0].iter().map(|key| key.time_secs).collect();
    let mut values = vec![[0.0_f32; N]; times.len()];
    for (component, curve) in curves.iter().enumerate() {
        for (value, key) in values.iter_mut().zip(curve) {
            value[component] = key.value;
        }
    }
    // Where the hand came or went, or a rotation changes sides.
    let tracked = group.side.map(|side| recording.curve(CurveId::Tracked(side)).unwrap());
    let changes: Vec<f32> =
        tracked.iter().flat_map(|c| c.iter()).map(|key| key.time_secs).collect();
    let is_cut = |place: usize| {
        let change = changes.partition_point(|&change| change <= times[place - 1]);
        let dot: f32 = values[place - 1].iter().zip(&values[place]).map(|(a, b)| a * b).sum();
        changes.get(change).is_some_and(|&change| change <= times[place])
            || (group.kind == Kind::Rotation && dot < 0.0)
    };
    let mut kept = vec![false; times.len()];
    let mut start = 0;
    for end in 1..=times.len() {
        if end == times.len() || is_cut(end) {
            kept[start] = true;
            kept[end - 1] = true;
            let (times, values, kept) =
                (&times[start..end], &values[start..end], &mut kept[start..end]);
            let bound = bound(group.kind, options);
            match group.kind {
                Kind::Position => split(times, values, kept, (bound / 1000.0).powi(2), |a, b| {
                    a.iter().zip(b).map(|(&a, &b)| (f64::from(a) - f64::from(b)).powi(2)).sum()
                }),
                // The sine's square: it grows with the angle, and needs no arccosine.
                Kind::Rotation => {
                    split(
                        times,
                        values,
                        kept,
                        (bound / 2.0).to_radians().sin().powi(2),
                        sine_squared,
                    );
                }
                Kind::Direction => {
                    split(times, values, kept, bound.to_radians().sin().powi(2), sine_squared);
                }
            }
            start = end;
        }
    }
    (0..times.len()).filter(|&place| kept[place]).collect()
}

fn sine_squared<const N: usize>(a: &[f32; N], b: &[f32; N]) -> f64 {
    let dot = |a: &[f32; N], b: &[f32; N]| -> f64 {
        a.iter().zip(b).map(|(&a, &b)| f64::from(a) * f64::from(b)).sum()
    };
    let along = dot(a, b);
    if along <= 0.0 { 2.0 } else { 1.0 - along * along / (dot(a, a) * dot(b, b)) }
}

/// Ramer–Douglas–Peucker: keep the sample that the line misses most, and look at both halves.
fn split<const N: usize>(
    times: &[f32],
    values: &[[f32; N]],
    kept: &mut [bool],
    bound: f64,
    miss: impl Fn(&[f32; N], &[f32; N]) -> f64,
) {
    let mut open = vec![(0, times.len() - 1)];
    while let Some((from, to)) = open.pop() {
        let (a, b) = (values[from], values[to]);
        let width = times[to] - times[from];
        let (mut worst, mut place) = (bound, None);
        for middle in from + 1..to {
            let fraction = (times[middle] - times[from]) / width;
            let mut line = a;
            for (line, b) in line.iter_mut().zip(b) {
                *line += (b - *line) * fraction;
            }
            let miss = miss(&line, &values[middle]);
            if miss > worst {
                (worst, place) = (miss, Some(middle));
            }
        }
        if let Some(place) = place {
            kept[place] = true;
            open.push((from, place));
            open.push((place, to));
        }
    }
}

/// The samples of a group, and where a line may not lead on: after a change of the hand, of the side.
fn samples(recording: &Recording<'_>, group: &Group) -> (Vec<f32>, Vec<Vec<f64>>, Vec<bool>) {
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

/// How many keys a group needs at least if keys are samples, by looking at every line there is (of up to 400
/// samples).
pub(crate) fn fewest(recording: &Recording<'_>, group: &Group, options: &Options) -> usize {
    const LONGEST: usize = 400;
    let (times, values, is_cut) = samples(recording, group);
    let bound = bound(group.kind, options) * (1.0 + 1e-6);
    let mut needed = vec![usize::MAX; times.len()];
    for to in 0..times.len() {
        if is_cut[to] {
            // The key before a cut stays, and so does the one after it.
            needed[to] = 1 + if to == 0 { 0 } else { needed[to - 1] };
            continue;
        }
        for from in (to.saturating_sub(LONGEST)..to).rev() {
            let ends = [&values[from][..], &values[to][..]];
            // From far away the line is missed most in its middle.
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

/// A number of keys that every result within the bound has at least if they are at the times of samples, whatever
/// their values: those between two others of which no line is within the bound of all three, and those that
/// nothing may touch.
pub(crate) fn keys_needed(recording: &Recording<'_>, options: &Options) -> usize {
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
            // Ends and middle can each give way by the bound, and a hundredth for what bends.
            let is_missed =
                apart(group.kind, &middle, &values[n]) > 2.01 * bound(group.kind, options);
            keys += usize::from(is_missed && !is_cut[n] && !is_cut[n + 1]);
        }
        needed += keys * group.ids.len();
    }
    needed
}

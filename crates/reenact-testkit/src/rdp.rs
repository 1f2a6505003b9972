//! Reference implementation of Ramer–Douglas–Peucker and of the distance between two recordings, to check reductions. It shares
//! no code with the implementations under test.

use reenact::hand::{Joint, Side};
use reenact::{Curve, CurveId, PoseComponent, RayComponent, Recording};

/// Largest allowed error of a reduction.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Bounds {
    /// Of positions, in millimetres.
    pub position_mm: f32,
    /// Of rotations in degrees; q and −q are equal.
    pub rotation_deg: f32,
    /// Of the direction of the gaze, in degrees.
    pub gaze_deg: f32,
}

impl Bounds {
    /// Bound for a kind: millimetres or degrees.
    pub fn of(&self, kind: Kind) -> f64 {
        f64::from(match kind {
            Kind::Position => self.position_mm,
            Kind::Rotation => self.rotation_deg,
            Kind::Direction => self.gaze_deg,
        })
    }
}

/// Kind of value of a group of curves.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Kind {
    /// Three curves.
    Position,
    /// Four curves; q and −q are equal.
    Rotation,
    /// Three curves of any length.
    Direction,
}

/// Curves of one position, rotation or direction.
#[derive(Debug, Clone)]
pub struct Group {
    /// Kind of value.
    pub kind: Kind,
    /// Ids of the curves.
    pub ids: Vec<CurveId>,
    /// Hand of the group, if it belongs to one.
    pub side: Option<Side>,
}

/// Every position, rotation and direction of a recording that has keys, without slot `None`.
pub fn groups(recording: &Recording) -> Vec<Group> {
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

/// Distance of two values of a kind: millimetres or degrees.
pub fn apart(kind: Kind, a: &[f64], b: &[f64]) -> f64 {
    let dot = |a: &[f64], b: &[f64]| a.iter().zip(b).map(|(a, b)| a * b).sum::<f64>();
    if kind == Kind::Position {
        let off: Vec<f64> = a.iter().zip(b).map(|(a, b)| a - b).collect();
        return 1000.0 * dot(&off, &off).sqrt();
    }
    let (length_a, length_b) = (dot(a, a).sqrt(), dot(b, b).sqrt());
    if length_a < 1e-5 || length_b < 1e-5 {
        return if a == b { 0.0 } else { 180.0 };
    }
    // A rotation equals its negative; a direction does not.
    let sign = if kind == Kind::Rotation && dot(a, b) < 0.0 { -1.0 } else { 1.0 };
    let chord: f64 =
        a.iter().zip(b).map(|(a, b)| (a / length_a - sign * b / length_b).powi(2)).sum();
    let angle = 2.0 * (chord.sqrt() / 2.0).min(1.0).asin();
    if kind == Kind::Rotation { 2.0 * angle.to_degrees() } else { angle.to_degrees() }
}

/// Values of a group at a time, evaluated by the library.
pub fn values_at(recording: &Recording, ids: &[CurveId], time_secs: f32) -> Vec<f64> {
    ids.iter().map(|&id| f64::from(recording.curve(id).unwrap().value_at(time_secs))).collect()
}

/// Reference Ramer–Douglas–Peucker reduction in one thread. The curves of a group are reduced together; the
/// keys on both sides of a tracking gap are kept, and a rotation is split where it changes hemisphere.
pub fn rdp(recording: &Recording, bounds: &Bounds) -> Recording {
    let mut result = recording.clone();
    for group in groups(recording) {
        let curves: Vec<Curve> =
            group.ids.iter().map(|&id| recording.curve(id).unwrap().clone()).collect();
        let kept = match curves.len() {
            3 => kept_of::<3>(recording, &group, &curves, bounds),
            _ => kept_of::<4>(recording, &group, &curves, bounds),
        };
        for (&id, curve) in group.ids.iter().zip(&curves) {
            let keys = kept.iter().map(|&place| curve.key(place).unwrap());
            result.set_curve(id, Curve::from_keys(curve.kind(), keys)).unwrap();
        }
    }
    result
}

fn kept_of<const N: usize>(
    recording: &Recording,
    group: &Group,
    curves: &[Curve],
    bounds: &Bounds,
) -> Vec<usize> {
    let times: Vec<f32> = curves[0].iter().map(|key| key.time_secs).collect();
    let mut values = vec![[0.0_f32; N]; times.len()];
    for (component, curve) in curves.iter().enumerate() {
        for (value, key) in values.iter_mut().zip(curve) {
            value[component] = key.value;
        }
    }
    // Where tracking begins or ends, or a rotation changes hemisphere.
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
            let bound = bounds.of(group.kind);
            match group.kind {
                Kind::Position => split(times, values, kept, (bound / 1000.0).powi(2), |a, b| {
                    a.iter().zip(b).map(|(&a, &b)| (f64::from(a) - f64::from(b)).powi(2)).sum()
                }),
                // Squared sine: increases with the angle, and needs no arccosine.
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

/// Ramer–Douglas–Peucker: keeps the sample with the largest error and recurses into both halves.
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

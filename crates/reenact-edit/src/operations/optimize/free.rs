//! Reduction with free values: keys may differ from the samples within the bound.
//!
//! A key must be within the bound of its sample, but need not equal it. A line can therefore run through the middle of the noise,
//! and start where the next line reaches farther. Keys stay at sample times, so that the original and the result are linear
//! between samples.
//!
//! Breadth-first search: a wave is the set of samples that are reached with the same number of lines, and the next wave starts
//! from the last few of them. If several values reach a sample in one wave, the value nearest to the mean of the neighbouring
//! samples is used, because lines from there usually reach farthest.

use super::bound::Bound;
use super::run::{Line, Run};
use super::sweep::Sweep;
use super::vector;
use reenact_base::number::to_f32;

/// Number of samples of a wave that lines start from.
const STARTS: usize = 4;
/// Largest number of passes over the samples in which a slope is corrected.
const PASSES: usize = 12;
/// Number of samples on either side for the mean.
const AROUND: usize = 2;

/// Line by which a sample was reached.
#[derive(Debug, Clone, Copy)]
struct Arrival<const N: usize> {
    wave: usize,
    from: usize,
    value: [f64; N],
    /// Distance from the mean of the samples around it, squared.
    off_mean: f64,
}

/// Keys that replace a run: indices and values. `None` if free values do not save keys.
pub(super) fn keep_free<const N: usize, B: Bound<N>>(
    run: Run<'_, N>,
    bound: &B,
) -> Option<Vec<(usize, [f32; N])>> {
    let last = run.len().checked_sub(1)?;
    let (_, first) = run.get(0)?;
    let mut arrivals: Vec<Option<Arrival<N>>> = vec![None; run.len()];
    let start = Arrival { wave: 0, from: 0, value: vector::widened(first), off_mean: 0.0 };
    *arrivals.first_mut()? = Some(start);
    // Contains all samples of the current wave, and possibly some of earlier waves.
    let (mut wave, mut low, mut high) = (0, 0, 0);
    while arrivals.last()?.is_none() {
        let is_current = |place: &usize| {
            arrivals.get(*place).is_some_and(|arrival| arrival.is_some_and(|a| a.wave == wave))
        };
        let starts: Vec<usize> = (low..=high).rev().filter(is_current).take(STARTS).collect();
        let mut reached = high;
        for from in starts {
            reached = reached.max(spread(run, bound, from, &mut arrivals));
        }
        if reached == high {
            return None;
        }
        (wave, low, high) = (wave + 1, high.saturating_sub(STARTS), reached);
    }
    let mut keys = Vec::new();
    let mut place = last;
    loop {
        let arrival = (*arrivals.get(place)?)?;
        keys.push((place, arrival.value.map(to_f32)));
        if place == 0 {
            break;
        }
        place = arrival.from;
    }
    keys.reverse();
    with_bound_kept(run, bound, &keys)
}

/// Keys that are within the bound at every time in the library's own arithmetic: samples are added to lines that exceed it by
/// rounding. `None` if a key itself exceeds it, or is not valid.
fn with_bound_kept<const N: usize, B: Bound<N>>(
    run: Run<'_, N>,
    bound: &B,
    keys: &[(usize, [f32; N])],
) -> Option<Vec<(usize, [f32; N])>> {
    let is_sound = |&(place, value): &(usize, [f32; N])| {
        run.get(place).is_some_and(|(_, sample)| {
            *sample == value || (bound.admits(&value, sample) && B::is_sound(&value))
        })
    };
    if !keys.iter().all(is_sound) {
        return None;
    }
    let mut kept = vec![*keys.first()?];
    for &key in keys.get(1..)? {
        join(run, bound, key, &mut kept)?;
    }
    Some(kept)
}

/// Adds a key, and as many samples before it as keep the lines to it within the bound.
fn join<const N: usize, B: Bound<N>>(
    run: Run<'_, N>,
    bound: &B,
    key: (usize, [f32; N]),
    kept: &mut Vec<(usize, [f32; N])>,
) -> Option<()> {
    let &(from, a) = kept.last()?;
    let (to, b) = key;
    let ((start_secs, start), (end_secs, end)) = (run.get(from)?, run.get(to)?);
    let is_original = to - from < 2 && *start == a && *end == b;
    let line = Line::new((start_secs, &a), (end_secs, &b));
    let is_within = is_original || (B::joins(&a, &b) && run.admits(from, to, &line, bound));
    if !is_within {
        let middle = usize::midpoint(from, to);
        // No sample between them.
        let (_, sample) = run.get(middle).filter(|_| middle > from)?;
        join(run, bound, (middle, *sample), kept)?;
        return join(run, bound, key, kept);
    }
    kept.push(key);
    Some(())
}

/// Extends a line from a sample as far as possible, marks the samples that it reaches, and returns the farthest.
fn spread<const N: usize, B: Bound<N>>(
    run: Run<'_, N>,
    bound: &B,
    from: usize,
    arrivals: &mut [Option<Arrival<N>>],
) -> usize {
    let Some(&Some(start)) = arrivals.get(from) else { return from };
    let Some((start_secs, _)) = run.get(from) else { return from };
    let last = run.len() - 1;
    let mut slope = [0.0; N];
    // The least-squares slope so far is `moments / weight`.
    let (mut moments, mut weight) = ([0.0; N], 0.0);
    // Index up to which the slope was checked between samples.
    let mut checked = from;
    let next = from + 1;
    for (place, (time, sample)) in (next..).zip(run.samples(next..run.len())) {
        let since = f64::from(time) - f64::from(start_secs);
        let offset = vector::minus_wide(&vector::widened(sample), &start.value);
        moments = vector::moved_wide(&moments, &offset, since);
        weight += since * since;
        let way = Way { run, bound, from, start_secs, start: &start.value };
        if place == last {
            // The last key stays on its sample.
            let exact = vector::scaled_wide(&offset, 1.0 / since);
            if way.settled(exact, place, 1).is_some_and(|settled| settled == exact)
                && way.holds_between(&exact, from, place)
            {
                mark(
                    arrivals,
                    place,
                    Arrival {
                        wave: start.wave + 1,
                        from,
                        value: vector::widened(sample),
                        off_mean: 0.0,
                    },
                );
                return place;
            }
            return place - 1;
        }
        let value = vector::moved_wide(&start.value, &slope, since);
        if place == next || bound.pulled_in(&value, sample).is_some() {
            let fit = vector::scaled_wide(&moments, 1.0 / weight);
            match way.settled(fit, place + 1, PASSES) {
                Some(settled) => slope = settled,
                None => return place - 1,
            }
            checked = from;
        }
        if !way.holds_between(&slope, checked, place) {
            return place - 1;
        }
        checked = place;
        let value = vector::moved_wide(&start.value, &slope, since);
        let off = vector::minus_wide(&value, &mean_around(run, place));
        let off_mean = vector::dot_wide(&off, &off);
        mark(arrivals, place, Arrival { wave: start.wave + 1, from, value, off_mean });
    }
    last
}

/// Stores an arrival if the sample was not reached before, or if it is better than that of the same wave.
fn mark<const N: usize>(arrivals: &mut [Option<Arrival<N>>], place: usize, new: Arrival<N>) {
    if let Some(slot) = arrivals.get_mut(place) {
        let is_better = slot.is_none_or(|old| old.wave == new.wave && new.off_mean < old.off_mean);
        if is_better {
            *slot = Some(new);
        }
    }
}

fn mean_around<const N: usize>(run: Run<'_, N>, place: usize) -> [f64; N] {
    // Equal numbers on both sides, so that a slope does not bias the mean.
    let around = AROUND.min(place).min(run.len() - 1 - place);
    let (mut sum, mut count) = ([0.0; N], 0.0);
    for (_, sample) in run.samples(place - around..place + around + 1) {
        sum = vector::moved_wide(&sum, &vector::widened(sample), 1.0);
        count += 1.0;
    }
    vector::scaled_wide(&sum, 1.0 / count)
}

/// Line with a fixed start and a free slope.
struct Way<'a, 's, const N: usize, B> {
    run: Run<'s, N>,
    bound: &'a B,
    from: usize,
    start_secs: f32,
    start: &'a [f64; N],
}

impl<const N: usize, B: Bound<N>> Way<'_, '_, N, B> {
    /// Slope near the given one that is within the bound of all samples before an index, if one is found. The slope is projected
    /// onto the interval of every sample that it violates, repeatedly. The intervals are convex, so this converges to their
    /// intersection if there is one.
    fn settled(&self, slope: [f64; N], to: usize, passes: usize) -> Option<[f64; N]> {
        let mut slope = slope;
        for _ in 0..passes {
            let mut is_settled = true;
            for (time, sample) in self.run.samples(self.from + 1..to).rev() {
                let since = f64::from(time) - f64::from(self.start_secs);
                let value = vector::moved_wide(self.start, &slope, since);
                if let Some(inside) = self.bound.pulled_in(&value, sample) {
                    let step = vector::minus_wide(&inside, &value);
                    slope = vector::moved_wide(&slope, &step, 1.0 / since);
                    is_settled = false;
                }
            }
            if is_settled {
                return Some(slope);
            }
        }
        None
    }

    /// Whether a slope is within the bound between all neighbouring samples of an index range.
    fn holds_between(&self, slope: &[f64; N], from: usize, to: usize) -> bool {
        if B::HOLDS_BETWEEN {
            return true;
        }
        let Some(passed) = self.run.get(from) else { return false };
        let mut sweep = Sweep::new((self.start_secs, self.start), slope, passed);
        self.run
            .samples(from + 1..to + 1)
            .all(|(time, sample)| self.bound.admits_between(&sweep.next(time, sample)))
    }
}

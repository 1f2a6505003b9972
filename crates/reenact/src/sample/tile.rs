//! Tile: key values in the order in which frames are sampled.

use std::ops::Range;

use super::flips::Flips;
use super::numbers::Numbers;
use super::plan::{Clock, FloatKey, Lane, Tick};
use super::row::{RowPart, is_unused, part_of};
use crate::curve::segment::{lerp, lerp_bounded};
use reenact_base::threads::for_each_in_parallel;

/// Values of some consecutive keys of all curves of one clock, key by key.
///
/// In a file the values of one key time are far apart, one in each curve; in a tile they are adjacent.
#[derive(Debug, Clone, Default)]
pub(super) struct Tile {
    first_key: usize,
    /// `width` values for each key.
    values: Vec<f32>,
}

/// Layout of the values of a clock's curves in a tile and in a frame.
#[derive(Debug, Clone, Default)]
pub(super) struct Layout {
    sources: Vec<Source>,
    runs: Vec<Run>,
    width: usize,
    is_bounded: bool,
}

/// Destination of the values of a lane.
#[derive(Debug, Clone, Copy)]
struct Source {
    column: usize,
    /// Index in the list of flips, if the sign of the rotation flips and has to be aligned.
    flips: Option<usize>,
}

/// Adjacent columns in a part of a frame.
#[derive(Debug, Clone)]
struct Run {
    part: RowPart,
    start: usize,
    len: usize,
    /// Index of the first column in a row.
    row: usize,
    /// Lanes with these columns.
    lanes: Range<usize>,
    /// Whether any of them flips.
    has_flips: bool,
}

/// Keys that a thread copies at a time: source and destination fit the cache.
const KEYS_AT_ONCE: usize = 8 * MANY;

/// Keys of one curve that are copied before those of the next curve: a few adjacent cache lines.
pub(super) const MANY: usize = 16;

impl Layout {
    pub(super) fn new<K>(lanes: &[Lane<K>], flips: &[Flips]) -> Self {
        let mut layout =
            Self { is_bounded: lanes.iter().all(|lane| lane.is_bounded), ..Self::default() };
        let mut expected = None;
        for lane in lanes {
            // Including the unused value between position and rotation merges two runs to one.
            if let Some(row) = expected
                && is_unused(row)
                && lane.row == row + 1
            {
                layout.push_column(row);
            }
            let flips = flips.iter().position(|flips| flips.is_of(lane.row));
            let source = Source { column: layout.width, flips };
            layout.push_column(lane.row);
            layout.sources.push(source);
            if let Some(run) = layout.runs.last_mut() {
                run.lanes.end = layout.sources.len();
                run.has_flips |= flips.is_some();
            }
            expected = Some(lane.row + 1);
        }
        layout
    }

    fn push_column(&mut self, row: usize) {
        let (part, index) = part_of(row);
        match self.runs.last_mut() {
            Some(run) if run.part == part && run.start + run.len == index => run.len += 1,
            _ => {
                let lane = self.sources.len();
                let lanes = lane..lane;
                self.runs.push(Run { part, start: index, len: 1, row, lanes, has_flips: false });
            }
        }
        self.width += 1;
    }
}

impl Tile {
    /// Replaces the contents by the values of a range of keys of a clock; uses all cores for many keys.
    pub(super) fn load<K: FloatKey>(
        &mut self,
        clock: &Clock<K>,
        flips: &[Flips],
        keys: Range<usize>,
    ) {
        let (lanes, layout) = (&clock.lanes, &clock.layout);
        self.first_key = keys.start;
        self.zero(keys.len() * layout.width);
        if keys.len() <= KEYS_AT_ONCE {
            return copy(lanes, layout, flips, keys.start, &mut self.values);
        }
        let total = self.values.len();
        let parts = self.values.chunks_mut(KEYS_AT_ONCE * layout.width.max(1)).enumerate();
        for_each_in_parallel(parts.collect(), total, |(number, part)| {
            copy(lanes, layout, flips, keys.start + number * KEYS_AT_ONCE, part);
        });
    }

    /// Resizes to a number of values. Unused values are not written, and must be zero.
    fn zero(&mut self, len: usize) {
        if self.values.capacity() < len {
            // New memory is zero already, and each page is first touched by the thread that fills it.
            self.values = vec![0.0; len];
        } else {
            self.values.clear();
            self.values.resize(len, 0.0);
        }
    }

    /// Range of the loaded keys.
    pub(super) fn keys(&self, layout: &Layout) -> Range<usize> {
        self.first_key..self.first_key + self.values.len().checked_div(layout.width).unwrap_or(0)
    }

    /// Sets all values of a clock's curves at a tick; the required keys must be loaded.
    pub(super) fn fill(&self, layout: &Layout, tick: Tick, numbers: &mut Numbers<'_>) {
        let key = |index| self.key(layout, index);
        match tick {
            Tick::At(index) => layout.each_run(key(index), key(index), numbers, |value, _| value),
            Tick::Between { left, fraction } if layout.is_bounded => {
                layout.each_run(key(left), key(left + 1), numbers, |a, b| {
                    lerp_bounded(a, b, fraction)
                });
            }
            Tick::Between { left, fraction } => {
                layout.each_run(key(left), key(left + 1), numbers, |a, b| lerp(a, b, fraction));
            }
            Tick::Undefined => {
                let any = key(self.first_key);
                layout.each_run(any, any, numbers, |_, _| f32::NAN);
            }
        }
    }

    /// Values of a key.
    #[inline]
    fn key(&self, layout: &Layout, index: usize) -> &[f32] {
        let start = index.wrapping_sub(self.first_key).wrapping_mul(layout.width);
        self.values.get(start..start.wrapping_add(layout.width)).unwrap_or_default()
    }
}

impl Layout {
    /// Sets all values of a clock's curves at a tick, directly from the curves: for a single frame, a tile costs more than it
    /// saves.
    pub(super) fn fill<K: FloatKey>(
        &self,
        lanes: &[Lane<K>],
        flips: &[Flips],
        tick: Tick,
        numbers: &mut Numbers<'_>,
    ) {
        match tick {
            // Fast path of nearly all ticks, without checks in the loop.
            Tick::Between { left, fraction } if self.is_bounded => {
                self.each_lane(lanes, flips, tick, numbers, |keys| {
                    let Some([a, b]) = keys.get(left..left + 2) else { return f32::NAN };
                    lerp_bounded(a.value(), b.value(), fraction)
                });
            }
            _ => self.each_lane(lanes, flips, tick, numbers, |keys| tick.value_of(keys)),
        }
    }

    #[inline]
    fn each_lane<K: FloatKey>(
        &self,
        lanes: &[Lane<K>],
        flips_of: &[Flips],
        tick: Tick,
        numbers: &mut Numbers<'_>,
        value_of: impl Fn(&[K]) -> f32,
    ) {
        for run in &self.runs {
            let numbers = numbers.part(run.part).get_mut(run.start..run.start + run.len);
            let lanes = lanes.get(run.lanes.clone()).zip(self.sources.get(run.lanes.clone()));
            let (Some(numbers), Some((lanes, sources))) = (numbers, lanes) else { continue };
            for (lane, source) in lanes.iter().zip(sources) {
                let Some(number) = numbers.get_mut(lane.row - run.row) else { continue };
                let flips = if run.has_flips { source.flips } else { None };
                *number = match flips.and_then(|flip| flips_of.get(flip)) {
                    None => value_of(&lane.keys),
                    Some(flips) => flips.lane_value(&lane.keys, tick),
                };
            }
        }
    }

    /// Sets each value to `work` of the values of two keys.
    #[inline]
    fn each_run(
        &self,
        mut a: &[f32],
        mut b: &[f32],
        numbers: &mut Numbers<'_>,
        work: impl Fn(f32, f32) -> f32,
    ) {
        for &Run { part, start, len, .. } in &self.runs {
            let Some(((a_run, a_rest), (b_run, b_rest))) =
                a.split_at_checked(len).zip(b.split_at_checked(len))
            else {
                return;
            };
            if let Some(out) = numbers.part(part).get_mut(start..start + len) {
                set_each(out, a_run, b_run, &work);
            }
            (a, b) = (a_rest, b_rest);
        }
    }
}

/// Copies the values of lanes from the key `start` on, up to the length of `values`.
fn copy<K: FloatKey>(
    lanes: &[Lane<K>],
    layout: &Layout,
    flips: &[Flips],
    mut start: usize,
    values: &mut [f32],
) {
    let width = layout.width.max(1);
    let mut many = values.chunks_exact_mut(MANY * width);
    for values in &mut many {
        copy_keys::<MANY, K>(lanes, layout, flips, start, values);
        start += MANY;
    }
    let mut two = many.into_remainder().chunks_exact_mut(2 * width);
    for values in &mut two {
        copy_keys::<2, K>(lanes, layout, flips, start, values);
        start += 2;
    }
    copy_keys::<1, K>(lanes, layout, flips, start, two.into_remainder());
}

/// Copies the values of lanes at `N` keys from `start` on.
///
/// Each lane is elsewhere in memory: the shorter the loop body, the sooner the processor prefetches the next lane.
#[inline]
fn copy_keys<const N: usize, K: FloatKey>(
    lanes: &[Lane<K>],
    layout: &Layout,
    flips: &[Flips],
    start: usize,
    values: &mut [f32],
) {
    for (lane, source) in lanes.iter().zip(&layout.sources) {
        let keys = lane.keys.get(start..).and_then(|keys| keys.first_chunk::<N>());
        let Some(keys) = keys else { continue };
        let mut slot = source.column;
        let mut put = |value| {
            if let Some(number) = values.get_mut(slot) {
                *number = value;
            }
            slot += layout.width;
        };
        match source.flips.and_then(|flip| flips.get(flip)) {
            None => keys.iter().for_each(|key| put(key.value())),
            Some(flips) => {
                keys.iter()
                    .zip(flips.signs_from(start))
                    .for_each(|(key, sign)| put(sign * key.value()));
            }
        }
    }
}

/// Number of values computed together: those of three joints, a ninth of a hand. For smaller chunks the compiler generates slower
/// code.
const ABREAST: usize = 24;

/// Sets each output to `work` of two inputs.
#[inline]
fn set_each(out: &mut [f32], a: &[f32], b: &[f32], work: impl Fn(f32, f32) -> f32) {
    let (outs, last_out) = out.as_chunks_mut::<ABREAST>();
    let ((a, last_a), (b, last_b)) = (a.as_chunks::<ABREAST>(), b.as_chunks::<ABREAST>());
    for ((out, a), b) in outs.iter_mut().zip(a).zip(b) {
        let mut numbers = [0.0; ABREAST];
        for ((number, &a), &b) in numbers.iter_mut().zip(a).zip(b) {
            *number = work(a, b);
        }
        *out = numbers;
    }
    for ((out, &a), &b) in last_out.iter_mut().zip(last_a).zip(last_b) {
        *out = work(a, b);
    }
}

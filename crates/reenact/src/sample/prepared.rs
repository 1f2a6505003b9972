//! Values laid out in the order in which frames need them.

use std::hint::black_box;

use super::frame::Outside;
use super::plan::{Clock, Flips, FloatKey, Lane, Plan, Tick, tick};
use super::presence::Presence;
use super::row::{Part, is_unused, part_of};
use super::{AnyPlan, Frame, Mode, Sampler};
use crate::curve::eval::place;
use crate::curve::segment::{lerp, lerp_calm};
use crate::curve::{Curve, WrapMode};
use crate::recording::Recording;
use crate::threads::for_each_in_parallel;

/// A sampler with a copy of all values, for many frames in no particular order; made by
/// [`Sampler::prepare`].
///
/// In a file the values of one moment lie far apart, one in each curve, and a frame of both hands takes a
/// look at almost 400 places. Here those that share their key times lie side by side. The copy takes 4
/// to 5 bytes a key and little more, and about as long to make as reading the file from memory a few times.
#[derive(Debug)]
pub struct PreparedSampler<'r> {
    recording: &'r Recording<'r>,
    mode: Mode,
    presence: Presence,
    blocks: Vec<Block>,
    /// Curves that are not straight lines, with their index in a row: these stay as they are.
    alone: Vec<(usize, &'r Curve<'r>)>,
}

impl<'r> PreparedSampler<'r> {
    pub(super) fn new(sampler: &Sampler<'r>) -> Self {
        fn copy<'r, K: FloatKey>(
            plan: &Plan<'r, K>,
            mode: Mode,
        ) -> (Vec<Block>, Vec<(usize, &'r Curve<'r>)>) {
            let blocks = plan.clocks.iter().enumerate().map(|(number, clock)| {
                let flips =
                    plan.flips.iter().filter(|flips| mode == Mode::Clean && flips.clock == number);
                Block::new(clock, &flips.collect::<Vec<_>>())
            });
            (blocks.collect(), plan.alone.iter().map(|alone| (alone.row, alone.curve)).collect())
        }
        let Sampler { recording, mode, presence, ref plan } = *sampler;
        let (blocks, alone) = match plan {
            AnyPlan::Simple(plan) => copy(plan, mode),
            AnyPlan::Full(plan) => copy(plan, mode),
        };
        Self { recording, mode, presence, blocks, alone }
    }

    /// Everything at one time: the same as [`Sampler::frame_at`], to the bit.
    pub fn frame_at(&self, time_secs: f32) -> Frame {
        let tracks = self.recording.tracks();
        let mut frame =
            Frame::unfilled(time_secs, tracks, super::states_at(self.recording, time_secs));
        let mut outside = Outside::default();
        let mut numbers = Numbers { frame: &mut frame, outside: &mut outside, mode: self.mode };
        self.fill(time_secs, &mut numbers);
        for &(index, curve) in &self.alone {
            numbers.set(index, curve.value_at(time_secs));
        }
        frame.finish(self.mode, tracks, &self.presence, &outside);
        frame
    }

    fn fill(&self, time_secs: f32, numbers: &mut Numbers<'_>) {
        for blocks in self.blocks.chunks(BLOCKS_AT_ONCE) {
            let mut ticks = [Tick::Undefined; BLOCKS_AT_ONCE];
            for (tick, block) in ticks.iter_mut().zip(blocks) {
                *tick = block.tick(time_secs);
                block.call(*tick);
            }
            for (&tick, block) in ticks.iter().zip(blocks) {
                block.fill(tick, numbers);
            }
        }
    }

    /// How much memory the copy takes, in bytes.
    pub fn memory_bytes(&self) -> usize {
        let words = self
            .blocks
            .iter()
            .map(|block| block.times.len() + block.buckets.starts.len() + block.values.len());
        4 * words.sum::<usize>()
    }
}

/// The numbers of a frame that is being made.
struct Numbers<'f> {
    frame: &'f mut Frame,
    outside: &'f mut Outside,
    mode: Mode,
}

impl Numbers<'_> {
    /// Those of a part; none where nothing will be said of it.
    #[inline]
    fn part(&mut self, part: Part) -> &mut [f32] {
        let pairs = match part {
            Part::Camera => std::slice::from_mut(&mut self.outside.camera),
            Part::Hand(side) => {
                self.frame.joints_to_fill(side, self.mode).map_or(&mut [][..], |joints| joints)
            }
            Part::Gaze => std::slice::from_mut(&mut self.outside.gaze),
        };
        pairs.as_flattened_mut().as_flattened_mut()
    }

    fn set(&mut self, index: usize, value: f32) {
        let (part, index) = part_of(index);
        if let Some(number) = self.part(part).get_mut(index) {
            *number = value;
        }
    }
}

/// Blocks whose values are called for before the first of them is worked on. Values of a random time are
/// mostly not in the cache, and they come all together in little more time than one by one.
const BLOCKS_AT_ONCE: usize = 8;

/// The values of all curves of one clock, key by key.
#[derive(Debug)]
struct Block {
    times: Vec<f32>,
    buckets: Buckets,
    wraps: [WrapMode; 2],
    /// As many values for each key as there are columns.
    values: Vec<f32>,
    width: usize,
    runs: Vec<Run>,
    is_calm: bool,
}

/// Columns that stand one after the other in a part of a frame.
#[derive(Debug)]
struct Run {
    part: Part,
    start: usize,
    len: usize,
}

/// Keys that are copied at a time: what they take of each curve, and their values, fit the cache.
const TILE: usize = 128;

/// Values in a line of the cache, at least: less than it has costs a second look at some.
const CACHE_LINE: usize = 16;

impl Block {
    fn new<K: FloatKey>(clock: &Clock<'_, K>, flips: &[&Flips]) -> Self {
        let times: Vec<f32> = clock.times.iter().map(super::plan::time_of).collect();
        let columns = columns(&clock.lanes);
        let width = columns.len();
        let total = times.len() * width;
        let mut values = vec![0.0; total];
        let tiles: Vec<(usize, &mut [f32])> = values.chunks_mut(TILE * width).enumerate().collect();
        for_each_in_parallel(tiles, total, |(number, tile)| {
            let start = number * TILE;
            for (column, lane) in columns.iter().enumerate() {
                let Column::Lane(lane) = lane else { continue };
                let slots = tile.iter_mut().skip(column).step_by(width);
                let keys = lane.keys.get(start..).unwrap_or_default();
                let flips =
                    flips.iter().find(|flips| (flips.row..flips.row + 4).contains(&lane.row));
                match flips {
                    None => slots.zip(keys).for_each(|(slot, key)| *slot = key.value()),
                    Some(flips) => {
                        for ((slot, key), index) in slots.zip(keys).zip(start..) {
                            *slot = flips.sign(index) * key.value();
                        }
                    }
                }
            }
        });
        let mut runs: Vec<Run> = Vec::new();
        for column in &columns {
            let row = match column {
                Column::Lane(lane) => lane.row,
                Column::Unused(row) => *row,
            };
            let (part, index) = part_of(row);
            match runs.last_mut() {
                Some(run) if run.part == part && run.start + run.len == index => run.len += 1,
                _ => runs.push(Run { part, start: index, len: 1 }),
            }
        }
        let buckets = Buckets::new(&times);
        Self { times, buckets, wraps: clock.wraps, values, width, runs, is_calm: clock.is_calm }
    }

    fn tick(&self, time_secs: f32) -> Tick {
        let found = place(&self.times, self.wraps, time_secs, |times, time_secs| {
            self.buckets.find(times, time_secs)
        });
        tick(&self.times, found)
    }

    /// Has the values that a tick needs brought to the cache, without waiting for them.
    #[inline]
    fn call(&self, tick: Tick) {
        let (Tick::At(left) | Tick::Between { left, .. }) = tick else { return };
        let start = left * self.width;
        let end = (start + 2 * self.width).min(self.values.len());
        let (lines, rest) =
            self.values.get(start..end).unwrap_or_default().as_chunks::<CACHE_LINE>();
        let all = lines.iter().fold(0, |all, [first, ..]| all ^ first.to_bits());
        black_box(all ^ rest.first().map_or(0, |first| first.to_bits()));
    }

    fn fill(&self, tick: Tick, numbers: &mut Numbers<'_>) {
        match tick {
            Tick::At(index) => {
                self.each_run(self.key(index), self.key(index), numbers, |value, _| value);
            }
            Tick::Between { left, fraction } if self.is_calm => {
                self.each_run(self.key(left), self.key(left + 1), numbers, |a, b| {
                    lerp_calm(a, b, fraction)
                });
            }
            Tick::Between { left, fraction } => {
                self.each_run(self.key(left), self.key(left + 1), numbers, |a, b| {
                    lerp(a, b, fraction)
                });
            }
            Tick::Undefined => {
                self.each_run(self.key(0), self.key(0), numbers, |_, _| f32::NAN);
            }
        }
    }

    /// The values of a key.
    fn key(&self, index: usize) -> &[f32] {
        self.values.get(index * self.width..(index + 1) * self.width).unwrap_or_default()
    }

    /// Sets each number that the block has to what `work` makes of the values of two keys.
    #[inline]
    fn each_run(
        &self,
        mut a: &[f32],
        mut b: &[f32],
        numbers: &mut Numbers<'_>,
        work: impl Fn(f32, f32) -> f32,
    ) {
        for &Run { part, start, len } in &self.runs {
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

/// Numbers that are computed side by side: those of three joints. A hand is nine times as many, and for fewer at a time the
/// compiler finds a clever way that takes longer.
const ABREAST: usize = 24;

/// Sets each number to what `work` makes of two others.
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

/// One of the values that a block has for each key.
enum Column<'c, 'r, K> {
    Lane(&'c Lane<'r, K>),
    /// Nobody's, at this index of a row: it makes one run of what would be two.
    Unused(usize),
}

fn columns<'c, 'r, K>(lanes: &'c [Lane<'r, K>]) -> Vec<Column<'c, 'r, K>> {
    let mut columns = Vec::with_capacity(lanes.len() + lanes.len() / 3);
    let mut expected = None;
    for lane in lanes {
        if let Some(row) = expected
            && is_unused(row)
            && lane.row == row + 1
        {
            columns.push(Column::Unused(row));
        }
        columns.push(Column::Lane(lane));
        expected = Some(lane.row + 1);
    }
    columns
}

/// Leads from a time to the few keys around it: the span of all keys in as many even parts as there are
/// keys, and which key is the first of each part.
#[derive(Debug)]
struct Buckets {
    first_secs: f32,
    per_sec: f32,
    starts: Vec<u32>,
}

impl Buckets {
    #[expect(clippy::as_conversions, clippy::cast_precision_loss, reason = "any scale will do")]
    fn new(times: &[f32]) -> Self {
        let (first_secs, last_secs) =
            times.first().zip(times.last()).map_or((0.0, 0.0), |(a, b)| (*a, *b));
        let per_sec = times.len() as f32 / (last_secs - first_secs);
        let mut buckets = Self { first_secs, per_sec, starts: Vec::with_capacity(times.len() + 2) };
        for (index, &time) in (0..).zip(times) {
            // The bucket of a time never falls as the time rises, so each start is written once.
            let bucket = buckets.of(time, times.len());
            while buckets.starts.len() <= bucket {
                buckets.starts.push(index);
            }
        }
        let end = u32::try_from(times.len()).unwrap_or(u32::MAX);
        buckets.starts.resize(times.len() + 2, end);
        buckets
    }

    #[expect(
        clippy::as_conversions,
        clippy::cast_possible_truncation,
        clippy::cast_sign_loss,
        reason = "saturates at both ends, and NaN is 0"
    )]
    fn of(&self, time_secs: f32, len: usize) -> usize {
        (((time_secs - self.first_secs) * self.per_sec) as usize).min(len)
    }

    /// The first time that is later: the same as a search over all of them.
    fn find(&self, times: &[f32], time_secs: f32) -> usize {
        let bucket = self.of(time_secs, times.len());
        // Everything in earlier buckets is not later, everything in later ones is.
        let start = |bucket| {
            self.starts
                .get(bucket)
                .map_or(times.len(), |&start| usize::try_from(start).unwrap_or(usize::MAX))
        };
        let (low, high) = (start(bucket), start(bucket + 1));
        let inside = times.get(low..high).unwrap_or_default();
        low + inside.partition_point(|&time| time <= time_secs)
    }
}

//! Values laid out in the order in which frames need them.

use super::frame::{Presence, Row};
use super::plan::{Clock, Flips, FloatKey, Plan, Tick, tick};
use super::{AnyPlan, EMPTY_ROW, Frame, Mode, Sampler, set};
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
/// bytes a key and little more, and about as long to make as reading the file from memory a few times.
#[derive(Debug)]
pub struct PreparedSampler<'r> {
    recording: &'r Recording<'r>,
    mode: Mode,
    presence: Presence,
    blocks: Vec<Block>,
    /// Curves that are not straight lines, with their rows: these stay as they are.
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
        let mut row = EMPTY_ROW;
        for block in &self.blocks {
            block.fill(time_secs, &mut row);
        }
        for &(index, curve) in &self.alone {
            set(&mut row, index, curve.value_at(time_secs));
        }
        let states = super::states_at(self.recording, time_secs);
        Frame::from_row(time_secs, self.mode, self.recording.tracks(), &self.presence, &row, states)
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

/// The values of all curves of one clock, key by key.
#[derive(Debug)]
struct Block {
    times: Vec<f32>,
    buckets: Buckets,
    wraps: [WrapMode; 2],
    /// As many values for each key as there are curves.
    values: Vec<f32>,
    width: usize,
    /// Runs of curves that stand one after the other in the file: where in a row, and how many.
    runs: Vec<(usize, usize)>,
    is_calm: bool,
}

/// Keys that are copied at a time: what they take of each curve, and their values, fit the cache.
const TILE: usize = 128;

impl Block {
    fn new<K: FloatKey>(clock: &Clock<'_, K>, flips: &[&Flips]) -> Self {
        let times: Vec<f32> = clock.times.iter().map(super::plan::time_of).collect();
        let width = clock.lanes.len();
        let total = times.len() * width;
        let mut values = vec![0.0; total];
        let tiles: Vec<(usize, &mut [f32])> = values.chunks_mut(TILE * width).enumerate().collect();
        for_each_in_parallel(tiles, total, |(number, tile)| {
            let start = number * TILE;
            for (column, lane) in clock.lanes.iter().enumerate() {
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
        let mut runs: Vec<(usize, usize)> = Vec::new();
        for lane in &clock.lanes {
            match runs.last_mut() {
                Some((start, len)) if *start + *len == lane.row => *len += 1,
                _ => runs.push((lane.row, 1)),
            }
        }
        let buckets = Buckets::new(&times);
        Self { times, buckets, wraps: clock.wraps, values, width, runs, is_calm: clock.is_calm }
    }

    fn fill(&self, time_secs: f32, row: &mut Row) {
        let found = place(&self.times, self.wraps, time_secs, |times, time_secs| {
            self.buckets.find(times, time_secs)
        });
        match tick(&self.times, found) {
            Tick::At(index) => {
                self.each_run(self.key(index), self.key(index), row, |out, values, _| {
                    out.copy_from_slice(values);
                });
            }
            Tick::Between { left, fraction } if self.is_calm => {
                self.each_run(self.key(left), self.key(left + 1), row, |out, a, b| {
                    for ((out, &a), &b) in out.iter_mut().zip(a).zip(b) {
                        *out = lerp_calm(a, b, fraction);
                    }
                });
            }
            Tick::Between { left, fraction } => {
                self.each_run(self.key(left), self.key(left + 1), row, |out, a, b| {
                    for ((out, &a), &b) in out.iter_mut().zip(a).zip(b) {
                        *out = lerp(a, b, fraction);
                    }
                });
            }
            Tick::Undefined => {
                self.each_run(self.key(0), self.key(0), row, |out, _, _| out.fill(f32::NAN));
            }
        }
    }

    /// The values of a key.
    fn key(&self, index: usize) -> &[f32] {
        self.values.get(index * self.width..(index + 1) * self.width).unwrap_or_default()
    }

    /// Gives `work` each run of the row with the values of two keys for it.
    #[inline]
    fn each_run(
        &self,
        mut a: &[f32],
        mut b: &[f32],
        row: &mut Row,
        work: impl Fn(&mut [f32], &[f32], &[f32]),
    ) {
        for &(start, len) in &self.runs {
            let Some(((a_run, a_rest), (b_run, b_rest))) =
                a.split_at_checked(len).zip(b.split_at_checked(len))
            else {
                return;
            };
            if let Some(out) = row.get_mut(start..start + len) {
                work(out, a_run, b_run);
            }
            (a, b) = (a_rest, b_rest);
        }
    }
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

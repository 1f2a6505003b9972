//! Any frame, quickly.

use super::buckets::Buckets;
use super::flips::Flips;
use super::numbers::Numbers;
use super::plan::{Clock, FloatKey, Plan, Tick, tick, time_of};
use super::presence::Presence;
use super::switches::Switches;
use super::tile::{Layout, Tile};
use super::{AnyPlan, Frame, Mode, Sampler};
use crate::curve::eval::place;
use crate::curve::{Curve, WrapMode};
use crate::recording::Recording;

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
    switches: Switches,
    blocks: Vec<Block>,
    /// Curves that are not straight lines, with their index in a row: these stay as they are.
    alone: Vec<(usize, &'r Curve<'r>)>,
}

impl<'r> PreparedSampler<'r> {
    pub(super) fn new(sampler: &Sampler<'r>) -> Self {
        fn copy<'r, K: FloatKey>(plan: &Plan<'r, K>) -> (Vec<Block>, Vec<(usize, &'r Curve<'r>)>) {
            let blocks = plan.clocks.iter().map(|clock| Block::new(clock, &plan.flips));
            (blocks.collect(), plan.alone.iter().map(|alone| (alone.row, alone.curve)).collect())
        }
        let Sampler { recording, mode, presence, ref switches, ref plan } = *sampler;
        let (blocks, alone) = match plan {
            AnyPlan::Simple(plan) => copy(plan),
            AnyPlan::Full(plan) => copy(plan),
        };
        Self { recording, mode, presence, switches: switches.clone(), blocks, alone }
    }

    /// Everything at one time: the same as [`Sampler::frame_at`], to the bit.
    pub fn frame_at(&self, time_secs: f32) -> Frame {
        let states = self.switches.states_at(self.recording, time_secs);
        let tracks = self.recording.tracks();
        Numbers::frame(time_secs, self.mode, tracks, &self.presence, states, |numbers| {
            self.fill(time_secs, numbers);
            for &(index, curve) in &self.alone {
                numbers.set(index, curve.value_at(time_secs));
            }
        })
    }

    fn fill(&self, time_secs: f32, numbers: &mut Numbers<'_>) {
        for blocks in self.blocks.chunks(BLOCKS_AT_ONCE) {
            let mut ticks = [Tick::Undefined; BLOCKS_AT_ONCE];
            for (tick, block) in ticks.iter_mut().zip(blocks) {
                *tick = block.tick(time_secs);
                block.values.call(&block.layout, *tick);
            }
            for (&tick, block) in ticks.iter().zip(blocks) {
                block.values.fill(&block.layout, tick, numbers);
            }
        }
    }

    /// How much memory the copy takes, in bytes.
    pub fn memory_bytes(&self) -> usize {
        let words = self
            .blocks
            .iter()
            .map(|block| block.times.len() + block.buckets.len() + block.values.len());
        4 * words.sum::<usize>() + self.switches.memory_bytes()
    }
}

/// Blocks whose values are called for before the first of them is worked on. Values of a random time are
/// mostly not in the cache, and they come all together in little more time than one by one.
const BLOCKS_AT_ONCE: usize = 8;

/// All curves of one clock.
#[derive(Debug)]
struct Block {
    times: Vec<f32>,
    buckets: Buckets,
    wraps: [WrapMode; 2],
    layout: Layout,
    values: Tile,
}

impl Block {
    fn new<K: FloatKey>(clock: &Clock<'_, K>, flips: &[Flips]) -> Self {
        let times: Vec<f32> = clock.times.iter().map(time_of).collect();
        let mut values = Tile::default();
        values.load(clock, flips, 0..times.len());
        Self {
            buckets: Buckets::new(&times),
            times,
            wraps: clock.wraps,
            layout: clock.layout.clone(),
            values,
        }
    }

    fn tick(&self, time_secs: f32) -> Tick {
        let found = place(&self.times, self.wraps, time_secs, |times, time_secs| {
            self.buckets.find(times, time_secs)
        });
        tick(&self.times, found)
    }
}

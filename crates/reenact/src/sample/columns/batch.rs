//! Assigns source curves to output columns and fills them.

use std::sync::OnceLock;

use super::super::flips::Flips;
use super::super::plan::{Clock, FloatKey, Lane, Plan};
use super::super::presence::{PoseKeys, States};
use super::super::row::{ROW_LEN, row_index_of};
use super::super::switches::Run;
use super::super::{Mode, Sampler};
use super::finish::{BLOCK, Observed, clean_pose, clean_position, clear_unobserved, finish_ray};
use super::lanes::fill_lane;
use super::ticks::{Ticks, part};
use crate::curve::key::RawKey;
use crate::curve::segment::{lerp, lerp_bounded};
use crate::curve::{Curve, CurveId, Track};
use crate::hand::{Joint, Side};
use reenact_base::threads::for_each_in_parallel;

/// Data that all columns share: positions of the sample times among the keys of each clock, and observed spans.
pub(super) struct Batch<'b, K> {
    sampler: &'b Sampler,
    times: Vec<f32>,
    clocks: Vec<ClockTicks<'b, K>>,
    /// By index of a row.
    sources: Vec<Source<'b, K>>,
    states: Vec<Run>,
    /// Observed frames of each track in the order of [`Track::ALL`], block by block.
    observed: [Vec<Observed>; 4],
}

/// Ticks of a clock, block by block. Each block is computed by the first thread that needs it, so that no thread waits for all
/// blocks.
struct ClockTicks<'b, K> {
    clock: &'b Clock<K>,
    blocks: Vec<OnceLock<Ticks>>,
}

/// Source of the values of a column.
enum Source<'b, K> {
    Nothing,
    Lane(usize, &'b Lane<K>, Option<&'b Flips>),
    Alone(&'b Curve),
}

/// Curves of one group, in file order, and the kind of the group.
struct Group {
    ids: Vec<CurveId>,
    what: ColumnSource,
}

#[derive(Clone, Copy, PartialEq)]
enum ColumnSource {
    Camera,
    State(CurveId),
    Joint(Side, Joint),
    Gaze,
}

impl<'b, K: FloatKey> Batch<'b, K> {
    pub(super) fn new(sampler: &'b Sampler, plan: &'b Plan<K>, times: Vec<f32>) -> Self {
        let clock_ticks = |clock| {
            let blocks = (0..times.len().div_ceil(BLOCK)).map(|_| OnceLock::new()).collect();
            ClockTicks { clock, blocks }
        };
        let clocks = plan.clocks.iter().map(clock_ticks).collect();

        let mut sources: Vec<_> = (0..ROW_LEN).map(|_| Source::Nothing).collect();
        for (number, clock) in plan.clocks.iter().enumerate() {
            for lane in &clock.lanes {
                let flips = plan.flips.iter().find(|flips| flips.is_of(lane.row));
                if let Some(source) = sources.get_mut(lane.row) {
                    *source = Source::Lane(number, lane, flips);
                }
            }
        }
        for alone in &plan.alone {
            if let Some(source) = sources.get_mut(alone.row) {
                *source = Source::Alone(&alone.curve);
            }
        }

        let states = sampler.switches.runs(&sampler.recording, &times);
        let observed = Track::ALL.map(|track| {
            let mut observed = vec![false; times.len()];
            fill_runs(&states, &mut observed, |states| match track {
                Track::Camera => states.is_camera_observed,
                Track::Hand(side) => states.hand(side).observed,
                Track::Gaze => states.is_gaze_observed,
            });
            observed.chunks(BLOCK).map(Observed::new).collect()
        });
        Self { sampler, times, clocks, sources, states, observed }
    }

    /// Fills the requested columns among consecutive ones in file order, until it is cancelled.
    pub(super) fn fill(
        &self,
        values: &mut [f32],
        is_wanted: &dyn Fn(CurveId) -> bool,
        goes_on: &(dyn Fn() -> bool + Sync),
    ) {
        if self.times.is_empty() {
            return;
        }
        let mut columns = values.chunks_exact_mut(self.times.len());
        let groups = self.groups().into_iter().map(|group| {
            let columns: Vec<&mut [f32]> = columns.by_ref().take(group.ids.len()).collect();
            (group, columns)
        });
        let is_wanted = |group: &Group| group.ids.first().is_some_and(|&id| is_wanted(id));
        let groups: Vec<_> = groups.filter(|(group, _)| is_wanted(group)).collect();
        let total: usize = groups.iter().map(|(_, columns)| columns.len() * self.times.len()).sum();
        for_each_in_parallel(groups, total, |(group, columns): (Group, Vec<_>)| {
            if columns.len() == group.ids.len() && goes_on() {
                self.fill_group(&group, columns);
            }
        });
    }

    pub(super) fn into_times_and_states(self) -> (Vec<f32>, Vec<Run>) {
        (self.times, self.states)
    }

    fn groups(&self) -> Vec<Group> {
        let mut groups: Vec<Group> = Vec::new();
        for id in self.sampler.recording.tracks().curve_ids() {
            let what = match id {
                CurveId::Camera(_) => ColumnSource::Camera,
                CurveId::Tracked(_) | CurveId::Pinching(_) => ColumnSource::State(id),
                CurveId::Joint(side, joint, _) => ColumnSource::Joint(side, joint),
                CurveId::Gaze(_) => ColumnSource::Gaze,
            };
            match groups.last_mut() {
                Some(group) if group.what == what => group.ids.push(id),
                _ => groups.push(Group { ids: vec![id], what }),
            }
        }
        groups
    }

    /// Fills the columns of one group, block by block: first with raw curve values, then with those of the evaluation mode.
    fn fill_group(&self, group: &Group, mut columns: Vec<&mut [f32]>) {
        let Sampler { mode, presence, .. } = self.sampler;
        let is_clean = *mode == Mode::Clean;
        let (track, keys) = match group.what {
            ColumnSource::State(id) => return self.fill_states(id, &mut columns),
            ColumnSource::Camera => (Track::Camera, presence.camera()),
            ColumnSource::Joint(side, joint) => (Track::Hand(side), presence.joint(side, joint)),
            ColumnSource::Gaze if presence.gaze() => (Track::Gaze, PoseKeys::Both),
            ColumnSource::Gaze => (Track::Gaze, PoseKeys::Missing),
        };
        if keys == PoseKeys::Missing {
            return columns.iter_mut().for_each(|column| column.fill(f32::NAN));
        }
        let sources: Vec<&Source<'_, K>> = group.ids.iter().map(|&id| self.source(id)).collect();
        for (source, column) in sources.iter().zip(&mut columns) {
            self.fill_alone(source, column);
        }
        let mut blocks: Vec<_> =
            columns.into_iter().map(|column| column.chunks_mut(BLOCK)).collect();
        for start in (0..self.times.len()).step_by(BLOCK) {
            let mut block: Vec<&mut [f32]> = blocks.iter_mut().filter_map(Iterator::next).collect();
            let observed = if is_clean { self.observed(track, start) } else { &Observed::Always };
            if *observed == Observed::Never {
                for column in &mut block {
                    column.fill(f32::NAN);
                }
                continue;
            }
            for (source, column) in sources.iter().zip(&mut block) {
                self.fill_block(source, start, column);
            }
            match group.what {
                ColumnSource::Gaze => {
                    finish_ray(&mut block, is_clean);
                    clear_unobserved(&mut block, observed);
                }
                _ if is_clean && keys == PoseKeys::PositionOnly => {
                    clean_position(&mut block, observed);
                }
                _ if is_clean => clean_pose(&mut block, observed),
                _ => {}
            }
        }
    }

    /// Observed frames of a track in the block that starts at an index.
    fn observed(&self, track: Track, start: usize) -> &Observed {
        let [camera, left, right, gaze] = &self.observed;
        let blocks = match track {
            Track::Camera => camera,
            Track::Hand(Side::Left) => left,
            Track::Hand(Side::Right) => right,
            Track::Gaze => gaze,
        };
        blocks.get(start / BLOCK).unwrap_or(&Observed::Never)
    }

    /// Ticks of the block that starts at an index.
    fn ticks(&self, clock: usize, start: usize) -> Option<&Ticks> {
        let ClockTicks { clock, blocks } = self.clocks.get(clock)?;
        let block = blocks.get(start / BLOCK)?;
        Some(block.get_or_init(|| Ticks::new(clock, part(&self.times, start, BLOCK))))
    }

    fn source(&self, id: CurveId) -> &Source<'b, K> {
        row_index_of(id).and_then(|row| self.sources.get(row)).unwrap_or(&Source::Nothing)
    }

    fn fill_states(&self, id: CurveId, columns: &mut [&mut [f32]]) {
        let is_on = |states: States| match id {
            CurveId::Tracked(side) => states.hand(side).tracked,
            CurveId::Pinching(side) => states.hand(side).pinching,
            _ => false,
        };
        if let [column] = columns {
            fill_runs(&self.states, column, |states| if is_on(states) { 1.0 } else { 0.0 });
        }
    }

    /// Fills a whole column from a curve that is evaluated with a cursor.
    fn fill_alone(&self, source: &Source<'_, K>, column: &mut [f32]) {
        if let Source::Alone(curve) = source {
            let mut cursor = curve.cursor();
            for (out, &time_secs) in column.iter_mut().zip(&self.times) {
                *out = cursor.value_at(time_secs);
            }
        }
    }

    /// Fills the frames from `start` on of any other column with raw curve values.
    fn fill_block(&self, source: &Source<'_, K>, start: usize, column: &mut [f32]) {
        match *source {
            Source::Lane(clock, lane, flips) => {
                let Some(ticks) = self.ticks(clock, start) else { return };
                let (keys, value): (&[K], _) = (&lane.keys, RawKey::value);
                match (flips, flips.map_or(Some(1.0), |flips| flips.steady_sign(ticks.keys()))) {
                    (Some(flips), None) => {
                        for (out, tick) in column.iter_mut().zip(ticks.iter()) {
                            *out = flips.lane_value(keys, tick);
                        }
                    }
                    (_, Some(-1.0)) => fill_lane(keys, ticks, |key| -key.value(), lerp, column),
                    _ if lane.is_bounded => fill_lane(keys, ticks, value, lerp_bounded, column),
                    _ => fill_lane(keys, ticks, value, lerp, column),
                }
            }
            Source::Alone(_) => {}
            Source::Nothing => column.fill(0.0),
        }
    }
}

/// Sets the values of a column from boolean states.
fn fill_runs<T: Copy>(runs: &[Run], column: &mut [T], value: impl Fn(States) -> T) {
    for (places, states) in runs {
        if let Some(column) = column.get_mut(places.clone()) {
            column.fill(value(*states));
        }
    }
}

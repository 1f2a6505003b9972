//! Frames in order of time.

use super::plan::{FloatKey, Plan};
use super::row::Row;
use super::{AnyPlan, Frame, Mode, Sampler};

/// Samples a recording at times in order; made by [`Sampler::cursor`].
///
/// It remembers where each group of curves was and looks there first, so that a step forwards or backwards
/// costs the same in a long recording as in a short one. Any other step costs a search; the answer is
/// always that of [`Sampler::frame_at`], to the bit.
#[derive(Debug, Clone)]
pub struct Cursor<'s> {
    sampler: &'s Sampler<'s>,
    /// One for each clock, then one for each curve that is alone.
    hints: Vec<usize>,
}

impl<'s> Cursor<'s> {
    pub(super) fn new(sampler: &'s Sampler<'_>) -> Self {
        let groups = match &sampler.plan {
            AnyPlan::Simple(plan) => plan.clocks.len() + plan.alone.len(),
            AnyPlan::Full(plan) => plan.clocks.len() + plan.alone.len(),
        };
        Self { sampler, hints: vec![0; groups] }
    }

    /// Everything at one time.
    pub fn frame_at(&mut self, time_secs: f32) -> Frame {
        let mut row = Row::EMPTY;
        let mode = self.sampler.mode;
        match &self.sampler.plan {
            AnyPlan::Simple(plan) => fill_row(plan, mode, time_secs, &mut self.hints, &mut row),
            AnyPlan::Full(plan) => fill_row(plan, mode, time_secs, &mut self.hints, &mut row),
        }
        // The few states are changes only, a handful of keys: a search in them is as quick as a hint.
        self.sampler.frame(time_secs, &row, self.sampler.states_at(time_secs))
    }
}

fn fill_row<K: FloatKey>(
    plan: &Plan<'_, K>,
    mode: Mode,
    time_secs: f32,
    hints: &mut [usize],
    row: &mut Row,
) {
    let (of_clocks, of_alone) = hints.split_at_mut(plan.clocks.len().min(hints.len()));
    for (clock, hint) in plan.clocks.iter().zip(&mut *of_clocks) {
        let tick;
        (tick, *hint) = clock.tick_near(time_secs, *hint);
        clock.fill(tick, row);
    }
    for (alone, hint) in plan.alone.iter().zip(of_alone) {
        // Keys out of order are searched anew each time, so that the answer does not hang on the hint.
        let place = if alone.is_sorted {
            alone.curve.place_near(time_secs, *hint)
        } else {
            alone.curve.place(time_secs)
        };
        *hint = place.hint();
        row.set(alone.row, alone.curve.value_in(place));
    }
    if mode == Mode::Clean {
        for flips in &plan.flips {
            if let (Some(clock), Some(&hint)) =
                (plan.clocks.get(flips.clock), of_clocks.get(flips.clock))
            {
                plan.straighten(flips, clock.tick_near(time_secs, hint).0, row);
            }
        }
    }
}

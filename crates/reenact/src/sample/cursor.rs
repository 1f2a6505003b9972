//! Cursor: sampling of frames in order of time.

use std::ops::Range;

use super::flips::Flips;
use super::numbers::Numbers;
use super::plan::{Clock, FloatKey, Plan, Tick};
use super::tile::{MANY, Tile};
use super::{AnyPlan, Frame, Sampler};

/// Samples a recording at times in order; made by [`Sampler::cursor`].
///
/// Caches a few keys of each curve around the last time, so that a small step forwards or backwards has a constant cost, whatever
/// the length of the recording. Any other step costs a binary search. The result equals that of [`Sampler::frame_at`], bit for
/// bit.
#[derive(Debug, Clone)]
pub struct Cursor<'s> {
    sampler: &'s Sampler,
    nearby: NearbyKeys,
}

impl<'s> Cursor<'s> {
    pub(super) fn new(sampler: &'s Sampler) -> Self {
        Self { sampler, nearby: NearbyKeys::new(sampler) }
    }

    /// Samples the frame at a time.
    pub fn frame_at(&mut self, time_secs: f32) -> Frame {
        self.nearby.frame_at(self.sampler, time_secs)
    }
}

/// Cached keys around the last sampled time.
#[derive(Debug, Clone)]
pub(crate) struct NearbyKeys {
    /// One for each [`Clock`].
    windows: Vec<KeyWindow>,
    /// One for each curve outside the clocks.
    hints: Vec<usize>,
}

impl NearbyKeys {
    pub(crate) fn new(sampler: &Sampler) -> Self {
        let (clocks, alone) = match &sampler.plan {
            AnyPlan::Simple(plan) => (plan.clocks.len(), plan.alone.len()),
            AnyPlan::Full(plan) => (plan.clocks.len(), plan.alone.len()),
        };
        Self { windows: vec![KeyWindow::default(); clocks], hints: vec![0; alone] }
    }

    /// Samples the frame at a time. The sampler must be the one for which this was created.
    pub(crate) fn frame_at(&mut self, sampler: &Sampler, time_secs: f32) -> Frame {
        let Sampler { recording, mode, presence, switches, plan } = sampler;
        let states = switches.states_at(recording, time_secs);
        Numbers::frame(time_secs, *mode, recording.tracks(), presence, states, |numbers| {
            let (windows, hints) = (&mut self.windows, &mut self.hints);
            match plan {
                AnyPlan::Simple(plan) => fill(plan, time_secs, windows, hints, numbers),
                AnyPlan::Full(plan) => fill(plan, time_secs, windows, hints, numbers),
            }
        })
    }
}

fn fill<K: FloatKey>(
    plan: &Plan<K>,
    time_secs: f32,
    windows: &mut [KeyWindow],
    hints: &mut [usize],
    numbers: &mut Numbers<'_>,
) {
    for (clock, window) in plan.clocks.iter().zip(windows) {
        let tick;
        (tick, window.hint) = clock.tick_near(time_secs, window.hint);
        window.move_to(tick, clock, &plan.flips);
        window.tile.fill(&clock.layout, tick, numbers);
    }
    for (alone, hint) in plan.alone.iter().zip(hints) {
        // Unsorted keys are searched from scratch, so that the result does not depend on the hint.
        let place = if alone.is_sorted {
            alone.curve.place_near(time_secs, *hint)
        } else {
            alone.curve.place(time_secs)
        };
        *hint = place.hint();
        numbers.set(alone.row, alone.curve.value_in(place));
    }
}

/// Cached keys of the curves of one clock.
#[derive(Debug, Clone, Default)]
struct KeyWindow {
    hint: usize,
    tile: Tile,
}

/// Number of keys in a window once the access order is known; the keys of all curves fit the L1 cache.
const WINDOW: usize = MANY;

/// Largest step in keys for which loading a whole window pays off.
const STEP: usize = 4;

impl KeyWindow {
    /// Loads the keys that a tick needs.
    fn move_to<K: FloatKey>(&mut self, tick: Tick, clock: &Clock<K>, flips: &[Flips]) {
        let (held, needed) = (self.tile.keys(&clock.layout), tick.keys());
        if held.start <= needed.start && needed.end <= held.end {
            return;
        }
        let keys = window(&held, &needed);
        self.tile.load(clock, flips, keys.start..keys.end.min(clock.times.len()));
    }
}

/// Range of keys to load: a whole window in the direction of the last steps, or only the required keys.
fn window(held: &Range<usize>, needed: &Range<usize>) -> Range<usize> {
    let is_ahead = (held.start..=held.end + STEP).contains(&needed.start);
    let is_behind = (held.start..=held.end + STEP).contains(&(needed.end + STEP));
    if held.is_empty() {
        needed.clone()
    } else if is_ahead && held.end < needed.end {
        needed.start..needed.start + WINDOW
    } else if is_behind {
        needed.end.saturating_sub(WINDOW)..needed.end
    } else {
        needed.clone()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_window_extends_in_the_direction_of_playback() {
        assert_eq!(window(&(0..0), &(0..2)), 0..2, "nothing is known yet");
        assert_eq!(window(&(10..12), &(11..13)), 11..27, "forwards");
        assert_eq!(window(&(10..26), &(25..27)), 25..41);
        assert_eq!(window(&(10..26), &(30..32)), 30..46, "in larger steps");
        assert_eq!(window(&(40..42), &(39..41)), 25..41, "backwards");
        assert_eq!(window(&(40..42), &(35..37)), 21..37);
        assert_eq!(window(&(4..20), &(3..5)), 0..5, "to the start");
        assert_eq!(window(&(10..26), &(31..33)), 31..33, "a leap");
        assert_eq!(window(&(40..42), &(10..12)), 10..12);
    }
}

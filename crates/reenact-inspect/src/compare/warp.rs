//! Dynamic time warping of one recording onto another.

use std::collections::VecDeque;
use std::ops::RangeInclusive;

use reenact::{Error, FrameTimes, Result};
use reenact_base::number::{to_count, to_f64};

use super::number::to_f32;
use super::offset::{Slope, around};
use super::parallel::in_parts;
use super::points::Points;
use super::report::Warp;
use super::view::Viewpoint;

/// Largest number of frame pairs: ten hours at 60 Hz, a second to either side. Each takes two bits.
const MOST_CELLS: usize = 1 << 28;

/// Cost of pausing one recording, in square metres: as if one point were 1 mm off. Without it, noise would
/// warp the time while nothing moves.
const PAUSE_COST: f64 = 1e-6;

/// Largest cost of a frame pair, in square metres, so that sums of costs stay finite.
const FARTHEST: f64 = 1e30;

/// Motion per frame, in square metres over all points, below which time estimates have little weight.
const STILL: f64 = 1e-7;

/// Refinement steps between frames.
const FINE_STEPS: usize = 3;

/// Time span over which the stretch is measured.
const STRETCH_SECS: f64 = 0.25;

/// Finds for each evenly spaced time of the first recording the best matching time in the second; never
/// backwards, from the start of both to the end of both.
pub(super) fn find(
    viewpoints: [&Viewpoint<'_>; 2],
    [even, b_even]: [FrameTimes; 2],
    rate_hz: f32,
    max_secs: f32,
) -> Result<Vec<f32>> {
    let (rows, columns) = (even.len(), b_even.len());
    // Limited to the length of the recording.
    let reach = to_count((f64::from(max_secs) * f64::from(rate_hz)).ceil()).min(columns);
    let band = Band { rows, columns, reach };
    let cells = rows.checked_mul(columns.min(2 * reach + 2));
    if cells.and_then(|cells| cells.checked_add(columns)).is_none_or(|cells| cells > MOST_CELLS) {
        return Err(Error::wrong_option(format!(
            "warping by up to {max_secs} s at {rate_hz} Hz takes too long: choose a smaller shift, a lower rate \
             or a shorter range"
        )));
    }
    let steps = walk(viewpoints, even, b_even, &band);
    let places = band.trace(&steps);
    Ok(refined(viewpoints, even, b_even, rate_hz, &places))
}

/// Band around the uniform change of speed from the start of both to the end of both.
#[derive(Debug)]
struct Band {
    rows: usize,
    columns: usize,
    reach: usize,
}

impl Band {
    /// First and last column of a row. They never decrease, and those of adjacent rows overlap.
    fn row(&self, row: usize) -> RangeInclusive<usize> {
        let last = self.columns.saturating_sub(1);
        let middle = |row: usize| match self.rows.saturating_sub(1) {
            0 => row * last,
            rows => to_count(to_f64(row) * to_f64(last) / to_f64(rows)).min(last),
        };
        let end = middle((row + 1).min(self.rows)).saturating_add(self.reach).min(last);
        middle(row).saturating_sub(self.reach)..=end
    }

    /// Mean of the columns matched to each row, traced back from the end.
    fn trace(&self, steps: &Steps) -> Vec<f64> {
        let mut places = vec![0.0; self.rows];
        let mut column = self.columns.saturating_sub(1);
        for (row, place) in places.iter_mut().enumerate().rev() {
            let end = column;
            let start = *self.row(row).start();
            let mut step = steps.get(row, column - start);
            while step == Step::Column && column > start {
                column -= 1;
                step = steps.get(row, column - start);
            }
            *place = f64::midpoint(to_f64(column), to_f64(end));
            if step == Step::Both {
                column = column.saturating_sub(1);
            }
        }
        places
    }
}

/// Predecessor of a frame pair.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Step {
    Both,
    Row,
    Column,
}

/// Steps, two bits each.
#[derive(Debug, Default)]
struct Steps {
    bits: Vec<u8>,
    len: usize,
    rows: Vec<usize>,
}

impl Steps {
    fn start_row(&mut self) {
        self.rows.push(self.len);
    }

    fn push(&mut self, step: Step) {
        let bits: u8 = match step {
            Step::Both => 0,
            Step::Row => 1,
            Step::Column => 2,
        };
        let shift = self.len % 4 * 2;
        match self.bits.last_mut() {
            Some(last) if shift > 0 => *last |= bits << shift,
            _ => self.bits.push(bits),
        }
        self.len += 1;
    }

    fn get(&self, row: usize, place: usize) -> Step {
        let number = self.rows.get(row).map_or(0, |start| start + place);
        match self.bits.get(number / 4).map_or(0, |bits| bits >> (number % 4 * 2) & 3) {
            0 => Step::Both,
            1 => Step::Row,
            _ => Step::Column,
        }
    }
}

/// Cheapest path to every frame pair in the band; of equal ones the one with uniform speed.
fn walk([a, b]: [&Viewpoint<'_>; 2], even: FrameTimes, b_even: FrameTimes, band: &Band) -> Steps {
    let (mut a_views, mut b_views) = (a.views(), b.views());
    let mut steps = Steps::default();
    // Costs of the previous row, and its first column.
    let (mut before, mut before_start): (Vec<f64>, usize) = (Vec::new(), 0);
    let mut near: VecDeque<Points> = VecDeque::new();
    let (mut near_start, mut near_end) = (0, 0);
    for (row, time_secs) in even.iter().enumerate() {
        let points = Points::of(&a_views.view_at(time_secs));
        let columns = band.row(row);
        let (start, end) = (*columns.start(), *columns.end());
        while near_end <= end {
            near.push_back(Points::of(&b_views.view_at(b_even.time_secs(near_end))));
            near_end += 1;
        }
        while near_start < start {
            near.pop_front();
            near_start += 1;
        }
        steps.start_row();
        let mut costs = Vec::with_capacity(end + 1 - start);
        let cost_before = |column: usize| {
            let place = column.checked_sub(before_start)?;
            before.get(place).copied()
        };
        let mut left = f64::INFINITY;
        for (column, other) in columns.zip(&near) {
            let both = match column.checked_sub(1) {
                Some(column) => cost_before(column),
                None => (row == 0).then_some(0.0),
            };
            let above = cost_before(column).map_or(f64::INFINITY, |cost| cost + PAUSE_COST);
            let aside = left + PAUSE_COST;
            let (mut cost, mut step) = (both.unwrap_or(f64::INFINITY), Step::Both);
            if above < cost {
                (cost, step) = (above, Step::Row);
            }
            if aside < cost {
                (cost, step) = (aside, Step::Column);
            }
            left = cost + f64::from(points.squared_distance(other)).min(FARTHEST);
            costs.push(left);
            steps.push(step);
        }
        (before, before_start) = (costs, start);
    }
    steps
}

/// Refines the times in the second recording between its frames.
fn refined(
    [a, b]: [&Viewpoint<'_>; 2],
    even: FrameTimes,
    b_even: FrameTimes,
    rate_hz: f32,
    places: &[f64],
) -> Vec<f32> {
    let frame_secs = 1.0 / f64::from(rate_hz);
    let from_secs = f64::from(b_even.time_secs(0));
    let last_secs = f64::from(b_even.time_secs(b_even.len().saturating_sub(1)));
    let parts = in_parts(even.len(), |range| {
        let (mut a_views, mut b_views) = (a.views(), b.views());
        let one = |number: usize| {
            let own = Points::of(&a_views.view_at(even.time_secs(number)));
            let coarse_secs = from_secs + places.get(number).copied().unwrap_or(0.0) * frame_secs;
            let mut time_secs = coarse_secs;
            for _ in 0..FINE_STEPS {
                let mut slope = Slope::default();
                slope.add(&own, &around(&mut b_views, to_f32(time_secs), frame_secs));
                let frames = slope.step_at_once(STILL).clamp(-1.0, 1.0);
                time_secs = (time_secs + frames * frame_secs)
                    .clamp(coarse_secs - frame_secs, coarse_secs + frame_secs)
                    .clamp(from_secs, last_secs);
            }
            to_f32(time_secs)
        };
        range.map(one).collect::<Vec<f32>>()
    });
    let mut times = parts.concat();
    let mut latest = f32::NEG_INFINITY;
    for time in &mut times {
        latest = latest.max(*time);
        *time = latest;
    }
    times
}

/// Largest shift and largest ratio of speeds.
pub(super) fn summary(even: FrameTimes, times_secs: &[f32], rate_hz: f32) -> Warp {
    let frame_secs = 1.0 / f64::from(rate_hz);
    let shift = |(own, &other): (f32, &f32)| (f64::from(own) - f64::from(other)).abs();
    let max_shift = even.iter().zip(times_secs).map(shift).fold(0.0, f64::max);
    let width = to_count((STRETCH_SECS / frame_secs).round())
        .clamp(1, times_secs.len().saturating_sub(1).max(1));
    let stretch = |(start, end): (&f32, &f32)| {
        // One more frame on both sides: times are uncertain by a frame, and this avoids a division by 0.
        let other = f64::from(end - start) + frame_secs;
        let own = to_f64(width) * frame_secs + frame_secs;
        (other / own).max(own / other)
    };
    let pairs = times_secs.iter().zip(times_secs.iter().skip(width));
    let max_stretch = pairs.map(stretch).fold(1.0, f64::max);
    Warp { max_shift_secs: to_f32(max_shift), max_stretch: to_f32(max_stretch) }
}

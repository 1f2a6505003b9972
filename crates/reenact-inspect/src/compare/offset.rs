//! Time offset between two recordings, by cross-correlation.

use std::collections::VecDeque;

use reenact::{Error, FrameTimes, Result};
use reenact_base::number::{to_count, to_f64};

use super::number::to_f32;
use super::points::{POINTS, Points, UNKNOWN_M};
use super::timeline::later;
use super::view::{ViewCursor, Viewpoint};

/// Largest number of frame pairs: an hour at 60 Hz, with a minute to either side, and a reserve.
const MOST_PAIRS: usize = 1 << 31;

/// Frames for refining an offset: more do not improve it.
const FINE_FRAMES: usize = 2048;

/// Refinement steps: each reduces the error by more than half.
const FINE_STEPS: usize = 6;

/// Resolution of offsets: 0.1 ms, which is 0.1 mm at 1 m/s.
const PER_SEC: f64 = 1e4;

/// Finds the offset at which the differences between both recordings have the least variance: the peak of
/// their cross-correlation, with the mean of each point removed, so that a constant displacement has no
/// effect.
///
/// `ends_secs` are the ends of both; both start at `from_secs`. At least half of the shorter one must
/// overlap.
pub(super) fn find(
    viewpoints: [&Viewpoint<'_>; 2],
    from_secs: f32,
    ends_secs: [f32; 2],
    rate_hz: f32,
    max_secs: f32,
) -> Result<f64> {
    let [a_end, b_end] = ends_secs;
    let even = FrameTimes::new(from_secs..=a_end, rate_hz)?;
    let b_even = FrameTimes::new(from_secs..=b_end, rate_hz)?;
    let lag = to_count((f64::from(max_secs) * f64::from(rate_hz) + 1e-3).floor());
    let lag = lag.min(even.len().min(b_even.len()) / 2);
    if even.len().checked_mul(2 * lag + 1).is_none_or(|pairs| pairs > MOST_PAIRS) {
        return Err(Error::wrong_option(format!(
            "searching offsets of up to {max_secs} s at {rate_hz} Hz takes too long: choose a smaller offset, \
             a lower rate or a shorter range"
        )));
    }
    let lags = scores(viewpoints, even, b_even, lag);
    let shift = best(&lags, lag);
    let coarse_secs = shift / f64::from(rate_hz);
    let fine_secs = refined(viewpoints, even, f64::from(b_end), rate_hz, coarse_secs);
    let max_secs = f64::from(max_secs);
    Ok(((fine_secs * PER_SEC).round() / PER_SEC).clamp(-max_secs, max_secs))
}

/// Variance of the differences at one lag.
#[derive(Debug, Clone)]
struct Lag {
    sums: [[f64; 3]; POINTS],
    squares: f64,
    both: [u32; POINTS],
    /// Points known in one recording only.
    one: u32,
    frames: u32,
}

impl Lag {
    const NONE: Self =
        Self { sums: [[0.0; 3]; POINTS], squares: 0.0, both: [0; POINTS], one: 0, frames: 0 };

    fn add(&mut self, a: &Points, b: &Points) {
        self.frames += 1;
        self.one += (a.known ^ b.known).count_ones();
        let known = a.known & b.known;
        let pairs = a.points().zip(b.points());
        let mut square = 0.0;
        for (number, ((sums, both), (a, b))) in
            self.sums.iter_mut().zip(&mut self.both).zip(pairs).enumerate()
        {
            if known >> number & 1 == 0 {
                continue;
            }
            *both += 1;
            for ((sum, a), b) in sums.iter_mut().zip(a).zip(b) {
                let apart = f64::from(*a) - f64::from(*b);
                *sum += apart;
                square += apart * apart;
            }
        }
        self.squares += square;
    }

    /// Mean variance of a point's difference, in square metres.
    fn variance(&self) -> f64 {
        let explained: f64 = self
            .sums
            .iter()
            .zip(&self.both)
            .filter(|&(_, &both)| both > 0)
            .map(|(sums, &both)| sums.iter().map(|sum| sum * sum).sum::<f64>() / f64::from(both))
            .sum();
        let pairs: u32 = self.both.iter().sum();
        let unknown = f64::from(self.one) * f64::from(UNKNOWN_M * UNKNOWN_M);
        // Rounding must not decide between two equal lags.
        let varied = (self.squares - explained).max(self.squares * 1e-12);
        (varied + unknown) / (f64::from(pairs) + f64::from(self.one)).max(1.0)
    }
}

/// Scores of all lags up to `lag` frames earlier and later.
fn scores(
    [a, b]: [&Viewpoint<'_>; 2],
    even: FrameTimes,
    b_even: FrameTimes,
    lag: usize,
) -> Vec<Lag> {
    let mut lags = vec![Lag::NONE; 2 * lag + 1];
    let (mut a_views, mut b_views) = (a.views(), b.views());
    let mut look_at_b = |number: usize| {
        (number < b_even.len()).then(|| Points::of(&b_views.view_at(b_even.time_secs(number))))
    };
    // Sliding window of frames of b, the first `lag` frames earlier than that of a.
    let mut near: VecDeque<Option<Points>> = (0..=lag).map(|_| None).collect();
    near.extend((0..lag).map(&mut look_at_b));
    for (number, time_secs) in even.iter().enumerate() {
        near.pop_front();
        near.push_back(look_at_b(number + lag));
        let points = Points::of(&a_views.view_at(time_secs));
        for (lag, other) in lags.iter_mut().zip(&near) {
            if let Some(other) = other {
                lag.add(&points, other);
            }
        }
    }
    lags
}

/// Lag with the least variance, in frames; of several the smallest.
fn best(lags: &[Lag], lag: usize) -> f64 {
    let mut best: Option<(f64, f64)> = None;
    let order = std::iter::once(lag).chain((1..=lag).flat_map(|step| [lag + step, lag - step]));
    for place in order {
        let Some(found) = lags.get(place).filter(|found| found.frames > 0) else { continue };
        let variance = found.variance();
        if best.is_none_or(|(least, _)| variance < least * (1.0 - 1e-9)) {
            best = Some((variance, to_f64(place) - to_f64(lag)));
        }
    }
    best.map_or(0.0, |(_, shift)| shift)
}

/// Refines the offset to a fraction of a frame by the slope of the movement.
fn refined(
    [a, b]: [&Viewpoint<'_>; 2],
    even: FrameTimes,
    b_end_secs: f64,
    rate_hz: f32,
    coarse_secs: f64,
) -> f64 {
    let step = even.len().div_ceil(FINE_FRAMES).max(1);
    let frame_secs = 1.0 / f64::from(rate_hz);
    let mut offset_secs = coarse_secs;
    for _ in 0..FINE_STEPS {
        let mut slope = Slope::default();
        let (mut a_views, mut b_views) = (a.views(), b.views());
        for time_secs in even.iter().step_by(step) {
            let other_secs = f64::from(time_secs) + offset_secs;
            if other_secs >= 0.0 && other_secs <= b_end_secs {
                let own = Points::of(&a_views.view_at(time_secs));
                let other = around(&mut b_views, later(time_secs, offset_secs), frame_secs);
                slope.add(&own, &other);
            }
        }
        let Some(frames) = slope.step() else { break };
        let next_secs = (offset_secs + frames.clamp(-1.0, 1.0) * frame_secs)
            .clamp(coarse_secs - frame_secs, coarse_secs + frame_secs);
        let is_there = (next_secs - offset_secs).abs() < 0.01 / PER_SEC;
        offset_secs = next_secs;
        if is_there {
            break;
        }
    }
    offset_secs
}

/// Points half a frame before a time, at it, and half a frame after it.
pub(super) fn around(views: &mut ViewCursor<'_>, time_secs: f32, frame_secs: f64) -> [Points; 3] {
    [-0.5, 0.0, 0.5].map(|frames| {
        let time_secs = to_f32(f64::from(time_secs) + frames * frame_secs);
        Points::of(&views.view_at(time_secs))
    })
}

/// Least-squares estimate of a time difference from displacement and velocity.
#[derive(Debug, Default)]
pub(super) struct Slope {
    coordinates: [[Coordinate; 3]; POINTS],
}

#[derive(Debug, Clone, Copy, Default)]
struct Coordinate {
    count: f64,
    apart: f64,
    speed: f64,
    apart_speed: f64,
    speed_squared: f64,
}

impl Slope {
    pub(super) fn add(&mut self, own: &Points, [before, other, after]: &[Points; 3]) {
        let known = own.known & before.known & other.known & after.known;
        let numbers = own.numbers.iter().zip(&other.numbers);
        let speeds = before.numbers.iter().zip(&after.numbers);
        for (number, (coordinate, ((own, other), (before, after)))) in
            self.coordinates.as_flattened_mut().iter_mut().zip(numbers.zip(speeds)).enumerate()
        {
            if known >> (number / 3) & 1 == 1 {
                let apart = f64::from(*own) - f64::from(*other);
                let speed = f64::from(*after) - f64::from(*before);
                coordinate.count += 1.0;
                coordinate.apart += apart;
                coordinate.speed += speed;
                coordinate.apart_speed += apart * speed;
                coordinate.speed_squared += speed * speed;
            }
        }
    }

    /// Delay of the other recording in frames; `None` if nothing moves. Means are removed, so that a constant
    /// displacement is not mistaken for a delay.
    fn step(&self) -> Option<f64> {
        let known =
            || self.coordinates.as_flattened().iter().filter(|coordinate| coordinate.count > 0.0);
        let along: f64 = known().map(|c| c.apart_speed - c.apart * c.speed / c.count).sum();
        let speed: f64 = known().map(|c| c.speed_squared - c.speed * c.speed / c.count).sum();
        Some(along / speed).filter(|frames| frames.is_finite())
    }

    /// Delay estimate at a single time, without means. Movements below `still`, in square metres per frame,
    /// have little weight.
    pub(super) fn step_at_once(&self, still: f64) -> f64 {
        let along: f64 = self.coordinates.as_flattened().iter().map(|c| c.apart_speed).sum();
        let speed: f64 = self.coordinates.as_flattened().iter().map(|c| c.speed_squared).sum();
        along / (speed + still)
    }
}

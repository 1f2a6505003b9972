//! Times at which two recordings are compared.

use std::ops::Range;

use reenact::{Curve, Error, FrameTimes, KeyKind, Recording, Result};

use super::number::to_f32;

/// A compared time, in the time of each recording.
///
/// Both are stored, because converting a time back and forth can change its last bit, and move it before a
/// key.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct ComparedTime {
    pub(super) times_secs: [f32; 2],
    /// Time to the next compared time, for which the states count.
    pub(super) hold_secs: f64,
    /// Weight in a mean: half of the time between its neighbours.
    pub(super) weight: f64,
}

/// Mapping of times of the first recording to the second.
#[derive(Debug, Clone)]
pub(super) enum Map {
    Offset(f64),
    /// One time for each evenly spaced time.
    Warp(Vec<f32>),
}

/// Evenly spaced times, and key times in between.
#[derive(Debug)]
pub(super) struct Timeline {
    even: FrameTimes,
    map: Map,
    /// Key times in the time of each recording, sorted.
    keys: Vec<[f32; 2]>,
    /// First and last time, in the first recording's time.
    ends_secs: [f32; 2],
}

impl Timeline {
    /// Evenly spaced times only, each with its time in the second recording.
    pub(super) fn warped(even: FrameTimes, ends_secs: [f32; 2], times_secs: Vec<f32>) -> Self {
        Self { even, map: Map::Warp(times_secs), keys: Vec::new(), ends_secs }
    }

    /// Evenly spaced times from one end to the other, both ends, and optionally the key times of both recordings. Intervals
    /// between key times are subdivided if a curve is not linear or the reference frame moves.
    pub(super) fn shifted(
        recordings: Option<[&Recording; 2]>,
        ends_secs: [f32; 2],
        rate_hz: f32,
        offset_secs: f64,
        is_reference_moving: bool,
    ) -> Result<Self> {
        let [from, to] = ends_secs;
        let even = FrameTimes::new(from..=to, rate_hz)?;
        let mut keys = KeyTimes::new(ends_secs, offset_secs);
        for end in ends_secs {
            keys.push([end, later(end, offset_secs)]);
        }
        if let Some(recordings) = recordings {
            for (recording, is_second) in recordings.into_iter().zip([false, true]) {
                keys.add(recording, is_second)?;
            }
            if is_reference_moving || recordings.iter().any(|recording| is_nonlinear(recording)) {
                keys.divide()?;
            }
        }
        Ok(Self { even, map: Map::Offset(offset_secs), keys: keys.into_sorted()?, ends_secs })
    }

    /// Adds times in the time of each recording, if they are between the ends.
    pub(super) fn add(&mut self, moments: impl IntoIterator<Item = [f32; 2]>) {
        let [from, to] = self.ends_secs;
        let inside = moments.into_iter().filter(|[time_secs, _]| (from..=to).contains(time_secs));
        self.keys.extend(inside);
        sort(&mut self.keys);
    }

    /// Number of evenly spaced times, by which the timeline is divided into parts.
    pub(super) const fn even_len(&self) -> usize {
        self.even.len()
    }

    /// All times between two evenly spaced ones, the last excluded, with the keys in between.
    pub(super) fn part(&self, range: Range<usize>) -> Vec<ComparedTime> {
        let place = |number| {
            let time_secs = self.even.time_secs(number);
            self.keys.partition_point(|&[key, _]| key < time_secs)
        };
        // There are no times before the first even one; times after the last belong to the last part.
        let is_last = range.end >= self.even.len();
        let first_key = place(range.start);
        let end_key = if is_last { self.keys.len() } else { place(range.end) };
        let keys = self.keys.get(first_key..end_key).unwrap_or_default();

        let mut times: Vec<[f32; 2]> =
            range.clone().map(|number| [self.even.time_secs(number), self.at(number)]).collect();
        times.extend(keys);
        sort(&mut times);

        let before_secs = range.start.checked_sub(1).map(|number| {
            let even = self.even.time_secs(number);
            let key = first_key.checked_sub(1).and_then(|place| self.keys.get(place));
            key.map_or(even, |&[key, _]| key.max(even))
        });
        let after_secs = (!is_last).then(|| self.even.time_secs(range.end));
        self.with_weights(&times, before_secs, after_secs)
    }

    fn with_weights(
        &self,
        times: &[[f32; 2]],
        before: Option<f32>,
        after: Option<f32>,
    ) -> Vec<ComparedTime> {
        let [from, to] = self.ends_secs;
        let time = |place: usize| times.get(place).map(|&[time, _]| time);
        let moment = |(place, &times_secs): (usize, &[f32; 2])| {
            let [this, _] = times_secs;
            let previous = place.checked_sub(1).map_or(before, time).unwrap_or(this);
            let next = time(place + 1).or(after).unwrap_or(this);
            let [previous, this, next] = [previous, this, next].map(f64::from);
            // A recording of a single time has weight 1.
            let weight = if from == to { 1.0 } else { (next - previous) / 2.0 };
            ComparedTime { times_secs, hold_secs: next - this, weight }
        };
        times.iter().enumerate().map(moment).collect()
    }

    /// Time in the second recording at an evenly spaced time.
    fn at(&self, number: usize) -> f32 {
        match &self.map {
            Map::Offset(offset_secs) => later(self.even.time_secs(number), *offset_secs),
            Map::Warp(times_secs) => times_secs.get(number).copied().unwrap_or(0.0),
        }
    }

    /// Converts a time of the second recording to the first one's.
    pub(super) fn in_first(&self, time_secs: f32) -> f32 {
        match &self.map {
            Map::Offset(offset_secs) => later(time_secs, -offset_secs),
            Map::Warp(times_secs) => {
                let place = times_secs.partition_point(|&other| other < time_secs);
                let last = self.even.len().saturating_sub(1);
                let (left, right) = (place.saturating_sub(1).min(last), place.min(last));
                let value = |place: usize| times_secs.get(place).copied().unwrap_or(0.0);
                let width = value(right) - value(left);
                let fraction = if width > 0.0 { (time_secs - value(left)) / width } else { 0.0 };
                let [start, end] = [left, right].map(|place| self.even.time_secs(place));
                start + (end - start) * fraction.clamp(0.0, 1.0)
            }
        }
    }
}

/// Adds an offset; bit for bit the same for 0.
pub(super) fn later(time_secs: f32, by_secs: f64) -> f32 {
    if by_secs == 0.0 || !time_secs.is_finite() {
        return time_secs;
    }
    to_f32(f64::from(time_secs) + by_secs)
}

/// Collects distinct key times within a span; memory is a few times their number.
struct KeyTimes {
    ends_secs: [f32; 2],
    offset_secs: f64,
    times: Vec<[f32; 2]>,
    /// Size at which duplicates are removed.
    enough: usize,
}

/// Smallest number of times to sort at once.
const BATCH: usize = 1 << 16;

impl KeyTimes {
    const fn new(ends_secs: [f32; 2], offset_secs: f64) -> Self {
        Self { ends_secs, offset_secs, times: Vec::new(), enough: BATCH }
    }

    fn push(&mut self, times: [f32; 2]) {
        self.times.push(times);
    }

    fn add(&mut self, recording: &Recording, is_second: bool) -> Result<()> {
        let mut previous: Option<&Curve> = None;
        for (_, curve) in recording.curves() {
            // The curves of a position, and often of a whole hand, share their key times.
            if previous.is_none_or(|previous| !same_times(previous, curve)) {
                self.add_curve(curve, is_second)?;
            }
            self.add_holes(curve, is_second);
            previous = Some(curve);
        }
        Ok(())
    }

    /// A segment to a value that is not finite is unknown from just after the previous key.
    fn add_holes(&mut self, curve: &Curve, is_second: bool) {
        let mut before_secs = f32::NAN;
        for key in curve {
            if !key.value.is_finite() {
                self.push_own(before_secs.next_up(), is_second);
            }
            before_secs = key.time_secs;
        }
    }

    fn add_curve(&mut self, curve: &Curve, is_second: bool) -> Result<()> {
        let mut before_secs = f32::NAN;
        for place in 0..curve.len() {
            let Some(own_secs) = curve.time_secs(place) else { continue };
            self.push_own(own_secs, is_second);
            // Two keys at one time are a jump; the time just before it is compared as well.
            if own_secs == before_secs {
                self.push_own(own_secs.next_down(), is_second);
            }
            before_secs = own_secs;
        }
        if self.times.len() > self.enough { self.shrink() } else { Ok(()) }
    }

    /// Adds a time of one recording, if it is between the ends.
    fn push_own(&mut self, own_secs: f32, is_second: bool) {
        let times = if is_second {
            [later(own_secs, -self.offset_secs), own_secs]
        } else {
            [own_secs, later(own_secs, self.offset_secs)]
        };
        let ([from, to], [time_secs, _]) = (self.ends_secs, times);
        if time_secs >= from && time_secs <= to {
            self.push(times);
        }
    }

    fn shrink(&mut self) -> Result<()> {
        sort(&mut self.times);
        self.enough = (2 * self.times.len()).max(BATCH);
        if self.times.len() > FrameTimes::MAX_LEN {
            return Err(Error::wrong_option(format!(
                "the recordings have keys at more than {} different times: compare without key times, or a \
                 shorter range",
                FrameTimes::MAX_LEN
            )));
        }
        Ok(())
    }

    /// Adds two times in each interval: cubics that agree at four points are equal.
    fn divide(&mut self) -> Result<()> {
        self.shrink()?;
        let third = |a: f32, b: f32, thirds: f32| a + (b - a) * (thirds / 3.0);
        let gaps: Vec<[[f32; 2]; 2]> = self
            .times
            .windows(2)
            .filter_map(|pair| match pair {
                [[a, a_other], [b, b_other]] => Some(
                    [1.0, 2.0]
                        .map(|thirds| [third(*a, *b, thirds), third(*a_other, *b_other, thirds)]),
                ),
                _ => None,
            })
            .collect();
        self.times.extend(gaps.as_flattened());
        self.shrink()
    }

    fn into_sorted(mut self) -> Result<Vec<[f32; 2]>> {
        self.shrink()?;
        Ok(self.times)
    }
}

/// Sorts and removes duplicates.
fn sort(times: &mut Vec<[f32; 2]>) {
    // Merges sorted runs, such as keys, instead of sorting from scratch.
    times.sort_by(|[a, a_other], [b, b_other]| a.total_cmp(b).then(a_other.total_cmp(b_other)));
    times.dedup_by(|a, b| a == b);
}

/// Whether two curves have the same key times.
pub(super) fn same_times(a: &Curve, b: &Curve) -> bool {
    a.len() == b.len() && (0..a.len()).all(|place| a.time_secs(place) == b.time_secs(place))
}

/// Whether any curve is not linear between its keys.
fn is_nonlinear(recording: &Recording) -> bool {
    recording.form().float_kind() == KeyKind::Full
        && recording.curves().any(|(id, curve)| !id.is_boolean() && !curve.is_straight())
}

//! Evenly spaced frame times without accumulated error.

use std::ops::{Range, RangeInclusive};

use super::FrameRate;
use crate::error::{Error, ErrorKind, Result};
use crate::recording::Recording;
use reenact_base::number::{to_count, to_f32, to_f64};

/// Evenly spaced times, each computed from its index and not from the previous one, so that no error accumulates over an hour at
/// 60 Hz.
///
/// ```
/// use reenact::FrameTimes;
///
/// let times = FrameTimes::new(0.0..=3600.0, 60.0)?;
/// assert_eq!(times.len(), 216_001);
/// assert_eq!(times.time_secs(216_000), 3600.0);
/// # Ok::<(), reenact::Error>(())
/// ```
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct FrameTimes {
    from_secs: f64,
    rate_hz: f64,
    /// Number of the first of them, counted from `from_secs`.
    first: usize,
    len: usize,
}

/// Tolerance as a fraction of a frame: times of a file are `f32`, so rounding can make the last one fall short of a whole number
/// of frames.
const SLACK: f64 = 1e-3;

impl FrameTimes {
    /// Largest number of times of a range without a recording: two days at 90 Hz. For recordings, [`FrameRate`] has the limit.
    pub const MAX_LEN: usize = 1 << 24;

    /// Times from the start of a range to its end at a rate; none for an empty range (its end before its start).
    ///
    /// Fails if the rate is not a positive number, an end is not finite, or there would be more than [`MAX_LEN`](Self::MAX_LEN)
    /// times.
    pub fn new(range_secs: RangeInclusive<f32>, rate_hz: f32) -> Result<Self> {
        Self::limited(range_secs, rate_hz, Self::MAX_LEN)
    }

    /// Like [`new`](Self::new), with another limit.
    pub(super) fn limited(
        range_secs: RangeInclusive<f32>,
        rate_hz: f32,
        limit: usize,
    ) -> Result<Self> {
        let (from_secs, to_secs) = (f64::from(*range_secs.start()), f64::from(*range_secs.end()));
        let rate_hz = f64::from(rate_hz);
        let is_rate = rate_hz > 0.0 && rate_hz.is_finite();
        let wrong = [from_secs, to_secs].into_iter().find(|time_secs| !time_secs.is_finite());
        if let Some(given) = if is_rate { wrong } else { Some(rate_hz) } {
            return Err(Error::new(ErrorKind::NoSuchTimes { given: to_f32(given) }));
        }
        if to_secs < from_secs {
            return Ok(Self { from_secs, rate_hz, first: 0, len: 0 });
        }
        let frames = ((to_secs - from_secs) * rate_hz + SLACK).floor() + 1.0;
        if frames > to_f64(limit) {
            return Err(Error::new(ErrorKind::TooManyFrames { frames, limit, stretch: None }));
        }
        Ok(Self { from_secs, rate_hz, first: 0, len: to_count(frames) })
    }

    /// Times over a whole recording at a rate, from its start to its end.
    ///
    /// A recording starts at its first key, but not before 0: [`Recording::start_secs`]. Fails if the rate is not a positive
    /// number, or if there would be more frames than the limit of the [`FrameRate`]; the error names the curve and the time that
    /// stretch the recording.
    pub fn of(recording: &Recording, rate: impl Into<FrameRate>) -> Result<Self> {
        rate.into().times(recording, [recording.start_secs(), recording.end_secs()])
    }

    /// Times at a rate from 0 to the end of a recording: for formats whose first frame is at 0. Fails as [`of`](Self::of) does.
    pub fn from_zero(recording: &Recording, rate: impl Into<FrameRate>) -> Result<Self> {
        rate.into().times(recording, [0.0, recording.end_secs()])
    }

    /// Times at a rate over any range, also beyond the ends of the recording. Fails as [`of`](Self::of) does, and if an end is
    /// not finite.
    pub fn over(
        recording: &Recording,
        range_secs: RangeInclusive<f32>,
        rate: impl Into<FrameRate>,
    ) -> Result<Self> {
        rate.into().times(recording, [*range_secs.start(), *range_secs.end()])
    }

    /// Times over a part of a recording at a rate. A range that extends beyond the recording is clipped.
    ///
    /// Fails if the range is reversed, has an end that is NaN, or is outside the recording, and as [`of`](Self::of) does.
    ///
    /// ```
    /// use reenact::{Form, FrameTimes, Recording, Tracks};
    ///
    /// let recording = Recording::new(Form::MRTK_1_1, Tracks::ALL)?; // nothing in it: it ends at 0
    /// assert_eq!(FrameTimes::within(&recording, None, Some(9.0), 60.0)?.len(), 1);
    /// let error = FrameTimes::within(&recording, Some(3.0), Some(2.0), 60.0).unwrap_err();
    /// assert_eq!(error.to_string(), "the range is reversed: it starts at 3 s and ends at 2 s");
    /// # Ok::<(), reenact::Error>(())
    /// ```
    pub fn within(
        recording: &Recording,
        start_secs: Option<f32>,
        end_secs: Option<f32>,
        rate: impl Into<FrameRate>,
    ) -> Result<Self> {
        if start_secs.is_some_and(f32::is_nan) || end_secs.is_some_and(f32::is_nan) {
            return Err(Error::wrong_option("a time range cannot start or end at NaN"));
        }
        if let (Some(start), Some(end)) = (start_secs, end_secs)
            && start > end
        {
            return Err(Error::wrong_option(format!(
                "the range is reversed: it starts at {start} s and ends at {end} s"
            )));
        }
        let [first, last] = [recording.start_secs(), recording.end_secs()];
        let start = start_secs.map_or(first, |secs| secs.max(first));
        let end = end_secs.map_or(last, |secs| secs.min(last));
        if start > end {
            return Err(Error::wrong_option(format!(
                "the time range is outside the recording, which goes from {first} s to {last} s"
            )));
        }
        Self::over(recording, start..=end, rate)
    }

    /// Number of times.
    pub const fn len(&self) -> usize {
        self.len
    }

    /// Whether there are none.
    pub const fn is_empty(&self) -> bool {
        self.len == 0
    }

    /// Time at an index.
    pub fn time_secs(&self, index: usize) -> f32 {
        to_f32(self.exact_secs(index))
    }

    /// Time before it is rounded to the `f32` at which curves are evaluated. After two hours rounding is half a millisecond,
    /// which would be visible in speeds computed from adjacent frames.
    pub fn exact_secs(&self, index: usize) -> f64 {
        self.from_secs + to_f64(self.first + index) / self.rate_hz
    }

    /// Part of the times, clipped to their number, for processing in blocks.
    ///
    /// ```
    /// use reenact::FrameTimes;
    ///
    /// let times = FrameTimes::new(0.0..=1.0, 60.0)?;
    /// let end = times.part(50..100);
    /// assert_eq!((end.len(), end.time_secs(0)), (11, times.time_secs(50)));
    /// # Ok::<(), reenact::Error>(())
    /// ```
    #[must_use]
    pub fn part(&self, range: Range<usize>) -> Self {
        let start = range.start.min(self.len);
        let end = range.end.clamp(start, self.len);
        Self { first: self.first + start, len: end - start, ..*self }
    }

    /// Iterates over the times.
    pub fn iter(&self) -> impl ExactSizeIterator<Item = f32> + DoubleEndedIterator + use<> {
        let times = *self;
        (0..times.len).map(move |index| times.time_secs(index))
    }

    /// Iterates over the times before rounding: [`exact_secs`](Self::exact_secs).
    pub fn iter_exact(&self) -> impl ExactSizeIterator<Item = f64> + DoubleEndedIterator + use<> {
        let times = *self;
        (0..times.len).map(move |index| times.exact_secs(index))
    }
}

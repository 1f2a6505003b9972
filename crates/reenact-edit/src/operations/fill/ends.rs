//! Bounds of the filled part of a curve, and its new keys.

use reenact::{BooleanSpans, Curve, Key, TimeSpan};
use reenact_base::number::to_f32;

use super::{MAX_SAMPLES, Options};
use crate::helpers::groups::{component, numbered};
use crate::helpers::keys;

/// Number of frames on either side of a gap from which the velocity is measured.
const FRAMES_OF_VELOCITY: u8 = 4;

/// Side of a gap.
#[derive(Clone, Copy)]
pub(super) enum Way {
    Back,
    Ahead,
}

impl Way {
    pub(super) fn sign(self) -> f64 {
        match self {
            Self::Back => -1.0,
            Self::Ahead => 1.0,
        }
    }
}

/// Bounds of the filled part of a curve.
#[derive(Debug, Clone, Copy)]
#[expect(clippy::struct_field_names, reason = "a name carries its unit")]
pub(super) struct Ends {
    /// Last key before the gap; the gap's start if that key is far away, as in an optimized recording.
    pub(super) from_secs: f32,
    /// First key after the gap; the gap's end if that key is far away.
    pub(super) to_secs: f32,
    /// First and last time around the gap at which the curve has observed values.
    known_secs: [f32; 2],
    frame_secs: f32,
}

/// Bounds of the filled part for each gap with keys on both sides.
pub(super) fn ends(
    curve: &Curve,
    gaps: &[TimeSpan],
    tracked: &BooleanSpans,
    options: &Options,
) -> Vec<Ends> {
    let frame_secs = 1.0 / options.rate_hz;
    let times: Vec<f32> = keys::times(curve).collect();
    let changes = tracked.changes_secs();
    let between = |gap: &TimeSpan| {
        let before = times.partition_point(|&time| time < gap.start_secs);
        let after = times.partition_point(|&time| time < gap.end_secs);
        let last = *times.get(before.checked_sub(1)?)?;
        let next = *times.get(after)?;
        let near = 1.5 * frame_secs;
        let from_secs = if gap.start_secs - last > near { gap.start_secs } else { last };
        let to_secs = if next - gap.end_secs > near { gap.end_secs } else { next };
        // Between the time at which the hand appeared before the gap and the time at which it is lost next.
        let appeared = changes.partition_point(|&change| change < gap.start_secs).checked_sub(1);
        let lost = changes.partition_point(|&change| change <= gap.end_secs);
        let appeared = appeared.and_then(|index| changes.get(index)).copied();
        let start = appeared.unwrap_or(f32::NEG_INFINITY).max(*times.first()?);
        let end = changes.get(lost).copied().unwrap_or(f32::INFINITY).min(*times.last()?);
        let is_whole = from_secs.is_finite() && to_secs.is_finite() && from_secs < to_secs;
        is_whole.then_some(Ends { from_secs, to_secs, known_secs: [start, end], frame_secs })
    };
    let mut ends: Vec<Ends> = gaps.iter().filter_map(between).collect();
    // Two gaps without a key in between can have the same bounds.
    ends.dedup_by(|later, earlier| later.from_secs < earlier.to_secs);
    ends
}

impl Ends {
    /// Duration in frames.
    pub(super) fn steps(&self) -> f64 {
        (f64::from(self.to_secs) - f64::from(self.from_secs)) / f64::from(self.frame_secs)
    }

    /// Sample times for the velocity, one frame apart, away from the gap.
    pub(super) fn velocity_times(&self, way: Way) -> impl Iterator<Item = f32> {
        let Self { from_secs, to_secs, known_secs: [start, end], frame_secs } = *self;
        (0..FRAMES_OF_VELOCITY).map(f32::from).map_while(move |frame| match way {
            Way::Back => Some(from_secs - frame * frame_secs)
                .filter(|&time| time >= start - frame_secs / 64.0),
            Way::Ahead => {
                Some(to_secs + frame * frame_secs).filter(|&time| time <= end + frame_secs / 64.0)
            }
        })
    }

    /// Evenly spaced times strictly inside, with the fraction of each.
    pub(super) fn times(&self) -> impl Iterator<Item = (f32, f64)> {
        let [from, to] = [self.from_secs, self.to_secs].map(f64::from);
        let steps = (self.steps() - 1e-3).ceil().clamp(1.0, f64::from(MAX_SAMPLES) * 2.0);
        let (from_secs, to_secs) = (self.from_secs, self.to_secs);
        let mut step = 0.0;
        std::iter::from_fn(move || {
            step += 1.0;
            let fraction = step / steps;
            let time = to_f32(from + (to - from) * fraction);
            (step < steps).then_some((time, fraction))
        })
        .filter(move |&(time, _)| from_secs < time && time < to_secs)
    }
}

/// Keys at times, a value each.
type Keyed<const N: usize> = Vec<(f32, [f32; N])>;

/// Replaces the keys inside each gap by those that `inserted` returns, with keys at its ends.
pub(super) fn replaced<const N: usize>(
    own: [&Curve; N],
    gaps: &[Ends],
    mut inserted: impl FnMut(&Ends) -> Vec<(f32, [f64; N])>,
) -> [Curve; N] {
    // New keys of each gap, computed once for all curves.
    let made: Vec<(Ends, Keyed<N>)> = gaps
        .iter()
        .map(|ends| {
            let keys = inserted(ends).into_iter().map(|(time, value)| (time, value.map(to_f32)));
            let is_inside = |(time, _): &(f32, _)| ends.from_secs < *time && *time < ends.to_secs;
            (*ends, keys.filter(is_inside).collect())
        })
        .collect();
    numbered(own, |place, curve| {
        let mut recorded = curve.iter().peekable();
        let mut keys: Vec<Key> = Vec::with_capacity(curve.len());
        for (ends, inserted) in &made {
            while let Some(key) = recorded.next_if(|key| key.time_secs <= ends.from_secs) {
                keys.push(key);
            }
            if keys.last().is_none_or(|key| key.time_secs < ends.from_secs) {
                keys.push(Key::linear(ends.from_secs, curve.value_at(ends.from_secs)));
            }
            keys.extend(component(inserted, place));
            while recorded.next_if(|key| key.time_secs < ends.to_secs).is_some() {}
            if recorded.peek().is_none_or(|key| key.time_secs > ends.to_secs) {
                keys.push(Key::linear(ends.to_secs, curve.value_at(ends.to_secs)));
            }
        }
        curve.with_keys(keys.into_iter().chain(recorded))
    })
}

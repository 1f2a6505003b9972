//! Positions of all sample times among the keys of a clock.

use std::ops::Range;

use super::super::plan::{Clock, FloatKey, Tick};

/// Number of values that are gathered first and then computed together.
pub(super) const ABREAST: usize = 16;

/// Ticks of one clock at ascending times: index of the left key, which is never the last of several, and the fraction of the way
/// to the next key.
pub(super) struct Ticks {
    pub(super) left: Vec<u32>,
    /// From 0 to 1, or one of the two constants below, or NaN for no value.
    pub(super) fraction: Vec<f32>,
    /// Common properties of groups of ticks, found once for all curves of the clock.
    pub(super) stretches: Vec<Stretch>,
}

/// Instead of a fraction: exactly at the left key.
pub(super) const AT_LEFT: f32 = -1.0;
/// Instead of a fraction: exactly at the next key, which is the last of the clock.
pub(super) const AT_RIGHT: f32 = 2.0;

/// Common property of a group of ticks.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Stretch {
    /// At consecutive keys: a recording with a key per frame, sampled at its own rate.
    Neighbours,
    /// Each at a key.
    Keys,
    /// Between consecutive keys: the same recording, sampled with an offset.
    Steps,
    /// Each between two keys.
    Between,
    Mixed,
}

impl Ticks {
    pub(super) fn new<K: FloatKey>(clock: &Clock<K>, times: &[f32]) -> Self {
        let mut left = Vec::with_capacity(times.len());
        let mut fraction = Vec::with_capacity(times.len());
        let mut hint = times.first().map_or(0, |&time_secs| clock.guess(time_secs));
        for &time_secs in times {
            let tick;
            (tick, hint) = clock.tick_near(time_secs, hint);
            let (key, part) = match tick {
                Tick::At(index) if index > 0 && index + 1 == clock.times.len() => {
                    (index - 1, AT_RIGHT)
                }
                Tick::At(index) => (index, AT_LEFT),
                Tick::Between { left, fraction } => (left, fraction),
                Tick::Undefined => (0, f32::NAN),
            };
            // Key counts are stored as `i32`, so this does not overflow.
            left.push(u32::try_from(key).unwrap_or(u32::MAX));
            fraction.push(part);
        }
        let abreast = left.chunks(ABREAST).zip(fraction.chunks(ABREAST));
        let stretches = abreast.map(|(left, fraction)| stretch(left, fraction)).collect();
        Self { left, fraction, stretches }
    }

    /// Range of the keys that the ticks use.
    pub(super) fn keys(&self) -> Range<usize> {
        let ends = self
            .left
            .iter()
            .fold((u32::MAX, 0), |(low, high), &left| (left.min(low), left.max(high)));
        let [low, high] =
            <[u32; 2]>::from(ends).map(|left| usize::try_from(left).unwrap_or(usize::MAX));
        low..high.saturating_add(2)
    }

    pub(super) fn iter(&self) -> impl Iterator<Item = Tick> {
        self.left.iter().zip(&self.fraction).map(|(&left, &fraction)| {
            let left = usize::try_from(left).unwrap_or(usize::MAX);
            match fraction {
                AT_LEFT => Tick::At(left),
                AT_RIGHT => Tick::At(left + 1),
                _ if fraction.is_nan() => Tick::Undefined,
                _ => Tick::Between { left, fraction },
            }
        })
    }
}

fn stretch(left: &[u32], fraction: &[f32]) -> Stretch {
    let is_next = |pair: &[u32]| matches!(*pair, [a, b] if a.wrapping_add(1) == b);
    let are_at_keys = fraction.iter().all(|&fraction| fraction == AT_LEFT);
    let are_between = fraction.iter().all(|fraction| (0.0..=1.0).contains(fraction));
    match (are_at_keys, are_between, left.windows(2).all(is_next)) {
        (true, _, true) => Stretch::Neighbours,
        (true, _, false) => Stretch::Keys,
        (_, true, true) => Stretch::Steps,
        (_, true, false) => Stretch::Between,
        (false, false, _) => Stretch::Mixed,
    }
}

/// `len` items from `start` on, or as many as there are.
pub(super) fn part<T>(items: &[T], start: usize, len: usize) -> &[T] {
    let rest = items.get(start..).unwrap_or_default();
    rest.get(..len).unwrap_or(rest)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_stretch_is_what_all_of_its_ticks_are() {
        assert_eq!(stretch(&[4, 5, 6], &[AT_LEFT; 3]), Stretch::Neighbours);
        assert_eq!(stretch(&[4, 6, 8], &[AT_LEFT; 3]), Stretch::Keys);
        assert_eq!(stretch(&[4, 5, 6], &[0.0, 0.5, 1.0]), Stretch::Steps);
        assert_eq!(stretch(&[4, 4, 5], &[0.0, 0.5, 1.0]), Stretch::Between);
        assert_eq!(stretch(&[4, 4, 5], &[AT_LEFT, 0.5, 1.0]), Stretch::Mixed);
        assert_eq!(stretch(&[4, 5, 6], &[AT_LEFT, AT_LEFT, AT_RIGHT]), Stretch::Mixed);
        assert_eq!(stretch(&[4, 4, 5], &[0.0, f32::NAN, 1.0]), Stretch::Mixed);
    }
}

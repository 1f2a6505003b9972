//! Gapless sequence of samples, and the line segments that may replace them.

use super::bound::Bound;
use super::sweep::Sweep;
use super::vector;

/// Consecutive keys that fewer keys may replace. The first and the last are kept.
#[derive(Debug, Clone, Copy)]
pub(super) struct Run<'s, const N: usize> {
    pub(super) times: &'s [f32],
    pub(super) values: &'s [[f32; N]],
}

impl<'s, const N: usize> Run<'s, N> {
    pub(super) fn len(&self) -> usize {
        self.times.len().min(self.values.len())
    }

    /// The sample at an index.
    pub(super) fn get(&self, index: usize) -> Option<(f32, &'s [f32; N])> {
        Some((*self.times.get(index)?, self.values.get(index)?))
    }

    /// Samples of an index range, with their times.
    #[inline]
    pub(super) fn samples(
        &self,
        places: std::ops::Range<usize>,
    ) -> impl DoubleEndedIterator<Item = (f32, &'s [f32; N])> + ExactSizeIterator + use<'s, N> {
        let times = self.times.get(places.clone()).unwrap_or_default();
        let values = self.values.get(places).unwrap_or_default();
        times.iter().copied().zip(values)
    }

    /// Whether the line between two samples is within the bound at every time between them.
    #[inline]
    pub(super) fn is_line<B: Bound<N>>(&self, from: usize, to: usize, bound: &B) -> bool {
        let (Some(a), Some(b)) = (self.get(from), self.get(to)) else { return false };
        // The line to the next sample is the original one.
        B::joins(a.1, b.1) && (to - from < 2 || self.admits(from, to, &Line::new(a, b), bound))
    }

    /// Whether a line is within the bound at every time between the samples at two indices. The samples at the ends are not
    /// checked.
    #[inline]
    pub(super) fn admits<B: Bound<N>>(
        &self,
        from: usize,
        to: usize,
        line: &Line<N>,
        bound: &B,
    ) -> bool {
        let is_within = |(time, sample): (f32, &[f32; N])| bound.admits(&line.at(time), sample);
        // Most lines that fail do so in the middle: testing it first avoids the full check.
        let middle = usize::midpoint(from, to);
        let quarters = [middle, usize::midpoint(from, middle), usize::midpoint(middle, to)];
        let is_likely = |place: usize| place == from || self.get(place).is_some_and(is_within);
        (to - from < 4 || quarters.into_iter().all(is_likely))
            && self.samples(from + 1..to).rev().all(is_within)
            && (B::HOLDS_BETWEEN || self.admits_between(from, to, line, bound))
    }

    /// Whether a line is within the bound between all neighbouring samples of an index range.
    fn admits_between(
        &self,
        from: usize,
        to: usize,
        line: &Line<N>,
        bound: &impl Bound<N>,
    ) -> bool {
        let (Some((from_secs, sample)), Some((to_secs, _))) = (self.get(from), self.get(to)) else {
            return false;
        };
        let mut sweep = Sweep::between((from_secs, &line.start), (to_secs, &line.end), sample);
        self.samples(from + 1..to + 1)
            .all(|(time, sample)| bound.admits_between(&sweep.next(time, sample)))
    }

    /// Lengths of the samples and distances between them.
    pub(super) fn extent(&self) -> Extent {
        let (mut longest, mut shortest, mut step) = (0.0_f64, f64::INFINITY, 0.0_f64);
        let (mut low, mut high) = ([f32::INFINITY; N], [f32::NEG_INFINITY; N]);
        let mut before = self.values.first();
        for sample in self.values {
            let length = vector::dot(sample, sample);
            longest = longest.max(length);
            shortest = shortest.min(length);
            step = step.max(before.map_or(0.0, |before| vector::distance_squared(before, sample)));
            before = Some(sample);
            for ((low, high), &value) in low.iter_mut().zip(&mut high).zip(sample) {
                *low = low.min(value);
                *high = high.max(value);
            }
        }
        let diameter = vector::distance_squared(&low, &high);
        let [longest, shortest, step, diameter] =
            [longest, shortest, step, diameter].map(f64::sqrt);
        Extent { longest, shortest, step, diameter }
    }
}

/// Extent of a run, which determines its rounding error.
#[derive(Debug, Clone, Copy)]
pub(super) struct Extent {
    /// Length of the longest and of the shortest sample.
    pub(super) longest: f64,
    pub(super) shortest: f64,
    /// Largest distance of neighbouring samples.
    pub(super) step: f64,
    /// Diagonal of the box around all samples: no two are farther apart.
    pub(super) diameter: f64,
}

/// Line between two keys in the library's own arithmetic: equals [`reenact::Curve::value_at`] at times between them, bit for bit,
/// unless a difference of values overflows.
#[derive(Debug, Clone, Copy)]
pub(super) struct Line<const N: usize> {
    start_secs: f32,
    width_secs: f32,
    start: [f32; N],
    end: [f32; N],
}

impl<const N: usize> Line<N> {
    #[inline]
    pub(super) fn new(
        (start_secs, start): (f32, &[f32; N]),
        (end_secs, end): (f32, &[f32; N]),
    ) -> Self {
        Self { start_secs, width_secs: end_secs - start_secs, start: *start, end: *end }
    }

    /// The values at a time between the ends.
    #[inline]
    pub(super) fn at(&self, time_secs: f32) -> [f32; N] {
        let fraction = (time_secs - self.start_secs) / self.width_secs;
        let mut result = self.start;
        for (value, &b) in result.iter_mut().zip(&self.end) {
            let a = *value;
            let (low, high) = if a < b { (a, b) } else { (b, a) };
            // Rounding may move the sum past an end; the library clamps it.
            let sum = a + (b - a) * fraction;
            *value = if sum < low {
                low
            } else if sum > high {
                high
            } else {
                sum
            };
        }
        result
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;
    use reenact::Curve;

    proptest! {
        #[test]
        fn a_line_is_the_librarys_own_bit_for_bit(
            a in -10.0_f32..10.0, b in -10.0_f32..10.0, start in -100.0_f32..100.0, width in 1e-4_f32..50.0,
            fraction in 0.0_f32..1.0,
        ) {
            let end = start + width;
            let time = start + (end - start) * fraction;
            prop_assume!(start < time && time < end);
            let curve = Curve::simple([(start, a), (end, b)]);
            let line = Line::new((start, &[a]), (end, &[b]));
            prop_assert_eq!(line.at(time)[0].to_bits(), curve.value_at(time).to_bits());
        }
    }
}

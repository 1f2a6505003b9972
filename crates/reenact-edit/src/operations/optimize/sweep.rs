//! Error of a line segment against the samples that it replaces, interval by interval.

use reenact::chord::Chords;

use super::vector;

/// Line segment that is compared with the samples that it replaces, one after the other.
///
/// The line is `start + slope · t`. Its dot product with a sample follows from two dot products, and that with itself from three.
/// This takes half the time of multiplying four vectors in each interval.
#[derive(Debug, Clone, Copy)]
pub(super) struct Sweep<const N: usize> {
    start: [f64; N],
    slope: [f64; N],
    start_secs: f64,
    /// start·start, start·slope, slope·slope.
    squares: [f64; 3],
    last: Passed<N>,
}

/// Sample at the start of the current interval.
#[derive(Debug, Clone, Copy)]
struct Passed<const N: usize> {
    sample: [f64; N],
    since_secs: f64,
    by_start: f64,
    by_slope: f64,
    square: f64,
    line_square: f64,
}

impl<const N: usize> Sweep<N> {
    /// Line through a value at a time, with a slope per second, positioned at a sample.
    pub(super) fn new(
        (start_secs, start): (f32, &[f64; N]),
        slope: &[f64; N],
        (time_secs, sample): (f32, &[f32; N]),
    ) -> Self {
        let squares = [
            vector::dot_wide(start, start),
            vector::dot_wide(start, slope),
            vector::dot_wide(slope, slope),
        ];
        let last = Passed {
            sample: [0.0; N],
            since_secs: 0.0,
            by_start: 0.0,
            by_slope: 0.0,
            square: 0.0,
            line_square: 0.0,
        };
        let start_secs = f64::from(start_secs);
        let mut sweep = Self { start: *start, slope: *slope, start_secs, squares, last };
        sweep.last = sweep.passed(time_secs, sample);
        sweep
    }

    /// Line between two keys, positioned at the first of them.
    pub(super) fn between(
        (from_secs, from): (f32, &[f32; N]),
        (to_secs, to): (f32, &[f32; N]),
        sample: &[f32; N],
    ) -> Self {
        let start = vector::widened(from);
        let rise = vector::minus_wide(&vector::widened(to), &start);
        let slope = vector::scaled_wide(&rise, 1.0 / (f64::from(to_secs) - f64::from(from_secs)));
        Self::new((from_secs, &start), &slope, (from_secs, sample))
    }

    /// The chords from the last sample to the next.
    #[inline]
    pub(super) fn next(&mut self, time_secs: f32, sample: &[f32; N]) -> Chords {
        let (a, b) = (self.last, self.passed(time_secs, sample));
        self.last = b;
        let [square, by_slope, slope_square] = self.squares;
        let line = square
            + by_slope * (a.since_secs + b.since_secs)
            + slope_square * (a.since_secs * b.since_secs);
        Chords::from_products(
            [
                a.by_start + a.since_secs * a.by_slope,
                0.5 * (a.by_start
                    + b.by_start
                    + b.since_secs * a.by_slope
                    + a.since_secs * b.by_slope),
                b.by_start + b.since_secs * b.by_slope,
            ],
            [a.square, vector::dot_wide(&a.sample, &b.sample), b.square],
            [a.line_square, line, b.line_square],
        )
    }

    #[inline]
    fn passed(&self, time_secs: f32, sample: &[f32; N]) -> Passed<N> {
        let sample = vector::widened(sample);
        let since_secs = f64::from(time_secs) - self.start_secs;
        let [square, by_slope, slope_square] = self.squares;
        Passed {
            sample,
            since_secs,
            by_start: vector::dot_wide(&sample, &self.start),
            by_slope: vector::dot_wide(&sample, &self.slope),
            square: vector::dot_wide(&sample, &sample),
            line_square: square + since_secs * (2.0 * by_slope + since_secs * slope_square),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn its_chords_are_those_of_the_line_and_the_samples(
            ends in prop::array::uniform2(prop::array::uniform4(-1.0_f32..1.0)),
            samples in prop::collection::vec(prop::array::uniform4(-1.0_f32..1.0), 2..6),
        ) {
            let [from, to] = &ends;
            let times: Vec<f32> = (0_u8..6).map(|n| 40.0 + f32::from(n) * 0.05).take(samples.len()).collect();
            let (start, end) = (times[0], *times.last().unwrap());
            let mut sweep = Sweep::between((start, from), (end, to), &samples[0]);
            let at = |time: f32| -> [f64; 4] {
                let fraction = f64::from(time - start) / f64::from(end - start);
                std::array::from_fn(|n| f64::from(from[n]) + f64::from(to[n] - from[n]) * fraction)
            };
            for n in 1..samples.len() {
                let found = sweep.next(times[n], &samples[n]);
                let [p, q] = [samples[n - 1], samples[n]].map(|sample| sample.map(f64::from));
                let wanted = Chords::new([&p, &q], [&at(times[n - 1]), &at(times[n])]);
                prop_assert!(found.is_about(&wanted, 1e-6), "{found:?} {wanted:?}");
            }
        }
    }
}

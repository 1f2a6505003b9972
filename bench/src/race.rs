//! Interleaved timing of several candidates.

use std::hint::black_box;
use std::time::{Duration, Instant};

use crate::Result;

/// Named candidates.
#[derive(Default)]
pub(crate) struct Race<'a> {
    entries: Vec<Entry<'a>>,
}

struct Entry<'a> {
    name: String,
    turn: Box<dyn FnMut() -> Result<Duration> + 'a>,
}

/// Index of a candidate.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Lane(usize);

impl<'a> Race<'a> {
    /// Adds a candidate, which returns its own time.
    pub(crate) fn enter(
        &mut self,
        name: impl Into<String>,
        turn: impl FnMut() -> Result<Duration> + 'a,
    ) -> Lane {
        self.entries.push(Entry { name: name.into(), turn: Box::new(turn) });
        Lane(self.entries.len() - 1)
    }

    /// Runs each candidate once to warm up and then once per round, in rotating order.
    pub(crate) fn run(mut self, rounds: usize) -> Result<Times> {
        let lanes = self.entries.len();
        let mut nanos = vec![Vec::with_capacity(rounds); lanes];
        for round in 0..=rounds {
            for lane in (0..lanes).map(|step| (round + step) % lanes) {
                let took = (self.entries[lane].turn)()?;
                if round > 0 {
                    nanos[lane].push(took.as_secs_f64() * 1e9);
                }
            }
        }
        Ok(Times { names: self.entries.into_iter().map(|entry| entry.name).collect(), nanos })
    }
}

/// Time of each candidate in each round.
pub(crate) struct Times {
    names: Vec<String>,
    nanos: Vec<Vec<f64>>,
}

impl Times {
    pub(crate) fn lanes(&self) -> impl Iterator<Item = Lane> + use<> {
        (0..self.names.len()).map(Lane)
    }

    pub(crate) fn name(&self, lane: Lane) -> &str {
        &self.names[lane.0]
    }

    /// Median time of a candidate, in nanoseconds.
    pub(crate) fn median(&self, lane: Lane) -> f64 {
        median(self.nanos[lane.0].clone())
    }

    /// Best time of a candidate, in nanoseconds.
    pub(crate) fn best(&self, lane: Lane) -> f64 {
        self.nanos[lane.0].iter().copied().fold(f64::INFINITY, f64::min)
    }

    /// Median over all rounds of the ratio of the times of two candidates, so that a round on a busy machine has no more weight
    /// than others.
    pub(crate) fn ratio(&self, lane: Lane, other: Lane) -> f64 {
        median(self.nanos[lane.0].iter().zip(&self.nanos[other.0]).map(|(a, b)| a / b).collect())
    }
}

pub(crate) fn median(mut values: Vec<f64>) -> f64 {
    values.sort_unstable_by(f64::total_cmp);
    match (values.len() / 2, values.len() % 2) {
        (_, _) if values.is_empty() => f64::NAN,
        (middle, 0) => f64::midpoint(values[middle - 1], values[middle]),
        (middle, _) => values[middle],
    }
}

/// Time of some work, without dropping its result.
pub(crate) fn timed<T>(work: impl FnOnce() -> T) -> (Duration, T) {
    let start = Instant::now();
    let result = black_box(work());
    (start.elapsed(), result)
}

/// Mean time of repeated work, without dropping its results.
pub(crate) fn timed_often<T>(
    repeats: usize,
    mut work: impl FnMut() -> Result<T>,
) -> Result<Duration> {
    let mut total = Duration::ZERO;
    for _ in 0..repeats {
        let (took, result) = timed(&mut work);
        total += took;
        drop(result?);
    }
    Ok(total.div_f64(repeats as f64))
}

/// Runs the same arithmetic on a number of threads. It is limited by cores only, so the speed-up of two threads over one measures
/// the available cores.
pub(crate) fn arithmetic(threads: usize) {
    std::thread::scope(|scope| {
        for _ in 0..threads {
            scope.spawn(|| {
                (0..20_000_000_u64).fold(1, |sum: u64, step| black_box(sum.wrapping_mul(3) ^ step))
            });
        }
    });
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_median_of_an_even_number_lies_between_the_two_in_the_middle() {
        assert_eq!(median(vec![4.0, 1.0, 3.0, 100.0]), 3.5);
        assert_eq!(median(vec![2.0, 1.0, 3.0]), 2.0);
        assert!(median(Vec::new()).is_nan());
    }

    #[test]
    fn a_ratio_is_taken_round_by_round() {
        let mut race = Race::default();
        // The machine is ten times as slow in the second round.
        let mut steps = [9.0, 1.0, 10.0, 2.0].into_iter().map(Duration::from_secs_f64);
        let mut twice = [9.0, 2.0, 20.0, 4.0].into_iter().map(Duration::from_secs_f64);
        let a = race.enter("a", move || steps.next().ok_or("over".into()));
        let b = race.enter("b", move || twice.next().ok_or("over".into()));
        let times = race.run(3).unwrap();
        assert_eq!(times.ratio(b, a), 2.0);
        assert_eq!(times.median(a), 2e9);
        assert_eq!(times.best(a), 1e9);
    }
}

//! Minimum and maximum in each column of a range of time.

use reenact::{Error, Result};
use reenact_base::number::{to_count, to_f32, to_f64};

/// Minimum and maximum value in a column; both NaN if there is none.
pub type Column = [f32; 2];

/// Largest number of columns.
pub(crate) const MAX_COLUMNS: usize = 1 << 16;

/// Validates a range and a number of columns.
pub(crate) fn check([from_secs, to_secs]: [f32; 2], columns: usize) -> Result<()> {
    if !(from_secs <= to_secs && from_secs.is_finite() && to_secs.is_finite()) {
        return Err(Error::wrong_option(format!(
            "a range must be finite and end where it starts or later, not from {from_secs} s to {to_secs} s"
        )));
    }
    if columns > MAX_COLUMNS {
        return Err(Error::wrong_option(format!(
            "{columns} columns are more than {MAX_COLUMNS}, the maximum"
        )));
    }
    Ok(())
}

/// Columns under construction.
pub(super) struct Columns {
    from_secs: f64,
    /// Duration of a column; 0 if the range is a single time.
    secs: f64,
    filled: Vec<Column>,
}

impl Columns {
    /// Creates empty columns. Fails as [`check`] does.
    pub(super) fn new(range_secs: [f32; 2], count: usize) -> Result<Self> {
        check(range_secs, count)?;
        let [from_secs, to_secs] = range_secs;
        let from_secs = f64::from(from_secs);
        let secs = (f64::from(to_secs) - from_secs) / to_f64(count.max(1));
        Ok(Self { from_secs, secs, filled: vec![[f32::NAN; 2]; count] })
    }

    /// Adds a value at a time; ignored outside the range, and if it is NaN.
    pub(super) fn add(&mut self, time_secs: f32, value: f32) {
        let place = self.place(time_secs.into());
        self.add_to(place, value);
    }

    fn add_to(&mut self, place: Option<usize>, value: f32) {
        let column = place.and_then(|place| self.filled.get_mut(place));
        if let (Some([low, high]), true) = (column, value.is_finite()) {
            // `min` and `max` ignore NaN.
            *low = low.min(value);
            *high = high.max(value);
        }
    }

    fn end_secs(&self) -> f64 {
        self.from_secs + self.secs * to_f64(self.filled.len())
    }

    /// Column of a time; the end belongs to the last one.
    fn place(&self, time_secs: f64) -> Option<usize> {
        if !(time_secs >= self.from_secs && time_secs <= self.end_secs()) {
            return None;
        }
        let last = self.filled.len().checked_sub(1)?;
        if self.secs == 0.0 {
            return Some(0);
        }
        Some(to_count((time_secs - self.from_secs) / self.secs).min(last))
    }

    /// Adds a line between two times: each column gets the values at both ends and at `between` points between them.
    pub(super) fn draw(
        &mut self,
        [from_secs, to_secs]: [f32; 2],
        between: u16,
        mut value_at: impl FnMut(f32) -> f32,
    ) {
        let from = f64::from(from_secs).max(self.from_secs);
        let to = f64::from(to_secs).min(self.end_secs());
        let (Some(first), Some(last)) = (self.place(from), self.place(to)) else { return };
        for place in first..=last {
            let start = from.max(self.from_secs + self.secs * to_f64(place));
            let end = to.min(self.from_secs + self.secs * to_f64(place + 1));
            for step in 0..=between + 1 {
                let share = f64::from(step) / f64::from(between + 1);
                self.add_to(Some(place), value_at(to_f32(start + (end - start) * share)));
            }
        }
        if self.secs == 0.0
            && let Some(&first) = self.filled.first()
        {
            self.filled.fill(first);
        }
    }

    pub(super) fn finish(self) -> Vec<Column> {
        self.filled
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_value_is_in_the_column_of_its_time_and_nowhere_outside() {
        let mut columns = Columns::new([1.0, 3.0], 4).unwrap();
        for (time_secs, value) in [(0.9, 9.0), (1.0, 1.0), (1.6, 2.0), (3.0, 3.0), (3.1, 9.0)] {
            columns.add(time_secs, value);
        }
        columns.add(1.0, f32::NAN);
        columns.add(f32::NAN, 5.0);
        let filled = columns.finish();
        assert_eq!(filled[0], [1.0, 1.0]);
        assert_eq!(filled[1], [2.0, 2.0]);
        assert!(filled[2].iter().all(|value| value.is_nan()));
        assert_eq!(filled[3], [3.0, 3.0]);
    }

    #[test]
    fn a_range_that_is_none_is_refused_and_one_moment_is_fine() {
        for range in [[1.0, 0.0], [f32::NAN, 1.0], [0.0, f32::INFINITY]] {
            assert!(Columns::new(range, 10).is_err());
        }
        assert!(Columns::new([0.0, 1.0], MAX_COLUMNS + 1).is_err());
        let mut columns = Columns::new([2.0, 2.0], 3).unwrap();
        columns.draw([0.0, 5.0], 0, |time_secs| time_secs);
        assert_eq!(columns.finish(), [[2.0, 2.0]; 3]);
        let mut none = Columns::new([0.0, 1.0], 0).unwrap();
        none.draw([0.0, 5.0], 0, |time_secs| time_secs);
        assert_eq!(none.finish(), Vec::<Column>::new());
    }
}

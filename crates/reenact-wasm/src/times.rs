//! Evenly spaced sample times.

use reenact_base::number::{to_f32, to_f64};

use crate::error::{Error, Result};

/// Largest number of times.
const MAX_TIMES: usize = 1 << 20;

/// Evenly spaced times including both ends; a single one is the start.
pub(crate) fn even(
    from_secs: f32,
    to_secs: f32,
    count: usize,
) -> Result<impl ExactSizeIterator<Item = f32>> {
    if !(from_secs.is_finite() && to_secs.is_finite()) {
        return Err(Error::new("no-such-times", "a range of times must be finite"));
    }
    if count > MAX_TIMES {
        let message = format!("{count} times are more than the limit of {MAX_TIMES}");
        return Err(Error::new("too-many-frames", message));
    }
    let [from, to] = [from_secs, to_secs].map(f64::from);
    let last = to_f64(count.saturating_sub(1).max(1));
    Ok((0..count).map(move |number| to_f32(from + (to - from) * (to_f64(number) / last))))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn both_ends_are_among_the_times() {
        let times = |count| even(1.0, 3.0, count).unwrap().collect::<Vec<f32>>();
        assert_eq!(times(5), [1.0, 1.5, 2.0, 2.5, 3.0]);
        assert_eq!(times(1), [1.0]);
        assert!(times(0).is_empty());
        assert!(even(0.0, f32::NAN, 3).is_err());
        assert!(even(0.0, 1.0, MAX_TIMES + 1).is_err());
    }
}

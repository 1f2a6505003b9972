//! Mean, median and range of values.

use reenact_base::number::to_f64;

/// Mean, median, minimum and maximum of finite values.
#[derive(Debug, Clone, Copy, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Spread {
    /// Arithmetic mean.
    pub mean: f64,
    /// Median; of an even number, the mean of the two in the middle.
    pub median: f64,
    /// Minimum.
    pub min: f64,
    /// Maximum.
    pub max: f64,
}

impl Spread {
    /// Statistics of all finite values; `None` if there are none. Linear time.
    pub fn of(values: impl IntoIterator<Item = f64>) -> Option<Self> {
        let mut values: Vec<f64> = values.into_iter().filter(|value| value.is_finite()).collect();
        let count = values.len();
        let mean = finite(values.iter().sum::<f64>() / to_f64(count))?;
        let (below, &mut upper, _) = if count == 0 {
            return None;
        } else {
            values.select_nth_unstable_by(count / 2, f64::total_cmp)
        };
        let lower = below.iter().copied().fold(f64::NEG_INFINITY, f64::max);
        let median = if count.is_multiple_of(2) { f64::midpoint(lower, upper) } else { upper };
        let min = values.iter().copied().fold(f64::INFINITY, f64::min);
        let max = values.iter().copied().fold(f64::NEG_INFINITY, f64::max);
        // Rounding must not move the mean of equal values out of their range.
        Some(Self { mean: mean.clamp(min, max), median, min, max })
    }
}

/// The value, if it is finite.
pub(crate) fn finite(value: f64) -> Option<f64> {
    value.is_finite().then_some(value)
}

/// Mean of finite values.
pub(crate) fn mean(values: impl IntoIterator<Item = f64>) -> Option<f64> {
    Spread::of(values).map(|spread| spread.mean)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_spread_is_of_the_finite_values_alone() {
        let spread = Spread::of([4.0, f64::NAN, 1.0, 3.0, f64::INFINITY, 100.0]);
        assert_eq!(spread, Some(Spread { mean: 27.0, median: 3.5, min: 1.0, max: 100.0 }));
        let one = Spread { mean: 0.1, median: 0.1, min: 0.1, max: 0.1 };
        assert_eq!(Spread::of([0.1; 3]), Some(one));
        assert_eq!(Spread::of([f64::NAN]), None);
        assert_eq!(Spread::of([]), None);
    }
}

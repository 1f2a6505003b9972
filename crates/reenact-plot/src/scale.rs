//! Axis ranges, and ticks at round numbers.

/// Largest absolute value that is drawn: the difference of two such values is still finite.
const FURTHEST: f64 = 1e300;

/// Range from `low` to `high`, which is always larger.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) struct Range {
    pub(crate) low: f64,
    pub(crate) high: f64,
}

impl Range {
    /// Range between two values in any order, widened if they are equal.
    pub(crate) fn new(a: f64, b: f64) -> Self {
        let tame = |v: f64| if v.is_finite() { v.clamp(-FURTHEST, FURTHEST) } else { 0.0 };
        let (a, b) = (tame(a), tame(b));
        let (low, high) = (a.min(b), a.max(b));
        // Ranges too small for about a hundred distinct `f64` values are widened.
        let least = low.abs().max(high.abs()) * 1e-13;
        if high - low > least && high - low > 1e-290 {
            return Self { low, high };
        }
        let around = if high == 0.0 { 1.0 } else { high.abs() * 0.1 };
        let around = around.max(1e-280);
        Self { low: low - around, high: high + around }
    }

    /// Range of all finite values; `None` if there are none.
    pub(crate) fn of(values: impl Iterator<Item = f64>) -> Option<Self> {
        let ends = values.filter(|v| v.is_finite()).fold(None, |ends: Option<(f64, f64)>, v| {
            Some(ends.map_or((v, v), |(low, high)| (low.min(v), high.max(v))))
        });
        ends.map(|(low, high)| Self::new(low, high))
    }

    /// Adds padding on both sides.
    pub(crate) fn padded(self, share: f64) -> Self {
        let more = (self.high - self.low) * share;
        Self { low: self.low - more, high: self.high + more }
    }

    /// Position of a value: 0 at the low end, 1 at the high end. Always finite.
    pub(crate) fn share(&self, value: f64) -> f64 {
        let value = value.clamp(-FURTHEST, FURTHEST);
        // Lines may leave the panel, but not farther than a renderer supports.
        ((value - self.low) / (self.high - self.low)).clamp(-100.0, 100.0)
    }
}

/// A tick value and its label.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Tick {
    pub(crate) value: f64,
    pub(crate) label: String,
}

/// Smallest round step (1, 2 or 5 times a power of ten) with at most `most` ticks in the range.
fn round_step(range: Range, most: u32) -> f64 {
    let rough = (range.high - range.low) / f64::from(most.max(1));
    let power = 10.0_f64.powf(rough.log10().floor());
    let step = [1.0, 2.0, 5.0, 10.0].map(|times| times * power).into_iter().find(|s| *s >= rough);
    step.unwrap_or(rough * 2.0)
}

/// The multiples of `step` in the range, from the lowest on.
fn multiples(range: Range, step: f64) -> Vec<f64> {
    let slack = (range.high - range.low) * 1e-9;
    let first = ((range.low - slack) / step).ceil();
    (0..64_u32)
        .map(|n| (first + f64::from(n)) * step)
        .take_while(|value| *value <= range.high + slack)
        .filter(|value| value.is_finite())
        .collect()
}

/// About `most` ticks, at least two if possible, in a common number format.
pub(crate) fn ticks(range: Range, most: u32) -> Vec<Tick> {
    // An axis needs two numbers, even if there is little space.
    let tries = (most..most.saturating_add(6)).map(|most| {
        let step = round_step(range, most);
        (step, multiples(range, step))
    });
    let found = tries.into_iter().find(|(_, values)| values.len() > 1);
    let (step, values) = found.unwrap_or_else(|| (1.0, vec![range.low]));
    let largest = values.iter().fold(0.0_f64, |largest, v| largest.max(v.abs()));
    let label = |value: f64| {
        // For very large and small numbers, exponents are shorter.
        if largest >= 1e6 || (largest < 1e-3 && largest > 0.0) {
            let exponent = largest.log10().floor();
            let power = 10.0_f64.powf(exponent);
            let decimals = decimals(step / power);
            return signed(&format!("{:.decimals$}e{exponent}", value / power), value == 0.0);
        }
        let decimals = decimals(step);
        signed(&format!("{value:.decimals$}"), false)
    };
    values.iter().map(|&value| Tick { value, label: label(value) }).collect()
}

/// Number of decimals for multiples of a step, limited to those of an `f64`.
fn decimals(step: f64) -> usize {
    (0..15)
        .find(|places| step * 10.0_f64.powi(*places) >= 0.999_999)
        .map_or(15, |places| usize::try_from(places).unwrap_or_default())
}

/// Uses a minus sign instead of a hyphen, and no sign for zero.
fn signed(number: &str, is_zero: bool) -> String {
    if is_zero {
        return "0".to_owned();
    }
    let digits = number.trim_start_matches('-');
    let nothing = digits.chars().all(|c| matches!(c, '0' | '.'));
    match number.strip_prefix('-') {
        Some(rest) if !nothing => format!("−{rest}").replace("e-", "e−"),
        _ => digits.replace("e-", "e−"),
    }
}

/// Format of times on an axis.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum TimeUnit {
    Seconds,
    MinutesSeconds,
    HoursMinutes,
}

impl TimeUnit {
    /// Best format for a range of seconds.
    pub(crate) fn of(range: Range) -> Self {
        let longest = range.low.abs().max(range.high.abs());
        match range.high - range.low {
            // Times that are far from 0, or absurdly long.
            _ if longest > 1e6 => Self::Seconds,
            secs if secs <= 120.0 => Self::Seconds,
            secs if secs <= 7200.0 => Self::MinutesSeconds,
            _ => Self::HoursMinutes,
        }
    }

    pub(crate) const fn label(self) -> &'static str {
        match self {
            Self::Seconds => "time (s)",
            Self::MinutesSeconds => "time (min:s)",
            Self::HoursMinutes => "time (h:min)",
        }
    }

    /// Formats a time.
    pub(crate) fn write(self, secs: f64) -> String {
        let (per_large, per_small) = match self {
            Self::Seconds => return format!("{} s", signed(&format!("{secs:.3}"), false)),
            Self::MinutesSeconds => (60.0, 1.0),
            Self::HoursMinutes => (3600.0, 60.0),
        };
        let small = (secs.abs() / per_small).round();
        let ratio = per_large / per_small;
        let (large, small) = ((small / ratio).floor(), small % ratio);
        let sign = if secs < 0.0 { "−" } else { "" };
        format!("{sign}{large}:{small:02}")
    }
}

/// Ticks at round times, in seconds.
pub(crate) fn time_ticks(range: Range, most: u32) -> Vec<Tick> {
    let unit = TimeUnit::of(range);
    let steps: &[f64] = match unit {
        TimeUnit::Seconds => return ticks(range, most),
        TimeUnit::MinutesSeconds => {
            &[5.0, 10.0, 15.0, 30.0, 60.0, 120.0, 300.0, 600.0, 900.0, 1800.0]
        }
        TimeUnit::HoursMinutes => {
            &[600.0, 900.0, 1800.0, 3600.0, 7200.0, 14_400.0, 21_600.0, 43_200.0, 86_400.0]
        }
    };
    let rough = (range.high - range.low) / f64::from(most.max(1));
    let day = 86_400.0;
    let step = steps.iter().copied().find(|step| *step >= rough);
    let step = step.unwrap_or_else(|| (rough / day).ceil() * day);
    let values = multiples(range, step);
    values.iter().map(|&value| Tick { value, label: unit.write(value) }).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn labels(ticks: &[Tick]) -> Vec<&str> {
        ticks.iter().map(|tick| tick.label.as_str()).collect()
    }

    #[test]
    fn ticks_are_round_and_written_alike() {
        assert_eq!(labels(&ticks(Range::new(-0.31, 0.32), 4)), ["−0.2", "0.0", "0.2"]);
        assert_eq!(
            labels(&ticks(Range::new(0.0, 1.0), 5)),
            ["0.0", "0.2", "0.4", "0.6", "0.8", "1.0"]
        );
        assert_eq!(labels(&ticks(Range::new(0.0, 20.0), 5)), ["0", "5", "10", "15", "20"]);
        assert_eq!(labels(&ticks(Range::new(0.0, 2.5e7), 3)), ["0", "1e7", "2e7"]);
        assert_eq!(labels(&ticks(Range::new(-2e-5, 2e-5), 2)), ["−2e−5", "0", "2e−5"]);
    }

    #[test]
    fn a_range_is_never_empty_and_shares_are_finite() {
        let odd =
            [0.0, -0.0, 1.0, 1e300, -1e300, f64::MAX, f64::MIN_POSITIVE, f64::NAN, f64::INFINITY];
        for a in odd {
            for b in odd {
                let range = Range::new(a, b);
                assert!(range.low < range.high, "{a} {b} {range:?}");
                for v in odd.into_iter().filter(|v| !v.is_nan()) {
                    assert!(range.share(v).is_finite(), "{v} in {range:?}");
                }
                assert!(ticks(range, 5).len() <= 8, "{range:?}");
                assert!(time_ticks(range, 10).len() <= 12, "{range:?}");
            }
        }
    }

    #[test]
    fn long_times_are_minutes_and_then_hours() {
        assert_eq!(
            labels(&time_ticks(Range::new(0.0, 180.0), 4)),
            ["0:00", "1:00", "2:00", "3:00"]
        );
        let half_hour = time_ticks(Range::new(0.0, 1800.0), 6);
        assert_eq!(labels(&half_hour)[..3], ["0:00", "5:00", "10:00"]);
        let day = time_ticks(Range::new(0.0, 86_400.0), 4);
        assert_eq!(labels(&day), ["0:00", "6:00", "12:00", "18:00", "24:00"]);
        assert_eq!(labels(&time_ticks(Range::new(-1.0, 1.0), 2)), ["−1", "0", "1"]);
    }
}

//! Human-readable numbers.

use reenact_base::number::{self, to_f64};

use super::escape::visible;
use super::width;

/// Count with thousands separators: `12,345`.
pub(crate) fn grouped(number: usize) -> String {
    number::grouped(number::len_u64(number))
}

/// Text such as `1 key`, `12,345 keys`.
pub(crate) fn count(number: usize, one: &str) -> String {
    format!("{} {one}{}", grouped(number), if number == 1 { "" } else { "s" })
}

/// Size such as `755 B`, `95.9 kB`, `2.45 MB`.
pub(crate) fn size(bytes: u64) -> String {
    if bytes < 1000 {
        return format!("{bytes} B");
    }
    let mut number = to_f64(usize::try_from(bytes).unwrap_or(usize::MAX));
    let mut unit = "B";
    for next in ["kB", "MB", "GB", "TB"] {
        // A number that would be rounded to 1,000 uses the next unit.
        if number >= 999.5 || unit == "B" {
            number /= 1000.0;
            unit = next;
        }
    }
    format!("{} {unit}", three_digits(number))
}

/// Shortest duration that is not printed as 0: half of the last digit of `0.1 ms`.
const SHORTEST_SECS: f64 = 5e-5;

/// Duration such as `0 s`, `20 ms`, `1.6 s`, `2 min 5 s`, `1 h 2 min`.
pub(crate) fn duration(secs: f64) -> String {
    let sign = if secs <= -SHORTEST_SECS { "-" } else { "" };
    let secs = secs.abs();
    if !secs.is_finite() || secs >= 1e9 {
        return format!("{sign}{secs:.1e} s").replace("inf s", "infinite").replace("NaN s", "NaN");
    }
    let text = if secs < SHORTEST_SECS {
        "0 s".to_owned()
    } else if secs < 0.0995 {
        format!("{} ms", trimmed(secs * 1000.0, 1))
    } else if secs < 59.95 {
        format!("{} s", if secs < 9.995 { trimmed(secs, 2) } else { trimmed(secs, 1) })
    } else {
        let whole = secs.round();
        let [minutes, rest] = [(whole / 60.0).floor(), whole % 60.0];
        let [hours, minutes_rest] = [(minutes / 60.0).floor(), minutes % 60.0];
        match (hours > 0.0, rest > 0.0) {
            (true, _) if minutes_rest > 0.0 => format!("{hours} h {minutes_rest} min"),
            (true, _) => format!("{hours} h"),
            (false, true) => format!("{minutes} min {rest} s"),
            (false, false) => format!("{minutes} min"),
        }
    };
    format!("{sign}{text}")
}

/// Percentage such as `75 %`, `<1 %`.
pub(crate) fn percent(share: f64) -> String {
    let percent = 100.0 * share;
    if !percent.is_finite() {
        "–".to_owned()
    } else if percent > 0.0 && percent < 0.5 {
        "<1 %".to_owned()
    } else if percent < 100.0 && percent > 99.5 {
        ">99 %".to_owned()
    } else {
        format!("{percent:.0} %")
    }
}

/// Values below this, in their unit, are rounding noise: positions are 24-bit floats, whose resolution at 1 m
/// is 1.2e-7.
const NOISE: f64 = 1e-6;

/// Measure with about three digits: `0.125`, `12.3`, `4.0e-4`, `1.0e12`; rounding noise is `0`.
pub(crate) fn measure(value: f64) -> String {
    let size = value.abs();
    if size < NOISE {
        return "0".to_owned();
    }
    if !(0.001..1e7).contains(&size) {
        return format!("{value:.1e}");
    }
    let decimals = if size >= 100.0 {
        0
    } else if size >= 10.0 {
        1
    } else {
        3
    };
    trimmed(value, decimals)
}

/// Formats a number with at most this many decimals, without trailing zeros.
pub(crate) fn trimmed(number: f64, decimals: usize) -> String {
    let text = format!("{number:.decimals$}");
    let text = if text.contains('.') {
        text.trim_end_matches('0').trim_end_matches('.')
    } else {
        text.as_str()
    };
    if text == "-0" { "0".to_owned() } else { text.to_owned() }
}

fn three_digits(number: f64) -> String {
    if number < 9.995 {
        format!("{number:.2}")
    } else if number < 99.95 {
        format!("{number:.1}")
    } else {
        format!("{number:.0}")
    }
}

/// End of a long text, escaped for a terminal: `…session.bin`.
pub(crate) fn end_of(text: &str, columns: usize) -> String {
    let text = visible(text);
    let len = text.chars().count();
    if len <= columns {
        return text.into_owned();
    }
    let rest: String = text.chars().skip(len + 1 - columns).collect();
    format!("…{rest}")
}

/// Start of a long text, escaped for a terminal.
pub(crate) fn start_of(text: &str, columns: usize) -> String {
    let text = visible(text).into_owned();
    if width::columns(&text) <= columns {
        return text;
    }
    format!("{}…", width::fitting(&text, columns.saturating_sub(1)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sizes_have_three_digits() {
        assert_eq!(
            [0, 755, 1000, 95_947, 999_499, 999_500, 2_447_171, 1_000_000_000].map(size),
            ["0 B", "755 B", "1.00 kB", "95.9 kB", "999 kB", "1.00 MB", "2.45 MB", "1.00 GB"]
        );
        assert_eq!(size(u64::MAX), "18446744 TB");
    }

    #[test]
    fn durations_are_said_as_people_do() {
        let cases = [
            (0.0, "0 s"),
            (1.1e-15, "0 s"),
            (-1.1e-15, "0 s"),
            (-0.0, "0 s"),
            (0.000_1, "0.1 ms"),
            (0.02, "20 ms"),
            (0.0999, "0.1 s"),
            (1.6, "1.6 s"),
            (2.666_666, "2.67 s"),
            (29.866, "29.9 s"),
            (59.97, "1 min"),
            (125.0, "2 min 5 s"),
            (3600.0, "1 h"),
            (3725.0, "1 h 2 min"),
            (-0.5, "-0.5 s"),
            (1e30, "1.0e30 s"),
            (f64::INFINITY, "infinite"),
            (f64::NAN, "NaN"),
        ];
        for (secs, text) in cases {
            assert_eq!(duration(secs), text);
        }
    }

    #[test]
    fn rounding_noise_is_0_and_small_measures_are_not() {
        let values = [0.0, -0.0, 1.1e-15, -3e-8, 4e-4, 0.125, 12.34, 512.6, 1e12, f64::NAN];
        assert_eq!(
            values.map(measure),
            ["0", "0", "0", "0", "4.0e-4", "0.125", "12.3", "513", "1.0e12", "NaN"]
        );
    }

    #[test]
    fn nothing_is_called_all_or_none_that_is_not() {
        let shares = [0.0, 0.001, 0.754, 0.999, 1.0, f64::NAN].map(percent);
        assert_eq!(shares, ["0 %", "<1 %", "75 %", ">99 %", "100 %", "–"]);
    }

    #[test]
    fn long_texts_are_cut_at_the_end_that_matters_less() {
        assert_eq!(end_of("folder/session.bin", 12), "…session.bin");
        assert_eq!(start_of("a\nlong name", 6), "a\\nlo…");
    }
}

//! Benchmark results as Markdown that is also readable in a terminal.

use std::fmt::Write;

use crate::race::{Lane, Times};

/// A question, the method, and the results.
pub(crate) struct Section {
    pub(crate) title: &'static str,
    pub(crate) text: String,
    pub(crate) table: Table,
    pub(crate) goals: Vec<Goal>,
}

/// A target, and whether it is met.
pub(crate) struct Goal {
    what: String,
    wanted: String,
    measured: String,
    is_met: bool,
}

impl Goal {
    /// Minimum ratio of speeds.
    pub(crate) fn at_least(what: impl Into<String>, wanted: f64, measured: f64) -> Self {
        Self {
            what: what.into(),
            wanted: format!("at least {wanted} ×"),
            measured: format!("{} ×", number(measured)),
            is_met: measured >= wanted,
        }
    }

    /// Maximum ratio.
    pub(crate) fn at_most(what: impl Into<String>, wanted: f64, measured: f64) -> Self {
        Self {
            what: what.into(),
            wanted: format!("at most {wanted} ×"),
            measured: format!("{} ×", number(measured)),
            is_met: measured <= wanted,
        }
    }

    /// Minimum throughput in GB/s.
    pub(crate) fn at_least_gbs(what: impl Into<String>, wanted: f64, measured: f64) -> Self {
        Self {
            what: what.into(),
            wanted: format!("at least {wanted} GB/s"),
            measured: format!("{} GB/s", number(measured)),
            is_met: measured >= wanted,
        }
    }

    /// Maximum time.
    pub(crate) fn below(what: impl Into<String>, wanted_nanos: f64, measured_nanos: f64) -> Self {
        Self {
            what: what.into(),
            wanted: format!("below {}", time(wanted_nanos)),
            measured: time(measured_nanos),
            is_met: measured_nanos < wanted_nanos,
        }
    }
}

/// Rows of text under a header; all columns but the first are numbers.
pub(crate) struct Table {
    rows: Vec<Vec<String>>,
}

impl Table {
    pub(crate) fn new<const N: usize>(header: [&str; N]) -> Self {
        Self { rows: vec![header.map(str::to_owned).to_vec()] }
    }

    /// One row per lane: name, median and best time, and further columns.
    pub(crate) fn of_times<const N: usize>(
        times: &Times,
        lanes: impl IntoIterator<Item = Lane>,
        more: [(&str, &dyn Fn(Lane) -> String); N],
    ) -> Self {
        let header = ["", "median", "best"].into_iter().chain(more.map(|(name, _)| name));
        let mut rows = vec![header.map(str::to_owned).collect()];
        rows.extend(lanes.into_iter().map(|lane| {
            let own =
                [times.name(lane).to_owned(), time(times.median(lane)), time(times.best(lane))];
            own.into_iter().chain(more.map(|(_, cell)| cell(lane))).collect()
        }));
        Self { rows }
    }

    pub(crate) fn push<const N: usize>(&mut self, row: [String; N]) {
        self.rows.push(row.into());
    }

    fn render(&self, out: &mut String) {
        let columns = self.rows.first().map_or(0, Vec::len);
        let width = |column: usize| {
            self.rows.iter().map(|row| row[column].chars().count()).max().unwrap_or_default().max(3)
        };
        let widths: Vec<usize> = (0..columns).map(width).collect();
        for (number, row) in self.rows.iter().enumerate() {
            for (column, (cell, &width)) in row.iter().zip(&widths).enumerate() {
                let padding = " ".repeat(width - cell.chars().count());
                let _ = match column {
                    0 => write!(out, "| {cell}{padding} "),
                    _ => write!(out, "| {padding}{cell} "),
                };
            }
            out.push_str("|\n");
            if number == 0 {
                for (column, &width) in widths.iter().enumerate() {
                    let dashes = "-".repeat(width + 1);
                    let end = if column == 0 { '-' } else { ':' };
                    let _ = write!(out, "|{dashes}{end}");
                }
                out.push_str("|\n");
            }
        }
    }
}

/// Renders all sections.
pub(crate) fn render(sections: &[Section]) -> String {
    let mut out = String::new();
    for Section { title, text, table, goals } in sections {
        let _ = write!(out, "### {title}\n\n{text}\n\n");
        table.render(&mut out);
        out.push('\n');
        if goals.is_empty() {
            continue;
        }
        let mut table = Table::new(["goal", "wanted", "measured", "met"]);
        for Goal { what, wanted, measured, is_met } in goals {
            let met = if *is_met { "yes" } else { "**no**" };
            table.push([what.clone(), wanted.clone(), measured.clone(), met.to_owned()]);
        }
        table.render(&mut out);
        out.push('\n');
    }
    out
}

/// Formats a number to three digits.
pub(crate) fn number(value: f64) -> String {
    match value.abs() {
        size if size >= 99.95 => format!("{value:.0}"),
        size if size >= 9.995 => format!("{value:.1}"),
        _ => format!("{value:.2}"),
    }
}

/// Formats nanoseconds in a suitable unit.
pub(crate) fn time(nanos: f64) -> String {
    match nanos {
        _ if nanos < 1e3 => format!("{} ns", number(nanos)),
        _ if nanos < 1e6 => format!("{} µs", number(nanos / 1e3)),
        _ if nanos < 1e9 => format!("{} ms", number(nanos / 1e6)),
        _ => format!("{} s", number(nanos / 1e9)),
    }
}

/// Formats a throughput.
pub(crate) fn throughput(bytes: usize, nanos: f64) -> String {
    format!("{} GB/s", number(bytes as f64 / nanos))
}

/// Formats bytes in a suitable unit.
pub(crate) fn size(bytes: usize) -> String {
    match bytes as f64 {
        bytes if bytes < 1e6 => format!("{} kB", number(bytes / 1e3)),
        bytes if bytes < 1e9 => format!("{} MB", number(bytes / 1e6)),
        bytes => format!("{} GB", number(bytes / 1e9)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_table_is_aligned_whatever_its_letters_take_in_bytes() {
        let mut table = Table::new(["what", "time"]);
        table.push(["an å".to_owned(), "12.0 µs".to_owned()]);
        let mut out = String::new();
        table.render(&mut out);
        assert_eq!(out, "| what |    time |\n|------|--------:|\n| an å | 12.0 µs |\n");
    }

    #[test]
    fn numbers_have_three_digits_and_their_unit() {
        let cases = [(0.5, "0.50 ns"), (999.0, "999 ns"), (12_345.0, "12.3 µs"), (5e5, "500 µs")];
        for (nanos, text) in cases {
            assert_eq!(time(nanos), text);
        }
        assert_eq!(size(1_234_567), "1.23 MB");
        assert_eq!(throughput(2_000, 1_000.0), "2.00 GB/s");
    }

    #[test]
    fn a_goal_missed_is_said_so() {
        let section = Section {
            title: "Opening",
            text: "How long.".to_owned(),
            table: Table::new(["what", "time"]),
            goals: vec![Goal::at_least("us", 2.0, 1.5), Goal::below("us", 1e3, 500.0)],
        };
        let text = render(&[section]);
        assert!(text.starts_with("### Opening\n\nHow long.\n\n| what | time |\n"));
        assert!(text.contains("| us   |  at least 2 × |   1.50 × | **no** |"), "{text}");
        assert!(text.contains("| us   | below 1.00 µs |   500 ns |    yes |"), "{text}");
    }
}

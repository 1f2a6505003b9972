//! Measures as text for a terminal.

use std::fmt::Write;

use reenact_inspect::stats::{Row, Stats};

use crate::input::{Input, Inputs};
use crate::text::people;
use crate::text::style::{self, paint};

/// Minimum width of a measure's name in columns.
const LABEL: usize = 27;
/// Minimum width of the column of the left hand, and the gap between it and the column of the right hand.
const HAND: usize = 24;
const GAP: usize = 2;
/// Widths of names and values of the other measures.
const BODY: [usize; 2] = [22, 28];
const EYES: [usize; 2] = [36, 14];
/// Statistics of one measure that are printed on one line.
const PARTS: [&str; 7] = ["mean", "median", "min", "max", "shortest", "longest", "peak"];

/// Renders the measures of one recording in lines of at most `width` columns: both hands side by side, the others below, related
/// statistics on one line. Unknown measures are left out. On a narrow terminal every measure has its own line.
pub(super) fn render(file: &str, stats: &Stats, width: usize, name_width: usize) -> String {
    let rows = stats.rows();
    let secs = stats.duration_secs.map_or_else(String::new, people::duration);
    let file = people::end_of(file, name_width.saturating_sub(20));
    let mut text = format!("{}   {secs}\n", paint(style::HEADING, file));
    let of = |prefix: &str| -> Vec<Measure> {
        let own = rows.iter().filter(|row| row.name.starts_with(&format!("{prefix}_")));
        measures(own, &format!("{prefix} "))
    };
    let [left, right] = ["left", "right"].map(of);
    let has_hands = |(a, b): &(&Measure, &Measure)| a.is_known() || b.is_known();
    let known: Vec<_> = left.iter().zip(&right).filter(has_hands).collect();
    let widest = known.iter().map(|(left, _)| left.text().chars().count()).max();
    let hand = widest.unwrap_or_default().max(HAND) + GAP;
    let label = known.iter().map(|(left, _)| left.label.chars().count() + 1).max();
    let label = label.unwrap_or_default().max(LABEL);
    let right_most = known.iter().map(|(_, right)| right.text().chars().count()).max();
    let is_narrow = label + hand + right_most.unwrap_or_default() > width;
    if known.is_empty() {
        _ = writeln!(text, "\n{}", paint(style::QUIET, "no hands"));
    } else if !is_narrow {
        let head = format!("{:label$}{:hand$}{}", "", "left", "right");
        _ = writeln!(text, "\n{}", paint(style::HEADING, head));
    } else {
        text.push('\n');
    }
    for (a, b) in known {
        if is_narrow {
            _ = writeln!(text, "{}\n  left  {}\n  right {}", a.label, a.text(), b.text());
            continue;
        }
        let line = format!("{:label$}{:hand$}{}", a.label, a.text(), b.text());
        _ = writeln!(text, "{}", line.trim_end());
    }
    let is_other = |row: &&Row| {
        let name = &row.name;
        !name.starts_with("left_") && !name.starts_with("right_") && name != "duration_secs"
    };
    let others = measures(rows.iter().filter(is_other), "");
    let others: Vec<&Measure> = others.iter().filter(|measure| measure.is_known()).collect();
    if !others.is_empty() {
        _ = writeln!(text, "\n{}", paint(style::HEADING, "head, gaze and both hands"));
    }
    if width < BODY.into_iter().chain(EYES).sum() {
        for measure in others {
            _ = writeln!(text, "{}\n  {}", measure.label, measure.text());
        }
        return text + &damage(stats);
    }
    // Two per line, with the eye movements on the right.
    let (eyes, body): (Vec<&Measure>, Vec<&Measure>) =
        others.into_iter().partition(|measure| measure.label.contains(" by "));
    for line in 0..body.len().max(eyes.len()) {
        let cell = |measure: Option<&&Measure>, [label, value]: [usize; 2]| match measure {
            Some(measure) => format!("{:label$}{:value$}", measure.label, measure.text()),
            None => " ".repeat(label + value),
        };
        let both = cell(body.get(line), BODY) + &cell(eyes.get(line), EYES);
        _ = writeln!(text, "{}", both.trim_end());
    }
    text + &damage(stats)
}

/// Defects of the input, and the measures that they affect.
fn damage(stats: &Stats) -> String {
    let mut text = String::new();
    if !stats.damage.is_empty() {
        let title = "damaged input: these measures are wrong or incomplete; run `reenact doctor` for details";
        _ = writeln!(text, "\n{}", paint(style::NOTABLE, title));
    }
    for damage in &stats.damage {
        // One group per line, with the code on the first.
        let codes = std::iter::once(damage.code.name()).chain(std::iter::repeat(""));
        for (code, group) in codes.zip(&damage.affects) {
            _ = writeln!(text, "{code:LABEL$}{}", group.label());
        }
    }
    text
}

/// Statistics of one measure, such as mean and peak of `speed`.
struct Measure {
    label: String,
    unit: &'static str,
    /// Names and values of the statistics.
    parts: Vec<(String, Option<f64>)>,
}

impl Measure {
    fn is_known(&self) -> bool {
        self.parts.iter().any(|(_, value)| value.is_some())
    }

    /// Text such as `0.499, peak 0.71 m/s` for mean and peak, `0.08 (0.06 – 0.1) m` for mean, min and max.
    fn text(&self) -> String {
        if !self.is_known() {
            return "–".to_owned();
        }
        let value = |value: Option<f64>| value.map_or_else(|| "–".to_owned(), people::measure);
        let find = |names: [&str; 2]| {
            let found = self.parts.iter().find(|(part, _)| names.contains(&part.as_str()));
            found.map(|(_, found)| value(*found))
        };
        let range = find(["min", "shortest"]).zip(find(["max", "longest"]));
        let mut parts: Vec<String> = Vec::new();
        for (part, found) in &self.parts {
            match part.as_str() {
                "mean" | "" => parts.push(value(*found)),
                // With mean, min and max there is no space for the median; tables have it.
                "median" | "min" | "shortest" | "max" | "longest" if range.is_some() => {}
                part => parts.push(format!("{part} {}", value(*found))),
            }
        }
        let mut parts = parts.join(", ");
        if let Some((least, most)) = range {
            _ = write!(parts, " ({least} – {most})");
        }
        format!("{parts} {}", self.unit).trim().to_owned()
    }
}

/// Groups consecutive rows of one measure.
fn measures<'r>(rows: impl Iterator<Item = &'r Row>, prefix: &str) -> Vec<Measure> {
    let mut measures: Vec<Measure> = Vec::new();
    for row in rows {
        let label = row.label.strip_prefix(prefix).unwrap_or(&row.label);
        let (label, part) =
            label.split_once(", ").filter(|(_, part)| PARTS.contains(part)).unwrap_or((label, ""));
        match measures.last_mut() {
            Some(last) if last.label == label && last.unit == row.unit && !part.is_empty() => {
                last.parts.push((part.to_owned(), row.value));
            }
            _ => measures.push(Measure {
                label: label.to_owned(),
                unit: row.unit,
                parts: vec![(part.to_owned(), row.value)],
            }),
        }
    }
    measures
}

/// Table of a few measures of many recordings, one row each.
pub(super) struct Table {
    name: usize,
    name_width: usize,
    /// Whether each value has its own line.
    is_narrow: bool,
    is_started: bool,
}

/// Columns of the table, with titles.
const COLUMNS: [(&str, &str); 6] = [
    ("duration_secs", "length"),
    ("left_path_length_m", "left path"),
    ("right_path_length_m", "right path"),
    ("left_pinches", "pinches l"),
    ("right_pinches", "pinches r"),
    ("head_path_length_m", "head path"),
];
const COLUMN: usize = 11;

impl Table {
    pub(super) fn new(inputs: &Inputs, width: usize, name_width: usize) -> Self {
        let name = |input: &Input| people::end_of(&input.to_string(), usize::MAX).chars().count();
        let longest = inputs.list().iter().map(name).max().unwrap_or(0);
        let columns = COLUMN * COLUMNS.len();
        let room = name_width.saturating_sub(columns).max(12);
        let is_narrow = columns + 12 > width;
        Self { name: longest.clamp(4, room), name_width, is_narrow, is_started: false }
    }

    pub(super) fn row(&mut self, file: &str, stats: &Stats) -> String {
        let name = self.name;
        let rows = stats.rows();
        let cell = |column: &str| {
            let row = rows.iter().find(|row| row.name == column);
            row.map_or_else(String::new, |row| {
                let value = row.value.map_or_else(|| "–".to_owned(), people::measure);
                format!("{value} {}", row.unit).trim_end().to_owned()
            })
        };
        if self.is_narrow {
            let file = people::end_of(file, self.name_width);
            let mut lines = format!("{}\n", paint(style::HEADING, file));
            for (column, title) in COLUMNS {
                _ = writeln!(lines, "  {title:COLUMN$}{}", cell(column));
            }
            return lines + &damage_codes(stats);
        }
        let mut line = format!("{:name$}", people::end_of(file, name));
        for (column, _) in COLUMNS {
            _ = write!(line, "{:>COLUMN$}", cell(column));
        }
        line.push('\n');
        line += &damage_codes(stats);
        if std::mem::replace(&mut self.is_started, true) {
            return line;
        }
        let mut head = format!("{:name$}", "file");
        for (_, title) in COLUMNS {
            _ = write!(head, "{title:>COLUMN$}");
        }
        format!("{}\n{line}", paint(style::HEADING, head))
    }
}

/// Line with the defects of the input; empty if there are none.
fn damage_codes(stats: &Stats) -> String {
    if stats.damage.is_empty() {
        return String::new();
    }
    let codes: Vec<&str> = stats.damage.iter().map(|damage| damage.code.name()).collect();
    format!("  {}\n", paint(style::NOTABLE, format!("damaged: {}", codes.join(", "))))
}

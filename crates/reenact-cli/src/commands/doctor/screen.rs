//! Findings as text for a terminal.

use std::fmt::Write;

use anstyle::Style;
use reenact_inspect::doctor::{Finding, Fix, Report, Severity};

use crate::text::people;
use crate::text::style::{self, paint};
use crate::text::wrap;

/// Width of the severity in columns.
const LABEL: usize = 9;

/// Renders a report as lines of at most `width` columns.
pub(super) fn render(file: &str, report: &Report, width: usize) -> String {
    let mut text = format!("{}\n", paint(style::HEADING, people::end_of(file, width)));
    match &report.writer {
        Some(writer) => {
            _ = writeln!(text, "written by {}, probably:", paint(style::HEADING, &writer.name));
            for evidence in &writer.evidence {
                text += &wrap::indented(evidence, "  ", width, style::QUIET);
            }
        }
        None => text += "writer unknown\n",
    }
    if let Some(sampling) = report.sampling {
        let rate = people::trimmed(sampling.rate_hz.into(), 1);
        let jitter = people::percent(sampling.jitter.into());
        _ = writeln!(
            text,
            "recorded at {rate} Hz, measured over {}; 95 % of the intervals deviate by {jitter}",
            people::count(sampling.frames, "frame")
        );
    }
    for finding in &report.findings {
        text += &one(finding, width);
    }
    text.push('\n');
    text + &summary(report)
}

fn one(finding: &Finding, width: usize) -> String {
    let label = format!("{:LABEL$}", finding.severity);
    let label = paint(style_of(finding.severity), label);
    let code = paint(style::HEADING, finding.code);
    let (fix, fix_style) = match finding.fix {
        Fix::Exact => ("repair fixes it", style::GOOD),
        Fix::Partial => ("repair fixes part of it", style::NOTABLE),
        Fix::None => ("", style::GOOD),
    };
    let place = finding.location.to_string();
    let columns = |text: &str| text.chars().count();
    let taken = LABEL + columns(finding.code.name()) + columns(&place) + columns(fix) + 6;
    let [place, fix] = [paint(style::QUIET, &place), paint(fix_style, fix)];
    // A long location has a line of its own.
    let head = if taken <= width {
        format!("\n{label}{code}   {place}   {fix}")
    } else {
        format!("\n{label}{code}   {fix}\n{:LABEL$}{place}", "")
    };
    let mut text = format!("{}\n", head.trim_end());
    text += &wrap::indented(&finding.message, &" ".repeat(LABEL), width, Style::new());
    text
}

fn summary(report: &Report) -> String {
    let count = |severity| report.findings.iter().filter(|f| f.severity == severity).count();
    let counts: Vec<String> = Severity::ALL
        .into_iter()
        .filter(|&severity| count(severity) > 0)
        .map(|severity| paint(style_of(severity), people::count(count(severity), severity.name())))
        .collect();
    let ignored = ignored(report);
    if counts.is_empty() {
        return format!("{}{ignored}\n", paint(style::GOOD, "healthy: no findings"));
    }
    let repairable = report.findings.iter().any(|finding| finding.fix != Fix::None);
    let advice = if report.unreadable() && repairable {
        "; `reenact repair` recovers the intact data"
    } else if report.unreadable() {
        "; it cannot be read"
    } else if report.is_healthy() {
        "; healthy"
    } else if repairable {
        "; run `reenact repair` to fix what can be fixed"
    } else {
        ""
    };
    format!("{}{advice}{ignored}\n", counts.join(", "))
}

/// Ignored codes, as a part of the last line.
fn ignored(report: &Report) -> String {
    let mut codes: Vec<&str> = report.ignored.iter().map(|finding| finding.code.name()).collect();
    codes.sort_unstable();
    codes.dedup();
    if codes.is_empty() { String::new() } else { format!("; ignored: {}", codes.join(", ")) }
}

fn style_of(severity: Severity) -> Style {
    match severity {
        Severity::Error => style::ERROR,
        Severity::Warning => style::NOTABLE,
        Severity::Note => style::TRACK,
    }
}

/// Line for one of several files.
pub(super) fn line(file: &str, report: &Report) -> String {
    let (label, colour) = match report.worst() {
        _ if report.unreadable() => ("unreadable", style::ERROR),
        Some(Severity::Error) => ("error", style::ERROR),
        Some(Severity::Warning) => ("warning", style::NOTABLE),
        Some(Severity::Note) | None => ("healthy", style::GOOD),
    };
    let serious = report.findings.iter().filter(|finding| finding.severity != Severity::Note);
    let mut codes: Vec<&str> = serious.map(|finding| finding.code.name()).collect();
    codes.dedup();
    let line = format!("{} {file}   {}", paint(colour, format!("{label:10}")), codes.join(", "));
    line.trim_end().to_owned() + "\n"
}

/// Number of files by their highest severity.
#[derive(Debug, Default)]
pub(super) struct Counts {
    healthy: usize,
    warned: usize,
    wrong: usize,
    unreadable: usize,
}

impl Counts {
    /// Whether no file could be read.
    pub(super) const fn all_unreadable(&self) -> bool {
        let Self { healthy, warned, wrong, unreadable } = *self;
        unreadable > 0 && healthy + warned + wrong == 0
    }

    pub(super) fn add(&mut self, report: &Report) {
        let count = match report.worst() {
            _ if report.unreadable() => &mut self.unreadable,
            Some(Severity::Error) => &mut self.wrong,
            Some(Severity::Warning) => &mut self.warned,
            Some(Severity::Note) | None => &mut self.healthy,
        };
        *count += 1;
    }

    pub(super) fn line(&self) -> String {
        let Self { healthy, warned, wrong, unreadable } = self;
        let parts = [
            (*healthy, "healthy", style::GOOD),
            (*warned, "with warnings", style::NOTABLE),
            (*wrong, "with errors", style::ERROR),
            (*unreadable, "unreadable", style::ERROR),
        ];
        let parts: Vec<String> = parts
            .into_iter()
            .filter(|(count, ..)| *count > 0)
            .map(|(count, what, colour)| {
                paint(colour, format!("{} {what}", people::grouped(count)))
            })
            .collect();
        if parts.is_empty() { String::new() } else { parts.join(", ") + "\n" }
    }
}

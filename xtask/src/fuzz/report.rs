//! Results of fuzz targets, and their output.

use std::fmt::Write;

use reenact_base::number::grouped;

use crate::term::Term;

/// Result of one target.
#[derive(Default)]
pub(super) struct Report {
    pub(super) target: String,
    /// Program of the target.
    pub(super) program: String,
    pub(super) executions: u64,
    pub(super) per_sec: u64,
    pub(super) coverage: u64,
    pub(super) new_inputs: u64,
    /// Output of a failed target.
    pub(super) failure: Option<Vec<String>>,
    /// Input that failed.
    pub(super) input: Option<String>,
}

impl Report {
    /// Extracts progress and failures from a line of the fuzzer's output.
    pub(super) fn take(&mut self, line: &str) {
        if let Some(rest) = line.strip_prefix('#') {
            // `#4096 pulse cov: 1021 ft: 3040 …`
            let number = rest.split_whitespace().next().and_then(|number| number.parse().ok());
            self.executions = number.unwrap_or(self.executions);
            let coverage = rest
                .split_once("cov: ")
                .and_then(|(_, rest)| rest.split_whitespace().next()?.parse().ok());
            self.coverage = coverage.unwrap_or(self.coverage);
        } else if let Some((name, value)) =
            line.strip_prefix("stat::").and_then(|stat| stat.split_once(':'))
        {
            let value = value.trim().parse().unwrap_or(0);
            match name {
                "number_of_executed_units" => self.executions = value,
                "average_exec_per_sec" => self.per_sec = value,
                "new_units_added" => self.new_inputs = value,
                _ => {}
            }
        } else if let Some((_, path)) = line.split_once("Test unit written to ") {
            let from_root = path.find("fuzz/artifacts").and_then(|at| path.get(at..));
            self.input = Some(from_root.unwrap_or(path).to_owned());
        }
    }

    /// Failure, and how to reproduce and fix it.
    pub(super) fn advice(&self, term: Term) -> String {
        let Self { target, program, .. } = self;
        let mut text = format!("\n{}\n", term.red(&format!("{target} broke:")));
        for line in self.failure.iter().flatten() {
            _ = writeln!(text, "  {line}");
        }
        if let Some(input) = &self.input {
            _ = writeln!(
                text,
                "input:           {input}\n\
                 run it again:    {program} {input}\n\
                 make it smaller: {program} -minimize_crash=1 -max_total_time=60 -artifact_prefix=fuzz/artifacts/{target}/ {input}\n\
                 once fixed:      keep it in fuzz/regressions/{target}/, which the tests replay"
            );
        }
        text
    }
}

/// Relevant part of a log: a panic's message, or the fuzzer's own error.
pub(super) fn what_broke(log: &[String]) -> Vec<String> {
    let is_start = |line: &&String| line.contains("panicked at") || line.contains("ERROR: ");
    let is_end = |line: &&String| {
        line.is_empty()
            || line.starts_with("note:")
            || line.starts_with("stat::")
            || line.starts_with("stack backtrace")
    };
    let message: Vec<String> = log
        .iter()
        .skip_while(|line| !is_start(line))
        .take_while(|line| !is_end(line))
        .take(12)
        .cloned()
        .collect();
    if message.is_empty() { log.iter().rev().take(12).rev().cloned().collect() } else { message }
}

pub(super) fn table(term: Term, reports: &[Report]) -> String {
    let width =
        reports.iter().map(|report| report.target.len()).max().unwrap_or(0).max("target".len());
    let heading = format!(
        "{:<width$}  {:>12}  {:>8}  {:>8}  {:>10}  result",
        "target", "executions", "exec/s", "coverage", "new inputs"
    );
    let mut text = format!("{}\n", term.bold(&heading));
    for report in reports {
        let [executions, per_sec, coverage, new_inputs] =
            [report.executions, report.per_sec, report.coverage, report.new_inputs].map(grouped);
        let result = if report.failure.is_some() { term.red("BROKEN") } else { term.green("ok") };
        _ = writeln!(
            text,
            "{:<width$}  {executions:>12}  {per_sec:>8}  {coverage:>8}  {new_inputs:>10}  {result}",
            report.target
        );
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    fn lines(text: &str) -> Vec<String> {
        text.lines().map(str::to_owned).collect()
    }

    #[test]
    fn a_report_is_made_of_the_fuzzers_lines() {
        let mut report = Report { target: "view".to_owned(), ..Report::default() };
        for line in [
            "#41\tINITED cov: 903 ft: 2200 corp: 39/70Kb exec/s: 0 rss: 30Mb",
            "#4096\tpulse  cov: 1021 ft: 3040 corp: 120/99Kb lim: 4096 exec/s: 2048 rss: 31Mb",
            "Done 113608 runs in 16 second(s)",
            "stat::number_of_executed_units: 113608",
            "stat::average_exec_per_sec:     7100",
            "stat::new_units_added:          1147",
        ] {
            report.take(line);
        }
        let expected = "\
target    executions    exec/s  coverage  new inputs  result
view         113,608     7,100     1,021       1,147  ok
";
        assert_eq!(table(Term { is_coloured: false }, &[report]), expected);
    }

    #[test]
    fn what_broke_is_the_panic_and_where_the_input_is() {
        let log = lines(
            "INFO: Seed: 1\n\nthread '<unnamed>' panicked at checks.rs:12:3:\nassertion failed\nnote: run with `RUST_BACKTRACE=1`\n==1== ERROR: libFuzzer: deadly signal",
        );
        assert_eq!(
            what_broke(&log),
            lines("thread '<unnamed>' panicked at checks.rs:12:3:\nassertion failed")
        );
        let mut report = Report::default();
        report.take("artifact_prefix='x/'; Test unit written to /home/me/reenact/fuzz/artifacts/view/crash-1");
        assert_eq!(report.input.as_deref(), Some("fuzz/artifacts/view/crash-1"));
    }
}

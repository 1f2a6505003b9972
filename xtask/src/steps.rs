//! Runs steps, with a heading and the duration of each, and a table at the end.

use std::fmt::Write;
use std::time::{Duration, Instant};

use crate::term::{self, Term};

/// Check that can be run separately.
pub(crate) struct Step {
    pub(crate) name: &'static str,
    /// Short description.
    pub(crate) what: &'static str,
    /// Runs it; returns a short summary or an error.
    pub(crate) run: fn() -> Result<String, String>,
    /// Whether it runs only on request, because it takes much time or disk space.
    pub(crate) is_heavy: bool,
}

impl Step {
    pub(crate) const fn new(
        name: &'static str,
        what: &'static str,
        run: fn() -> Result<String, String>,
    ) -> Self {
        Self { name, what, run, is_heavy: false }
    }

    /// Creates a step that only `--full` runs.
    pub(crate) const fn heavy(
        name: &'static str,
        what: &'static str,
        run: fn() -> Result<String, String>,
    ) -> Self {
        Self { name, what, run, is_heavy: true }
    }
}

enum State {
    Passed { note: String },
    Failed { why: String },
    NotRun,
}

/// Runs the steps in order; stops at the first failure unless `keep_going` is set.
pub(crate) fn run(steps: &[&Step], keep_going: bool) -> Result<(), String> {
    let term = term::stdout();
    let start = Instant::now();
    let mut rows: Vec<(&Step, Duration, State)> = Vec::new();
    let mut has_failed = false;
    for (n, &step) in steps.iter().enumerate() {
        if has_failed && !keep_going {
            rows.push((step, Duration::ZERO, State::NotRun));
            continue;
        }
        let heading = format!("[{}/{}] {}: {}", n + 1, steps.len(), step.name, step.what);
        println!("\n{}", term.bold(&heading));
        let step_start = Instant::now();
        let state = match (step.run)() {
            Ok(note) => State::Passed { note },
            Err(why) => {
                has_failed = true;
                println!("{} {why}", term.red("failed:"));
                State::Failed { why }
            }
        };
        let took = step_start.elapsed();
        println!("{}", term.dim(&format!("{} took {}", step.name, secs(took))));
        rows.push((step, took, state));
    }
    print!("\n{}", summary(term, &rows, start.elapsed()));
    let failed = rows.iter().filter(|(.., state)| matches!(state, State::Failed { .. }));
    let failed: Vec<_> = failed.map(|(step, ..)| step.name).collect();
    if failed.is_empty() {
        return Ok(());
    }
    Err(format!(
        "failed: {}; run it alone with `cargo xtask test --only {}`",
        failed.join(", "),
        failed.join(",")
    ))
}

fn summary(term: Term, rows: &[(&Step, Duration, State)], total: Duration) -> String {
    let width = rows.iter().map(|(step, ..)| step.name.len()).max().unwrap_or(0).max("total".len());
    let mut text = String::new();
    for (step, took, state) in rows {
        let (time, result) = match state {
            State::Passed { note } => (secs(*took), format!("{}      {note}", term.green("ok"))),
            State::Failed { why } => (secs(*took), format!("{}  {why}", term.red("FAILED"))),
            State::NotRun => (String::new(), term.dim("not run")),
        };
        _ = writeln!(text, "{:<width$}  {time:>8}  {}", step.name, result.trim_end());
    }
    _ = writeln!(text, "{:<width$}  {:>8}", "total", secs(total));
    text
}

fn secs(time: Duration) -> String {
    format!("{:.1} s", time.as_secs_f64())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn step(name: &'static str) -> Step {
        Step::new(name, "", || Ok(String::new()))
    }

    #[test]
    fn the_summary_has_a_line_a_step_and_no_colour_off_a_terminal() {
        let [fmt, clippy, tests] = [step("fmt"), step("clippy"), step("tests")];
        let rows = [
            (&fmt, Duration::from_millis(640), State::Passed { note: "12 files".to_owned() }),
            (
                &clippy,
                Duration::from_secs(12),
                State::Failed { why: "`cargo clippy` ended".to_owned() },
            ),
            (&tests, Duration::ZERO, State::NotRun),
        ];
        let text = summary(Term { is_coloured: false }, &rows, Duration::from_millis(12_640));
        let expected = "\
fmt        0.6 s  ok      12 files
clippy    12.0 s  FAILED  `cargo clippy` ended
tests             not run
total     12.6 s
";
        assert_eq!(text, expected);
    }
}

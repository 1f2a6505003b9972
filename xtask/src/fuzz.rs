//! `cargo xtask fuzz`: runs the targets in `fuzz/` side by side and says what they found.
//!
//! No sanitizer and so no nightly Rust: the library has no unsafe code, and what is looked for are panics,
//! hangs, memory out of proportion and broken promises.

use std::collections::VecDeque;
use std::fmt::Write;
use std::fs;
use std::io::{BufRead, BufReader};
use std::num::NonZero;
use std::path::Path;
use std::process::Stdio;
use std::sync::Mutex;
use std::thread;
use std::time::{Duration, Instant};

use crate::args::Args;
use crate::files;
use crate::process::{cargo, need_cargo_tool, run as run_command};
use crate::term::{Term, grouped};
use crate::{Outcome, term};

pub(crate) const HELP: &str = "\
Runs the fuzz targets, as many at a time as there are cores, seeded with testdata.

Usage: cargo xtask fuzz [options]

Options:
  --secs N        seconds for each target (default 60)
  --target NAME   this target alone
  --list          list the targets

What it finds on the way is kept in fuzz/corpus, so the next run starts where this one ended. An input that
breaks something is kept in fuzz/artifacts; once it is fixed, it belongs in fuzz/regressions/TARGET.
";

const DEFAULT_SECS: u64 = 60;
/// The largest input that is tried, and the largest recording that serves as a seed.
const MAX_LEN: u64 = 64 << 10;
/// How often a long run says that it is still there.
const PULSE: Duration = Duration::from_secs(30);

pub(crate) fn run(mut args: Args) -> Outcome {
    let list = args.flag("--list");
    let secs = args.parsed("--secs")?.unwrap_or(DEFAULT_SECS);
    let only = args.value("--target")?;
    let mut targets = targets()?;
    if let Some(name) = &only
        && !targets.contains(name)
    {
        return Err(args.wrong(&format!("no target {name:?}; there are {}", targets.join(", "))));
    }
    args.finish()?;
    if list {
        return Ok(term::print(&format!("{}\n", targets.join("\n")))?);
    }
    targets.retain(|target| only.as_ref().is_none_or(|only| only == target));
    fuzz(&targets, secs)?;
    Ok(())
}

/// The names of all targets.
pub(crate) fn targets() -> Result<Vec<String>, String> {
    let files = files::with_ending(Path::new("fuzz/fuzz_targets"), "rs")?;
    Ok(files.iter().filter_map(|file| Some(file.file_stem()?.to_str()?.to_owned())).collect())
}

/// Builds and runs targets; says in a few words how it went, or fails with what was found.
pub(crate) fn fuzz(targets: &[String], secs: u64) -> Result<String, String> {
    need_cargo_tool("fuzz", "a minute")?;
    run_command(&mut cargo(&["fuzz", "build", "--sanitizer", "none"]))?;
    for target in targets {
        plant_seeds(target)?;
    }
    let at_once = thread::available_parallelism().map_or(1, NonZero::get).min(targets.len());
    println!("{} for {secs} s each, {at_once} at a time", targets.join(", "));

    let waiting = Mutex::new(targets.iter().collect::<VecDeque<_>>());
    let next = || waiting.lock().ok()?.pop_front();
    let finished = Mutex::new(Vec::new());
    thread::scope(|scope| {
        for _ in 0..at_once {
            scope.spawn(|| {
                while let Some(target) = next() {
                    let report = run_target(target, secs);
                    if let Ok(mut finished) = finished.lock() {
                        finished.push(report);
                    }
                }
            });
        }
    });
    let mut reports = finished.into_inner().unwrap_or_default();
    reports.sort_by(|a, b| a.target.cmp(&b.target));
    print!("{}", table(term::stdout(), &reports));

    let broken: Vec<&Report> = reports.iter().filter(|report| report.failure.is_some()).collect();
    for report in &broken {
        println!("{}", report.advice(term::stdout()));
    }
    if broken.is_empty() && reports.len() == targets.len() {
        let executions = reports.iter().map(|report| report.executions).sum();
        return Ok(format!("{} executions", grouped(executions)));
    }
    let names = broken.iter().map(|report| report.target.as_str()).collect::<Vec<_>>().join(", ");
    Err(format!("fuzzing broke {names}; the inputs are listed above"))
}

/// Copies the recordings that are small enough to where the fuzzer takes its inputs from.
fn plant_seeds(target: &str) -> Result<(), String> {
    let recordings = files::recordings()?;
    let corpus = Path::new("fuzz/corpus").join(target);
    let plant = || -> std::io::Result<()> {
        fs::create_dir_all(&corpus)?;
        fs::create_dir_all(Path::new("fuzz/regressions").join(target))?;
        for path in &recordings {
            if path.metadata()?.len() <= MAX_LEN {
                // `testdata/odd/times.bin` becomes `testdata-odd-times.bin`.
                let name =
                    path.iter().map(|part| part.to_string_lossy()).collect::<Vec<_>>().join("-");
                fs::copy(path, corpus.join(name))?;
            }
        }
        Ok(())
    };
    plant().map_err(|error| format!("cannot copy seeds to {}: {error}", corpus.display()))
}

/// What became of one target.
#[derive(Default)]
struct Report {
    target: String,
    executions: u64,
    per_sec: u64,
    coverage: u64,
    new_inputs: u64,
    /// What the target printed when it broke, if it did.
    failure: Option<Vec<String>>,
    /// The input that broke it.
    input: Option<String>,
}

fn run_target(target: &str, secs: u64) -> Report {
    let mut report = Report { target: target.to_owned(), ..Report::default() };
    let folders =
        ["corpus", "regressions", "seeds"].map(|folder| format!("fuzz/{folder}/{target}"));
    // What the fuzzer finds goes to the first folder; seeds are there for targets that read no recordings.
    let folders = folders.into_iter().filter(|folder| Path::new(folder).is_dir());
    let own_dict = format!("fuzz/{target}.dict");
    let dict = if Path::new(&own_dict).exists() { &own_dict } else { "fuzz/recording.dict" };
    let mut command = cargo(&["fuzz", "run", "--sanitizer", "none", target]);
    command.args(folders).arg("--").args([
        format!("-max_total_time={secs}"),
        format!("-max_len={MAX_LEN}"),
        "-timeout=20".to_owned(),
        "-rss_limit_mb=2048".to_owned(),
        format!("-dict={dict}"),
        "-print_final_stats=1".to_owned(),
    ]);
    // Where the library panicked is enough; the way there is one command away.
    command.env("RUST_BACKTRACE", "0");
    command.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::piped());
    let mut child = match command.spawn() {
        Ok(child) => child,
        Err(error) => {
            report.failure = Some(vec![format!("cannot run cargo fuzz: {error}")]);
            return report;
        }
    };
    let mut log = Vec::new();
    let mut last_pulse = Instant::now();
    for line in
        child.stderr.take().into_iter().flat_map(|stderr| BufReader::new(stderr).split(b'\n'))
    {
        let Ok(line) = line else { break };
        let line = String::from_utf8_lossy(&line).into_owned();
        report.take(&line);
        if line.starts_with('#') {
            if last_pulse.elapsed() > PULSE {
                last_pulse = Instant::now();
                println!("{target}: {}", line.replace('\t', " "));
            }
        } else {
            log.push(line);
        }
    }
    let ended = child.wait();
    if !ended.is_ok_and(|status| status.success()) {
        report.failure = Some(what_broke(&log));
    }
    report
}

impl Report {
    /// Takes from a line of the fuzzer's what is worth knowing.
    fn take(&mut self, line: &str) {
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

    /// What broke and what to do about it.
    fn advice(&self, term: Term) -> String {
        let Self { target, .. } = self;
        let mut text = format!("\n{}\n", term.red(&format!("{target} broke:")));
        for line in self.failure.iter().flatten() {
            _ = writeln!(text, "  {line}");
        }
        if let Some(input) = &self.input {
            _ = writeln!(
                text,
                "input:           {input}\n\
                 run it again:    cargo fuzz run --sanitizer none {target} {input}\n\
                 make it smaller: cargo fuzz tmin --sanitizer none {target} {input}\n\
                 once fixed:      keep it in fuzz/regressions/{target}/, which the tests replay"
            );
        }
        text
    }
}

/// The part of a log that says what went wrong: a panic's message, or the fuzzer's own error.
fn what_broke(log: &[String]) -> Vec<String> {
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

fn table(term: Term, reports: &[Report]) -> String {
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

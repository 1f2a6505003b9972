//! `cargo xtask fuzz`: runs the targets in `fuzz/` in parallel and reports failures.
//!
//! No sanitizer, and so no nightly Rust: the library has no unsafe code, and the targets check for panics, hangs, excessive
//! memory and violated properties.

mod report;

use std::env::consts::EXE_SUFFIX;
use std::fs;
use std::io::{BufRead, BufReader};
use std::path::Path;
use std::process::Stdio;
use std::time::{Duration, Instant};

use reenact_base::number::grouped;
use reenact_base::threads::{cores, in_parallel};

use crate::process::{cargo, command, host, run as run_command};
use crate::{files, term};
use report::{Report, table, what_broke};

/// Runs the fuzz targets, as many at a time as there are cores, seeded with testdata
///
/// Inputs that reach new code are kept in fuzz/corpus, so that the next run continues where this one ended. A failing input is
/// kept in fuzz/artifacts; once it is fixed, it belongs in fuzz/regressions/TARGET.
#[derive(clap::Args)]
pub(crate) struct Args {
    /// Seconds per target
    #[arg(long, default_value_t = 60)]
    secs: u64,
    /// Run only this target
    #[arg(long, value_name = "NAME")]
    target: Option<String>,
    /// List the targets
    #[arg(long)]
    list: bool,
}

/// Largest input, and largest recording used as a seed.
const MAX_LEN: u64 = 64 << 10;
/// Interval of progress messages.
const PULSE: Duration = Duration::from_secs(30);

pub(crate) fn run(args: &Args) -> Result<(), String> {
    let mut targets = targets()?;
    if args.list {
        return term::print(&format!("{}\n", targets.join("\n")));
    }
    if let Some(name) = &args.target {
        if !targets.contains(name) {
            return Err(format!("no target {name:?}; there are {}", targets.join(", ")));
        }
        targets = vec![name.clone()];
    }
    fuzz(&targets, args.secs)?;
    Ok(())
}

/// Names of all targets.
pub(crate) fn targets() -> Result<Vec<String>, String> {
    let files = files::with_ending(Path::new("fuzz/fuzz_targets"), "rs")?;
    Ok(files.iter().filter_map(|file| Some(file.file_stem()?.to_str()?.to_owned())).collect())
}

/// Builds and runs targets; returns a summary, or fails with the failures.
pub(crate) fn fuzz(targets: &[String], secs: u64) -> Result<String, String> {
    let programs = build()?;
    for target in targets {
        plant_seeds(target)?;
    }
    let at_once = cores().get().min(targets.len());
    println!("{} for {secs} s each, {at_once} at a time", targets.join(", "));

    let mut reports =
        in_parallel(targets, cores(), |_, target| run_target(target, &programs, secs));
    reports.sort_by(|a, b| a.target.cmp(&b.target));
    print!("{}", table(term::stdout(), &reports));

    let broken: Vec<&Report> = reports.iter().filter(|report| report.failure.is_some()).collect();
    for report in &broken {
        println!("{}", report.advice(term::stdout()));
    }
    if broken.is_empty() {
        let executions = reports.iter().map(|report| report.executions).sum();
        return Ok(format!("{} executions", grouped(executions)));
    }
    let names = broken.iter().map(|report| report.target.as_str()).collect::<Vec<_>>().join(", ");
    Err(format!("fuzzing broke {names}; the inputs are listed above"))
}

/// Compiler flags: coverage and comparison tracing for libFuzzer, and overflow checks.
const FLAGS: [&str; 9] = [
    "-Cpasses=sancov-module",
    "-Cllvm-args=-sanitizer-coverage-level=4",
    "-Cllvm-args=-sanitizer-coverage-inline-8bit-counters",
    "-Cllvm-args=-sanitizer-coverage-pc-table",
    "-Cllvm-args=-sanitizer-coverage-trace-compares",
    "-Cllvm-args=-sanitizer-coverage-stack-depth",
    "-Cllvm-args=-simplifycfg-branch-fold-threshold=0",
    "-Cdebug-assertions",
    "--cfg=fuzzing",
];

/// Builds all targets; returns the folder of their programs.
fn build() -> Result<String, String> {
    let host = host().ok_or("cannot run `rustc -vV`")?;
    // With an explicit target platform, the flags do not apply to build scripts and macros.
    let words = ["build", "--release", "--manifest-path", "fuzz/Cargo.toml", "--target", &host];
    run_command(cargo(&words).env("RUSTFLAGS", FLAGS.join(" ")))?;
    Ok(format!("fuzz/target/{host}/release"))
}

/// Copies the recordings that are small enough to the seed folder of a target.
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

fn run_target(target: &str, programs: &str, secs: u64) -> Report {
    let program = format!("{programs}/{target}{EXE_SUFFIX}");
    let mut report =
        Report { target: target.to_owned(), program: program.clone(), ..Report::default() };
    let folders =
        ["corpus", "regressions", "seeds"].map(|folder| format!("fuzz/{folder}/{target}"));
    // The fuzzer adds inputs to the first folder; targets that read no recordings have seeds of their own.
    let folders = folders.into_iter().filter(|folder| Path::new(folder).is_dir());
    let own_dict = format!("fuzz/{target}.dict");
    let dict = if Path::new(&own_dict).exists() { &own_dict } else { "fuzz/recording.dict" };
    let artifacts = format!("fuzz/artifacts/{target}/");
    if let Err(error) = fs::create_dir_all(&artifacts) {
        report.failure = Some(vec![format!("cannot make {artifacts}: {error}")]);
        return report;
    }
    let mut command = command(&program, &[]);
    command.args(folders).args([
        format!("-artifact_prefix={artifacts}"),
        format!("-max_total_time={secs}"),
        format!("-max_len={MAX_LEN}"),
        "-timeout=20".to_owned(),
        "-rss_limit_mb=2048".to_owned(),
        format!("-dict={dict}"),
        "-print_final_stats=1".to_owned(),
    ]);
    // The location of a panic is enough; the backtrace is one command away.
    command.env("RUST_BACKTRACE", "0");
    command.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::piped());
    let mut child = match command.spawn() {
        Ok(child) => child,
        Err(error) => {
            report.failure = Some(vec![format!("cannot run {program}: {error}")]);
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

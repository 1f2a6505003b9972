//! Benchmarks of reading, writing, sampling, editing, recording, checking and converting, compared with
//! alternatives.
//!
//! ```text
//! cargo run --release -p reenact-bench -- [format|sample|edit|inspect|convert|handsbin|all] [--quick] [--write]
//! ```
//!
//! All candidates run in one process and take turns, so that a busy machine slows all of them alike; the results are ratios. Each
//! candidate's result is checked before it is timed. `--quick` is a smoke run on a few seconds of recording, `--write` updates
//! the tables in `docs/explanation/performance.md`.

#![expect(clippy::print_stdout, reason = "a program whose output is its tables")]
#![expect(
    clippy::indexing_slicing,
    reason = "the bytes are our own, and a panic here harms nobody"
)]
#![expect(
    clippy::as_conversions,
    clippy::cast_precision_loss,
    reason = "counts become times and rates to three digits"
)]

mod convert;
mod data;
mod edit;
mod format;
mod handsbin;
mod inspect;
mod machine;
mod page;
mod race;
mod report;
mod restart;
mod sample;

use std::process::ExitCode;

use data::Data;
use reenact_testkit::heap::Counting;

/// Also counts memory.
#[global_allocator]
static ALLOCATOR: Counting = Counting;

/// Error that stops a run: a file that cannot be written, a candidate with a wrong result.
type Failure = Box<dyn std::error::Error>;
type Result<T, E = Failure> = std::result::Result<T, E>;

const USAGE: &str =
    "usage: reenact-bench [format|sample|edit|inspect|convert|handsbin|all] [--quick] [--write]";

const HELP: &str = "
Times Reenact beside other ways of doing the same, and prints tables.

  format    open, decode and write files; memory of a decode
  sample    frames at random times, in order, and as columns
  edit      optimize, trim, mirror, retime, version, record
  inspect   doctor, compare, stats and events
  convert   write and read other formats; sizes of tables
  handsbin  write and read Unity XR Hands recordings
  all       all of these (the default)

  --quick   a smoke run on a few seconds of recording; its times say nothing
  --write   put the tables into docs/explanation/performance.md";

/// Benchmarks one part of the library and returns its tables.
type Bench = fn(&Data, Effort) -> Result<String>;

/// Parts that can be measured separately.
const PARTS: [(&str, Bench); 6] = [
    ("format", format::run),
    ("sample", sample::run),
    ("edit", edit::run),
    ("inspect", inspect::run),
    ("convert", convert::run),
    ("handsbin", handsbin::run),
];

/// Amount of work.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Effort {
    /// A smoke run: a few seconds of recording, one round.
    quick: bool,
}

impl Effort {
    /// Number of rounds.
    fn rounds(self, full: usize) -> usize {
        if self.quick { 1 } else { full }
    }

    /// Number of repetitions of a short operation per round.
    fn repeats(self, full: usize) -> usize {
        if self.quick { full.div_ceil(64) } else { full }
    }
}

fn main() -> ExitCode {
    match run(std::env::args().skip(1).collect()) {
        Ok(()) => ExitCode::SUCCESS,
        Err(failure) => {
            eprintln!("error: {failure}");
            ExitCode::FAILURE
        }
    }
}

fn run(mut words: Vec<String>) -> Result<()> {
    let mut flag = |name: &str| {
        let had = words.len();
        words.retain(|word| word != name);
        words.len() < had
    };
    if flag("--help") {
        println!("{USAGE}\n{HELP}");
        return Ok(());
    }
    let (quick, write) = (flag("--quick"), flag("--write"));
    let effort = Effort { quick };
    if quick && write {
        return Err(
            "--quick and --write cannot be combined: the times of a quick run are not meaningful"
                .into(),
        );
    }
    let part = match words.iter().map(String::as_str).collect::<Vec<_>>()[..] {
        [] | ["all"] => None,
        [part] if PARTS.iter().any(|(name, _)| *name == part) => Some(part.to_owned()),
        // Subcommands for child processes.
        [sample::ON_ONE_CORE, path] => return sample::on_one_core(path, effort),
        [sample::IN_USED_MEMORY] => return sample::in_used_memory(effort),
        _ => return Err(USAGE.into()),
    };
    if restart::restarted()? {
        return Ok(());
    }

    let machine = machine::describe();
    println!("{machine}\n");
    if quick {
        println!("Quick run: verifies the candidates; the times are not meaningful.\n");
    }
    let data = Data::make(effort)?;
    for (name, bench) in PARTS {
        if part.as_ref().is_none_or(|part| part == name) {
            let text = bench(&data, effort)?;
            println!("{text}");
            if write {
                page::write(name, &machine, &text)?;
            }
        }
    }
    Ok(())
}

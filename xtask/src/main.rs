//! The project's own commands: `cargo xtask demo`, `test`, `fuzz`, `bench`, `viewer`, `docs`, `openxr`, `profiles`.
//!
//! One file a command. Nothing here is needed to use Reenact; all of it is needed to work on it.

#![expect(clippy::print_stdout, reason = "these commands are read on the terminal")]

mod args;
mod attack;
mod bench;
mod clips;
mod demo;
mod files;
mod fuzz;
mod measures;
mod msrv;
mod openxr;
mod packages;
mod process;
mod profiles;
mod python;
mod reader;
mod scenes;
mod site;
mod steps;
mod streams;
mod tables;
mod term;
mod test;
mod viewer;
mod wasm;
mod wheel;

use std::process::ExitCode;

use args::Args;

const HELP: &str = "\
The project's own commands.

Usage: cargo xtask <command> [options]

Commands:
  demo    make a lifelike recording, show what is in it with the command, and open it in the viewer
  test    every check there is: format, lints, tests, docs, licences, a short fuzz
  fuzz    run the fuzz targets, seeded with testdata
  attack  run the built command on damaged inputs of every kind, with limits
  bench   run the benchmarks
  viewer  build the page that shows recordings, into viewer/dist
  docs    build the documentation as a site with search, into target/site
  openxr  build the OpenXR runtime that `reenact run` uses, into target/openxr
  profiles  generate the table of OpenXR interaction profiles

`cargo xtask <command> --help` says more about one.
";

/// Why a command did not end well.
pub(crate) enum Failure {
    /// The command line makes no sense: exit code 2.
    Usage(String),
    /// The command ran and failed: exit code 1.
    Failed(String),
}

impl From<String> for Failure {
    fn from(message: String) -> Self {
        Self::Failed(message)
    }
}

type Outcome = Result<(), Failure>;

/// A command: its name, what `--help` prints unless it answers that itself, and what it does.
type Command = (&'static str, Option<&'static str>, fn(Args) -> Outcome);

const COMMANDS: [Command; 9] = [
    ("demo", Some(demo::HELP), demo::run),
    ("test", Some(test::HELP), test::run),
    ("fuzz", Some(fuzz::HELP), fuzz::run),
    ("attack", Some(attack::HELP), attack::run),
    ("bench", None, bench::run),
    ("viewer", Some(viewer::HELP), viewer::run),
    ("docs", Some(site::HELP), site::run),
    ("openxr", Some(openxr::HELP), openxr::run),
    ("profiles", Some(profiles::HELP), profiles::run),
];

fn main() -> ExitCode {
    match dispatch(std::env::args().skip(1).collect()) {
        Ok(()) => ExitCode::SUCCESS,
        Err(Failure::Failed(message)) => {
            eprintln!("{} {message}", term::stderr().red("error:"));
            ExitCode::FAILURE
        }
        Err(Failure::Usage(message)) => {
            eprintln!("{} {message}", term::stderr().red("error:"));
            ExitCode::from(2)
        }
    }
}

fn dispatch(mut words: Vec<String>) -> Outcome {
    if words.is_empty()
        || matches!(words.first().map(String::as_str), Some("--help" | "-h" | "help"))
    {
        return Ok(term::print(HELP)?);
    }
    let name = words.remove(0);
    let Some((name, help, run)) = COMMANDS.into_iter().find(|(command, ..)| *command == name)
    else {
        let names = COMMANDS.map(|(command, ..)| command).join(", ");
        return Err(Failure::Usage(format!(
            "no command {name:?}; there are {names} (see `cargo xtask --help`)"
        )));
    };
    let asks_for_help = words.iter().any(|word| word == "--help" || word == "-h");
    if let (Some(help), true) = (help, asks_for_help) {
        return Ok(term::print(help)?);
    }
    process::go_to_root()?;
    run(Args::new(name, words))
}

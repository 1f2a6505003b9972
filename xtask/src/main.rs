//! The project's own commands: `cargo xtask --help` lists them.
//!
//! One file a command. Nothing here is needed to use Reenact; all of it is needed to work on it.

#![expect(clippy::print_stdout, reason = "these commands are read on the terminal")]

mod attack;
mod bench;
mod clips;
mod conformance;
mod cross;
mod demo;
mod files;
mod fuzz;
mod measures;
mod msrv;
mod npm;
mod openxr;
mod packages;
mod process;
mod processors;
mod profiles;
mod python;
mod reader;
mod scenes;
mod schemas;
mod site;
mod steps;
mod streams;
mod tables;
mod term;
mod test;
mod viewer;
mod wasm;
mod wheel;
mod windows;

use std::ffi::OsString;
use std::process::ExitCode;

use clap::Parser;

/// The project's own commands.
#[derive(Parser)]
#[command(bin_name = "cargo xtask")]
enum Command {
    Demo(demo::Args),
    Test(test::Args),
    Fuzz(fuzz::Args),
    Attack(attack::Args),
    /// Runs the benchmarks; `cargo xtask bench --help` lists them
    #[command(disable_help_flag = true)]
    Bench {
        #[arg(trailing_var_arg = true, allow_hyphen_values = true)]
        words: Vec<OsString>,
    },
    Viewer(viewer::Args),
    Schemas(schemas::Args),
    Docs(site::Args),
    Openxr(openxr::Args),
    Profiles(profiles::Args),
}

fn main() -> ExitCode {
    let command = Command::parse();
    let ran = process::go_to_root().and_then(|()| match command {
        Command::Demo(args) => demo::run(&args),
        Command::Test(args) => test::run(&args),
        Command::Fuzz(args) => fuzz::run(&args),
        Command::Attack(args) => attack::run(args),
        Command::Bench { words } => bench::run(&words),
        Command::Viewer(viewer::Args {}) => viewer::build(),
        Command::Schemas(schemas::Args {}) => schemas::run(),
        Command::Docs(args) => site::run(&args),
        Command::Openxr(openxr::Args {}) => openxr::run(),
        Command::Profiles(args) => profiles::run(&args),
    });
    match ran {
        Ok(()) => ExitCode::SUCCESS,
        Err(message) => {
            eprintln!("{} {message}", term::stderr().red("error:"));
            ExitCode::FAILURE
        }
    }
}

//! Development commands of the project: `cargo xtask --help` lists them.
//!
//! One file per command. They are needed for development only, not to use Reenact.

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
mod publish;
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
mod workspace;

use std::ffi::OsString;
use std::process::ExitCode;

use clap::Parser;

/// Development commands of the project.
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
    Interface(publish::InterfaceArgs),
    Package(publish::PackageArgs),
    Dist(publish::DistArgs),
    Wheels(publish::WheelsArgs),
    Release(publish::ReleaseArgs),
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
        Command::Interface(publish::InterfaceArgs {}) => publish::write_interface(),
        Command::Package(args) => publish::package(&args),
        Command::Dist(args) => publish::dist(&args),
        Command::Wheels(args) => publish::wheels(&args),
        Command::Release(args) => publish::release(&args),
    });
    match ran {
        Ok(()) => ExitCode::SUCCESS,
        Err(message) => {
            eprintln!("{} {message}", term::stderr().red("error:"));
            ExitCode::FAILURE
        }
    }
}

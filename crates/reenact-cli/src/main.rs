//! The `reenact` command: arguments, output and exit codes around the library crates.

#![forbid(unsafe_code)]

mod batch;
mod cli;
mod commands;
mod context;
mod edit;
mod error;
mod input;
mod json;
mod openxr;
mod outcome;
mod output;
mod progress;
mod suggest;
mod text;
mod usage;
mod view;

use std::process::ExitCode;

use clap::Parser;

use context::Context;
use error::Error;
use outcome::Outcome;

fn main() -> ExitCode {
    let cli = match cli::Cli::try_parse() {
        Ok(cli) => cli,
        Err(error) => return usage::report(&error),
    };
    let mut ctx = Context::new(cli.quiet);
    match input::open_files::scope(|| commands::run(&mut ctx, &cli.command)) {
        Ok(Outcome::Clean) | Err(Error::BrokenPipe) => ExitCode::SUCCESS,
        Ok(Outcome::Findings) => ExitCode::from(3),
        Ok(Outcome::Failed) => ExitCode::FAILURE,
        Ok(Outcome::Application(code)) => ExitCode::from(code),
        Err(Error::Failed(message)) => failed(&mut ctx, &message, 1),
        Err(Error::Usage(message)) => failed(&mut ctx, &message, 2),
    }
}

fn failed(ctx: &mut Context, message: &error::Message, code: u8) -> ExitCode {
    ctx.print_error(message);
    ExitCode::from(code)
}

//! Subcommands, one file each: arguments in, [`Outcome`] out.

mod cat;
mod compare;
mod completions;
mod concat;
mod convert;
mod doctor;
mod fill;
mod info;
mod make;
mod man;
mod marker;
mod mirror;
mod openxr;
mod optimize;
mod plot;
mod reanchor;
mod record;
mod repair;
mod resample;
mod retime;
mod run;
mod sample;
mod smooth;
mod stats;
mod strip;
mod trim;
mod view;

use crate::cli::Command;
use crate::context::Context;
use crate::error::Result;
use crate::outcome::Outcome;

/// Runs the subcommand.
pub(crate) fn run(ctx: &mut Context, command: &Command) -> Result<Outcome> {
    match command {
        Command::Info(args) => info::run(ctx, args),
        Command::Doctor(args) => doctor::run(ctx, args),
        Command::Compare(args) => compare::run(ctx, args),
        Command::Stats(args) => stats::run(ctx, args),
        Command::Plot(args) => plot::run(ctx, args),
        Command::Repair(args) => repair::run(ctx, args),
        Command::Cat(args) => cat::run(ctx, args),
        Command::Sample(args) => sample::run(args),
        Command::Convert(args) => convert::run(ctx, args),
        Command::Trim(args) => trim::run(ctx, args),
        Command::Concat(args) => concat::run(ctx, args),
        Command::Retime(args) => retime::run(ctx, args),
        Command::Resample(args) => resample::run(ctx, args),
        Command::Mirror(args) => mirror::run(ctx, args),
        Command::Reanchor(args) => reanchor::run(ctx, args),
        Command::Smooth(args) => smooth::run(ctx, args),
        Command::Fill(args) => fill::run(ctx, args),
        Command::Strip(args) => strip::run(ctx, args),
        Command::Optimize(args) => optimize::run(ctx, args),
        Command::Marker(args) => marker::run(ctx, args),
        Command::Make(args) => make::run(ctx, args),
        Command::View(args) => view::run(ctx, args),
        Command::Run(args) => run::run(ctx, args),
        Command::Record(args) => record::run(ctx, args),
        Command::OpenXr(args) => openxr::run(ctx, args),
        Command::Completions(args) => completions::run(ctx, args),
        Command::Man(args) => man::run(ctx, args),
    }
}

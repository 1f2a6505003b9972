//! `reenact doctor`.

mod screen;

use reenact::ReadOptions;
use reenact::json::OfFile;
use reenact_inspect::doctor::{Gate, Options, examine};

use crate::batch;
use crate::cli::inspect::Doctor;
use crate::context::Context;
use crate::error::Result;
use crate::input::{Input, Inputs, load_raw};
use crate::json::Documents;
use crate::outcome::Outcome;

pub(super) fn run(ctx: &mut Context, args: &Doctor) -> Result<Outcome> {
    let (inputs, how) = Inputs::of(&args.report.input)?;
    let options = Options {
        read: ReadOptions { layout: how.layout, ..ReadOptions::default() },
        structure_only: args.structure_only,
    };
    let gate = Gate { fail_on: args.fail_on, ignore: args.ignore.clone() };
    let work = |_, input: &Input| {
        let raw = load_raw(input, &how)?;
        let report = examine(raw.bytes().clone(), &options).gated(&gate);
        Ok(OfFile { file: input.to_string(), report })
    };
    let is_many = inputs.is_many();
    let mut outcome = Outcome::Clean;
    let mut documents = Documents::if_asked(ctx, args.report.json, is_many)?;
    let mut counts = screen::Counts::default();
    let tally = batch::run(ctx, &inputs, work, |ctx, done| {
        let document = match (done, &mut documents) {
            (Ok(document), _) => document,
            (Err(failed), Some(documents)) => return documents.add_failed(ctx, &failed),
            (Err(_), None) => return Ok(()),
        };
        let report = &document.report;
        outcome = outcome.and(Outcome::findings(!report.passes()));
        counts.add(report);
        match &mut documents {
            Some(documents) => documents.add(ctx, &document),
            None if is_many => ctx.print(&screen::line(&document.file, report)),
            None => ctx.print(&screen::render(&document.file, report, ctx.width())),
        }
    })?;
    if let Some(documents) = documents {
        documents.end(ctx)?;
    } else if is_many {
        ctx.print(&counts.line())?;
    }
    let is_failed = counts.all_unreadable() && outcome != Outcome::Clean;
    tally.finish(ctx, if is_failed { Outcome::Failed } else { outcome })
}

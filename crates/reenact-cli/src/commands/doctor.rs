//! `reenact doctor`.

mod screen;

use reenact::ReadOptions;
use reenact_inspect::doctor::{Options, Report, examine};
use serde::Serialize;

use crate::batch;
use crate::cli::inspect::Doctor;
use crate::context::Context;
use crate::error::Result;
use crate::input::{Input, Inputs, load_raw};
use crate::json::Array;
use crate::outcome::Outcome;

#[derive(Debug, Serialize)]
struct Document {
    file: String,
    #[serde(flatten)]
    report: Report,
}

pub(super) fn run(ctx: &mut Context, args: &Doctor) -> Result<Outcome> {
    let inputs = Inputs::find(&args.files)?;
    let how = args.read.how();
    let options = Options {
        read: ReadOptions { layout: how.layout, ..ReadOptions::default() },
        structure_only: args.structure_only,
    };
    let work = |_, input: &Input| {
        let raw = load_raw(input, &how)?;
        Ok(Document { file: input.to_string(), report: examine(raw.bytes(), &options) })
    };
    let is_many = inputs.is_many();
    let mut outcome = Outcome::Clean;
    let mut array = if args.json && is_many { Some(Array::new(ctx)?) } else { None };
    let mut counts = screen::Counts::default();
    let tally = batch::run(ctx, &inputs, work, |ctx, _, document| {
        let report = &document.report;
        outcome = outcome.and(match (report.unreadable(), is_many) {
            (true, false) => Outcome::Failed,
            _ => Outcome::findings(!report.is_healthy()),
        });
        counts.add(report);
        match (&mut array, args.json) {
            (Some(array), _) => array.add(ctx, &document),
            (None, true) => ctx.print_json(&document),
            (None, false) if is_many => ctx.print(&screen::line(&document.file, report)),
            (None, false) => ctx.print(&screen::render(&document.file, report, ctx.width())),
        }
    })?;
    if let Some(array) = array {
        array.end(ctx)?;
    } else if is_many {
        ctx.print(&counts.line())?;
    }
    tally.finish(ctx, outcome)
}

//! `reenact info`.

mod screen;
mod table;

use reenact_inspect::summary::{FileSummary, summarize};

use crate::batch::{self, Read};
use crate::cli::look::Info;
use crate::context::Context;
use crate::error::Result;
use crate::input::Inputs;
use crate::json::Documents;
use crate::outcome::Outcome;
use table::Table;

pub(super) fn run(ctx: &mut Context, args: &Info) -> Result<Outcome> {
    let (inputs, how) = Inputs::of(&args.report.input)?;
    if let Some(mut documents) = Documents::if_asked(ctx, args.report.json, inputs.is_many())? {
        let document = |read: &Read<'_>| {
            let Read { input, bytes, recording, .. } = read;
            let summary = summarize(recording);
            Ok(FileSummary { file: input.to_string(), bytes: *bytes, summary })
        };
        let tally = batch::on_recordings(ctx, &inputs, &how, document, |ctx, done| {
            documents.add_done(ctx, &done)
        })?;
        documents.end(ctx)?;
        return tally.finish(ctx, Outcome::Clean);
    }
    if !inputs.is_many() {
        let width = ctx.width();
        let screen = |read: &Read<'_>| Ok(screen::render(read, &summarize(&read.recording), width));
        let tally = batch::on_recordings(ctx, &inputs, &how, screen, |ctx, done| {
            done.map_or(Ok(()), |text| ctx.print(&text))
        })?;
        return tally.finish(ctx, Outcome::Clean);
    }
    let mut table = Table::new(&inputs, ctx.width());
    let facts = |read: &Read<'_>| {
        let Read { input, bytes, recording, .. } = read;
        Ok((input.to_string(), *bytes, summarize(recording), recording.markers().count()))
    };
    let tally = batch::on_recordings(ctx, &inputs, &how, facts, |ctx, done| {
        let Ok((file, bytes, summary, markers)) = done else { return Ok(()) };
        ctx.print(&table.row(&file, bytes, &summary, markers))
    })?;
    ctx.print(&table.end())?;
    tally.finish(ctx, Outcome::Clean)
}

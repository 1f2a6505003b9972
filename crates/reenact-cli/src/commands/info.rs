//! `reenact info`.

mod screen;
mod table;

use reenact_inspect::summary::{Document, summarize};

use crate::batch;
use crate::cli::look::Info;
use crate::context::Context;
use crate::error::Result;
use crate::input::{Inputs, load};
use crate::outcome::Outcome;
use table::Table;

pub(super) fn run(ctx: &mut Context, args: &Info) -> Result<Outcome> {
    let inputs = Inputs::find(&args.files)?;
    let how = args.read.how();
    if args.json {
        return print_documents(ctx, args, &inputs);
    }
    if !inputs.is_many() {
        let width = ctx.width();
        let screen = |_, input: &crate::input::Input| {
            let loaded = load(input, &how)?;
            let recording = loaded.recording();
            let summary = summarize(&recording);
            Ok(screen::render(&input.to_string(), loaded.bytes(), &recording, &summary, width))
        };
        let tally = batch::run(ctx, &inputs, screen, |ctx, _, text| ctx.print(&text))?;
        return tally.finish(ctx, Outcome::Clean);
    }
    let mut table = Table::new(&inputs, ctx.width());
    let tally = batch::run(
        ctx,
        &inputs,
        |_, input| {
            let loaded = load(input, &how)?;
            let recording = loaded.recording();
            Ok((
                input.to_string(),
                loaded.bytes(),
                summarize(&recording),
                recording.markers().count(),
            ))
        },
        |ctx, _, (file, bytes, summary, markers)| {
            ctx.print(&table.row(&file, bytes, &summary, markers))
        },
    )?;
    ctx.print(&table.end())?;
    tally.finish(ctx, Outcome::Clean)
}

/// One object, or an array that is printed as it grows.
fn print_documents(ctx: &mut Context, args: &Info, inputs: &Inputs) -> Result<Outcome> {
    let how = args.read.how();
    let work = |_, input: &crate::input::Input| {
        let loaded = load(input, &how)?;
        let recording = loaded.recording();
        Ok(Document::new(&input.to_string(), loaded.bytes(), &recording, &summarize(&recording)))
    };
    if !inputs.is_many() {
        let tally = batch::run(ctx, inputs, work, |ctx, _, document| ctx.print_json(&document))?;
        return tally.finish(ctx, Outcome::Clean);
    }
    let mut array = crate::json::Array::new(ctx)?;
    let tally = batch::run(ctx, inputs, work, |ctx, _, document| array.add(ctx, &document))?;
    array.end(ctx)?;
    tally.finish(ctx, Outcome::Clean)
}

//! `reenact stats`.

mod screen;

use reenact_inspect::stats::{Options, Stats, stats};
use serde::Serialize;

use crate::batch;
use crate::cli::inspect;
use crate::context::Context;
use crate::error::Result;
use crate::input::{Input, Inputs, load};
use crate::json::Array;
use crate::outcome::Outcome;

#[derive(Debug, Serialize)]
struct Document {
    file: String,
    #[serde(flatten)]
    stats: Stats,
}

pub(super) fn run(ctx: &mut Context, args: &inspect::Stats) -> Result<Outcome> {
    let inputs = Inputs::find(&args.files)?;
    let how = args.read.how();
    let options = options(args);
    let work = |_, input: &Input| {
        let loaded = load(input, &how)?;
        let stats = stats(&loaded.recording(), &options)?;
        Ok(Document { file: input.to_string(), stats })
    };
    let is_many = inputs.is_many();
    if args.csv {
        ctx.print_plain(|out| out.write_all(csv_head().as_bytes()))?;
    }
    let mut array = if args.json && is_many { Some(Array::new(ctx)?) } else { None };
    let mut table = screen::Table::new(&inputs, ctx.width());
    let tally = batch::run(ctx, &inputs, work, |ctx, _, document| match &mut array {
        Some(array) => array.add(ctx, &document),
        None if args.json => ctx.print_json(&document),
        None if args.csv => ctx.print_plain(|out| out.write_all(csv_row(&document).as_bytes())),
        None if is_many => ctx.print(&table.row(&document.file, &document.stats)),
        None => ctx.print(&screen::render(&document.file, &document.stats, ctx.width())),
    })?;
    if let Some(array) = array {
        array.end(ctx)?;
    }
    tally.finish(ctx, Outcome::Clean)
}

fn options(args: &inspect::Stats) -> Options {
    let options = Options::default();
    Options {
        rate_hz: args.rate.unwrap_or(options.rate_hz),
        mode: args.mode.into(),
        from_secs: args.from,
        to_secs: args.to,
        joint: args.joint,
        ..options
    }
}

fn csv_head() -> String {
    let rows = Stats::default().rows();
    let names = rows.iter().map(|row| row.name.as_ref());
    std::iter::once("recording").chain(names).collect::<Vec<_>>().join(",") + "\n"
}

/// A row; what there is nothing to say of is empty.
fn csv_row(document: &Document) -> String {
    let file = &document.file;
    let is_plain = !file.contains(['"', ',', '\n', '\r']);
    let file = if is_plain { file.clone() } else { format!("\"{}\"", file.replace('"', "\"\"")) };
    let values = document.stats.rows().into_iter().map(|row| {
        row.value.map_or_else(String::new, |value| serde_json::json!(value).to_string())
    });
    std::iter::once(file).chain(values).collect::<Vec<_>>().join(",") + "\n"
}

//! `reenact stats`.

mod screen;

use reenact::json::OfFile;
use reenact_convert::csv;
use reenact_inspect::stats::{Options, Stats, stats};

use crate::batch::{self, Read};
use crate::cli::inspect;
use crate::context::Context;
use crate::error::Result;
use crate::input::Inputs;
use crate::json::Documents;
use crate::outcome::Outcome;

type Document = OfFile<String, Stats>;

pub(super) fn run(ctx: &mut Context, args: &inspect::Stats) -> Result<Outcome> {
    let (inputs, how) = Inputs::of(&args.input)?;
    let options = options(args);
    let work = |read: &Read<'_>| {
        Ok(OfFile { file: read.input.to_string(), report: stats(&read.recording, &options)? })
    };
    let is_many = inputs.is_many();
    if args.csv {
        ctx.print_plain(|out| out.write_all(csv_head().as_bytes()))?;
    }
    let mut documents = Documents::if_asked(ctx, args.json, is_many)?;
    let mut table = screen::Table::new(&inputs, ctx.width(), ctx.name_width());
    let tally = batch::on_recordings(ctx, &inputs, &how, work, |ctx, done| {
        if let Some(documents) = &mut documents {
            return documents.add_done(ctx, &done);
        }
        let Ok(document) = done else { return Ok(()) };
        if args.csv {
            return ctx.print_plain(|out| out.write_all(csv_row(&document).as_bytes()));
        }
        if is_many {
            return ctx.print(&table.row(&document.file, &document.report));
        }
        let [width, names] = [ctx.width(), ctx.name_width()];
        ctx.print(&screen::render(&document.file, &document.report, width, names))
    })?;
    if let Some(documents) = documents {
        documents.end(ctx)?;
    }
    tally.finish(ctx, Outcome::Clean)
}

fn options(args: &inspect::Stats) -> Options {
    let options = Options::default();
    Options {
        rate_hz: args.rate.unwrap_or(options.rate_hz),
        mode: args.mode.into(),
        from_secs: args.part.from,
        to_secs: args.part.to,
        joint: args.joint,
        ..options
    }
}

fn csv_head() -> String {
    let rows = Stats::default().rows();
    let names = rows.iter().map(|row| row.name.as_ref());
    std::iter::once("recording").chain(names).chain(["damage"]).collect::<Vec<_>>().join(",") + "\n"
}

/// A row; a measure that the recording does not have is empty. The last cell has the codes of the defects that affect
/// measures.
fn csv_row(document: &Document) -> String {
    let file = csv::quoted(&document.file).into_owned();
    let values = document.report.rows().into_iter().map(|row| {
        row.value.map_or_else(String::new, |value| serde_json::json!(value).to_string())
    });
    let codes: Vec<&str> = document.report.damage.iter().map(|damage| damage.code.name()).collect();
    std::iter::once(file).chain(values).chain([codes.join(" ")]).collect::<Vec<_>>().join(",")
        + "\n"
}

//! `reenact stats`.

mod screen;

use reenact::Mode;
use reenact::json::OfFile;
use reenact_convert::csv;
use reenact_convert::tables::{Rows, Table};
use reenact_inspect::stats::{Options, Stats, stats};

use crate::batch::{self, Read};
use crate::cli::inspect;
use crate::context::Context;
use crate::error::Result;
use crate::input::Inputs;
use crate::json::Documents;
use crate::outcome::Outcome;

/// Report with the name of the recording in tables.
struct Document {
    of_file: OfFile<String, Stats>,
    name: String,
}

pub(super) fn run(ctx: &mut Context, args: &inspect::Stats) -> Result<Outcome> {
    let (inputs, how) = Inputs::of(&args.input)?;
    let (options, shared) = (options(args), inputs.shared_folder());
    let work = |read: &Read<'_>| {
        let (file, name) = (read.input.to_string(), read.input.recording_name_from(&shared));
        let of_file = OfFile { file, report: stats(&read.recording, &options)? };
        Ok(Document { of_file, name })
    };
    let is_many = inputs.is_many();
    if args.csv {
        let mut head = Vec::new();
        csv::write_header(Table::Stats, Mode::Clean, &mut head)?;
        ctx.print_plain(|out| out.write_all(&head))?;
    }
    let mut documents = Documents::if_asked(ctx, args.json, is_many)?;
    let mut table = screen::Table::new(&inputs, ctx.width(), ctx.name_width());
    let tally = batch::on_recordings(ctx, &inputs, &how, work, |ctx, done| {
        if let Some(documents) = &mut documents {
            return documents.add_done(ctx, &done.map(|document| document.of_file));
        }
        let Ok(Document { of_file: OfFile { file, report }, name }) = done else { return Ok(()) };
        if args.csv {
            let mut row = Vec::new();
            csv::write_rows(&Rows::stats(&report), Mode::Clean, &name, &mut row)?;
            return ctx.print_plain(|out| out.write_all(&row));
        }
        if is_many {
            return ctx.print(&table.row(&file, &report));
        }
        let [width, names] = [ctx.width(), ctx.name_width()];
        ctx.print(&screen::render(&file, &report, width, names))
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
        max_frames: args.frames.max_frames,
        mode: args.mode.into(),
        from_secs: args.part.from,
        to_secs: args.part.to,
        joint: args.joint,
        ..options
    }
}

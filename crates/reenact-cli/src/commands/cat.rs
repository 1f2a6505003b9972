//! `reenact cat`.

use std::io::Write;

use reenact::{Curve, Recording};
use reenact_convert::tables::Table;
use reenact_convert::{Losses, csv, json, ndjson};

use crate::cli::look::{Cat, CatFormat};
use crate::context::Context;
use crate::error::Result;
use crate::input::load_one;
use crate::outcome::Outcome;
use crate::output::{self, Target};

pub(super) fn run(ctx: &mut Context, args: &Cat) -> Result<Outcome> {
    let (input, loaded) = load_one(&args.input.file, &args.input.read.how())?;
    let mut recording = loaded.recording().clone();
    if !args.curves.is_empty() {
        empty_others(&mut recording, args).map_err(|error| error.at(&input))?;
    }
    let mut losses = Losses::default();
    output::write(&Target::Stdout, |out| {
        losses = write(&recording, args.format, out)?;
        Ok(())
    })?;
    // A table of keys has no other data by definition; the other formats are lossless.
    if args.format != CatFormat::Csv && losses.any() {
        ctx.print_note(&format!("note: {losses}"));
    }
    Ok(Outcome::Clean)
}

fn write(recording: &Recording, format: CatFormat, mut out: &mut dyn Write) -> Result<Losses> {
    Ok(match format {
        CatFormat::Json => json::write(recording, &mut out)?,
        CatFormat::Ndjson => ndjson::write(recording, &mut out)?,
        CatFormat::Csv => csv::write(recording, Table::Keys, &csv::Options::default(), &mut out)?,
    })
}

fn empty_others(recording: &mut Recording, args: &Cat) -> Result<()> {
    for id in recording.tracks().curve_ids().filter(|id| !args.curves.contains(id)) {
        if let Some(curve) = recording.curve(id) {
            let empty = Curve::empty(curve.kind());
            recording.set_curve(id, empty)?;
        }
    }
    Ok(())
}

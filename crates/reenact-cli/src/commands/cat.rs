//! `reenact cat`.

use std::io::Write;

use reenact::{Curve, Recording};
use reenact_convert::{Written, csv, json, ndjson};

use crate::cli::look::{Cat, CatFormat};
use crate::context::Context;
use crate::error::Result;
use crate::input::{Inputs, load};
use crate::outcome::Outcome;
use crate::output::{self, Target};

pub(super) fn run(ctx: &mut Context, args: &Cat) -> Result<Outcome> {
    let inputs = Inputs::one(&args.file)?;
    let mut outcome = Outcome::Clean;
    for input in inputs.list() {
        let loaded = load(input, &args.read.how()).map_err(|error| error.at(input))?;
        let mut recording = loaded.recording();
        if !args.curves.is_empty() {
            empty_others(&mut recording, args).map_err(|error| error.at(input))?;
        }
        let mut written = Written::default();
        output::write(&Target::Stdout, |out| {
            written = write(&recording, args.format, out)?;
            Ok(())
        })?;
        outcome = outcome.and(say_loss(ctx, written));
    }
    Ok(outcome)
}

fn write(recording: &Recording<'_>, format: CatFormat, mut out: &mut dyn Write) -> Result<Written> {
    Ok(match format {
        CatFormat::Json => json::write(recording, &mut out)?,
        CatFormat::Ndjson => ndjson::write(recording, &mut out)?,
        CatFormat::Csv => csv::write_keys(recording, &mut out)?,
    })
}

fn empty_others(recording: &mut Recording<'_>, args: &Cat) -> Result<()> {
    for id in recording.tracks().curve_ids().filter(|id| !args.curves.contains(id)) {
        if let Some(curve) = recording.curve(id) {
            let empty = Curve::empty(curve.kind());
            recording.set_curve(id, empty)?;
        }
    }
    Ok(())
}

/// Says what the text has no room for.
pub(super) fn say_loss(ctx: &mut Context, written: Written) -> Outcome {
    if written.is_lossy() {
        ctx.say(&format!("lost: {written}"));
    }
    Outcome::findings(written.is_lossy())
}

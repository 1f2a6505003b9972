//! `reenact convert`.

mod clip;
mod streams;
mod table;

use std::path::{Path, PathBuf};

use clap::ValueEnum;
use reenact::{Form, Recording};
use reenact_convert::any::Output;
use reenact_convert::{Losses, gltf, json, ndjson};
use reenact_edit::version::{Options, version};
use reenact_edit::{Edited, Note};

use crate::batch;
use crate::cli::look::{Convert, Format};
use crate::context::Context;
use crate::edit::{Report, Reports, Size, check_stdout, write_recording};
use crate::error::{Error, Result};
use crate::input::{Input, Inputs, load};
use crate::outcome::Outcome;
use crate::output::{self, Planner, Target};

pub(super) fn run(ctx: &mut Context, args: &Convert) -> Result<Outcome> {
    let inputs = Inputs::find(&args.inputs)?;
    let format = match args.to {
        Some(format) => format,
        None => by_ending(&args.output)?,
    };
    let rename = |name: PathBuf| renamed(name, format, args);
    clip::check(format, args)?;
    table::check(format, args)?;
    let output = clip::output(format, &args.output);
    let targets = Planner::new(&inputs, &output, args.force).targets(&inputs, &rename)?;
    let first = targets.first().ok_or_else(|| Error::failed("there is nothing to convert"))?;
    if is_text(format) {
        if args.json && *first == Target::Stdout {
            return Err(Error::usage("--json and - both need stdout: give a file as OUT"));
        }
    } else {
        check_stdout(first, args.json)?;
    }
    let how = args.read.how();
    let mut reports = Reports::new(args.json, inputs.is_many());
    let tally = batch::run(
        ctx,
        &inputs,
        |index, input| {
            let loaded = load(input, &how)?;
            let recording = loaded.recording();
            let target = targets.get(index).unwrap_or(first);
            let edited = in_form(&recording, format, args)?;
            let (bytes, notes) = write(&edited, format, target, input, args)?;
            let before = Size::of(&recording, loaded.bytes());
            let after = Size::of(&edited.recording, bytes);
            Ok(Report::new(vec![input.to_string()], target, before, after, notes, ()))
        },
        |ctx, _, report| {
            reports.add(ctx, report, &mut |(), _| {});
            Ok(())
        },
    )?;
    let outcome = reports.finish(ctx)?;
    tally.finish(ctx, outcome)
}

/// The recording in the version that was asked for, if one was.
fn in_form<'r>(recording: &'r Recording<'_>, format: Format, args: &Convert) -> Result<Edited<'r>> {
    let form = match format {
        Format::V1_0 => Form::MRTK_1_0,
        Format::V1_1 => Form::MRTK_1_1,
        Format::Published1_1 => Form::PUBLISHED_1_1,
        _ => return Ok(Edited::new(recording.borrow())),
    };
    let options = Options { form, max_error: args.max_error, allow_loss: args.allow_loss };
    Ok(version(recording, &options)?)
}

fn write(
    edited: &Edited<'_>,
    format: Format,
    target: &Target,
    input: &Input,
    args: &Convert,
) -> Result<(u64, Vec<Note>)> {
    #[cfg(feature = "parquet")]
    if format == Format::Parquet {
        let bytes = table::write(&edited.recording, target, input, args)?;
        return Ok((bytes, Vec::new()));
    }
    if clip::is_one(format) {
        return clip::write(&edited.recording, format, target, input, args);
    }
    if let Some((bytes, mut notes)) = streams::write(&edited.recording, format, target, args)? {
        notes.splice(..0, edited.notes.iter().cloned());
        return Ok((bytes, notes));
    }
    let mut notes = edited.notes.clone();
    let recording = &edited.recording;
    if matches!(format, Format::Glb | Format::Gltf) {
        let bytes = output::write(target, |mut out| {
            let options = gltf::Options {
                profile: args.profile.into(),
                axes: args.axes.into(),
                rate_hz: args.rate,
            };
            let losses = match format {
                Format::Glb => gltf::write_glb(recording, &options, &mut out)?,
                _ => gltf::write_gltf(recording, &options, &mut out)?,
            };
            notes.extend(note("not-in-gltf", &losses));
            Ok(())
        })?;
        return Ok((bytes, notes));
    }
    if !is_text(format) {
        return Ok((write_recording(target, recording)?, notes));
    }
    if format == Format::Csv {
        let (bytes, losses) = table::write_csv(recording, target, input, args)?;
        notes.extend(note("nan-payloads", &losses));
        return Ok((bytes, notes));
    }
    let bytes = output::write(target, |mut out| {
        let losses = match format {
            Format::Ndjson => ndjson::write(recording, &mut out)?,
            _ => json::write(recording, &mut out)?,
        };
        notes.extend(note("nan-payloads", &losses));
        Ok(())
    })?;
    Ok((bytes, notes))
}

/// What is to be said of what a format had no room for, if anything.
fn note(code: &'static str, losses: &Losses) -> Option<Note> {
    let (is_loss, message) = (losses.is_lossy(), losses.to_string());
    losses.any().then_some(Note { code, is_loss, message })
}

const fn is_text(format: Format) -> bool {
    matches!(format, Format::Json | Format::Ndjson | Format::Csv | Format::Iwer | Format::Hololens)
        || clip::is_one(format)
}

/// How the name of a file of a format ends.
fn ending(format: Format) -> &'static str {
    match format {
        Format::V1_0 | Format::V1_1 | Format::Published1_1 => "bin",
        Format::HandPose => "json",
        _ => {
            let name = format.to_possible_value();
            let output = name.as_ref().and_then(|name| Output::named(name.get_name()));
            output.and_then(|output| output.endings().first()).copied().unwrap_or_default()
        }
    }
}

/// What a recording is called in the folder that it goes to.
fn renamed(mut name: PathBuf, format: Format, args: &Convert) -> PathBuf {
    #[cfg(feature = "parquet")]
    if format == Format::Parquet {
        return table::renamed(&name, args);
    }
    if format == Format::Bids {
        return clip::bids_path(&name, args);
    }
    name.set_extension(ending(format));
    name
}

fn by_ending(output: &Path) -> Result<Format> {
    // Both go by the same names.
    let format = Output::of(output).and_then(|format| Format::from_str(format.name(), false).ok());
    format.ok_or_else(|| {
        let endings = Output::all_endings();
        Error::usage(format!("say to which format: end OUT in one of {endings}, or give --to"))
            .at_path(output)
    })
}

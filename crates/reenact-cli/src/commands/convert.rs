//! `reenact convert`.

mod clip;
mod table;

use std::path::{Path, PathBuf};

use clap::ValueEnum;
use reenact::{Form, Recording};
use reenact_convert::any::{Compression, Output};
#[cfg(feature = "mcap")]
use reenact_convert::mcap;
use reenact_convert::{Losses, gltf, hololens, iwer, json, ndjson};
use reenact_edit::Edited;
use reenact_edit::version::{Options, version};

use crate::batch;
use crate::cli::look::{Convert, Format};
use crate::context::Context;
use crate::edit::{Note, Report, Reports, Size, check_stdout, write_recording};
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
    let output = clip::output(format, &args.output);
    let targets = Planner::new(&inputs, &output, args.force).targets(&inputs, &rename)?;
    let first = targets.first().ok_or_else(|| Error::failed("no input files"))?;
    if is_text(format) {
        if args.json && *first == Target::Stdout {
            return Err(Error::usage("--json and - both write to stdout: use a file as OUT"));
        }
    } else {
        check_stdout(first, args.json)?;
    }
    let how = args.read.how();
    let mut reports = Reports::new(args.json, inputs.is_many()).allowing_loss(args.allow_loss);
    let tally = batch::run(
        ctx,
        &inputs,
        |index, input| {
            let loaded = load(input, &how)?;
            let recording = loaded.recording();
            let target = targets.get(index).unwrap_or(first);
            let edited = in_form(recording, format, args)?;
            let (bytes, losses) = write(&edited.recording, format, target, input, args)?;
            let before = Size::of(recording, loaded.bytes());
            let after = Size::of(&edited.recording, bytes);
            let mut notes: Vec<Note> = edited.notes.into_iter().map(Note::from).collect();
            notes.extend(losses.remarks().into_iter().map(Note::from));
            let of_origin = reenact_edit::Note::of_output(recording, is_bin(format));
            notes.extend(of_origin.into_iter().map(Note::from));
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

/// The recording in the version that was asked for, if one was. What that version has no room for is reported like what any
/// other format has no room for.
fn in_form(recording: &Recording, format: Format, args: &Convert) -> Result<Edited> {
    let form = match format {
        Format::V1_0 => Form::MRTK_1_0,
        Format::V1_1 => Form::MRTK_1_1,
        Format::Published1_1 => Form::PUBLISHED_1_1,
        _ => return Ok(Edited::new(recording.clone())),
    };
    let options = Options { form: Some(form), max_error: args.max_error, allow_loss: true };
    Ok(version(recording, &options)?)
}

/// Writes a recording as a format: how many bytes that makes, and what is not in them.
fn write(
    recording: &Recording,
    format: Format,
    target: &Target,
    input: &Input,
    args: &Convert,
) -> Result<(u64, Losses)> {
    #[cfg(feature = "parquet")]
    if format == Format::Parquet {
        return table::write(recording, target, input, args);
    }
    if clip::is_one(format) {
        return clip::write(recording, format, target, input, args);
    }
    if format == Format::Csv {
        return table::write_csv(recording, target, input, args);
    }
    let rate_hz = args.rate;
    let scene = gltf::Options { profile: args.profile.into(), axes: args.axes.into(), rate_hz };
    let mut losses = Losses::default();
    let mut fill = |mut out: &mut dyn std::io::Write| -> Result<()> {
        losses = match format {
            Format::Glb => gltf::write_glb(recording, &scene, &mut out)?,
            Format::Gltf => gltf::write_gltf(recording, &scene, &mut out)?,
            Format::Iwer => iwer::write(recording, &iwer::Options { rate_hz }, &mut out)?,
            Format::Hololens => {
                hololens::write(recording, &hololens::Options { rate_hz }, &mut out)?
            }
            #[cfg(feature = "mcap")]
            Format::Mcap => {
                let options = mcap::Options { rate_hz, ..mcap::Options::default() };
                mcap::write(recording, &options, &mut out)?
            }
            Format::Ndjson => ndjson::write(recording, &mut out)?,
            _ => json::write(recording, &mut out)?,
        };
        Ok(())
    };
    let bytes = if is_bin(format) {
        write_recording(target, recording)?
    } else {
        output::write(target, |out| fill(out))?
    };
    Ok((bytes, losses))
}

/// Whether a format is that of recordings, in any version.
const fn is_bin(format: Format) -> bool {
    matches!(format, Format::Bin | Format::V1_0 | Format::V1_1 | Format::Published1_1)
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
    let (inner, _) = Compression::of_name(output);
    let format = Output::of(&inner).and_then(|format| Format::from_str(format.name(), false).ok());
    format.ok_or_else(|| {
        let endings = Output::all_endings();
        Error::usage(format!("unknown output format: use --to, or an extension among {endings} (optionally followed by .gz or .zst)"))
            .at_path(output)
    })
}

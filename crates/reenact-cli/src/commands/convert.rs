//! `reenact convert`.

use std::borrow::Cow;
use std::ffi::OsString;
use std::path::{Path, PathBuf};

use reenact::Note;
use reenact_convert::{
    Compression, FileName, Format, Imported, Losses, OutputFile, WriteOptions, check,
    path_in_folder,
};
use reenact_edit::version::{self, version};
use reenact_edit::{EditReport, Size, note};

use crate::batch;
use crate::cli::look::{Clip, Convert, Handsbin, To};
use crate::context::Context;
use crate::edit::{Reports, check_stdout};
use crate::error::{Error, Result};
use crate::input::{Input, Inputs, load};
use crate::outcome::Outcome;
use crate::output::{self, Planner, Target};

pub(super) fn run(ctx: &mut Context, args: &Convert) -> Result<Outcome> {
    let inputs = Inputs::find(&args.inputs)?;
    let to = match args.to {
        Some(to) => to,
        None => by_ending(&args.output)?,
    };
    let (format, options) = (to.format(), options(args));
    check(format, &options).map_err(wrong_option)?;
    let output = output(format, &args.output);
    let rename = |name: PathBuf| path_in_folder(&name, format, &options);
    let targets = Planner::new(&inputs, &output, args.force).targets(&inputs, &rename)?;
    let first = targets.first().ok_or_else(|| Error::failed("no input files"))?;
    if format.is_text() {
        if args.json && *first == Target::Stdout {
            return Err(Error::usage("--json and - both write to stdout: use a file as OUT"));
        }
    } else {
        check_stdout(first, args.json)?;
    }
    let how = args.read.how();
    let reports = Reports::new(ctx, args.json, inputs.is_many())?;
    let mut reports = reports.allowing_loss(args.allow_loss);
    let tally = batch::run(
        ctx,
        &inputs,
        |index, input| {
            let loaded = load(input, &how)?;
            let recording = loaded.recording();
            let target = targets.get(index).unwrap_or(first);
            let (imported, form_notes) = in_form(loaded.imported(), to, args)?;
            let options = named(options.clone(), format, target, input);
            let (bytes, losses) = write(&imported, format, &options, target, args)?;
            let before = Size::of(recording, loaded.bytes());
            let after = Size::of(imported.recording(), bytes);
            let of_origin = note::of_output(recording, format == Format::Bin);
            let of_edit = form_notes.into_iter().map(Note::by_name);
            let of_format = losses.notes().into_iter().map(Note::by_name);
            let notes = of_edit.chain(of_format).chain(of_origin.into_iter().map(Note::by_name));
            let notes = notes.collect();
            let (inputs, output) = (vec![input.to_string()], Some(target.to_string()));
            Ok(EditReport { inputs, output, before, after, notes, report: () })
        },
        |ctx, done| reports.add(ctx, done, &mut |(), _| {}),
    )?;
    let outcome = reports.finish(ctx)?;
    tally.finish(ctx, outcome)
}

/// Converts the recording to the requested version, if any. Losses are reported like those of other formats.
fn in_form(
    imported: &Imported,
    to: To,
    args: &Convert,
) -> Result<(Imported, Vec<reenact_edit::Note>)> {
    let Some(form) = to.form() else { return Ok((imported.clone(), Vec::new())) };
    let options =
        version::Options { form: Some(form), max_error: args.max_error, allow_loss: true };
    let edited = version(imported.recording(), &options)?;
    Ok((imported.edited(edited.recording), edited.notes))
}

/// Options given on the command line.
fn options(args: &Convert) -> WriteOptions {
    let Clip { rig, unit, hand, at, reference, subject, session, task } = &args.clip;
    let Handsbin { version, key_times, origin } = args.handsbin;
    WriteOptions {
        table: args.table,
        mode: args.mode,
        rate_hz: args.rate,
        max_frames: args.frames.max_frames,
        axes: args.axes,
        profile: args.profile,
        rig: *rig,
        unit: *unit,
        hand: *hand,
        at_secs: *at,
        reference: *reference,
        subject: subject.clone(),
        session: session.clone(),
        task: task.clone(),
        handsbin_version: version,
        key_times,
        origin,
        ..WriteOptions::default()
    }
}

/// Options with the names of a recording and of its file.
fn named(
    mut options: WriteOptions,
    format: Format,
    target: &Target,
    input: &Input,
) -> WriteOptions {
    let name = match input {
        Input::Stdin => Path::new("stdin"),
        Input::File { name, .. } => name,
    };
    options.name = input.recording_name();
    if let Target::File { path, .. } = target {
        options.file_stem = path.file_stem().unwrap_or_default().to_string_lossy().into_owned();
        // In a dataset, the name is that of the folder.
        let in_dataset = path_in_folder(name, Format::Parquet, &options);
        options.name_column = format != Format::Parquet || !path.ends_with(in_dataset);
    }
    options
}

/// Error about a missing or invalid option, with the name that it has on the command line.
fn wrong_option(error: reenact_convert::Error) -> Error {
    match error {
        reenact_convert::Error::Option { option, message } => {
            let flag = match option.name() {
                "at_secs" => "at",
                "rate_hz" => "rate",
                "max_frames" => "max-frames",
                "axes" => "for",
                "handsbin_version" => "handsbin-version",
                "key_times" => "key-times",
                name => name,
            };
            Error::usage(format!("--{flag}: {message}"))
        }
        other => Error::usage(other.to_string()),
    }
}

/// Output path: a dataset is a folder, even of one recording.
fn output(format: Format, output: &Path) -> Cow<'_, Path> {
    if !format.is_folder() || output.as_os_str() == "-" {
        return output.into();
    }
    let mut folder = OsString::from(output);
    folder.push("/");
    PathBuf::from(folder).into()
}

/// Writes a recording in a format; returns the number of bytes and the losses.
fn write(
    imported: &Imported,
    format: Format,
    options: &WriteOptions,
    target: &Target,
    args: &Convert,
) -> Result<(u64, Losses)> {
    let mut bytes = 0;
    let losses = imported.write(format, options, |file, fill| {
        let Some(target) = target_of(file, target, &args.output)? else { return Ok(()) };
        let written = output::write(&target, |out| Ok(fill(out)?));
        bytes += match written {
            // A concurrent run created the file first.
            Err(_) if file.keeps_existing && exists(&target) => 0,
            written => written?,
        };
        Ok::<(), Error>(())
    })?;
    Ok((bytes, losses))
}

/// Target of a file of a conversion; `None` if it is not written.
fn target_of(file: &OutputFile, target: &Target, output: &Path) -> Result<Option<Target>> {
    let (path, with_folders) = match (&file.name, target) {
        (FileName::Given, _) => return Ok(Some(target.clone())),
        (FileName::Beside(_), Target::Stdout) => return Ok(None),
        (FileName::Beside(ending), Target::File { path, with_folders, .. }) => {
            let mut path = path.clone().into_os_string();
            path.push(ending);
            (PathBuf::from(path), *with_folders)
        }
        (FileName::Within(_), Target::Stdout) => {
            return Err(Error::usage("a BIDS dataset is a folder: use a folder as OUT"));
        }
        (FileName::Within(path), Target::File { .. }) => (output.join(path), true),
    };
    let Target::File { replace, .. } = target else { return Ok(None) };
    let compression = Compression::None;
    let target = Target::File { path, replace: *replace, with_folders, compression };
    Ok(Some(target).filter(|target| !(file.keeps_existing && exists(target))))
}

fn exists(target: &Target) -> bool {
    matches!(target, Target::File { path, .. } if path.exists())
}

fn by_ending(output: &Path) -> Result<To> {
    let (inner, _) = Compression::of_name(output);
    Format::of_path(&inner).map(To::Format).ok_or_else(|| {
        let endings = Format::all_endings();
        Error::usage(format!("unknown output format: use --to, or an extension among {endings} (optionally followed by .gz or .zst)"))
            .at_path(output)
    })
}

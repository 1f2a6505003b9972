//! `reenact concat`.

use reenact_base::number::to_f32;
use reenact_edit::concat::{Options, Seam, concat};
use reenact_edit::{EditReport, Size, note};

use crate::cli::edit::Concat;
use crate::context::Context;
use crate::edit::{Reports, check_stdout, write_recording};
use crate::error::{Error, Result};
use crate::input::{Input, Inputs, load};
use crate::outcome::Outcome;
use crate::output;

pub(super) fn run(ctx: &mut Context, args: &Concat) -> Result<Outcome> {
    let io = &args.io;
    let inputs = Inputs::find(&io.inputs)?;
    let Some(output) = &io.output.output else {
        return Err(Error::usage("concat cannot write in place: use -o OUT"));
    };
    let target = output::single_recording(Some(&inputs), output, io.output.force)?;
    check_stdout(&target, io.json)?;
    // A missing part in the middle would go unnoticed, so any unreadable file is an error.
    if let Some(unreadable) = inputs.unreadable().first() {
        return Err(Error::Failed(unreadable.clone()));
    }
    inputs.warnings().for_each(|warning| ctx.print_note(&warning));
    let how = io.read.how();
    let read = |input: &Input| load(input, &how).map_err(|error| error.at(input));
    let loaded = inputs.list().iter().map(read).collect::<Result<Vec<_>>>()?;
    let recordings: Vec<_> = loaded.iter().map(crate::input::Loaded::recording).collect();
    let mut edited = concat(&recordings, &options(args))?;
    edited.notes.extend(recordings.iter().copied().flat_map(note::of_origin));
    let bytes = write_recording(&target, &edited.recording)?;

    let secs = recordings.iter().map(|recording| f64::from(recording.duration_secs())).sum();
    let before = Size {
        bytes: loaded.iter().map(crate::input::Loaded::bytes).sum(),
        keys: recordings.iter().map(|recording| recording.key_count()).sum(),
        duration_secs: to_f32(secs),
    };
    let after = Size::of(&edited.recording, bytes);
    let inputs = inputs.list().iter().map(ToString::to_string).collect();
    let read = loaded.iter().flat_map(|loaded| loaded.imported().losses().notes());
    let notes = edited.notes.into_iter().map(reenact::Note::by_name);
    let notes = notes.chain(read.map(reenact::Note::by_name)).collect();
    let output = Some(target.to_string());
    let report = EditReport { inputs, output, before, after, notes, report: () };
    let mut reports = Reports::new(ctx, io.json, false)?.allowing_loss(io.allow_loss);
    reports.add(ctx, Ok(report), &mut |(), _| {})?;
    reports.finish(ctx)
}

fn options(args: &Concat) -> Options {
    let mut options = Options::default();
    options.seam = match (args.gap, args.cross_fade) {
        (_, Some(secs)) => Seam::CrossFade(secs),
        (Some(secs), None) => Seam::Gap(secs),
        (None, None) => options.seam,
    };
    options.align = args.align;
    options
}

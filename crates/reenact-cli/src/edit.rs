//! Common part of the edit subcommands: read, edit, write, report.

use reenact::{Note, Recording};
use reenact_edit::{EditReport, Edited, Size, note};
use serde::Serialize;

use crate::batch::{self, Done};
use crate::cli::common::EditArgs;
use crate::context::Context;
use crate::error::{Error, Result};
use crate::input::{Inputs, load};
use crate::json::Documents;
use crate::outcome::Outcome;
use crate::output::{self, Target, Written, cannot_write};
use crate::text::escape::visible;
use crate::text::{people, style};

/// Edits every input separately.
pub(crate) fn each(
    ctx: &mut Context,
    io: &EditArgs,
    edit: impl Fn(&Recording) -> reenact::Result<Edited> + Sync,
) -> Result<Outcome> {
    each_with(ctx, io, |recording, _| edit(recording), |(), _| {})
}

/// Edits every input separately, with an additional report. The edit is told whether it is the only one and may use all cores.
pub(crate) fn each_with<X: Serialize + Send>(
    ctx: &mut Context,
    io: &EditArgs,
    edit: impl Fn(&Recording, bool) -> reenact::Result<Edited<X>> + Sync,
    mut say_more: impl FnMut(&X, &mut Vec<String>),
) -> Result<Outcome> {
    let inputs = Inputs::find(&io.inputs)?;
    let targets = output::targets(&inputs, &io.output)?;
    let first = targets.first().ok_or_else(|| Error::failed("no input files"))?;
    check_stdout(first, io.json)?;
    let how = io.read.how().in_place(io.output.in_place);
    let is_alone = inputs.list().len() == 1;
    let reports = Reports::new(ctx, io.json, inputs.is_many())?;
    let mut reports = reports.allowing_loss(io.allow_loss);
    let tally = batch::run(
        ctx,
        &inputs,
        |index, input| {
            let loaded = load(input, &how)?;
            if io.output.in_place && !loaded.is_plain() {
                let message =
                    "only an uncompressed input animation can be edited in place: use -o OUT";
                return Err(Error::usage(message));
            }
            let target = targets.get(index).unwrap_or(first);
            let recording = loaded.recording();
            let mut edited = edit(recording, is_alone)?;
            edited.notes.extend(note::of_origin(recording));
            let read = loaded.imported().losses().notes();
            let written = prepare_recording(target, &edited.recording)?;
            let before = Size::of(recording, loaded.bytes());
            let after = Size::of(&edited.recording, written.bytes());
            let Edited { recording: result, notes, report } = edited;
            // Windows cannot replace a mapped file.
            drop(result);
            drop(loaded);
            written.commit()?;
            let (inputs, output) = (vec![input.to_string()], Some(target.to_string()));
            let notes = notes.into_iter().map(reenact::Note::by_name);
            let notes = notes.chain(read.into_iter().map(reenact::Note::by_name)).collect();
            Ok(EditReport { inputs, output, before, after, notes, report })
        },
        |ctx, done| reports.add(ctx, done, &mut say_more),
    )?;
    let outcome = reports.finish(ctx)?;
    tally.finish(ctx, outcome)
}

/// Fails if both JSON and a recording would be written to stdout.
pub(crate) fn check_stdout(target: &Target, json: bool) -> Result<()> {
    output::refuse_terminal(target)?;
    if json && *target == Target::Stdout {
        return Err(Error::usage("--json and -o - both write to stdout: use -o FILE"));
    }
    Ok(())
}

/// Writes a recording in its form, after checking that the file reads back as the same recording.
pub(crate) fn write_recording(target: &Target, recording: &Recording) -> Result<u64> {
    prepare_recording(target, recording)?.commit()
}

/// Like [`write_recording`], but does not replace the destination yet, so that the input can be closed first.
pub(crate) fn prepare_recording(target: &Target, recording: &Recording) -> Result<Written> {
    recording.check_reads_back()?;
    output::prepare(target, |out| recording.write_to(out).map_err(|error| cannot_write(&error)))
}

/// Line such as `out.bin: 2 s, 9,848 keys, 83.5 kB`, with the original size if it differs.
fn line<X>(report: &EditReport<X>) -> String {
    let EditReport { output, before, after, .. } = report;
    let change = |before: String, after: String| {
        if before == after { after } else { format!("{before} → {after}") }
    };
    let duration = |size: &Size| people::duration(size.duration_secs.into());
    let keys = |size: &Size| people::grouped(size.keys);
    let parts = [
        change(duration(before), duration(after)),
        change(keys(before), keys(after)) + " keys",
        change(people::size(before.bytes), people::size(after.bytes)),
    ];
    let name = style::paint(style::HEADING, visible(output.as_deref().unwrap_or_default()));
    format!("{name}   {}", parts.join("   "))
}

/// Reports on edits: text on stderr, or JSON on stdout.
pub(crate) struct Reports {
    json: Option<Documents>,
    allows_loss: bool,
    outcome: Outcome,
}

impl Reports {
    pub(crate) fn new(ctx: &mut Context, json: bool, is_many: bool) -> Result<Self> {
        let json = Documents::if_asked(ctx, json, is_many)?;
        Ok(Self { json, allows_loss: false, outcome: Outcome::Clean })
    }

    /// Whether the exit code is 0 in spite of losses, which are reported in any case.
    pub(crate) const fn allowing_loss(mut self, is_allowed: bool) -> Self {
        self.allows_loss = is_allowed;
        self
    }

    pub(crate) fn add<X: Serialize>(
        &mut self,
        ctx: &mut Context,
        done: Done<EditReport<X>>,
        say_more: &mut impl FnMut(&X, &mut Vec<String>),
    ) -> Result<()> {
        let report = match (done, &mut self.json) {
            (Ok(report), _) => report,
            (Err(failed), Some(documents)) => return documents.add_failed(ctx, &failed),
            (Err(_), None) => return Ok(()),
        };
        let is_finding = report.is_lossy() && !self.allows_loss;
        self.outcome = self.outcome.and(Outcome::findings(is_finding));
        if let Some(documents) = &mut self.json {
            let printed = documents.add(ctx, &report);
            self.outcome = self.outcome.and(printed_after_writing(ctx, printed)?);
            return Ok(());
        }
        let mut lines = vec![line(&report)];
        say_more(&report.report, &mut lines);
        lines.extend(report.notes.iter().map(note_line));
        ctx.print_note(&lines.join("\n"));
        Ok(())
    }

    pub(crate) fn finish(self, ctx: &mut Context) -> Result<Outcome> {
        let Some(documents) = self.json else { return Ok(self.outcome) };
        let printed = documents.end(ctx);
        Ok(self.outcome.and(printed_after_writing(ctx, printed)?))
    }
}

/// A note below the headline of a report.
pub(crate) fn note_line(note: &Note) -> String {
    let (colour, label) =
        if note.is_loss { (style::NOTABLE, "lost") } else { (style::QUIET, "note") };
    let label = style::paint(colour, format!("{label}:"));
    format!("  {label} {}", visible(&note.message))
}

/// Outcome of printing a report after the output was written. Exit code 1 would mean that nothing was written, so a failure is
/// reported and gives 3.
pub(crate) fn printed_after_writing(ctx: &mut Context, printed: Result<()>) -> Result<Outcome> {
    match printed {
        Err(Error::Failed(message)) => {
            ctx.print_always(&format!("{}; the output was written", message.line()));
            Ok(Outcome::Findings)
        }
        printed => printed.map(|()| Outcome::Clean),
    }
}

/// Parses the expected number of values.
pub(crate) fn exactly<const N: usize>(flag: &str, numbers: &[f32]) -> Result<[f32; N]> {
    numbers
        .try_into()
        .map_err(|_| Error::usage(format!("{flag} takes {N} numbers, separated by commas")))
}

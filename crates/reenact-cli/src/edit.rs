//! What all verbs share that take recordings and write others: read, edit, write, say what was done.

use reenact::Recording;
use reenact_convert::Remark;
use reenact_edit::Edited;
pub(crate) use reenact_edit::Size;
use serde::Serialize;

use crate::batch;
use crate::cli::common::EditArgs;
use crate::context::Context;
use crate::error::{Error, Result};
use crate::input::{Inputs, load};
use crate::outcome::Outcome;
use crate::output::{self, Target, Written, cannot_write};
use crate::text::escape::visible;
use crate::text::{people, style};

/// Edits every input by itself.
pub(crate) fn each(
    ctx: &mut Context,
    io: &EditArgs,
    edit: impl Fn(&Recording) -> reenact::Result<Edited> + Sync,
) -> Result<Outcome> {
    each_with(ctx, io, |recording, _| edit(recording), |(), _| {})
}

/// Edits every input by itself, with something to say beyond what all have. The edit is told whether it has the machine to
/// itself.
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
    let mut reports = Reports::new(io.json, inputs.is_many());
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
            edited.notes.extend(reenact_edit::Note::of_origin(recording));
            let read = loaded.imported().losses().remarks();
            let written = prepare_recording(target, &edited.recording)?;
            let before = Size::of(recording, loaded.bytes());
            let after = Size::of(&edited.recording, written.bytes());
            let Edited { recording: result, notes, report } = edited;
            // Windows replaces no file that is mapped.
            drop(result);
            drop(loaded);
            written.commit()?;
            let notes = notes.into_iter().map(Note::from).chain(read.into_iter().map(Note::from));
            let notes = notes.collect();
            Ok(Report::new(vec![input.to_string()], target, before, after, notes, report))
        },
        |ctx, _, report| {
            reports.add(ctx, report, &mut say_more);
            Ok(())
        },
    )?;
    let outcome = reports.finish(ctx)?;
    tally.finish(ctx, outcome)
}

/// Where JSON and a recording would both go to stdout, neither could be read.
pub(crate) fn check_stdout(target: &Target, json: bool) -> Result<()> {
    output::refuse_terminal(target)?;
    if json && *target == Target::Stdout {
        return Err(Error::usage("--json and -o - both write to stdout: use -o FILE"));
    }
    Ok(())
}

/// Writes a recording in the form that it has, once it is proven that the file will be read as this recording.
pub(crate) fn write_recording(target: &Target, recording: &Recording) -> Result<u64> {
    prepare_recording(target, recording)?.commit()
}

/// The same, except that it is not in its place yet: what it was read from can be closed first.
pub(crate) fn prepare_recording(target: &Target, recording: &Recording) -> Result<Written> {
    recording.check_reads_back()?;
    output::prepare(target, |out| recording.write_to(out).map_err(|error| cannot_write(&error)))
}

/// What was done.
#[derive(Debug, Serialize)]
pub(crate) struct Report<X> {
    inputs: Vec<String>,
    output: String,
    before: Size,
    after: Size,
    notes: Vec<Note>,
    #[serde(flatten)]
    more: X,
}

impl<X> Report<X> {
    pub(crate) fn new(
        inputs: Vec<String>,
        target: &Target,
        before: Size,
        after: Size,
        notes: Vec<Note>,
        more: X,
    ) -> Self {
        Self { inputs, output: target.to_string(), before, after, notes, more }
    }

    fn is_lossy(&self) -> bool {
        self.notes.iter().any(|note| note.is_loss)
    }

    /// `out.bin: 2 s, 9,848 keys, 83.5 kB` and what was before, where that was another.
    fn line(&self) -> String {
        let Self { before, after, .. } = self;
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
        let name = style::paint(style::HEADING, visible(&self.output));
        format!("{name}   {}", parts.join("   "))
    }
}

/// Something that the user should know, of an edit or of a file in another format.
#[derive(Debug, Serialize)]
pub(crate) struct Note {
    pub(crate) code: &'static str,
    pub(crate) is_loss: bool,
    pub(crate) message: String,
}

impl From<reenact_edit::Note> for Note {
    fn from(note: reenact_edit::Note) -> Self {
        let reenact_edit::Note { code, is_loss, message } = note;
        Self { code: code.name(), is_loss, message }
    }
}

impl From<Remark> for Note {
    fn from(Remark { code, message }: Remark) -> Self {
        Self { code: code.name(), is_loss: code.is_loss(), message }
    }
}

/// Says what was done: to people on stderr, to machines as one JSON document on stdout.
pub(crate) struct Reports<X> {
    json: Option<Vec<Report<X>>>,
    is_many: bool,
    allows_loss: bool,
    outcome: Outcome,
}

impl<X: Serialize> Reports<X> {
    pub(crate) fn new(json: bool, is_many: bool) -> Self {
        Self { json: json.then(Vec::new), is_many, allows_loss: false, outcome: Outcome::Clean }
    }

    /// Whether a loss, which is reported all the same, leaves the exit code at 0.
    pub(crate) const fn allowing_loss(mut self, is_allowed: bool) -> Self {
        self.allows_loss = is_allowed;
        self
    }

    pub(crate) fn add(
        &mut self,
        ctx: &mut Context,
        report: Report<X>,
        say_more: &mut impl FnMut(&X, &mut Vec<String>),
    ) {
        let is_finding = report.is_lossy() && !self.allows_loss;
        self.outcome = self.outcome.and(Outcome::findings(is_finding));
        let Some(list) = &mut self.json else {
            let mut lines = vec![report.line()];
            say_more(&report.more, &mut lines);
            for note in &report.notes {
                let (colour, label) =
                    if note.is_loss { (style::NOTABLE, "lost") } else { (style::QUIET, "note") };
                lines.push(format!(
                    "  {} {}",
                    style::paint(colour, format!("{label}:")),
                    visible(&note.message)
                ));
            }
            ctx.say(&lines.join("\n"));
            return;
        };
        list.push(report);
    }

    pub(crate) fn finish(self, ctx: &mut Context) -> Result<Outcome> {
        if let Some(list) = self.json {
            let printed = match (list.as_slice(), self.is_many) {
                ([report], false) => ctx.print_json(report),
                (reports, _) => ctx.print_json(&reports),
            };
            if !list.is_empty() {
                return Ok(self.outcome.and(printed_after_writing(ctx, printed)?));
            }
            printed?;
        }
        Ok(self.outcome)
    }
}

/// The outcome of printing a report on an output that is in its place. Exit code 1 would say that nothing was written, so a failure is
/// reported and ends in 3.
pub(crate) fn printed_after_writing(ctx: &mut Context, printed: Result<()>) -> Result<Outcome> {
    match printed {
        Err(Error::Failed(message)) => {
            let label = style::paint(style::ERROR, "error:");
            ctx.say(&format!("{label} {message}; the output was written"));
            Ok(Outcome::Findings)
        }
        printed => printed.map(|()| Outcome::Clean),
    }
}

/// As many numbers as were asked for.
pub(crate) fn exactly<const N: usize>(flag: &str, numbers: &[f32]) -> Result<[f32; N]> {
    numbers
        .try_into()
        .map_err(|_| Error::usage(format!("{flag} takes {N} numbers, separated by commas")))
}

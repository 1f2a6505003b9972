//! `reenact repair`.

use reenact::{Note, ReadOptions};
use reenact_edit::repair::{Change, Fixes, Options, Report, repair_bytes};
use reenact_edit::{Edited, RepairReport, note};

use crate::batch;
use crate::cli::repair::Repair;
use crate::context::Context;
use crate::edit::{check_stdout, note_line, prepare_recording, printed_after_writing};
use crate::error::{Error, Result};
use crate::input::{Inputs, load_raw};
use crate::json::Documents;
use crate::outcome::Outcome;
use crate::output::{self, Written};
use crate::text::escape::visible;
use crate::text::people;
use crate::text::style::{self, paint};

pub(super) fn run(ctx: &mut Context, args: &Repair) -> Result<Outcome> {
    let io = &args.io;
    let inputs = Inputs::find(&io.inputs)?;
    let targets = if args.dry_run { Vec::new() } else { output::targets(&inputs, &io.output)? };
    if let Some(first) = targets.first() {
        check_stdout(first, io.json)?;
    }
    let how = io.read.how().in_place(io.output.in_place && !args.dry_run);
    let options = Options {
        fixes: match (args.all, args.fixes.as_slice()) {
            (true, _) => Fixes::ALL,
            (false, []) => Fixes::DEFAULT,
            (false, fixes) => fixes.iter().copied().collect(),
        },
        read: ReadOptions { layout: how.layout, ..ReadOptions::default() },
    };
    let mut documents = Documents::if_asked(ctx, io.json, inputs.is_many())?;
    let mut outcome = Outcome::Clean;
    let tally = batch::run(
        ctx,
        &inputs,
        |index, input| {
            let raw = load_raw(input, &how)?;
            if io.output.in_place && !raw.is_plain() {
                return Err(Error::usage(
                    "only an uncompressed input animation can be repaired in place: use -o OUT",
                ));
            }
            let repaired = repair_bytes(raw.bytes().clone(), &options)?;
            let target = targets.get(index);
            let prepare = |target| prepare_recording(target, &repaired.recording);
            let written = target.map(prepare).transpose()?;
            let bytes_before = raw.bytes().len().try_into().unwrap_or(u64::MAX);
            let of_origin = note::of_origin(&repaired.recording).into_iter().map(Note::by_name);
            let notes = raw.notes().iter().cloned().chain(of_origin).collect();
            let Edited { recording, report, .. } = repaired;
            // Windows cannot replace a mapped file.
            drop(recording);
            drop(raw);
            Ok(RepairReport {
                input: input.to_string(),
                output: target.map(ToString::to_string),
                bytes_before,
                bytes_after: written.map(Written::commit).transpose()?,
                notes,
                report,
            })
        },
        |ctx, done| {
            let document = match (done, &mut documents) {
                (Ok(document), _) => document,
                (Err(failed), Some(documents)) => return documents.add_failed(ctx, &failed),
                (Err(_), None) => return Ok(()),
            };
            let is_unsure = document.report.changes.iter().any(|change| change.keys_in_doubt > 0);
            let is_left = !document.report.unrepaired.is_empty();
            let is_lost = document.notes.iter().any(|note| note.is_loss);
            let is_notable = document.report.is_loss() || is_lost || is_unsure || is_left;
            outcome = outcome.and(Outcome::findings(is_notable));
            if let Some(documents) = &mut documents {
                let printed = documents.add(ctx, &document);
                if document.output.is_none() {
                    return printed;
                }
                outcome = outcome.and(printed_after_writing(ctx, printed)?);
                return Ok(());
            }
            ctx.print_note(&render(&document));
            Ok(())
        },
    )?;
    if let Some(documents) = documents {
        documents.end(ctx)?;
    }
    tally.finish(ctx, outcome)
}

fn render(document: &RepairReport) -> String {
    let RepairReport { input, output, bytes_before, bytes_after, notes, report } = document;
    let name = paint(style::HEADING, visible(output.as_ref().unwrap_or(input)));
    let size = match bytes_after {
        Some(after) if after != bytes_before => {
            format!("{} → {}", people::size(*bytes_before), people::size(*after))
        }
        _ => people::size(*bytes_before),
    };
    let summary = summary(report, output.is_some());
    let mut lines = vec![format!("{name}   {size}   {summary}")];
    lines.extend(grouped(&report.changes).map(|(change, places)| line(change, places, false)));
    lines.extend(grouped(&report.left).map(|(change, places)| line(change, places, true)));
    lines.extend(grouped(&report.unrepaired).map(|(change, places)| {
        let label = paint(style::NOTABLE, "not repaired:");
        format!("  {label} {}: {}{}", change.target, change.message, more(places))
    }));
    lines.extend(notes.iter().map(note_line));
    lines.join("\n")
}

/// Headline: never "repaired" if something is lost or could not be repaired.
fn summary(report: &Report, is_written: bool) -> String {
    let would = if is_written { "" } else { "would be " };
    if let Some(salvage) = &report.salvage {
        let keys = people::count(salvage.keys, "key");
        let (whole, curves) = (salvage.curves_whole, salvage.curves);
        let damaged = salvage.damaged.len();
        let lost = salvage.lost.len();
        return format!(
            "{would}recovered in part: {whole} of {curves} curves complete, {damaged} damaged, {lost} lost; {keys} recovered"
        );
    }
    let is_exact = report.changes.iter().all(|change| change.is_exact);
    let summary = match (report.unrepaired.is_empty(), report.is_empty()) {
        (true, true) => return "nothing to repair".to_owned(),
        (false, true) => return "not repaired".to_owned(),
        _ if report.is_loss() => "repaired with losses",
        (true, false) if is_exact => "repaired",
        _ => "repaired in part",
    };
    format!("{would}{summary}")
}

/// Groups of changes of one fix with the same message: the first of them, and their number.
fn grouped(changes: &[Change]) -> impl Iterator<Item = (&Change, usize)> {
    let alike = |a: &Change, b: &Change| a.fix == b.fix && a.is_loss == b.is_loss;
    changes.chunk_by(alike).filter_map(|run| Some((run.first()?, run.len())))
}

fn line(change: &Change, places: usize, is_left: bool) -> String {
    let (label, colour) = match (is_left, change.is_loss, change.is_exact) {
        (true, ..) => ("not applied", style::QUIET),
        (false, true, _) => ("lost", style::NOTABLE),
        (false, false, true) => ("repaired", style::GOOD),
        (false, false, false) => ("repaired in part", style::NOTABLE),
    };
    let label = paint(colour, format!("{label}:"));
    let fix = if is_left { format!(" (--fixes {})", change.fix) } else { String::new() };
    format!("  {label} {}: {}{}{fix}", change.target, change.message, more(places))
}

fn more(places: usize) -> String {
    match places {
        0 | 1 => String::new(),
        count => format!(", and {} more", count - 1),
    }
}

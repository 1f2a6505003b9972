//! Batch processing of several recordings: in parallel, reported in input order; a failed file does not stop the others.

use std::collections::BTreeMap;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::mpsc::{self, RecvTimeoutError};
use std::thread;

use reenact::Recording;
use reenact::json::FailedFile;
use reenact_base::threads::cores;
use reenact_convert::Format;

use crate::context::Context;
use crate::error::{Error, Message, Result};
use crate::input::{Input, Inputs, ReadHow, load, open_files};
use crate::outcome::Outcome;
use crate::progress::{Progress, TICK};

/// Numbers of processed and failed files of a batch.
#[derive(Debug, Default)]
#[must_use]
pub(crate) struct Tally {
    done: usize,
    failures: Vec<Message>,
}

impl Tally {
    /// Prints the failed files at the end, where they are not scrolled away.
    pub(crate) fn finish(self, ctx: &mut Context, outcome: Outcome) -> Result<Outcome> {
        let Self { done, failures } = self;
        if failures.is_empty() {
            return Ok(outcome);
        }
        for failure in &failures {
            ctx.print_error(failure);
        }
        if done == 0 {
            let count = failures.len();
            return Err(Error::failed(format!("all {count} files failed")));
        }
        let count = failures.len();
        let files = if count == 1 { "file" } else { "files" };
        ctx.print_note(&format!("{done} done, {count} {files} failed (see above)"));
        Ok(Outcome::Findings)
    }
}

/// Result of the work on one of several inputs.
pub(crate) type Done<T> = std::result::Result<T, FailedFile>;

/// Runs `work` on every input, on all cores, and passes each result or failure to `emit` in input order. A result is kept only
/// until the previous ones are complete.
///
/// A single input fails as a whole; of several, the failed ones are in the [`Tally`].
pub(crate) fn run<T: Send>(
    ctx: &mut Context,
    inputs: &Inputs,
    work: impl Fn(usize, &Input) -> Result<T> + Sync,
    mut emit: impl FnMut(&mut Context, Done<T>) -> Result<()>,
) -> Result<Tally> {
    let mut tally = Tally::default();
    inputs.warnings().for_each(|warning| ctx.print_note(&warning));
    if let ([input], false) = (inputs.list(), inputs.is_many()) {
        let result = open_files::scope(|| work(0, input)).map_err(|error| error.at(input))?;
        emit(ctx, Ok(result))?;
        tally.done = 1;
        return Ok(tally);
    }
    for unreadable in inputs.unreadable() {
        emit(ctx, Err(unreadable.to_failed_file()))?;
        tally.failures.push(unreadable.clone());
    }
    let total = inputs.list().len();
    let next = AtomicUsize::new(0);
    let is_over = AtomicBool::new(false);
    let (sender, receiver) = mpsc::channel();
    let mut progress = Progress::new(total, ctx.is_quiet());
    thread::scope(|scope| {
        for _ in 0..cores().get().min(total) {
            let (sender, next, is_over, work) = (sender.clone(), &next, &is_over, &work);
            scope.spawn(move || {
                while !is_over.load(Ordering::Relaxed) {
                    let index = next.fetch_add(1, Ordering::Relaxed);
                    let Some(input) = inputs.list().get(index) else { break };
                    let result = open_files::scope(|| work(index, input));
                    let result = result.map_err(|error| error.at(input));
                    if sender.send((index, result)).is_err() {
                        break;
                    }
                }
            });
        }
        drop(sender);
        let mut early = BTreeMap::new();
        let mut expected = 0;
        let mut finished = 0;
        let all = loop {
            match receiver.recv_timeout(TICK) {
                Ok((index, result)) => {
                    early.insert(index, result);
                    finished += 1;
                }
                Err(RecvTimeoutError::Timeout) => {}
                Err(RecvTimeoutError::Disconnected) => break Ok(()),
            }
            let mut emitted = Ok(());
            while let Some(result) = early.remove(&expected) {
                match result {
                    Ok(result) => {
                        progress.clear();
                        emitted = emit(ctx, Ok(result));
                        tally.done += 1;
                    }
                    Err(Error::BrokenPipe) => emitted = Err(Error::BrokenPipe),
                    Err(Error::Usage(message) | Error::Failed(message)) => {
                        progress.clear();
                        emitted = emit(ctx, Err(message.to_failed_file()));
                        tally.failures.push(message);
                    }
                }
                expected += 1;
                if emitted.is_err() {
                    break;
                }
            }
            if emitted.is_err() {
                is_over.store(true, Ordering::Relaxed);
                break emitted;
            }
            progress.draw(finished);
        };
        progress.clear();
        all
    })?;
    Ok(tally)
}

/// A recording that was read.
pub(crate) struct Read<'r> {
    pub(crate) input: &'r Input,
    /// Size of its file in bytes.
    pub(crate) bytes: u64,
    /// Format of its file.
    pub(crate) format: Format,
    pub(crate) recording: Recording,
}

/// Reads every input and runs `work` on its recording, like [`run`].
pub(crate) fn on_recordings<T: Send>(
    ctx: &mut Context,
    inputs: &Inputs,
    how: &ReadHow,
    work: impl Fn(&Read<'_>) -> Result<T> + Sync,
    emit: impl FnMut(&mut Context, Done<T>) -> Result<()>,
) -> Result<Tally> {
    let read = |_, input: &Input| {
        let loaded = load(input, how)?;
        work(&Read {
            input,
            bytes: loaded.bytes(),
            format: loaded.imported().format(),
            recording: loaded.recording().clone(),
        })
    };
    run(ctx, inputs, read, emit)
}

//! JSON documents on stdout.

use reenact::json::FailedFile;
use serde::Serialize;

use crate::batch::Done;
use crate::context::Context;
use crate::error::{Error, Result as CliResult};
use crate::text::escape::visible_json;

/// JSON document on one line.
pub(crate) fn text(value: &impl Serialize) -> CliResult<String> {
    serde_json::to_string(value)
        .map(visible_json)
        .map_err(|error| Error::failed(format!("cannot write JSON: {error}")))
}

/// JSON output: one document, or an array printed element by element, one per line.
#[derive(Debug)]
pub(crate) enum Documents {
    One,
    Many { is_started: bool },
}

impl Documents {
    pub(crate) fn new(ctx: &mut Context, is_many: bool) -> CliResult<Self> {
        if !is_many {
            return Ok(Self::One);
        }
        ctx.print_plain(|out| out.write_all(b"["))?;
        Ok(Self::Many { is_started: false })
    }

    /// `None` for text output.
    pub(crate) fn if_asked(
        ctx: &mut Context,
        json: bool,
        is_many: bool,
    ) -> CliResult<Option<Self>> {
        json.then(|| Self::new(ctx, is_many)).transpose()
    }

    pub(crate) fn add(&mut self, ctx: &mut Context, value: &impl Serialize) -> CliResult<()> {
        let Self::Many { is_started } = self else { return ctx.print_json(value) };
        let text = text(value)?;
        let join = if std::mem::replace(is_started, true) { ",\n" } else { "\n" };
        ctx.print_plain(|out| write!(out, "{join}{text}"))
    }

    /// Adds a report, or the entry of a file that failed.
    pub(crate) fn add_done<T: Serialize>(
        &mut self,
        ctx: &mut Context,
        done: &Done<T>,
    ) -> CliResult<()> {
        match done {
            Ok(report) => self.add(ctx, report),
            Err(failed) => self.add_failed(ctx, failed),
        }
    }

    /// Adds the entry of a file that failed.
    pub(crate) fn add_failed(&mut self, ctx: &mut Context, failed: &FailedFile) -> CliResult<()> {
        self.add(ctx, failed)
    }

    pub(crate) fn end(self, ctx: &mut Context) -> CliResult<()> {
        let Self::Many { is_started } = self else { return Ok(()) };
        let join = if is_started { "\n" } else { "" };
        ctx.print_plain(|out| writeln!(out, "{join}]"))
    }
}

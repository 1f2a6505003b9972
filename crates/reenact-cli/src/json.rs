//! Documents as JSON has them here.

pub(crate) use reenact_inspect::json::{Marker, Number};
use serde::Serialize;

use crate::context::Context;
use crate::error::{Error, Result as CliResult};

/// An array that is printed as it grows, one element a line.
#[derive(Debug)]
pub(crate) struct Array {
    is_started: bool,
}

impl Array {
    pub(crate) fn new(ctx: &mut Context) -> CliResult<Self> {
        ctx.print_plain(|out| out.write_all(b"["))?;
        Ok(Self { is_started: false })
    }

    pub(crate) fn add(&mut self, ctx: &mut Context, value: &impl Serialize) -> CliResult<()> {
        let text = serde_json::to_string(value)
            .map_err(|error| Error::failed(format!("cannot write JSON: {error}")))?;
        let join = if std::mem::replace(&mut self.is_started, true) { ",\n" } else { "\n" };
        ctx.print_plain(|out| write!(out, "{join}{text}"))
    }

    pub(crate) fn end(self, ctx: &mut Context) -> CliResult<()> {
        let join = if self.is_started { "\n" } else { "" };
        ctx.print_plain(|out| writeln!(out, "{join}]"))
    }
}

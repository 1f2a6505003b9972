//! `reenact completions`.

use clap::CommandFactory;

use crate::cli::{Cli, Completions};
use crate::context::Context;
use crate::error::Result;
use crate::outcome::Outcome;

pub(super) fn run(ctx: &mut Context, args: &Completions) -> Result<Outcome> {
    // Clap's generator panics on a broken pipe; writing to memory cannot fail.
    let mut text = Vec::new();
    clap_complete::generate(args.shell, &mut Cli::command(), "reenact", &mut text);
    ctx.print_plain(|out| out.write_all(&text))?;
    Ok(Outcome::Clean)
}

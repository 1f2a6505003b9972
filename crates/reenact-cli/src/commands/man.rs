//! `reenact man`.

mod markdown;

use std::path::Path;

use clap::{Command, CommandFactory};
use reenact_convert::Compression;

use crate::cli::{Cli, Man};
use crate::context::Context;
use crate::error::{Error, Result};
use crate::outcome::Outcome;
use crate::output::{self, Replace, Target, cannot_write};

pub(super) fn run(ctx: &mut Context, args: &Man) -> Result<Outcome> {
    let mut command = Cli::command().disable_help_flag(false);
    command.build();
    if args.markdown {
        let page = markdown::reference(&command);
        ctx.print_plain(|out| out.write_all(page.as_bytes()))?;
        return Ok(Outcome::Clean);
    }
    match &args.dir {
        None => {
            let page = page(&command)?;
            ctx.print_plain(|out| out.write_all(&page))?;
        }
        Some(folder) => write_pages(&command, "reenact", folder)?,
    }
    Ok(Outcome::Clean)
}

/// Writes one page for a subcommand and each of its subcommands.
fn write_pages(command: &Command, name: &str, folder: &Path) -> Result<()> {
    let command = command.clone().display_name(name.to_owned());
    let page = page(&command)?;
    let path = folder.join(format!("{name}.1"));
    // Existing pages are overwritten.
    let target = Target::File {
        path,
        replace: Replace::Any,
        with_folders: true,
        compression: Compression::None,
    };
    output::write(&target, |out| out.write_all(&page).map_err(|error| cannot_write(&error)))?;
    for verb in command.get_subcommands().filter(|verb| !verb.is_hide_set()) {
        write_pages(verb, &format!("{name}-{}", verb.get_name()), folder)?;
    }
    Ok(())
}

fn page(command: &Command) -> Result<Vec<u8>> {
    let mut page = Vec::new();
    clap_mangen::Man::new(command.clone())
        .render(&mut page)
        .map_err(|error| Error::io("cannot generate the manual page", &error))?;
    Ok(page)
}

//! `reenact view`.

use reenact_make::demo;

use crate::cli::look::View;
use crate::context::Context;
use crate::error::Result;
use crate::input::{Input, Inputs, load_raw};
use crate::outcome::Outcome;
use crate::output;
use crate::text::people;
use crate::view::{self, Content, Page, Server, Shown, Single, Site};

pub(super) fn run(ctx: &mut Context, args: &View) -> Result<Outcome> {
    let page = Page::find()?;
    let inputs = Inputs::find(&args.files)?;
    for folder in inputs.unreadable() {
        ctx.print_error(folder);
    }
    if let Some(html) = &args.html {
        let page = Single::new(&page)?;
        let target = output::single(Some(&inputs), html, args.force)?;
        let shown = shown(&inputs, args)?;
        let bytes = output::write(&target, |out| view::write(&page, &shown, out))?;
        ctx.print_note(&format!("{target}   {}", people::size(bytes)));
        return Ok(Outcome::Clean);
    }
    let shown = shown(&inputs, args)?;
    let count = people::count(shown.len(), "recording");
    let server = Server::new(Site::new(page, shown)?, args.port)?;
    let address = server.address();
    ctx.print(&format!("{address}\n"))?;
    if !args.no_open && !view::open(&address) {
        ctx.print_note("no program found to open a URL: open the address in a browser");
    }
    ctx.print_note(&format!("serving {count} at this address, on this machine only; Ctrl-C stops"));
    view::wait_for_end(server)?;
    Ok(Outcome::Clean)
}

/// Reads all inputs, or makes the demo without any. Unreadable files are shown as well: the page reports what is wrong with them.
fn shown(inputs: &Inputs, args: &View) -> Result<Vec<Shown>> {
    let how = args.read.how();
    if inputs.list().is_empty() {
        let content = Content::Made(demo().to_bytes());
        return Ok(vec![Shown { name: "demo.bin".to_owned(), content }]);
    }
    let read = |input: &Input| {
        let raw = load_raw(input, &how).map_err(|error| error.at(input))?;
        let name = match input {
            Input::Stdin => "stdin.bin".to_owned(),
            Input::File { name, .. } => name.display().to_string(),
        };
        Ok(Shown { name, content: Content::Read(raw) })
    };
    inputs.list().iter().map(read).collect()
}

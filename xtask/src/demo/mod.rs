//! `cargo xtask demo`: a recording made up on the spot, read back and shown.

mod render;
mod timeline;

use std::fs;
use std::io;
use std::path::Path;
use std::time::Instant;

use reenact::Recording;

use crate::args::Args;
use crate::{Outcome, term};

pub(crate) const HELP: &str = "\
Makes a lifelike recording, writes it to target/demo/demo.bin, reads it back and shows what is in it.

Usage: cargo xtask demo
";

/// Narrow enough for half a screen.
const WIDTH: usize = 100;

pub(crate) fn run(args: Args) -> Outcome {
    args.finish()?;
    let path = Path::new("target/demo/demo.bin");
    let start = Instant::now();
    let made = reenact_make::demo();
    let made_in = start.elapsed();

    let name = path.display();
    write(path, &made).map_err(|error| format!("{error}: {name}"))?;
    let bytes = fs::read(path).map_err(|error| format!("{error}: {name}"))?;
    let start = Instant::now();
    let read = Recording::parse(&bytes).map_err(|error| format!("{error}: {name}"))?;
    let read_in = start.elapsed();
    if read != made {
        return Err(format!("what was read is not what was written: {name}").into());
    }
    let term = term::stdout();
    let times = format!("made in {made_in:.0?}, read back in {read_in:.0?}: the same recording");
    let shown = render::render(&read, WIDTH, term);
    Ok(term::print(&format!("{name}   {}\n\n{shown}", term.dim(&times)))?)
}

fn write(path: &Path, recording: &Recording<'_>) -> io::Result<()> {
    if let Some(folder) = path.parent() {
        fs::create_dir_all(folder)?;
    }
    fs::write(path, recording.to_bytes())
}

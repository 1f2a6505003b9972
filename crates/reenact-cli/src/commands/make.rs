//! `reenact make`.

use std::path::Path;

use reenact::Recording;
use reenact::json::ErrorReport;
use reenact_base::number::len_u64;
use reenact_make::{Options, Script, ScriptError, make};

use crate::cli::make::Make;
use crate::context::Context;
use crate::edit::write_recording;
use crate::error::{Error, Result};
use crate::outcome::Outcome;
use crate::output;
use crate::text::escape::visible;
use crate::text::{people, style};

pub(super) fn run(ctx: &mut Context, args: &Make) -> Result<Outcome> {
    let target = output::single_recording(None, &args.output, args.force)?;
    output::refuse_terminal(&target)?;
    let recording = match &args.script {
        Some(script) => scripted(args, script)?,
        None => made(args)?,
    };
    let bytes = write_recording(&target, &recording)?;
    ctx.print_note(&format!(
        "{}   {}   {} keys   {}",
        style::paint(style::HEADING, visible(&target.to_string())),
        people::duration(recording.duration_secs().into()),
        people::grouped(recording.key_count()),
        people::size(bytes)
    ));
    Ok(Outcome::Clean)
}

/// Makes the recording of a script file.
fn scripted(args: &Make, path: &Path) -> Result<Recording> {
    let wrong = |error: ScriptError| {
        let mut report = ErrorReport::new("wrong-text", error.message());
        let place = |number: Option<usize>| number.map(len_u64);
        (report.line, report.column) = (place(error.line()), place(error.column()));
        Error::of(report).at_path(path)
    };
    let text = if path.as_os_str() == "-" {
        std::io::read_to_string(std::io::stdin().lock())
    } else {
        std::fs::read_to_string(path)
    };
    let text = text.map_err(|error| Error::io("cannot read", &error).at_path(path))?;
    let mut script = Script::parse(&text).map_err(wrong)?;
    if let Some(rate_hz) = args.rate {
        script = script.with_rate_hz(rate_hz).map_err(wrong)?;
    }
    if let Some(seed) = args.seed {
        script = script.with_seed(seed);
    }
    Ok(script.perform(args.to.map_or(Options::default().form, Into::into)))
}

/// Makes an improvised recording, or the demo.
fn made(args: &Make) -> Result<Recording> {
    let device = args.device;
    let seed = args.seed.unwrap_or(Options::default().seed);
    let mut options = if args.demo {
        Options::demo(device, seed)
    } else {
        Options { seed, ..Options::with_device(device) }
    };
    options.seconds = args.seconds.unwrap_or(options.seconds);
    options.rate_hz = args.rate.unwrap_or(options.rate_hz);
    options.form = args.to.map_or(options.form, Into::into);
    Ok(make(&options)?)
}

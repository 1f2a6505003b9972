//! `reenact record`.

use std::time::Duration;

use reenact_xr::RecordConfig;

use crate::cli::openxr::Record;
use crate::context::Context;
use crate::error::{Error, Result};
use crate::openxr::child::{self, Toggle};
use crate::openxr::library::Folder;
use crate::openxr::settings;
use crate::outcome::Outcome;

pub(super) fn run(ctx: &mut Context, args: &Record) -> Result<Outcome> {
    if args.is_waiting && args.control.is_none() && args.toggle.is_none() {
        return Err(Error::usage(
            "--wait needs --control or --toggle: nothing would start the recording",
        ));
    }
    let folder = Folder::new()?;
    let mut config = RecordConfig::new(settings::output(&args.output, args.force)?);
    config.is_started = !args.is_waiting;
    config.after_secs = args.after.map_or(0.0, f64::from);
    config.secs = args.duration.map(f64::from);
    config.max_rate_hz = args.rate;
    config.control = args.control.as_deref().map(settings::full).transpose()?;
    let toggle = args.toggle.map(|signal| {
        let socket = config.control.get_or_insert_with(|| folder.path("control")).clone();
        Toggle { signal, socket }
    });
    let environment = settings::layer(&config, &folder)?;
    let timeout = args.timeout.map(Duration::from_secs_f32);
    let ended = child::run(&args.application, &environment, timeout, toggle.as_ref())?;
    if ended.is_timeout {
        ctx.print_note("the application was ended after its --timeout");
    }
    if ended.code == 0 && !config.output.exists() {
        return Err(Error::failed(
            "nothing was recorded: the application ended no frames, or recording was not started",
        )
        .at_path(&config.output));
    }
    Ok(Outcome::Application(ended.code))
}

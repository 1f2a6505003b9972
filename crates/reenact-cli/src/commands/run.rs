//! `reenact run`.

mod child;
mod library;

use std::fs;
use std::path::{Path, absolute};
use std::time::Duration;

use glam::Vec3;
use reenact::Recording;
use reenact_xr::{Config, End, Placement, VARIABLE};

use crate::cli::run::Run;
use crate::context::Context;
use crate::error::{Error, Result};
use crate::input::{ReadHow, load_one};
use crate::outcome::Outcome;
use library::{Folder, Library};

/// Environment variable with the manifest of the OpenXR runtime, read by the OpenXR loader.
const MANIFEST_VARIABLE: &str = "XR_RUNTIME_JSON";

pub(super) fn run(ctx: &mut Context, args: &Run) -> Result<Outcome> {
    let library = Library::find()?;
    let how = ReadHow { layout: None, max_bytes: 2_000_000_000, in_place: false };
    let (_, loaded) = load_one(&args.file, &how)?;
    let recording = loaded.recording();
    let mut config = config(args, recording)?;
    let folder = Folder::new()?;
    config.recording = if loaded.is_plain() && args.file != Path::new("-") {
        full(&args.file)?
    } else {
        // The runtime reads only MRTK's format.
        let path = folder.path("recording.bin");
        fs::write(&path, recording.to_bytes())
            .map_err(|error| Error::io("cannot write", &error).at_path(&path))?;
        path
    };
    let manifest = folder.path("runtime.json");
    fs::write(&manifest, library.manifest())
        .map_err(|error| Error::io("cannot write", &error).at_path(&manifest))?;
    let environment =
        [(MANIFEST_VARIABLE, manifest.into_os_string()), (VARIABLE, config.to_json().into())];
    let timeout = args.timeout.map(Duration::from_secs_f32);
    let ended = child::run(&args.application, environment, timeout)?;
    if ended.is_timeout {
        ctx.print_note("the application was ended after its --timeout");
    }
    Ok(Outcome::Application(ended.code))
}

fn full(path: &Path) -> Result<std::path::PathBuf> {
    absolute(path).map_err(|error| Error::io("cannot find", &error).at_path(path))
}

fn config(args: &Run, recording: &Recording) -> Result<Config> {
    let at = match args.at.as_slice() {
        [] => Vec3::ZERO,
        &[x, y, z] => Vec3::new(x, y, z),
        _ => return Err(Error::usage("--at takes three numbers: X,Y,Z")),
    };
    let mut config = Config::new("");
    config.from_secs =
        args.from.as_ref().map(|text| time(recording, "--from", text)).transpose()?;
    config.to_secs = args.to.as_ref().map(|text| time(recording, "--to", text)).transpose()?;
    let from_secs = config.from_secs.unwrap_or(0.0);
    if config.to_secs.is_some_and(|to_secs| to_secs < from_secs) {
        return Err(Error::usage("--to is before --from"));
    }
    if from_secs > f64::from(recording.end_secs()) {
        let end_secs = recording.end_secs();
        return Err(Error::failed(format!(
            "--from is after the end of the recording, {end_secs} s"
        )));
    }
    config.speed = args.speed.into();
    config.end = if args.is_looped { End::Loop } else { args.end };
    config.step_nanos = args.step.map(nanos);
    config.placement = Placement { at, facing_deg: args.facing, floor: args.floor };
    config.log = args.log.as_deref().map(full).transpose()?;
    Ok(config)
}

/// Nanoseconds of a decimal step: 0.02 s are 20,000,000, not the nearest `f32`.
fn nanos(secs: f32) -> i64 {
    let secs: f64 = secs.to_string().parse().unwrap_or_else(|_| f64::from(secs));
    i64::try_from(reenact_base::number::to_u64((secs * 1e9).round())).unwrap_or(i64::MAX).max(1)
}

/// Parses a time in seconds, or the name of a marker.
fn time(recording: &Recording, option: &str, text: &str) -> Result<f64> {
    if let Ok(secs) = text.parse::<f64>()
        && secs.is_finite()
    {
        return Ok(secs);
    }
    let named: Vec<_> = recording.markers().collect();
    if let Some(marker) = named.iter().find(|marker| marker.name == text) {
        return Ok(marker.time_secs.into());
    }
    let names = named.iter().map(|marker| marker.name.to_string());
    let error = reenact::NoSuchName::new("marker", text, names);
    Err(Error::failed(format!("{option}: not a number of seconds, and {error}")))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_step_has_the_nanoseconds_that_were_typed() {
        assert_eq!(nanos(0.02), 20_000_000);
        assert_eq!(nanos(0.011_111_111), 11_111_111);
        assert_eq!(nanos(1e-12), 1);
    }
}

//! Settings of the runtime and the layer, from arguments, and the environment that passes them on.

use std::ffi::OsString;
use std::fs;
use std::path::{Path, PathBuf, absolute};

use glam::Vec3;
use reenact::Recording;
use reenact_xr::{Capture, Config, End, Placement, RECORD_VARIABLE, RecordConfig, time_of};

use super::library::{Folder, Kind, LAYER_NAME, Library, cache_folder};
use crate::cli::openxr::PlaybackArgs;
use crate::error::{Error, Result};

/// An absolute path, for an application that may run elsewhere.
pub(crate) fn full(path: &Path) -> Result<PathBuf> {
    absolute(path).map_err(|error| Error::io("cannot find", &error).at_path(path))
}

/// Settings of a playback, without the path of the recording. Makes the folder for captured frames.
pub(crate) fn config(args: &PlaybackArgs, recording: &Recording) -> Result<Config> {
    let at = match args.at.as_slice() {
        [] => Vec3::ZERO,
        &[x, y, z] => Vec3::new(x, y, z),
        _ => return Err(Error::usage("--at takes three numbers: X,Y,Z")),
    };
    let time = |option: &str, text: &Option<String>| {
        let time = text.as_ref().map(|text| time_of(recording, text)).transpose();
        time.map_err(|error| Error::failed(format!("{option}: {error}")))
    };
    let mut config = Config::new("");
    config.from_secs = time("--from", &args.from)?;
    config.to_secs = time("--to", &args.to)?;
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
    config.is_paused = args.is_paused;
    config.control = args.control.as_deref().map(full).transpose()?;
    if let Some(folder) = &args.capture {
        if args.capture_every.is_none() && recording.markers().next().is_none() {
            return Err(Error::failed(
                "--capture: the recording has no markers; use --capture-every N, or add markers with `reenact marker`",
            ));
        }
        let folder = full(folder)?;
        fs::create_dir_all(&folder)
            .map_err(|error| Error::io("cannot create", &error).at_path(&folder))?;
        config.capture = Some(Capture { folder, every: args.capture_every });
    }
    Ok(config)
}

/// Nanoseconds of a step as it was typed: 0.02 s are 20,000,000, not the nearest `f32`.
fn nanos(secs: f32) -> i64 {
    let secs: f64 = secs.to_string().parse().unwrap_or_else(|_| f64::from(secs));
    i64::try_from(reenact_base::number::to_u64((secs * 1e9).round())).unwrap_or(i64::MAX).max(1)
}

/// Folders where the loader looks for layers that an application or the environment asks for, after `XR_API_LAYER_PATH`, which
/// replaces them.
const LAYER_FOLDERS: [&str; 3] = [
    "/etc/openxr/1/api_layers/explicit.d",
    "/usr/local/share/openxr/1/api_layers/explicit.d",
    "/usr/share/openxr/1/api_layers/explicit.d",
];

/// Environment that adds the recording layer to an application, before the layers that the environment has already.
pub(crate) fn layer(
    config: &RecordConfig,
    folder: &Folder,
) -> Result<Vec<(&'static str, OsString)>> {
    let library = Library::find(Kind::Layer, cache_folder())?;
    let manifests = folder.path("layers");
    super::library::write(&manifests.join("reenact.json"), library.manifest().as_bytes())?;
    let mut folders = vec![manifests];
    let given = std::env::var_os("XR_API_LAYER_PATH").filter(|path| !path.is_empty());
    if let Some(path) = given {
        folders.extend(std::env::split_paths(&path));
    } else {
        folders.extend(LAYER_FOLDERS.map(PathBuf::from).into_iter().filter(|it| it.is_dir()));
    }
    let folders = std::env::join_paths(folders)
        .map_err(|error| Error::failed(format!("XR_API_LAYER_PATH: {error}")))?;
    let mut names = OsString::from(LAYER_NAME);
    if let Some(more) = std::env::var_os("XR_ENABLE_API_LAYERS").filter(|more| !more.is_empty()) {
        names.push(if cfg!(windows) { ";" } else { ":" });
        names.push(more);
    }
    Ok(vec![
        ("XR_API_LAYER_PATH", folders),
        ("XR_ENABLE_API_LAYERS", names),
        (RECORD_VARIABLE, config.to_json().into()),
    ])
}

/// Path of a new recording; an existing file is removed with --force alone.
pub(crate) fn output(path: &Path, is_forced: bool) -> Result<PathBuf> {
    let path = full(path)?;
    if path.exists() {
        if !is_forced {
            return Err(
                Error::failed("the file exists: use --force to overwrite it").at_path(&path)
            );
        }
        fs::remove_file(&path)
            .map_err(|error| Error::io("cannot overwrite", &error).at_path(&path))?;
    }
    Ok(path)
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

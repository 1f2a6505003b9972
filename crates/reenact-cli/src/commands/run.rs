//! `reenact run`.

use std::path::Path;
use std::time::Duration;

use reenact_xr::{RecordConfig, VARIABLE};

use crate::cli::openxr::Run;
use crate::context::Context;
use crate::error::{Error, Result};
use crate::input::{ReadHow, load_one};
use crate::openxr::library::{self, Folder, Kind, Library, cache_folder};
use crate::openxr::{child, settings};
use crate::outcome::Outcome;

/// Environment variable with the manifest of the OpenXR runtime, read by the OpenXR loader.
const MANIFEST_VARIABLE: &str = "XR_RUNTIME_JSON";

pub(super) fn run(ctx: &mut Context, args: &Run) -> Result<Outcome> {
    let library = Library::find(Kind::Runtime, cache_folder())?;
    let how = ReadHow { layout: None, max_bytes: 2_000_000_000, in_place: false };
    let (_, loaded) = load_one(&args.file, &how)?;
    let recording = loaded.recording();
    let mut config = settings::config(&args.playback, recording)?;
    let folder = Folder::new()?;
    config.recording = if loaded.is_plain() && args.file != Path::new("-") {
        settings::full(&args.file)?
    } else {
        // The runtime reads only MRTK's format.
        let path = folder.path("recording.bin");
        library::write(&path, &recording.to_bytes())?;
        path
    };
    let manifest = folder.path("runtime.json");
    library::write(&manifest, library.manifest().as_bytes())?;
    let mut environment =
        vec![(MANIFEST_VARIABLE, manifest.into_os_string()), (VARIABLE, config.to_json().into())];
    let output = args.record.as_ref().map(|path| settings::output(path, args.force)).transpose()?;
    if let Some(output) = &output {
        environment.extend(settings::layer(&RecordConfig::new(output), &folder)?);
    }
    let timeout = args.timeout.map(Duration::from_secs_f32);
    let ended = child::run(&args.application, &environment, timeout, None)?;
    if ended.is_timeout {
        ctx.print_note("the application was ended after its --timeout");
    }
    match output {
        Some(output) if ended.code == 0 && !output.exists() => {
            Err(Error::failed("nothing was recorded").at_path(&output))
        }
        _ => Ok(Outcome::Application(ended.code)),
    }
}

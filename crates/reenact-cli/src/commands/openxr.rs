//! `reenact openxr`.

use std::fmt::Write as _;
use std::fs;
use std::io::ErrorKind;
use std::path::{Path, PathBuf};

use reenact_xr::{Config, settings_path};
use serde_json::Value;

use crate::cli::openxr::{Install, OpenXr, OpenXrCommand, Send};
use crate::context::Context;
use crate::error::{Error, Result};
use crate::input::{ReadHow, load_one};
use crate::openxr::library::{self, Kind, Library, RUNTIME_NAME, data_folder};
use crate::openxr::{send as send_command, settings};
use crate::outcome::Outcome;

pub(super) fn run(ctx: &mut Context, args: &OpenXr) -> Result<Outcome> {
    match &args.command {
        OpenXrCommand::Install(args) => install(ctx, args),
        OpenXrCommand::Uninstall(_) => uninstall(ctx),
        OpenXrCommand::Status(_) => status(ctx),
        OpenXrCommand::Send(args) => send(ctx, args),
    }
}

/// The user's own manifest of the active runtime, where the loader looks first.
fn manifest_path() -> Result<PathBuf> {
    if cfg!(windows) {
        return Err(Error::failed(
            "on Windows the active runtime is in the registry, which this command does not change: use `reenact run`",
        ));
    }
    let settings = settings()?;
    let config = settings.parent().and_then(Path::parent).unwrap_or(Path::new(""));
    Ok(config.join("openxr/1/active_runtime.json"))
}

fn settings() -> Result<PathBuf> {
    settings_path().ok_or_else(|| {
        Error::failed("no folder for settings: set XDG_CONFIG_HOME or HOME to an absolute path")
    })
}

/// Where the manifest that was active before is kept.
fn kept(manifest: &Path) -> PathBuf {
    manifest.with_file_name("active_runtime.json.before-reenact")
}

fn read_json(path: &Path) -> Option<Value> {
    serde_json::from_slice(&fs::read(path).ok()?).ok()
}

/// Name and library of the runtime of a manifest.
fn runtime_of(manifest: &Path) -> Option<(String, String)> {
    let manifest = read_json(manifest)?;
    let runtime = manifest.get("runtime")?;
    let text = |key: &str| Some(runtime.get(key)?.as_str()?.to_owned());
    let library = text("library_path")?;
    Some((text("name").unwrap_or_else(|| "(no name)".to_owned()), library))
}

fn is_ours(manifest: &Path) -> bool {
    runtime_of(manifest).is_some_and(|(name, _)| name == RUNTIME_NAME)
}

fn install(ctx: &mut Context, args: &Install) -> Result<Outcome> {
    let manifest = manifest_path()?;
    let settings_file = settings()?;
    let library = Library::find(Kind::Runtime, data_folder())?;
    let how = ReadHow { layout: None, max_bytes: 2_000_000_000, in_place: false };
    let (_, loaded) = load_one(&args.file, &how)?;
    let mut config = settings::config(&args.playback, loaded.recording())?;
    config.recording = if loaded.is_plain() && args.file != Path::new("-") {
        settings::full(&args.file)?
    } else {
        let folder = data_folder();
        let folder =
            folder.ok_or_else(|| Error::failed("no folder for the recording: set HOME"))?;
        let path = folder.join("installed.bin");
        library::write(&path, &loaded.recording().to_bytes())?;
        path
    };
    library::write(&settings_file, config.to_json().as_bytes())?;
    // A symbolic link to a manifest of the system is kept as a link.
    if fs::symlink_metadata(&manifest).is_ok() && !is_ours(&manifest) {
        fs::rename(&manifest, kept(&manifest))
            .map_err(|error| Error::io("cannot keep", &error).at_path(&manifest))?;
    }
    library::write(&manifest, library.manifest().as_bytes())?;
    let recording = config.recording.display();
    ctx.print_note(&format!(
        "OpenXR applications of this user now see {recording}; `reenact openxr uninstall` ends that"
    ));
    Ok(Outcome::Clean)
}

fn remove(path: &Path) -> Result<()> {
    match fs::remove_file(path) {
        Err(error) if error.kind() != ErrorKind::NotFound => {
            Err(Error::io("cannot remove", &error).at_path(path))
        }
        _ => Ok(()),
    }
}

fn uninstall(ctx: &mut Context) -> Result<Outcome> {
    let manifest = manifest_path()?;
    let settings_file = settings()?;
    let was_installed = is_ours(&manifest);
    if was_installed {
        remove(&manifest)?;
        let kept = kept(&manifest);
        if fs::symlink_metadata(&kept).is_ok() {
            fs::rename(&kept, &manifest)
                .map_err(|error| Error::io("cannot bring back", &error).at_path(&kept))?;
        }
    }
    remove(&settings_file)?;
    ctx.print_note(if was_installed {
        "uninstalled: the OpenXR runtime is the one from before"
    } else {
        "not installed: nothing to do"
    });
    Ok(Outcome::Clean)
}

/// Manifests in the order in which the loader looks for them on Linux.
fn manifests() -> Result<Vec<(&'static str, PathBuf)>> {
    let variable = std::env::var_os("XR_RUNTIME_JSON").filter(|path| !path.is_empty());
    let mut found: Vec<_> =
        variable.into_iter().map(|path| ("XR_RUNTIME_JSON", PathBuf::from(path))).collect();
    found.push(("user", manifest_path()?));
    found.push(("system", PathBuf::from("/etc/xdg/openxr/1/active_runtime.json")));
    found.push(("system", PathBuf::from("/etc/openxr/1/active_runtime.json")));
    Ok(found)
}

fn status(ctx: &mut Context) -> Result<Outcome> {
    let found = manifests()?.into_iter().find(|(_, path)| path.exists());
    let mut text = String::new();
    match found {
        None => text += "active runtime: none\n",
        Some((source, path)) => {
            match runtime_of(&path) {
                Some((name, library)) => {
                    _ = writeln!(text, "active runtime: {name} ({library})");
                }
                None => text += "active runtime: unreadable manifest\n",
            }
            _ = writeln!(text, "manifest:       {} ({source})", path.display());
        }
    }
    let settings = fs::read_to_string(settings()?).ok();
    match settings.map(|text| Config::from_json(&text)) {
        None => text += "installed:      no\n",
        Some(Ok(config)) => _ = writeln!(text, "installed:      {}", config.recording.display()),
        Some(Err(error)) => _ = writeln!(text, "installed:      wrong settings: {error}"),
    }
    for (kind, name) in [(Kind::Runtime, "runtime:        "), (Kind::Layer, "layer:          ")] {
        match Library::find(kind, library::cache_folder()) {
            Ok(library) => _ = writeln!(text, "{name}{}", library.path().display()),
            Err(_) => _ = writeln!(text, "{name}not built in"),
        }
    }
    ctx.print(&text)?;
    Ok(Outcome::Clean)
}

fn send(ctx: &mut Context, args: &Send) -> Result<Outcome> {
    let (answer, is_ok) = send_command(&args.socket, &args.words.join(" "))?;
    ctx.print(&format!("{answer}\n"))?;
    Ok(if is_ok { Outcome::Clean } else { Outcome::Failed })
}

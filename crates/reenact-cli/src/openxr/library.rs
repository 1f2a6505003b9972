//! OpenXR runtime and API layer: embedded in the program at build time, or files.

use std::fs;
use std::path::{Path, PathBuf};

use crate::error::{Error, Result};

/// The libraries: their file names, and their bytes, gzipped.
#[cfg(feature = "openxr")]
mod built_in {
    include!(concat!(env!("OUT_DIR"), "/openxr.rs"));
}

/// Name of the API layer.
pub(crate) const LAYER_NAME: &str = "XR_APILAYER_REENACT_record";

/// A library that the OpenXR loader opens.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Kind {
    /// Plays a recording.
    Runtime,
    /// Records an application.
    Layer,
}

impl Kind {
    /// Environment variable that names a library to use instead of the one that is built in.
    const fn variable(self) -> &'static str {
        match self {
            Self::Runtime => "REENACT_OPENXR_LIBRARY",
            Self::Layer => "REENACT_OPENXR_LAYER_LIBRARY",
        }
    }

    const fn name(self) -> &'static str {
        match self {
            Self::Runtime => "the OpenXR runtime",
            Self::Layer => "the OpenXR API layer",
        }
    }
}

/// Location of a library.
#[derive(Debug)]
pub(crate) struct Library {
    kind: Kind,
    path: PathBuf,
}

impl Library {
    /// Finds a library, and unpacks one that is built in into a folder; the error says how to build it.
    pub(crate) fn find(kind: Kind, folder: Option<PathBuf>) -> Result<Self> {
        if let Some(path) = std::env::var_os(kind.variable()) {
            let path = PathBuf::from(path);
            return match fs::canonicalize(&path) {
                Ok(path) => Ok(Self { kind, path }),
                Err(error) => {
                    Err(Error::io(&format!("cannot find {}", kind.name()), &error).at_path(&path))
                }
            };
        }
        Self::built_in(kind, folder)
    }

    #[cfg(feature = "openxr")]
    fn built_in(kind: Kind, folder: Option<PathBuf>) -> Result<Self> {
        use std::io::Read;

        let what = kind.name();
        let folder = folder.ok_or_else(|| {
            Error::failed(format!("no folder for {what}: set XDG_CACHE_HOME or HOME"))
        })?;
        let (name, packed) = match kind {
            Kind::Runtime => built_in::RUNTIME,
            Kind::Layer => built_in::LAYER,
        };
        let path = folder.join(name);
        let mut bytes = Vec::new();
        flate2::read::GzDecoder::new(packed)
            .read_to_end(&mut bytes)
            .map_err(|error| Error::io(&format!("cannot unpack {what}"), &error))?;
        if !fs::read(&path).is_ok_and(|there| there == bytes) {
            write(&path, &bytes)?;
        }
        Ok(Self { kind, path })
    }

    #[cfg(not(feature = "openxr"))]
    fn built_in(kind: Kind, _: Option<PathBuf>) -> Result<Self> {
        Err(Error::failed(format!(
            "this `reenact` was built without {}: in a clone of the project `cargo xtask openxr` builds it, and \
             `cargo install --path crates/reenact-cli --features openxr` adds it; or set {} to the path of the library",
            kind.name(),
            kind.variable()
        )))
    }

    /// Manifest that tells the OpenXR loader where the library is.
    pub(crate) fn manifest(&self) -> String {
        let path = self.path.to_string_lossy();
        let manifest = match self.kind {
            Kind::Runtime => serde_json::json!({
                "file_format_version": "1.0.0",
                "runtime": { "name": RUNTIME_NAME, "library_path": path },
            }),
            Kind::Layer => serde_json::json!({
                "file_format_version": "1.0.0",
                "api_layer": {
                    "name": LAYER_NAME,
                    "library_path": path,
                    "api_version": "1.1",
                    "implementation_version": "1",
                    "description": "Records head, hands, pinches and gaze as an MRTK input animation",
                },
            }),
        };
        manifest.to_string()
    }

    /// Where it is.
    pub(crate) fn path(&self) -> &Path {
        &self.path
    }
}

/// Name of the runtime in its manifest.
pub(crate) const RUNTIME_NAME: &str = "Reenact";

/// Writes a file, and its folder. Another process may do the same at the same time: what is there is always whole.
pub(crate) fn write(path: &Path, bytes: &[u8]) -> Result<()> {
    let mut name = path.file_name().unwrap_or_default().to_owned();
    name.push(format!(".{}", std::process::id()));
    let half = path.with_file_name(name);
    let written = path
        .parent()
        .map_or(Ok(()), fs::create_dir_all)
        .and_then(|()| fs::write(&half, bytes))
        .and_then(|()| fs::rename(&half, path));
    written.map_err(|error| {
        _ = fs::remove_file(&half);
        Error::io("cannot write", &error).at_path(path)
    })
}

/// A folder of the user's: that of a variable, or one below the home folder.
fn user_folder(variable: &str, below_home: &str) -> Option<PathBuf> {
    let folder = |name: &str| {
        std::env::var_os(name).map(PathBuf::from).filter(|folder| folder.is_absolute())
    };
    folder(variable)
        .or_else(|| folder("LOCALAPPDATA"))
        .or_else(|| Some(folder("HOME")?.join(below_home)))
}

/// Folder for what can be made again.
pub(crate) fn cache_folder() -> Option<PathBuf> {
    Some(user_folder("XDG_CACHE_HOME", ".cache")?.join("reenact"))
}

/// Folder for what stays.
pub(crate) fn data_folder() -> Option<PathBuf> {
    Some(user_folder("XDG_DATA_HOME", ".local/share")?.join("reenact"))
}

/// A folder that is gone when the application has ended.
#[derive(Debug)]
pub(crate) struct Folder {
    path: PathBuf,
}

impl Folder {
    pub(crate) fn new() -> Result<Self> {
        let mut random = [0; 8];
        getrandom::fill(&mut random)
            .map_err(|error| Error::failed(format!("no random numbers: {error}")))?;
        let name = format!("reenact-run-{:016x}", u64::from_ne_bytes(random));
        let path = std::env::temp_dir().join(name);
        fs::create_dir(&path).map_err(|error| Error::io("cannot create", &error).at_path(&path))?;
        Ok(Self { path })
    }

    pub(crate) fn path(&self, name: impl AsRef<Path>) -> PathBuf {
        self.path.join(name)
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        _ = fs::remove_dir_all(&self.path);
    }
}

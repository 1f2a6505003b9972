//! OpenXR runtime library: embedded in the program at build time, or a file.

use std::fs;
use std::path::{Path, PathBuf};

use crate::error::{Error, Result};

/// The library, gzip-compressed, and its file name.
#[cfg(feature = "openxr")]
mod built_in {
    include!(concat!(env!("OUT_DIR"), "/runtime.rs"));
}

/// Environment variable with a library to use instead of the embedded one.
const LIBRARY_VARIABLE: &str = "REENACT_OPENXR_LIBRARY";

/// Location of the runtime library.
#[derive(Debug)]
pub(super) struct Library {
    path: PathBuf,
}

impl Library {
    /// Finds the library; the error says how to build it.
    pub(super) fn find() -> Result<Self> {
        if let Some(path) = std::env::var_os(LIBRARY_VARIABLE) {
            let path = PathBuf::from(path);
            return match fs::canonicalize(&path) {
                Ok(path) => Ok(Self { path }),
                Err(error) => {
                    Err(Error::io("cannot find the OpenXR runtime", &error).at_path(&path))
                }
            };
        }
        Self::built_in()
    }

    #[cfg(feature = "openxr")]
    fn built_in() -> Result<Self> {
        use std::io::Read;

        let folder = cache_folder().ok_or_else(|| {
            Error::failed("no folder for the OpenXR runtime: set XDG_CACHE_HOME or HOME")
        })?;
        let path = folder.join(built_in::NAME);
        let mut bytes = Vec::new();
        flate2::read::GzDecoder::new(built_in::LIBRARY)
            .read_to_end(&mut bytes)
            .map_err(|error| Error::io("cannot unpack the OpenXR runtime", &error))?;
        if fs::read(&path).is_ok_and(|there| there == bytes) {
            return Ok(Self { path });
        }
        // Another process may do the same concurrently: the library is renamed into its place when it is complete.
        let half = folder.join(format!("{}.{}", built_in::NAME, std::process::id()));
        let write = || {
            fs::create_dir_all(&folder)?;
            fs::write(&half, &bytes)?;
            fs::rename(&half, &path)
        };
        write().map_err(|error| {
            _ = fs::remove_file(&half);
            Error::io("cannot write the OpenXR runtime", &error).at_path(&path)
        })?;
        Ok(Self { path })
    }

    #[cfg(not(feature = "openxr"))]
    fn built_in() -> Result<Self> {
        Err(Error::failed(format!(
            "this `reenact` was built without the OpenXR runtime: in a clone of the project `cargo xtask openxr` builds it, and \
             `cargo install --path crates/reenact-cli --features openxr` adds it; or set {LIBRARY_VARIABLE} to the path of the library"
        )))
    }

    /// Manifest that tells the OpenXR loader where the library is.
    pub(super) fn manifest(&self) -> String {
        serde_json::json!({
            "file_format_version": "1.0.0",
            "runtime": { "name": "Reenact", "library_path": self.path.to_string_lossy() },
        })
        .to_string()
    }
}

/// Cache folder of the user.
#[cfg(feature = "openxr")]
fn cache_folder() -> Option<PathBuf> {
    let folder = |name: &str| {
        std::env::var_os(name).map(PathBuf::from).filter(|folder| folder.is_absolute())
    };
    let base = folder("XDG_CACHE_HOME")
        .or_else(|| folder("LOCALAPPDATA"))
        .or_else(|| Some(folder("HOME")?.join(".cache")))?;
    Some(base.join("reenact"))
}

/// Folder that is removed when the application has ended.
#[derive(Debug)]
pub(super) struct Folder {
    path: PathBuf,
}

impl Folder {
    pub(super) fn new() -> Result<Self> {
        let mut random = [0; 8];
        getrandom::fill(&mut random)
            .map_err(|error| Error::failed(format!("no random numbers: {error}")))?;
        let name = format!("reenact-run-{:016x}", u64::from_ne_bytes(random));
        let path = std::env::temp_dir().join(name);
        fs::create_dir(&path).map_err(|error| Error::io("cannot create", &error).at_path(&path))?;
        Ok(Self { path })
    }

    pub(super) fn path(&self, name: impl AsRef<Path>) -> PathBuf {
        self.path.join(name)
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        _ = fs::remove_dir_all(&self.path);
    }
}

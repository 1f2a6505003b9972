//! Files of the viewer page: built into the program, or from a folder.

use std::borrow::Cow;
use std::fs;
use std::io::Read;
use std::path::Path;

use flate2::read::GzDecoder;

use crate::error::{Error, Result};

/// Built-in files of the page, gzip-compressed.
#[cfg(viewer_page)]
mod built_in {
    include!(concat!(env!("OUT_DIR"), "/page.rs"));
}

/// Environment variable with a folder to use instead of the built-in page.
const FOLDER_VARIABLE: &str = "REENACT_VIEWER";

const INDEX: &str = "index.html";
const SINGLE: &str = "single.html";

/// Files of the page by request path.
#[derive(Debug)]
pub(crate) struct Page {
    files: Vec<(String, Packed)>,
}

/// A file of the page.
#[derive(Debug)]
struct Packed {
    bytes: Cow<'static, [u8]>,
    is_gzip: bool,
}

impl Packed {
    fn unpacked(&self) -> Result<Cow<'_, [u8]>> {
        if !self.is_gzip {
            return Ok(Cow::Borrowed(&self.bytes));
        }
        let mut bytes = Vec::new();
        GzDecoder::new(&*self.bytes)
            .read_to_end(&mut bytes)
            .map_err(|error| Error::io("cannot unpack the viewer", &error))?;
        Ok(Cow::Owned(bytes))
    }
}

impl Page {
    /// Finds the page; the error explains how to build it.
    pub(crate) fn find() -> Result<Self> {
        if let Some(folder) = std::env::var_os(FOLDER_VARIABLE) {
            return Self::in_folder(Path::new(&folder));
        }
        Self::built_in().ok_or_else(|| {
            Error::failed(format!(
                "this `reenact` was built without the viewer: in a clone of the project `cargo xtask viewer` builds it, and \
                 `cargo install --path crates/reenact-cli` puts it in; or set {FOLDER_VARIABLE} to the folder of the viewer"
            ))
        })
    }

    #[cfg(viewer_page)]
    fn built_in() -> Option<Self> {
        let packed = |&(path, bytes): &(&str, &'static [u8])| {
            (path.to_owned(), Packed { bytes: Cow::Borrowed(bytes), is_gzip: true })
        };
        Some(Self { files: built_in::PAGE.iter().map(packed).collect() })
    }

    #[cfg(not(viewer_page))]
    fn built_in() -> Option<Self> {
        None
    }

    /// Reads every file of a folder, so that no other file can be requested later.
    fn in_folder(root: &Path) -> Result<Self> {
        let failed =
            |error: std::io::Error| Error::io("cannot read the viewer", &error).at_path(root);
        let mut files = Vec::new();
        let mut folders = vec![root.to_owned()];
        while let Some(folder) = folders.pop() {
            for entry in fs::read_dir(&folder).map_err(failed)? {
                let path = entry.map_err(failed)?.path();
                if path.is_dir() {
                    folders.push(path);
                    continue;
                }
                let bytes = Cow::Owned(fs::read(&path).map_err(failed)?);
                let asked = path.strip_prefix(root).unwrap_or(&path);
                let parts: Vec<_> = asked.iter().map(|part| part.to_string_lossy()).collect();
                files.push((parts.join("/"), Packed { bytes, is_gzip: false }));
            }
        }
        let page = Self { files };
        if page.get(INDEX).is_none() {
            let message = format!(
                "no viewer in the folder given by {FOLDER_VARIABLE}: run `cargo xtask viewer` to build it"
            );
            return Err(Error::failed(message).at_path(root));
        }
        Ok(page)
    }

    fn get(&self, path: &str) -> Option<&Packed> {
        self.files.iter().find(|(name, _)| name == path).map(|(_, file)| file)
    }

    /// Decompressed content of a file.
    pub(super) fn file(&self, path: &str) -> Option<Result<Cow<'_, [u8]>>> {
        Some(self.get(path)?.unpacked())
    }

    /// Index page with an element in place of a placeholder.
    pub(super) fn index(&self, mark: &str, element: &str) -> Result<Vec<u8>> {
        let [before, after] = self.split_at_mark(INDEX, mark)?;
        Ok([before.as_bytes(), element.as_bytes(), after.as_bytes()].concat())
    }

    /// The page in one file, split at the placeholder.
    pub(super) fn single(&self, mark: &str) -> Result<[String; 2]> {
        self.split_at_mark(SINGLE, mark)
    }

    fn split_at_mark(&self, path: &str, mark: &str) -> Result<[String; 2]> {
        let other = || {
            let message = format!(
                "the viewer does not match this version of `reenact` ({path} has no {mark}): run `cargo xtask viewer` to build it"
            );
            Error::failed(message)
        };
        let bytes = self.get(path).ok_or_else(other)?.unpacked()?;
        let text = String::from_utf8(bytes.into_owned()).map_err(|_| other())?;
        let (before, after) = text.split_once(mark).ok_or_else(other)?;
        Ok([before.to_owned(), after.to_owned()])
    }
}

//! Content of the server: the files of the page, the list of recordings, and the recordings. No other path is
//! served.

use std::borrow::Cow;
use std::path::Path;

use reenact_file::Watch;
use serde::Serialize;

use super::{Page, Shown};
use crate::error::Result;

/// Placeholder in the page, and the element by which the page knows that recordings are served.
const MARK: &str = "<!--SERVED-->";
const ELEMENT: &str = "<meta name=\"reenact-recordings\" content=\"recordings.json\" />";

/// A page and its recordings.
pub(crate) struct Site {
    page: Page,
    index: Vec<u8>,
    list: Vec<u8>,
    shown: Vec<Shown>,
}

/// Content at a path.
pub(super) struct Found<'s> {
    pub(super) bytes: Cow<'s, [u8]>,
    pub(super) kind: &'static str,
    /// Change detection of a recording's file.
    pub(super) watch: Option<&'s Watch>,
}

#[derive(Debug, Serialize)]
struct Entry<'s> {
    name: &'s str,
    url: String,
    bytes: usize,
}

impl Site {
    pub(crate) fn new(page: Page, shown: Vec<Shown>) -> Result<Self> {
        let entry = |(number, recording): (usize, &Shown)| {
            let entry = Entry {
                name: &recording.name,
                url: format!("files/{number}"),
                bytes: recording.bytes().len(),
            };
            serde_json::json!(entry)
        };
        let list: Vec<_> = shown.iter().enumerate().map(entry).collect();
        let list = serde_json::Value::from(list).to_string().into_bytes();
        Ok(Self { index: page.index(MARK, ELEMENT)?, list, page, shown })
    }

    /// Finds the content at a path. Paths are only compared, never opened, so path traversal is impossible.
    pub(super) fn find(&self, path: &str) -> Option<Found<'_>> {
        let mut watch = None;
        let (bytes, kind) = match path {
            "" | "index.html" => (Cow::Borrowed(self.index.as_slice()), "text/html; charset=utf-8"),
            "recordings.json" => (Cow::Borrowed(self.list.as_slice()), "application/json"),
            _ => match path.strip_prefix("files/") {
                Some(number) => {
                    // Only the canonical form of the list: no sign, no leading zero.
                    let place = number.parse::<usize>().ok().filter(|n| n.to_string() == number)?;
                    let shown = self.shown.get(place)?;
                    watch = shown.watch();
                    (Cow::Borrowed(shown.bytes()), "application/octet-stream")
                }
                None => (self.page.file(path)?.ok()?, kind(path)),
            },
        };
        Some(Found { bytes, kind, watch })
    }
}

/// Content type of a file; sniffing is disabled.
fn kind(path: &str) -> &'static str {
    match Path::new(path).extension().and_then(|ending| ending.to_str()) {
        Some("html") => "text/html; charset=utf-8",
        Some("js" | "mjs") => "text/javascript; charset=utf-8",
        Some("css") => "text/css; charset=utf-8",
        Some("wasm") => "application/wasm",
        Some("json" | "map") => "application/json",
        Some("svg") => "image/svg+xml",
        Some("png") => "image/png",
        Some("woff2") => "font/woff2",
        Some("txt") => "text/plain; charset=utf-8",
        _ => "application/octet-stream",
    }
}

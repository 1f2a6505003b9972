//! Viewer: serves the page with recordings to a local browser, or writes both into one HTML file.

mod browser;
mod guard;
mod html;
mod page;
mod request;
mod response;
mod server;
mod site;

pub(crate) use browser::open;
pub(crate) use html::{Single, write};
pub(crate) use page::Page;
pub(crate) use server::{Server, wait_for_end};
pub(crate) use site::Site;

use reenact_file::Watch;

use crate::input::Raw;

/// A recording to show.
pub(crate) struct Shown {
    /// Name on the page, without its path.
    pub(crate) name: String,
    pub(crate) content: Content,
}

/// Bytes of a recording.
pub(crate) enum Content {
    Read(Raw),
    Made(Vec<u8>),
}

impl Shown {
    pub(crate) fn bytes(&self) -> &[u8] {
        match &self.content {
            Content::Read(raw) => raw.bytes(),
            Content::Made(bytes) => bytes,
        }
    }

    /// Detects changes of the file since it was opened.
    fn watch(&self) -> Option<&Watch> {
        match &self.content {
            Content::Read(raw) => raw.watch(),
            Content::Made(_) => None,
        }
    }
}

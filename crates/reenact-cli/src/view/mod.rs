//! The viewer: a page, served with some recordings to the browser of this machine, or written with them into one file.

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

/// A recording to be shown.
pub(crate) struct Shown {
    /// What it is called on the page: no path.
    pub(crate) name: String,
    pub(crate) content: Content,
}

/// The bytes of a recording.
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

    /// Tells whether the file has been changed since it was opened.
    fn watch(&self) -> Option<&Watch> {
        match &self.content {
            Content::Read(raw) => raw.watch(),
            Content::Made(_) => None,
        }
    }
}

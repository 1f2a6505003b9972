//! `reenact view`: what its server gives, to whom it gives nothing, and the page in one file.
//!
//! The page here is a stand-in of a few lines: what is tested is the command.

mod refused;
mod served;
mod serving;
mod single;

use crate::common::Folder;

/// A folder with a page, a session, and something that is nobody's business.
fn folder() -> Folder {
    let folder = Folder::with_session();
    folder.add_page();
    folder.write("secret.bin", b"nobody's business");
    folder
}

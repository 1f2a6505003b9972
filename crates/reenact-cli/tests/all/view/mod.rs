//! `reenact view`: server, access control, and the page in one file.
//!
//! Uses a minimal page: the command is tested, not the viewer.

mod refused;
mod served;
mod serving;
mod single;

use crate::common::Folder;

/// Folder with a page, a recording, and a file that must not be served.
fn folder() -> Folder {
    let folder = Folder::with_session();
    folder.add_page();
    folder.write("secret.bin", b"nobody's business");
    folder
}

//! The viewer's page as part of the published crate `reenact-cli`.

use std::fs;
use std::path::Path;

use crate::{files, viewer};

/// Where `build/page.rs` of the crate looks for the page. Git ignores it.
const FOLDER: &str = "crates/reenact-cli/page";

/// The page in the folder of the crate, as long as this lives: a page that stayed there would be taken for the current one.
pub(crate) struct Page(());

impl Page {
    /// Builds the page and puts it there.
    pub(crate) fn build() -> Result<Self, String> {
        viewer::build()?;
        files::empty(FOLDER)?;
        let page = Self(());
        for from in files::all_below(Path::new(viewer::FOLDER))? {
            let inside = from.strip_prefix(viewer::FOLDER).map_err(|error| error.to_string())?;
            files::copy(&from, &Path::new(FOLDER).join(inside))?;
        }
        Ok(page)
    }
}

impl Drop for Page {
    fn drop(&mut self) {
        _ = fs::remove_dir_all(FOLDER);
    }
}

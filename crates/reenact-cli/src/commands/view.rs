//! `reenact view`, which is not there yet.

use crate::cli::look::View;
use crate::error::{Error, Result};
use crate::outcome::Outcome;

pub(super) fn run(args: &View) -> Result<Outcome> {
    let View { files, html } = args;
    let named = html.iter().chain(files).next();
    let error = Error::failed(
        "the viewer is not there yet: `reenact info` shows what is in a recording, `reenact sample` its poses",
    );
    Err(named
        .map_or_else(|| Error::failed("the viewer is not there yet"), |path| error.at_path(path)))
}

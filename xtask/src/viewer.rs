//! `cargo xtask viewer`: the page that shows recordings.

use std::fs;

use crate::process::{self, command, run as run_command};
use crate::{packages, wasm};

/// Builds the page that shows recordings, into viewer/dist
///
/// That is the library as a module for browsers, then script and style.
///
/// Any web server can serve that folder, and viewer/dist/single.html is the same page in one file. For `reenact view`:
///
///   `cargo install --path crates/reenact-cli --features view`   with the page inside
///   `REENACT_VIEWER=viewer/dist reenact view FILE`              with the page from there
///
/// It needs Node.js 20 or later. Missing packages and tools are fetched, once.
#[derive(clap::Args)]
#[command(verbatim_doc_comment)]
pub(crate) struct Args {}

/// Where the page is built.
pub(crate) const FOLDER: &str = "viewer/dist";

/// Builds the module and the page.
pub(crate) fn build() -> Result<(), String> {
    packages::node("viewer")?;
    wasm::build()?;
    run_command(command("npm", &["run", "--silent", "build"]).current_dir("viewer"))?;
    let page = format!("{FOLDER}/index.html");
    fs::metadata(&page).map(|_| ()).map_err(|error| format!("{error}: {page}"))
}

/// Times that the heavy step kills a page while it records.
const KILLS: &str = "200";

/// Holds the page, in a browser, against what it promises.
pub(crate) fn test() -> Result<String, String> {
    let (firefox, xvfb) = (packages::FIREFOX.have()?, packages::XVFB.have()?);
    let chromium = ready()?;
    run_command(command("npm", &["run", "--silent", "check"]).current_dir("viewer"))?;
    let mut tests = command("npm", &["run", "--silent", "test"]);
    run_command(tests.current_dir("viewer").env("REENACT_CHROMIUM", chromium))?;
    let mut tests = command("npm", &["run", "--silent", "firefox"]);
    let tests = tests.env("REENACT_FIREFOX", firefox).env("REENACT_XVFB", xvfb);
    run_command(tests.current_dir("viewer"))?;
    Ok(String::new())
}

/// Kills a page that records in a headset, many times at random moments, and looks at what it left.
pub(crate) fn kills() -> Result<String, String> {
    let chromium = ready()?;
    let words = ["--test", "--test-reporter=spec", "--test-name-pattern=killed"];
    let mut tests = command("node", &words);
    tests.arg("tests/viewer.test.mjs").current_dir("viewer");
    run_command(tests.env("REENACT_CHROMIUM", chromium).env("REENACT_KILLS", KILLS))?;
    Ok(format!("{KILLS} kills"))
}

/// Builds what the tests need; the path of Chromium.
fn ready() -> Result<String, String> {
    let chromium = packages::CHROMIUM.have()?;
    build()?;
    // The command reads back what the page saved, and makes what it is given.
    process::build(&["--bin", "reenact"])?;
    Ok(chromium)
}

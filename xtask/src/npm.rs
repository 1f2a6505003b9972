//! The steps of the npm packages: `reenact` and `@reenact/playwright`.

use crate::process::{command, run};
use crate::{packages, viewer, wasm};

const FOLDER: &str = "packages";

/// Builds both packages, with the module and the viewer's page in them.
fn build() -> Result<(), String> {
    packages::node(FOLDER)?;
    viewer::build()?;
    wasm::build_for_npm()?;
    for package in ["reenact", "playwright"] {
        run(&mut command("node", &[&format!("{FOLDER}/{package}/build.mjs")]))?;
    }
    Ok(())
}

/// Tests of the packages: in Node.js, in pages in Chromium, and from their tarballs in an empty folder.
pub(crate) fn packages() -> Result<String, String> {
    let chromium = packages::CHROMIUM.have()?;
    build()?;
    let with_chromium = |words: &[&str]| {
        let mut tests = command("node", words);
        tests.current_dir(FOLDER).env("REENACT_CHROMIUM", &chromium);
        tests
    };
    run(&mut with_chromium(&["--test", "--test-reporter=spec", "reenact/tests/"]))?;
    run(&mut with_chromium(&["--test", "--test-reporter=spec", "tests/"]))?;
    let playwright = "../node_modules/@playwright/test/cli.js";
    run(with_chromium(&[playwright, "test"]).current_dir(format!("{FOLDER}/playwright")))?;
    Ok(String::new())
}

/// One hundred runs of a take give the same poses and events, and 200 processes that are killed lose less than a second.
pub(crate) fn many() -> Result<String, String> {
    let chromium = packages::CHROMIUM.have()?;
    build()?;
    let words = ["../node_modules/@playwright/test/cli.js", "test", "--grep", "same to the bit"];
    let mut runs = command("node", &words);
    runs.current_dir(format!("{FOLDER}/playwright")).env("REENACT_CHROMIUM", chromium);
    run(runs.env("REENACT_RUNS", "100"))?;
    let words = ["test", "--package", "reenact-file", "--test", "journal", "--", "--nocapture"];
    run(crate::process::cargo(&words).env("REENACT_KILLS", "200"))?;
    Ok("100 runs, 200 kills".to_owned())
}

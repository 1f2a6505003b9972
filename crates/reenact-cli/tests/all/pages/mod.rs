//! Runs the commands in the documentation, and compares their output with the output on the page.
//!
//! In `sh` blocks every line is run; in `console` blocks every line that starts with `$ `, and the lines after it are the
//! expected output, in which a line `…` stands for any lines. A comment `# exit code 3` names an exit code other than 0.
//! In `yaml` blocks the steps `run: reenact …` are run. A block with a title is a file that the commands find.
//! `REENACT_UPDATE=1` writes the output into the pages; look at the difference.

mod block;
mod folder;

use std::path::{Path, PathBuf};
use std::{env, fs};

use block::{Block, blocks, commands, is_match};

use crate::common::{Folder, Run};

/// Beginnings of commands that are not run: they install or build something, or use the network.
const NOT_RUN: [&str; 6] = ["adb ", "cargo ", "pip ", "npm ", "python -m venv ", "source "];

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

/// README and every page in `docs`.
fn pages() -> Vec<PathBuf> {
    let mut pages = vec![root().join("README.md")];
    let mut folders = vec![root().join("docs")];
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() {
                folders.push(path);
            } else if path.extension().is_some_and(|ending| ending == "md") {
                pages.push(path);
            }
        }
    }
    pages.sort();
    pages
}

/// The server of `view` runs until it is stopped; `view` has separate tests.
fn is_run(command: &str) -> bool {
    let serves = command.starts_with("reenact view") && !command.contains("--html");
    !serves && !NOT_RUN.iter().any(|beginning| command.starts_with(beginning))
}

/// Exit code in the comment at the end of a command.
fn expected_code(command: &str) -> i32 {
    let code = command.rsplit_once("# exit code ").map_or("0", |(_, code)| code);
    let digits: String = code.chars().take_while(char::is_ascii_digit).collect();
    digits.parse().unwrap_or_else(|_| panic!("exit code of {command}"))
}

/// A page after its commands were run.
struct Checked {
    /// Number of commands.
    count: usize,
    /// The page with the actual output.
    updated: String,
    failures: Vec<String>,
}

/// Runs the commands of a page in order, in one folder.
fn check(page: &Path, text: &str) -> Checked {
    let mut checked = Checked { count: 0, updated: text.to_owned(), failures: Vec::new() };
    let blocks = blocks(text);
    if blocks.iter().all(|block| commands(block).is_empty()) {
        return checked;
    }
    let folder = folder::folder();
    for block in &blocks {
        if let Some(name) = block.title {
            folder.write(name, block.body.as_bytes());
        }
        for (command, shown) in commands(block).into_iter().filter(|(command, _)| is_run(command)) {
            checked.count += 1;
            let mut shell = folder.shell_command(&format!("exec 2>&1\n{command}"));
            let run = Run::of(shell.env("REENACT_VIEWER", folder.path("page")).output().unwrap());
            let place = format!("{}: {command}", page.display());
            if run.code != expected_code(&command) {
                let what = format!("{place}\nexit code {}\n{}", run.code, run.text());
                checked.failures.push(what);
                continue;
            }
            let Some(shown) = shown.filter(|shown| !is_match(shown, run.text())) else { continue };
            if updates() && !shown.lines().any(|line| line == "…") {
                let line = format!("$ {}\n", command.lines().last().unwrap_or_default());
                let old = format!("{line}{shown}");
                checked.updated = checked.updated.replace(&old, &format!("{line}{}", run.text()));
            } else {
                let what = format!("{place}\nshown:\n{shown}\nprinted:\n{}", run.text());
                checked.failures.push(what);
            }
        }
    }
    checked.failures.extend(pictures(text, &folder));
    checked
}

fn updates() -> bool {
    env::var_os("REENACT_UPDATE").is_some()
}

/// Pictures made by the commands of the page, which must equal those in `docs/images`.
fn pictures(text: &str, folder: &Folder) -> Vec<String> {
    let mut failures = Vec::new();
    for name in text.split("images/").skip(1).filter_map(|rest| rest.split(')').next()) {
        let Ok(made) = fs::read(folder.path(name)) else { continue };
        let kept = root().join("docs/images").join(name);
        if updates() {
            fs::write(&kept, &made).unwrap();
        } else if fs::read(&kept).ok().as_deref() != Some(&made) {
            failures.push(format!("{name}: another picture than the page's command makes"));
        }
    }
    failures
}

#[test]
fn commands_on_every_page_work_and_print_what_the_page_shows() {
    let mut count = 0;
    let mut failures = Vec::new();
    for page in pages() {
        let text = fs::read_to_string(&page).unwrap();
        let checked = check(&page, &text);
        count += checked.count;
        failures.extend(checked.failures);
        if checked.updated != text {
            fs::write(&page, checked.updated).unwrap();
        }
    }
    assert!(failures.is_empty(), "{}\nREENACT_UPDATE=1 writes output anew", failures.join("\n\n"));
    assert!(count > 60, "{count} commands");
}

#[test]
fn programs_in_rust_are_examples_or_tests() {
    let mut sources = String::new();
    for file in ["reenact-file/examples/fingertip.rs", "reenact-make/examples/press_in_a_test.rs"] {
        sources += &fs::read_to_string(root().join("crates").join(file)).unwrap();
    }
    for file in ["reenact-inspect/src/compare/mod.rs", "reenact-openxr/src/lib.rs"] {
        let source = fs::read_to_string(root().join("crates").join(file)).unwrap();
        sources += &source.replace("//! ", "").replace("//!\n", "\n");
    }
    for page in pages() {
        let text = fs::read_to_string(&page).unwrap();
        for Block { body, .. } in blocks(&text).iter().filter(|block| block.language == "rust") {
            assert!(sources.contains(body.trim()), "{}: {body}", page.display());
        }
    }
}

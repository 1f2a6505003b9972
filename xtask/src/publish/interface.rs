//! The public interface of the library crates, item by item, as text in xtask/interface: `cargo xtask interface` writes it, and a step
//! compares. A change of it is then seen in review, and decides the next version number.

use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::process::Command;

use crate::process::{absolute, cargo_tool_program, output_of};
use crate::workspace::{self, Package};
use crate::{files, msrv};

/// Writes the public interface of the library crates into xtask/interface
///
/// The step `interface` compares these files with the crates. A line that is gone or different breaks programs: see "Release" in
/// CONTRIBUTING.md.
#[derive(clap::Args)]
pub(crate) struct Args {}

const FOLDER: &str = "xtask/interface";
/// Lists the items of a crate. Each version of it reads the descriptions of some releases of Rust.
const TOOL: &str = "cargo-public-api@0.52.0";

pub(crate) fn run() -> Result<(), String> {
    for (path, text) in interfaces()? {
        println!("{}: {} items", path.display(), text.lines().count());
        files::write(path, text)?;
    }
    Ok(())
}

pub(crate) fn check() -> Result<String, String> {
    let (mut count, mut changes) = (0, String::new());
    for (path, now) in interfaces()? {
        let before = files::text(&path).unwrap_or_default();
        for (sign, one, other) in [('-', &before, &now), ('+', &now, &before)] {
            let others: std::collections::BTreeSet<&str> = other.lines().collect();
            for line in one.lines().filter(|line| !others.contains(line)) {
                _ = writeln!(changes, "{sign} {line}");
            }
        }
        count += now.lines().count();
    }
    if changes.is_empty() {
        return Ok(format!("{count} items"));
    }
    print!("{changes}");
    Err(format!(
        "the public interface is not that in {FOLDER}: if the change is meant, `cargo xtask interface` writes it"
    ))
}

/// The files and what belongs in them.
fn interfaces() -> Result<Vec<(PathBuf, String)>, String> {
    let program = cargo_tool_program("public-api", "a minute", TOOL)?;
    let published = workspace::published()?;
    let libraries = published.iter().filter(|package| is_library(package));
    libraries
        .map(|package| {
            let mut list = tool(&program)?;
            list.args(["public-api", "-sss", "--all-features", "--package", package.name()]);
            let text = output_of(&mut list)
                .ok_or_else(|| format!("cannot list the interface of {}", package.name()))?;
            Ok((Path::new(FOLDER).join(format!("{}.txt", package.name())), text))
        })
        .collect()
}

/// Programs depend on these. `reenact-base` is for the others alone.
fn is_library(package: &Package) -> bool {
    !package.targets("lib").is_empty() && package.name() != "reenact-base"
}

/// The program, run by the Rust that the workspace promises: its description of a crate differs from release to release.
fn tool(program: &str) -> Result<Command, String> {
    let toolchain = msrv::workspace_toolchain()?;
    let mut tool = Command::new("rustup");
    tool.args(["run", &toolchain, program]);
    // That description is not stable yet, and a build with this variable is another than one without.
    let built = absolute("target/interface")?;
    tool.env("RUSTC_BOOTSTRAP", "1").env("CARGO_TARGET_DIR", &built);
    tool.env("CARGO_BUILD_BUILD_DIR", &built);
    Ok(tool)
}

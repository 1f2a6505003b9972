//! `cargo xtask wheels`, which makes what goes to PyPI: the sources, and a wheel for each system.

use std::path::{Path, PathBuf};

use crate::files;
use crate::packages::{self, MINGW};
use crate::process::{command, run as run_command};

use super::dist;

/// Makes the source distribution and the wheels for PyPI, into target/wheels
///
/// Wheels are for CPython 3.10 and later, on Linux (glibc 2.28, x86-64 and aarch64, linked by zig) and Windows (linked by mingw-w64).
/// Those for macOS are made on macOS: `cargo xtask wheels --target native`.
#[derive(clap::Args)]
pub(crate) struct Args {
    /// Make these alone: targets of Rust, `native` for this system, or `sdist`
    #[arg(long, value_name = "TARGET", value_delimiter = ',', value_parser = ["sdist", "native", LINUX, AARCH64, WINDOWS])]
    target: Vec<String>,
}

const LINUX: &str = "x86_64-unknown-linux-gnu";
const AARCH64: &str = "aarch64-unknown-linux-gnu";
const WINDOWS: &str = "x86_64-pc-windows-gnu";
const FOLDER: &str = "target/wheels";

pub(crate) fn run(args: &Args) -> Result<(), String> {
    files::empty(FOLDER)?;
    let all = ["sdist", LINUX, AARCH64, WINDOWS];
    let wanted: Vec<&str> = if args.target.is_empty() {
        all.to_vec()
    } else {
        args.target.iter().map(String::as_str).collect()
    };
    for target in wanted {
        match target {
            "sdist" => drop(sdist(FOLDER)?),
            target => wheel(target)?,
        }
    }
    check(FOLDER)
}

/// Makes the source distribution in a folder; its path.
pub(crate) fn sdist(folder: &str) -> Result<PathBuf, String> {
    run_command(dist::tool("maturin")?.args(["sdist", "--quiet", "--out", folder]))?;
    let files = files::with_ending(Path::new(folder), "gz")?;
    files.into_iter().next().ok_or_else(|| format!("there is no source distribution in {folder}"))
}

/// Checks that PyPI takes and shows what is in a folder.
pub(crate) fn check(folder: &str) -> Result<(), String> {
    let files = files::all_below(Path::new(folder))?;
    let is_wanted = |path: &PathBuf| path.extension().is_some_and(|e| e == "whl" || e == "gz");
    let twine = ["-m", "twine", "check", "--strict"];
    run_command(command(&dist::python()?, &twine).args(files.into_iter().filter(is_wanted)))
}

fn wheel(target: &str) -> Result<(), String> {
    let mut build = dist::tool("maturin")?;
    build.args(["build", "--profile", "dist", "--locked", "--out", FOLDER]);
    if target != "native" {
        packages::rust_target(target)?;
        build.args(["--target", target]);
    }
    if target == WINDOWS {
        build.env("CARGO_TARGET_X86_64_PC_WINDOWS_GNU_LINKER", MINGW.have()?);
    } else if target != "native" {
        build.args(["--zig", "--compatibility", "manylinux_2_28"]);
    }
    run_command(dist::with_short_paths(&mut build, Path::new("."))?)
}

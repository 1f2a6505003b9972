//! `cargo xtask test`: runs all checks.

use std::path::Path;
use std::time::SystemTime;

use clap::builder::PossibleValuesParser;

use crate::cross::SEED;
use crate::process::{cargo, cargo_tool, command, run as run_command};
use crate::steps::{self, Step};
use crate::{
    attack, clips, conformance, cross, files, fuzz, measures, msrv, npm, openxr, processors,
    publish, python, reader, scenes, site, streams, tables, term, viewer, wasm, wheel, windows,
};

/// Runs all checks, stopping at the first that fails
///
/// Missing tools are installed where that is possible: crates, packages of Python and Node.js, Rust targets, and Debian packages
/// for root or in CI. Otherwise the step fails and prints the command that installs them.
#[derive(clap::Args)]
pub(crate) struct Args {
    /// List the steps
    #[arg(long)]
    list: bool,
    /// Run only these steps
    #[arg(long, value_name = "STEP", value_delimiter = ',', value_parser = step_names())]
    only: Vec<String>,
    /// Also run the heavy steps, which a plain run names at its end
    #[arg(long)]
    full: bool,
    /// Run all steps even when one fails
    #[arg(long)]
    keep_going: bool,
}

fn step_names() -> PossibleValuesParser {
    STEPS.iter().map(|step| step.name).into()
}

/// Duration of each fuzz target in seconds; `cargo xtask fuzz` runs them for longer.
const FUZZ_SECS: u64 = 10;

const STEPS: &[Step] = &[
    Step::new("fmt", "the code is formatted", fmt),
    Step::new("clippy", "no warnings from the compiler or clippy", clippy),
    Step::new("tests", "unit and integration tests", tests),
    Step::heavy("seeds", "the tests again, property tests with new random seeds", seeds),
    Step::new("doctests", "examples in the Rust documentation", doctests),
    Step::new("docs", "the Rust documentation builds without warnings", docs),
    Step::new("site", "the documentation site builds without broken links", site::build),
    Step::new("prose", "spelling, usage and the project's vocabulary", site::prose),
    Step::new("library", "the library and the command build without optional features", library),
    Step::new("workflows", "actionlint finds no fault in .github/workflows", publish::workflows),
    Step::new("packages", "manifests and packages for crates.io are complete", publish::listed),
    Step::heavy(
        "published",
        "packages for crates.io: doc tests, examples, `cargo install` with the viewer",
        publish::from_tarballs,
    ),
    Step::heavy(
        "dist",
        "release archives for Linux and Windows; reproducible build",
        publish::dist_step,
    ),
    Step::heavy("features", "builds with every feature alone, none and all", publish::features),
    Step::heavy(
        "interface",
        "the public items of the library crates are as recorded",
        publish::interface,
    ),
    Step::new(
        "reader",
        "an independent reader reads every recording with the same values",
        reader::reader,
    ),
    Step::new(
        "measures",
        "an independent implementation computes the same measures",
        measures::measures,
    ),
    Step::new(
        "tables",
        "pyarrow, DuckDB, Polars and pandas read CSV and Parquet with the right types and values",
        tables::tables,
    ),
    Step::new(
        "clips",
        "YAML, BVH, USD and BIDS readers read clips and datasets with the right values",
        clips::clips,
    ),
    Step::new("scenes", "glTF files in Khronos' validator and three.js", scenes::scenes),
    Step::heavy(
        "blender",
        "glTF, BVH and USD files have the right poses in Blender",
        scenes::blender,
    ),
    Step::new(
        "streams",
        "Python readers of MCAP and HoloLens2ForCV tables find the right poses",
        streams::streams,
    ),
    Step::new(
        "webxr",
        "IWER plays recordings in a WebXR page, and IWER's own recording is read",
        streams::webxr,
    ),
    Step::heavy("rerun", "Rerun opens MCAP files", streams::rerun),
    Step::new(
        "wasm",
        "the viewer's WebAssembly module and the command give the same reports",
        wasm::smoke,
    ),
    Step::new(
        "conformance",
        "the command, Python and the viewer's module give the same files, reports and errors",
        conformance::conformance,
    ),
    Step::new("viewer", "the viewer in a browser", viewer::test),
    Step::heavy(
        "kills",
        "recording in a headset: the page is killed 200 times and loses less than a second",
        viewer::kills,
    ),
    Step::new(
        "npm",
        "the npm packages: the library in Node.js, WebXR pages in Chromium, the tarballs",
        npm::packages,
    ),
    Step::heavy(
        "runs",
        "100 runs of a take in a page are the same, 200 kills of a recorder",
        npm::many,
    ),
    Step::new("python", "the Python package: tests, examples, types, stubs", python::python),
    Step::heavy("spark", "the Spark data source on a cluster of two workers", python::spark),
    Step::heavy("torch", "PyTorch loads windows of recordings", python::torch),
    Step::heavy(
        "wheel",
        "one wheel installs on every CPython from 3.10; `pip install .` works",
        wheel::wheel,
    ),
    Step::heavy(
        "openxr",
        "OpenXR applications receive the poses and pinches of a recording",
        openxr::step,
    ),
    Step::new("deny", "licences and sources of dependencies", deny),
    Step::heavy("advisories", "known vulnerabilities of dependencies", advisories),
    Step::heavy(
        "windows",
        "the command and the library's tests on Windows, under Wine",
        windows::windows,
    ),
    Step::heavy(
        "processors",
        "the library's tests on aarch64 and big-endian powerpc64, under QEMU",
        processors::processors,
    ),
    Step::heavy(
        "attack",
        "the command on damaged inputs, with limits of memory and time",
        attack::step,
    ),
    Step::new("msrv", "builds with the minimum supported Rust versions", msrv::check),
    Step::new("fuzz", "each fuzz target for a few seconds", short_fuzz),
];

pub(crate) fn run(args: &Args) -> Result<(), String> {
    if args.list {
        let lines = STEPS.iter().map(|step| format!("{:<12}{}\n", step.name, step.what));
        return term::print(&lines.collect::<String>());
    }
    let is_asked_for = |step: &&Step| args.only.iter().any(|name| name == step.name);
    let (steps, left_out): (Vec<&Step>, Vec<&Step>) = STEPS
        .iter()
        .filter(|step| args.only.is_empty() || is_asked_for(step))
        .partition(|step| args.full || !args.only.is_empty() || !step.is_heavy);
    let ran = steps::run(&steps, args.keep_going);
    for step in left_out {
        println!("left out: {} ({}); `--full` runs it", step.name, step.what);
    }
    ran
}

/// Converts success to an empty summary.
fn quietly(ran: Result<(), String>) -> Result<String, String> {
    ran.map(|()| String::new())
}

fn fmt() -> Result<String, String> {
    let how = "`cargo fmt --all` formats it";
    run_command(&mut cargo(&["fmt", "--all", "--check"]))
        .map_err(|error| format!("{error}; {how}"))?;
    // These packages are outside the workspace.
    let mut targets = files::with_ending(Path::new("fuzz/fuzz_targets"), "rs")?;
    targets.push("xtask/bindgen/src/main.rs".into());
    let mut rustfmt = command("rustfmt", &["--check", "--edition", "2024"]);
    quietly(
        run_command(rustfmt.args(targets))
            .map_err(|error| format!("{error}; the same without --check formats it")),
    )
}

fn clippy() -> Result<String, String> {
    quietly(run_command(&mut cargo(&[
        "clippy",
        "--workspace",
        "--all-targets",
        "--",
        "-D",
        "warnings",
    ])))
}

/// Number of additional seeds of the heavy step.
const MORE_SEEDS: u64 = 3;

fn tests() -> Result<String, String> {
    tests_with_seed(SEED)
}

fn seeds() -> Result<String, String> {
    let now = SystemTime::now().duration_since(SystemTime::UNIX_EPOCH);
    let first = now.map_or(SEED, |since| since.as_secs());
    for seed in first..first + MORE_SEEDS {
        println!("seed {seed}");
        tests_with_seed(seed)
            .map_err(|error| format!("{error}; PROPTEST_RNG_SEED={seed} repeats it"))?;
    }
    Ok(format!("{MORE_SEEDS} seeds from {first} on"))
}

fn tests_with_seed(seed: u64) -> Result<String, String> {
    let words = cross::test_words();
    let mut tests = cargo(words);
    tests.arg("--workspace").env("PROPTEST_RNG_SEED", seed.to_string());
    run_command(&mut tests)?;
    Ok(format!("`cargo {}`", words.join(" ")))
}

fn doctests() -> Result<String, String> {
    quietly(run_command(&mut cargo(&["test", "--doc", "--workspace"])))
}

fn docs() -> Result<String, String> {
    let mut doc = cargo(&["doc", "--no-deps", "--workspace"]);
    quietly(run_command(doc.env("RUSTDOCFLAGS", "-D warnings")))
}

fn library() -> Result<String, String> {
    run_command(&mut cargo(&["check", "--package", "reenact", "--no-default-features"]))?;
    quietly(run_command(&mut cargo(&[
        "check",
        "--package",
        "reenact-cli",
        "--no-default-features",
    ])))
}

fn deny() -> Result<String, String> {
    deny_check(&["bans", "licenses", "sources"])
}

/// Needs the advisory database of `RustSec`, which cargo-deny downloads.
fn advisories() -> Result<String, String> {
    deny_check(&["advisories"])
}

/// Checks all lock files.
fn deny_check(what: &[&str]) -> Result<String, String> {
    for manifest in ["Cargo.toml", "fuzz/Cargo.toml", "xtask/bindgen/Cargo.toml"] {
        println!("{manifest}");
        let mut deny = cargo_tool("deny", "a minute")?;
        // It finds `deny.toml` in the root by itself.
        run_command(deny.args(["--locked", "--manifest-path", manifest, "check"]).args(what))?;
    }
    Ok("3 lock files".to_owned())
}

fn short_fuzz() -> Result<String, String> {
    fuzz::fuzz(&fuzz::targets()?, FUZZ_SECS)
}

//! `cargo xtask test`: every check there is, one after the other.

use std::path::Path;
use std::time::SystemTime;

use clap::builder::PossibleValuesParser;

use crate::cross::SEED;
use crate::process::{cargo, cargo_tool, command, run as run_command};
use crate::steps::{self, Step};
use crate::{
    attack, clips, conformance, cross, files, fuzz, measures, msrv, openxr, processors, publish,
    python, reader, scenes, site, streams, tables, term, viewer, wasm, wheel, windows,
};

/// Runs every check, stopping at the first that fails
///
/// Missing tools are installed where that is possible: crates, packages of Python and Node.js, targets of rustup, and packages of Debian for root
/// or in CI. Otherwise the step fails and prints the command that installs them.
#[derive(clap::Args)]
pub(crate) struct Args {
    /// List the steps
    #[arg(long)]
    list: bool,
    /// Run these steps alone
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

/// Seconds that each fuzz target is given here; `cargo xtask fuzz` runs them for longer.
const FUZZ_SECS: u64 = 10;

const STEPS: &[Step] = &[
    Step::new("fmt", "the code is formatted", fmt),
    Step::new("clippy", "no warnings from the compiler or clippy", clippy),
    Step::new("tests", "unit and integration tests", tests),
    Step::heavy("seeds", "the tests again, property tests with new random seeds", seeds),
    Step::new("doctests", "the examples in the docs run", doctests),
    Step::new("docs", "the docs build without warnings", docs),
    Step::new(
        "site",
        "the documentation builds as a site, every link leads somewhere",
        site::build,
    ),
    Step::new("prose", "spelling, usage and the project's vocabulary", site::prose),
    Step::new("library", "the library and the command build without what is optional", library),
    Step::new("workflows", "actionlint finds no fault in .github/workflows", publish::workflows),
    Step::new("packages", "manifests and packages for crates.io are complete", publish::listed),
    Step::heavy(
        "published",
        "packages for crates.io: doc tests, examples, `cargo install` with the viewer",
        publish::from_tarballs,
    ),
    Step::heavy(
        "dist",
        "archives for Linux and Windows; two builds are the same",
        publish::dist_step,
    ),
    Step::heavy("features", "every feature alone, none and all", publish::features),
    Step::heavy("interface", "the library's public items are those on record", publish::interface),
    Step::new("reader", "an independent reader agrees on every recording", reader::reader),
    Step::new(
        "measures",
        "an independent implementation agrees on every measure of every recording",
        measures::measures,
    ),
    Step::new(
        "tables",
        "pyarrow, DuckDB, Polars and pandas read our tables as we mean them",
        tables::tables,
    ),
    Step::new(
        "clips",
        "YAML, BVH, USD and BIDS readers read our clips and datasets as we mean them",
        clips::clips,
    ),
    Step::new("scenes", "the glTF validator and three.js agree with our scenes", scenes::scenes),
    Step::heavy("blender", "Blender shows our scenes as we mean them", scenes::blender),
    Step::new(
        "streams",
        "MCAP's reader and one of HoloLens2ForCV's tables find our poses",
        streams::streams,
    ),
    Step::new(
        "webxr",
        "IWER plays our recordings in a WebXR page, and we read its own",
        streams::webxr,
    ),
    Step::heavy("rerun", "Rerun opens our MCAP files", streams::rerun),
    Step::new("wasm", "the module that the page loads says what the command says", wasm::smoke),
    Step::new(
        "conformance",
        "the command, Python and the page's module give the same answers",
        conformance::conformance,
    ),
    Step::new("viewer", "the page shows, edits and saves recordings, in a browser", viewer::test),
    Step::new("python", "the Python package: tests, examples, types, stubs", python::python),
    Step::heavy("spark", "the Spark data source on a cluster of two workers", python::spark),
    Step::heavy("torch", "PyTorch loads windows of recordings", python::torch),
    Step::heavy("wheel", "one wheel serves every Python; `pip install .` works", wheel::wheel),
    Step::heavy("openxr", "OpenXR applications see the person of a recording", openxr::step),
    Step::new("deny", "licences and sources of what we depend on", deny),
    Step::heavy("advisories", "known vulnerabilities of what we depend on", advisories),
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
    Step::heavy("attack", "the command on damaged inputs of every kind, with limits", attack::step),
    Step::new("msrv", "the oldest Rust that we promise builds it", msrv::check),
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

/// Nothing more to say than that it went well.
fn quietly(ran: Result<(), String>) -> Result<String, String> {
    ran.map(|()| String::new())
}

fn fmt() -> Result<String, String> {
    let how = "`cargo fmt --all` formats it";
    run_command(&mut cargo(&["fmt", "--all", "--check"]))
        .map_err(|error| format!("{error}; {how}"))?;
    // These are outside the workspace.
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

/// Further seeds that the heavy step tries.
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

/// Needs the database of `RustSec`, which cargo-deny fetches from the network.
fn advisories() -> Result<String, String> {
    deny_check(&["advisories"])
}

/// Checks everything that has a lock file of its own.
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

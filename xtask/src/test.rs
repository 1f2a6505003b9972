//! `cargo xtask test`: every check there is, one after the other.

use std::path::Path;
use std::process::Command;
use std::time::SystemTime;

use crate::args::Args;
use crate::process::{cargo, cargo_tool, command, output_of, run as run_command};
use crate::steps::{self, Step};
use crate::{
    Outcome, clips, files, fuzz, measures, msrv, python, reader, scenes, site, streams, tables,
    term, viewer, wasm, wheel,
};

pub(crate) const HELP: &str = "\
Runs every check, stopping at the first that fails.

Usage: cargo xtask test [options]

Options:
  --list             list the steps
  --only STEP,STEP   run these steps alone
  --full             run the heavy steps, too, which a plain run names at its end
  --keep-going       run all steps even when one fails

What a step needs and the machine lacks is installed, or the step fails and says what to install.
";

/// Seconds that each fuzz target is given here; `cargo xtask fuzz` runs them for longer.
const FUZZ_SECS: u64 = 10;

const STEPS: &[Step] = &[
    Step::new("fmt", "the code is formatted", fmt),
    Step::new("clippy", "no warnings from the compiler or clippy", clippy),
    Step::new("tests", "unit and integration tests", tests),
    Step {
        is_heavy: true,
        ..Step::new("seeds", "the tests again, property tests with new random seeds", seeds)
    },
    Step::new("doctests", "the examples in the docs run", doctests),
    Step::new("docs", "the docs build without warnings", docs),
    Step::new(
        "site",
        "the documentation builds as a site, every link leads somewhere",
        site::build,
    ),
    Step::new("prose", "spelling, usage and the project's vocabulary", site::prose),
    Step::new("library", "the library and the command build without what is optional", library),
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
    Step {
        is_heavy: true,
        ..Step::new("blender", "Blender shows our scenes as we mean them", scenes::blender)
    },
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
    Step { is_heavy: true, ..Step::new("rerun", "Rerun opens our MCAP files", streams::rerun) },
    Step::new("wasm", "the module that the page loads says what the command says", wasm::smoke),
    Step::new("viewer", "the page shows, edits and saves recordings, in a browser", viewer::test),
    Step::new("python", "the Python package: tests, examples, types, stubs", python::python),
    Step {
        is_heavy: true,
        ..Step::new("spark", "the Spark data source on a cluster of two workers", python::spark)
    },
    Step {
        is_heavy: true,
        ..Step::new("torch", "PyTorch loads windows of recordings", python::torch)
    },
    Step {
        is_heavy: true,
        ..Step::new("wheel", "one wheel serves every Python; `pip install .` works", wheel::wheel)
    },
    Step::new("deny", "licences and sources of what we depend on", deny),
    Step {
        is_heavy: true,
        ..Step::new("advisories", "known vulnerabilities of what we depend on", advisories)
    },
    Step::new("msrv", "the oldest Rust that we promise builds it", msrv::check),
    Step::new("fuzz", "each fuzz target for a few seconds", short_fuzz),
];

pub(crate) fn run(mut args: Args) -> Outcome {
    let list = args.flag("--list");
    let keep_going = args.flag("--keep-going");
    let full = args.flag("--full");
    let only = args.value("--only")?;
    let only: Vec<&str> = only.iter().flat_map(|names| names.split(',')).collect();
    if let Some(unknown) = only.iter().find(|name| STEPS.iter().all(|step| step.name != **name)) {
        let names = STEPS.iter().map(|step| step.name).collect::<Vec<_>>().join(", ");
        return Err(args.wrong(&format!("no step {unknown:?}; there are {names}")));
    }
    args.finish()?;
    if list {
        let lines = STEPS.iter().map(|step| format!("{:<10}{}\n", step.name, step.what));
        return Ok(term::print(&lines.collect::<String>())?);
    }
    let (steps, left_out): (Vec<&Step>, Vec<&Step>) = STEPS
        .iter()
        .filter(|step| only.is_empty() || only.contains(&step.name))
        .partition(|step| full || !only.is_empty() || !step.is_heavy);
    let ran = steps::run(&steps, keep_going);
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

/// Seed of the property tests: the same in every run, so that a change is judged by itself and not by luck.
const SEED: u64 = 1;

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
    let with_seed = |mut command: Command| {
        command.env("PROPTEST_RNG_SEED", seed.to_string());
        run_command(&mut command)
    };
    if output_of(&mut cargo(&["nextest", "--version"])).is_some() {
        return quietly(with_seed(cargo(&["nextest", "run", "--workspace"])));
    }
    println!("cargo-nextest is not installed (https://nexte.st): running `cargo test` instead");
    with_seed(cargo(&["test", "--workspace", "--all-targets"]))?;
    Ok("by cargo test".to_owned())
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

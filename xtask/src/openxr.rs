//! `cargo xtask openxr`, which builds the OpenXR libraries for the command, and the step that runs OpenXR applications with them.

mod control;
mod hello;

use std::env::consts::{DLL_PREFIX, DLL_SUFFIX, EXE_SUFFIX};
use std::fs;
use std::path::{Path, absolute};
use std::process::{Command, Stdio};

use reenact::Recording;

use crate::process::{cargo, command, output_of, report, run as run_command};
use crate::{files, packages, profiles};

/// Builds the OpenXR runtime and API layer into target/openxr, from where the feature `openxr` of the command takes them
#[derive(clap::Args)]
pub(crate) struct Args {}

pub(crate) fn run() -> Result<(), String> {
    run_command(&mut cargo(&[
        "build",
        "--release",
        "--package",
        "reenact-openxr",
        "--package",
        "reenact-openxr-layer",
    ]))?;
    fs::create_dir_all("target/openxr").map_err(|error| format!("{error}: target/openxr"))?;
    for name in ["reenact_openxr", "reenact_openxr_layer"] {
        let library = format!("{DLL_PREFIX}{name}{DLL_SUFFIX}");
        let (from, to) = (format!("target/release/{library}"), format!("target/openxr/{library}"));
        fs::copy(&from, &to).map_err(|error| format!("{error}: {to}"))?;
        println!("{to}");
    }
    Ok(())
}

const TESTS: &str = "crates/reenact-openxr/tests/python";
const FOLDER: &str = "target/openxr-test";

/// Time step in seconds.
const STEP: &str = "0.09";

/// Number of frames of the headless application, nearly all of the demo.
const FRAMES: usize = 200;

/// Number of runs whose logs must be equal.
const RUNS: usize = 50;

/// Runs OpenXR applications with a recording: a headless one in Python, and `hello_xr` with a software renderer. The command has the
/// libraries embedded, as when it is installed.
pub(crate) fn step() -> Result<String, String> {
    profiles::check()?;
    let python = packages::python("python-openxr", &format!("{TESTS}/requirements.txt"))?;
    applications()?;
    run()?;
    run_command(&mut cargo(&["build", "--quiet", "-p", "reenact-cli", "--features", "openxr"]))?;
    files::empty(FOLDER)?;
    fs::create_dir_all(FOLDER).map_err(|error| format!("{error}: {FOLDER}"))?;
    let demo = format!("{FOLDER}/demo.bin");
    run_command(reenact().args(["make", "--demo", "-o", &demo]))?;
    let parts = [
        headless(&python, &demo)?,
        same_logs(&python, &demo)?,
        control::until(&python, &demo)?,
        control::installed(&python, &demo)?,
        hello::grabs(&demo)?,
        hello::pictures(&demo)?,
        hello::recorded(&demo)?,
        hello::toggled(&demo)?,
        leaks()?,
        cost()?,
    ];
    Ok(parts.join("; "))
}

/// The command, with folders of its own for what it unpacks and installs.
fn reenact() -> Command {
    let mut reenact = command(&format!("target/debug/reenact{EXE_SUFFIX}"), &[]);
    for (variable, name) in
        [("XDG_CACHE_HOME", "cache"), ("XDG_CONFIG_HOME", "config"), ("XDG_DATA_HOME", "data")]
    {
        let folder = absolute(format!("{FOLDER}/{name}")).unwrap_or_default();
        reenact.env(variable, folder);
    }
    reenact
}

/// Reads a recording.
fn read(path: &str) -> Result<Recording, String> {
    let bytes = fs::read(path).map_err(|error| format!("{error}: {path}"))?;
    Recording::parse(bytes).map_err(|error| format!("{error}: {path}"))
}

/// Installs `hello_xr`, the core validation layer and a Vulkan driver that needs no graphics card.
fn applications() -> Result<(), String> {
    packages::HELLO_XR.have()?;
    let layers = [
        "/usr/share/openxr/1/api_layers/explicit.d",
        "/usr/share/vulkan/explicit_layer.d/VkLayer_khronos_validation.json",
    ];
    if layers.iter().any(|layer| !Path::new(layer).exists()) || driver().is_none() {
        return Err(packages::HELLO_XR.how_to_install());
    }
    Ok(())
}

/// Path of lavapipe's manifest.
fn driver() -> Option<String> {
    let mut found = fs::read_dir("/usr/share/vulkan/icd.d").ok()?.filter_map(Result::ok);
    let driver = found.find(|entry| entry.file_name().to_string_lossy().starts_with("lvp_icd"))?;
    Some(driver.path().to_string_lossy().into_owned())
}

/// Compares the joints that a headless application receives with those of the library.
fn headless(python: &str, demo: &str) -> Result<String, String> {
    let (seen, sampled) = (format!("{FOLDER}/seen.jsonl"), format!("{FOLDER}/sampled.jsonl"));
    let findings = format!("{FOLDER}/headless-layers.txt");
    let layers = layers(python)?;
    run_command(
        reenact()
            .args(["run", demo, "--step", STEP, "--timeout", "120", "--", python])
            .args([&format!("{TESTS}/headless.py"), &seen, &FRAMES.to_string()])
            .env("XR_API_LAYER_PATH", layers)
            .env("XR_ENABLE_API_LAYERS", NEWER_LAYERS.join(":"))
            .env("XR_CORE_VALIDATION_EXPORT_TYPE", "text")
            .env("XR_CORE_VALIDATION_FILE_NAME", &findings),
    )?;
    silent(&findings, true)?;
    // In whole milliseconds, as decimal numbers that are exact.
    let times: Vec<_> = (0..FRAMES).map(|n| format!("{}e-3", n * 90)).collect();
    let samples = output_of(reenact().args(["sample", demo, "--json", "--at", &times.join(",")]))
        .ok_or("`reenact sample` failed")?;
    fs::write(&sampled, samples).map_err(|error| format!("{error}: {sampled}"))?;
    report(python, &[&format!("{TESTS}/check_headless.py"), &seen, &sampled])
}

/// Checks that runs with fixed steps have the same log and the same recording, byte for byte.
fn same_logs(python: &str, demo: &str) -> Result<String, String> {
    let (log, seen) = (format!("{FOLDER}/log.jsonl"), format!("{FOLDER}/run.jsonl"));
    let recorded = format!("{FOLDER}/run.bin");
    let mut first = (Vec::new(), Vec::new());
    for n in 0..RUNS {
        run_command(
            reenact()
                .args(["run", demo, "--from", "4", "--step", "0.02", "--log", &log])
                .args(["--record", &recorded, "--force", "--timeout", "120"])
                .args(["--", python, &format!("{TESTS}/headless.py"), &seen, "40"])
                .stderr(Stdio::null()),
        )?;
        let written = fs::read(&log).map_err(|error| format!("{error}: {log}"))?;
        let bytes = fs::read(&recorded).map_err(|error| format!("{error}: {recorded}"))?;
        if n == 0 {
            first = (written, bytes);
        } else if (written, bytes) != first {
            return Err(format!("run {n} has another log or recording than the first: {log}"));
        }
    }
    if first.0.split(|byte| *byte == b'\n').count() <= 40 {
        return Err(format!("fewer lines than frames: {log}"));
    }
    Ok(format!("{RUNS} runs with the same log and the same recording"))
}

/// Sequences of calls, a session from start to end among them, leave nothing allocated and read nothing that is not theirs.
fn leaks() -> Result<String, String> {
    let valgrind = packages::VALGRIND.have()?;
    let words = ["test", "--quiet", "-p", "reenact-openxr", "--test", "calls", "--no-run"];
    let built = cargo(&words)
        .arg("--message-format=json")
        .output()
        .map_err(|error| format!("cannot run cargo: {error}"))?;
    let built = String::from_utf8_lossy(&built.stdout).into_owned();
    let program = built
        .lines()
        .filter_map(|line| serde_json::from_str::<serde_json::Value>(line).ok())
        .find_map(|message| Some(message.get("executable")?.as_str()?.to_owned()))
        .ok_or("cargo built no test `calls`")?;
    let words = [
        "--quiet",
        "--leak-check=full",
        "--show-leak-kinds=definite,indirect",
        "--errors-for-leak-kinds=definite,indirect",
    ];
    run_command(
        command(&valgrind, &words)
            .args(["--error-exitcode=9", &program, "--test-threads=1", "--quiet"])
            .env("PROPTEST_CASES", "20"),
    )
    .map_err(|error| format!("leaks or wrong reads: {error}"))?;
    Ok("no leaks".to_owned())
}

/// The poses of a frame take less than 20 µs.
fn cost() -> Result<String, String> {
    let words = ["run", "--quiet", "--release", "-p", "reenact-openxr", "--example", "cost"];
    let printed = output_of(&mut cargo(&words)).ok_or("the poses of a frame take too long: `cargo run --release -p reenact-openxr --example cost`")?;
    Ok(printed.trim().to_owned())
}

/// Layers that come with pyopenxr.
const NEWER_LAYERS: [&str; 2] =
    ["XR_APILAYER_LUNARG_core_validation", "XR_APILAYER_KHRONOS_best_practices_validation"];

/// The folder of the layers that come with pyopenxr.
fn layers(python: &str) -> Result<String, String> {
    let code =
        "import os, xr; print(os.path.join(os.path.dirname(xr.__file__), 'api_layer', 'linux'))";
    let folder = output_of(&mut command(python, &["-c", code])).ok_or("pyopenxr is not there")?;
    let folder = folder.trim().to_owned();
    if Path::new(&folder).is_dir() { Ok(folder) } else { Err(format!("no such folder: {folder}")) }
}

/// The core validation layer found nothing. A newer one says when it starts and ends, an older one writes no file.
fn silent(findings: &str, is_newer: bool) -> Result<(), String> {
    let found = match fs::read_to_string(findings) {
        Err(_) if !is_newer => String::new(),
        found => found.map_err(|error| format!("{error}: {findings}"))?,
    };
    if found.lines().any(|line| !line.trim().is_empty() && !line.contains("VALID_DEBUG")) {
        return Err(format!("the core validation layer found something: {findings}"));
    }
    Ok(())
}

//! `cargo xtask openxr`, which builds the OpenXR runtime for the command, and the step that runs OpenXR applications with it.

use std::env::consts::{DLL_PREFIX, DLL_SUFFIX, EXE_SUFFIX};
use std::fs;
use std::path::Path;
use std::process::{Command, Stdio};

use reenact::hand::Side;
use reenact::{Mode, Recording, Sampler};

use crate::process::{cargo, command, output_of, report, run as run_command};
use crate::{files, packages, profiles};

/// Builds the OpenXR runtime into target/openxr, where the feature `openxr` of the command finds it
#[derive(clap::Args)]
pub(crate) struct Args {}

pub(crate) fn run() -> Result<(), String> {
    run_command(&mut cargo(&["build", "--release", "--package", "reenact-openxr"]))?;
    let library = format!("{DLL_PREFIX}reenact_openxr{DLL_SUFFIX}");
    let (from, to) = (format!("target/release/{library}"), format!("target/openxr/{library}"));
    fs::create_dir_all("target/openxr").map_err(|error| format!("{error}: target/openxr"))?;
    fs::copy(&from, &to).map_err(|error| format!("{error}: {to}"))?;
    println!("{to}");
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

/// Runs OpenXR applications with a recording: a headless one in Python, and `hello_xr` with a software renderer.
pub(crate) fn step() -> Result<String, String> {
    profiles::check()?;
    let python = packages::python("python-openxr", &format!("{TESTS}/requirements.txt"))?;
    applications()?;
    run_command(&mut cargo(&["build", "--quiet", "-p", "reenact-cli", "-p", "reenact-openxr"]))?;
    files::empty(FOLDER)?;
    fs::create_dir_all(FOLDER).map_err(|error| format!("{error}: {FOLDER}"))?;
    let demo = format!("{FOLDER}/demo.bin");
    run_command(reenact().args(["make", "--demo", "-o", &demo]))?;
    let seen = headless(&python, &demo)?;
    let logs = same_logs(&python, &demo)?;
    let pinch = hello(&demo)?;
    Ok(format!("{seen}; {logs}; {pinch}"))
}

/// The command, with the library that was just built.
fn reenact() -> Command {
    let mut reenact = command(&format!("target/debug/reenact{EXE_SUFFIX}"), &[]);
    let library = format!("target/debug/{DLL_PREFIX}reenact_openxr{DLL_SUFFIX}");
    reenact.env("REENACT_OPENXR_LIBRARY", library);
    reenact
}

/// Installs `hello_xr`, the core validation layer and a Vulkan driver that needs no graphics card.
fn applications() -> Result<(), String> {
    packages::HELLO_XR.have()?;
    if !Path::new("/usr/share/openxr/1/api_layers/explicit.d").is_dir() || driver().is_none() {
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
    run_command(
        reenact().args(["run", demo, "--step", STEP, "--timeout", "120", "--", python]).args([
            &format!("{TESTS}/headless.py"),
            &seen,
            &FRAMES.to_string(),
        ]),
    )?;
    // In whole milliseconds, as decimals, which are exact.
    let times: Vec<_> = (0..FRAMES).map(|n| format!("{}e-3", n * 90)).collect();
    let samples = output_of(reenact().args(["sample", demo, "--json", "--at", &times.join(",")]))
        .ok_or("`reenact sample` failed")?;
    fs::write(&sampled, samples).map_err(|error| format!("{error}: {sampled}"))?;
    report(python, &[&format!("{TESTS}/check_headless.py"), &seen, &sampled])
}

/// Checks that runs with fixed steps have the same log, byte for byte.
fn same_logs(python: &str, demo: &str) -> Result<String, String> {
    let (log, seen) = (format!("{FOLDER}/log.jsonl"), format!("{FOLDER}/run.jsonl"));
    let mut first = Vec::new();
    for n in 0..RUNS {
        let from =
            ["run", demo, "--from", "4", "--step", "0.02", "--log", &log, "--timeout", "120"];
        run_command(reenact().args(from).args([
            "--",
            python,
            &format!("{TESTS}/headless.py"),
            &seen,
            "40",
        ]))?;
        let written = fs::read(&log).map_err(|error| format!("{error}: {log}"))?;
        if n == 0 {
            first = written;
        } else if written != first {
            return Err(format!("run {n} has another log than the first: {log}"));
        }
    }
    if first.split(|byte| *byte == b'\n').count() <= 40 {
        return Err(format!("fewer lines than frames: {log}"));
    }
    Ok(format!("{RUNS} runs with the same log"))
}

/// Checks that `hello_xr` grabs where the recording pinches, and sends haptics; the core validation layer must not report
/// anything.
fn hello(demo: &str) -> Result<String, String> {
    let (log, findings) = (format!("{FOLDER}/hello.jsonl"), format!("{FOLDER}/validation.txt"));
    let output = format!("{FOLDER}/hello.txt");
    let file = fs::File::create(&output).map_err(|error| format!("{error}: {output}"))?;
    let errors = file.try_clone().map_err(|error| format!("{error}: {output}"))?;
    let driver = driver().ok_or("no driver lavapipe in /usr/share/vulkan/icd.d")?;
    let mut child = reenact()
        .args(["run", demo, "--step", "0.02", "--log", &log, "--timeout", "300"])
        .args(["--", "hello_xr", "-g", "Vulkan"])
        .env("VK_ICD_FILENAMES", driver)
        .env("XR_ENABLE_API_LAYERS", "XR_APILAYER_LUNARG_core_validation")
        .env("XR_CORE_VALIDATION_EXPORT_TYPE", "text")
        .env("XR_CORE_VALIDATION_FILE_NAME", &findings)
        .stdin(Stdio::piped())
        .stdout(file)
        .stderr(errors)
        .spawn()
        .map_err(|error| format!("cannot start hello_xr: {error}"))?;
    // It quits when its stdin is closed.
    let stdin = child.stdin.take();
    let status = child.wait().map_err(|error| format!("cannot wait for hello_xr: {error}"))?;
    drop(stdin);
    if !status.success() {
        return Err(format!("hello_xr ended with {status}: {output}"));
    }
    let said = fs::read_to_string(&output).map_err(|error| format!("{error}: {output}"))?;
    if !said.contains("Core Validation output type") {
        return Err(format!("the core validation layer was not active: {output}"));
    }
    // Newer versions of the layer report their start and end.
    let found = fs::read_to_string(&findings).unwrap_or_default();
    if found.lines().any(|line| !line.contains("VALID_DEBUG")) {
        return Err(format!("the core validation layer found something: {findings}"));
    }
    let log = fs::read_to_string(&log).map_err(|error| format!("{error}: {log}"))?;
    grabs_at_pinch(demo, &log)
}

/// Checks that the first grab of the left hand is in the first frame in which the recording pinches.
fn grabs_at_pinch(demo: &str, log: &str) -> Result<String, String> {
    let is_grab = |line: &&str| {
        line.contains("\"action\":\"grab_object\"")
            && line.contains("\"place\":\"/user/hand/left\"")
    };
    let time = log.lines().find(is_grab).and_then(|line| {
        line.split("\"time_secs\":").nth(1)?.split([',', '}']).next()?.parse::<f32>().ok()
    });
    let time = time.ok_or("hello_xr grabbed nothing")?;
    let bytes = fs::read(demo).map_err(|error| format!("{error}: {demo}"))?;
    let recording = Recording::parse(bytes).map_err(|error| format!("{error}: {demo}"))?;
    let sampler = Sampler::new(&recording, Mode::Clean);
    let is_pinching =
        |time| sampler.frame_at(time).hand(Side::Left).is_some_and(|hand| hand.pinching);
    if !is_pinching(time) || is_pinching(time - 0.025) {
        return Err(format!(
            "hello_xr grabbed at {time} s, where the recording does not begin to pinch"
        ));
    }
    if !log.lines().any(|line| line.contains("\"event\":\"haptic\"")) {
        return Err("hello_xr gave no haptics".to_owned());
    }
    Ok(format!("hello_xr grabs at {time} s"))
}

//! Control of a running application, and the installed runtime.

use std::fs;
use std::process::Stdio;
use std::thread::sleep;
use std::time::{Duration, Instant};

use super::{FOLDER, TESTS, read, reenact};
use crate::process::{command, output_of, run as run_command};

/// Longest wait for a socket.
const PATIENCE: Duration = Duration::from_mins(1);

/// An application plays until a marker, seeks, and exits on command.
pub(super) fn until(python: &str, demo: &str) -> Result<String, String> {
    let (socket, seen) = (format!("{FOLDER}/app.sock"), format!("{FOLDER}/until.jsonl"));
    let recording = read(demo)?;
    let marker = recording.markers().last().ok_or("the demo has no markers")?;
    let mut child = reenact()
        .args(["run", demo, "--step", "0.02", "--paused", "--control", &socket, "--timeout", "120"])
        .args(["--", python, &format!("{TESTS}/headless.py"), &seen, "1000000"])
        .stdout(Stdio::null())
        .spawn()
        .map_err(|error| format!("cannot start the application: {error}"))?;
    let start = Instant::now();
    while !std::path::Path::new(&socket).exists() && start.elapsed() < PATIENCE {
        sleep(Duration::from_millis(20));
    }
    let send = |words: &[&str]| {
        output_of(reenact().args(["openxr", "send", &socket]).args(words))
            .ok_or_else(|| format!("`reenact openxr send {}` failed", words.join(" ")))
    };
    let result = (|| {
        let paused = send(&["status"])?;
        let there = send(&["until", &marker.name])?;
        let back = send(&["seek", "0.5"])?;
        let is_refused = send(&["seek", "nowhere"]).is_err();
        send(&["exit"])?;
        let time = |text: &str| {
            let answer: serde_json::Value = serde_json::from_str(text).ok()?;
            answer.get("time_secs")?.as_f64()
        };
        let times = [time(&paused), time(&there), time(&back)];
        let wanted = [0.0, f64::from(marker.time_secs), 0.5];
        let is_right = times
            .iter()
            .zip(wanted)
            .all(|(found, wanted)| found.is_some_and(|found| (found - wanted).abs() < 1e-6));
        if is_right && is_refused {
            Ok(format!("plays until {} at {} s", marker.name, marker.time_secs))
        } else {
            Err(format!("control: {times:?} are not {wanted:?}, or a wrong time was not refused"))
        }
    })();
    // The application writes frames until it is asked to exit.
    let ended = child.wait().map_err(|error| format!("cannot wait for the application: {error}"));
    let text = result?;
    if !ended?.success() {
        return Err("the application did not end well after `exit`".to_owned());
    }
    Ok(text)
}

/// An application that is not started by the command sees the installed recording, and the runtime from before comes back.
pub(super) fn installed(python: &str, demo: &str) -> Result<String, String> {
    let manifest = format!("{FOLDER}/config/openxr/1/active_runtime.json");
    let before = r#"{"file_format_version":"1.0.0","runtime":{"library_path":"/nowhere.so"}}"#;
    fs::create_dir_all(format!("{FOLDER}/config/openxr/1"))
        .and_then(|()| fs::write(&manifest, before))
        .map_err(|error| format!("{error}: {manifest}"))?;
    run_command(reenact().args(["openxr", "install", demo, "--step", "0.02"]))?;
    let status = output_of(reenact().args(["openxr", "status"])).ok_or("`status` failed")?;
    if !status.contains("active runtime: Reenact (") || !status.contains("demo.bin") {
        return Err(format!("`reenact openxr status` does not know of the runtime:\n{status}"));
    }
    let config = std::path::absolute(format!("{FOLDER}/config")).unwrap_or_default();
    let seen = format!("{FOLDER}/installed.jsonl");
    run_command(
        command(python, &[&format!("{TESTS}/headless.py"), &seen, "10"])
            .env("XDG_CONFIG_HOME", config),
    )?;
    let lines = fs::read_to_string(&seen).map_err(|error| format!("{error}: {seen}"))?;
    if lines.lines().count() != 10 {
        return Err(format!("not 10 frames: {seen}"));
    }
    run_command(reenact().args(["openxr", "uninstall"]))?;
    match fs::read_to_string(&manifest) {
        Ok(text) if text == before => Ok("installed and uninstalled".to_owned()),
        _ => Err(format!("the runtime from before did not come back: {manifest}")),
    }
}

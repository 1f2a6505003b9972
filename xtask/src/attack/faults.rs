//! External faults: the command is killed, or the disk is full.

use std::fs;
use std::process::Command;
use std::thread;
use std::time::Duration;

use reenact::Recording;

use super::rng::Rng;
use super::trial::{Trial, wait};

/// Longest delay before the signal in microseconds. A debug build finishes most inputs in that time.
const LONGEST: usize = 40_000;

/// Ends an edit in place at a random time: the file is the old one or the new one, and only SIGKILL may leave a temporary file.
/// The delay follows from the seed, but not the progress of the command. Returns whether the signal was in time.
pub(super) fn kill(trial: &Trial<'_>, rng: &mut Rng) -> Result<bool, String> {
    let path = trial.path("edited.bin");
    let input = fs::read(trial.path("input.bin")).map_err(|error| error.to_string())?;
    fs::write(&path, &input).map_err(|error| error.to_string())?;
    let words = ["mirror", "edited.bin", "--in-place"];
    let mut child = trial.command("", &words).spawn().map_err(|error| error.to_string())?;
    thread::sleep(Duration::from_micros(u64::try_from(rng.below(LONGEST)).unwrap_or(0)));
    let signal = rng.pick(&["KILL", "TERM", "INT", "HUP"]).copied().unwrap_or("KILL");
    // It may have ended already.
    _ = Command::new("kill").args(["-s", signal, &child.id().to_string()]).output();
    let code = wait(&mut child)?;
    let now = fs::read(&path).map_err(|error| format!("{error} after {signal}"))?;
    if now != input && Recording::from_slice(&now).is_err() {
        return Err(format!("after {signal}, the file is neither the old one nor a whole new one"));
    }
    if signal != "KILL" {
        trial.check_no_temporary()?;
    }
    Ok(code.is_none())
}

/// Limits file sizes to 2 kB, or writes to a full device: an error, no output and no temporary file.
pub(super) fn full_disk(trial: &Trial<'_>, rng: &mut Rng) -> Result<(), String> {
    /// In the shell's unit of 512 bytes.
    const LIMIT: &str = "ulimit -f 4;";
    match rng.below(3) {
        0 => {
            let ended = trial.run(&["convert", "input.bin", "/dev/full", "--to", "json"])?;
            trial.check_ended(&ended, None)?;
            if ended.code != Some(1) {
                return Err(format!("exit code {:?} although the device is full", ended.code));
            }
        }
        1 => {
            let ended = trial.run_with(LIMIT, &["convert", "input.bin", "out.json"])?;
            trial.check_ended(&ended, None)?;
            let is_there = trial.path("out.json").exists();
            if !matches!((ended.code, is_there), (Some(1), false) | (Some(0 | 3), true)) {
                return Err(format!("exit code {:?}, output there: {is_there}", ended.code));
            }
        }
        _ => {
            let before = fs::read(trial.path("input.bin")).ok();
            let ended = trial.run_with(LIMIT, &["mirror", "input.bin", "--in-place"])?;
            trial.check_ended(&ended, None)?;
            let is_same = fs::read(trial.path("input.bin")).ok() == before;
            if ended.code == Some(1) && !is_same {
                return Err("exit code 1, but the file was changed".to_owned());
            }
        }
    }
    Ok(())
}

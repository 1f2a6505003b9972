//! Trouble around the command: it is killed, or the disk is full.

use std::fs;
use std::process::Command;
use std::thread;
use std::time::Duration;

use reenact::Recording;

use super::rng::Rng;
use super::trial::{Trial, wait};

/// Ends an edit in place at any time: the file is the old one or the new one, and only a kill may leave a temporary file.
pub(super) fn kill(trial: &Trial<'_>, rng: &mut Rng) -> Result<(), String> {
    let path = trial.path("edited.bin");
    let input = fs::read(trial.path("input.bin")).map_err(|error| error.to_string())?;
    fs::write(&path, &input).map_err(|error| error.to_string())?;
    let words = ["mirror", "edited.bin", "--in-place"];
    let mut child = trial.command("", &words).spawn().map_err(|error| error.to_string())?;
    thread::sleep(Duration::from_millis(u64::try_from(rng.below(120)).unwrap_or(0)));
    let signal = rng.pick(&["KILL", "TERM", "INT", "HUP"]).copied().unwrap_or("KILL");
    // It may be over already.
    _ = Command::new("kill").args(["-s", signal, &child.id().to_string()]).output();
    wait(&mut child)?;
    let now = fs::read(&path).map_err(|error| format!("{error} after {signal}"))?;
    if now != input && Recording::from_slice(&now).is_err() {
        return Err(format!("after {signal}, the file is neither the old one nor a whole new one"));
    }
    if signal == "KILL" { Ok(()) } else { trial.check_no_temporary() }
}

/// Lets no file grow beyond 4 kB, or writes to a full device: an error, no output and no temporary file.
pub(super) fn full_disk(trial: &Trial<'_>, rng: &mut Rng) -> Result<(), String> {
    if rng.one_in(2) {
        let ended = trial.run(&["convert", "input.bin", "/dev/full", "--to", "json"])?;
        trial.check_ended(&ended, None)?;
        return if ended.code == Some(1) {
            Ok(())
        } else {
            Err(format!("exit code {:?} although the device is full", ended.code))
        };
    }
    // Both signs of a file that is too large: of the shell's units, none is smaller than 512 bytes.
    let ended = trial.run_with("ulimit -f 4;", &["convert", "input.bin", "out.json"])?;
    trial.check_ended(&ended, None)?;
    let is_there = trial.path("out.json").exists();
    match ended.code {
        Some(1) if !is_there => Ok(()),
        Some(0 | 3) if is_there => Ok(()),
        code => Err(format!("exit code {code:?}, output there: {is_there}")),
    }
}

//! Output files are complete, old or new, whenever the command is killed.

use std::process::{Child, Stdio};
use std::thread;
use std::time::{Duration, Instant};

use crate::common::Folder;

/// Pseudo-random numbers, the same in every run.
struct Dice(u64);

impl Dice {
    /// From 0 to 1.
    fn roll(&mut self) -> f64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 >> 11) as f64 / (1_u64 << 53) as f64
    }
}

fn start(folder: &Folder) -> Child {
    let mut command = folder.command();
    command.args(["optimize", "session.bin", "--in-place"]).stderr(Stdio::null());
    command.spawn().unwrap()
}

/// Kills the running command several times. Returns how often the new file was complete, and how often not.
fn kill_often(
    times: usize,
    kill: impl Fn(&mut Child),
    may_leave_temporary: bool,
) -> (usize, usize) {
    let folder = Folder::new();
    folder.copy("recordings/v11_real_2s_lossless.bin", "session.bin");
    let old = folder.read("session.bin");
    let started = Instant::now();
    assert!(start(&folder).wait().unwrap().success());
    let whole_run = started.elapsed();
    let new = folder.read("session.bin");
    assert!(new.len() < old.len());
    assert_eq!(folder.names(), ["session.bin"], "a run that ended by itself left something");

    let mut dice = Dice(0x9e37_79b9_7f4a_7c15);
    let (mut replaced, mut kept) = (0, 0);
    for _ in 0..times {
        folder.write("session.bin", &old);
        let mut child = start(&folder);
        thread::sleep(Duration::from_secs_f64(whole_run.as_secs_f64() * 1.2 * dice.roll()));
        kill(&mut child);
        let ended_by_itself = child.wait().unwrap().success();
        let found = folder.read("session.bin");
        assert!(found == old || found == new, "{} bytes are neither", found.len());
        assert!(!ended_by_itself || found == new);
        if found == new {
            replaced += 1;
        } else {
            kept += 1;
        }
        for name in folder.names().iter().filter(|name| *name != "session.bin") {
            assert!(!ended_by_itself && may_leave_temporary, "{name} was left");
            assert!(
                name.starts_with(".reenact-")
                    && std::path::Path::new(name).extension() == Some("tmp".as_ref()),
                "{name}"
            );
            std::fs::remove_file(folder.path(name)).unwrap();
        }
    }
    (replaced, kept)
}

#[test]
fn a_kill_leaves_the_whole_old_or_the_whole_new_file() {
    // Processes start slowly on Windows.
    let times = if cfg!(windows) { 30 } else { 200 };
    let (replaced, kept) = kill_often(times, |child| child.kill().unwrap(), true);
    assert!(replaced > 0 && kept > times / 10, "{replaced} replaced, {kept} kept");
}

/// Windows has no signals, and its Ctrl-C is sent to all programs of a console, including the tests.
#[test]
#[cfg(unix)]
fn an_interrupted_run_cleans_up_behind_itself() {
    for signal in ["INT", "TERM", "HUP"] {
        let send = |child: &mut Child| {
            let mut kill = std::process::Command::new("sh");
            kill.args(["-c", &format!("kill -{signal} {}", child.id())]).stderr(Stdio::null());
            // It may have ended already.
            _ = kill.status().unwrap();
        };
        let (replaced, kept) = kill_often(30, send, false);
        assert!(replaced + kept == 30);
    }
}

//! Inputs that another program changes, and concurrent edits in place.

use std::fs::{self, File};
use std::io::Read;
use std::os::unix::fs::PermissionsExt;
use std::process::{Child, Command, Stdio};
use std::thread;
use std::time::{Duration, Instant};

use crate::common::{Folder, Run};

fn signal(child: &Child, name: &str) {
    let mut kill = Command::new("kill");
    kill.args([&format!("-{name}"), &child.id().to_string()]).stderr(Stdio::null());
    // It may have ended already.
    _ = kill.status().unwrap();
}

fn temporaries(folder: &Folder) -> Vec<String> {
    let names = folder.names().into_iter();
    names.filter(|name| name.starts_with(".reenact-")).collect()
}

/// Starts the command and stops it when there is a temporary file; `None` if it was too fast.
fn stopped_while_writing(folder: &Folder, args: &str) -> Option<Child> {
    let mut command = folder.command();
    command.args(args.split(' ')).stderr(Stdio::piped()).stdout(Stdio::null());
    let mut child = command.spawn().unwrap();
    let end = Instant::now() + Duration::from_mins(1);
    while temporaries(folder).is_empty() && child.try_wait().unwrap().is_none() {
        assert!(Instant::now() < end, "it never writes");
        thread::sleep(Duration::from_micros(200));
    }
    signal(&child, "STOP");
    // A process on another core takes a moment to stop.
    thread::sleep(Duration::from_millis(20));
    if child.try_wait().unwrap().is_some() || temporaries(folder).is_empty() {
        signal(&child, "CONT");
        child.wait().unwrap();
        return None;
    }
    Some(child)
}

fn ended(child: Child) -> Run {
    signal(&child, "CONT");
    Run::of(child.wait_with_output().unwrap())
}

#[test]
fn an_input_that_is_truncated_is_a_message_and_nothing_is_written() {
    let folder = Folder::with_large();
    let whole = folder.read("large.bin");
    for args in
        ["mirror large.bin --in-place", "mirror large.bin -o out.bin", "convert large.bin out.json"]
    {
        let child = (0..20).find_map(|_| {
            folder.write("large.bin", &whole);
            _ = fs::remove_file(folder.path("out.bin"));
            stopped_while_writing(&folder, args)
        });
        let child = child.expect("stopped in time once in 20 runs");
        let truncated = File::options().write(true).open(folder.path("large.bin")).unwrap();
        truncated.set_len(1 << 20).unwrap();
        let run = ended(child).with_code(1);
        assert!(run.stderr.contains("another program"), "{args}: {}", run.stderr);
        assert!(run.stderr.trim_end().ends_with(": large.bin"), "{args}: {}", run.stderr);
        assert_eq!(folder.names(), ["large.bin"], "{args}");
        assert!(folder.read("large.bin") == whole[..1 << 20], "{args} left what the other wrote");
    }
}

#[test]
fn an_input_that_is_truncated_ends_what_is_printed_with_a_message() {
    let folder = Folder::with_large();
    for args in ["cat large.bin --format csv", "mirror large.bin -o -"] {
        let whole = folder.read("large.bin");
        let mut command = folder.command();
        command.args(args.split(' ')).stderr(Stdio::piped()).stdout(Stdio::piped());
        let mut child = command.spawn().unwrap();
        // The pipe is full, so the command waits with most of the file unread.
        let mut out = child.stdout.take().unwrap();
        out.read_exact(&mut [0; 100]).unwrap();
        let truncated = File::options().write(true).open(folder.path("large.bin")).unwrap();
        truncated.set_len(4096).unwrap();
        let mut rest = Vec::new();
        out.read_to_end(&mut rest).unwrap();
        let run = Run::of(child.wait_with_output().unwrap()).with_code(1);
        assert!(run.stderr.contains("truncated the file"), "{args}: {}", run.stderr);
        // Curves created by the edit are in memory; those of the file end where it was truncated.
        assert!(rest.len() < whole.len() / 2, "{args}: {} bytes of what is gone", rest.len());
        folder.write("large.bin", &whole);
    }
}

#[test]
fn an_input_that_is_written_to_is_not_replaced() {
    let folder = Folder::with_large();
    let whole = folder.read("large.bin");
    let child = (0..20).find_map(|_| {
        folder.write("large.bin", &whole);
        stopped_while_writing(&folder, "mirror large.bin --in-place")
    });
    let child = child.expect("stopped in time once in 20 runs");
    // As an editor does: replaces the file by another one of the same name.
    folder.write("new.bin", b"precious");
    fs::rename(folder.path("new.bin"), folder.path("large.bin")).unwrap();
    let run = ended(child).with_code(1);
    assert!(run.stderr.contains("changed the file since it was read"), "{}", run.stderr);
    assert_eq!(folder.read("large.bin"), b"precious");
    assert_eq!(folder.names(), ["large.bin"]);
}

#[test]
fn edits_in_place_at_the_same_time_all_arrive() {
    let folder = Folder::with_session();
    let before = folder.run("marker list session.bin --json").json();
    let count = |list: &serde_json::Value| list["markers"].as_array().unwrap().len();
    let start = |number: usize| {
        let mut command = folder.command();
        command.args(["marker", "add", "session.bin", "--at", "1", "--name"]);
        command.args([&format!("number {number}"), "--in-place"]).stderr(Stdio::piped());
        command.spawn().unwrap()
    };
    let children: Vec<Child> = (0..12).map(start).collect();
    for child in children {
        Run::of(child.wait_with_output().unwrap()).with_code(0);
    }
    let after = folder.run("marker list session.bin --json").json();
    assert_eq!(count(&after), count(&before) + 12);
    assert_eq!(folder.names(), ["session.bin"]);
}

#[test]
fn a_temporary_file_is_as_private_as_the_one_it_replaces() {
    let folder = Folder::with_large();
    for (mode, args) in [
        (0o600, "mirror large.bin --in-place"),
        (0o640, "mirror large.bin --in-place"),
        (0o400, "mirror large.bin --in-place"),
    ] {
        let path = folder.path("large.bin");
        fs::set_permissions(&path, fs::Permissions::from_mode(mode)).unwrap();
        let child = (0..20).find_map(|_| stopped_while_writing(&folder, args));
        let child = child.expect("stopped in time once in 20 runs");
        let temporary = fs::metadata(folder.path(&temporaries(&folder)[0])).unwrap();
        let found = temporary.permissions().mode() & 0o7777;
        // Created with 0600, then changed to the final permissions: never more than these.
        assert_eq!(found & !(mode | 0o600), 0, "{found:o} for {mode:o}");
        ended(child).with_code(0);
        assert_eq!(fs::metadata(&path).unwrap().permissions().mode() & 0o7777, mode);
    }
}

#[test]
fn a_lost_terminal_leaves_no_temporary_and_nohup_lets_the_command_finish() {
    let folder = Folder::with_large();
    let child = (0..20).find_map(|_| stopped_while_writing(&folder, "mirror large.bin --in-place"));
    let mut child = child.expect("stopped in time once in 20 runs");
    signal(&child, "HUP");
    signal(&child, "CONT");
    assert!(!child.wait().unwrap().success());
    assert_eq!(folder.names(), ["large.bin"]);

    let mut command = folder.shell_command("trap '' HUP; exec reenact mirror large.bin -o out.bin");
    let mut child = command.stderr(Stdio::null()).spawn().unwrap();
    while temporaries(&folder).is_empty() && child.try_wait().unwrap().is_none() {
        thread::sleep(Duration::from_micros(200));
    }
    signal(&child, "HUP");
    assert!(child.wait().unwrap().success());
    assert_eq!(folder.names(), ["large.bin", "out.bin"]);
}

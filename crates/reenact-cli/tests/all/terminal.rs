//! Broken pipes, and colours.

use std::io::{BufRead, BufReader};
use std::process::Stdio;

use crate::common::Folder;

#[test]
fn a_broken_pipe_is_no_error() {
    let folder = Folder::new();
    folder.copy("recordings/v11_real_30s_asset.bin", "long.bin");
    for args in [
        "cat long.bin",
        "cat long.bin --format csv",
        "sample long.bin --rate 60",
        "mirror long.bin -o -",
    ] {
        let mut command = folder.command();
        command.args(args.split(' ')).stdout(Stdio::piped()).stderr(Stdio::piped());
        let mut child = command.spawn().unwrap();
        let mut line = Vec::new();
        let mut reader = BufReader::with_capacity(16, child.stdout.take().unwrap());
        reader.read_until(b'\n', &mut line).unwrap();
        drop(reader);
        let output = child.wait_with_output().unwrap();
        assert_eq!(output.status.code(), Some(0), "{args}");
        assert_eq!(String::from_utf8_lossy(&output.stderr), "", "{args}");
    }
    for args in ["--help", "completions bash", "info long.bin"] {
        let (reader, writer) = std::io::pipe().unwrap();
        drop(reader);
        let mut command = folder.command();
        let output = command.args(args.split(' ')).stdout(writer).output().unwrap();
        assert_eq!(output.status.code(), Some(0), "{args}");
        assert_eq!(String::from_utf8_lossy(&output.stderr), "", "{args}");
    }
}

#[test]
fn colour_is_for_terminals_and_for_who_asks() {
    let folder = Folder::with_session();
    let is_coloured = |variables: &[(&str, &str)]| {
        let mut command = folder.command();
        command.args(["info", "session.bin"]).envs(variables.iter().copied());
        command.output().unwrap().stdout.contains(&0x1b)
    };
    assert!(!is_coloured(&[]), "a pipe is no terminal");
    assert!(is_coloured(&[("CLICOLOR_FORCE", "1")]));
    assert!(!is_coloured(&[("NO_COLOR", "1")]));
}

#[test]
#[cfg(target_os = "linux")]
fn a_terminal_gets_colour_unless_no_color_says_otherwise() {
    let folder = Folder::with_session();
    // `script` runs a command on a pseudo-terminal.
    let on_terminal = |variables: &str| {
        let line =
            format!("TERM=xterm {variables} script -qec 'reenact info session.bin' /dev/null");
        let run = folder.shell(&line).with_code(0);
        run.text().contains('\x1b')
    };
    assert!(on_terminal(""));
    assert!(!on_terminal("NO_COLOR=1"));
    assert!(!on_terminal("TERM=dumb"));
}

#[test]
fn colour_changes_nothing_but_colour() {
    let folder = Folder::with_session();
    for args in ["info session.bin", "info session.bin session.bin"] {
        let plain = folder.run(args).with_code(0);
        let mut command = folder.command();
        let coloured = command.args(args.split(' ')).env("CLICOLOR_FORCE", "1").output().unwrap();
        let coloured = String::from_utf8(coloured.stdout).unwrap();
        let mut stripped = String::new();
        for (n, part) in coloured.split('\x1b').enumerate() {
            stripped += if n == 0 { part } else { part.split_once('m').unwrap().1 };
        }
        assert_eq!(stripped, plain.text());
    }
}

#[test]
fn no_line_of_a_screen_is_wider_than_100_columns() {
    let folder = Folder::with_session();
    for path in crate::common::corpus() {
        std::fs::copy(&path, folder.path("in.bin")).unwrap();
        for args in
            ["info in.bin", "doctor in.bin", "stats in.bin", "compare in.bin session.bin", "info ."]
        {
            let run = folder.run(args);
            assert!(run.code == 0 || run.code == 3, "{args}, {}: {}", path.display(), run.stderr);
            let lines = run.text().lines().count();
            assert!(lines <= 24 || !args.starts_with("info"), "{}", run.text());
            // The name of a marker is not shortened.
            for line in run.text().lines().filter(|line| !line.contains('▲')) {
                assert!(line.chars().count() <= 100, "{args}, {}: {line}", path.display());
            }
        }
    }
}

//! Names of files and markers cannot inject terminal escapes or forge reports.

use crate::common::Folder;

/// Windows does not permit escape characters in file names.
const NAME: &str =
    if cfg!(windows) { "a\u{7f}\u{9b}31m\u{202e}b" } else { "a\u{1b}[2J\u{7f}\u{9b}31m\u{202e}b" };

fn is_safe(text: &str) -> bool {
    !text.chars().any(|c| (c.is_control() && c != '\n') || c == '\u{202e}')
}

#[test]
fn file_and_marker_names_are_escaped_wherever_people_see_them() {
    let folder = Folder::with_session();
    let file = format!("{NAME}.bin");
    let mut command = folder.command();
    let made = command
        .args(["marker", "add", "session.bin", "--at", "1", "--name", NAME, "-o", &file])
        .output()
        .unwrap();
    assert!(made.status.success() && is_safe(&String::from_utf8_lossy(&made.stderr)), "{made:?}");
    for words in [
        &["info"][..],
        &["info", "session.bin"],
        &["stats"],
        &["stats", "session.bin"],
        &["doctor"],
        &["marker", "list"],
        &["marker", "list", "session.bin"],
        &["compare", "session.bin"],
        &["info", "--json"],
        &["marker", "list", "--json"],
        &["info", "missing.bin"],
        &["trim", "--to", "1", "--in-place"],
        &["cat", "--format", "json"],
        &["cat", "--format", "ndjson"],
    ] {
        let output = folder.command().args(words).arg(&file).output().unwrap();
        for stream in [&output.stdout, &output.stderr] {
            let text = std::str::from_utf8(stream).unwrap();
            assert!(is_safe(text), "{words:?}: {text:?}");
        }
    }
    let run = folder.command().arg("info").arg(format!("no {NAME}")).output().unwrap();
    assert!(is_safe(std::str::from_utf8(&run.stderr).unwrap()), "{run:?}");
    let run = folder.command().args(["marker", "list", "--json"]).arg(&file).output().unwrap();
    let document: serde_json::Value = serde_json::from_slice(&run.stdout).unwrap();
    assert_eq!(document["markers"][0]["name"], NAME, "JSON holds the name itself");
}

#[test]
#[cfg(target_os = "linux")]
fn a_report_that_cannot_be_printed_does_not_hide_that_the_output_was_written() {
    let folder = Folder::with_session();
    let run = folder.shell("reenact mirror session.bin -o out.bin --json > /dev/full").with_code(3);
    assert!(run.stderr.contains("cannot write to stdout"), "{}", run.stderr);
    assert!(run.stderr.ends_with("; the output was written\n"), "{}", run.stderr);
    assert!(folder.path("out.bin").is_file());
    let run =
        folder.shell("reenact repair session.bin -o whole.bin --json > /dev/full").with_code(3);
    assert!(run.stderr.ends_with("; the output was written\n"), "{}", run.stderr);
    assert!(folder.path("whole.bin").is_file());
    let run = folder.shell("reenact info session.bin --json > /dev/full").with_code(1);
    assert!(run.stderr.contains("cannot write to stdout"), "{}", run.stderr);
}

#[test]
fn an_error_does_not_repeat_a_large_input() {
    let folder = Folder::new();
    let mut text = b"{\"version\": \"".to_vec();
    text.extend(std::iter::repeat_n(b'x', 10_000_000));
    text.extend(b"\"}");
    folder.write("large.json", &text);
    let run = folder.run("info large.json").with_code(1);
    assert!(run.stderr.len() < 4000, "{} bytes", run.stderr.len());
    assert!(run.stderr.starts_with("large.json:1:"), "{}", run.stderr);
}

#[test]
fn cells_of_tables_do_not_start_as_formulas() {
    let folder = Folder::with_session();
    let name = "=HYPERLINK(1)";
    let mut command = folder.command();
    let status = command
        .args(["marker", "add", "session.bin", "--at", "1", "--name", name, "-o", "m.bin"])
        .status()
        .unwrap();
    assert!(status.success());
    folder.run("convert m.bin m.csv --table markers").with_code(0);
    let table = String::from_utf8(folder.read("m.csv")).unwrap();
    assert_eq!(table, "recording,index,time_secs,name\nm,0,1.0,'=HYPERLINK(1)\n");
}

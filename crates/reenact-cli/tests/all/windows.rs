//! Differences on Windows: paths, patterns, long names, files that are open elsewhere.

use std::fs::{self, File};
use std::path::Path;

use crate::common::{Folder, Run};

fn run(folder: &Folder, words: &[&str]) -> Run {
    Run::of(folder.command().args(words).output().unwrap())
}

#[test]
fn patterns_are_expanded_since_cmd_does_not() {
    let folder = Folder::with_session();
    fs::create_dir(folder.path("deep")).unwrap();
    for name in ["b.bin", "A.BIN", "deep/c.bin", "notes.txt"] {
        folder.copy("recordings/v11_sub_camera.bin", name);
    }
    let files = |pattern: &str| {
        let documents = run(&folder, &["info", "--json", pattern]).with_code(0).json();
        let file = |document: &serde_json::Value| document["file"].as_str().unwrap().to_owned();
        documents.as_array().unwrap().iter().map(file).collect::<Vec<_>>()
    };
    assert_eq!(files("*.bin"), ["A.BIN", "b.bin", "session.bin"]);
    assert_eq!(files(".\\?.bin"), [".\\A.BIN", ".\\b.bin"]);
    let long = folder.path("*.bin");
    assert_eq!(files(long.to_str().unwrap()).len(), 3, "with a drive letter");
    let verbatim = fs::canonicalize(folder.path("deep")).unwrap().join("..\\*.bin");
    assert!(verbatim.to_str().unwrap().starts_with(r"\\?\"));
    let unc = fs::canonicalize(folder.path("deep")).unwrap().join("*.bin");
    let documents = run(&folder, &["info", "--json", unc.to_str().unwrap()]).with_code(0);
    assert!(documents.text().contains("c.bin"), "{}", documents.text());
    run(&folder, &["convert", "*.bin", "out", "--to", "json"]).with_code(0);
    assert!(folder.path("out/A.json").is_file() && folder.path("out/session.json").is_file());
    // A pattern must match one file if one is required.
    assert!(run(&folder, &["cat", "sess*.bin"]).with_code(0).text().contains("curves"));
    let several = run(&folder, &["cat", "*.bin"]).with_code(2);
    assert!(several.stderr.contains("matches 3"), "{}", several.stderr);
    let none = run(&folder, &["info", "*.gz"]).with_code(1);
    assert!(none.stderr.contains("no such file: *.gz"), "{}", none.stderr);
}

#[test]
fn paths_are_shown_as_they_were_given() {
    let folder = Folder::with_session();
    let full = folder.path("session.bin").display().to_string();
    for (words, stream) in [
        (&["info", &full][..], 0),
        (&["mirror", &full, "--in-place"], 1),
        (&["mirror", "session.bin", "-o", "out.bin"], 1),
        (&["mirror", "session.bin", "-o", "out.bin"], 1),
        (&["mirror", "session.bin", "-o", "session.bin", "--force"], 1),
        (&["mirror", "session.bin", "-o", "nowhere\\out.bin"], 1),
    ] {
        let ran = run(&folder, words);
        assert!(!ran.text().contains(r"\\?\") && !ran.stderr.contains(r"\\?\"), "{ran:?}");
        let shown = if stream == 0 { ran.text() } else { &ran.stderr };
        assert!(shown.contains(".bin"), "{ran:?}");
    }
}

#[test]
fn folders_end_in_either_separator() {
    let folder = Folder::with_session();
    run(&folder, &["mirror", "session.bin", "-o", "one\\"]).with_code(0);
    run(&folder, &["mirror", "session.bin", "-o", "two/"]).with_code(0);
    assert_eq!(folder.read("one/session.bin"), folder.read("two/session.bin"));
}

#[test]
fn paths_longer_than_260_characters_work() {
    let folder = Folder::with_session();
    let name = "n".repeat(120);
    let deep = format!("{name}\\{name}\\{name}");
    fs::create_dir_all(folder.path(&deep)).unwrap();
    let file = format!("{deep}\\session.bin");
    folder.copy("recordings/v11_real_2s_asset.bin", &file);
    run(&folder, &["info", &file]).with_code(0);
    run(&folder, &["mirror", &file, "--in-place"]).with_code(0);
    run(&folder, &["mirror", "session.bin", "-o", "short.bin"]).with_code(0);
    assert_eq!(folder.read("short.bin"), folder.read(&file));
    let out = folder.path(&format!("{deep}\\out.glb"));
    run(&folder, &["convert", "session.bin", out.to_str().unwrap()]);
    assert!(out.is_file());
    assert!(run(&folder, &["info", "--json", &deep]).with_code(0).text().contains("session.bin"));
}

#[test]
fn a_file_that_another_program_has_open_is_replaced_or_left_whole() {
    use std::os::windows::fs::OpenOptionsExt;

    let folder = Folder::with_session();
    let before = folder.read("session.bin");
    // As most programs open files: others may read them, but not write or delete.
    let held = File::options().read(true).share_mode(1).open(folder.path("session.bin")).unwrap();
    let ran = run(&folder, &["mirror", "session.bin", "--in-place"]).with_code(1);
    assert!(ran.stderr.contains("cannot write"), "{}", ran.stderr);
    assert_eq!(folder.read("session.bin"), before);
    assert_eq!(folder.names(), ["session.bin"], "no temporary file is left");
    drop(held);
    run(&folder, &["mirror", "session.bin", "--in-place"]).with_code(0);
    assert!(folder.read("session.bin") != before);
}

#[test]
fn lines_of_scripts_may_end_as_on_windows_and_those_of_tables_do_not() {
    let folder = Folder::with_session();
    let script = "[[act]]\ndo = \"poke\"\nhand = \"right\"\nat = [0.1, -0.15, 0.45]\n";
    folder.write("unix.toml", script.as_bytes());
    folder.write("windows.toml", script.replace('\n', "\r\n").as_bytes());
    for name in ["unix", "windows"] {
        run(&folder, &["make", "--script", &format!("{name}.toml"), "-o", &format!("{name}.bin")])
            .with_code(0);
    }
    assert_eq!(folder.read("unix.bin"), folder.read("windows.bin"));
    let tables =
        [&["stats", "--csv"][..], &["cat", "--format", "csv"], &["sample", "--rate", "10"]];
    for words in tables {
        let printed = run(&folder, &[words, &["session.bin"]].concat()).with_code(0).stdout;
        assert!(!printed.contains(&b'\r'), "{words:?}");
    }
}

#[test]
fn a_long_text_is_printed_as_utf_8() {
    let folder = Folder::with_session();
    let name = "手👋🏽 größe";
    run(
        &folder,
        &["marker", "add", "session.bin", "--at", "1", "--name", name, "-o", "größe 手.bin"],
    )
    .with_code(0);
    assert!(Path::new(&folder.path("größe 手.bin")).is_file());
    assert!(run(&folder, &["marker", "list", "größe 手.bin"]).with_code(0).text().contains(name));
    assert!(run(&folder, &["info", "gr*.bin"]).with_code(0).text().contains("größe 手.bin"));
}

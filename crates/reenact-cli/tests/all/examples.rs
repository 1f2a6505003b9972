//! The examples in every `--help` run.

use std::fs;

use crate::common::{Folder, Run, verbs};

/// Files that the examples use.
fn folder() -> Folder {
    let folder = Folder::new();
    folder.copy("recordings/v11_sub_camerahandsgaze_markers.bin", "session.bin");
    folder.copy("recordings/v11_real_2s_asset.bin", "a.bin");
    folder.copy("recordings/v11_real_2s_lossless.bin", "b.bin");
    fs::create_dir(folder.path("recordings")).unwrap();
    folder.copy("recordings/v11_real_2s_asset.bin", "recordings/a.bin");
    folder.copy("recordings/v11_sub_camera.bin", "recordings/b.bin");
    folder.add_page();
    let bytes = folder.read("session.bin");
    folder.write_gzip("session.bin.gz", &bytes);
    folder.write("damaged.bin", &bytes[..bytes.len() / 2]);
    folder.write(
        "press.toml",
        b"[[act]]\ndo = \"poke\"\nhand = \"right\"\nat = [0.1, -0.15, 0.45]\n",
    );
    folder
}

/// Expected exit codes other than 0.
fn expected(example: &str) -> i32 {
    let with_findings = ["--anchor right-wrist", "doctor session", "compare ", "repair damaged"];
    if example.contains("doctor damaged") {
        1
    } else if with_findings.iter().any(|part| example.contains(part)) {
        3
    } else {
        0
    }
}

fn check(verb: &str) -> usize {
    let help = Folder::new().run(&format!("{verb} --help")).with_code(0);
    let help = help.text();
    let (_, examples) =
        help.split_once("Examples:\n").unwrap_or_else(|| panic!("{verb}: no examples"));
    let examples: Vec<&str> = examples.lines().map(str::trim).collect();
    assert!((1..=6).contains(&examples.len()), "{verb}: {examples:?}");
    // Run in order in one folder: some use the output of others.
    let folder = folder();
    // These need an application and the OpenXR runtime, or change the user's settings; the step `openxr` tests them.
    let of_openxr = ["reenact run ", "reenact record ", "reenact openxr "];
    let is_run = |example: &&&str| !of_openxr.iter().any(|verb| example.starts_with(verb));
    for example in examples.iter().filter(is_run) {
        assert!(example.contains("reenact "), "{example}");
        if cfg!(not(feature = "png")) && example.contains(".png") {
            continue;
        }
        // Windows has no gzip.
        if cfg!(windows) && example.starts_with("gzip ") {
            continue;
        }
        // The server runs until it is stopped; `view` has separate tests.
        if example.starts_with("reenact view") && !example.contains("--html") {
            continue;
        }
        let mut command = folder.shell_command(example);
        let run = Run::of(command.env("REENACT_VIEWER", folder.path("page")).output().unwrap());
        assert_eq!(run.code, expected(example), "{example}\n{}", run.stderr);
    }
    let below: usize =
        verbs(help).iter().map(|below| check(format!("{verb} {below}").trim())).sum();
    examples.len() + below
}

#[test]
fn examples_of_every_verb_work() {
    assert!(check("") > 40);
}

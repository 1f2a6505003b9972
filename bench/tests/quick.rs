//! Smoke test: every candidate returns the right result, and all tables are printed.

use std::process::Command;

#[test]
fn a_quick_run_checks_and_times_every_candidate() {
    let output = Command::new(env!("CARGO_BIN_EXE_reenact-bench"))
        .args(["all", "--quick"])
        .output()
        .unwrap();
    let (out, errors) =
        (String::from_utf8_lossy(&output.stdout), String::from_utf8_lossy(&output.stderr));
    assert!(output.status.success(), "{out}\n{errors}");
    for title in [
        "Opening, ",
        "Decoding",
        "Writing",
        "Memory",
        "Random",
        "Playback",
        "Batch",
        "Optimizing",
        "Editing",
        "Recording",
        "Doctor",
        "Writing other formats",
        "Reading other formats",
        "Sizes of tables",
        "Unity XR Hands recordings",
    ] {
        assert!(out.contains(&format!("### {title}")), "no {title} in\n{out}");
    }
}

#[test]
fn a_quick_run_is_not_written_down() {
    let output = Command::new(env!("CARGO_BIN_EXE_reenact-bench"))
        .args(["all", "--quick", "--write"])
        .output()
        .unwrap();
    assert_eq!(output.status.code(), Some(1));
    assert!(String::from_utf8_lossy(&output.stderr).contains("--quick"));
}

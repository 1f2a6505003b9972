//! `doctor` in continuous integration: findings that set the exit code.

use std::fs;

use crate::common::Folder;

#[test]
fn doctor_fails_on_the_level_that_is_asked_for_and_not_on_what_is_ignored() {
    // Warnings: tail-lost of both hands. A note: tail-may-be-lost.
    let folder = Folder::with_session();
    for (options, code) in [
        ("", 3),
        ("--fail-on warning", 3),
        ("--fail-on error", 0),
        ("--fail-on note", 3),
        ("--ignore tail-lost", 0),
        ("--ignore teleport", 3),
        ("--ignore tail-lost --fail-on note", 3),
        ("--ignore tail-lost --ignore tail-may-be-lost --fail-on note", 0),
        ("--ignore tail-lost,tail-may-be-lost --fail-on note", 0),
    ] {
        let run = folder.run(&format!("doctor session.bin {options} --json")).with_code(code);
        assert_eq!(run.json()["passed"], code == 0, "{options}");
    }
    let report = folder.run("doctor session.bin --ignore tail-lost --json").json();
    let ignored = report["ignored"].as_array().unwrap();
    assert_eq!(ignored.len(), 2);
    assert!(ignored.iter().all(|finding| finding["code"] == "tail-lost"));
    assert_eq!(report["findings"][0]["code"], "tail-may-be-lost");
}

#[test]
fn of_a_folder_each_file_counts() {
    let folder = Folder::new();
    fs::create_dir(folder.path("all")).unwrap();
    folder.copy("recordings/v11_real_2s_asset.bin", "all/tail.bin");
    folder.copy("recordings/v11_edge_camera_unset.bin", "all/unset.bin");
    folder.run("doctor all --ignore tail-lost").with_code(3);
    folder.run("doctor all --ignore tail-lost,camera-unset").with_code(0);
    folder.write("all/empty.bin", b"");
    folder.run("doctor all --ignore tail-lost,camera-unset").with_code(3);
    folder.run("doctor all --ignore tail-lost,camera-unset,empty-file").with_code(0);
    folder.run("doctor all/empty.bin --fail-on error").with_code(1);
    folder.run("doctor all/empty.bin --ignore empty-file").with_code(0);
}

//! The loss policy of `convert`: what is reported, what sets exit code 3, and how to accept it.

use crate::common::Folder;

/// Folder with a recording that has hands, camera, gaze, pinches and markers, and one of a simulated hand with slot `None`.
fn folder() -> Folder {
    let folder = Folder::new();
    folder.copy("recordings/v11_sub_camerahandsgaze_markers.bin", "full.bin");
    folder.copy("recordings/v11_real_2s_simhand.bin", "simulated.bin");
    folder
}

/// Arguments, the codes of all losses, and the codes of all notes.
const CASES: &[(&str, &[&str], &[&str])] = &[
    ("full.bin x.json", &[], &[]),
    ("full.bin x.ndjson", &[], &[]),
    ("full.bin x.parquet", &[], &[]),
    ("full.bin x.csv", &["markers"], &[]),
    ("full.bin x.csv --table frames", &[], &["other-table"]),
    ("full.bin x.csv --table joints", &[], &["other-table"]),
    ("full.bin x.csv --table markers", &[], &[]),
    ("full.bin x.parquet --table frames", &[], &["other-table"]),
    ("full.bin x.parquet --table markers", &[], &[]),
    ("full.bin x.glb", &[], &[]),
    ("full.bin x.usda", &[], &[]),
    ("full.bin x.mcap", &[], &["attached-markers"]),
    ("full.bin x.bvh", &["held-frames", "gaze", "pinching", "markers"], &["bone-lengths"]),
    ("full.bin x.iwer.json", &["markers"], &["head", "palms"]),
    ("full.bin head_hand_eye.csv", &["pinching", "markers"], &["head"]),
    ("full.bin x.journal", &[], &[]),
    ("full.bin x.anim", &["before-zero"], &[]),
    ("full.bin x.anim --rig mrtk", &["before-zero", "camera", "gaze", "pinching"], &[]),
    ("full.bin x.bin --to 1.0", &["gaze"], &[]),
    ("simulated.bin x.glb", &[], &["slot-none"]),
    ("simulated.bin x.glb --profile flat", &[], &["slot-none"]),
    ("simulated.bin x.anim", &[], &["slot-none"]),
];

#[test]
fn exit_code_3_is_for_losses_and_every_format_reports_them_alike() {
    for &(args, losses, notes) in CASES {
        let folder = folder();
        let code = if losses.is_empty() { 0 } else { 3 };
        let run = folder.run(&format!("convert {args} --json")).with_code(code);
        let document = run.json();
        let codes = |is_loss: bool| -> Vec<&str> {
            let notes = document["notes"].as_array().unwrap().iter();
            let of_kind = notes.filter(|note| note["is_loss"] == is_loss);
            of_kind.map(|note| note["code"].as_str().unwrap()).collect()
        };
        if !args.contains("--to 1.0") {
            assert_eq!(codes(true), losses, "{args}: {document}");
            assert_eq!(codes(false), notes, "{args}: {document}");
        }
        // The file is written nevertheless. With `--allow-loss` the exit code is 0, and losses are still reported.
        let run = folder.run(&format!("convert {args} --allow-loss --force --json")).with_code(0);
        assert_eq!(run.json()["notes"], document["notes"], "{args}");
        let run = folder.run(&format!("convert {args} --force")).with_code(code);
        let said = |label: &str| run.stderr.lines().filter(|line| line.contains(label)).count();
        assert_eq!(said("lost:"), losses.len(), "{args}: {}", run.stderr);
    }
}

#[test]
fn printing_a_part_is_not_a_loss() {
    let folder = folder();
    for args in
        ["cat full.bin --format csv", "sample full.bin --at 0,1", "sample full.bin --at 0 --json"]
    {
        assert_eq!(folder.run(args).with_code(0).stderr, "", "{args}");
    }
}

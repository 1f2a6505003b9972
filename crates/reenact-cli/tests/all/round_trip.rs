//! Round trips through text and other formats.

use std::fs;

use crate::common::{Folder, corpus};

#[test]
fn every_recording_comes_back_from_json_as_the_same_bytes() {
    let folder = Folder::new();
    for path in corpus() {
        let bytes = fs::read(&path).unwrap();
        for format in ["json", "ndjson"] {
            fs::copy(&path, folder.path("in.bin")).unwrap();
            let line =
                format!("reenact cat in.bin --format {format} | reenact convert - out.bin --force");
            folder.shell(&line).with_code(0);
            let back = folder.read("out.bin");
            assert!(back == bytes || is_nan_payload(&bytes, &back), "{}, {format}", path.display());
        }
    }
}

/// Whether two files differ only in the payload bits of NaNs, which text cannot represent.
fn is_nan_payload(before: &[u8], after: &[u8]) -> bool {
    let parse = |bytes| reenact::Recording::from_slice(bytes).unwrap();
    let canonical = |value: f32| if value.is_nan() { f32::NAN } else { value };
    let keys = |recording: &reenact::Recording| -> Vec<[u8; reenact::FULL_KEY_BYTES]> {
        let key = |key: reenact::Key| reenact::Key {
            time_secs: canonical(key.time_secs),
            value: canonical(key.value),
            in_tangent: canonical(key.in_tangent),
            out_tangent: canonical(key.out_tangent),
            in_weight: canonical(key.in_weight),
            out_weight: canonical(key.out_weight),
            ..key
        };
        recording.curves().flat_map(|(_, curve)| curve.iter()).map(|k| key(k).to_full()).collect()
    };
    let [before, after] = [before, after].map(parse);
    let has_nan = before.curves().flat_map(|(_, curve)| curve.iter()).any(|key| {
        key.value.is_nan()
            || key.time_secs.is_nan()
            || key.in_tangent.is_nan()
            || key.out_tangent.is_nan()
    });
    has_nan && keys(&before) == keys(&after) && before.encoded_len() == after.encoded_len()
}

#[test]
fn a_conversion_to_the_same_version_changes_nothing() {
    let folder = Folder::with_session();
    folder.run("convert session.bin copy.bin").with_code(0);
    folder.run("convert session.bin same.bin --to 1.1").with_code(0);
    assert_eq!(folder.read("copy.bin"), folder.read("session.bin"));
    assert_eq!(folder.read("same.bin"), folder.read("session.bin"));
}

#[test]
fn another_version_and_back_is_the_same_recording() {
    let folder = Folder::new();
    folder.copy("recordings/v10_real_2s_coarse.bin", "old.bin");
    folder.run("convert old.bin new.bin --to 1.1").with_code(0);
    folder.run("convert new.bin back.bin --to 1.0").with_code(0);
    assert!(folder.read("new.bin").len() < folder.read("old.bin").len());
    assert_eq!(folder.read("back.bin"), folder.read("old.bin"));
    // Published files have no marker list, and need one to load in MRTK.
    folder.run("convert new.bin published.bin --to 1.1-published").with_code(0);
    let layout = folder.run("info published.bin --json").json()["layout"].clone();
    assert_eq!(layout, "published");
}

#[test]
fn a_folder_is_converted_into_another_with_its_subfolders() {
    let folder = Folder::with_session();
    fs::create_dir_all(folder.path("in/deep")).unwrap();
    folder.copy("recordings/v11_sub_camera.bin", "in/camera.bin");
    folder.copy("recordings/v11_sub_none.bin", "in/deep/none.bin");
    folder.write("in/notes.bin", b"not a recording");
    folder.run("convert in out --to csv").with_code(0);
    let table = fs::read_to_string(folder.path("out/camera.csv")).unwrap();
    assert_eq!(table.lines().count(), 82, "a header and 81 keys");
    assert_eq!(fs::read_to_string(folder.path("out/deep/none.csv")).unwrap().lines().count(), 1);
}

#[test]
fn tables_of_poses_are_those_of_sample() {
    let folder = Folder::with_session();
    folder.run("convert session.bin frames.csv --table frames --rate 30").with_code(0);
    let sampled = folder.run("sample session.bin --rate 30").with_code(0);
    assert_eq!(folder.read("frames.csv"), sampled.stdout);
    folder.run("convert session.bin joints.csv --table joints --rate 30 --mode mrtk").with_code(0);
    let sampled = folder.run("sample session.bin --rate 30 --long --mode mrtk").with_code(0);
    let named = sampled.text();
    assert_eq!(String::from_utf8(folder.read("joints.csv")).unwrap(), named);
}

#[test]
#[cfg(feature = "parquet")]
fn a_table_of_keys_comes_back_as_the_same_bytes_and_a_folder_is_one_table() {
    let folder = Folder::with_session();
    folder.run("convert session.bin keys.parquet").with_code(0);
    folder.run("convert keys.parquet back.bin").with_code(0);
    assert_eq!(folder.read("back.bin"), folder.read("session.bin"));
    let run =
        folder.run("convert session.bin frames.parquet --table frames --rate 30").with_code(0);
    assert!(run.stderr.contains("frames.parquet"));
    assert!(folder.run("convert frames.parquet no.bin").code == 1, "poses are not keys");

    fs::create_dir(folder.path("in")).unwrap();
    folder.copy("recordings/v11_sub_camera.bin", "in/camera.bin");
    folder.copy("recordings/v11_real_2s_asset.bin", "in/hands.bin");
    folder.run("convert in study --to parquet --table joints").with_code(0);
    assert!(folder.path("study/joints/recording=hands/joints.parquet").is_file());
    assert!(folder.path("study/joints/recording=camera/joints.parquet").is_file());
}

#[test]
fn scenes_are_read_back_as_recordings_whatever_their_profile_and_target_application() {
    let folder = Folder::with_session();
    for profile in ["flat", "skeleton"] {
        for app in ["web", "blender", "unity"] {
            for ending in ["glb", "gltf"] {
                let run = folder.run(&format!(
                    "convert session.bin session.{ending} --profile {profile} --for {app} --force"
                ));
                assert!(run.code == 0 || run.stderr.contains("lost: "), "{run:?}");
                folder.run(&format!("convert session.{ending} back.bin --force")).with_code(0);
                folder.run("compare session.bin back.bin").with_code(0);
            }
        }
    }
    assert!(folder.read("session.glb").starts_with(b"glTF"));
    assert!(folder.read("session.gltf").starts_with(b"{"));
}

#[test]
fn formats_of_frames_are_written_by_their_endings_and_read_by_what_they_hold() {
    let folder = Folder::new();
    folder.copy("recordings/v11_sub_camerahandsgaze_markers.bin", "session.bin");
    // MRTK lost the end of this recording: in HoloLens2ForCV's tables there are no poses in its last frames.
    for (name, lost, secs) in [
        ("page.iwer.json", "markers are left out", 2.966_666_7),
        ("head_hand_eye.csv", "frames of pinching", 2.7),
    ] {
        let run = folder.run(&format!("convert session.bin {name} --rate 30")).with_code(3);
        assert!(run.stderr.contains(lost), "{run:?}");
        // Detected by its contents, not by its name, and through a pipe, too.
        fs::rename(folder.path(name), folder.path("moved")).unwrap();
        folder.run("convert moved back.bin --force").with_code(0);
        folder.shell("reenact convert - piped.bin --force < moved").with_code(0);
        assert_eq!(folder.read("back.bin"), folder.read("piped.bin"), "{name}");
        let info = folder.run("info back.bin --json").with_code(0);
        assert_eq!(info.json()["duration_secs"], secs, "{}", info.text());
        // All subcommands that read recordings read these.
        folder.run("info moved").with_code(0);
    }
    let run = folder.run("convert session.bin out --to hololens");
    assert!(run.code == 3 && folder.path("out").is_file(), "{run:?}");
    fs::create_dir(folder.path("many")).unwrap();
    let run = folder.run("convert session.bin back.bin many --to iwer");
    assert!(run.code == 3 && folder.path("many/session.iwer.json").is_file(), "{run:?}");
}

#[test]
#[cfg(feature = "mcap")]
fn an_mcap_file_has_the_recording_attached() {
    let folder = Folder::with_session();
    folder.run("convert session.bin session.mcap").with_code(0);
    let (file, recording) = (folder.read("session.mcap"), folder.read("session.bin"));
    assert!(file.starts_with(b"\x89MCAP0\r\n") && file.ends_with(b"\x89MCAP0\r\n"));
    assert!(file.windows(recording.len()).any(|part| part == recording));
}

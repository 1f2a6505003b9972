//! Animation clips, hand poses and datasets written by the command.

use crate::common::Folder;

#[test]
fn a_clip_comes_with_the_file_by_which_unity_knows_it_which_then_stays() {
    let folder = Folder::with_session();
    folder.run("convert session.bin grab.anim").with_code(0);
    let clip = String::from_utf8(folder.read("grab.anim")).unwrap();
    assert!(
        clip.contains("\n  m_Name: grab\n") && clip.contains("path: Hand.Left/Hand.Left.Joints/")
    );
    assert!(folder.read("grab.anim.meta").starts_with(b"fileFormatVersion: 2\nguid: "));
    folder.write("grab.anim.meta", b"mine");
    let run = folder.run("convert session.bin grab.anim --rig mrtk --force").with_code(3);
    assert!(
        run.stderr.contains("lost: the camera is left out\n  lost: the gaze is left out"),
        "{}",
        run.stderr
    );
    assert!(folder.read("grab.anim").windows(9).any(|bytes| bytes == b"WristL_JN"));
    assert_eq!(folder.read("grab.anim.meta"), b"mine");
    let run = folder.run("convert session.bin - --to anim").with_code(0);
    assert!(run.text().starts_with("%YAML 1.1\n"));
}

#[test]
fn skeletons_are_written_by_their_endings() {
    let folder = Folder::with_session();
    let run = folder.run("convert session.bin hands.bvh --rate 30 --unit cm").with_code(3);
    assert!(run.stderr.contains("bones have constant lengths"), "{}", run.stderr);
    let text = String::from_utf8(folder.read("hands.bvh")).unwrap();
    assert!(text.contains("\nFrame Time: 0.033333333\n"), "{text}");
    folder.run("convert session.bin hands.usda --rate 30").with_code(0);
    assert!(folder.read("hands.usda").starts_with(b"#usda 1.0\n"));
}

#[test]
fn a_hand_pose_is_of_a_moment_at_which_the_hand_is_observed() {
    let folder = Folder::new();
    folder.copy("recordings/v11_edge_left_never.bin", "session.bin");
    let to = "convert session.bin pose.json --to hand-pose";
    let run = folder.run(to).with_code(2);
    assert!(run.stderr.contains("--at: no time given for the hand pose"), "{}", run.stderr);
    let run = folder.run(&format!("{to} --at 1 --hand left")).with_code(1);
    assert!(run.stderr.contains("the left hand is never observed"), "{}", run.stderr);
    assert_eq!(folder.names(), ["session.bin"]);
    folder.run(&format!("{to} --at 1 --reference Palm")).with_code(0);
    assert!(folder.read("pose.json").starts_with(b"{\n    \"items\": ["));
}

#[test]
fn recordings_become_a_dataset_with_one_description() {
    let folder = Folder::new();
    folder.copy("recordings/v11_sub_camerahandsgaze_markers.bin", "p_01.bin");
    folder.copy("recordings/v11_sub_camera.bin", "p_02.bin");
    folder.run("convert p_01.bin study --to bids --task reach --session 1 --rate 30").with_code(0);
    let start = "study/sub-p01/ses-1/motion/sub-p01_ses-1_task-reach_tracksys-MRTK";
    for ending in
        ["motion.tsv", "motion.json", "channels.tsv", "channels.json", "events.tsv", "events.json"]
    {
        assert!(!folder.read(&format!("{start}_{ending}")).is_empty(), "{ending}");
    }
    let motion = String::from_utf8(folder.read(&format!("{start}_motion.tsv"))).unwrap();
    let channels = String::from_utf8(folder.read(&format!("{start}_channels.tsv"))).unwrap();
    let columns = motion.lines().next().unwrap().split('\t').count();
    assert_eq!(columns, channels.lines().count() - 1);
    folder.write("study/dataset_description.json", b"mine");
    folder.run("convert p_01.bin p_02.bin study --to bids").with_code(0);
    assert_eq!(folder.read("study/dataset_description.json"), b"mine");
    assert!(
        folder
            .path("study/sub-p02/motion/sub-p02_task-recording_tracksys-MRTK_motion.tsv")
            .exists()
    );
    let run = folder.run("convert p_01.bin study --to bids --task reach --session 1").with_code(1);
    assert!(run.stderr.contains("use --force to overwrite"), "{}", run.stderr);
    let run = folder.run("convert p_01.bin study --to bids --subject p-01").with_code(2);
    assert!(
        run.stderr.contains("--subject: a BIDS label has letters and digits only"),
        "{}",
        run.stderr
    );
}

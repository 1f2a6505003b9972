//! Poses that were recorded without rotations: kept in every format that can hold them, with a synthesized rotation where one is
//! required.

use reenact::hand::{Joint, Side};
use reenact::{Curve, CurveId, FrameTimes, Mode, PoseComponent, Recording, Sampler};
use reenact_convert::tables::Table;
use reenact_convert::{
    LossCode, Losses, bids, bvh, csv, frames, gltf, hand_pose, hololens, iwer, mcap, unity, usd,
};

/// The demo with only positions of head and hands.
fn positions_only() -> Recording {
    let mut recording = reenact_make::demo();
    let is_rotation = |component: PoseComponent| {
        !matches!(
            component,
            PoseComponent::PositionX | PoseComponent::PositionY | PoseComponent::PositionZ
        )
    };
    let ids: Vec<CurveId> = recording.curves().map(|(id, _)| id).collect();
    for id in ids {
        let is_one = match id {
            CurveId::Camera(component) | CurveId::Joint(_, _, component) => is_rotation(component),
            _ => false,
        };
        if is_one {
            let kind = recording.curve(id).unwrap().kind();
            recording.set_curve(id, Curve::empty(kind)).unwrap();
        }
    }
    recording.set_markers([]).unwrap();
    recording
}

/// A synthesized rotation is a note, and no pose is lost.
#[track_caller]
fn assert_noted(losses: &Losses, lost: &[&str]) {
    let remarks = losses.notes();
    assert!(
        remarks.iter().any(|remark| remark.code == LossCode::Rotations && !remark.code.is_loss()),
        "{losses}"
    );
    let found: Vec<_> =
        remarks.iter().filter(|remark| remark.code.is_loss()).map(|r| r.code.name()).collect();
    assert_eq!(found, lost, "{losses}");
}

/// Largest distance of joints and head between two recordings, where the first has them; and their number.
fn apart(a: &Recording, b: &Recording) -> (f32, usize) {
    let [a, b] = [a, b].map(|recording| Sampler::new(recording, Mode::Clean));
    let (mut most, mut count) = (0.0_f32, 0);
    for n in 3..60_u8 {
        let time = f32::from(n) * 0.1;
        let [a, b] = [&a, &b].map(|sampler| sampler.frame_at(time));
        let joints = Side::ALL
            .into_iter()
            .flat_map(|side| Joint::TRACKED.map(|joint| (side, joint)))
            // WebXR has no palm.
            .filter(|(_, joint)| *joint != Joint::Palm);
        let joints = joints.map(|(side, joint)| (a.joint(side, joint), b.joint(side, joint)));
        for (a, b) in joints.chain([(a.camera, b.camera)]) {
            let Some(a) = a else { continue };
            most = most.max(a.position.distance(b.expect("kept").position));
            count += 1;
        }
    }
    (most, count)
}

#[test]
fn formats_that_are_read_back_keep_positions() {
    let recording = positions_only();
    let mut file = Vec::new();
    let options = gltf::Options { profile: gltf::Profile::Flat, ..gltf::Options::default() };
    let losses = gltf::write_glb(&recording, &options, &mut file).unwrap();
    assert!(!losses.any(), "a node need not be turned: {losses}");
    let (most, count) = apart(&recording, &gltf::read(&file).unwrap());
    assert!(most < 1e-4 && count > 1000, "flat: {most} m, {count}");

    file.clear();
    let losses = hololens::write(&recording, &hololens::Options::default(), &mut file).unwrap();
    assert_noted(&losses, &["pinching"]);
    let (most, count) = apart(&recording, &hololens::read(&file).unwrap());
    assert!(most < 2e-3 && count > 1000, "hololens: {most} m, {count}");

    file.clear();
    let losses = iwer::write(&recording, &iwer::Options::default(), &mut file).unwrap();
    assert_noted(&losses, &[]);
    let (most, count) = apart(&recording, &iwer::read(&file).unwrap());
    assert!(most < 2e-3 && count > 1000, "iwer: {most} m, {count}");
}

#[test]
fn a_skeleton_has_the_joints_where_they_were_and_derived_rotations() {
    let recording = positions_only();
    let mut file = Vec::new();
    let losses = gltf::write_glb(&recording, &gltf::Options::default(), &mut file).unwrap();
    let is_note = |remark: &reenact_convert::Note| {
        remark.code == LossCode::Rotations && !remark.code.is_loss()
    };
    assert!(losses.notes().iter().any(is_note), "{losses}");
    let back = gltf::read(&file).unwrap();
    let [truth, back] =
        [&recording, &back].map(|recording| Sampler::new(recording, Mode::Clean).frame_at(2.0));
    for joint in Joint::TRACKED {
        let [truth, back] = [&truth, &back].map(|frame| frame.joint(Side::Right, joint).unwrap());
        assert!(truth.position.distance(back.position) < 1e-3, "{joint}");
        assert!(back.has_rotation() && !truth.has_rotation());
    }
}

#[test]
fn formats_of_scenes_have_the_hands_and_note_the_rotations() {
    let recording = positions_only();
    let mut text = Vec::new();
    let losses = bvh::write(&recording, &bvh::Options::default(), &mut text).unwrap();
    assert!(losses.notes().iter().any(|remark| remark.code == LossCode::Rotations), "{losses}");
    let said = String::from_utf8(std::mem::take(&mut text)).unwrap();
    assert!(said.contains("JOINT RightWrist") && said.contains("JOINT Camera"));
    let losses = usd::write(&recording, &usd::Options::default(), &mut text).unwrap();
    assert_noted(&losses, &[]);
    let said = String::from_utf8(std::mem::take(&mut text)).unwrap();
    assert!(said.contains("HandRight") && said.contains("def Camera") && !said.contains("nan"));
    let losses = mcap::write(&recording, &mcap::Options::default(), &mut text).unwrap();
    assert_noted(&losses, &[]);
    let whole = {
        let mut text = Vec::new();
        let _ = mcap::write(&reenact_make::demo(), &mcap::Options::default(), &mut text).unwrap();
        text.len()
    };
    assert!(text.len() * 2 > whole, "{} bytes of {whole}", text.len());
    text.clear();
    for rig in [unity::Rig::Reenact, unity::Rig::Mrtk] {
        let options = unity::Options { rig, ..unity::Options::default() };
        let _ = unity::write(&recording, &options, &mut text).unwrap();
        let said = String::from_utf8(std::mem::take(&mut text)).unwrap();
        assert!(said.contains("m_PositionCurves:\n  - curve"), "{rig:?}");
    }
    let options = hand_pose::Options::new(Side::Right, 2.0);
    let losses = hand_pose::write(&recording, &options, &mut text).unwrap();
    assert_noted(&losses, &[]);
    assert_eq!(String::from_utf8(text).unwrap().matches("\"joint\"").count(), 26);
}

#[test]
fn tables_keep_positions_and_leave_rotations_empty() {
    let recording = positions_only();
    let mut text = Vec::new();
    let options = csv::Options::default();
    let losses = csv::write_at(&recording, Table::Joints, &options, [2.0], &mut text).unwrap();
    assert!(!losses.any(), "{losses}");
    let table = String::from_utf8(std::mem::take(&mut text)).unwrap();
    let wrist = table.lines().find(|line| line.contains(",right,Wrist,true,true,")).unwrap();
    let cells: Vec<&str> = wrist.split(',').collect();
    assert!(cells[7..10].iter().all(|cell| cell.parse::<f32>().is_ok()), "{wrist}");
    assert!(cells[10..14].iter().all(|cell| cell.is_empty()), "{wrist}");

    let losses = frames::write(&recording, Mode::Clean, [2.0], &mut text).unwrap();
    assert!(!losses.any(), "{losses}");
    let line = String::from_utf8(std::mem::take(&mut text)).unwrap();
    let frame: serde_json::Value = serde_json::from_str(&line).unwrap();
    for pose in [&frame["camera"], &frame["right"]["joints"]["Wrist"]] {
        assert!(pose["position"][0].is_f64() && pose["rotation"].is_null(), "{pose}");
    }

    let names = bids::Names::new("a", None, None, "reach").unwrap();
    let axes = reenact_convert::Axes::Web;
    let options = bids::Options { names, axes, rate_hz: 10.0, max_frames: None };
    let losses = bids::File::Motion.write(&recording, &options, &mut text).unwrap();
    assert!(!losses.any(), "{losses}");
    let rows = String::from_utf8(std::mem::take(&mut text)).unwrap();
    let cells: Vec<&str> = rows.lines().nth(20).unwrap().split('\t').collect();
    assert!(cells[..3].iter().all(|cell| cell.parse::<f32>().is_ok()), "{:?}", &cells[..7]);
    assert!(cells[3..7].iter().all(|cell| *cell == "n/a"), "{:?}", &cells[..7]);

    for table in [Table::Frames, Table::Joints] {
        let options = reenact_convert::parquet::Options::default();
        let written = reenact_convert::parquet::write(&recording, table, &options, &mut text);
        let losses = written.unwrap();
        assert!(!losses.any() && !text.is_empty(), "{losses}");
    }
    assert!(FrameTimes::of(&recording, 60.0).unwrap().len() > 100);
}

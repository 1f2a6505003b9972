//! Values read by Unity's reader, as a decoded file.

use std::borrow::Cow;
use std::fs;
use std::path::PathBuf;

use reenact_convert::handsbin::{File, JointBytes, PoseValues, v1, v2};
use serde_json::Value;

use crate::common::testdata;

/// A file written by Unity or by hand, and the values that Unity's reader read; `None` if it failed.
pub(super) struct Golden {
    pub(super) name: String,
    pub(super) bytes: Vec<u8>,
    pub(super) read: Option<Value>,
}

/// All files, those written by Unity first.
pub(super) fn all() -> Vec<Golden> {
    let mut paths: Vec<PathBuf> = ["handsbin", "handsbin/crafted"]
        .into_iter()
        .flat_map(|folder| fs::read_dir(testdata().join(folder)).unwrap())
        .map(|entry| entry.unwrap().path())
        .filter(|path| path.extension().is_some_and(|ending| ending == "handsbin"))
        .collect();
    paths.sort();
    let golden = |path: PathBuf| {
        let json = fs::read_to_string(path.with_extension("json")).unwrap();
        let json: Value = serde_json::from_str(&json).unwrap();
        Golden {
            name: path.file_stem().unwrap().to_str().unwrap().to_owned(),
            bytes: fs::read(path).unwrap(),
            read: Some(json).filter(|json| json.get("accepted").is_none()),
        }
    };
    let all: Vec<Golden> = paths.into_iter().map(golden).collect();
    assert_eq!(all.len(), 21 + 22);
    all
}

pub(super) fn bytes(name: &str) -> Vec<u8> {
    fs::read(testdata().join("handsbin").join(name).with_extension("handsbin")).unwrap()
}

/// Decoded file with all values that Unity read.
pub(super) fn file(json: &Value) -> File<'static> {
    match int(&json["version"]) {
        1 => File::V1(v1::File {
            name: name(json),
            duration_secs: float(&json["durationInSeconds"]),
            frames: list(json, "frames", |frame| v1::Frame {
                time_secs: float(&frame["timestamp"]),
                left: hand_v1(&frame["left"]),
                right: hand_v1(&frame["right"]),
            }),
            trailing: Cow::Borrowed(&[]),
        }),
        2 => File::V2(file_v2(json)),
        other => panic!("version {other}"),
    }
}

fn hand_v1(json: &Value) -> v1::Hand<'static> {
    let joints = joints(&json["joints"]);
    assert_eq!(joints.is_some(), json["allJointsValid"].as_bool().unwrap());
    v1::Hand { is_tracked: json["isTracked"].as_bool().unwrap(), joints }
}

fn file_v2(json: &Value) -> v2::File<'static> {
    let layout: Vec<bool> = list(json, "jointsInLayout", |joint| joint.as_bool().unwrap());
    let bytes = layout
        .chunks(8)
        .map(|joints| joints.iter().fold(0_u8, |byte, &is_there| byte << 1 | u8::from(is_there)));
    let shapes =
        list(json, "fingerShapeConfigurations", |shape| list_of(shape, float).try_into().unwrap());
    let header = v2::Header {
        sequence_flags: int(&json["sequenceFlags"]),
        options: int(&json["recordingOptions"]),
        name: name(json),
        duration_secs: float(&json["durationInSeconds"]),
        layout_count: layout.len().try_into().unwrap(),
        layout_bits: Cow::Owned(bytes.collect()),
        mesh_layout: int(&json["detectedHandMeshLayout"]),
        finger_shapes: shapes.try_into().unwrap(),
    };
    let frames = list(json, "frames", |frame| {
        let success: Vec<i32> = list_of(&frame["updateSuccessFlags"], int);
        v2::Frame {
            flags: int(&frame["frameFlags"]),
            time_secs: float(&frame["timestamp"]),
            head_state: int(&frame["headTrackingState"]),
            head: pose(&frame["headPose"]),
            success: success[0],
            success_before_render: success.get(1).copied(),
            left: side(&frame["left"]),
            right: side(&frame["right"]),
        }
    });
    v2::File { header, frames, trailing: Cow::Borrowed(&[]) }
}

fn side(json: &Value) -> v2::Side<'static> {
    let snapshot = some(&json["snapshot"]).map(|json| v2::Snapshot {
        flags: int(&json["snapshotFlags"]),
        dynamic: hand_v2(&json["dynamic"]),
        before_render: hand_v2(&json["beforeRender"]).map(Box::new),
    });
    let gestures = some(&json["commonGestures"]).map(|json| {
        Box::new(v2::Gestures {
            handedness: int(&json["handedness"]),
            flags: int(&json["flags"]),
            aim_pose: pose(&json["aimPose"]),
            aim_activate: some(&json["aimActivateValue"]).map(float),
            grasp: some(&json["graspValue"]).map(float),
            grip_pose: pose(&json["gripPose"]),
            pinch_pose: pose(&json["pinchPose"]),
            pinch: some(&json["pinchValue"]).map(float),
            poke_pose: pose(&json["pokePose"]),
            aim_activated: json["isAimActivated"].as_bool(),
            grasp_firm: json["isGraspFirm"].as_bool(),
            pinch_touched: json["isPinchTouched"].as_bool(),
        })
    });
    assert!(json["aimState"].is_null(), "no file here has an aim state");
    v2::Side { snapshot, gestures, aim: None }
}

fn hand_v2(json: &Value) -> Option<v2::Hand<'static>> {
    some(json).map(|json| v2::Hand {
        flags: int(&json["handFlags"]),
        root: pose(&json["rootPose"]).unwrap(),
        joints: joints(&json["joints"]),
    })
}

fn joints(json: &Value) -> Option<Cow<'static, [JointBytes]>> {
    some(json).map(|json| {
        let joint = |json: &Value| -> JointBytes {
            pose(json).unwrap().map(f32::to_le_bytes).as_flattened().try_into().unwrap()
        };
        Cow::Owned(list_of(json, joint))
    })
}

fn pose(json: &Value) -> Option<PoseValues> {
    some(json).map(|json| list_of(json, float).try_into().unwrap())
}

fn some(json: &Value) -> Option<&Value> {
    Some(json).filter(|json| !json.is_null())
}

fn name(json: &Value) -> Cow<'static, [u8]> {
    Cow::Owned(json["name"].as_str().unwrap().as_bytes().to_vec())
}

/// Parses the shortest decimal of an `f32`, not via `f64`.
fn float(json: &Value) -> f32 {
    match json.as_str() {
        Some(word) => word.parse().unwrap(),
        None => json.to_string().parse().unwrap(),
    }
}

fn int(json: &Value) -> i32 {
    json.as_i64().unwrap().try_into().unwrap()
}

fn list<T>(json: &Value, name: &str, item: impl Fn(&Value) -> T) -> Vec<T> {
    list_of(&json[name], item)
}

fn list_of<T>(json: &Value, item: impl Fn(&Value) -> T) -> Vec<T> {
    json.as_array().unwrap().iter().map(item).collect()
}

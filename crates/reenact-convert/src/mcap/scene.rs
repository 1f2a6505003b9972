//! Messages of a frame.

use glam::{Quat, Vec3};
use reenact::hand::{Joint, Side};
use reenact::{Frame, HandFrame, Pose, Ray};

use super::protobuf::Fields;
use crate::axes::{ros_rotation as rotation, ros_vector as vector};

/// Fixed frame of reference.
const WORLD: &str = "world";

const JOINT_M: f32 = 0.012;
const BONE_M: f64 = 0.006;
const GAZE_M: f64 = 1.0;

const LEFT: [f64; 4] = [0.30, 0.55, 0.95, 1.0];
const RIGHT: [f64; 4] = [0.95, 0.55, 0.25, 1.0];
const PINCHING: [f64; 4] = [0.35, 0.85, 0.45, 1.0];
const GAZE: [f64; 4] = [0.85, 0.30, 0.75, 0.8];

/// `LinePrimitive.LINE_LIST`.
const LINE_LIST: u64 = 2;
/// `PackedElementField.FLOAT32`.
const FLOAT32: u64 = 7;
/// `Log.INFO`.
const INFO: u64 = 2;

fn write_time(to: &mut Fields, field: u32, time_nanos: u64) {
    to.message(field, |time| {
        time.number(1, time_nanos / 1_000_000_000);
        time.number(2, time_nanos % 1_000_000_000);
    });
}

fn write_xyz(to: &mut Fields, field: u32, at: Vec3) {
    to.message(field, |vector| {
        for (field, number) in (1..).zip(at.to_array()) {
            vector.double(field, number.into());
        }
    });
}

fn write_rotation(to: &mut Fields, field: u32, rotation: Quat) {
    to.message(field, |quaternion| {
        for (field, number) in (1..).zip(rotation.to_array()) {
            quaternion.double(field, number.into());
        }
    });
}

fn write_pose(to: &mut Fields, field: u32, at: Vec3, turned: Quat) {
    to.message(field, |pose| {
        write_xyz(pose, 1, at);
        write_rotation(pose, 2, turned);
    });
}

fn write_color(to: &mut Fields, field: u32, color: [f64; 4]) {
    to.message(field, |fields| {
        for (field, part) in (1..).zip(color) {
            fields.double(field, part);
        }
    });
}

/// Joints of a hand that have a pose.
fn joints(hand: &HandFrame) -> impl Iterator<Item = (Joint, Pose)> {
    let is_tracked = |joint: &Joint| *joint != Joint::None;
    hand.joints()
        .filter(move |(joint, _)| is_tracked(joint))
        .filter_map(|(joint, pose)| Some((joint, pose.filter(Pose::is_finite)?)))
}

/// `foxglove.FrameTransforms` with the head and all joints; `None` if there are none.
pub(super) fn transforms(frame: &Frame, time_nanos: u64) -> Option<Vec<u8>> {
    let mut fields = Fields::default();
    let mut add = |child: &str, pose: Pose| {
        fields.message(1, |transform| {
            write_time(transform, 1, time_nanos);
            transform.text(2, WORLD);
            transform.text(3, child);
            write_xyz(transform, 4, vector(pose.position));
            write_rotation(transform, 5, rotation(pose.rotation));
        });
    };
    if let Some(head) = frame.camera.filter(Pose::is_finite) {
        add("head", head);
    }
    for side in Side::ALL {
        for (joint, pose) in frame.hand(side).into_iter().flat_map(joints) {
            add(&format!("{side}/{joint}"), pose);
        }
    }
    Some(fields.into_bytes()).filter(|bytes| !bytes.is_empty())
}

/// `foxglove.PointCloud` of the joints of both hands, and their number.
pub(super) fn points(frame: &Frame, time_nanos: u64) -> (Vec<u8>, usize) {
    let hands = Side::ALL.into_iter().filter_map(|side| frame.hand(side));
    let mut data = Vec::new();
    for (_, pose) in hands.flat_map(joints) {
        let at = vector(pose.position);
        data.extend(at.to_array().into_iter().flat_map(f32::to_le_bytes));
    }
    let mut fields = Fields::default();
    write_time(&mut fields, 1, time_nanos);
    fields.text(2, WORLD);
    write_pose(&mut fields, 3, Vec3::ZERO, Quat::IDENTITY);
    fields.fixed(4, 12);
    for (name, offset) in [("x", 0), ("y", 4), ("z", 8)] {
        fields.message(5, |field| {
            field.text(1, name);
            field.fixed(2, offset);
            field.number(3, FLOAT32);
        });
    }
    fields.bytes(6, &data);
    (fields.into_bytes(), data.len() / 12)
}

/// `foxglove.SceneUpdate` with added and deleted entities.
#[derive(Default)]
pub(super) struct Update(Fields);

impl Update {
    pub(super) fn into_bytes(self) -> Option<Vec<u8>> {
        Some(self.0.into_bytes()).filter(|bytes| !bytes.is_empty())
    }

    pub(super) fn delete(&mut self, id: &str, time_nanos: u64) {
        self.0.message(1, |deletion| {
            write_time(deletion, 1, time_nanos);
            // Deletes entities with this id only.
            deletion.number(2, 0);
            deletion.text(3, id);
        });
    }

    fn entity(&mut self, id: &str, time_nanos: u64, fill: impl FnOnce(&mut Fields)) {
        self.0.message(2, |entity| {
            write_time(entity, 1, time_nanos);
            entity.text(2, WORLD);
            entity.text(3, id);
            fill(entity);
        });
    }

    /// Adds a hand. Returns whether it has any joint.
    pub(super) fn hand(&mut self, side: Side, hand: &HandFrame, time_nanos: u64) -> bool {
        if joints(hand).next().is_none() {
            return false;
        }
        let color = match side {
            _ if hand.pinching => PINCHING,
            Side::Left => LEFT,
            Side::Right => RIGHT,
        };
        self.entity(side.name(), time_nanos, |entity| {
            for (_, pose) in joints(hand) {
                entity.message(9, |sphere| {
                    write_pose(sphere, 1, vector(pose.position), rotation(pose.rotation));
                    write_xyz(sphere, 2, Vec3::splat(JOINT_M));
                    write_color(sphere, 3, color);
                });
            }
            entity.message(11, |lines| {
                lines.number(1, LINE_LIST);
                write_pose(lines, 2, Vec3::ZERO, Quat::IDENTITY);
                lines.double(3, BONE_M);
                let at = |joint| Some(hand.joint(joint).filter(Pose::is_finite)?.position);
                for (near, far) in Joint::bones() {
                    if let (Some(near), Some(far)) = (at(near), at(far)) {
                        write_xyz(lines, 5, vector(near));
                        write_xyz(lines, 5, vector(far));
                    }
                }
                write_color(lines, 6, color);
            });
        });
        true
    }

    /// Adds the gaze. Returns whether it is valid.
    pub(super) fn gaze(&mut self, ray: Ray, time_nanos: u64) -> bool {
        if !ray.is_finite() {
            return false;
        }
        // Arrows point along x.
        let turned = Quat::from_rotation_arc(Vec3::X, vector(ray.direction).normalize_or(Vec3::X));
        self.entity("gaze", time_nanos, |entity| {
            entity.message(7, |arrow| {
                write_pose(arrow, 1, vector(ray.origin), turned);
                arrow.double(2, GAZE_M);
                arrow.double(3, 0.004);
                arrow.double(4, 0.03);
                arrow.double(5, 0.012);
                write_color(arrow, 6, GAZE);
            });
        });
        true
    }
}

/// A `reenact.State`.
pub(super) fn state([left, right]: [[bool; 2]; 2], time_nanos: u64) -> Vec<u8> {
    let mut fields = Fields::default();
    write_time(&mut fields, 1, time_nanos);
    for (field, is_on) in (2..).zip(left.into_iter().chain(right)) {
        fields.number(field, u64::from(is_on));
    }
    fields.into_bytes()
}

/// A `foxglove.Log`.
pub(super) fn marker(name: &str, time_nanos: u64) -> Vec<u8> {
    let mut fields = Fields::default();
    write_time(&mut fields, 1, time_nanos);
    fields.number(2, INFO);
    fields.text(3, name);
    fields.text(4, "marker");
    fields.into_bytes()
}

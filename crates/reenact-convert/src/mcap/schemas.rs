//! Protobuf schemas of the messages, as a `FileDescriptorSet`.
//!
//! Foxglove's messages have all their fields, used here or not, because viewers expect them.

use super::protobuf::Fields;

/// Type of a field, as in `FieldDescriptorProto.Type`.
#[derive(Clone, Copy)]
enum Kind {
    Double,
    Int64,
    Int32,
    Fixed32,
    Bool,
    Text,
    Bytes,
    /// Message by its full name.
    Of(&'static str),
    /// Repeated message.
    Many(&'static str),
    ManyFixed32,
    /// Enum that is nested in the message.
    OneOf(&'static str),
}

use Kind::{Bool, Bytes, Double, Fixed32, Int32, Int64, Many, ManyFixed32, Of, OneOf, Text};

/// A message: name, fields in the order of their numbers, and optional enum.
struct Message {
    name: &'static str,
    fields: &'static [(&'static str, Kind)],
    values: &'static [&'static str],
}

const fn plain(name: &'static str, fields: &'static [(&'static str, Kind)]) -> Message {
    Message { name, fields, values: &[] }
}

const TIME: Kind = Of(".google.protobuf.Timestamp");
const COLOR: Kind = Of(".foxglove.Color");
const POSE: Kind = Of(".foxglove.Pose");
const VECTOR: Kind = Of(".foxglove.Vector3");
const XYZ: &[(&str, Kind)] = &[("x", Double), ("y", Double), ("z", Double)];
const BOX: &[(&str, Kind)] = &[("pose", POSE), ("size", VECTOR), ("color", COLOR)];

const TIMES: &[Message] = &[
    plain("Timestamp", &[("seconds", Int64), ("nanos", Int32)]),
    plain("Duration", &[("seconds", Int64), ("nanos", Int32)]),
];

const FOXGLOVE: &[Message] = &[
    plain("Color", &[("r", Double), ("g", Double), ("b", Double), ("a", Double)]),
    plain("Quaternion", &[("x", Double), ("y", Double), ("z", Double), ("w", Double)]),
    plain("Vector3", XYZ),
    plain("Point3", XYZ),
    plain("Pose", &[("position", VECTOR), ("orientation", Of(".foxglove.Quaternion"))]),
    plain("KeyValuePair", &[("key", Text), ("value", Text)]),
    plain(
        "FrameTransform",
        &[
            ("timestamp", TIME),
            ("parent_frame_id", Text),
            ("child_frame_id", Text),
            ("translation", VECTOR),
            ("rotation", Of(".foxglove.Quaternion")),
        ],
    ),
    plain("FrameTransforms", &[("transforms", Many(".foxglove.FrameTransform"))]),
    plain(
        "ArrowPrimitive",
        &[
            ("pose", POSE),
            ("shaft_length", Double),
            ("shaft_diameter", Double),
            ("head_length", Double),
            ("head_diameter", Double),
            ("color", COLOR),
        ],
    ),
    plain("CubePrimitive", BOX),
    plain("SpherePrimitive", BOX),
    plain(
        "CylinderPrimitive",
        &[
            ("pose", POSE),
            ("size", VECTOR),
            ("bottom_scale", Double),
            ("top_scale", Double),
            ("color", COLOR),
        ],
    ),
    Message {
        name: "LinePrimitive",
        fields: &[
            ("type", OneOf(".foxglove.LinePrimitive.Type")),
            ("pose", POSE),
            ("thickness", Double),
            ("scale_invariant", Bool),
            ("points", Many(".foxglove.Point3")),
            ("color", COLOR),
            ("colors", Many(".foxglove.Color")),
            ("indices", ManyFixed32),
        ],
        values: &["LINE_STRIP", "LINE_LOOP", "LINE_LIST"],
    },
    plain(
        "TriangleListPrimitive",
        &[
            ("pose", POSE),
            ("points", Many(".foxglove.Point3")),
            ("color", COLOR),
            ("colors", Many(".foxglove.Color")),
            ("indices", ManyFixed32),
        ],
    ),
    plain(
        "TextPrimitive",
        &[
            ("pose", POSE),
            ("billboard", Bool),
            ("font_size", Double),
            ("scale_invariant", Bool),
            ("color", COLOR),
            ("text", Text),
        ],
    ),
    plain(
        "ModelPrimitive",
        &[
            ("pose", POSE),
            ("scale", VECTOR),
            ("color", COLOR),
            ("override_color", Bool),
            ("url", Text),
            ("media_type", Text),
            ("data", Bytes),
        ],
    ),
    plain(
        "SceneEntity",
        &[
            ("timestamp", TIME),
            ("frame_id", Text),
            ("id", Text),
            ("lifetime", Of(".google.protobuf.Duration")),
            ("frame_locked", Bool),
            ("metadata", Many(".foxglove.KeyValuePair")),
            ("arrows", Many(".foxglove.ArrowPrimitive")),
            ("cubes", Many(".foxglove.CubePrimitive")),
            ("spheres", Many(".foxglove.SpherePrimitive")),
            ("cylinders", Many(".foxglove.CylinderPrimitive")),
            ("lines", Many(".foxglove.LinePrimitive")),
            ("triangles", Many(".foxglove.TriangleListPrimitive")),
            ("texts", Many(".foxglove.TextPrimitive")),
            ("models", Many(".foxglove.ModelPrimitive")),
        ],
    ),
    Message {
        name: "SceneEntityDeletion",
        fields: &[
            ("timestamp", TIME),
            ("type", OneOf(".foxglove.SceneEntityDeletion.Type")),
            ("id", Text),
        ],
        values: &["MATCHING_ID", "ALL"],
    },
    plain(
        "SceneUpdate",
        &[
            ("deletions", Many(".foxglove.SceneEntityDeletion")),
            ("entities", Many(".foxglove.SceneEntity")),
        ],
    ),
    Message {
        name: "PackedElementField",
        fields: &[
            ("name", Text),
            ("offset", Fixed32),
            ("type", OneOf(".foxglove.PackedElementField.NumericType")),
        ],
        values: &[
            "UNKNOWN", "UINT8", "INT8", "UINT16", "INT16", "UINT32", "INT32", "FLOAT32", "FLOAT64",
        ],
    },
    plain(
        "PointCloud",
        &[
            ("timestamp", TIME),
            ("frame_id", Text),
            ("pose", POSE),
            ("point_stride", Fixed32),
            ("fields", Many(".foxglove.PackedElementField")),
            ("data", Bytes),
        ],
    ),
    Message {
        name: "Log",
        fields: &[
            ("timestamp", TIME),
            ("level", OneOf(".foxglove.Log.Level")),
            ("message", Text),
            ("name", Text),
            ("file", Text),
            ("line", Fixed32),
        ],
        values: &["UNKNOWN", "DEBUG", "INFO", "WARNING", "ERROR", "FATAL"],
    },
];

const OURS: &[Message] = &[plain(
    "State",
    &[
        ("timestamp", TIME),
        ("left_tracked", Bool),
        ("left_pinching", Bool),
        ("right_tracked", Bool),
        ("right_pinching", Bool),
    ],
)];

/// All schemas as a `FileDescriptorSet`.
pub(super) fn descriptors() -> Vec<u8> {
    let mut set = Fields::default();
    // Timestamp and Duration are in files of their own, as in Google's distribution.
    for (name, message) in
        ["google/protobuf/timestamp.proto", "google/protobuf/duration.proto"].into_iter().zip(TIMES)
    {
        file(&mut set, name, "google.protobuf", &[], std::slice::from_ref(message));
    }
    let times = ["google/protobuf/timestamp.proto", "google/protobuf/duration.proto"];
    file(&mut set, "foxglove/foxglove.proto", "foxglove", &times, FOXGLOVE);
    file(&mut set, "reenact/state.proto", "reenact", &times[..1], OURS);
    set.into_bytes()
}

fn file(set: &mut Fields, name: &str, package: &str, needs: &[&str], messages: &[Message]) {
    set.message(1, |file| {
        file.text(1, name);
        file.text(2, package);
        for need in needs {
            file.text(3, need);
        }
        for message in messages {
            file.message(4, |fields| describe(fields, message));
        }
        file.text(12, "proto3");
    });
}

fn describe(to: &mut Fields, message: &Message) {
    to.text(1, message.name);
    for (number, &(name, kind)) in (1..).zip(message.fields) {
        to.message(2, |field| {
            let (kind, label, of) = match kind {
                Double => (1, 1, None),
                Int64 => (3, 1, None),
                Int32 => (5, 1, None),
                Fixed32 => (7, 1, None),
                Bool => (8, 1, None),
                Text => (9, 1, None),
                Bytes => (12, 1, None),
                Of(name) => (11, 1, Some(name)),
                Many(name) => (11, 3, Some(name)),
                ManyFixed32 => (7, 3, None),
                OneOf(name) => (14, 1, Some(name)),
            };
            field.text(1, name);
            field.number(3, number);
            field.number(4, label);
            field.number(5, kind);
            if let Some(name) = of {
                field.text(6, name);
            }
        });
    }
    let enumeration = message.fields.iter().find_map(|(_, kind)| match kind {
        OneOf(name) => name.rsplit('.').next(),
        _ => None,
    });
    if let Some(name) = enumeration {
        to.message(4, |enumeration| {
            enumeration.text(1, name);
            for (number, value) in (0..).zip(message.values) {
                enumeration.message(2, |fields| {
                    fields.text(1, value);
                    fields.number(2, number);
                });
            }
        });
    }
}

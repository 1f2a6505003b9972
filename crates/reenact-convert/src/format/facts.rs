//! Properties of each format.

use super::{Format, Setting};

/// Properties of a format.
#[derive(Clone, Copy)]
pub(super) struct Facts {
    pub(super) summary: &'static str,
    pub(super) endings: &'static [&'static str],
    pub(super) media_type: Option<&'static str>,
    pub(super) is_read: bool,
    pub(super) is_text: bool,
    pub(super) is_built: bool,
    pub(super) options: &'static [Setting],
    pub(super) required: Option<Setting>,
    pub(super) lacks: &'static str,
}

const NONE: Facts = Facts {
    summary: "",
    endings: &[],
    media_type: None,
    is_read: false,
    is_text: false,
    is_built: true,
    options: &[],
    required: None,
    lacks: "",
};

const BIN: Facts = Facts {
    summary: "MRTK input animation, same version as the input",
    endings: &["bin"],
    media_type: Some("application/octet-stream"),
    is_read: true,
    lacks: "nothing",
    ..NONE
};

const JSON: Facts = Facts {
    summary: "One JSON document, lossless",
    endings: &["json"],
    media_type: Some("application/json"),
    is_read: true,
    is_text: true,
    is_built: cfg!(feature = "json"),
    lacks: "payload bits of a NaN",
    ..NONE
};

const NDJSON: Facts = Facts {
    summary: "JSON lines, one curve per line, lossless",
    endings: &["ndjson", "jsonl"],
    media_type: Some("application/x-ndjson"),
    is_read: true,
    is_text: true,
    is_built: cfg!(feature = "json"),
    lacks: "payload bits of a NaN",
    ..NONE
};

const CSV: Facts = Facts {
    summary: "CSV table; see --table",
    endings: &["csv"],
    media_type: Some("text/csv"),
    is_text: true,
    is_built: cfg!(feature = "csv"),
    options: &[Setting::Table, Setting::Mode, Setting::Rate, Setting::MaxFrames],
    lacks: "what is not in the table",
    ..NONE
};

const GLB: Facts = Facts {
    summary: "Binary glTF, for viewers, engines and Blender",
    endings: &["glb"],
    media_type: Some("model/gltf-binary"),
    is_read: true,
    is_built: cfg!(feature = "gltf"),
    options: &[Setting::Rate, Setting::Axes, Setting::Profile],
    lacks: "tangents, wrap modes, keys without a usable value, slot `None`",
    ..NONE
};

const GLTF: Facts = Facts {
    summary: "glTF as text",
    endings: &["gltf"],
    media_type: Some("model/gltf+json"),
    is_text: true,
    ..GLB
};

const IWER: Facts = Facts {
    summary: "WebXR recording (.iwer.json) for the Immersive Web Emulation Runtime",
    endings: &["iwer.json"],
    media_type: Some("application/json"),
    is_read: true,
    is_text: true,
    is_built: cfg!(feature = "iwer"),
    options: &[Setting::Rate, Setting::MaxFrames],
    required: None,
    lacks: "values between frames, markers, palms, slot `None`",
};

const HOLOLENS: Facts = Facts {
    summary: "The `head_hand_eye.csv` of `HoloLens2ForCV`",
    endings: &["head_hand_eye.csv"],
    media_type: Some("text/csv"),
    is_read: true,
    is_text: true,
    is_built: cfg!(feature = "hololens"),
    options: &[Setting::Rate, Setting::MaxFrames],
    required: None,
    lacks: "values between frames, pinching, markers, slot `None`",
};

const MCAP: Facts = Facts {
    summary: "Transforms, hands, gaze, states and markers, for Foxglove and Rerun",
    endings: &["mcap"],
    media_type: Some("application/x-mcap"),
    is_built: cfg!(feature = "mcap"),
    options: &[Setting::Rate, Setting::MaxFrames],
    lacks: "nothing: the recording is attached",
    ..NONE
};

const ANIM: Facts = Facts {
    summary: "Unity animation clip with its .meta file; see --rig",
    endings: &["anim"],
    media_type: Some("application/yaml"),
    is_text: true,
    is_built: cfg!(feature = "unity"),
    options: &[Setting::Rig, Setting::Rate, Setting::MaxFrames],
    lacks: "times before 0, keys without a usable value, wrap modes, slot `None`",
    ..NONE
};

const BVH: Facts = Facts {
    summary: "BVH skeleton with fixed bone lengths; see --unit",
    endings: &["bvh"],
    media_type: Some("text/plain"),
    is_text: true,
    is_built: cfg!(feature = "bvh"),
    options: &[Setting::Axes, Setting::Rate, Setting::MaxFrames, Setting::Unit],
    lacks: "values between frames, lengths of bones, untracked hands, gaze, pinching, markers",
    ..NONE
};

const USDA: Facts = Facts {
    summary: "USD text: skinned hands, camera and gaze",
    endings: &["usda"],
    media_type: Some("model/vnd.usda"),
    is_text: true,
    is_built: cfg!(feature = "usd"),
    options: &[Setting::Axes, Setting::Rate, Setting::MaxFrames],
    lacks: "values between frames, keys without a usable value",
    ..NONE
};

const HAND_POSE: Facts = Facts {
    summary: "MRTK hand pose for input simulation; see --hand and --at",
    media_type: Some("application/json"),
    is_text: true,
    is_built: cfg!(feature = "hand-pose"),
    options: &[Setting::Hand, Setting::At, Setting::Reference],
    required: Some(Setting::At),
    lacks: "everything but one hand at one time",
    ..NONE
};

const BIDS: Facts = Facts {
    summary: "BIDS Motion dataset (a folder); see --subject, --session and --task",
    is_text: true,
    is_built: cfg!(feature = "bids"),
    options: &[
        Setting::Axes,
        Setting::Rate,
        Setting::MaxFrames,
        Setting::Subject,
        Setting::Session,
        Setting::Task,
    ],
    lacks: "values between frames",
    ..NONE
};

const PARQUET: Facts = Facts {
    summary: "Parquet table for DuckDB, Polars, pandas and Spark; see --table",
    endings: &["parquet"],
    media_type: Some("application/vnd.apache.parquet"),
    is_read: true,
    is_built: cfg!(feature = "parquet"),
    options: &[Setting::Table, Setting::Mode, Setting::Rate, Setting::MaxFrames],
    lacks: "what is not in the table; `keys` lacks nothing",
    ..NONE
};

const FRAMES: Facts = Facts {
    summary: "Poses as JSON lines, one line per frame",
    media_type: Some("application/x-ndjson"),
    is_text: true,
    is_built: cfg!(feature = "json"),
    options: &[Setting::Mode, Setting::Rate, Setting::MaxFrames],
    lacks: "values between frames, markers",
    ..NONE
};

const HANDSBIN: Facts = Facts {
    summary: "Unity XR Hands recording; see --handsbin-version",
    endings: &["handsbin"],
    media_type: Some("application/octet-stream"),
    is_read: true,
    is_built: cfg!(feature = "handsbin"),
    options: &[
        Setting::HandsbinVersion,
        Setting::Rate,
        Setting::MaxFrames,
        Setting::KeyTimes,
        Setting::Origin,
    ],
    lacks: "values between frames, gaze, markers, slot `None`; version 1 also head and pinching",
    ..NONE
};

const JOURNAL: Facts = Facts {
    summary: "Journal of a recording in progress (.journal), which a crash leaves whole up to its last second",
    endings: &["journal"],
    media_type: Some("application/octet-stream"),
    is_read: true,
    options: &[Setting::Rate, Setting::MaxFrames],
    lacks: "values between frames",
    ..NONE
};

pub(super) const fn facts(format: Format) -> Facts {
    match format {
        Format::Bin => BIN,
        Format::Json => JSON,
        Format::Ndjson => NDJSON,
        Format::Csv => CSV,
        Format::Glb => GLB,
        Format::Gltf => GLTF,
        Format::Iwer => IWER,
        Format::Hololens => HOLOLENS,
        Format::Mcap => MCAP,
        Format::Anim => ANIM,
        Format::Bvh => BVH,
        Format::Usda => USDA,
        Format::HandPose => HAND_POSE,
        Format::Bids => BIDS,
        Format::Parquet => PARQUET,
        Format::Frames => FRAMES,
        Format::Handsbin => HANDSBIN,
        Format::Journal => JOURNAL,
    }
}

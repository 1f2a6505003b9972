//! Columns of every table: names, types and units.

use reenact::hand::{Joint, Side};
use reenact::{Mode, PoseComponent, PoseId, RayComponent};
#[cfg(feature = "csv")]
use reenact::{Track, Tracks};
use reenact_inspect::stats::Stats;

use super::Table;

/// Column of a table.
#[derive(Debug, Clone, PartialEq)]
#[non_exhaustive]
pub struct Field {
    /// Name, with the unit, such as `time_secs`.
    pub name: String,
    /// Type of the values.
    pub kind: Kind,
    /// Whether there may be nulls.
    pub is_optional: bool,
    /// Unit of the values, such as `m`.
    pub unit: Option<&'static str>,
    pub(super) source: Source,
}

/// Type of the values of a column.
#[derive(Debug, Clone, PartialEq)]
pub enum Kind {
    /// 32-bit floating point.
    Float,
    /// 64-bit floating point.
    Double,
    /// 32-bit integers.
    Integer,
    /// Booleans.
    Flag,
    /// Text.
    Name,
    /// Columns of numbers that are null together, with their names.
    Group(&'static [&'static str]),
}

/// Source of the values of a column.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) enum Source {
    Recording,
    Time,
    /// Of the table `frames`.
    Pose(PoseId),
    Gaze,
    Tracked(Side),
    Observed(Side),
    Pinching(Side),
    /// Of the table `joints`.
    Hand,
    Joint,
    IsTracked,
    IsObserved,
    IsPinching,
    Component(PoseComponent),
    /// Of the tables `keys` and `markers`.
    Curve,
    Index,
    Value,
    InTangent,
    OutTangent,
    InWeight,
    OutWeight,
    WeightedMode,
    /// In text only: elsewhere nulls show the kind.
    #[cfg(feature = "csv")]
    KeyKind,
    MarkerName,
    /// Of the table `events`.
    EventKind,
    EventHand,
    EventStart,
    EventEnd,
    EventDuration,
    /// Index of one of x, y and z.
    EventPosition(usize),
    EventDirection(usize),
    EventValue,
    /// For the table `stats`: index in [`Stats::rows`].
    Measure(usize),
    Damage,
}

/// Columns of a pose, in the order of its components.
const POSE_COLUMNS: [&str; PoseComponent::ALL.len()] = [
    "position_x_m",
    "position_y_m",
    "position_z_m",
    "rotation_x",
    "rotation_y",
    "rotation_z",
    "rotation_w",
];

/// Columns of the gaze, in the order of its components.
const RAY_COLUMNS: [&str; RayComponent::ALL.len()] =
    ["origin_x_m", "origin_y_m", "origin_z_m", "direction_x", "direction_y", "direction_z"];

/// Columns of full keys only, except the weighted mode.
pub(crate) const FULL_COLUMNS: [&str; 4] = ["in_tangent", "out_tangent", "in_weight", "out_weight"];

/// Joints with a pose in a mode: slot `None` is not a joint, but MRTK returns a pose for it.
pub(super) const fn joints(mode: Mode) -> &'static [Joint] {
    match mode {
        Mode::Mrtk => &Joint::ALL,
        Mode::Clean => &Joint::TRACKED,
    }
}

impl Field {
    fn new(name: impl Into<String>, kind: Kind, source: Source) -> Self {
        let name = name.into();
        let unit = match () {
            () if name.ends_with("_secs") => Some("s"),
            () if name.ends_with("_m") => Some("m"),
            () => None,
        };
        Self { name, kind, is_optional: false, unit, source }
    }

    fn optional(self) -> Self {
        Self { is_optional: true, ..self }
    }

    fn pose(name: impl Into<String>, pose: PoseId) -> Self {
        Self::new(name, Kind::Group(&POSE_COLUMNS), Source::Pose(pose)).optional()
    }

    /// The column `recording`, the first column in files: the name of the recording.
    pub fn recording() -> Self {
        Self::new("recording", Kind::Name, Source::Recording)
    }

    /// Whether it is the column `recording`, which [`Rows`](super::Rows) do not have.
    pub fn is_recording(&self) -> bool {
        self.source == Source::Recording
    }

    fn time() -> Self {
        Self::new("time_secs", Kind::Double, Source::Time)
    }
}

impl Table {
    /// Columns in order, without `recording`. They are the same for every recording, so that files of one kind can be read as one
    /// table. In `mrtk` mode the tables of frames include slot `None`, for which MRTK returns a pose.
    ///
    /// ```
    /// use reenact::Mode;
    /// use reenact_convert::tables::Table;
    ///
    /// let names: Vec<String> = Table::Markers.fields(Mode::Clean).into_iter().map(|field| field.name).collect();
    /// assert_eq!(names, ["index", "time_secs", "name"]);
    /// ```
    pub fn fields(self, mode: Mode) -> Vec<Field> {
        match self {
            Self::Frames => frame_fields(mode),
            Self::Joints => joint_fields(),
            Self::Keys => key_fields(),
            Self::Markers => vec![
                Field::new("index", Kind::Integer, Source::Index),
                Field::time(),
                Field::new("name", Kind::Name, Source::MarkerName),
            ],
            Self::Events => event_fields(),
            Self::Stats => stat_fields(),
        }
    }
}

#[cfg(feature = "csv")]
impl Table {
    /// Columns as text. Keys have a column for their kind, because empty cells do not distinguish simple from boolean keys.
    pub(crate) fn text_fields(self, mode: Mode) -> Vec<Field> {
        let mut fields = self.fields(mode);
        if self == Self::Keys {
            fields.push(Field::new("kind", Kind::Name, Source::KeyKind));
        }
        fields
    }
}

fn frame_fields(mode: Mode) -> Vec<Field> {
    let mut fields = vec![Field::time(), Field::pose("camera", PoseId::Camera)];
    for side in Side::ALL {
        for (name, source) in [
            ("tracked", Source::Tracked(side)),
            ("observed", Source::Observed(side)),
            ("pinching", Source::Pinching(side)),
        ] {
            fields.push(Field::new(format!("{side}_{name}"), Kind::Flag, source).optional());
        }
        for &joint in joints(mode) {
            fields.push(Field::pose(format!("{side}_{joint}"), PoseId::Joint(side, joint)));
        }
    }
    fields.push(Field::new("gaze", Kind::Group(&RAY_COLUMNS), Source::Gaze).optional());
    fields
}

fn joint_fields() -> Vec<Field> {
    let mut fields = vec![
        Field::time(),
        Field::new("hand", Kind::Name, Source::Hand),
        Field::new("joint", Kind::Name, Source::Joint),
        Field::new("tracked", Kind::Flag, Source::IsTracked),
        Field::new("observed", Kind::Flag, Source::IsObserved),
        Field::new("pinching", Kind::Flag, Source::IsPinching),
    ];
    for (name, component) in POSE_COLUMNS.into_iter().zip(PoseComponent::ALL) {
        fields.push(Field::new(name, Kind::Float, Source::Component(component)).optional());
    }
    fields
}

fn key_fields() -> Vec<Field> {
    let mut fields = vec![
        Field::new("curve", Kind::Name, Source::Curve),
        Field::new("index", Kind::Integer, Source::Index),
        // As in the file, bit for bit.
        Field::new("time_secs", Kind::Float, Source::Time),
        Field::new("value", Kind::Float, Source::Value),
    ];
    let sources = [Source::InTangent, Source::OutTangent, Source::InWeight, Source::OutWeight];
    for (name, source) in FULL_COLUMNS.into_iter().zip(sources) {
        fields.push(Field::new(name, Kind::Float, source).optional());
    }
    fields.push(Field::new("weighted_mode", Kind::Integer, Source::WeightedMode).optional());
    fields
}

fn event_fields() -> Vec<Field> {
    let mut fields = vec![
        Field::new("kind", Kind::Name, Source::EventKind),
        Field::new("hand", Kind::Name, Source::EventHand).optional(),
        Field::new("start_secs", Kind::Double, Source::EventStart),
        Field::new("end_secs", Kind::Double, Source::EventEnd),
        Field::new("duration_secs", Kind::Double, Source::EventDuration),
    ];
    for (axis, name) in ["position_x_m", "position_y_m", "position_z_m"].into_iter().enumerate() {
        fields.push(Field::new(name, Kind::Double, Source::EventPosition(axis)).optional());
    }
    for (axis, name) in ["direction_x", "direction_y", "direction_z"].into_iter().enumerate() {
        fields.push(Field::new(name, Kind::Double, Source::EventDirection(axis)).optional());
    }
    fields.push(Field::new("value", Kind::Double, Source::EventValue).optional());
    fields
}

/// All measures, and the codes of the defects that affect measures.
fn stat_fields() -> Vec<Field> {
    let measures = Stats::default().rows().into_iter().enumerate().map(|(place, row)| {
        let field = Field::new(row.name, Kind::Double, Source::Measure(place)).optional();
        Field { unit: (!row.unit.is_empty()).then_some(row.unit), ..field }
    });
    measures.chain([Field::new("damage", Kind::Name, Source::Damage)]).collect()
}

/// Whether a column of the table `frames` can have data for these tracks.
#[cfg(feature = "csv")]
pub(crate) fn is_of(field: &Field, tracks: Tracks) -> bool {
    let track = match field.source {
        Source::Pose(pose) => pose.track(),
        Source::Tracked(side) | Source::Observed(side) | Source::Pinching(side) => {
            Track::Hand(side)
        }
        Source::Gaze => Track::Gaze,
        _ => return true,
    };
    tracks.has(track)
}

/// Whether a numeric column is part of a rotation.
#[cfg(feature = "csv")]
pub(crate) fn is_rotation(name: &str) -> bool {
    name.starts_with("rotation_")
}

//! Tables of a recording, defined once for CSV, Parquet, Python and Spark.
//!
//! | table | row | columns |
//! |---|---|---|
//! | [`Frames`](Table::Frames) | frame | `time_secs`, `camera`, `left_tracked`, `left_observed`, `left_pinching`, `left_Wrist` …, `right_…`, `gaze`: poses are groups of `position_x_m` … `rotation_w`, the gaze one of `origin_x_m` … `direction_z` |
//! | [`Joints`](Table::Joints) | joint in a frame | `time_secs`, `hand`, `joint`, `tracked`, `observed`, `pinching`, `position_x_m` … `rotation_w` |
//! | [`Keys`](Table::Keys) | key | `curve`, `index`, `time_secs`, `value`, and for keys that have them `in_tangent` … `weighted_mode` |
//! | [`Markers`](Table::Markers) | marker | `index`, `time_secs`, `name` |
//! | [`Events`](Table::Events) | event | `kind`, `hand`, `start_secs`, `end_secs`, `duration_secs`, `position_x_m` …, `direction_x` …, `value` |
//! | [`Stats`](Table::Stats) | recording | every measure, and `damage`: codes of the defects that affect measures |
//!
//! [`Table::fields`] has the columns with their types and units. Files add a first column `recording` with the name of the
//! recording. Times are 64-bit, so that differences of adjacent frames are accurate after hours; those of keys have the 32 bits
//! of the file.
//!
//! [`Rows`] is a range of rows of a table; columns are computed one at a time, and a table larger than memory is processed range
//! by range.
//!
//! ```
//! use reenact::{FrameTimes, Mode, Sampler};
//! use reenact_convert::tables::{Rows, Values};
//!
//! let recording = reenact_make::demo();
//! let sampler = Sampler::new(&recording, Mode::Clean);
//! let times = FrameTimes::of(&recording, 30.0)?;
//! let rows = Rows::joints(&sampler, times.iter_exact().collect())?;
//! let columns = rows.columns(&|name| name == "position_y_m");
//! let [heights] = columns.as_slice() else { unreachable!("one column was wanted") };
//! let Values::Floats(heights_m) = &heights.values else { unreachable!("metres are floats") };
//! assert_eq!(heights_m.len(), times.len() * 2 * 26);
//! # Ok::<(), reenact_convert::Error>(())
//! ```

#[cfg(feature = "arrow")]
mod arrow;
mod axes;
mod field;
mod frames;
mod keys;
mod measured;

use std::ops::Range;

use reenact::{FrameRate, FrameTimes, Mode, Recording, Sampler};
use reenact_inspect::events::{Event, events};
use reenact_inspect::measure;
use reenact_inspect::stats::{Stats, stats};

use crate::Result;

#[cfg(feature = "arrow")]
pub use arrow::{record_batch, schema};
pub use axes::TableAxes;
#[cfg(feature = "parquet")]
pub(crate) use field::FULL_COLUMNS;
pub use field::{Field, Kind};
#[cfg(feature = "csv")]
pub(crate) use field::{is_of, is_rotation};
use frames::FrameRows;
use keys::KeyRows;
use measured::StatRow;

/// Table of a recording.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Table {
    /// One row for each key: the whole recording, which can be read back from Parquet.
    Keys,
    /// One row for each frame.
    Frames,
    /// One row for each joint of each frame.
    Joints,
    /// One row for each marker.
    Markers,
    /// One row for each event: pinches, grabs, pauses, fixations and others.
    Events,
    /// One row with every measure.
    Stats,
}

reenact::named!(
    Table, "table":
    Keys = "keys" => "One row per key; lossless, and read back from Parquet",
    Frames = "frames" => "One row per frame",
    Joints = "joints" => "One row per joint and frame",
    Markers = "markers" => "One row per marker",
    Events = "events" => "One row per event: pinches, grabs, pauses, fixations, saccades",
    Stats = "stats" => "One row with every measure",
);

impl Table {
    /// Whether its rows are poses at times, which depend on mode and rate.
    pub(crate) const fn is_of_frames(self) -> bool {
        matches!(self, Self::Frames | Self::Joints)
    }

    /// Whether its rows are measures or events, which also depend on thresholds.
    pub const fn is_measured(self) -> bool {
        matches!(self, Self::Events | Self::Stats)
    }

    /// Number of frames, keys or markers of a recording at a rate: the units by which its rows can be divided. A measured table
    /// is one unit.
    pub fn units(self, recording: &Recording, rate: impl Into<FrameRate>) -> Result<usize> {
        Ok(match self {
            Self::Frames | Self::Joints => FrameTimes::of(recording, rate)?.len(),
            Self::Keys => recording.key_count(),
            Self::Markers => recording.markers().count(),
            Self::Events | Self::Stats => 1,
        })
    }
}

/// All rows of a table, in ranges of a limited number of rows that keep frames whole. Tables of frames have rows at the given
/// times.
#[cfg(any(feature = "csv", feature = "parquet"))]
pub(crate) fn in_pieces(
    table: Table,
    recording: &Recording,
    measuring: &measure::Options,
    times_secs: impl IntoIterator<Item = f64>,
    max_rows: usize,
    mut write: impl FnMut(Rows<'_>) -> Result<()>,
) -> Result<()> {
    let mode = measuring.mode;
    match table {
        Table::Frames | Table::Joints => {
            let rows_a_frame =
                if table == Table::Joints { 2 * field::joints(mode).len() } else { 1 };
            let frames = max_rows.div_ceil(rows_a_frame);
            let sampler = Sampler::new(recording, mode);
            let mut times_secs = times_secs.into_iter();
            loop {
                let times: Vec<f64> = times_secs.by_ref().take(frames).collect();
                if times.is_empty() {
                    return Ok(());
                }
                let rows = Rows::at(table, &sampler, times)?;
                if !rows.is_empty() {
                    write(rows)?;
                }
            }
        }
        Table::Keys => {
            let count = recording.key_count();
            let mut starts = (0..count).step_by(max_rows);
            starts.try_for_each(|start| {
                write(Rows::keys(recording, start..count.min(start + max_rows)))
            })
        }
        Table::Markers => write(Rows::markers(recording)),
        Table::Events => write(Rows::events(events(recording, measuring)?)),
        Table::Stats => write(Rows::stats(&stats(recording, measuring)?)),
    }
}

/// Column of a table.
#[derive(Debug, Clone, PartialEq)]
pub struct Column {
    /// Name.
    pub name: String,
    /// One value for each row, including nulls.
    pub values: Values,
    /// Validity of each row, in a column with nulls. A null is NaN in a column of floats, and 0 in others.
    pub present: Option<Vec<bool>>,
}

/// Values of a column.
#[derive(Debug, Clone, PartialEq)]
pub enum Values {
    /// Numbers.
    Floats(Vec<f32>),
    /// Numbers of 64 bits.
    Doubles(Vec<f64>),
    /// Integers.
    Integers(Vec<i32>),
    /// Booleans.
    Flags(Vec<bool>),
    /// Names, with few distinct values.
    Names {
        /// Index of the name for each row.
        numbers: Vec<i32>,
        /// Distinct names.
        names: Vec<String>,
    },
    /// Columns that are null together.
    Group(Vec<Column>),
}

/// Range of rows of a table.
#[derive(Debug)]
pub struct Rows<'r> {
    table: Table,
    mode: Mode,
    content: Content<'r>,
}

#[derive(Debug)]
enum Content<'r> {
    Frames(FrameRows<'r>),
    Keys(KeyRows<'r>),
    Markers(&'r Recording),
    Events(Vec<Event>, TableAxes),
    Stats(StatRow),
}

impl<'r> Rows<'r> {
    /// Rows of the table `frames`: one for each time.
    pub fn frames(sampler: &'r Sampler, times_secs: Vec<f64>) -> Result<Self> {
        Self::at(Table::Frames, sampler, times_secs)
    }

    /// Rows of the table `joints`: one for each joint of each hand at each time; none if the recording has no hands.
    pub fn joints(sampler: &'r Sampler, times_secs: Vec<f64>) -> Result<Self> {
        Self::at(Table::Joints, sampler, times_secs)
    }

    fn at(table: Table, sampler: &'r Sampler, times_secs: Vec<f64>) -> Result<Self> {
        let content = Content::Frames(FrameRows::new(sampler, times_secs)?);
        Ok(Self { table, mode: sampler.mode(), content })
    }

    /// Rows of the table `keys`: a range of the [`Recording::key_count`] keys, in file order.
    pub fn keys(recording: &'r Recording, rows: Range<usize>) -> Self {
        let content = Content::Keys(KeyRows::new(recording, rows));
        Self { table: Table::Keys, mode: Mode::Clean, content }
    }

    /// All rows of the table `markers`.
    pub const fn markers(recording: &'r Recording) -> Self {
        Self { table: Table::Markers, mode: Mode::Clean, content: Content::Markers(recording) }
    }

    /// Rows of the table `events`: one for each event.
    pub const fn events(events: Vec<Event>) -> Self {
        let content = Content::Events(events, TableAxes::Unity);
        Self { table: Table::Events, mode: Mode::Clean, content }
    }

    /// Row of the table `stats`.
    pub fn stats(stats: &Stats) -> Self {
        let content = Content::Stats(StatRow::of(stats));
        Self { table: Table::Stats, mode: Mode::Clean, content }
    }

    /// Converts positions, rotations and directions to other axes.
    #[must_use]
    pub fn in_axes(mut self, axes: TableAxes) -> Self {
        match &mut self.content {
            Content::Frames(frames) => frames.set_axes(axes),
            Content::Events(_, of_events) => *of_events = axes,
            Content::Keys(_) | Content::Markers(_) | Content::Stats(_) => {}
        }
        self
    }

    /// Table of the rows.
    pub const fn table(&self) -> Table {
        self.table
    }

    /// Number of rows.
    pub fn len(&self) -> usize {
        match &self.content {
            Content::Frames(frames) => frames.len(self.table),
            Content::Keys(keys) => keys.len(),
            Content::Markers(recording) => recording.markers().count(),
            Content::Events(events, _) => events.len(),
            Content::Stats(_) => 1,
        }
    }

    /// Whether there are no rows.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// One of the columns that [`Table::fields`] lists.
    pub fn column(&self, field: &Field) -> Column {
        let (values, present) = match &self.content {
            Content::Frames(frames) => frames.column(self.table, field),
            Content::Keys(keys) => keys.column(field),
            Content::Markers(recording) => (keys::marker_column(recording, field), None),
            Content::Events(events, axes) => measured::event_column(events, *axes, field),
            Content::Stats(row) => row.column(field),
        };
        Column { name: field.name.clone(), values, present }
    }

    /// Selected columns, by name.
    pub fn columns(&self, is_wanted: &dyn Fn(&str) -> bool) -> Vec<Column> {
        let fields = self.table.fields(self.mode).into_iter();
        fields.filter(|field| is_wanted(&field.name)).map(|field| self.column(&field)).collect()
    }
}

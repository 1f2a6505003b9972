//! Recordings as Parquet tables, for DuckDB, Polars, pandas and Spark; and back.
//!
//! | table | a row is | columns |
//! |---|---|---|
//! | [`frames`](write_frames) | a frame | `recording`, `time_secs`, `camera`, `left_tracked`, `left_observed`, `left_pinching`, `left_Wrist` …, `right_…`, `gaze`: poses are structs of `position_x_m` … `rotation_w`, the gaze one of `origin_x_m` … `direction_z` |
//! | [`joints`](write_joints) | a joint in a frame | `recording`, `time_secs`, `hand`, `joint`, `tracked`, `observed`, `position_x_m` … `rotation_w` |
//! | [`keys`](write_keys) | a key | `recording`, `curve`, `index`, `time_secs`, `value`, and where keys have them `in_tangent` … `weighted_mode` |
//! | [`markers`](write_markers) | a marker | `recording`, `index`, `time_secs`, `name` |
//!
//! A pose that there is nothing to say of, such as that of a hand that is not tracked, is null. The columns are the same whatever
//! the recording has, so that files of one kind can be read as one table.
//!
//! The table of keys is lossless: [`read_keys`] makes the recording of it again, byte for byte. What is not in keys is in the file's
//! metadata, so only files that were written here are read.
//!
//! Every file says in its metadata: `table`, `writer`, `units`, `axes`, `recording.name`, `recording.sha256` (of the `.bin` file),
//! `recording.version`, `recording.layout`, `recording.start_secs`, `recording.end_secs`, `recording.duration_secs`; tables of poses also `mode` and `rate_hz`.
//!
//! Floats are split by bytes and compressed by zstd, names are dictionaries; row groups hold up to about a million rows, 32,768 in
//! `frames`, each column of them with its smallest and largest value.

mod dataset;
mod frames;
mod joints;
mod keys;
mod markers;
mod pages;
mod read;
mod table;
mod thrift;

pub use dataset::{Dataset, partition_name};
pub use frames::write_frames;
pub use joints::write_joints;
pub use keys::write_keys;
pub use markers::write_markers;
pub use read::read_keys;

use reenact::Mode;

/// What the tables should say.
#[derive(Debug, Clone, Copy)]
pub struct Options<'o> {
    /// The recording's name: the column `recording`, and in the metadata.
    pub name: &'o str,
    /// Whether there is a column `recording`. Not in a [`Dataset`], where the folder says it.
    pub name_column: bool,
    /// Whose truth, in `frames` and `joints`.
    pub mode: Mode,
    /// How many frames a second, in `frames` and `joints`.
    pub rate_hz: f32,
}

impl Default for Options<'_> {
    /// A recording without a name at 60 Hz, `clean`.
    fn default() -> Self {
        Self { name: "", name_column: true, mode: Mode::Clean, rate_hz: 60.0 }
    }
}

/// One of the tables.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Table {
    /// One row a frame.
    Frames,
    /// One row a joint in a frame.
    Joints,
    /// One row a key, lossless.
    Keys,
    /// One row a marker.
    Markers,
}

impl Table {
    /// All of them.
    pub const ALL: [Self; 4] = [Self::Frames, Self::Joints, Self::Keys, Self::Markers];

    /// `frames`, `joints`, `keys` or `markers`.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Frames => "frames",
            Self::Joints => "joints",
            Self::Keys => "keys",
            Self::Markers => "markers",
        }
    }

    /// Writes it, and says what is not in it.
    pub fn write(
        self,
        recording: &reenact::Recording,
        options: &Options<'_>,
        writer: impl std::io::Write + Send,
    ) -> crate::Result<crate::Losses> {
        match self {
            Self::Frames => write_frames(recording, options, writer),
            Self::Joints => write_joints(recording, options, writer),
            Self::Keys => write_keys(recording, options, writer),
            Self::Markers => write_markers(recording, options, writer),
        }?;
        // A table of poses holds what its name says; that there are markers is worth a note.
        let other_table_markers = match self {
            Self::Frames | Self::Joints => recording.markers().count(),
            Self::Keys | Self::Markers => 0,
        };
        Ok(crate::Losses { other_table_markers, ..crate::Losses::default() })
    }
}

//! Recordings as Parquet tables, for DuckDB, Polars, pandas and Spark; reading and writing.
//!
//! The tables are those of [`tables`](crate::tables), with a first column `recording`; poses are structs.
//!
//! A pose that was not observed, such as that of an untracked hand, is null. The columns are the same for every recording, so
//! that files of one kind can be read as one table.
//!
//! The table `keys` is lossless: [`read_keys`] restores the recording, byte for byte. Data outside the keys is in the file's
//! metadata, so only files written by this crate can be read.
//!
//! Metadata of every file: `table`, `writer`, `units`, `axes`, `recording.name`, `recording.sha256` (of the `.bin` file),
//! `recording.version`, `recording.layout`, `recording.start_secs`, `recording.end_secs`, `recording.duration_secs`; tables of
//! poses, events and measures also have `mode` and `rate_hz`.
//!
//! Floats are encoded by byte stream split and compressed with Zstandard, names by dictionaries. Row groups have up to about a
//! million rows, 32,768 in `frames`, with the minimum and maximum of each column.

#[cfg(target_endian = "big")]
compile_error!(
    "the crate `parquet` writes wrong files on big-endian processors: build without the feature `parquet`"
);

mod dataset;
mod pages;
mod read;
mod table;
mod thrift;
mod write;

pub(crate) use dataset::path_in_dataset;
pub use dataset::{Dataset, partition_name};
pub use read::read_keys;
pub use write::write;

use reenact::Mode;
use reenact_inspect::measure;

use crate::tables::TableAxes;

/// Options for writing tables.
#[derive(Debug, Clone, Copy)]
pub struct Options<'o> {
    /// Name of the recording, for the column `recording` and the metadata.
    pub name: &'o str,
    /// Whether to write a column `recording`. Not in a [`Dataset`], where the folder name has it.
    pub name_column: bool,
    /// Evaluation mode of poses, events and measures.
    pub mode: Mode,
    /// Sample rate in Hz of poses, events and measures.
    pub rate_hz: f32,
    /// Largest number of frames; `None` for the default of [`FrameRate`](reenact::FrameRate).
    pub max_frames: Option<usize>,
    /// Coordinate system of poses and events.
    pub axes: TableAxes,
    /// Options of events and measures; mode, rate and limit are those above.
    pub measuring: measure::Options,
}

impl Options<'_> {
    fn measuring(&self) -> measure::Options {
        let Self { mode, rate_hz, max_frames, measuring, .. } = *self;
        measure::Options { mode, rate_hz, max_frames, ..measuring }
    }
}

impl Default for Options<'_> {
    /// A recording without a name at 60 Hz, `clean`.
    fn default() -> Self {
        Self {
            name: "",
            name_column: true,
            mode: Mode::Clean,
            rate_hz: 60.0,
            max_frames: None,
            axes: TableAxes::Unity,
            measuring: measure::Options::default(),
        }
    }
}

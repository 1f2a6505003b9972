//! Recordings as Parquet tables, for DuckDB, Polars, pandas and Spark; and back.
//!
//! The tables are those of [`tables`](crate::tables), with a first column `recording`; poses are structs.
//!
//! A pose that was not observed, such as that of a hand that is not tracked, is null. The columns are the same whatever
//! the recording has, so that files of one kind can be read as one table.
//!
//! The table `keys` is lossless: [`read_keys`] makes the recording of it again, byte for byte. What is not in keys is in the file's
//! metadata, so only files that were written here are read.
//!
//! Metadata of every file: `table`, `writer`, `units`, `axes`, `recording.name`, `recording.sha256` (of the `.bin` file),
//! `recording.version`, `recording.layout`, `recording.start_secs`, `recording.end_secs`, `recording.duration_secs`; tables of poses, events
//! and measures also `mode` and `rate_hz`.
//!
//! Floats are split by bytes and compressed by zstd, names are dictionaries; row groups hold up to about a million rows, 32,768 in
//! `frames`, each column of them with its smallest and largest value.

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
    /// Whether to write a column `recording`. Not in a [`Dataset`], where the folder has the name.
    pub name_column: bool,
    /// Evaluation mode, of poses, events and measures.
    pub mode: Mode,
    /// Sample rate in Hz, of poses, events and measures.
    pub rate_hz: f32,
    /// The most frames; `None` for the default of [`FrameRate`](reenact::FrameRate).
    pub max_frames: Option<usize>,
    /// Coordinate system of poses and events.
    pub axes: TableAxes,
    /// How events and measures are found; mode, rate and budget are those above.
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

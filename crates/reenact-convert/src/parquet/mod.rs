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
//! Every file says in its metadata: `table`, `writer`, `units`, `axes`, `recording.name`, `recording.sha256` (of the `.bin` file),
//! `recording.version`, `recording.layout`, `recording.start_secs`, `recording.end_secs`, `recording.duration_secs`; tables of poses also `mode` and `rate_hz`.
//!
//! Floats are split by bytes and compressed by zstd, names are dictionaries; row groups hold up to about a million rows, 32,768 in
//! `frames`, each column of them with its smallest and largest value.

mod dataset;
mod pages;
mod read;
mod table;
mod thrift;
mod write;

pub use dataset::{Dataset, partition_name, path_in_dataset};
pub use read::read_keys;
pub use write::write;

use reenact::Mode;

/// Options for writing tables.
#[derive(Debug, Clone, Copy)]
pub struct Options<'o> {
    /// Name of the recording, for the column `recording` and the metadata.
    pub name: &'o str,
    /// Whether to write a column `recording`. Not in a [`Dataset`], where the folder has the name.
    pub name_column: bool,
    /// Evaluation mode, in `frames` and `joints`.
    pub mode: Mode,
    /// Sample rate in Hz, in `frames` and `joints`.
    pub rate_hz: f32,
}

impl Default for Options<'_> {
    /// A recording without a name at 60 Hz, `clean`.
    fn default() -> Self {
        Self { name: "", name_column: true, mode: Mode::Clean, rate_hz: 60.0 }
    }
}

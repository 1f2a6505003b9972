//! The markers, one a row.

use std::io::Write;

use parquet::basic::Type as Physical;
use parquet::data_type::{ByteArray, ByteArrayType, FloatType, Int32Type};
use reenact::Recording;

use super::table::{TableWriter, plain, text};
use super::{Options, Table};
use crate::Result;

/// Writes the table `markers`.
pub fn write_markers(
    recording: &Recording,
    options: &Options<'_>,
    writer: impl Write + Send,
) -> Result<()> {
    let columns = vec![
        plain("index", Physical::INT32, false)?,
        plain("time_secs", Physical::FLOAT, false)?,
        text("name")?,
    ];
    let mut table =
        TableWriter::new(Table::Markers, recording, options, columns, Vec::new(), writer)?;
    let times: Vec<f32> = recording.markers().map(|marker| marker.time_secs).collect();
    let names: Vec<ByteArray> =
        recording.markers().map(|marker| ByteArray::from(&*marker.name)).collect();
    let indices: Vec<i32> = (0..).take(times.len()).collect();
    table.row_group(times.len(), |group| {
        group.values::<Int32Type>(&indices, None)?;
        group.values::<FloatType>(&times, None)?;
        group.values::<ByteArrayType>(&names, None)
    })?;
    table.finish()
}

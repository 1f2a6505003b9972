//! What all tables share: their schema, how columns are stored, what the metadata says.

use std::io::{self, Write};
use std::sync::Arc;

use parquet::basic::{Compression, Encoding, LogicalType, Repetition, Type as Physical, ZstdLevel};
use parquet::column::writer::ColumnWriterImpl;
use parquet::data_type::{ByteArray, ByteArrayType, DataType};
use parquet::errors::ParquetError;
use parquet::file::metadata::KeyValue;
use parquet::file::properties::{EnabledStatistics, WriterProperties};
use parquet::file::writer::{SerializedFileWriter, SerializedRowGroupWriter};
use parquet::schema::types::{SchemaDescriptor, Type, TypePtr};
use reenact::Recording;

use super::{Options, Table};
use crate::fingerprint::Fingerprint;
use crate::{Error, Result};

/// Rows that are handed to a column at a time.
pub(super) const BATCH_ROWS: usize = 4_096;

impl From<ParquetError> for Error {
    fn from(error: ParquetError) -> Self {
        match error {
            ParquetError::External(inner) => match inner.downcast::<io::Error>() {
                Ok(error) => Self::Io(*error),
                Err(other) => Self::Malformed(format!("the Parquet file cannot be used: {other}")),
            },
            other => Self::Malformed(format!("the Parquet file cannot be used: {other}")),
        }
    }
}

/// A column of names.
pub(super) fn text(name: &str) -> Result<TypePtr> {
    let column = Type::primitive_type_builder(name, Physical::BYTE_ARRAY)
        .with_repetition(Repetition::REQUIRED)
        .with_logical_type(Some(LogicalType::String));
    Ok(Arc::new(column.build()?))
}

/// A column of numbers or truth values.
pub(super) fn plain(name: &str, physical: Physical, is_optional: bool) -> Result<TypePtr> {
    let repetition = if is_optional { Repetition::OPTIONAL } else { Repetition::REQUIRED };
    Ok(Arc::new(Type::primitive_type_builder(name, physical).with_repetition(repetition).build()?))
}

/// A column of structs of numbers, each there or null as a whole.
pub(super) fn group(name: &str, parts: &[&str]) -> Result<TypePtr> {
    let parts =
        parts.iter().map(|part| plain(part, Physical::FLOAT, false)).collect::<Result<_>>()?;
    let group =
        Type::group_type_builder(name).with_repetition(Repetition::OPTIONAL).with_fields(parts);
    Ok(Arc::new(group.build()?))
}

/// A table on its way into a file.
pub(super) struct TableWriter<W: Write + Send> {
    file: SerializedFileWriter<W>,
    name: ByteArray,
    name_column: bool,
}

impl<W: Write + Send> TableWriter<W> {
    /// Starts a file. The column `recording` is added where it is wanted.
    pub(super) fn new(
        table: Table,
        recording: &Recording,
        options: &Options<'_>,
        mut columns: Vec<TypePtr>,
        more: Vec<(&str, String)>,
        writer: W,
    ) -> Result<Self> {
        if options.name_column {
            columns.insert(0, text("recording")?);
        }
        let schema = Arc::new(Type::group_type_builder(table.name()).with_fields(columns).build()?);
        let mut metadata = metadata(table, recording, options)?;
        metadata.extend(more.into_iter().map(|(key, value)| KeyValue::new(key.to_owned(), value)));
        let properties = properties(&schema, metadata)?;
        let file = SerializedFileWriter::new(writer, schema, Arc::new(properties))?;
        let name = ByteArray::from(options.name);
        Ok(Self { file, name, name_column: options.name_column })
    }

    /// Writes a row group; the columns are to be written in their order.
    pub(super) fn row_group(
        &mut self,
        rows: usize,
        write: impl FnOnce(&mut RowGroup<'_, W>) -> Result<()>,
    ) -> Result<()> {
        let mut group = RowGroup { inner: self.file.next_row_group()? };
        if self.name_column {
            group.repeated(std::iter::once((&self.name, rows)))?;
        }
        write(&mut group)?;
        group.inner.close()?;
        Ok(())
    }

    pub(super) fn finish(self) -> Result<()> {
        self.file.close()?;
        Ok(())
    }
}

/// A row group on its way into a file.
pub(super) struct RowGroup<'g, W: Write + Send> {
    inner: SerializedRowGroupWriter<'g, W>,
}

impl<W: Write + Send> RowGroup<'_, W> {
    /// Writes the next column.
    pub(super) fn column<T: DataType>(
        &mut self,
        write: impl FnOnce(&mut ColumnWriterImpl<'_, T>) -> Result<()>,
    ) -> Result<()> {
        let column = self.inner.next_column()?;
        let mut column = column
            .ok_or_else(|| Error::Impossible("more columns than the table has".to_owned()))?;
        write(column.typed::<T>())?;
        column.close()?;
        Ok(())
    }

    /// Writes the next column all at once; with levels where it may be null: 1 for a value, 0 for none.
    pub(super) fn values<T: DataType>(
        &mut self,
        values: &[T::T],
        levels: Option<&[i16]>,
    ) -> Result<()> {
        self.column::<T>(|column| {
            column.write_batch(values, levels, None)?;
            Ok(())
        })
    }

    /// Writes the next column, of names that repeat: each so many times.
    pub(super) fn repeated<'n>(
        &mut self,
        runs: impl Iterator<Item = (&'n ByteArray, usize)>,
    ) -> Result<()> {
        self.column::<ByteArrayType>(|column| {
            for (name, count) in runs {
                let batch = vec![name.clone(); count.min(BATCH_ROWS)];
                let mut left = count;
                while left > 0 {
                    let now = left.min(BATCH_ROWS);
                    column.write_batch(batch.get(..now).unwrap_or_default(), None, None)?;
                    left -= now;
                }
            }
            Ok(())
        })
    }
}

/// How each column is stored: floats split by bytes, since they hardly repeat but their upper bytes do; whole numbers by their
/// differences; names by dictionaries.
fn properties(schema: &TypePtr, metadata: Vec<KeyValue>) -> Result<WriterProperties> {
    let mut properties = WriterProperties::builder()
        .set_created_by(concat!("reenact ", env!("CARGO_PKG_VERSION")).to_owned())
        .set_compression(Compression::ZSTD(ZstdLevel::try_new(3)?))
        .set_dictionary_enabled(false)
        .set_statistics_enabled(EnabledStatistics::Chunk)
        .set_key_value_metadata(Some(metadata));
    for column in SchemaDescriptor::new(Arc::clone(schema)).columns() {
        let path = column.path().clone();
        properties = match column.physical_type() {
            Physical::FLOAT => properties.set_column_encoding(path, Encoding::BYTE_STREAM_SPLIT),
            Physical::INT32 => properties.set_column_encoding(path, Encoding::DELTA_BINARY_PACKED),
            // Few different ones in order: readers can leave out pages by them.
            Physical::BYTE_ARRAY => properties
                .set_column_dictionary_enabled(path.clone(), true)
                .set_column_statistics_enabled(path, EnabledStatistics::Page),
            _ => properties,
        };
    }
    Ok(properties.build())
}

fn metadata(table: Table, recording: &Recording, options: &Options<'_>) -> Result<Vec<KeyValue>> {
    let mut entries = vec![
        ("table", table.name().to_owned()),
        ("writer", concat!("reenact ", env!("CARGO_PKG_VERSION")).to_owned()),
        ("units", "seconds, metres; rotations are quaternions x y z w".to_owned()),
        ("axes", "left-handed: x right, y up, z forward (Unity)".to_owned()),
        ("recording.name", options.name.to_owned()),
        ("recording.sha256", Fingerprint::of(recording)?.digits()),
        ("recording.version", recording.version().to_string()),
        ("recording.layout", recording.layout().to_string()),
        ("recording.start_secs", recording.start_secs().to_string()),
        ("recording.end_secs", recording.end_secs().to_string()),
        ("recording.duration_secs", recording.duration_secs().to_string()),
    ];
    if matches!(table, Table::Frames | Table::Joints) {
        entries.push(("mode", options.mode.to_string()));
        entries.push(("rate_hz", options.rate_hz.to_string()));
    }
    Ok(entries.into_iter().map(|(key, value)| KeyValue::new(key.to_owned(), value)).collect())
}

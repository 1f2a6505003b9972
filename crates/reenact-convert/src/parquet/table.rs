//! Writes a table to a Parquet file: schema, encodings, metadata.

use std::io::{self, Write};
use std::sync::Arc;

use parquet::basic::{Compression, Encoding, LogicalType, Repetition, Type as Physical, ZstdLevel};
use parquet::column::writer::ColumnWriterImpl;
use parquet::data_type::{
    BoolType, ByteArray, ByteArrayType, DataType, DoubleType, FloatType, Int32Type,
};
use parquet::errors::ParquetError;
use parquet::file::metadata::KeyValue;
use parquet::file::properties::{EnabledStatistics, WriterProperties};
use parquet::file::writer::{SerializedFileWriter, SerializedRowGroupWriter};
use parquet::schema::types::{SchemaDescriptor, Type, TypePtr};
use reenact::Recording;

use super::Options;
use crate::fingerprint::Fingerprint;
use crate::tables::{Column, Field, Kind, Rows, Table, Values};
use crate::{Error, Result};

/// Values passed to or taken from a column at a time.
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

/// Type of a column in the schema of a file.
fn column_type(field: &Field) -> Result<TypePtr> {
    let repetition =
        |is_optional| if is_optional { Repetition::OPTIONAL } else { Repetition::REQUIRED };
    let plain = |name: &str, physical, is_optional| {
        let column = Type::primitive_type_builder(name, physical);
        let is_text = physical == Physical::BYTE_ARRAY;
        let logical = is_text.then_some(LogicalType::String);
        column.with_repetition(repetition(is_optional)).with_logical_type(logical).build()
    };
    let Field { name, kind, is_optional, .. } = field;
    let column = match kind {
        Kind::Float => plain(name, Physical::FLOAT, *is_optional)?,
        Kind::Double => plain(name, Physical::DOUBLE, *is_optional)?,
        Kind::Integer => plain(name, Physical::INT32, *is_optional)?,
        Kind::Flag => plain(name, Physical::BOOLEAN, *is_optional)?,
        Kind::Name => plain(name, Physical::BYTE_ARRAY, *is_optional)?,
        Kind::Group(parts) => {
            let parts = parts.iter().map(|part| Ok(Arc::new(plain(part, Physical::FLOAT, false)?)));
            let parts = parts.collect::<Result<_>>()?;
            let group = Type::group_type_builder(name).with_repetition(repetition(*is_optional));
            group.with_fields(parts).build()?
        }
    };
    Ok(Arc::new(column))
}

/// Writer of a table.
pub(super) struct TableWriter<'o, W: Write + Send> {
    file: SerializedFileWriter<W>,
    fields: Vec<Field>,
    options: &'o Options<'o>,
}

impl<'o, W: Write + Send> TableWriter<'o, W> {
    /// Starts a file, with the column `recording` if requested.
    pub(super) fn new(
        table: Table,
        recording: &Recording,
        options: &'o Options<'o>,
        more: Vec<(&str, String)>,
        writer: W,
    ) -> Result<Self> {
        let fields = table.fields(options.mode);
        let mut columns = fields.iter().map(column_type).collect::<Result<Vec<_>>>()?;
        if options.name_column {
            columns.insert(0, column_type(&Field::recording())?);
        }
        let schema = Arc::new(Type::group_type_builder(table.name()).with_fields(columns).build()?);
        let mut metadata = metadata(table, recording, options)?;
        metadata.extend(more.into_iter().map(|(key, value)| KeyValue::new(key.to_owned(), value)));
        let properties = properties(&schema, metadata)?;
        let file = SerializedFileWriter::new(writer, schema, Arc::new(properties))?;
        Ok(Self { file, fields, options })
    }

    /// Writes rows as a row group, one column in memory at a time.
    pub(super) fn row_group(&mut self, rows: &Rows<'_>) -> Result<()> {
        let mut group = RowGroup { inner: self.file.next_row_group()? };
        if self.options.name_column {
            let numbers = vec![0; rows.len()];
            group.names(&numbers, &[self.options.name.to_owned()], None)?;
        }
        for field in &self.fields {
            let Column { values, present, .. } = rows.column(field);
            group.write(&values, present.as_deref())?;
        }
        group.inner.close()?;
        Ok(())
    }

    pub(super) fn finish(self) -> Result<()> {
        self.file.close()?;
        Ok(())
    }
}

/// Writer of a row group.
struct RowGroup<'g, W: Write + Send> {
    inner: SerializedRowGroupWriter<'g, W>,
}

impl<W: Write + Send> RowGroup<'_, W> {
    /// Writes the next column of the group.
    fn write(&mut self, values: &Values, present: Option<&[bool]>) -> Result<()> {
        match values {
            Values::Floats(values) => self.values::<FloatType>(values, present),
            Values::Doubles(values) => self.values::<DoubleType>(values, present),
            Values::Integers(values) => self.values::<Int32Type>(values, present),
            Values::Flags(values) => self.values::<BoolType>(values, present),
            Values::Names { numbers, names } => self.names(numbers, names, present),
            Values::Group(parts) => {
                parts.iter().try_for_each(|part| self.write(&part.values, present))
            }
        }
    }

    fn column<T: DataType>(
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

    fn values<T: DataType>(&mut self, values: &[T::T], present: Option<&[bool]>) -> Result<()> {
        self.column::<T>(|column| {
            let Some(present) = present else {
                column.write_batch(values, None, None)?;
                return Ok(());
            };
            let levels: Vec<i16> = present.iter().map(|&is_there| i16::from(is_there)).collect();
            let there = values.iter().zip(present).filter(|(_, is_there)| **is_there);
            let there: Vec<T::T> = there.map(|(value, _)| value.clone()).collect();
            column.write_batch(&there, Some(&levels), None)?;
            Ok(())
        })
    }

    fn names(&mut self, numbers: &[i32], names: &[String], present: Option<&[bool]>) -> Result<()> {
        let names: Vec<ByteArray> = names.iter().map(|name| name.as_str().into()).collect();
        let name = |&number: &i32| usize::try_from(number).ok().and_then(|n| names.get(n)).cloned();
        if present.is_some() {
            let names: Vec<ByteArray> = numbers.iter().filter_map(name).collect();
            return self.values::<ByteArrayType>(&names, present);
        }
        self.column::<ByteArrayType>(|column| {
            for batch in numbers.chunks(BATCH_ROWS) {
                let batch: Vec<ByteArray> = batch.iter().filter_map(name).collect();
                column.write_batch(&batch, None, None)?;
            }
            Ok(())
        })
    }
}

/// Encoding of each column: byte stream split for floats, whose upper bytes repeat; delta encoding for integers; dictionaries for
/// names.
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
            Physical::FLOAT | Physical::DOUBLE => {
                properties.set_column_encoding(path, Encoding::BYTE_STREAM_SPLIT)
            }
            Physical::INT32 => properties.set_column_encoding(path, Encoding::DELTA_BINARY_PACKED),
            // Few distinct sorted values: readers can skip pages by them.
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
        ("axes", options.axes.description().to_owned()),
        ("recording.name", options.name.to_owned()),
        ("recording.sha256", Fingerprint::of(recording)?.digits()),
        ("recording.version", recording.version().to_string()),
        ("recording.layout", recording.layout().to_string()),
        ("recording.start_secs", recording.start_secs().to_string()),
        ("recording.end_secs", recording.end_secs().to_string()),
        ("recording.duration_secs", recording.duration_secs().to_string()),
    ];
    if table.is_of_frames() || table.is_measured() {
        entries.push(("mode", options.mode.to_string()));
        entries.push(("rate_hz", options.rate_hz.to_string()));
    }
    Ok(entries.into_iter().map(|(key, value)| KeyValue::new(key.to_owned(), value)).collect())
}

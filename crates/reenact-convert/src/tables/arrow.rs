//! Tables as Arrow record batches.

use std::collections::HashMap;
use std::sync::Arc;

use arrow_array::builder::StringBuilder;
use arrow_array::{
    ArrayRef, BooleanArray, Float32Array, Float64Array, Int32Array, RecordBatch,
    RecordBatchOptions, StructArray,
};
use arrow_buffer::{BooleanBuffer, NullBuffer};
use arrow_schema::{ArrowError, DataType, Field as ArrowField, Fields, Schema, SchemaRef};

use super::{Field, Kind, Rows, Values};

/// Schema of some columns, with the types of the Parquet files. The metadata of a column has its `unit`.
///
/// ```
/// use reenact::Mode;
/// use reenact_convert::tables::{Table, schema};
///
/// let schema = schema(&Table::Joints.fields(Mode::Clean));
/// assert_eq!(schema.field(0).metadata()["unit"], "s");
/// ```
pub fn schema(fields: &[Field]) -> SchemaRef {
    Arc::new(Schema::new(fields.iter().map(arrow_field).collect::<Fields>()))
}

fn arrow_field(field: &Field) -> ArrowField {
    let kind = match &field.kind {
        Kind::Float => DataType::Float32,
        Kind::Double => DataType::Float64,
        Kind::Integer => DataType::Int32,
        Kind::Flag => DataType::Boolean,
        Kind::Name => DataType::Utf8,
        Kind::Group(parts) => DataType::Struct(part_fields(parts)),
    };
    let unit = field.unit.map(|unit| ("unit".to_owned(), unit.to_owned()));
    let metadata: HashMap<String, String> = unit.into_iter().collect();
    ArrowField::new(&field.name, kind, field.is_optional).with_metadata(metadata)
}

fn part_fields(parts: &[&str]) -> Fields {
    parts.iter().map(|part| ArrowField::new(*part, DataType::Float32, false)).collect()
}

/// Converts some columns of some rows to a record batch with their [`schema`]. The column `recording` gets the given name.
pub fn record_batch(
    rows: &Rows<'_>,
    fields: &[Field],
    schema: SchemaRef,
    name: &str,
) -> Result<RecordBatch, ArrowError> {
    let array = |field: &Field| {
        if field.is_recording() {
            return Ok(names(&vec![0; rows.len()], &[name.to_owned()], None));
        }
        let column = rows.column(field);
        let present = field.is_optional.then_some(column.present).flatten();
        let nulls = present.map(|present| NullBuffer::from(BooleanBuffer::from(present)));
        to_array(column.values, nulls.filter(|nulls| nulls.null_count() > 0))
    };
    let arrays = fields.iter().map(array).collect::<Result<Vec<ArrayRef>, _>>()?;
    let options = RecordBatchOptions::new().with_row_count(Some(rows.len()));
    RecordBatch::try_new_with_options(schema, arrays, &options)
}

fn to_array(values: Values, nulls: Option<NullBuffer>) -> Result<ArrayRef, ArrowError> {
    Ok(match values {
        Values::Floats(values) => Arc::new(Float32Array::new(values.into(), nulls)),
        Values::Doubles(values) => Arc::new(Float64Array::new(values.into(), nulls)),
        Values::Integers(values) => Arc::new(Int32Array::new(values.into(), nulls)),
        Values::Flags(values) => Arc::new(BooleanArray::new(values.into(), nulls)),
        Values::Names { numbers, names: all } => names(&numbers, &all, nulls.as_ref()),
        Values::Group(parts) => {
            let names: Vec<&str> = parts.iter().map(|part| part.name.as_str()).collect();
            let fields = part_fields(&names);
            let arrays = parts.into_iter().map(|part| to_array(part.values, None));
            let arrays = arrays.collect::<Result<Vec<_>, _>>()?;
            Arc::new(StructArray::try_new(fields, arrays, nulls)?)
        }
    })
}

/// Text column with the full text for each row.
fn names(numbers: &[i32], names: &[String], nulls: Option<&NullBuffer>) -> ArrayRef {
    let name = |number: i32| {
        usize::try_from(number).ok().and_then(|number| names.get(number)).map_or("", String::as_str)
    };
    let bytes = numbers.iter().map(|&number| name(number).len()).sum();
    let mut text = StringBuilder::with_capacity(numbers.len(), bytes);
    for (row, &number) in numbers.iter().enumerate() {
        if nulls.is_some_and(|nulls| nulls.is_null(row)) {
            text.append_null();
        } else {
            text.append_value(name(number));
        }
    }
    Arc::new(text.finish())
}

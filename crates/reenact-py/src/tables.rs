//! Tables of recordings: as Arrow streams for table libraries, and as arrays for pandas.

use std::ops::Range;
use std::path::PathBuf;
use std::sync::Arc;

use arrow_array::ffi_stream::FFI_ArrowArrayStream;
use arrow_array::{RecordBatch, RecordBatchIterator};
use arrow_schema::ffi::FFI_ArrowSchema;
use arrow_schema::{ArrowError, SchemaRef};
use numpy::PyArray1;
use pyo3::IntoPyObjectExt;
use pyo3::prelude::*;
use pyo3::types::{PyCapsule, PyDict};
use reenact::{FrameRate, FrameTimes, NoSuchName};
use reenact_convert::parquet::{self, Dataset};
use reenact_convert::tables::{
    Column, Field, Kind, Rows, Table as Kinds, TableAxes, Values, record_batch, schema,
};
use reenact_convert::{Error, Result};
use reenact_inspect::events::{EventKind, events};
use reenact_inspect::measure::{self, Setting};
use reenact_inspect::stats::stats;

use crate::args;
use crate::error::{self, in_words, of_convert, wrong};
use crate::measure::{event_kinds, options};
use crate::memory;
use crate::opened::Opened;
use crate::recording::{Recording, open_path};
use crate::stream::Stream;
use crate::work::work;

/// Recording of a table: an open one, or a file that is opened when its rows are requested.
#[derive(FromPyObject)]
pub(crate) enum Source {
    Open(Py<Recording>),
    File(PathBuf),
}

/// Recording with its name.
#[derive(Debug, Clone)]
pub(crate) struct Named {
    pub(crate) name: String,
    place: Backing,
}

#[derive(Debug, Clone)]
enum Backing {
    Open(Box<Opened>),
    File(PathBuf),
}

impl Named {
    pub(crate) fn open(&self) -> Result<Opened> {
        match &self.place {
            Backing::Open(opened) => Ok(opened.as_ref().clone()),
            Backing::File(path) => open_path(path),
        }
    }

    /// Number of keys or values to be processed for some rows.
    fn effort(&self, request: &Request, range: &Range<usize>) -> usize {
        match &self.place {
            Backing::Open(opened) => {
                let units = request.units(opened).unwrap_or(usize::MAX).min(range.len());
                units.saturating_mul(400).max(opened.recording().key_count())
            }
            Backing::File(_) => usize::MAX,
        }
    }

    pub(crate) fn path(&self) -> Option<&PathBuf> {
        match &self.place {
            Backing::Open(_) => None,
            Backing::File(path) => Some(path),
        }
    }
}

/// Table and columns, with the options to compute them.
#[derive(Debug)]
pub(crate) struct Request {
    table: Kinds,
    axes: TableAxes,
    measuring: measure::Options,
    /// Event kinds to include.
    kinds: Option<Vec<EventKind>>,
    fields: Vec<Field>,
    pub(crate) schema: SchemaRef,
}

impl Request {
    fn new(
        table: &str,
        axes: &str,
        columns: Option<Vec<String>>,
        wanted: &Bound<'_, PyDict>,
        kinds: Option<Vec<String>>,
    ) -> PyResult<Self> {
        let table: Kinds = args::named(table)?;
        let measuring = options(wanted)?;
        // The rate is validated without a recording.
        FrameTimes::new(0.0..=0.0, measuring.rate_hz).map_err(error::of)?;
        if !table.is_measured() {
            refuse_thresholds(table, wanted)?;
        }
        if table != Kinds::Events && kinds.is_some() {
            return Err(wrong(&format!("the table {table} has no kinds: events has")));
        }
        let mut fields = table.fields(measuring.mode);
        fields.insert(0, Field::recording());
        if let Some(columns) = columns {
            // In the requested order.
            let find = |name: &String| {
                let field = fields.iter().find(|field| field.name == *name).cloned();
                let names = fields.iter().map(|field| &field.name);
                let unknown = || NoSuchName::new("column", name, names);
                field.ok_or_else(|| wrong(&format!("the table {table}: {}", unknown())))
            };
            fields = columns.iter().map(find).collect::<PyResult<_>>()?;
        }
        let (axes, kinds) = (args::named(axes)?, event_kinds(kinds)?);
        let schema = schema(&fields);
        Ok(Self { table, axes, measuring, kinds, fields, schema })
    }

    /// Number of frames, keys or markers in memory at a time.
    pub(crate) const fn piece(&self) -> usize {
        piece(self.table)
    }

    /// Number of frames, keys or markers of a recording.
    pub(crate) fn units(&self, opened: &Opened) -> Result<usize> {
        self.table.units(opened.recording(), self.rate())
    }

    const fn rate(&self) -> FrameRate {
        FrameRate { hz: self.measuring.rate_hz, max_frames: self.measuring.max_frames }
    }

    fn rows<'r>(&self, opened: &'r Opened, range: Range<usize>) -> Result<Rows<'r>> {
        let recording = opened.recording();
        let times = || -> Result<Vec<f64>> {
            let times = FrameTimes::of(recording, self.rate())?;
            Ok(times.part(range.clone()).iter_exact().collect())
        };
        let sampler = || opened.sampler(self.measuring.mode);
        let rows = match self.table {
            Kinds::Frames => Rows::frames(sampler(), times()?)?,
            Kinds::Joints => Rows::joints(sampler(), times()?)?,
            Kinds::Keys => Rows::keys(recording, range),
            Kinds::Markers => Rows::markers(recording),
            Kinds::Events => {
                let mut found = events(recording, &self.measuring)?;
                found.retain(|event| self.kinds.as_ref().is_none_or(|k| k.contains(&event.kind)));
                Rows::events(found)
            }
            Kinds::Stats => Rows::stats(&stats(recording, &self.measuring)?),
        };
        Ok(rows.in_axes(self.axes))
    }

    /// Rows of a recording as an Arrow batch.
    pub(crate) fn batch(
        &self,
        opened: &Opened,
        name: &str,
        range: Range<usize>,
    ) -> Result<RecordBatch> {
        let rows = self.rows(opened, range)?;
        let batch = record_batch(&rows, &self.fields, Arc::clone(&self.schema), name);
        batch.map_err(|error| Error::Impossible(error.to_string()))
    }

    /// Rows of a recording as plain columns.
    fn columns(&self, opened: &Opened, name: &str, range: Range<usize>) -> Result<Vec<Column>> {
        let rows = self.rows(opened, range)?;
        let column = |field: &Field| {
            if !field.is_recording() {
                return rows.column(field);
            }
            let (numbers, names) = (vec![0; rows.len()], vec![name.to_owned()]);
            let values = Values::Names { numbers, names };
            Column { name: field.name.clone(), values, present: None }
        };
        Ok(self.fields.iter().map(column).collect())
    }
}

/// Number of frames, keys or markers of a table in memory at a time: about 100,000 rows of joints, or as many values.
const fn piece(table: Kinds) -> usize {
    match table {
        Kinds::Frames | Kinds::Joints => 1 << 11,
        Kinds::Keys => 1 << 18,
        _ => usize::MAX,
    }
}

/// Fails if an option of measures and events is given for another table.
fn refuse_thresholds(table: Kinds, wanted: &Bound<'_, PyDict>) -> PyResult<()> {
    for name in wanted.keys() {
        let name: String = name.extract()?;
        if !args::option::<Setting>(&name, "Thresholds")?.is_of_sampling() {
            let problem = format!("the table {table} has no option {name:?}: events and stats do");
            return Err(wrong(&problem));
        }
    }
    Ok(())
}

/// Table of recordings, one after the other, computed on demand.
#[pyclass(frozen, module = "reenact._reenact")]
pub(crate) struct Table {
    sources: Vec<Named>,
    request: Arc<Request>,
    /// Range of frames, keys or markers of each recording.
    range: Range<usize>,
}

impl Table {
    fn effort(&self) -> usize {
        let efforts = self.sources.iter().map(|source| source.effort(&self.request, &self.range));
        efforts.fold(0, usize::saturating_add)
    }

    /// Fails with `MemoryError` if there is not enough memory for all rows of the open recordings.
    fn check_memory(&self) -> PyResult<()> {
        let units = |source: &Named| match &source.place {
            Backing::Open(opened) => Ok(self.request.units(opened)?.min(self.range.len())),
            Backing::File(_) => Ok(0),
        };
        let units = self.sources.iter().map(units).sum::<Result<usize>>();
        let units = units.map_err(|error| of_convert(error, None))?;
        match self.request.table {
            Kinds::Frames | Kinds::Joints => memory::check_frames(units),
            Kinds::Keys => memory::check(units.saturating_mul(16)),
            _ => Ok(()),
        }
    }
}

#[pymethods]
impl Table {
    #[new]
    fn new(
        sources: Vec<(String, Source)>,
        table: &str,
        axes: &str,
        columns: Option<Vec<String>>,
        wanted: &Bound<'_, PyDict>,
        kinds: Option<Vec<String>>,
        rows: Option<(usize, usize)>,
    ) -> PyResult<Self> {
        let request = Arc::new(Request::new(table, axes, columns, wanted, kinds)?);
        let sources = sources.into_iter().map(|(name, source)| match source {
            Source::Open(recording) => {
                Named { name, place: Backing::Open(Box::new(recording.get().inner.clone())) }
            }
            Source::File(path) => Named { name, place: Backing::File(path) },
        });
        let (start, end) = rows.unwrap_or((0, usize::MAX));
        Ok(Self { sources: sources.collect(), request, range: start..end })
    }

    /// Names, types, nullability and units of the columns.
    fn fields(&self) -> Vec<(String, &'static str, bool, Option<&'static str>)> {
        let fields = self.request.fields.iter();
        let described = fields.map(|field| {
            (field.name.clone(), kind_name(&field.kind), field.is_optional, field.unit)
        });
        described.collect()
    }

    /// Schema, for the Arrow `PyCapsule` interface.
    fn __arrow_c_schema__<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyCapsule>> {
        schema_capsule(py, &self.request.schema)
    }

    /// Rows, for the Arrow `PyCapsule` interface, computed batch by batch while the stream is read.
    #[pyo3(signature = (requested_schema=None))]
    fn __arrow_c_stream__<'py>(
        &self,
        py: Python<'py>,
        requested_schema: Option<Bound<'py, PyAny>>,
    ) -> PyResult<Bound<'py, PyCapsule>> {
        // The interface permits ignoring requested types.
        _ = requested_schema;
        let sources = self.sources.clone();
        let mut stream = Stream::new(sources, Arc::clone(&self.request), self.range.clone());
        // Errors of the first batch are raised here; those of later ones by the reader.
        let stream = work(py, self.effort(), move || stream.look_ahead().map(|()| stream))?;
        let stream = stream.map_err(|(error, path)| of_convert(error, path.as_deref()))?;
        stream_capsule(py, FFI_ArrowArrayStream::new(Box::new(stream)))
    }

    /// All rows in memory.
    fn collect(&self, py: Python<'_>) -> PyResult<Batches> {
        self.check_memory()?;
        let (sources, request) = (self.sources.clone(), Arc::clone(&self.request));
        let mut stream = Stream::new(sources, Arc::clone(&request), self.range.clone());
        let made = work(py, self.effort(), move || {
            let mut batches = Vec::new();
            while let Some(batch) = stream.piece()? {
                batches.push(batch);
            }
            Ok(batches)
        })?;
        let batches = made.map_err(|(error, path): (Error, Option<PathBuf>)| {
            of_convert(error, path.as_deref())
        })?;
        Ok(Batches { batches, schema: Arc::clone(&request.schema) })
    }

    /// All rows of the first recording as arrays: `(name, kind, values, names or columns, present)` for each column.
    fn columns<'py>(&self, py: Python<'py>) -> PyResult<Vec<Bound<'py, PyAny>>> {
        let Some(source) = self.sources.first().cloned() else { return Ok(Vec::new()) };
        self.check_memory()?;
        let (request, range) = (Arc::clone(&self.request), self.range.clone());
        let made = work(py, self.effort(), move || {
            let opened = source.open()?;
            request.columns(&opened, &source.name, range)
        })?;
        let made = made.map_err(|error| of_convert(error, None))?;
        made.into_iter().map(|column| to_python(py, column)).collect()
    }
}

/// Record batches in memory.
#[pyclass(frozen, module = "reenact._reenact")]
pub(crate) struct Batches {
    batches: Vec<RecordBatch>,
    schema: SchemaRef,
}

#[pymethods]
impl Batches {
    /// Schema, for the Arrow `PyCapsule` interface.
    fn __arrow_c_schema__<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyCapsule>> {
        schema_capsule(py, &self.schema)
    }

    /// Batches, for the Arrow `PyCapsule` interface, without a copy.
    #[pyo3(signature = (requested_schema=None))]
    fn __arrow_c_stream__<'py>(
        &self,
        py: Python<'py>,
        requested_schema: Option<Bound<'py, PyAny>>,
    ) -> PyResult<Bound<'py, PyCapsule>> {
        _ = requested_schema;
        let batches = self.batches.clone().into_iter().map(Ok::<RecordBatch, ArrowError>);
        let batches = RecordBatchIterator::new(batches, Arc::clone(&self.schema));
        stream_capsule(py, FFI_ArrowArrayStream::new(Box::new(batches)))
    }
}

fn schema_capsule<'py>(py: Python<'py>, schema: &SchemaRef) -> PyResult<Bound<'py, PyCapsule>> {
    let schema = FFI_ArrowSchema::try_from(schema.as_ref()).map_err(in_words)?;
    PyCapsule::new_with_value(py, schema, c"arrow_schema")
}

fn stream_capsule(py: Python<'_>, stream: FFI_ArrowArrayStream) -> PyResult<Bound<'_, PyCapsule>> {
    PyCapsule::new_with_value(py, stream, c"arrow_array_stream")
}

const fn kind_name(kind: &Kind) -> &'static str {
    match kind {
        Kind::Float => "float",
        Kind::Double => "double",
        Kind::Integer => "integer",
        Kind::Flag => "flag",
        Kind::Name => "name",
        Kind::Group(_) => "group",
    }
}

fn to_python(py: Python<'_>, column: Column) -> PyResult<Bound<'_, PyAny>> {
    let present = column.present.map(|present| PyArray1::from_vec(py, present));
    let none = || py.None().into_bound(py);
    let (kind, values, more) = match column.values {
        Values::Floats(values) => ("float", PyArray1::from_vec(py, values).into_any(), none()),
        Values::Doubles(values) => ("double", PyArray1::from_vec(py, values).into_any(), none()),
        Values::Integers(values) => ("integer", PyArray1::from_vec(py, values).into_any(), none()),
        Values::Flags(values) => ("flag", PyArray1::from_vec(py, values).into_any(), none()),
        Values::Names { numbers, names } => {
            ("name", PyArray1::from_vec(py, numbers).into_any(), names.into_bound_py_any(py)?)
        }
        Values::Group(columns) => {
            let columns: PyResult<Vec<_>> =
                columns.into_iter().map(|column| to_python(py, column)).collect();
            ("group", none(), columns?.into_bound_py_any(py)?)
        }
    };
    (column.name, kind, values, more, present).into_bound_py_any(py)
}

/// Number of frames, keys or markers of a table, and how many of them should be in memory at a time.
#[pyfunction]
pub(crate) fn table_rows(
    recording: &Recording,
    table: &str,
    rate_hz: f32,
    max_frames: Option<usize>,
) -> PyResult<(usize, usize)> {
    let table: Kinds = args::named(table)?;
    let rate = FrameRate { hz: rate_hz, max_frames };
    let units = table.units(recording.inner.recording(), rate);
    Ok((units.map_err(|error| of_convert(error, None))?, piece(table)))
}

/// Adds a recording to a folder of Parquet tables; returns the files.
#[pyfunction]
pub(crate) fn dataset_add(
    py: Python<'_>,
    recording: &Recording,
    folder: PathBuf,
    tables: Vec<String>,
    name: String,
    axes: &str,
    wanted: &Bound<'_, PyDict>,
) -> PyResult<Vec<PathBuf>> {
    let tables = tables.iter().map(|name| args::named(name)).collect::<PyResult<Vec<Kinds>>>()?;
    let (axes, measuring) = (args::named(axes)?, options(wanted)?);
    let inner = recording.inner.clone();
    let added = work(py, recording.keys(), move || {
        let options = parquet::Options {
            name: &name,
            name_column: false,
            mode: measuring.mode,
            rate_hz: measuring.rate_hz,
            max_frames: measuring.max_frames,
            axes,
            measuring,
        };
        Dataset::new(folder, tables).add(inner.recording(), &options)
    })?;
    added.map_err(|error| of_convert(error, None))
}

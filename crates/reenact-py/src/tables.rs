//! Tables as columns of arrays.

use numpy::PyArray1;
use pyo3::IntoPyObjectExt;
use pyo3::prelude::*;
use reenact::{FrameRate, FrameTimes};
use reenact_convert::parquet::{Dataset, Options};
use reenact_convert::tables::{Column, Rows, Table, Values};

use crate::args;
use crate::error::{self, of_convert};
use crate::memory;
use crate::recording::Recording;
use crate::work::work;

fn table_named(name: &str) -> PyResult<Table> {
    args::named(name)
}

/// How many pieces a table can be cut into: its frames, keys or markers.
#[pyfunction]
pub(crate) fn table_rows(
    recording: &Recording,
    table: &str,
    rate_hz: f32,
    max_frames: Option<usize>,
) -> PyResult<usize> {
    let recording = recording.inner.recording();
    Ok(match table_named(table)? {
        Table::Frames | Table::Joints => {
            let rate = FrameRate { hz: rate_hz, max_frames };
            FrameTimes::of(recording, rate).map_err(error::of)?.len()
        }
        Table::Keys => recording.key_count(),
        Table::Markers => recording.markers().count(),
    })
}

/// Some columns of some rows of a table: `(name, kind, values, names or columns, present)` each.
#[pyfunction]
#[expect(clippy::too_many_arguments, reason = "one for each setting")]
pub(crate) fn table<'py>(
    py: Python<'py>,
    recording: &Recording,
    table: &str,
    mode: &str,
    rate_hz: f32,
    start: usize,
    end: usize,
    columns: Option<Vec<String>>,
    max_frames: Option<usize>,
) -> PyResult<Vec<Bound<'py, PyAny>>> {
    let (table, mode) = (table_named(table)?, args::mode(mode)?);
    let inner = recording.inner.clone();
    let rate = FrameRate { hz: rate_hz, max_frames };
    let times = table.is_of_frames().then(|| FrameTimes::of(inner.recording(), rate)).transpose();
    let times = times.map_err(error::of)?;
    let rows = end.saturating_sub(start);
    match (table, times) {
        (Table::Markers, _) => {}
        (_, Some(times)) => memory::check_frames(rows.min(times.len()))?,
        _ => memory::check(rows.min(recording.keys()).saturating_mul(16))?,
    }
    let values = recording.keys().max(end.saturating_sub(start).saturating_mul(400));
    let made = work(py, values, move || {
        let is_wanted =
            |name: &str| columns.as_ref().is_none_or(|names| names.iter().any(|n| n == name));
        let rows = |times: FrameTimes| {
            let (start, end) = (start.min(times.len()), end.min(times.len()));
            (start..end.max(start)).map(|row| times.time_secs(row)).collect::<Vec<f32>>()
        };
        let rows = match (table, times) {
            (Table::Frames, Some(times)) => Rows::frames(inner.sampler(mode), rows(times)),
            (Table::Joints, Some(times)) => Rows::joints(inner.sampler(mode), rows(times)),
            (Table::Markers, _) => Ok(Rows::markers(inner.recording())),
            _ => Ok(Rows::keys(inner.recording(), start..end)),
        };
        rows.map(|rows| rows.columns(&is_wanted))
    })?;
    let made = made.map_err(|error| of_convert(error, None))?;
    made.into_iter().map(|column| to_python(py, column)).collect()
}

fn to_python(py: Python<'_>, column: Column) -> PyResult<Bound<'_, PyAny>> {
    let present = column.present.map(|present| PyArray1::from_vec(py, present));
    let none = || py.None().into_bound(py);
    let (kind, values, more) = match column.values {
        Values::Floats(values) => ("float", PyArray1::from_vec(py, values).into_any(), none()),
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

/// Adds a recording to a folder of Parquet tables; the files that were made.
#[pyfunction]
#[expect(clippy::too_many_arguments, reason = "one for each setting")]
pub(crate) fn dataset_add(
    py: Python<'_>,
    recording: &Recording,
    folder: std::path::PathBuf,
    tables: Vec<String>,
    name: String,
    mode: &str,
    rate_hz: f32,
    max_frames: Option<usize>,
) -> PyResult<Vec<std::path::PathBuf>> {
    let tables = tables.iter().map(|name| table_named(name)).collect::<PyResult<Vec<_>>>()?;
    let mode = args::mode(mode)?;
    let inner = recording.inner.clone();
    let added = work(py, recording.keys(), move || {
        let options = Options { name: &name, name_column: false, mode, rate_hz, max_frames };
        Dataset::new(folder, tables).add(inner.recording(), &options)
    })?;
    added.map_err(|error| of_convert(error, None))
}

/// The name of a recording as the name of its folder in a dataset has it.
#[pyfunction]
pub(crate) fn partition_name(name: &str) -> String {
    reenact_convert::parquet::partition_name(name)
}

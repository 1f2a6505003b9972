//! Measures and events.

use numpy::PyArray1;
use pyo3::prelude::*;
use pyo3::types::PyDict;
use reenact_base::number::to_f64;
use reenact_inspect::events::{Event, EventKind};
use reenact_inspect::measure::{self, Measure, Options, Setting};
use reenact_inspect::stats::{Damage, Row};
use serde::Serialize;

use crate::args::{self, given, json};
use crate::error::{self, in_words};
use crate::recording::Recording;
use crate::work::work;

/// Options of measuring: the defaults, with the named options replaced.
pub(crate) fn options(wanted: &Bound<'_, PyDict>) -> PyResult<Options> {
    let mut options = Options::default();
    for (name, value) in wanted {
        let name: String = name.extract()?;
        let word = || given::<String>(&name, &value);
        // An unknown option is reported before an invalid value.
        match args::option(&name, "Measuring")? {
            Setting::Mode => options.mode = args::mode(&word()?)?,
            Setting::Joint => {
                if let Some(joint) = given::<Option<String>>(&name, &value)? {
                    options.joint = args::joint(&joint)?;
                }
            }
            Setting::MaxFrames => options.max_frames = given(&name, &value)?,
            Setting::PinchBy => options.pinch_by = args::named(&word()?)?,
            Setting::FixationBy => options.fixation_by = args::named(&word()?)?,
            number => {
                if let Some(number) = options.number_mut(number) {
                    *number = given(&name, &value)?;
                }
            }
        }
    }
    Ok(options)
}

/// Measures in one list, and the defects that affect them.
#[derive(Serialize)]
struct Measured {
    rows: Vec<Row>,
    damage: Vec<Damage>,
}

/// Measures in one list, and the defects that affect them, as JSON.
#[pyfunction]
pub(crate) fn stats(
    py: Python<'_>,
    recording: &Recording,
    wanted: &Bound<'_, PyDict>,
) -> PyResult<String> {
    let options = options(wanted)?;
    let inner = recording.inner.clone();
    let stats = work(py, recording.keys(), move || {
        reenact_inspect::stats::stats(inner.recording(), &options)
    })?;
    let stats = stats.map_err(error::of)?;
    json(&Measured { rows: stats.rows(), damage: stats.damage })
}

fn find_events(py: Python<'_>, recording: &Recording, options: Options) -> PyResult<Vec<Event>> {
    let inner = recording.inner.clone();
    let events = work(py, recording.keys(), move || {
        reenact_inspect::events::events(inner.recording(), &options)
    })?;
    events.map_err(error::of)
}

/// Measures over time: times, and one row of values per name.
#[pyfunction]
pub(crate) fn series<'py>(
    py: Python<'py>,
    recording: &Recording,
    names: Vec<String>,
    wanted: &Bound<'_, PyDict>,
) -> PyResult<Measures<'py>> {
    let options = options(wanted)?;
    let measures = names.iter().map(|name| name.parse::<Measure>().map_err(in_words));
    let measures = measures.collect::<PyResult<Vec<_>>>()?;
    let inner = recording.inner.clone();
    let found = work(py, recording.keys().saturating_mul(names.len().max(1)), move || {
        let series = |&measure: &Measure| measure::series(inner.recording(), measure, &options);
        measures.iter().map(series).collect::<reenact::Result<Vec<_>>>()
    })?;
    let found = found.map_err(error::of)?;
    let count = found.first().map_or(0, |first| first.times_secs.len());
    let start_secs = found.first().and_then(|first| first.times_secs.first().copied());
    // Not rounded to `f32`, as in `sample`.
    let exact = |index: usize| {
        f64::from(start_secs.unwrap_or(0.0)) + to_f64(index) / f64::from(options.rate_hz)
    };
    let times = PyArray1::from_vec(py, (0..count).map(exact).collect());
    let values = found.into_iter().map(|one| {
        let values = one.values.into_iter().map(|value| value.unwrap_or(f64::NAN));
        PyArray1::from_vec(py, values.collect())
    });
    Ok((times, values.collect()))
}

type Measures<'py> = (Bound<'py, PyArray1<f64>>, Vec<Bound<'py, PyArray1<f64>>>);

/// Names, labels and units of the measures that have values over time.
#[pyfunction]
pub(crate) fn series_names() -> Vec<(String, String, &'static str)> {
    Measure::all().map(|measure| (measure.to_string(), measure.label(), measure.unit())).collect()
}

/// Kinds of events by name.
pub(crate) fn event_kinds(kinds: Option<Vec<String>>) -> PyResult<Option<Vec<EventKind>>> {
    kinds.map(|kinds| kinds.iter().map(|kind| args::named(kind)).collect()).transpose()
}

/// Events of all or some kinds, as JSON.
#[pyfunction]
pub(crate) fn events(
    py: Python<'_>,
    recording: &Recording,
    kinds: Option<Vec<String>>,
    wanted: &Bound<'_, PyDict>,
) -> PyResult<String> {
    let kinds = event_kinds(kinds)?;
    let mut found = find_events(py, recording, options(wanted)?)?;
    found.retain(|event| kinds.as_ref().is_none_or(|kinds| kinds.contains(&event.kind)));
    json(&found)
}

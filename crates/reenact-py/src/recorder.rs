//! Recording frames.

use std::sync::{Mutex, MutexGuard, PoisonError};

use numpy::{PyReadonlyArray1, PyReadonlyArray2};
use pyo3::prelude::*;
use reenact::{Keep, RecordOptions};

use crate::args::{self, TracksArg};
use crate::error::{self, wrong};
use crate::recording::Recording;
use crate::rows;
use crate::work::work_in_place;

/// Builds a recording from frames.
#[pyclass(frozen, module = "reenact._reenact")]
pub(crate) struct Recorder {
    inner: Mutex<reenact::Recorder>,
}

impl Recorder {
    fn lock(&self) -> MutexGuard<'_, reenact::Recorder> {
        self.inner.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[pymethods]
impl Recorder {
    #[new]
    fn new(
        max_rate_hz: Option<f32>,
        keep_secs: Option<f32>,
        cut_pauses: bool,
        tracks: TracksArg,
        version: &str,
    ) -> PyResult<Self> {
        let options = RecordOptions {
            max_rate_hz,
            keep: keep_secs.map_or(Keep::All, Keep::LastSecs),
            cut_pauses,
            tracks: args::tracks(tracks),
            form: args::form(version)?,
        };
        let inner = reenact::Recorder::new(options).map_err(error::of)?;
        Ok(Self { inner: Mutex::new(inner) })
    }

    /// Records frames, given as rows with a value for each curve in file order; returns the outcome for each.
    fn record<'py>(
        &self,
        py: Python<'py>,
        times_secs: PyReadonlyArray1<'py, f64>,
        values: PyReadonlyArray2<'py, f32>,
        tracks: TracksArg,
    ) -> PyResult<Vec<&'static str>> {
        let tracks = args::tracks(tracks);
        let (times, values) = (times_secs.as_array(), values.as_array());
        if values.shape() != [tracks.curve_count(), times.len()] {
            let curves = tracks.curve_count();
            return Err(wrong(&format!(
                "values of these tracks must have the shape ({curves}, frames)"
            )));
        }
        work_in_place(py, |goes_on| {
            let mut recorder = self.lock();
            let record = |(&time_secs, column): (&f64, numpy::ndarray::ArrayView1<'_, f32>)| {
                let number = |index: usize| column.get(index).copied().unwrap_or(f32::NAN);
                // The recorder uses the time passed separately, which is more precise.
                let frame = rows::frame(0.0, tracks, &number);
                recorder.record_at(time_secs, &frame).name()
            };
            let frames = times.iter().zip(values.columns()).take_while(|_| goes_on());
            frames.map(record).collect()
        })
    }

    fn pause(&self) {
        self.lock().pause();
    }

    fn resume(&self) {
        self.lock().resume();
    }

    fn mark(&self, name: String) -> PyResult<()> {
        self.lock().mark(name).map_err(error::of)
    }

    fn discard(&self) {
        self.lock().discard();
    }

    #[getter]
    fn is_paused(&self) -> bool {
        self.lock().is_paused()
    }

    #[getter]
    fn frames(&self) -> usize {
        self.lock().frames()
    }

    #[getter]
    fn duration_secs(&self) -> f32 {
        self.lock().duration_secs()
    }

    #[getter]
    fn dropped_frames(&self) -> u64 {
        self.lock().dropped_frames()
    }

    fn recording(&self, py: Python<'_>) -> Recording {
        py.detach(|| Recording::new(self.lock().recording()))
    }
}

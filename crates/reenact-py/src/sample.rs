//! Values and poses at times.

use numpy::{
    PyArray1, PyArray2, PyArrayMethods, PyReadonlyArray1, PyReadwriteArray2, PyUntypedArrayMethods,
};
use pyo3::prelude::*;
use reenact::{CurveId, FrameTimes, ObservedSpans, Track};

use crate::args;
use crate::error::{self, wrong};
use crate::recording::Recording;
use crate::rows;
use crate::work::{work, work_in_place};

/// Keys that a new sampler looks at while other work does one.
const LOOKS: usize = 16;

/// Evenly spaced times over a recording, or over a part of it.
fn times(
    recording: &Recording,
    rate_hz: f32,
    start_secs: Option<f32>,
    end_secs: Option<f32>,
) -> PyResult<FrameTimes> {
    let recording = recording.inner.recording();
    let start = start_secs.unwrap_or_else(|| recording.start_secs());
    let end = end_secs.unwrap_or_else(|| recording.end_secs());
    FrameTimes::new(start..=end, rate_hz).map_err(error::of)
}

/// The times of frames at a rate.
#[pyfunction]
pub(crate) fn frame_times<'py>(
    py: Python<'py>,
    recording: &Recording,
    rate_hz: f32,
    start_secs: Option<f32>,
    end_secs: Option<f32>,
) -> PyResult<Bound<'py, PyArray1<f32>>> {
    let times = times(recording, rate_hz, start_secs, end_secs)?;
    Ok(PyArray1::from_vec(py, times.iter().collect()))
}

/// A recording at a rate, into an array that has a row for each curve in file order.
#[pyfunction]
pub(crate) fn sample<'py>(
    py: Python<'py>,
    recording: &Recording,
    rate_hz: f32,
    mode: &str,
    start_secs: Option<f32>,
    end_secs: Option<f32>,
    mut values: PyReadwriteArray2<'py, f32>,
) -> PyResult<()> {
    let mode = args::mode(mode)?;
    let times = times(recording, rate_hz, start_secs, end_secs)?;
    let curves = recording.inner.recording().curves().len();
    if values.shape() != [curves, times.len()] {
        let frames = times.len();
        return Err(wrong(&format!("there must be room for values of shape ({curves}, {frames})")));
    }
    if !recording.inner.has_sampler(mode) {
        let inner = recording.inner.clone();
        work(py, recording.keys() / LOOKS, move || {
            inner.sampler(mode);
        })?;
    }
    let (inner, room) = (recording.inner.clone(), values.as_slice_mut()?);
    work_in_place(py, |goes_on| {
        inner.sampler(mode).resample_into(times, room, goes_on);
    })
}

/// Frames at any times: a row of values for each curve in file order.
#[pyfunction]
pub(crate) fn frames_at<'py>(
    py: Python<'py>,
    recording: &Recording,
    times_secs: PyReadonlyArray1<'py, f32>,
    mode: &str,
) -> PyResult<Bound<'py, PyArray2<f32>>> {
    let mode = args::mode(mode)?;
    let times: Vec<f32> = times_secs.as_array().to_vec();
    let (curves, frames) = (recording.inner.recording().curves().len(), times.len());
    let inner = recording.inner.clone();
    let values = work(py, recording.keys().max(curves * frames), move || {
        let sampler = inner.sampler(mode);
        let tracks = sampler.recording().tracks();
        let mut cursor = sampler.cursor();
        let mut values = vec![0.0; curves * frames];
        for (index, &time_secs) in times.iter().enumerate() {
            let frame = cursor.frame_at(time_secs);
            let row = rows::row(&frame, tracks);
            for (value, number) in values.iter_mut().skip(index).step_by(frames).zip(row) {
                *value = number;
            }
        }
        values
    })?;
    PyArray1::from_vec(py, values).reshape([curves, frames])
}

/// Whether camera, left hand, right hand and gaze were observed at any times: a row for each.
#[pyfunction]
pub(crate) fn observed_at<'py>(
    py: Python<'py>,
    recording: &Recording,
    times_secs: PyReadonlyArray1<'py, f32>,
) -> PyResult<Bound<'py, PyArray2<bool>>> {
    let times: Vec<f32> = times_secs.as_array().to_vec();
    let frames = times.len();
    let inner = recording.inner.clone();
    let values = work(py, Track::ALL.len() * frames, move || {
        let observed = ObservedSpans::of(inner.recording());
        let is_observed = |track| {
            let (observed, times) = (&observed, &times);
            times.iter().map(move |&time_secs| observed.is_observed_at(track, time_secs))
        };
        Track::ALL.into_iter().flat_map(is_observed).collect()
    })?;
    PyArray1::from_vec(py, values).reshape([Track::ALL.len(), frames])
}

/// One curve at any times, as Unity would evaluate it.
#[pyfunction]
pub(crate) fn value_at<'py>(
    py: Python<'py>,
    recording: &Recording,
    curve: &str,
    times_secs: PyReadonlyArray1<'py, f32>,
) -> PyResult<Bound<'py, PyArray1<f32>>> {
    let id: CurveId = curve.parse().map_err(|error| wrong(&format!("{curve:?}: {error}")))?;
    let times: Vec<f32> = times_secs.as_array().to_vec();
    let inner = recording.inner.clone();
    let values = work(py, times.len(), move || {
        let mut cursor = inner.recording().curve(id)?.cursor();
        Some(times.iter().map(|&time_secs| cursor.value_at(time_secs)).collect())
    })?;
    let no_curve = || wrong(&format!("the recording's tracks do not have the curve {curve:?}"));
    Ok(PyArray1::from_vec(py, values.ok_or_else(no_curve)?))
}

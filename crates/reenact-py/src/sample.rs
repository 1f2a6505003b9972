//! Values and poses at times.

use numpy::{PyArray1, PyArray2, PyArrayMethods, PyReadonlyArray1};
use pyo3::exceptions::PyMemoryError;
use pyo3::prelude::*;
use reenact::{CurveId, FrameRate, FrameTimes, ObservedSpans, Sampler, Track};
use reenact_convert::tables::TableAxes;

use crate::args;
use crate::error::{self, wrong};
use crate::memory;
use crate::recording::Recording;
use crate::work::{work, work_in_place};

/// Cost of creating a sampler relative to other work, per key.
const LOOKS: usize = 16;

/// Frame times at a rate.
#[pyfunction]
pub(crate) fn frame_times<'py>(
    py: Python<'py>,
    recording: &Recording,
    rate_hz: f32,
    start_secs: Option<f32>,
    end_secs: Option<f32>,
    max_frames: Option<usize>,
) -> PyResult<Bound<'py, PyArray1<f64>>> {
    let recording = recording.inner.recording();
    let rate = FrameRate { hz: rate_hz, max_frames };
    let times = FrameTimes::within(recording, start_secs, end_secs, rate).map_err(error::of)?;
    memory::check(2 * times.len())?;
    Ok(PyArray1::from_vec(py, exact(times)))
}

fn exact(times: FrameTimes) -> Vec<f64> {
    (0..times.len()).map(|index| times.exact_secs(index)).collect()
}

/// Number of frames sampled at a time if only some curves are requested.
const PIECE: usize = 1 << 12;

type Sampled<'py> =
    (Bound<'py, PyArray1<f64>>, Bound<'py, PyArray2<f32>>, Bound<'py, PyArray2<bool>>);

/// Samples a recording at a rate: times, a row of values for each curve in file order or for the requested ones, and whether
/// camera, left hand, right hand and gaze were observed.
#[pyfunction]
#[expect(clippy::too_many_arguments, reason = "one for each setting")]
pub(crate) fn sample<'py>(
    py: Python<'py>,
    recording: &Recording,
    rate_hz: f32,
    mode: &str,
    start_secs: Option<f32>,
    end_secs: Option<f32>,
    curves: Option<Vec<usize>>,
    axes: &str,
    max_frames: Option<usize>,
) -> PyResult<Sampled<'py>> {
    let (mode, axes) = (args::mode(mode)?, args::named::<TableAxes>(axes)?);
    let inner = recording.inner.clone();
    let rate = FrameRate { hz: rate_hz, max_frames };
    let times =
        FrameTimes::within(inner.recording(), start_secs, end_secs, rate).map_err(error::of)?;
    if !inner.has_sampler(mode) {
        let inner = inner.clone();
        work(py, recording.keys() / LOOKS, move || {
            inner.sampler(mode);
        })?;
    }
    let ids = ids_of(inner.recording(), curves.as_deref());
    let all = inner.recording().curves().len();
    let wanted = curves.as_ref().map_or(all, Vec::len);
    // Plus times, states and key positions of each frame.
    memory::check(times.len().saturating_mul(wanted.saturating_add(64)))?;
    let values = room(py, wanted, times.len())?;
    let mut view = values.readwrite();
    let room = view.as_slice_mut()?;
    match &curves {
        None => work_in_place(py, |goes_on| {
            inner.sampler(mode).resample_into(times, room, goes_on);
            axes.convert_columns(&ids, times.len(), room);
        })?,
        Some(curves) => work_in_place(py, |goes_on| {
            sample_some(inner.sampler(mode), times, curves, room, goes_on);
            axes.convert_columns(&ids, times.len(), room);
        })?,
    }
    drop(view);
    let observed = observed(py, recording, times.iter().collect())?;
    Ok((PyArray1::from_vec(py, exact(times)), values, observed))
}

/// Ids of the curves at these indices in file order, or of all.
fn ids_of(recording: &reenact::Recording, places: Option<&[usize]>) -> Vec<CurveId> {
    let all: Vec<CurveId> = recording.tracks().curve_ids().collect();
    let of_places = |places: &[usize]| {
        let ids = places.iter().filter_map(|&place| all.get(place).copied());
        ids.collect()
    };
    places.map_or_else(|| all.clone(), of_places)
}

/// Memory allocated by numpy, which requests large pages: they are faster than many small ones.
fn room(py: Python<'_>, curves: usize, frames: usize) -> PyResult<Bound<'_, PyArray2<f32>>> {
    let empty = py.import("numpy")?.call_method1("empty", ((curves, frames), "float32"));
    let empty = empty.map_err(|error| {
        if error.is_instance_of::<PyMemoryError>(py) {
            memory::none_for(curves.saturating_mul(frames).saturating_mul(4))
        } else {
            error
        }
    })?;
    Ok(empty.cast_into()?)
}

/// Samples some curves block by block, so that the others take no memory.
fn sample_some(
    sampler: &Sampler,
    times: FrameTimes,
    curves: &[usize],
    room: &mut [f32],
    goes_on: &(dyn Fn() -> bool + Sync),
) {
    let all = sampler.recording().curves().len();
    let mut piece = Vec::new();
    for start in (0..times.len()).step_by(PIECE) {
        let part = times.part(start..start + PIECE);
        piece.resize(all * part.len(), 0.0);
        sampler.resample_into(part, &mut piece, goes_on);
        for (&curve, row) in curves.iter().zip(room.chunks_exact_mut(times.len())) {
            let from = piece.chunks_exact(part.len()).nth(curve).unwrap_or_default();
            for (value, &sampled) in row.iter_mut().skip(start).zip(from) {
                *value = sampled;
            }
        }
        if !goes_on() {
            return;
        }
    }
}

type FramesAt<'py> = (Bound<'py, PyArray2<f32>>, Bound<'py, PyArray2<bool>>);

/// Frames at any times: a row of values for each curve in file order, and whether camera, left hand, right hand and gaze were
/// observed.
#[pyfunction]
pub(crate) fn frames_at<'py>(
    py: Python<'py>,
    recording: &Recording,
    times_secs: PyReadonlyArray1<'py, f32>,
    mode: &str,
    axes: &str,
) -> PyResult<FramesAt<'py>> {
    let (mode, axes) = (args::mode(mode)?, args::named::<TableAxes>(axes)?);
    let times: Vec<f32> = times_secs.as_array().to_vec();
    let observed = observed(py, recording, times.clone())?;
    let (curves, frames) = (recording.inner.recording().curves().len(), times.len());
    memory::check_frames(frames)?;
    let inner = recording.inner.clone();
    let columns = work(py, recording.keys().max(curves * frames), move || {
        let columns = inner.sampler(mode).resample_at(times);
        columns.map(|columns| {
            let mut values = columns.into_values();
            axes.convert_columns(&ids_of(inner.recording(), None), frames, &mut values);
            values
        })
    })?;
    let values = columns.map_err(error::of)?;
    Ok((PyArray1::from_vec(py, values).reshape([curves, frames])?, observed))
}

/// Whether camera, left hand, right hand and gaze were observed at any times: one row each.
#[pyfunction]
pub(crate) fn observed_at<'py>(
    py: Python<'py>,
    recording: &Recording,
    times_secs: PyReadonlyArray1<'py, f32>,
) -> PyResult<Bound<'py, PyArray2<bool>>> {
    observed(py, recording, times_secs.as_array().to_vec())
}

fn observed<'py>(
    py: Python<'py>,
    recording: &Recording,
    times: Vec<f32>,
) -> PyResult<Bound<'py, PyArray2<bool>>> {
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

/// Values of one curve at any times, evaluated like Unity.
#[pyfunction]
pub(crate) fn value_at<'py>(
    py: Python<'py>,
    recording: &Recording,
    curve: &str,
    times_secs: PyReadonlyArray1<'py, f32>,
) -> PyResult<Bound<'py, PyArray1<f32>>> {
    let id: CurveId = curve.parse().map_err(error::in_words)?;
    let times: Vec<f32> = times_secs.as_array().to_vec();
    let inner = recording.inner.clone();
    let values = work(py, times.len(), move || {
        let mut cursor = inner.recording().curve(id)?.cursor();
        Some(times.iter().map(|&time_secs| cursor.value_at(time_secs)).collect())
    })?;
    let no_curve = || wrong(&format!("the recording's tracks do not have the curve {curve:?}"));
    Ok(PyArray1::from_vec(py, values.ok_or_else(no_curve)?))
}

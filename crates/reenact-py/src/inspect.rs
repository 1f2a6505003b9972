//! Summary, doctor and plot.

use std::path::PathBuf;

use pyo3::prelude::*;
use pyo3::types::PyDict;
use reenact::hand::Side;
use reenact::{TimeSpan, Track};
use reenact_inspect::doctor::{self as doctors, examine, examine_opened};
use reenact_inspect::summary::{Hand, summarize};

use crate::args::{self, json};
use crate::error::{self, in_words};
use crate::recording::{Recording, put, work_on_unpacked};
use crate::work::work;

/// Summary of a recording.
#[pyfunction]
pub(crate) fn info<'py>(py: Python<'py>, recording: &Recording) -> PyResult<Bound<'py, PyDict>> {
    let inner = recording.inner.clone();
    let summary = py.detach(|| summarize(inner.recording()));
    let info = PyDict::new(py);
    put(&info, "bytes", inner.recording().encoded_len())?;
    put(&info, "version", &summary.version)?;
    put(&info, "layout", summary.form.layout.name())?;
    put(&info, "marker_list", summary.form.marker_list)?;
    put(&info, "trailing_bytes", summary.trailing_bytes)?;
    put(&info, "first_key_secs", summary.first_key_secs)?;
    put(&info, "end_secs", summary.end_secs)?;
    put(&info, "duration_secs", summary.duration_secs)?;
    put(&info, "start_secs", summary.start_secs)?;
    put(&info, "curves", summary.curves)?;
    put(&info, "keys", summary.keys)?;
    put(&info, "camera_keys", summary.camera_keys)?;
    put(&info, "gaze_keys", summary.gaze_keys)?;
    let spans = |spans: &[TimeSpan]| -> Vec<(f32, f32)> {
        spans.iter().map(|span| (span.start_secs, span.end_secs)).collect()
    };
    let observed = |track| spans(summary.observed.spans(track));
    put(&info, "camera_observed", observed(Track::Camera))?;
    put(&info, "gaze_observed", observed(Track::Gaze))?;
    let hand = |hand: &Hand, side| -> PyResult<Bound<'py, PyDict>> {
        let dict = PyDict::new(py);
        put(&dict, "tracked", spans(&hand.tracked))?;
        put(&dict, "observed", observed(Track::Hand(side)))?;
        put(&dict, "observed_secs", hand.observed_secs)?;
        put(&dict, "pinching", spans(&hand.pinching))?;
        put(&dict, "tracked_secs", hand.tracked_secs)?;
        put(&dict, "pinching_secs", hand.pinching_secs)?;
        put(&dict, "keys", hand.keys)?;
        Ok(dict)
    };
    let hands = summary.hands.as_ref();
    put(&info, "left", hands.map(|hands| hand(&hands.left, Side::Left)).transpose()?)?;
    put(&info, "right", hands.map(|hands| hand(&hands.right, Side::Right)).transpose()?)?;
    Ok(info)
}

/// Defects and anomalies of a recording, as JSON.
#[pyfunction]
pub(crate) fn doctor(
    py: Python<'_>,
    recording: &Recording,
    ignore: Vec<String>,
    fail_on: &str,
) -> PyResult<String> {
    let gate = gate(&ignore, fail_on)?;
    let inner = recording.inner.clone();
    work(py, recording.keys(), move || {
        let report = examine_opened(inner.recording(), &doctors::Options::default());
        json(&report.gated(&gate))
    })?
}

/// The findings that fail, by their names.
fn gate(ignore: &[String], fail_on: &str) -> PyResult<doctors::Gate> {
    Ok(doctors::Gate {
        fail_on: args::named(fail_on)?,
        ignore: ignore.iter().map(|name| args::named(name)).collect::<PyResult<_>>()?,
    })
}

/// The same of any file at all.
#[pyfunction]
pub(crate) fn doctor_file(
    py: Python<'_>,
    path: PathBuf,
    ignore: Vec<String>,
    fail_on: &str,
) -> PyResult<String> {
    let gate = gate(&ignore, fail_on)?;
    work_on_unpacked(py, &path, move |bytes| {
        json(&examine(bytes, &doctors::Options::default()).gated(&gate))
    })?
}

/// A plot of curves and measures, as SVG.
#[pyfunction]
#[expect(clippy::too_many_arguments, reason = "one for each setting")]
pub(crate) fn plot_svg(
    py: Python<'_>,
    recording: &Recording,
    label: String,
    curves: Vec<String>,
    mode: &str,
    width_px: u32,
    height_px: Option<u32>,
    dark: bool,
    max_frames: Option<usize>,
) -> PyResult<String> {
    let mut wanted = reenact_plot::Wanted::of(&curves).map_err(in_words)?;
    wanted.mode = args::mode(mode)?;
    wanted.max_frames = max_frames;
    let theme = if dark { reenact_plot::Theme::Dark } else { reenact_plot::Theme::Light };
    let inner = recording.inner.clone();
    work(py, recording.keys(), move || {
        let source = reenact_plot::Source { label, recording: inner.recording() };
        let plotted = reenact_plot::plot(&[source], &wanted);
        let mut plot = plotted.map_err(|plot_error| error::of(plot_error.error))?;
        (plot.width_px, plot.height_px, plot.theme) = (width_px, height_px, theme);
        Ok(plot.to_svg())
    })?
}

//! Summary, doctor and plot.

use std::path::PathBuf;

use pyo3::prelude::*;
use reenact_inspect::doctor::{self as doctors, examine, examine_opened};
use reenact_inspect::summary::{FileSummary, summarize};

use crate::args::{self, json};
use crate::error::{self, in_words};
use crate::recording::{Recording, work_on_own_format};
use crate::work::work;

/// Summary of a recording, like `info --json`, without the name of a file.
#[pyfunction]
pub(crate) fn info<'py>(py: Python<'py>, recording: &Recording) -> PyResult<Bound<'py, PyAny>> {
    let inner = recording.inner.clone();
    let summary = py.detach(|| summarize(inner.recording()));
    let bytes = inner.recording().file_len();
    args::object(py, &FileSummary { file: String::new(), bytes, summary })
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

/// Gate from names of findings.
fn gate(ignore: &[String], fail_on: &str) -> PyResult<doctors::Gate> {
    Ok(doctors::Gate {
        fail_on: args::named(fail_on)?,
        ignore: ignore.iter().map(|name| args::named(name)).collect::<PyResult<_>>()?,
    })
}

/// Defects and anomalies of any file, as JSON.
#[pyfunction]
pub(crate) fn doctor_file(
    py: Python<'_>,
    path: PathBuf,
    ignore: Vec<String>,
    fail_on: &str,
) -> PyResult<String> {
    let gate = gate(&ignore, fail_on)?;
    work_on_own_format(py, &path, move |bytes, _| {
        json(&examine(bytes, &doctors::Options::default()).gated(&gate))
    })?
}

/// Plot of curves and measures, as SVG.
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

//! Synthetic recordings.

use pyo3::prelude::*;
use reenact::Named;
use reenact_make::{Device, Options, Script};

use crate::args;
use crate::error::in_words;
use crate::recording::Recording;
use crate::work::work;

/// Makes an improvised recording. The defaults are the rate and version of the device.
#[pyfunction]
pub(crate) fn make(
    py: Python<'_>,
    seconds: f32,
    rate_hz: Option<f32>,
    seed: &str,
    version: Option<&str>,
    device: &str,
) -> PyResult<Recording> {
    let device = Device::from_name(device).map_err(in_words)?;
    let own = Options::with_device(device);
    let rate_hz = rate_hz.unwrap_or(own.rate_hz);
    let form = version.map_or(Ok(own.form), args::form)?;
    let seed = Options::parse_seed(seed).map_err(in_words)?;
    let options = Options { seconds, rate_hz, seed, form, device, demo: false };
    let values = options.frames().saturating_mul(400);
    let made = work(py, values, move || reenact_make::make(&options))?;
    made.map(Recording::new).map_err(in_words)
}

/// Makes the built-in demo.
#[pyfunction]
pub(crate) fn demo(py: Python<'_>) -> Recording {
    py.detach(|| Recording::new(reenact_make::demo()))
}

/// Makes the recording of a script.
#[pyfunction]
pub(crate) fn make_script(py: Python<'_>, script: &str, version: &str) -> PyResult<Recording> {
    let form = args::form(version)?;
    let script = Script::parse(script).map_err(in_words)?;
    let values = script.frames().saturating_mul(400);
    work(py, values, move || Recording::new(script.perform(form)))
}

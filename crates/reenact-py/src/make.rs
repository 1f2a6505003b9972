//! Made-up recordings.

use pyo3::prelude::*;
use reenact_make::{Device, Options, ScriptFile};

use crate::args;
use crate::error::{in_words, wrong};
use crate::recording::Recording;
use crate::work::work;

/// Makes up a performance. The device's own rate and version are used where none is given.
#[pyfunction]
pub(crate) fn make(
    py: Python<'_>,
    seconds: f32,
    rate_hz: Option<f32>,
    seed: u64,
    version: Option<&str>,
    device: &str,
) -> PyResult<Recording> {
    let device = Device::from_name(device)
        .ok_or_else(|| wrong(&format!("device must be 'ideal' or 'hololens2', not {device:?}")))?;
    let own = Options::with_device(device);
    let rate_hz = rate_hz.unwrap_or(own.rate_hz);
    let form = version.map_or(Ok(own.form), args::form)?;
    let options = Options { seconds, rate_hz, seed, form, device };
    options.check().map_err(in_words)?;
    let values = options.frames().saturating_mul(400);
    work(py, values, move || Recording::new(reenact_make::make(&options)))
}

/// The built-in demo.
#[pyfunction]
pub(crate) fn demo(py: Python<'_>) -> Recording {
    py.detach(|| Recording::new(reenact_make::demo()))
}

/// What a script says.
#[pyfunction]
pub(crate) fn make_script(py: Python<'_>, script: &str, version: &str) -> PyResult<Recording> {
    let form = args::form(version)?;
    let script = ScriptFile::parse(script).map_err(in_words)?;
    let values = script.frames().saturating_mul(400);
    work(py, values, move || Recording::new(script.perform(form)))
}

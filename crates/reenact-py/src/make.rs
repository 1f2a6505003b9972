//! Made-up recordings.

use pyo3::prelude::*;
use reenact_make::{Options, ScriptFile};

use crate::args;
use crate::error::{in_words, wrong};
use crate::recording::Recording;
use crate::work::work;

/// A performance of so many seconds.
#[pyfunction]
pub(crate) fn make(
    py: Python<'_>,
    seconds: f32,
    rate_hz: f32,
    seed: u64,
    version: &str,
) -> PyResult<Recording> {
    let options = Options { seconds, rate_hz, seed, form: args::form(version)? };
    // The library brings what makes no sense to the nearest that does; somebody who wrote it should hear of it.
    if !(0.0..=86_400.0).contains(&seconds) || !(1.0..=1000.0).contains(&rate_hz) {
        return Err(wrong("seconds must be from 0 to 86400, and rate_hz from 1 to 1000"));
    }
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

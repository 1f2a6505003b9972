//! Options of formats from Python values.

use pyo3::prelude::*;
use pyo3::types::PyDict;
use reenact_convert::{Setting, WriteOptions};

use crate::args::{self, given};
use crate::error::wrong;

/// Options of writing: the defaults, with the named options replaced.
pub(super) fn write_options(
    name: String,
    file_stem: String,
    given_options: &Bound<'_, PyDict>,
) -> PyResult<WriteOptions> {
    let mut options = WriteOptions { name, file_stem, ..WriteOptions::default() };
    for (name, value) in given_options {
        set(&mut options, &name.extract::<String>()?, &value)?;
    }
    Ok(options)
}

fn set(options: &mut WriteOptions, name: &str, value: &Bound<'_, PyAny>) -> PyResult<()> {
    let word = || given::<String>(name, value);
    match args::option(name, "Writing")? {
        Setting::Table => options.table = args::named(&word()?)?,
        Setting::Mode => options.mode = args::named(&word()?)?,
        Setting::Rate => options.rate_hz = given(name, value)?,
        Setting::MaxFrames => options.max_frames = given(name, value)?,
        Setting::Axes => options.axes = args::named(&word()?)?,
        Setting::Profile => options.profile = args::named(&word()?)?,
        Setting::Rig => options.rig = args::named(&word()?)?,
        Setting::Unit => options.unit = args::named(&word()?)?,
        Setting::Hand => options.hand = args::named(&word()?)?,
        Setting::At => options.at_secs = given(name, value)?,
        Setting::Reference => options.reference = args::joint(&word()?)?,
        Setting::Subject => options.subject = given(name, value)?,
        Setting::Session => options.session = given(name, value)?,
        Setting::Task => options.task = word()?,
        Setting::HandsbinVersion => options.handsbin_version = args::named(&word()?)?,
        Setting::KeyTimes => options.key_times = given(name, value)?,
        Setting::Origin => options.origin = args::named(&word()?)?,
        other => return Err(wrong(&format!("no option {other}"))),
    }
    Ok(())
}

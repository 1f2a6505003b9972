//! Parsing of named options from Python.

use pyo3::prelude::*;
use reenact::hand::Joint;
use reenact::{Form, Mode, Named, ReadOptions, Tracks};

use crate::error::{in_words, wrong};

/// The choice of that name.
pub(crate) fn choose<T: Copy>(what: &str, name: &str, choices: &[(&str, T)]) -> PyResult<T> {
    if let Some((_, choice)) = choices.iter().find(|(choice, _)| *choice == name) {
        return Ok(*choice);
    }
    let names: Vec<String> = choices.iter().map(|(name, _)| format!("{name:?}")).collect();
    Err(wrong(&format!("no {what} {name:?}: there are {}", names.join(", "))))
}

/// The value of that name.
pub(crate) fn named<T: Named>(name: &str) -> PyResult<T> {
    T::from_name(name).map_err(in_words)
}

pub(crate) fn mode(name: &str) -> PyResult<Mode> {
    named(name)
}

pub(crate) fn form(name: &str) -> PyResult<Form> {
    let forms = [
        ("1.1", Form::MRTK_1_1),
        ("1.0", Form::MRTK_1_0),
        ("1.1-published", Form::PUBLISHED_1_1),
        ("1.0-published", Form::PUBLISHED_1_0),
    ];
    choose("version", name, &forms)
}

pub(crate) fn read_options(layout: Option<&str>) -> PyResult<ReadOptions> {
    let layout = layout.map(named).transpose()?;
    Ok(ReadOptions { layout, ..ReadOptions::default() })
}

pub(crate) fn joint(name: &str) -> PyResult<Joint> {
    named(name)
}

/// Camera, hands, gaze.
pub(crate) type TracksArg = (bool, bool, bool);

pub(crate) const fn tracks((camera, hands, gaze): TracksArg) -> Tracks {
    Tracks { camera, hands, gaze }
}

/// The value of an option.
pub(crate) fn given<'py, T: FromPyObjectOwned<'py>>(
    name: &str,
    value: &Bound<'py, PyAny>,
) -> PyResult<T> {
    value.extract::<T>().map_err(|error| {
        let error: PyErr = error.into();
        wrong(&format!("{name} is {value:?}: {}", error.value(value.py())))
    })
}

/// An error about an option that there is not: with the one that is called most like it, and where all of them are listed.
pub(crate) fn no_option(name: &str, known: &[&str], class: &str) -> PyErr {
    let near = known.iter().find(|known| known.starts_with(name) || name.starts_with(**known));
    let near = near.map(|near| format!("did you mean {near:?}? ")).unwrap_or_default();
    wrong(&format!("no option {name:?}: {near}see reenact.{class}"))
}

pub(crate) fn json(value: &impl serde::Serialize) -> PyResult<String> {
    serde_json::to_string(value).map_err(in_words)
}

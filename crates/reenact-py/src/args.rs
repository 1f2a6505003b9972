//! Parsing of named options from Python.

use pyo3::IntoPyObjectExt;
use pyo3::prelude::*;
use pyo3::types::PyDict;
use reenact::hand::Joint;
use reenact::{Form, Mode, Named, NoSuchName, ReadOptions, Tracks};
use serde_json::Value;

use crate::error::{in_words, wrong};

/// Choice with a name.
pub(crate) fn choose<T: Copy>(what: &str, name: &str, choices: &[(&str, T)]) -> PyResult<T> {
    if let Some((_, choice)) = choices.iter().find(|(choice, _)| *choice == name) {
        return Ok(*choice);
    }
    let names: Vec<String> = choices.iter().map(|(name, _)| format!("{name:?}")).collect();
    Err(wrong(&format!("no {what} {name:?}: there are {}", names.join(", "))))
}

/// Value with a name.
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

/// Flags for camera, hands, gaze.
pub(crate) type TracksArg = (bool, bool, bool);

pub(crate) const fn tracks((camera, hands, gaze): TracksArg) -> Tracks {
    Tracks { camera, hands, gaze }
}

/// Value of an option.
pub(crate) fn given<'py, T: FromPyObjectOwned<'py>>(
    name: &str,
    value: &Bound<'py, PyAny>,
) -> PyResult<T> {
    value.extract::<T>().map_err(|error| {
        let error: PyErr = error.into();
        wrong(&format!("{name} is {value:?}: {}", error.value(value.py())))
    })
}

/// Option with a name. The error suggests a similar one, and names the class of `reenact` that lists all options.
pub(crate) fn option<T: Named>(name: &str, class: &str) -> PyResult<T> {
    T::from_name(name).map_err(|error| unknown(&error, class))
}

/// Error for an unknown option, like that of [`option`].
pub(crate) fn no_option(what: &'static str, name: &str, names: &[&str], class: &str) -> PyErr {
    unknown(&NoSuchName::new(what, name, names), class)
}

fn unknown(error: &NoSuchName, class: &str) -> PyErr {
    wrong(&format!("{error} (reenact.{class} has them all)"))
}

pub(crate) fn json(value: &impl serde::Serialize) -> PyResult<String> {
    serde_json::to_string(value).map_err(in_words)
}

/// Converts a report to dictionaries, lists and numbers. Unlike in JSON text, 32-bit numbers keep their exact value.
pub(crate) fn object<'py>(
    py: Python<'py>,
    report: &impl serde::Serialize,
) -> PyResult<Bound<'py, PyAny>> {
    of_value(py, &serde_json::to_value(report).map_err(in_words)?)
}

fn of_value<'py>(py: Python<'py>, value: &Value) -> PyResult<Bound<'py, PyAny>> {
    match value {
        Value::Null => Ok(py.None().into_bound(py)),
        Value::Bool(value) => value.into_bound_py_any(py),
        Value::String(text) => text.into_bound_py_any(py),
        Value::Number(number) => match number.as_u64() {
            Some(whole) => whole.into_bound_py_any(py),
            None => number.as_f64().into_bound_py_any(py),
        },
        Value::Array(list) => {
            let items: PyResult<Vec<_>> = list.iter().map(|item| of_value(py, item)).collect();
            items?.into_bound_py_any(py)
        }
        Value::Object(fields) => {
            let dict = PyDict::new(py);
            for (name, value) in fields {
                dict.set_item(name, of_value(py, value)?)?;
            }
            Ok(dict.into_any())
        }
    }
}

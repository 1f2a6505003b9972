//! Conversion of library errors to Python exceptions.

use std::fmt::Display;
use std::io;
use std::path::Path;

use pyo3::exceptions::{PyMemoryError, PyOSError};
use pyo3::prelude::*;
use pyo3::sync::PyOnceLock;
use pyo3::types::PyType;
use reenact::{ErrorKind, FrameTimes};

/// Error of a recording: `ReenactError(message, field, offset)`.
fn reenact_error(message: &str, field: Option<String>, offset: Option<u64>) -> PyErr {
    static CLASS: PyOnceLock<Py<PyType>> = PyOnceLock::new();
    Python::attach(|py| {
        let class = CLASS.import(py, "reenact._errors", "ReenactError");
        match class.and_then(|class| class.call1((message, field, offset))) {
            Ok(error) => PyErr::from_value(error),
            Err(error) => error,
        }
    })
}

/// Error for an invalid argument.
pub(crate) fn wrong(message: &str) -> PyErr {
    reenact_error(message, None, None)
}

/// I/O error: `OSError`, or the subclass for its kind.
pub(crate) fn os(error: io::Error, path: Option<&Path>) -> PyErr {
    match (error.raw_os_error(), path) {
        (Some(number), Some(path)) => {
            let text = error.to_string();
            // Rust appends the number, which Python prints itself.
            let text = text.split(" (os error").next().unwrap_or_default().to_owned();
            PyOSError::new_err((number, text, path.as_os_str().to_os_string()))
        }
        _ => error.into(),
    }
}

/// Error of the library, with the path of a file if there is one.
pub(crate) fn of_file(error: &reenact::Error, path: Option<&Path>) -> PyErr {
    if let ErrorKind::Io(inner) = error.kind() {
        let inner = match inner.raw_os_error() {
            Some(number) => io::Error::from_raw_os_error(number),
            None => io::Error::new(inner.kind(), inner.to_string()),
        };
        return os(inner, path);
    }
    let advice = match error.kind() {
        ErrorKind::TooManyFrames { limit, .. } if *limit != FrameTimes::MAX_LEN => {
            ", with max_frames"
        }
        _ => "",
    };
    let message = match path {
        Some(path) => format!("{error}{advice}: {}", path.display()),
        None => format!("{error}{advice}"),
    };
    if let ErrorKind::OutOfMemory { .. } = error.kind() {
        return PyMemoryError::new_err(message);
    }
    reenact_error(&message, error.field().map(|field| field.to_string()), error.offset())
}

/// Error of the library.
pub(crate) fn of(error: reenact::Error) -> PyErr {
    of_file(&error, None)
}

/// Error of a conversion, with the path of a file if there is one.
pub(crate) fn of_convert(error: reenact_convert::Error, path: Option<&Path>) -> PyErr {
    match (error, path) {
        (reenact_convert::Error::Recording(error), _) => of_file(&error, path),
        (reenact_convert::Error::Io(error), _) => os(error, path),
        (other, Some(path)) => wrong(&format!("{other}: {}", path.display())),
        (other, None) => wrong(&other.to_string()),
    }
}

/// Any other error, with its own message.
pub(crate) fn in_words(error: impl Display) -> PyErr {
    wrong(&error.to_string())
}

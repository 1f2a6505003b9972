//! Errors for JavaScript.

use std::fmt;

use reenact::json::ErrorReport;
use wasm_bindgen::prelude::*;

/// An error with its code, field, offset and hint.
#[derive(Debug)]
pub(crate) struct Error {
    report: Box<ErrorReport>,
    hint: Option<&'static str>,
}

pub(crate) type Result<T, E = Error> = std::result::Result<T, E>;

impl Error {
    pub(crate) fn new(code: &'static str, message: impl Into<String>) -> Self {
        Self { report: Box::new(ErrorReport::new(code, message)), hint: None }
    }

    /// A file larger than a page can hold.
    pub(crate) fn too_large(bytes: u64) -> Self {
        let message = format!("a file of {bytes} bytes: a page holds no more than 2 GB");
        let hint = "extract a part with `reenact trim`: the command reads files of any size";
        Self { hint: Some(hint), ..Self::new("too-large", message) }
    }

    /// Memory allocation failed.
    pub(crate) fn out_of_memory(bytes: usize) -> Self {
        let message = format!("no memory for {bytes} bytes in this page");
        let hint = "close other files, or use the command: it reads files of any size";
        Self { hint: Some(hint), ..Self::new("out-of-memory", message) }
    }
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.report.message)
    }
}

impl From<reenact::Error> for Error {
    fn from(error: reenact::Error) -> Self {
        let hint = match error.code().name() {
            "truncated" | "damaged" => Some("its intact data can be salvaged"),
            "not-a-recording" => Some(
                "this reads .bin recordings of MRTK, .json, .ndjson, .glb and .gltf made of them, WebXR recordings of IWER, journals and \
                     head_hand_eye.csv of HoloLens2ForCV",
            ),
            _ => None,
        };
        Self { report: Box::new(ErrorReport::from(&error)), hint }
    }
}

impl From<reenact_convert::Error> for Error {
    fn from(error: reenact_convert::Error) -> Self {
        match error {
            reenact_convert::Error::Recording(error) => error.into(),
            error => {
                let mut report = ErrorReport::from(&error);
                report.message = error.to_string();
                Self { report: Box::new(report), hint: None }
            }
        }
    }
}

impl From<std::io::Error> for Error {
    fn from(error: std::io::Error) -> Self {
        let code = match error.kind() {
            std::io::ErrorKind::OutOfMemory => "out-of-memory",
            _ => "io",
        };
        Self::new(code, error.to_string())
    }
}

/// Converts to a JavaScript `Error` with these properties.
impl From<Error> for JsValue {
    fn from(error: Error) -> Self {
        let Error { report, hint } = error;
        let thrown = js_sys::Error::new(&report.message);
        thrown.set_name("ReenactError");
        let set = |name: &str, value: Self| {
            // Setting a property of a new object cannot fail.
            let _ = js_sys::Reflect::set(&thrown, &name.into(), &value);
        };
        set("code", report.code.into());
        if let Some(field) = report.field {
            set("field", field.into());
        }
        if let Some(offset) = report.offset {
            set("offset", crate::value::number(offset).into());
        }
        if let Some(hint) = hint {
            set("hint", hint.into());
        }
        thrown.into()
    }
}

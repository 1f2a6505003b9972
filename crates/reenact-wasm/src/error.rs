//! Errors for JavaScript.

use std::fmt;

use wasm_bindgen::prelude::*;

/// An error with its code, field, offset and hint.
#[derive(Debug)]
pub(crate) struct Error {
    code: &'static str,
    message: String,
    field: Option<String>,
    offset: Option<u64>,
    hint: Option<&'static str>,
}

pub(crate) type Result<T, E = Error> = std::result::Result<T, E>;

impl Error {
    pub(crate) fn new(code: &'static str, message: impl Into<String>) -> Self {
        Self { code, message: message.into(), field: None, offset: None, hint: None }
    }

    /// A file larger than a page can hold.
    pub(crate) fn too_large(bytes: u64) -> Self {
        let message = format!("a file of {bytes} bytes: a page holds no more than 2 GB");
        let hint = "cut a piece of it with `reenact trim`: the command reads files of any size";
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
        f.write_str(&self.message)
    }
}

impl From<reenact::Error> for Error {
    fn from(error: reenact::Error) -> Self {
        let hint = match error.code().name() {
            "truncated" | "damaged" => Some("what survives of it can be salvaged"),
            "not-a-recording" => Some(
                "this reads .bin recordings of MRTK, .json, .ndjson, .glb and .gltf made of them, WebXR recordings of IWER and \
                     head_hand_eye.csv of HoloLens2ForCV",
            ),
            _ => None,
        };
        Self {
            code: error.code().name(),
            field: error.field().map(|field| field.to_string()),
            offset: error.offset(),
            hint,
            message: error.to_string(),
        }
    }
}

impl From<reenact_convert::Error> for Error {
    fn from(error: reenact_convert::Error) -> Self {
        match error {
            reenact_convert::Error::Recording(error) => error.into(),
            reenact_convert::Error::Io(error) => error.into(),
            reenact_convert::Error::Text(error) => Self::new("wrong-text", error.to_string()),
            reenact_convert::Error::Malformed(message) => Self::new("malformed", message),
            error => Self::new("impossible", error.to_string()),
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
        let thrown = js_sys::Error::new(&error.message);
        thrown.set_name("ReenactError");
        let set = |name: &str, value: Self| {
            // Setting a property of a new object cannot fail.
            let _ = js_sys::Reflect::set(&thrown, &name.into(), &value);
        };
        set("code", error.code.into());
        if let Some(field) = error.field {
            set("field", field.into());
        }
        if let Some(offset) = error.offset {
            set("offset", crate::value::number(offset).into());
        }
        if let Some(hint) = error.hint {
            set("hint", hint.into());
        }
        thrown.into()
    }
}

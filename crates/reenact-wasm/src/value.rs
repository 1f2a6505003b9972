//! Conversion of values to and from JavaScript.

use serde::Serialize;
use wasm_bindgen::prelude::*;

use crate::error::{Error, Result};

/// Plain object with the names and numbers that the command prints.
pub(crate) fn object(document: &impl Serialize) -> Result<JsValue> {
    let text = serde_json::to_string(document).map_err(|error| broken(&error.to_string()))?;
    js_sys::JSON::parse(&text).map_err(|_| broken("it is no JSON"))
}

/// Deserializes a list of plain objects.
pub(crate) fn from_object<T: serde::de::DeserializeOwned>(value: &JsValue) -> Result<T> {
    let text = js_sys::JSON::stringify(value).map_err(|_| broken("it cannot be a document"))?;
    serde_json::from_str(&String::from(text))
        .map_err(|error| Error::new("wrong-option", error.to_string()))
}

fn broken(why: &str) -> Error {
    Error::new("wrong-document", format!("cannot convert a report to a JavaScript object: {why}"))
}

/// A count or offset; exact below 2⁵³.
#[expect(clippy::as_conversions, clippy::cast_precision_loss, reason = "JavaScript has no other")]
pub(crate) const fn number(value: u64) -> f64 {
    value as f64
}

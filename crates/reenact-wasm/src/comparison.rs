//! Comparison of two recordings.

use reenact_inspect::compare::{FileComparison, Options, compare, distance_at, distances};
use wasm_bindgen::prelude::*;

use crate::error::{Error, Result};
use crate::recording::Recording;
use crate::value;

/// Comparison of two recordings. Shares their keys.
#[wasm_bindgen]
#[derive(Debug)]
pub struct Comparison {
    a: Recording,
    b: Recording,
}

#[wasm_bindgen]
impl Comparison {
    /// Creates a comparison.
    #[wasm_bindgen(constructor)]
    pub fn new(a: &Recording, b: &Recording) -> Self {
        Self { a: a.clone(), b: b.clone() }
    }

    /// Same object as `compare --json`.
    #[wasm_bindgen(unchecked_return_type = "any")]
    pub fn report(&self) -> Result<JsValue, JsValue> {
        let [a, b] = [&self.a, &self.b].map(super::recording::Recording::library);
        let comparison = compare(a, b, &Options::default()).map_err(Error::from)?;
        let files = [&self.a, &self.b].map(|recording| recording.file_name().to_owned());
        Ok(value::object(&FileComparison { files, comparison })?)
    }

    /// Largest distance of head and joints in metres per column; NaN if nothing can be compared.
    pub fn distance(
        &self,
        from_secs: f32,
        to_secs: f32,
        columns: usize,
    ) -> Result<Vec<f32>, JsValue> {
        let [a, b] = [&self.a, &self.b].map(super::recording::Recording::sampler);
        Ok(distances(a, b, [from_secs, to_secs], columns).map_err(Error::from)?)
    }

    /// The largest distance at one time.
    pub fn distance_at(&self, time_secs: f32) -> Option<f32> {
        let [a, b] = [&self.a, &self.b].map(super::recording::Recording::sampler);
        distance_at(a, b, time_secs)
    }
}

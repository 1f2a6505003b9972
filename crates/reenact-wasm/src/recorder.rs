//! Recorder of frames of a page.

use js_sys::{Float32Array, Object};
use reenact::{Keep, RecordOptions, Recorder as LibraryRecorder, Signs};
use serde::Deserialize;
use wasm_bindgen::prelude::*;

use crate::error::{Error, Result};
use crate::recording::Recording;
use crate::{frame, value};

/// Options of a recorder for JavaScript.
#[derive(Debug, Default, Deserialize)]
#[serde(deny_unknown_fields)]
struct Given {
    rate_hz: Option<f32>,
    keep_secs: Option<f32>,
    cut_pauses: Option<bool>,
}

impl Given {
    fn options(&self) -> RecordOptions {
        let default = RecordOptions::default();
        RecordOptions {
            max_rate_hz: self.rate_hz,
            keep: self.keep_secs.map_or(Keep::All, Keep::LastSecs),
            cut_pauses: self.cut_pauses.unwrap_or(default.cut_pauses),
            ..default
        }
    }
}

/// Builds a recording from frames: all of them, or those of the last seconds.
#[wasm_bindgen]
#[derive(Debug)]
pub struct Recorder {
    recorder: LibraryRecorder,
    signs: Signs,
}

#[wasm_bindgen]
impl Recorder {
    /// Creates an empty recorder. `rate_hz` is the maximum rate of frames, otherwise all are kept; `keep_secs` the length
    /// of a ring buffer, otherwise everything is kept.
    #[wasm_bindgen(constructor)]
    pub fn new(options: Option<Object>) -> Result<Self, JsValue> {
        let given: Option<Given> = options.map(|given| value::from_object(&given)).transpose()?;
        let options = given.unwrap_or_default().options();
        let recorder = LibraryRecorder::new(options).map_err(Error::from)?;
        Ok(Self { recorder, signs: Signs::new() })
    }

    /// Records a frame in the layout of `layout()`. Returns `kept`, `over-rate`, `paused`, `refused` or `full`.
    pub fn record(&mut self, time_secs: f64, floats: &Float32Array) -> Result<String, JsValue> {
        let frame = frame::of_array(floats, &mut self.signs)?;
        Ok(self.recorder.record_at(time_secs, &frame).name().to_owned())
    }

    /// Adds a marker at the last kept frame, or at the first one to come if there is none.
    pub fn mark(&mut self, name: &str) -> Result<(), JsValue> {
        Ok(self.recorder.mark(name).map_err(Error::from)?)
    }

    /// Ignores frames until `resume`.
    pub fn pause(&mut self) {
        self.recorder.pause();
    }

    /// Continues after a pause.
    pub fn resume(&mut self) {
        self.recorder.resume();
    }

    /// Drops all frames and markers.
    pub fn discard(&mut self) {
        self.recorder.discard();
        self.signs = Signs::new();
    }

    /// Number of kept frames.
    #[wasm_bindgen(getter)]
    pub fn frames(&self) -> usize {
        self.recorder.frames()
    }

    /// Time from the first kept frame to the last.
    #[wasm_bindgen(getter)]
    pub fn duration_secs(&self) -> f32 {
        self.recorder.duration_secs()
    }

    /// Recording of the kept frames; recording can continue.
    pub fn recording(&self, name: &str) -> Recording {
        Recording::of(name, self.recorder.recording())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn everything_is_kept_unless_a_length_is_given() {
        let keep = |keep_secs| Given { keep_secs, ..Given::default() }.options().keep;
        assert_eq!(keep(None), Keep::All);
        assert_eq!(keep(Some(30.0)), Keep::LastSecs(30.0));
        assert!(LibraryRecorder::new(Given::default().options()).is_ok());
    }
}

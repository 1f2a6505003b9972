//! A recording, as the page has it.

mod channels;
mod edits;
mod poses;

use std::cell::RefCell;
use std::rc::Rc;

use reenact::{Mode, ReadOptions};
use reenact_file::SharedRecording;
use reenact_inspect::json::Marker;
use reenact_inspect::measure::Series;
use reenact_inspect::summary::{Document, summarize};
use reenact_inspect::{doctor, events, stats};
use wasm_bindgen::prelude::*;

use crate::error::{Error, Result};
use crate::{Named, read, value};

/// A recording: a file that was read, the demo, or what an edit made.
///
/// Cloning is cheap and copies no keys.
#[wasm_bindgen]
#[derive(Debug, Clone)]
pub struct Recording {
    name: Rc<str>,
    shared: SharedRecording,
    /// Measures that were asked for: they are computed for the whole recording at once.
    measured: Rc<RefCell<Vec<Rc<Series>>>>,
}

#[wasm_bindgen]
impl Recording {
    /// The built-in demo.
    pub fn demo() -> Self {
        Self::of("demo.bin", reenact_make::demo().into())
    }

    /// The same recording again; it shares everything.
    #[wasm_bindgen(js_name = clone)]
    #[must_use]
    pub fn copy(&self) -> Self {
        self.clone()
    }

    /// What its file is called.
    #[wasm_bindgen(getter)]
    pub fn name(&self) -> String {
        self.name.as_ref().to_owned()
    }

    /// The time at which it starts: that of its first key, but not before 0.
    #[wasm_bindgen(getter)]
    pub fn start_secs(&self) -> f32 {
        self.shared.recording().start_secs()
    }

    /// The time at which it ends: that of its last key.
    #[wasm_bindgen(getter)]
    pub fn end_secs(&self) -> f32 {
        self.shared.recording().end_secs()
    }

    /// How many bytes it has as `.bin`.
    #[wasm_bindgen(getter)]
    pub fn file_bytes(&self) -> f64 {
        value::number(file_bytes(&self.shared))
    }

    /// Whether it was made from another one by an edit, and shares with it what this left as it was.
    #[wasm_bindgen(getter)]
    pub fn is_edited(&self) -> bool {
        self.shared.is_edited()
    }

    /// Whether both came from the same recording by edits.
    pub fn is_related_to(&self, other: &Self) -> bool {
        self.shared.is_related_to(&other.shared)
    }

    /// How many bytes all recordings take that came from the same one by edits, and are still there.
    #[wasm_bindgen(getter)]
    pub fn family_bytes(&self) -> f64 {
        value::number(self.shared.family_bytes().try_into().unwrap_or(u64::MAX))
    }

    /// As `info --json`.
    #[wasm_bindgen(unchecked_return_type = "any")]
    pub fn info(&self) -> Result<JsValue, JsValue> {
        let recording = self.shared.recording();
        let summary = summarize(recording);
        let bytes = file_bytes(&self.shared);
        Ok(value::object(&Document::new(&self.name, bytes, recording, &summary))?)
    }

    /// As `doctor --json`.
    #[wasm_bindgen(unchecked_return_type = "any")]
    pub fn doctor(&self) -> Result<JsValue, JsValue> {
        let report =
            doctor::examine_recording(self.shared.recording(), &doctor::Options::default());
        Ok(value::object(&Named { file: &self.name, rest: report })?)
    }

    /// As `stats --json`.
    #[wasm_bindgen(unchecked_return_type = "any")]
    pub fn stats(&self) -> Result<JsValue, JsValue> {
        let stats = stats::stats(self.shared.recording(), &stats::Options::default());
        let stats = stats.map_err(Error::from)?;
        Ok(value::object(&Named { file: &self.name, rest: stats })?)
    }

    /// What happened from when to when: pinches, grabs, pokes, fixations.
    #[wasm_bindgen(unchecked_return_type = "any")]
    pub fn events(&self) -> Result<JsValue, JsValue> {
        let events = events::events(self.shared.recording(), &events::Options::default());
        Ok(value::object(&events.map_err(Error::from)?)?)
    }

    /// The named moments.
    #[wasm_bindgen(unchecked_return_type = "Marker[]")]
    pub fn markers(&self) -> Result<JsValue, JsValue> {
        let markers = self.shared.recording().markers().map(Marker::from);
        Ok(value::object(&markers.collect::<Vec<_>>())?)
    }
}

impl Recording {
    /// Reads a recording, or what was converted from one.
    pub(crate) fn read(name: &str, bytes: Vec<u8>) -> Result<Self> {
        Ok(Self::of(name, read::read(bytes)?))
    }

    /// What survives of a file that cannot be read.
    pub(crate) fn salvaged(name: &str, bytes: &[u8]) -> Result<Self> {
        let salvaged = reenact::Recording::salvage(bytes, &ReadOptions::default())?;
        Ok(Self::of(name, salvaged.recording.into_owned().into()))
    }

    fn of(name: &str, shared: SharedRecording) -> Self {
        Self { name: name.into(), shared, measured: Rc::default() }
    }

    /// Another recording in place of this one.
    pub(crate) fn with(&self, shared: SharedRecording) -> Self {
        Self { name: Rc::clone(&self.name), shared, measured: Rc::default() }
    }

    /// Takes the measures of a recording that moves as this one does.
    pub(crate) fn share_measures(&mut self, other: &Self) {
        self.measured = Rc::clone(&other.measured);
    }

    pub(crate) fn file_name(&self) -> &str {
        &self.name
    }

    pub(crate) const fn shared(&self) -> &SharedRecording {
        &self.shared
    }

    fn sampler(&self) -> &reenact::Sampler<'_> {
        self.shared.sampler(Mode::Clean)
    }
}

/// How many bytes a recording has as a file.
pub(crate) fn file_bytes(shared: &SharedRecording) -> u64 {
    let bytes = shared.bytes().map_or_else(|| shared.recording().encoded_len(), <[u8]>::len);
    bytes.try_into().unwrap_or(u64::MAX)
}

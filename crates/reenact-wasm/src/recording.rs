//! Recording for JavaScript.

mod channels;
mod edits;
mod poses;

use std::cell::{OnceCell, RefCell};
use std::rc::Rc;

use reenact::json::OfFile;
use reenact::{Mode, Note, ReadOptions, Salvaged, Sampler};
use reenact_convert::Imported;
use reenact_inspect::measure::Series;
use reenact_inspect::summary::{FileSummary, MarkerList, summarize};
use reenact_inspect::{doctor, events, stats};
#[cfg(feature = "script")]
use reenact_make::Script;
use reenact_make::{Device, Options};
use wasm_bindgen::prelude::*;

use crate::edited::Edited;
use crate::error::{Error, Result};
use crate::{read, value};

pub(crate) use poses::side;

/// A recording: read from a file, the demo, or the result of an edit.
///
/// Cloning is cheap and copies no keys.
#[wasm_bindgen]
#[derive(Debug, Clone)]
pub struct Recording {
    name: Rc<str>,
    /// The recording, and what its file held beyond it: a Unity XR Hands recording is written again with every value kept.
    imported: Imported,
    /// Created at the first frame, because that reads every key.
    sampler: Rc<OnceCell<Sampler>>,
    /// Cached measures, each computed for the whole recording.
    measured: Rc<RefCell<Vec<Rc<Series>>>>,
}

#[cfg(feature = "script")]
#[wasm_bindgen]
impl Recording {
    /// Makes a recording from a script (`docs/reference/scripts.md`).
    pub fn make(script: &str, name: &str) -> Result<Self, JsValue> {
        let script =
            Script::parse(script).map_err(|error| Error::new("wrong-script", error.to_string()))?;
        Ok(Self::of(name, script.perform(reenact::Form::MRTK_1_1)))
    }
}

#[wasm_bindgen]
impl Recording {
    /// The built-in demo, or what a device such as `hololens2` records of the same performance.
    pub fn demo(device: Option<String>) -> Result<Self, JsValue> {
        let Some(name) = device else { return Ok(Self::of("demo.bin", reenact_make::demo())) };
        let device = name
            .parse::<Device>()
            .map_err(|error| Error::new("wrong-option", format!("{error}")))?;
        let options = Options::demo(device, Options::default().seed);
        let recording = reenact_make::make(&options).map_err(Error::from)?;
        Ok(Self::of(&format!("demo-{name}.bin"), recording))
    }

    /// Clones the recording, sharing everything.
    #[wasm_bindgen(js_name = clone)]
    #[must_use]
    pub fn copy(&self) -> Self {
        self.clone()
    }

    /// File name.
    #[wasm_bindgen(getter)]
    pub fn name(&self) -> String {
        self.name.as_ref().to_owned()
    }

    /// Start in seconds: time of the first key, but not before 0.
    #[wasm_bindgen(getter)]
    pub fn start_secs(&self) -> f32 {
        self.library().start_secs()
    }

    /// End in seconds: time of the last key.
    #[wasm_bindgen(getter)]
    pub fn end_secs(&self) -> f32 {
        self.library().end_secs()
    }

    /// Size as `.bin`, in bytes.
    #[wasm_bindgen(getter)]
    pub fn file_bytes(&self) -> f64 {
        value::number(self.library().file_len())
    }

    /// Same object as `info --json`.
    #[wasm_bindgen(unchecked_return_type = "any")]
    pub fn info(&self) -> Result<JsValue, JsValue> {
        let (bytes, summary) = (self.library().file_len(), summarize(self.library()));
        Ok(value::object(&FileSummary { file: self.name(), bytes, summary })?)
    }

    /// Same object as `doctor --json`.
    #[wasm_bindgen(unchecked_return_type = "any")]
    pub fn doctor(&self) -> Result<JsValue, JsValue> {
        let report = doctor::examine_recording(self.library(), &doctor::Options::default());
        Ok(value::object(&OfFile { file: &*self.name, report })?)
    }

    /// Same object as `stats --json`.
    #[wasm_bindgen(unchecked_return_type = "any")]
    pub fn stats(&self) -> Result<JsValue, JsValue> {
        let stats = stats::stats(self.library(), &stats::Options::default());
        let stats = stats.map_err(Error::from)?;
        Ok(value::object(&OfFile { file: &*self.name, report: stats })?)
    }

    /// Events with start and end: pinches, grabs, pokes, fixations.
    #[wasm_bindgen(unchecked_return_type = "any")]
    pub fn events(&self) -> Result<JsValue, JsValue> {
        let events = events::events(self.library(), &events::Options::default());
        Ok(value::object(&events.map_err(Error::from)?)?)
    }

    /// Losses and notes of reading the file.
    #[wasm_bindgen(unchecked_return_type = "Note[]")]
    pub fn read_notes(&self) -> Result<JsValue, JsValue> {
        let notes = self.imported.losses().notes().into_iter().map(Note::by_name);
        Ok(value::object(&notes.collect::<Vec<Note>>())?)
    }

    /// Takes over the losses of reading of a recording that this one was made of.
    pub fn keep_read_notes(&mut self, before: &Self) {
        self.imported = before.imported.edited(self.library().clone());
    }

    /// Markers.
    #[wasm_bindgen(unchecked_return_type = "Marker[]")]
    pub fn markers(&self) -> Result<JsValue, JsValue> {
        Ok(value::object(&MarkerList::of(self.library()).markers)?)
    }
}

impl Recording {
    /// Reads a recording, or a file converted from one.
    pub(crate) fn read(name: &str, bytes: Vec<u8>) -> Result<Self> {
        Ok(Self::of(name, read::read(bytes)?))
    }

    /// Recovers a damaged file.
    pub(crate) fn salvaged(name: &str, bytes: Vec<u8>) -> Result<Edited> {
        let Salvaged { recording, cut, .. } =
            reenact::Recording::salvage(bytes, &ReadOptions::default())?;
        let notes = cut.iter().map(|cut| Note::loss("salvaged", cut.to_string())).collect();
        Edited::reported(Self::of(name, recording), notes, &cut)
    }

    pub(crate) fn of(name: &str, recording: impl Into<Imported>) -> Self {
        let imported = recording.into();
        Self { name: name.into(), imported, sampler: Rc::default(), measured: Rc::default() }
    }

    /// Shares the measures of a recording with the same motion.
    pub(crate) fn share_measures(&mut self, other: &Self) {
        self.measured = Rc::clone(&other.measured);
    }

    pub(crate) fn file_name(&self) -> &str {
        &self.name
    }

    /// Recording of the library.
    pub(crate) const fn library(&self) -> &reenact::Recording {
        self.imported.recording()
    }

    pub(crate) fn sampler(&self) -> &Sampler {
        self.sampler.get_or_init(|| Sampler::new(self.library(), Mode::Clean))
    }
}

//! A recording, as the page has it.

mod channels;
mod edits;
mod poses;

use std::cell::{OnceCell, RefCell};
use std::rc::Rc;

use reenact::json::OfFile;
use reenact::{Mode, ReadOptions, Sampler};
use reenact_inspect::measure::Series;
use reenact_inspect::summary::{FileSummary, MarkerList, summarize};
use reenact_inspect::{doctor, events, stats};
use wasm_bindgen::prelude::*;

use crate::error::{Error, Result};
use crate::{read, value};

/// A recording: a file that was read, the demo, or what an edit made.
///
/// Cloning is cheap and copies no keys.
#[wasm_bindgen]
#[derive(Debug, Clone)]
pub struct Recording {
    name: Rc<str>,
    library: reenact::Recording,
    /// Made at the first frame: that looks at every key.
    sampler: Rc<OnceCell<Sampler>>,
    /// Measures that were asked for: they are computed for the whole recording at once.
    measured: Rc<RefCell<Vec<Rc<Series>>>>,
}

#[wasm_bindgen]
impl Recording {
    /// The built-in demo.
    pub fn demo() -> Self {
        Self::of("demo.bin", reenact_make::demo())
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
        self.library().start_secs()
    }

    /// The time at which it ends: that of its last key.
    #[wasm_bindgen(getter)]
    pub fn end_secs(&self) -> f32 {
        self.library().end_secs()
    }

    /// How many bytes it has as `.bin`.
    #[wasm_bindgen(getter)]
    pub fn file_bytes(&self) -> f64 {
        value::number(self.library.file_len())
    }

    /// As `info --json`.
    #[wasm_bindgen(unchecked_return_type = "any")]
    pub fn info(&self) -> Result<JsValue, JsValue> {
        let (bytes, summary) = (self.library().file_len(), summarize(self.library()));
        Ok(value::object(&FileSummary { file: self.name(), bytes, summary })?)
    }

    /// As `doctor --json`.
    #[wasm_bindgen(unchecked_return_type = "any")]
    pub fn doctor(&self) -> Result<JsValue, JsValue> {
        let report = doctor::examine_recording(self.library(), &doctor::Options::default());
        Ok(value::object(&OfFile { file: &*self.name, report })?)
    }

    /// As `stats --json`.
    #[wasm_bindgen(unchecked_return_type = "any")]
    pub fn stats(&self) -> Result<JsValue, JsValue> {
        let stats = stats::stats(self.library(), &stats::Options::default());
        let stats = stats.map_err(Error::from)?;
        Ok(value::object(&OfFile { file: &*self.name, report: stats })?)
    }

    /// What happened from when to when: pinches, grabs, pokes, fixations.
    #[wasm_bindgen(unchecked_return_type = "any")]
    pub fn events(&self) -> Result<JsValue, JsValue> {
        let events = events::events(self.library(), &events::Options::default());
        Ok(value::object(&events.map_err(Error::from)?)?)
    }

    /// The named moments.
    #[wasm_bindgen(unchecked_return_type = "Marker[]")]
    pub fn markers(&self) -> Result<JsValue, JsValue> {
        Ok(value::object(&MarkerList::of(self.library()).markers)?)
    }
}

impl Recording {
    /// Reads a recording, or what was converted from one.
    pub(crate) fn read(name: &str, bytes: Vec<u8>) -> Result<Self> {
        Ok(Self::of(name, read::read(bytes)?))
    }

    /// What survives of a file that cannot be read.
    pub(crate) fn salvaged(name: &str, bytes: Vec<u8>) -> Result<Self> {
        let salvaged = reenact::Recording::salvage(bytes, &ReadOptions::default())?;
        Ok(Self::of(name, salvaged.recording))
    }

    fn of(name: &str, library: reenact::Recording) -> Self {
        Self { name: name.into(), library, sampler: Rc::default(), measured: Rc::default() }
    }

    /// Takes the measures of a recording that moves as this one does.
    pub(crate) fn share_measures(&mut self, other: &Self) {
        self.measured = Rc::clone(&other.measured);
    }

    pub(crate) fn file_name(&self) -> &str {
        &self.name
    }

    /// The recording as the library has it.
    pub(crate) const fn library(&self) -> &reenact::Recording {
        &self.library
    }

    pub(crate) fn sampler(&self) -> &Sampler {
        self.sampler.get_or_init(|| Sampler::new(&self.library, Mode::Clean))
    }
}

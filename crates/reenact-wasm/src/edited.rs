//! Results of edits.

use reenact::Note;
use reenact_edit::{EditReport, Size};
use serde::Serialize;
use wasm_bindgen::prelude::*;

use crate::error::Result;
use crate::recording::Recording;
use crate::value;

/// Edited recording with notes and report.
#[wasm_bindgen]
#[derive(Debug)]
pub struct Edited {
    recording: Recording,
    notes: Vec<Note>,
    report: JsValue,
}

#[wasm_bindgen]
impl Edited {
    /// Edited recording. Shares unchanged curves with the original.
    pub fn recording(&self) -> Recording {
        self.recording.clone()
    }

    /// Notes on losses and synthesized data.
    #[wasm_bindgen(unchecked_return_type = "Note[]")]
    pub fn notes(&self) -> Result<JsValue, JsValue> {
        Ok(value::object(&self.notes)?)
    }

    /// Report of the edit, as the command prints it with `--json`.
    #[wasm_bindgen(unchecked_return_type = "any")]
    pub fn report(&self) -> JsValue {
        self.report.clone()
    }
}

impl Edited {
    /// Result of an edit of a recording of the size `before`.
    pub(crate) fn new<X: Serialize>(
        before: Size,
        recording: Recording,
        notes: Vec<reenact_edit::Note>,
        report: X,
    ) -> Result<Self> {
        let notes: Vec<Note> = notes.into_iter().map(Note::by_name).collect();
        let report = EditReport {
            inputs: vec![recording.file_name().to_owned()],
            output: None,
            before,
            after: size(recording.library()),
            notes: notes.clone(),
            report,
        };
        let report = value::object(&report)?;
        Ok(Self { recording, notes, report })
    }

    /// Reuses the measures of `before`, for an edit that does not change motion.
    pub(crate) fn measured_as(mut self, before: &Recording) -> Self {
        self.recording.share_measures(before);
        self
    }

    /// Replaces the report.
    pub(crate) fn reported(
        recording: Recording,
        notes: Vec<Note>,
        report: &impl Serialize,
    ) -> Result<Self> {
        Ok(Self { recording, notes, report: value::object(report)? })
    }
}

/// Size of a recording.
pub(crate) fn size(recording: &reenact::Recording) -> Size {
    Size::of(recording, recording.file_len())
}

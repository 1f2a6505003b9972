//! Results of edits.

use reenact_convert::Remark;
use reenact_edit::Size;
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

/// Report of an edit, as the command prints it.
#[derive(Debug, Serialize)]
struct Report<'e, X> {
    inputs: [&'e str; 1],
    before: Size,
    after: Size,
    notes: &'e [Note],
    #[serde(flatten)]
    more: X,
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
        more: X,
    ) -> Result<Self> {
        let notes: Vec<Note> = notes.into_iter().map(Note::from).collect();
        let report = Report {
            inputs: [recording.file_name()],
            before,
            after: size(recording.library()),
            notes: &notes,
            more,
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

/// Note on an edit or on a file in another format.
#[derive(Debug, Serialize)]
pub(crate) struct Note {
    pub(crate) code: &'static str,
    pub(crate) is_loss: bool,
    pub(crate) message: String,
}

impl From<reenact_edit::Note> for Note {
    fn from(note: reenact_edit::Note) -> Self {
        let reenact_edit::Note { code, is_loss, message } = note;
        Self { code: code.name(), is_loss, message }
    }
}

impl From<Remark> for Note {
    fn from(Remark { code, message }: Remark) -> Self {
        Self { code: code.name(), is_loss: code.is_loss(), message }
    }
}

/// Size of a recording.
pub(crate) fn size(recording: &reenact::Recording) -> Size {
    Size::of(recording, recording.file_len())
}

//! Edits: each returns a new recording with notes.

mod content;
mod reported;
mod space;
mod time;

use pyo3::prelude::*;
use reenact::Recording as Reenact;
use reenact_edit::{Edited, Note, note};

pub(crate) use content::{edit_markers, mark_events, strip, version};
pub(crate) use reported::{BOUNDS, optimize, repair, repair_file};
pub(crate) use space::{fill, mirror, reanchor, smooth};
pub(crate) use time::{concat, resample, retime, trim};

use crate::error;
use crate::recording::Recording;
use crate::work::work;

/// Code, whether it is a loss, and message.
type Notes = Vec<(&'static str, bool, String)>;

/// Result of an edit for Python.
type Outcome = PyResult<(Recording, Notes)>;

fn told(notes: Vec<Note>) -> Notes {
    notes.into_iter().map(|note| (note.code.name(), note.is_loss, note.message)).collect()
}

fn edit(
    py: Python<'_>,
    recording: &Recording,
    edit: impl FnOnce(&Reenact) -> reenact::Result<Edited> + Send + 'static,
) -> Outcome {
    let inner = recording.inner.clone();
    let edited = work(py, recording.keys(), move || {
        let Edited { recording: result, mut notes, .. } = edit(inner.recording())?;
        notes.extend(note::of_dropped_origin(inner.recording(), &result));
        Ok((inner.edited(result), told(notes)))
    })?;
    let (edited, notes) = edited.map_err(error::of)?;
    Ok((Recording::new(edited), notes))
}

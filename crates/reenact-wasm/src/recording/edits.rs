//! Other recordings made from this one, and other formats.

use std::borrow::Cow;
use std::io::Write;
use std::rc::Rc;

use js_sys::Function;
use reenact::{Marker, Note};
use reenact_convert::{FileName, Format, Losses, WriteOptions};
use reenact_edit::mirror::{self, mirror};
use reenact_edit::optimize::{self, optimize};
use reenact_edit::repair::{self, repair};
use reenact_edit::trim::{self, trim};
use reenact_edit::version::{self, version};
use reenact_edit::{Edited as LibraryEdited, RepairReport, note};
use serde::Deserialize;
use wasm_bindgen::prelude::*;

use super::Recording;
use crate::bytes::Outgoing;
use crate::edited::{Edited, size};
use crate::error::{Error, Result};
use crate::value;

#[derive(Debug, Deserialize)]
struct GivenMarker {
    time_secs: f32,
    name: String,
}

#[wasm_bindgen]
impl Recording {
    /// A part, whose times start at 0 if `rebase`.
    pub fn trim(&self, from_secs: f32, to_secs: f32, rebase: bool) -> Result<Edited, JsValue> {
        let options = trim::Options {
            from_secs: Some(from_secs),
            to_secs: Some(to_secs),
            keep_times: !rebase,
        };
        Ok(self.edited(|recording| {
            let mut edited = trim(recording, &options)?;
            // Otherwise a second of it would keep the memory of all of it.
            edited.recording = edited.recording.into_unshared();
            Ok(edited)
        })?)
    }

    /// The same with these markers instead of its own.
    pub fn with_markers(
        &self,
        #[wasm_bindgen(unchecked_param_type = "Marker[]")] markers: &JsValue,
    ) -> Result<Edited, JsValue> {
        let markers: Vec<GivenMarker> = value::from_object(markers)?;
        let edited = self.edited(|recording| {
            let mut edited = LibraryEdited::new(recording.clone());
            let markers = markers.into_iter().map(|GivenMarker { time_secs, name }| Marker {
                time_secs,
                name: Cow::Owned(name),
            });
            edited.recording.set_markers(markers)?;
            Ok(edited)
        })?;
        Ok(edited.measured_as(self))
    }

    /// Mends what doctor finds; the report is as `repair --json`. Uses this one up, so that there is memory for the other.
    pub fn repair(self) -> Result<Edited, JsValue> {
        let (name, bytes_before) = (Rc::clone(&self.name), self.library.file_len());
        let repaired = repair(self.into_unshared(), &repair::Options::default());
        let LibraryEdited { recording, report, .. } = repaired.map_err(Error::from)?;
        let notes = report
            .changes
            .iter()
            .map(|change| Note {
                code: change.mend.name(),
                is_loss: change.is_loss,
                message: change.message.clone(),
            })
            .collect();
        let bytes_after = recording.file_len();
        let document = RepairReport {
            input: name.to_string(),
            output: None,
            bytes_before,
            bytes_after: Some(bytes_after),
            report,
        };
        Ok(Edited::reported(Self::of(&name, recording), notes, &document)?)
    }

    /// Fewer keys, none farther than these bounds from the result. Uses this one up, so that there is memory for the other.
    pub fn optimize(self, position_mm: f32, rotation_deg: f32) -> Result<Edited, JsValue> {
        let options = optimize::Options {
            position_mm,
            rotation_deg,
            gaze_deg: rotation_deg,
            ..optimize::Options::MRTK
        };
        let (name, before) = (Rc::clone(&self.name), size(&self.library));
        let of_origin = note::of_origin(&self.library);
        let optimized = optimize(self.into_unshared(), &options)
            .and_then(|edited| edited.then(|r| version(r, &version::Options::LOADABLE)));
        let LibraryEdited { recording, mut notes, report: proof } =
            optimized.map_err(Error::from)?;
        if recording.origin().is_none() {
            notes.extend(of_origin);
        }
        let after = Self::of(&name, recording);
        Ok(Edited::new(before, after, notes, proof)?)
    }

    /// Left for right.
    pub fn mirror(&self) -> Result<Edited, JsValue> {
        Ok(self.edited(|recording| mirror(recording, &mirror::Options::default()))?)
    }

    /// Hands a file in a format of this build (`bin`, `glb`, `gltf`, `csv`, `json`, …) to `take`, piece by piece. All pieces are in the
    /// same memory: what is to be kept has to be copied. Returns what is not in the file, and the version if another was read.
    #[wasm_bindgen(unchecked_return_type = "Note[]")]
    pub fn convert(
        &self,
        format: &str,
        #[wasm_bindgen(unchecked_param_type = "(piece: Uint8Array) => void")] take: &Function,
    ) -> Result<JsValue, JsValue> {
        let format = Format::of_name(format)
            .map_err(|error| Error::new("wrong-option", error.to_string()))?;
        let mut out = Outgoing::new(take);
        let losses = self.write(format, &mut out)?;
        out.flush().map_err(Error::from)?;
        let of_origin = note::of_output(&self.library, format == Format::Bin);
        let of_format = losses.notes().into_iter().map(Note::by_name);
        let notes: Vec<Note> = of_format.chain(of_origin.into_iter().map(Note::by_name)).collect();
        Ok(value::object(&notes)?)
    }
}

impl Recording {
    /// The recording with memory of its own for each curve. What nobody else has of it is given back.
    fn into_unshared(self) -> reenact::Recording {
        let Self { library, sampler, .. } = self;
        drop(sampler);
        library.into_unshared()
    }

    fn edited(
        &self,
        edit: impl FnOnce(&reenact::Recording) -> reenact::Result<LibraryEdited>,
    ) -> Result<Edited> {
        let LibraryEdited { recording, mut notes, .. } = edit(&self.library)?;
        notes.extend(note::of_dropped_origin(&self.library, &recording));
        let edited = Self::of(&self.name, recording);
        Edited::new(size(&self.library), edited, notes, ())
    }

    fn write(&self, format: Format, out: &mut Outgoing<'_>) -> Result<Losses> {
        let recording = &self.library;
        // A draft is not written as a draft.
        let bytes = recording.file_bytes().filter(|_| recording.origin().is_none());
        if let (Format::Bin, Some(bytes)) = (format, bytes) {
            out.write_all(bytes)?;
            return Ok(Losses::default());
        }
        reenact_convert::write(recording, format, &WriteOptions::default(), |file, fill| {
            // A page saves one file.
            if file.name == FileName::Given { Ok(fill(out)?) } else { Ok(()) }
        })
    }
}

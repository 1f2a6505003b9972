//! Edits and conversions of a recording.

use std::collections::BTreeMap;
use std::io::Write;
use std::path::Path;
use std::rc::Rc;

use js_sys::{Function, Object};
use reenact::{Named, Note};
use reenact_convert::{FileName, Format, Imported, WriteOptions, recording_name};
use reenact_edit::markers::{self, Edit, Which, markers};
use reenact_edit::mirror::{self, mirror};
use reenact_edit::optimize::{self, optimize};
use reenact_edit::repair::{self, repair};
use reenact_edit::trim::{self, trim};
use reenact_edit::version::{self, version};
use reenact_edit::{Edited as LibraryEdited, RepairReport, note};
use wasm_bindgen::prelude::*;

use super::Recording;
use crate::bytes::Outgoing;
use crate::edited::{Edited, size};
use crate::error::{Error, Result};
use crate::value;

#[wasm_bindgen]
impl Recording {
    /// Trims the recording; without a time, from its start or to its end. With `rebase`, times of the result
    /// start at 0.
    pub fn trim(
        &self,
        from_secs: Option<f32>,
        to_secs: Option<f32>,
        rebase: bool,
    ) -> Result<Edited, JsValue> {
        let options = trim::Options { from_secs, to_secs, keep_times: !rebase };
        Ok(self.edited(|recording| {
            let mut edited = trim(recording, &options)?;
            // Otherwise a short part would keep the memory of the whole file.
            edited.recording = edited.recording.into_unshared();
            Ok(edited)
        })?)
    }

    /// Adds a marker.
    pub fn add_marker(&self, time_secs: f32, name: String) -> Result<Edited, JsValue> {
        Ok(self.marked(Edit::Add { time_secs, name })?)
    }

    /// Removes the marker with this index.
    pub fn remove_marker(&self, index: usize) -> Result<Edited, JsValue> {
        Ok(self.marked(Edit::Remove(Which::At(index)))?)
    }

    /// Renames the marker with this index.
    pub fn rename_marker(&self, index: usize, name: String) -> Result<Edited, JsValue> {
        Ok(self.marked(Edit::Rename { which: Which::At(index), name })?)
    }

    /// Moves the marker with this index to a time.
    pub fn move_marker(&self, index: usize, time_secs: f32) -> Result<Edited, JsValue> {
        Ok(self.marked(Edit::MoveTo { which: Which::At(index), time_secs })?)
    }

    /// Repairs the findings of the doctor; same report as `repair --json`. Consumes the recording to free
    /// memory for the result.
    pub fn repair(self) -> Result<Edited, JsValue> {
        let (name, bytes_before) = (Rc::clone(&self.name), self.library().file_len());
        let (imported, report) = self.consumed(|recording| {
            let LibraryEdited { recording, report, .. } =
                repair(recording, &repair::Options::default())?;
            Ok((recording, report))
        })?;
        let notes = report
            .changes
            .iter()
            .map(|change| Note {
                code: change.fix.name(),
                is_loss: change.is_loss,
                message: change.message.clone(),
            })
            .collect();
        let bytes_after = imported.recording().file_len();
        let of_reading = imported.losses().notes().into_iter().map(Note::by_name);
        let of_origin = note::of_origin(imported.recording()).into_iter().map(Note::by_name);
        let document = RepairReport {
            input: name.to_string(),
            output: None,
            bytes_before,
            bytes_after: Some(bytes_after),
            notes: of_reading.chain(of_origin).collect(),
            report,
        };
        Ok(Edited::reported(Self::of(&name, imported), notes, &document)?)
    }

    /// Reduces keys within error bounds. Consumes the recording to free memory for the result.
    pub fn optimize(self, position_mm: f32, rotation_deg: f32) -> Result<Edited, JsValue> {
        let options = optimize::Options {
            position_mm,
            rotation_deg,
            gaze_deg: rotation_deg,
            ..optimize::Options::MRTK
        };
        let (name, before) = (Rc::clone(&self.name), size(self.library()));
        let of_origin = note::of_origin(self.library());
        let (imported, (mut notes, proof)) = self.consumed(|recording| {
            let LibraryEdited { recording, notes, report } = optimize(recording, &options)?
                .then(|recording| version(recording, &version::Options::LOADABLE))?;
            Ok((recording, (notes, report)))
        })?;
        if imported.recording().origin().is_none() {
            notes.extend(of_origin);
        }
        Ok(Edited::new(before, Self::of(&name, imported), notes, proof)?)
    }

    /// Mirrors left and right at a plane: `world` or `head`.
    pub fn mirror(&self, plane: &str) -> Result<Edited, JsValue> {
        let plane = mirror::Plane::from_name(plane)
            .map_err(|error| Error::new("wrong-option", error.to_string()))?;
        Ok(self.edited(|recording| mirror(recording, &mirror::Options { plane }))?)
    }

    /// Writes a file in a format of [`formats`](crate::formats) in chunks to `take`. All chunks use the same
    /// buffer and must be copied to be kept. `options` has the options of the format by name, and `file_stem`,
    /// the name of the file without its extension. Returns the losses, and the version if another was read.
    #[wasm_bindgen(unchecked_return_type = "Note[]")]
    pub fn convert(
        &self,
        format: &str,
        #[wasm_bindgen(unchecked_param_type = "(piece: Uint8Array) => void")] take: &Function,
        options: Option<Object>,
    ) -> Result<JsValue, JsValue> {
        let format = Format::of_name(format)
            .map_err(|error| Error::new("wrong-option", error.to_string()))?;
        let options = self.write_options(options)?;
        let mut out = Outgoing::new(take);
        let losses = self.imported.write(format, &options, |file, fill| {
            // A page saves one file.
            if file.name == FileName::Given { fill(&mut out) } else { Ok(()) }
        });
        let losses = losses.map_err(Error::from)?;
        out.flush().map_err(Error::from)?;
        let of_origin = note::of_output(self.library(), format == Format::Bin);
        let of_format = losses.notes().into_iter().map(Note::by_name);
        let notes: Vec<Note> = of_format.chain(of_origin.into_iter().map(Note::by_name)).collect();
        Ok(value::object(&notes)?)
    }
}

impl Recording {
    /// Edits the recording itself, so that its memory can be reused.
    fn consumed<T>(
        self,
        edit: impl FnOnce(reenact::Recording) -> reenact::Result<(reenact::Recording, T)>,
    ) -> Result<(Imported, T)> {
        let Self { imported, sampler, .. } = self;
        drop(sampler);
        // Copies each curve into its own allocation, and frees the file's bytes if they are not shared.
        Ok(imported.edited_by(|recording| edit(recording.into_unshared()))?)
    }

    fn edited(
        &self,
        edit: impl FnOnce(&reenact::Recording) -> reenact::Result<LibraryEdited>,
    ) -> Result<Edited> {
        let LibraryEdited { recording, mut notes, .. } = edit(self.library())?;
        notes.extend(note::of_dropped_origin(self.library(), &recording));
        let edited = Self::of(&self.name, self.imported.edited(recording));
        Edited::new(size(self.library()), edited, notes, ())
    }

    fn marked(&self, edit: Edit) -> Result<Edited> {
        let options = markers::Options { edits: vec![edit] };
        let edited = self.edited(|recording| markers(recording, &options))?;
        Ok(edited.measured_as(self))
    }

    /// Options by name; numbers and flags may be given as text.
    fn write_options(&self, given: Option<Object>) -> Result<WriteOptions> {
        let name = recording_name(Path::new(&*self.name));
        let file_stem = name.rsplit('/').next().unwrap_or_default().to_owned();
        let mut options = WriteOptions { name, file_stem, ..WriteOptions::default() };
        let Some(given) = given else { return Ok(options) };
        let given: BTreeMap<String, serde_json::Value> = value::from_object(&given)?;
        for (name, value) in given {
            let text = match value {
                serde_json::Value::String(text) => text,
                other => other.to_string(),
            };
            if name == "file_stem" {
                options.file_stem = text;
            } else {
                options.set(&name, &text).map_err(Error::from)?;
            }
        }
        Ok(options)
    }
}

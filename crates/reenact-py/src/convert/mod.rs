//! Conversion of recordings to files.

mod options;

use std::fs::File;
use std::io::{self, BufWriter, Write};
use std::path::PathBuf;

use pyo3::prelude::*;
use pyo3::types::PyDict;
use reenact::Note;
use reenact_convert::{FileName, Format, Imported, Losses, OtherKind, Result, files};
use reenact_edit::note;

use crate::error::{of_convert, wrong};
use crate::recording::Recording;
use crate::work::work;
use options::write_options;

/// Names of the formats, and their file extensions.
#[pyfunction]
pub(crate) fn formats() -> Vec<(&'static str, Vec<&'static str>)> {
    let built = Format::ALL.into_iter().filter(|format| format.is_built());
    built.map(|format| (format.name(), format.endings().to_vec())).collect()
}

/// Kind of a file name that is not a recording's: its format or extension.
#[pyfunction]
pub(crate) fn other_kind(path: PathBuf) -> Option<(bool, String)> {
    OtherKind::of_name(&path).map(|kind| match kind {
        OtherKind::Format(format) => (true, format.name().to_owned()),
        OtherKind::Ending(ending) => (false, ending),
    })
}

/// Name of the format of a file name.
#[pyfunction]
pub(crate) fn format_of(path: PathBuf) -> PyResult<&'static str> {
    Format::of_path(&path).map(Format::name).ok_or_else(|| {
        let endings = Format::all_endings();
        let path = path.display();
        wrong(&format!("{path}: use one of the extensions {endings}, or give a format"))
    })
}

fn format_named(name: &str) -> PyResult<Format> {
    Format::of_name(name).map_err(|error| of_convert(error, None))
}

/// Notes on a written file: code, whether it is a loss, and message.
type Remarks = Vec<(&'static str, bool, String)>;

/// Output files of a conversion: suffix of the given path, path within it, and whether an existing file is kept.
#[pyfunction]
pub(crate) fn convert_files(
    recording: &Recording,
    format: &str,
    name: String,
    file_stem: String,
    options: &Bound<'_, PyDict>,
) -> PyResult<Vec<(String, String, bool)>> {
    let options = write_options(name, file_stem, options)?;
    let files = files(recording.inner.recording(), format_named(format)?, &options);
    let files = files.map_err(|error| of_convert(error, None))?.into_iter();
    let names = files.map(|file| {
        let (beside, within) = match file.name {
            FileName::Given => (String::new(), String::new()),
            FileName::Beside(ending) => (ending.to_owned(), String::new()),
            FileName::Within(path) => (String::new(), path),
        };
        (beside, within, file.keeps_existing)
    });
    Ok(names.collect())
}

/// Writes and syncs one of these files, by its index; returns the notes.
#[pyfunction]
#[expect(clippy::too_many_arguments, reason = "one for each setting")]
pub(crate) fn convert(
    py: Python<'_>,
    recording: &Recording,
    path: PathBuf,
    format: &str,
    place: usize,
    name: String,
    file_stem: String,
    options: &Bound<'_, PyDict>,
) -> PyResult<Remarks> {
    let format = format_named(format)?;
    let options = write_options(name, file_stem, options)?;
    write_file(py, recording, path, format == Format::Bin, move |imported, out| {
        let files = files(imported.recording(), format, &options)?;
        files.get(place).map_or_else(
            || Ok(Losses::default()),
            |file| imported.write_file(format, &options, file, out),
        )
    })
}

/// Writes and syncs a recording in its own form; returns the notes, and the version if another one was read.
#[pyfunction]
pub(crate) fn write(py: Python<'_>, recording: &Recording, path: PathBuf) -> PyResult<Remarks> {
    write_file(py, recording, path, true, |imported, out| {
        imported.recording().write_checked_to(out)?;
        Ok(imported.losses().clone())
    })
}

/// Writes and syncs a file; returns the notes.
fn write_file(
    py: Python<'_>,
    recording: &Recording,
    path: PathBuf,
    is_recording: bool,
    write: impl FnOnce(&Imported, &mut (dyn Write + Send)) -> Result<Losses> + Send + 'static,
) -> PyResult<Remarks> {
    let inner = recording.inner.clone();
    let written = work(py, recording.keys(), move || -> Result<Remarks> {
        let mut out = BufWriter::with_capacity(1 << 18, File::create(&path)?);
        let lost = write(inner.imported(), &mut out)?;
        let file = out.into_inner().map_err(io::IntoInnerError::into_error)?;
        sync(&file)?;
        let of_format = lost.notes().into_iter().map(Note::by_name);
        let of_origin = note::of_output(inner.recording(), is_recording);
        let notes = of_format.chain(of_origin.into_iter().map(Note::by_name));
        Ok(notes.map(|note| (note.code, note.is_loss, note.message)).collect())
    })?;
    written.map_err(|error| of_convert(error, None))
}

/// Pipes and devices cannot be synced.
fn sync(file: &File) -> io::Result<()> {
    if file.metadata()?.is_file() { file.sync_all() } else { Ok(()) }
}

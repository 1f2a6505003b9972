//! Recordings into files of any kind.

mod settings;
mod writers;

use std::fs::File;
use std::io::{self, BufWriter, Write};
use std::path::PathBuf;

use pyo3::prelude::*;
use pyo3::types::PyDict;
use reenact::Recording as Reenact;
use reenact_convert::any::Output;
use reenact_convert::{Losses, Result, bids, unity};
use reenact_edit::Note;

use crate::args::choose;
use crate::error::{of_convert, wrong};
use crate::recording::Recording;
use crate::work::work;
use settings::Settings;

/// The formats there are: their names, and the endings of their files.
#[pyfunction]
pub(crate) fn formats() -> Vec<(&'static str, Vec<&'static str>)> {
    Output::ALL.iter().map(|output| (output.name(), output.endings().to_vec())).collect()
}

/// The name of the format that the name of a file asks for.
#[pyfunction]
pub(crate) fn format_of(path: PathBuf) -> PyResult<&'static str> {
    Output::of(&path).map(Output::name).ok_or_else(|| {
        let endings = Output::all_endings();
        let path = path.display();
        wrong(&format!("{path}: end it in one of {endings}, or give a format"))
    })
}

/// What has to be said of a file: a code, whether something is lost, and a message.
type Remarks = Vec<(&'static str, bool, String)>;

/// Writes a recording into a file as another format, and onto the disk; says what is not in it.
#[pyfunction]
pub(crate) fn convert(
    py: Python<'_>,
    recording: &Recording,
    path: PathBuf,
    format: &str,
    name: String,
    options: &Bound<'_, PyDict>,
) -> PyResult<Remarks> {
    let known: Vec<_> = Output::ALL.iter().map(|output| (output.name(), *output)).collect();
    let output = choose("format", format, &known)?;
    let settings = Settings::of(name, options)?;
    let is_recording = output == Output::Recording;
    write_file(py, recording, path, is_recording, move |recording, out| {
        writers::write(recording, output, &settings, out)
    })
}

/// Writes the file by which Unity knows a clip.
#[pyfunction]
pub(crate) fn convert_meta(
    py: Python<'_>,
    recording: &Recording,
    path: PathBuf,
    name: String,
    options: &Bound<'_, PyDict>,
) -> PyResult<()> {
    let settings = Settings::of(name, options)?;
    write_file(py, recording, path, false, move |recording, mut out| {
        unity::write_meta(recording, &writers::clip(&settings), &mut out)?;
        Ok(Losses::default())
    })?;
    Ok(())
}

/// The files of a recording in a BIDS dataset: where they are in it, and whether one is that of the dataset itself, which
/// stays where there is one.
#[pyfunction]
pub(crate) fn bids_files(
    recording: &Recording,
    name: String,
    options: &Bound<'_, PyDict>,
) -> PyResult<Vec<(String, bool)>> {
    let names = bids_options(&Settings::of(name, options)?)?.names;
    let files = bids::File::of(recording.inner.recording()).into_iter();
    Ok(files.map(|file| (file.path(&names), file == bids::File::Description)).collect())
}

/// Writes one of these files; says what is not in it.
#[pyfunction]
pub(crate) fn convert_bids(
    py: Python<'_>,
    recording: &Recording,
    path: PathBuf,
    place: usize,
    name: String,
    options: &Bound<'_, PyDict>,
) -> PyResult<Remarks> {
    let options = bids_options(&Settings::of(name, options)?)?;
    let files = bids::File::of(recording.inner.recording());
    let file = *files.get(place).ok_or_else(|| wrong("there is no such file"))?;
    write_file(py, recording, path, false, move |recording, mut out| {
        file.write(recording, &options, &mut out)
    })
}

fn bids_options(settings: &Settings) -> PyResult<bids::Options> {
    let Settings { name, subject, session, task, .. } = settings;
    let names = bids::Names::new(name, subject.as_deref(), session.as_deref(), task);
    let names = names.map_err(|error| of_convert(error, None))?;
    Ok(bids::Options { names, axes: settings.axes, rate_hz: settings.rate_hz })
}

/// Writes a recording as it is into a file, and onto the disk; says what is not in it, and the version if another was read.
#[pyfunction]
pub(crate) fn write(py: Python<'_>, recording: &Recording, path: PathBuf) -> PyResult<Remarks> {
    write_file(py, recording, path, true, |recording, out| {
        recording.write_checked_to(out)?;
        Ok(Losses::default())
    })
}

/// Has something written into a file, a recording or not, and onto the disk; says what is not in it.
fn write_file(
    py: Python<'_>,
    recording: &Recording,
    path: PathBuf,
    is_recording: bool,
    write: impl FnOnce(&Reenact, &mut (dyn Write + Send)) -> Result<Losses> + Send + 'static,
) -> PyResult<Remarks> {
    let inner = recording.inner.clone();
    let written = work(py, recording.keys(), move || -> Result<Remarks> {
        let mut out = BufWriter::with_capacity(1 << 18, File::create(&path)?);
        let lost = write(inner.recording(), &mut out)?;
        let file = out.into_inner().map_err(io::IntoInnerError::into_error)?;
        sync(&file)?;
        let remarks = lost.remarks().into_iter();
        let remarks = remarks.map(|remark| (remark.code, remark.is_loss, remark.message));
        let notes = Note::of_output(inner.recording(), is_recording).into_iter();
        Ok(remarks
            .chain(notes.map(|note| (note.code.name(), note.is_loss, note.message)))
            .collect())
    })?;
    written.map_err(|error| of_convert(error, None))
}

/// Pipes and devices have no disk to be brought onto.
fn sync(file: &File) -> io::Result<()> {
    if file.metadata()?.is_file() { file.sync_all() } else { Ok(()) }
}

//! Recording class, opaque to Python.

use std::borrow::Cow;
use std::fs::{self, File};
use std::io::{self, BufWriter, Read, Write};
use std::path::{Path, PathBuf};

use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyDict};
use reenact::{CurveId, ReadOptions};
use reenact_convert::{Compression, Error, Format, Imported, Result, START_BYTES, own_format};
use reenact_edit::note;

use crate::args;
use crate::error::{self, wrong};
use crate::keys::Keys;
use crate::opened::Opened;
use crate::work::{work, work_in_place};

/// Whether a file is taken for a recording.
#[pyfunction]
pub(crate) fn is_recording_file(path: PathBuf) -> bool {
    reenact_convert::is_recording_file(&path)
}

/// Name of a recording, from the path of its file.
#[pyfunction]
pub(crate) fn recording_name(path: PathBuf) -> String {
    reenact_convert::recording_name(&path)
}

/// Recording, from a file or created.
#[pyclass(frozen, module = "reenact._reenact")]
pub(crate) struct Recording {
    pub(crate) inner: Opened,
}

impl Recording {
    pub(crate) fn new(inner: impl Into<Opened>) -> Self {
        Self { inner: inner.into() }
    }

    /// Number of keys, for work that is proportional to it.
    pub(crate) fn keys(&self) -> usize {
        self.inner.recording().key_count()
    }
}

#[pymethods]
impl Recording {
    #[getter]
    fn tracks(&self) -> args::TracksArg {
        let tracks = self.inner.recording().tracks();
        (tracks.camera, tracks.hands, tracks.gaze)
    }

    #[getter]
    fn layout(&self) -> &'static str {
        self.inner.recording().layout().name()
    }

    #[getter]
    fn duration_secs(&self) -> f32 {
        self.inner.recording().duration_secs()
    }

    #[getter]
    fn start_secs(&self) -> f32 {
        self.inner.recording().start_secs()
    }

    #[getter]
    fn end_secs(&self) -> f32 {
        self.inner.recording().end_secs()
    }

    fn curve_names(&self) -> Vec<String> {
        self.inner.recording().curves().map(|(id, _)| id.to_string()).collect()
    }

    fn markers(&self) -> Vec<(f32, String)> {
        let markers = self.inner.recording().markers();
        markers.map(|marker| (marker.time_secs, marker.name.into_owned())).collect()
    }

    /// Keys and properties of a curve: `(keys, kind, pre_wrap, post_wrap)`.
    fn curve(&self, name: &str) -> PyResult<(Keys, &'static str, i32, i32)> {
        let id: CurveId = name.parse().map_err(error::in_words)?;
        let Some(curve) = self.inner.recording().curve(id) else {
            return Err(wrong(&format!("the recording's tracks do not have the curve {name:?}")));
        };
        let keys = Keys::new(curve);
        Ok((keys, curve.kind().name(), curve.pre_wrap.0, curve.post_wrap.0))
    }

    /// Writes the bytes of the file to `out.write` in chunks. With `check`, only if they read back as this recording with
    /// automatic layout detection.
    ///
    /// Python's own bytes can only be filled while holding the GIL, so it is acquired for each chunk, for a short time.
    fn write_into(&self, py: Python<'_>, out: Py<PyAny>, check: bool) -> PyResult<()> {
        let recording = self.inner.recording();
        if check {
            work_in_place(py, |_| recording.check_reads_back())?.map_err(error::of)?;
        }
        let written = work_in_place(py, |goes_on| {
            let mut pieces = BufWriter::with_capacity(PIECE_BYTES, Taker { out: &out, goes_on });
            recording.write_to(&mut pieces)?;
            pieces.flush()
        })?;
        Ok(written?)
    }

    /// Bytes of the file if it is a draft or fork, which cannot be written; `None` for all others, and after an edit.
    fn foreign_bytes<'py>(&self, py: Python<'py>) -> Option<Bound<'py, PyBytes>> {
        self.inner.recording().origin()?;
        Some(PyBytes::new(py, self.inner.recording().file_bytes()?))
    }

    /// Notes on bytes that are written unchanged: code, whether it is a loss, and message.
    fn notes_of_output(&self) -> Vec<(&'static str, bool, String)> {
        let notes = note::of_output(self.inner.recording(), true).into_iter();
        notes.map(|note| (note.code.name(), note.is_loss, note.message)).collect()
    }

    /// Fails if the recording's file was truncated or written to since it was mapped.
    fn check(&self) -> PyResult<()> {
        match self.inner.watch() {
            Some(watch) => watch.check_bytes().map_err(|error| error::os(error, None)),
            None => Ok(()),
        }
    }

    fn same_as(&self, py: Python<'_>, other: &Self) -> PyResult<bool> {
        let (one, other) = (self.inner.clone(), other.inner.clone());
        work(py, self.keys(), move || one.recording() == other.recording())
    }
}

const PIECE_BYTES: usize = 1 << 20;

/// Writer that calls a Python function with bytes, until it asks to stop.
struct Taker<'w> {
    out: &'w Py<PyAny>,
    goes_on: &'w (dyn Fn() -> bool + Sync),
}

impl Write for Taker<'_> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        if !(self.goes_on)() {
            return Err(io::Error::other("interrupted"));
        }
        let piece = bytes.get(..PIECE_BYTES).unwrap_or(bytes);
        Python::attach(|py| self.out.call_method1(py, "write", (PyBytes::new(py, piece),)))
            .map_err(io::Error::other)?;
        Ok(piece.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

/// Opens a file without reading its keys; a compressed file or one of another format is read.
#[pyfunction]
pub(crate) fn open(py: Python<'_>, path: PathBuf, layout: Option<&str>) -> PyResult<Recording> {
    let options = args::read_options(layout)?;
    let opened = match py.detach(|| open_own(&path, &options)) {
        Ok(Some(own)) => Ok(own),
        Ok(None) => work_on_file(py, &path, move |bytes| read(bytes, &options))?,
        Err(error) => Err(error),
    };
    opened.map(Recording::new).map_err(|error| error::of_convert(error, Some(&path)))
}

/// Opens a file of any format without Python.
pub(crate) fn open_path(path: &Path) -> Result<Opened> {
    let options = ReadOptions::default();
    match open_own(path, &options)? {
        Some(own) => Ok(own),
        None => read(fs::read(path)?, &options),
    }
}

/// Opens a recording in MRTK's format; `None` for compressed files and other formats.
fn open_own(path: &Path, options: &ReadOptions) -> Result<Option<Opened>> {
    let most = u64::try_from(START_BYTES).unwrap_or(u64::MAX);
    let mut start = Vec::new();
    File::open(path)?.take(most).read_to_end(&mut start)?;
    if Compression::of_bytes(&start) != Compression::None || Format::of_content(&start).is_some() {
        return Ok(None);
    }
    Ok(Some(reenact_file::open_with(path, options)?.into()))
}

/// Largest decompressed size, as in the command.
const MAX_BYTES: u64 = 2_000_000_000;

/// Decompresses the bytes of a file.
fn unpacked(bytes: Vec<u8>) -> Result<Vec<u8>> {
    let compression = Compression::of_bytes(&bytes);
    if compression == Compression::None {
        return Ok(bytes);
    }
    let mut unpacked = Vec::new();
    // One byte above the limit distinguishes a stream of exactly that length from a longer one.
    reenact_convert::unpack(compression, bytes.as_slice())
        .and_then(|reader| reader.take(MAX_BYTES + 1).read_to_end(&mut unpacked))
        .map_err(|error| Error::Impossible(format!("cannot decompress: {error}")))?;
    if u64::try_from(unpacked.len()).unwrap_or(u64::MAX) > MAX_BYTES {
        return Err(reenact::Error::too_large(MAX_BYTES).into());
    }
    Ok(unpacked)
}

/// Reads the bytes of a file of any format, compressed or not.
fn read(bytes: Vec<u8>, options: &ReadOptions) -> Result<Opened> {
    let bytes = unpacked(bytes)?;
    if Format::of_content(&bytes).is_some() {
        return reenact_convert::import(bytes).map(Opened::from);
    }
    Ok(reenact::Recording::parse_with(bytes, options)?.into())
}

/// Reads a file and processes its bytes, without the GIL.
fn work_on_file<T: Send + 'static>(
    py: Python<'_>,
    path: &Path,
    then: impl FnOnce(Vec<u8>) -> T + Send + 'static,
) -> PyResult<T> {
    let bytes = fs::metadata(path).map_or(0, |metadata| metadata.len());
    let file = path.to_owned();
    let done =
        work(py, usize::try_from(bytes).unwrap_or(usize::MAX), move || fs::read(file).map(then))?;
    done.map_err(|error| error::os(error, Some(path)))
}

/// Like [`work_on_file`], with the bytes in MRTK's format, and the recording that was read if the file has another format.
pub(crate) fn work_on_own_format<T: Send + 'static>(
    py: Python<'_>,
    path: &Path,
    then: impl FnOnce(reenact::Bytes, Option<Imported>) -> T + Send + 'static,
) -> PyResult<T> {
    let done = work_on_file(py, path, |bytes| {
        own_format(unpacked(bytes)?).map(|(bytes, imported)| then(bytes, imported))
    })?;
    done.map_err(|error| error::of_convert(error, Some(path)))
}

/// Reads the bytes of a file of any format.
#[pyfunction]
pub(crate) fn from_bytes(
    py: Python<'_>,
    bytes: Cow<'_, [u8]>,
    layout: Option<&str>,
) -> PyResult<Recording> {
    let options = args::read_options(layout)?;
    let bytes = py.detach(|| bytes.into_owned());
    let is_own =
        Compression::of_bytes(&bytes) == Compression::None && Format::of_content(&bytes).is_none();
    let read = if is_own {
        py.detach(|| read(bytes, &options))
    } else {
        work(py, bytes.len(), move || read(bytes, &options))?
    };
    read.map(Recording::new).map_err(|error| error::of_convert(error, None))
}

/// Adds a value to a dictionary with string keys.
pub(crate) fn put<'py>(
    dict: &Bound<'py, PyDict>,
    name: &str,
    value: impl IntoPyObject<'py>,
) -> PyResult<()> {
    dict.set_item(name, value)
}

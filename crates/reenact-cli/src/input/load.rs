//! Loading of a recording from a file, a pipe or a compressed stream.

use std::fs::{self, File};
use std::io::{self, BufRead, BufReader, Read};
use std::path::Path;

use reenact::{Bytes, Layout, Note, ReadOptions, Recording};
use reenact_convert::{Compression, Format, Imported, START_BYTES, unpack};
use reenact_file::{FileBytes, Watch, may_be_recording};

use super::lock::Lock;
use super::peek::peek;
use super::{Input, open_files};
use crate::error::{Error, Result};

/// Number of bytes to read from a stream of unknown format.
const UNKNOWN_BYTES: u64 = 1 << 16;

/// Options for reading recordings.
#[derive(Debug, Clone, Copy)]
pub(crate) struct ReadHow {
    /// Layout of a 1.1 file; `None` detects it.
    pub(crate) layout: Option<Layout>,
    /// Size limit for pipes and compressed files.
    pub(crate) max_bytes: u64,
    /// Whether the input will be replaced, so it is locked against concurrent edits.
    pub(crate) in_place: bool,
}

impl ReadHow {
    /// Returns the options for an edit that may be in place.
    pub(crate) const fn in_place(self, in_place: bool) -> Self {
        Self { in_place, ..self }
    }

    const fn options(&self) -> ReadOptions {
        ReadOptions { layout: self.layout, tracks: None, max_bytes: Some(self.max_bytes) }
    }
}

/// A loaded recording.
#[derive(Debug)]
pub(crate) struct Loaded {
    imported: Imported,
    is_plain: bool,
}

impl Loaded {
    /// Recording.
    pub(crate) const fn recording(&self) -> &Recording {
        self.imported.recording()
    }

    /// Recording with the losses of reading.
    pub(crate) const fn imported(&self) -> &Imported {
        &self.imported
    }

    /// Uncompressed size as a recording, in bytes.
    pub(crate) fn bytes(&self) -> u64 {
        self.recording().file_len()
    }

    /// Whether the input is an uncompressed recording file, not another format.
    pub(crate) const fn is_plain(&self) -> bool {
        self.is_plain
    }
}

/// Loads a recording: maps a file, reads a pipe, decompresses, and reads the formats that `cat` and `convert`
/// write.
pub(crate) fn load(input: &Input, how: &ReadHow) -> Result<Loaded> {
    let (imported, is_plain) = match Source::open(input)? {
        Source::Plain(path) => {
            let lock = lock_if(how.in_place, path)?;
            let options = ReadOptions { layout: how.layout, ..ReadOptions::default() };
            let file = reenact_file::open_with(path, &options)?;
            open_files::add(path, file.watch(), lock);
            (file.into_recording().into(), true)
        }
        Source::Stream(stream) if stream.is_other => {
            (reenact_convert::import(stream.read(how)?)?, false)
        }
        Source::Stream(stream) => {
            let compression = stream.compression;
            let recording = Recording::read_with(stream.reader, &how.options());
            (recording.map_err(|error| explain(compression, error))?.into(), false)
        }
    };
    Ok(Loaded { imported, is_plain })
}

/// Bytes of an input that may not be a recording.
#[derive(Debug)]
pub(crate) struct Raw {
    bytes: Bytes,
    notes: Vec<Note>,
    /// Change detection of a plain file; `None` for pipes, compressed files and other formats.
    watch: Option<Watch>,
}

impl Raw {
    pub(crate) const fn bytes(&self) -> &Bytes {
        &self.bytes
    }

    /// Losses and remarks of reading a file of another format.
    pub(crate) fn notes(&self) -> &[Note] {
        &self.notes
    }

    /// Detects changes of the file since it was opened.
    pub(crate) const fn watch(&self) -> Option<&Watch> {
        self.watch.as_ref()
    }

    /// Whether these are the unmodified bytes of a file.
    pub(crate) const fn is_plain(&self) -> bool {
        self.watch.is_some()
    }
}

/// Loads a file that may be damaged. A large one is memory-mapped, so unread parts take no memory.
pub(crate) fn load_raw(input: &Input, how: &ReadHow) -> Result<Raw> {
    match Source::open(input)? {
        Source::Plain(path) => {
            let lock = lock_if(how.in_place, path)?;
            let file = FileBytes::open(path).map_err(|error| cannot_read(&error))?;
            open_files::add(path, file.watch(), lock);
            let (bytes, watch) = (file.bytes().clone(), Some(file.watch().clone()));
            Ok(Raw { bytes, notes: Vec::new(), watch })
        }
        Source::Stream(stream) => {
            let (bytes, imported) = reenact_convert::own_format(stream.read(how)?)?;
            let notes = imported.map(|imported| imported.losses().notes()).unwrap_or_default();
            let notes = notes.into_iter().map(Note::by_name).collect();
            Ok(Raw { bytes, notes, watch: None })
        }
    }
}

fn lock_if(in_place: bool, path: &Path) -> Result<Option<Lock>> {
    in_place.then(|| Lock::of(path)).transpose()
}

/// Kind of an input.
enum Source<'i> {
    /// A file that is neither compressed nor of another format.
    Plain(&'i Path),
    /// Any other input, read once from start to end.
    Stream(Stream),
}

struct Stream {
    /// Decompressed content.
    reader: Box<dyn Read>,
    compression: Compression,
    is_other: bool,
}

impl<'i> Source<'i> {
    fn open(input: &'i Input) -> Result<Self> {
        let path = match input {
            Input::Stdin => return Stream::new(io::stdin().lock()).map(Self::Stream),
            Input::File { path, .. } => path,
        };
        let file = open(path)?;
        let is_file = file.metadata().map_err(|error| cannot_read(&error))?.is_file();
        let mut reader = BufReader::new(file);
        if is_file {
            let start = reader.fill_buf().map_err(|error| cannot_read(&error))?;
            let start = start.get(..START_BYTES).unwrap_or(start);
            if Compression::of_bytes(start) == Compression::None
                && Format::of_content(start).is_none()
            {
                return Ok(Self::Plain(path));
            }
        }
        Stream::new(reader).map(Self::Stream)
    }
}

impl Stream {
    fn new(reader: impl BufRead + 'static) -> Result<Self> {
        let (start, reader) = peek(reader).map_err(|error| cannot_read(&error))?;
        let compression = Compression::of_bytes(&start);
        let whole = BufReader::with_capacity(1 << 16, reader);
        let (start, reader) = unpack(compression, whole)
            .and_then(peek)
            .map_err(|error| explain(compression, error.into()))?;
        let is_other = Format::of_content(&start).is_some();
        Ok(Self { reader: Box::new(reader), compression, is_other })
    }

    /// Reads the whole stream. A stream of unknown format is truncated after its first bytes, which are enough for the error.
    fn read(self, how: &ReadHow) -> Result<Vec<u8>> {
        // One byte more than the limit distinguishes a stream of exactly that length from a longer one.
        let mut bytes = Vec::new();
        let mut reader = self.reader.take(how.max_bytes.saturating_add(1));
        let mut read = reader.by_ref().take(UNKNOWN_BYTES).read_to_end(&mut bytes);
        if self.is_other || may_be_recording(&bytes) {
            read = read.and_then(|_| reader.read_to_end(&mut bytes));
        }
        read.map_err(|error| explain(self.compression, error.into()))?;
        if u64::try_from(bytes.len()).unwrap_or(u64::MAX) > how.max_bytes {
            return Err(reenact::Error::too_large(how.max_bytes).into());
        }
        Ok(bytes)
    }
}

/// Adds the compression format to an error that it caused.
fn explain(compression: Compression, error: reenact::Error) -> Error {
    match (error.kind(), compression) {
        (reenact::ErrorKind::Io(io), Compression::Gzip | Compression::Zstd) => {
            Error::failed(format!("cannot decompress: {io}"))
        }
        _ => error.into(),
    }
}

fn cannot_read(error: &io::Error) -> Error {
    Error::io("cannot read", error)
}

fn open(path: &Path) -> Result<File> {
    File::open(path).map_err(|error| {
        let is_missing = error.kind() == io::ErrorKind::NotFound;
        let near = is_missing.then(|| nearest(path)).flatten();
        let advice = near.map(|name| format!("; did you mean {name}?")).unwrap_or_default();
        cannot_read(&error).and(&advice)
    })
}

/// File with a similar name beside a missing one.
fn nearest(path: &Path) -> Option<String> {
    let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty());
    let names = fs::read_dir(folder.unwrap_or(Path::new("."))).ok()?.flatten();
    let names: Vec<String> = names.filter_map(|e| e.file_name().into_string().ok()).collect();
    let asked = path.file_name()?.to_str()?;
    crate::suggest::nearest(asked, names.iter().map(String::as_str)).map(str::to_owned)
}

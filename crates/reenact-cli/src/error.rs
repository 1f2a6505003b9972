//! Errors of the command: one line with the problem, what to do, and the path.

use std::borrow::Cow;
use std::fmt::{self, Display};
use std::io;
use std::path::Path;

use reenact::json::{ErrorReport, FailedFile};

use crate::text::escape::visible;
use crate::text::style;

/// Result of a subcommand.
pub(crate) type Result<T, E = Error> = std::result::Result<T, E>;

/// Error of a command.
#[derive(Debug)]
pub(crate) enum Error {
    /// Invalid combination of arguments. Exit code 2.
    Usage(Message),
    /// Failure. Exit code 1.
    Failed(Message),
    /// The reader of stdout has closed the pipe, which is not an error.
    BrokenPipe,
}

/// Error with the file that it is about.
#[derive(Debug, Clone)]
pub(crate) struct Message {
    report: Box<ErrorReport>,
    path: Option<String>,
}

impl Message {
    /// Line of text: `error: … : PATH`, or `PATH:LINE:COLUMN: error: …` for a location in a text, as compilers print it.
    pub(crate) fn line(&self) -> String {
        let label = style::paint(style::ERROR, "error:");
        let ErrorReport { message, line, column, .. } = &*self.report;
        match (line, column, &self.path) {
            (Some(line), Some(column), Some(path)) => {
                let text = shortened(message);
                format!("{}:{line}:{column}: {label} {}", visible(path), visible(&text))
            }
            _ => format!("{label} {self}"),
        }
    }

    /// Converts it to an entry in a list of JSON reports.
    pub(crate) fn to_failed_file(&self) -> FailedFile {
        FailedFile { file: self.path.clone().unwrap_or_default(), error: (*self.report).clone() }
    }
}

impl Display for Message {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let ErrorReport { message, line, column, .. } = &*self.report;
        if let (Some(line), Some(column)) = (line, column) {
            write!(f, "line {line}, column {column}: ")?;
        }
        f.write_str(&visible(shortened(message).as_ref()))?;
        self.path.as_ref().map_or(Ok(()), |path| write!(f, ": {}", visible(path)))
    }
}

/// Largest length of a message in bytes: it may quote the input, which can have any length.
const MOST_BYTES: usize = 2000;

/// Start and end of a long message.
fn shortened(text: &str) -> Cow<'_, str> {
    if text.len() <= MOST_BYTES {
        return text.into();
    }
    let start = text.get(..text.floor_char_boundary(MOST_BYTES * 3 / 4)).unwrap_or_default();
    let end = text.get(text.ceil_char_boundary(text.len() - MOST_BYTES / 4)..).unwrap_or_default();
    format!("{start} … {end}").into()
}

impl Error {
    pub(crate) fn usage(text: impl Into<String>) -> Self {
        Self::Usage(Message { report: Box::new(ErrorReport::new("wrong-usage", text)), path: None })
    }

    pub(crate) fn failed(text: impl Into<String>) -> Self {
        Self::of(ErrorReport::new("failed", text))
    }

    pub(crate) fn of(report: ErrorReport) -> Self {
        Self::Failed(Message { report: Box::new(report), path: None })
    }

    /// Appends the path to the error, unless it has one.
    pub(crate) fn at(mut self, path: impl Display) -> Self {
        if let Self::Usage(message) | Self::Failed(message) = &mut self {
            message.path.get_or_insert_with(|| path.to_string());
        }
        self
    }

    /// Appends advice to the error.
    pub(crate) fn and(mut self, more: &str) -> Self {
        if let Self::Usage(message) | Self::Failed(message) = &mut self {
            message.report.message += more;
        }
        self
    }

    pub(crate) fn into_message(self) -> Option<Message> {
        match self {
            Self::Usage(message) | Self::Failed(message) => Some(message),
            Self::BrokenPipe => None,
        }
    }

    pub(crate) fn at_path(self, path: &Path) -> Self {
        self.at(path.display())
    }

    /// Failed I/O operation, with the reason.
    pub(crate) fn io(what: &str, error: &io::Error) -> Self {
        if is_broken_pipe(error) {
            return Self::BrokenPipe;
        }
        Self::of(ErrorReport::new("io", format!("{what}: {}", reason(error))))
    }
}

impl From<reenact::Error> for Error {
    fn from(error: reenact::Error) -> Self {
        use reenact::{ErrorKind, Fault, Field, FrameTimes};
        if let ErrorKind::Io(io) = error.kind() {
            return Self::io("cannot read or write", io);
        }
        let advice = match error.kind() {
            ErrorKind::Truncated { .. } if error.field().is_some_and(Field::is_of_header) => {
                "; nothing can be recovered"
            }
            ErrorKind::Truncated { .. } | ErrorKind::OutOfRange { .. } => {
                "; run `reenact doctor` to see what `reenact repair` can recover"
            }
            ErrorKind::OverlongLength | ErrorKind::InvalidUtf8 { .. } => {
                "; run `reenact doctor` for details"
            }
            ErrorKind::TooLarge { .. } => ", with --max-size",
            ErrorKind::TooManyFrames { limit, .. } if *limit != FrameTimes::MAX_LEN => {
                ", with --max-frames"
            }
            _ => "",
        };
        let mut report = ErrorReport::from(&error);
        report.message += advice;
        match error.fault() {
            // The arguments are valid, but not for this recording.
            Fault::Caller
                if !matches!(error.kind(), ErrorKind::WouldLose(_) | ErrorKind::NotFound(_)) =>
            {
                Self::Usage(Message { report: Box::new(report), path: None })
            }
            _ => Self::of(report),
        }
    }
}

impl From<reenact_convert::Error> for Error {
    fn from(error: reenact_convert::Error) -> Self {
        match error {
            reenact_convert::Error::Recording(error) => error.into(),
            reenact_convert::Error::Io(error) => Self::io("cannot read or write", &error),
            error => Self::of(ErrorReport::from(&error)),
        }
    }
}

/// Whether the reader of the output is gone (broken pipe). Windows has several names for it.
fn is_broken_pipe(error: &io::Error) -> bool {
    /// `ERROR_BROKEN_PIPE`, `ERROR_NO_DATA`, `ERROR_PIPE_NOT_CONNECTED`.
    const CLOSED: [i32; 3] = [109, 232, 233];
    let is_closed = || error.raw_os_error().is_some_and(|number| CLOSED.contains(&number));
    error.kind() == io::ErrorKind::BrokenPipe || (cfg!(windows) && is_closed())
}

/// Short message for an I/O error.
pub(crate) fn reason(error: &io::Error) -> String {
    let known = match error.kind() {
        io::ErrorKind::NotFound => "no such file",
        // Pattern without a match.
        io::ErrorKind::InvalidFilename if cfg!(windows) => "no such file",
        io::ErrorKind::PermissionDenied => "permission denied",
        io::ErrorKind::StorageFull => "disk full",
        io::ErrorKind::QuotaExceeded => "disk quota exceeded",
        io::ErrorKind::FileTooLarge => "file too large for this file system",
        io::ErrorKind::ReadOnlyFilesystem => "read-only file system",
        io::ErrorKind::IsADirectory => "it is a folder",
        io::ErrorKind::NotADirectory => "a part of the path is not a folder",
        _ => "",
    };
    if !known.is_empty() {
        return known.to_owned();
    }
    let text = error.to_string();
    match text.split_once(" (os error") {
        Some((text, _)) => text.to_lowercase(),
        None => text,
    }
}

//! Errors of conversions.

use std::fmt;
use std::io;

use crate::{Format, Setting};

/// Result of a conversion.
pub type Result<T, E = Error> = std::result::Result<T, E>;

/// Error of a conversion. `Display` prints one line.
#[derive(Debug)]
#[non_exhaustive]
pub enum Error {
    /// Invalid text, with line and column.
    Text(TextError),
    /// Invalid file, with a description.
    Malformed(String),
    /// The request is impossible for this recording or at all, with a reason.
    Impossible(String),
    /// Missing or invalid option of a format.
    Option {
        /// Option.
        option: Setting,
        /// Description in lower case, without a full stop.
        message: String,
    },
    /// A format that this build lacks: its cargo feature is off.
    NotBuilt(Format),
    /// The data is not a valid recording, or the request is invalid.
    Recording(reenact::Error),
    /// Input or output failed.
    Io(io::Error),
}

/// Syntax or content error in a text.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TextError {
    /// The line, counted from 1.
    pub line: u64,
    /// The byte in that line, counted from 1.
    pub column: u64,
    /// Element, such as `key 5 of left.Wrist.position.x`; empty if not yet known.
    pub place: String,
    /// Description in lower case, without a full stop.
    pub message: String,
}

impl fmt::Display for TextError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { line, column, place, message } = self;
        write!(f, "line {line}, column {column}: ")?;
        if !place.is_empty() {
            write!(f, "{place}: ")?;
        }
        f.write_str(message)
    }
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Text(error) => error.fmt(f),
            Self::Malformed(message) | Self::Impossible(message) => f.write_str(message),
            Self::Option { option, message } => write!(f, "{option}: {message}"),
            Self::NotBuilt(format) => {
                write!(f, "this build of reenact does not support the format {format}")
            }
            Self::Recording(error) => error.fmt(f),
            Self::Io(error) => error.fmt(f),
        }
    }
}

impl std::error::Error for Error {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        match self {
            Self::Text(_)
            | Self::Malformed(_)
            | Self::Impossible(_)
            | Self::Option { .. }
            | Self::NotBuilt(_) => None,
            Self::Recording(error) => error.source(),
            Self::Io(error) => error.source(),
        }
    }
}

impl From<io::Error> for Error {
    fn from(error: io::Error) -> Self {
        Self::Io(error)
    }
}

impl From<reenact::Error> for Error {
    fn from(error: reenact::Error) -> Self {
        Self::Recording(error)
    }
}

impl From<TextError> for Error {
    fn from(error: TextError) -> Self {
        Self::Text(error)
    }
}

#[cfg(feature = "serde")]
impl From<&Error> for reenact::json::ErrorReport {
    fn from(error: &Error) -> Self {
        let code = match error {
            Error::Recording(error) => return error.into(),
            Error::Text(error) => {
                let TextError { line, column, place, message } = error;
                let colon = if place.is_empty() { "" } else { ": " };
                let mut report = Self::new("wrong-text", format!("{place}{colon}{message}"));
                (report.line, report.column) = (Some(*line), Some(*column));
                return report;
            }
            Error::Malformed(_) => "malformed",
            Error::Impossible(_) => "impossible",
            Error::Option { .. } => "wrong-option",
            Error::NotBuilt(_) => "not-built",
            Error::Io(error) if error.kind() == io::ErrorKind::OutOfMemory => "out-of-memory",
            Error::Io(_) => "io",
        };
        Self::new(code, error.to_string())
    }
}

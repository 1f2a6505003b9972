//! What can go wrong on the way into and out of another format.

use std::fmt;
use std::io;

use crate::{Format, Setting};

/// The result of a conversion.
pub type Result<T, E = Error> = std::result::Result<T, E>;

/// What is wrong. Prints as one line.
#[derive(Debug)]
#[non_exhaustive]
pub enum Error {
    /// A text that cannot be read.
    Text(TextError),
    /// A file that is not as its format wants it, and what of it.
    Malformed(String),
    /// What was asked for cannot be done, of this recording or at all, and why.
    Impossible(String),
    /// An option of a format that is missing or wrong.
    Option {
        /// Which.
        option: Setting,
        /// What is wrong with it, lower case, without a full stop.
        message: String,
    },
    /// A format that this build lacks: its cargo feature is off.
    NotBuilt(Format),
    /// What the format holds is no recording, or cannot be asked for.
    Recording(reenact::Error),
    /// Reading or writing failed underneath.
    Io(io::Error),
}

/// Where a text is wrong, and how.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TextError {
    /// The line, counted from 1.
    pub line: u64,
    /// The byte in that line, counted from 1.
    pub column: u64,
    /// What it belongs to, such as `key 5 of left.Wrist.position.x`; empty where that is not known yet.
    pub place: String,
    /// What is wrong, lower case, without a full stop.
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
                write!(f, "this build of reenact lacks the format {format}")
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

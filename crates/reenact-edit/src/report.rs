//! Reports of edits on files, as the command prints them as JSON.

use reenact::Note;

use crate::{Size, repair};

/// Report of an edit or a conversion of files.
#[derive(Debug, Clone, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[cfg_attr(feature = "schema", schemars(rename = "EditReport{R}"))]
pub struct EditReport<R = ()> {
    /// Names of the files that were read.
    pub inputs: Vec<String>,
    /// Name of the file that was written; `None` if the result is in memory.
    pub output: Option<String>,
    /// Size of the recording before.
    pub before: Size,
    /// Size of the recording after.
    pub after: Size,
    /// Notes on what could not be kept and what was made up.
    pub notes: Vec<Note>,
    /// The report of the operation, if it has one.
    #[cfg_attr(feature = "serde", serde(flatten))]
    pub report: R,
}

impl<R> EditReport<R> {
    /// Whether something of the original is gone.
    pub fn is_lossy(&self) -> bool {
        self.notes.iter().any(|note| note.is_loss)
    }
}

/// Report of the repair of a file.
#[derive(Debug, Clone)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct RepairReport {
    /// Name of the file that was read.
    pub input: String,
    /// Name of the file that was written; `None` if none was.
    pub output: Option<String>,
    /// Bytes of the file that was read.
    pub bytes_before: u64,
    /// Bytes of the repaired file; `None` if none was made.
    pub bytes_after: Option<u64>,
    /// Losses and remarks of reading a file of another format, and of writing a draft or a fork's file as version 1.0 or 1.1.
    pub notes: Vec<reenact::Note>,
    /// Changes and damage.
    #[cfg_attr(feature = "serde", serde(flatten))]
    pub report: repair::Report,
}

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
    /// Size before the edit.
    pub before: Size,
    /// Size after the edit.
    pub after: Size,
    /// Notes on data that could not be kept or was synthesized.
    pub notes: Vec<Note>,
    /// Report of the operation, if it has one.
    #[cfg_attr(feature = "serde", serde(flatten))]
    pub report: R,
}

impl<R> EditReport<R> {
    /// Whether data of the original was lost.
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
    /// Size in bytes of the file that was read.
    pub bytes_before: u64,
    /// Size in bytes of the repaired file; `None` if there is none.
    pub bytes_after: Option<u64>,
    /// Losses and remarks of reading a file of another format, and of writing a draft or a fork's file as version 1.0 or 1.1.
    pub notes: Vec<reenact::Note>,
    /// Changes and remaining defects.
    #[cfg_attr(feature = "serde", serde(flatten))]
    pub report: repair::Report,
}

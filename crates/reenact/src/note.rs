//! Notes on a result: losses and remarks, with codes.

use std::fmt;

use crate::named::Named;

/// Note on a result: a loss or a remark.
///
/// The code is an enum of the crate that creates the note, or the name of such a value.
#[derive(Debug, Clone, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[cfg_attr(feature = "schema", schemars(rename = "Note"))]
pub struct Note<C = &'static str> {
    /// Kind of note.
    pub code: C,
    /// Whether data of the original is lost.
    pub is_loss: bool,
    /// One sentence, lower case, without a full stop.
    pub message: String,
}

impl<C> Note<C> {
    /// Creates a note on lost data.
    pub fn loss(code: C, message: impl Into<String>) -> Self {
        Self { code, is_loss: true, message: message.into() }
    }

    /// Creates a note on data that was synthesized, or is stored in another way.
    pub fn remark(code: C, message: impl Into<String>) -> Self {
        Self { code, is_loss: false, message: message.into() }
    }
}

impl<C: Named> Note<C> {
    /// Converts the code to its name, so that notes with codes of different types can be in one list.
    #[must_use]
    pub fn by_name(self) -> Note {
        let Self { code, is_loss, message } = self;
        Note { code: code.name(), is_loss, message }
    }
}

impl<C> fmt::Display for Note<C> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.message)
    }
}

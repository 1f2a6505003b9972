//! Notes on a result: losses and remarks, with codes.

use std::fmt;

use crate::named::Named;

/// Note on a result: a loss or a remark.
///
/// The code is an enum of the crate that makes the note, or the name of such a value.
#[derive(Debug, Clone, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[cfg_attr(feature = "schema", schemars(rename = "Note"))]
pub struct Note<C = &'static str> {
    /// Kind of note.
    pub code: C,
    /// Whether something of the original is gone.
    pub is_loss: bool,
    /// One sentence, lower case, without a full stop.
    pub message: String,
}

impl<C> Note<C> {
    /// A note that something is gone.
    pub fn loss(code: C, message: impl Into<String>) -> Self {
        Self { code, is_loss: true, message: message.into() }
    }

    /// A note that something was made up, or is stored in another way.
    pub fn remark(code: C, message: impl Into<String>) -> Self {
        Self { code, is_loss: false, message: message.into() }
    }
}

impl<C: Named> Note<C> {
    /// The same note with the name of its code, so that it can stand among notes of other kinds.
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

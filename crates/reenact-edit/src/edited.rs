//! What an operation gives back.

use std::fmt;

use reenact::Recording;

/// The result of an operation.
#[derive(Debug, Clone, PartialEq)]
pub struct Edited<'a> {
    /// The recording as it is now. Curves that the operation did not touch stay borrowed from the original.
    pub recording: Recording<'a>,
    /// What the user should know: what could not be kept, and what was made up.
    pub notes: Vec<Note>,
}

impl<'a> Edited<'a> {
    /// A result that there is nothing to say about.
    pub fn new(recording: Recording<'a>) -> Self {
        Self { recording, notes: Vec::new() }
    }

    /// Whether something of the original could not be kept.
    pub fn is_lossy(&self) -> bool {
        self.notes.iter().any(|note| note.is_loss)
    }
}

/// Something that the user should know of an edit.
#[derive(Debug, Clone, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct Note {
    /// A stable name for it, such as `curves-baked`.
    pub code: &'static str,
    /// Whether something of the original is gone.
    pub is_loss: bool,
    /// One sentence, lower case, without a full stop.
    pub message: String,
}

impl Note {
    /// Something is gone.
    pub fn loss(code: &'static str, message: impl Into<String>) -> Self {
        Self { code, is_loss: true, message: message.into() }
    }

    /// Something was made up, or is worth a word.
    pub fn remark(code: &'static str, message: impl Into<String>) -> Self {
        Self { code, is_loss: false, message: message.into() }
    }

    /// What is to be said of so many curves that had to be put in order first; nothing if there were none.
    pub(crate) fn keys_sorted(curves: usize) -> Option<Self> {
        let message = || {
            format!(
                "{curves} curves had keys out of order, which are now sorted as Unity does; keys at NaN are gone"
            )
        };
        (curves > 0).then(|| Self::loss("keys-sorted", message()))
    }
}

impl fmt::Display for Note {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.message)
    }
}

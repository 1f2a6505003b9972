//! What an operation gives back.

use std::fmt;

use reenact::Recording;

/// The result of an operation: the recording, notes on it, and for some operations a report.
#[derive(Debug, Clone, PartialEq)]
pub struct Edited<R = ()> {
    /// The recording as it is now. Curves that the operation did not touch are shared with the original.
    pub recording: Recording,
    /// What the user should know: what could not be kept, and what was made up.
    pub notes: Vec<Note>,
    /// What was done, for the operations that have more to say than notes.
    pub report: R,
}

impl Edited {
    /// A result without notes.
    pub fn new(recording: Recording) -> Self {
        Self { recording, notes: Vec::new(), report: () }
    }

    /// The same with a report.
    pub fn with_report<R>(self, report: R) -> Edited<R> {
        let Self { recording, notes, report: () } = self;
        Edited { recording, notes, report }
    }
}

impl<R> Edited<R> {
    /// The same without its report.
    pub fn without_report(self) -> Edited {
        let Self { recording, notes, .. } = self;
        Edited { recording, notes, report: () }
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

    /// What a recording that is written has to say of the file that it was read from, if that is of a form that is never written: what it
    /// is written as, and what reading it left out.
    pub fn of_origin(recording: &Recording) -> Vec<Self> {
        let Some(origin) = recording.origin() else { return Vec::new() };
        let (variant, form) = (origin.variant(), recording.form());
        let written =
            format!("{variant} is a form that is only read: written as version {}", form.version);
        let changed = Self::remark("form-changed", written);
        let lost = |loss| {
            Self::loss(
                "not-read",
                format!("{loss}, which {variant} has and a recording has no place for"),
            )
        };
        [changed].into_iter().chain(origin.losses().iter().map(lost)).collect()
    }

    /// The notes of [`of_origin`](Self::of_origin) that apply to a file made of a recording. What reading left out is missing from every format;
    /// the version that it is written as matters only if the file is a recording.
    pub fn of_output(recording: &Recording, is_recording: bool) -> Vec<Self> {
        let mut notes = Self::of_origin(recording);
        notes.retain(|note| note.is_loss || is_recording);
        notes
    }

    /// The notes of [`of_origin`](Self::of_origin) that an edit has to report because its result no longer has the origin; empty if the
    /// result has it, and with it the notes.
    pub fn of_dropped_origin(before: &Recording, after: &Recording) -> Vec<Self> {
        if after.origin().is_some() { Vec::new() } else { Self::of_origin(before) }
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

//! Results of operations.

use reenact::{Recording, Result};

use crate::Note;

/// Result of an operation: the recording, notes, and for some operations a report.
#[derive(Debug, Clone, PartialEq)]
pub struct Edited<R = ()> {
    /// The edited recording. Curves that the operation did not change are shared with the original.
    pub recording: Recording,
    /// Notes on data that could not be kept or was synthesized.
    pub notes: Vec<Note>,
    /// Report: [`Proof`](crate::optimize::Proof) of `optimize`, [`Report`](crate::repair::Report) of `repair`.
    pub report: R,
}

impl Edited {
    /// Creates a result without notes and report.
    pub fn new(recording: Recording) -> Self {
        Self { recording, notes: Vec::new(), report: () }
    }
}

impl<R> Edited<R> {
    /// Replaces the report.
    pub fn with_report<S>(self, report: S) -> Edited<S> {
        let Self { recording, notes, .. } = self;
        Edited { recording, notes, report }
    }

    /// Applies another operation to the result. The notes of both are kept, and the report of the first.
    ///
    /// ```
    /// use reenact_edit::{optimize, version};
    ///
    /// let recording = reenact_make::demo();
    /// let optimized = optimize::optimize(&recording, &optimize::Options::MRTK)?
    ///     .then(|recording| version::version(recording, &version::Options::LOADABLE))?;
    /// assert!(optimized.recording.form().loads_in_mrtk());
    /// assert!(optimized.report.keys_after < optimized.report.keys_before);
    /// # Ok::<(), reenact::Error>(())
    /// ```
    pub fn then(self, operation: impl FnOnce(&Recording) -> Result<Edited>) -> Result<Self> {
        let Self { recording, mut notes, report } = self;
        let next = operation(&recording)?;
        notes.extend(next.notes);
        Ok(Self { recording: next.recording, notes, report })
    }

    /// Whether data of the original was lost.
    pub fn is_lossy(&self) -> bool {
        self.notes.iter().any(|note| note.is_loss)
    }
}

//! Notes on an edit: data that could not be kept or was synthesized.

use reenact::Recording;

/// Note on an edit: a loss or a remark.
pub type Note = reenact::Note<NoteCode>;

/// Notes on the file that a recording was read from, if it is a draft or fork: the form in which it is written, and the data that
/// was not read.
pub fn of_origin(recording: &Recording) -> Vec<Note> {
    let Some(origin) = recording.origin() else { return Vec::new() };
    let (variant, form) = (origin.variant(), recording.form());
    let written =
        format!("{variant} is a form that is only read: written as version {}", form.version);
    let lost = |loss| {
        let message = format!("{loss}: part of {variant}, but cannot be stored in a recording");
        Note::loss(NoteCode::NotRead, message)
    };
    let changed = Note::remark(NoteCode::FormChanged, written);
    [changed].into_iter().chain(origin.losses().iter().map(lost)).collect()
}

/// Notes of [`of_origin`] that apply to an output file. Data that was not read is missing from every format; the form in which
/// the recording is written matters only if the file is a recording.
pub fn of_output(recording: &Recording, is_recording: bool) -> Vec<Note> {
    let mut notes = of_origin(recording);
    notes.retain(|note| note.is_loss || is_recording);
    notes
}

/// Notes of [`of_origin`] that an edit has to report because its result has no origin; empty if the result still has it.
pub fn of_dropped_origin(before: &Recording, after: &Recording) -> Vec<Note> {
    if after.origin().is_some() { Vec::new() } else { of_origin(before) }
}

/// Note on curves whose keys had to be sorted first; `None` for 0.
pub(crate) fn keys_sorted(curves: usize) -> Option<Note> {
    let message = || {
        format!(
            "{curves} curves had keys out of order, which are now sorted as in Unity; keys at NaN were removed"
        )
    };
    (curves > 0).then(|| Note::loss(NoteCode::KeysSorted, message()))
}

named_enum! {
    /// Kind of a [`Note`]. Names such as `curves-baked` are stable.
    NoteCode, "note":
    /// Unsorted keys were sorted, and keys at NaN removed.
    KeysSorted = "keys-sorted",
    /// Rotations that MRTK stored without W cannot be repaired any more.
    RotationWLost = "rotation-w-lost",
    /// Curves of one position or rotation got the key times of all of them.
    KeysUnited = "keys-united",
    /// Curves with tangents became linear.
    CurvesBaked = "curves-baked",
    /// Curves that repeated are clamped at their ends.
    WrapsDropped = "wraps-dropped",
    /// The tolerance was exceeded somewhere.
    BoundMissed = "bound-missed",
    /// Poses that lack keys in some curves were not changed.
    PosesIncomplete = "poses-incomplete",
    /// Repeating curves were unrolled to keys.
    RepeatsWrittenOut = "repeats-written-out",
    /// Curves repeat too often to be unrolled, and are clamped at their ends.
    RepeatsDropped = "repeats-dropped",
    /// The recording is stored in another form.
    FormChanged = "form-changed",
    /// Data of the file was not read.
    NotRead = "not-read",
    /// Tangents without effect, which the form cannot hold, were dropped.
    UnusedTangentsDropped = "unused-tangents-dropped",
    /// The gaze, which the form cannot hold, was dropped.
    GazeDropped = "gaze-dropped",
    /// An absent track became an empty one, because the form requires it.
    AbsenceDropped = "absence-dropped",
    /// Markers, which the form cannot hold, were dropped.
    MarkersDropped = "markers-dropped",
    /// The marker list, which the form cannot hold, was dropped.
    MarkerListDropped = "marker-list-dropped",
    /// Bytes after the marker list were dropped.
    TrailingDropped = "trailing-dropped",
    /// Flag bytes other than 0 and 1 were replaced.
    FlagBytesDropped = "flag-bytes-dropped",
    /// Other data that the form cannot hold was dropped.
    Dropped = "dropped",
    /// No form that MRTK loads can hold the recording.
    NotForMrtk = "not-for-mrtk",
    /// A marker list was added.
    MarkerListAdded = "marker-list-added",
    /// Markers were added.
    MarkersAdded = "markers-added",
    /// Markers outside the range were removed.
    MarkersOutside = "markers-outside",
    /// Markers at NaN were removed.
    MarkersAtNan = "markers-at-nan",
    /// The range contains nothing of the recording.
    NothingInside = "nothing-inside",
    /// Keys before 0 s were removed.
    BeforeZeroDropped = "before-zero-dropped",
    /// A cross-fade is shorter than requested.
    SeamShortened = "seam-shortened",
    /// A recording could not be aligned with the previous one.
    NotAligned = "not-aligned",
    /// A concatenated recording lacks a track that another one has.
    TrackMissing = "track-missing",
    /// Only positions were scaled.
    ScaledPositions = "scaled-positions",
    /// The recording does not have the anchor; nothing was changed.
    NoAnchor = "no-anchor",
    /// The anchor is unknown at some times.
    AnchorLost = "anchor-lost",
    /// Curves could not be smoothed.
    NotSmoothed = "not-smoothed",
    /// Tangents were not changed with the smoothed values.
    TangentsKept = "tangents-kept",
    /// Motion in tracking gaps was synthesized.
    GapsFilled = "gaps-filled",
    /// Curves in filled gaps were not changed.
    CurvesLeft = "curves-left",
    /// Number of keys before and after resampling, and the largest change of a position.
    Resampled = "resampled",
    /// Keys in tracking gaps were removed.
    GapKeysDropped = "gap-keys-dropped",
    /// Tracks that the form requires were emptied.
    TracksEmptied = "tracks-emptied",
    /// The recording is shorter than before.
    DurationChanged = "duration-changed",
    /// There is no head, so the height is unknown.
    NoHeight = "no-height",
    /// Curves with tangents were not reduced.
    BentKept = "bent-kept",
    /// Curves with unsorted keys were not reduced.
    UnsortedKept = "unsorted-kept",
    /// Curves with NaN or infinite values were not reduced.
    NotFiniteKept = "not-finite-kept",
    /// Repeating curves were not reduced.
    RepeatingKept = "repeating-kept",
    /// Curves of one position or rotation with different key times were not reduced.
    ApartKept = "apart-kept",
}

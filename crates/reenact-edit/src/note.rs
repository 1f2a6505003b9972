//! Notes on an edit: data that could not be kept or was synthesized.

use reenact::Recording;

/// Note on an edit: a loss or a remark.
pub type Note = reenact::Note<NoteCode>;

/// Notes on the file that a recording was read from, if that is of a form that is never written: the form it is written in, and
/// what reading left out.
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

/// The notes of [`of_origin`] that apply to a file made of a recording. What reading left out is missing from every format;
/// the version that it is written as matters only if the file is a recording.
pub fn of_output(recording: &Recording, is_recording: bool) -> Vec<Note> {
    let mut notes = of_origin(recording);
    notes.retain(|note| note.is_loss || is_recording);
    notes
}

/// The notes of [`of_origin`] that an edit has to report because its result no longer has the origin; empty if the
/// result has it, and with it the notes.
pub fn of_dropped_origin(before: &Recording, after: &Recording) -> Vec<Note> {
    if after.origin().is_some() { Vec::new() } else { of_origin(before) }
}

/// Note on the number of curves that had to be sorted first; `None` for 0.
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
    /// Keys out of order are sorted, and keys at NaN are gone.
    KeysSorted = "keys-sorted",
    /// Rotations that MRTK stored without w can no longer be repaired.
    RotationWLost = "rotation-w-lost",
    /// Curves of one value got the key times of all of them.
    KeysUnited = "keys-united",
    /// Curves with tangents are straight lines now.
    CurvesBaked = "curves-baked",
    /// Curves that repeated hold their ends now.
    WrapsDropped = "wraps-dropped",
    /// The tolerance could not be kept everywhere.
    BoundMissed = "bound-missed",
    /// Poses of which some curves have no keys stay as they were.
    PosesIncomplete = "poses-incomplete",
    /// Curves that repeat are written out as keys.
    RepeatsWrittenOut = "repeats-written-out",
    /// Curves repeat too often to be written out, and hold their ends now.
    RepeatsDropped = "repeats-dropped",
    /// The recording is stored in another form.
    FormChanged = "form-changed",
    /// Reading the file left something out.
    NotRead = "not-read",
    /// The form has no room for tangents that bend nothing.
    UnusedTangentsDropped = "unused-tangents-dropped",
    /// The form has no room for the gaze.
    GazeDropped = "gaze-dropped",
    /// The form has no room for a track that is not there.
    AbsenceDropped = "absence-dropped",
    /// The form has no room for markers.
    MarkersDropped = "markers-dropped",
    /// The form has no room for a marker list.
    MarkerListDropped = "marker-list-dropped",
    /// Bytes after the marker list are gone.
    TrailingDropped = "trailing-dropped",
    /// Flag bytes that are neither 0 nor 1 are gone.
    FlagBytesDropped = "flag-bytes-dropped",
    /// The form has no room for something else.
    Dropped = "dropped",
    /// No form that MRTK loads has room for the recording.
    NotForMrtk = "not-for-mrtk",
    /// The recording had no marker list and has one now.
    MarkerListAdded = "marker-list-added",
    /// Markers were added.
    MarkersAdded = "markers-added",
    /// Markers outside the part are gone.
    MarkersOutside = "markers-outside",
    /// Markers at NaN are gone.
    MarkersAtNan = "markers-at-nan",
    /// Nothing of the recording is in the part.
    NothingInside = "nothing-inside",
    /// Keys before 0 s are gone.
    BeforeZeroDropped = "before-zero-dropped",
    /// A cross-fade is shorter than asked for.
    SeamShortened = "seam-shortened",
    /// A recording could not be aligned with the one before it.
    NotAligned = "not-aligned",
    /// A joined recording lacks a track that another one has.
    TrackMissing = "track-missing",
    /// Only positions were scaled.
    ScaledPositions = "scaled-positions",
    /// The recording has no such anchor: nothing was changed.
    NoAnchor = "no-anchor",
    /// The anchor has no pose at some times.
    AnchorLost = "anchor-lost",
    /// Curves could not be smoothed.
    NotSmoothed = "not-smoothed",
    /// Tangents stay as they were beside smoothed values.
    TangentsKept = "tangents-kept",
    /// Motion in tracking gaps is made up.
    GapsFilled = "gaps-filled",
    /// Curves in filled gaps stay as they were.
    CurvesLeft = "curves-left",
    /// Number of keys before and after, and the largest change of a position.
    Resampled = "resampled",
    /// Keys in tracking gaps are gone.
    GapKeysDropped = "gap-keys-dropped",
    /// Tracks that the file must have are empty.
    TracksEmptied = "tracks-emptied",
    /// The recording lasts shorter than before.
    DurationChanged = "duration-changed",
    /// There is no head to measure a height from.
    NoHeight = "no-height",
    /// Curves with tangents were not reduced.
    BentKept = "bent-kept",
    /// Curves with keys out of order were not reduced.
    UnsortedKept = "unsorted-kept",
    /// Curves with numbers that are not finite were not reduced.
    NotFiniteKept = "not-finite-kept",
    /// Curves that repeat were not reduced.
    RepeatingKept = "repeating-kept",
    /// Curves of one value with different key times were not reduced.
    ApartKept = "apart-kept",
}

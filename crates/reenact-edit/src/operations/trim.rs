//! Trims a recording to a time range.

use reenact::{Error, Marker, Recording, Result, TimeSpan};

use crate::helpers::cut::{CutCounts, cut};
use crate::helpers::cut_rotations;
use crate::{Edited, Note, NoteCode};

/// Options of trimming.
#[derive(Debug, Clone, Copy, Default, PartialEq)]
pub struct Options {
    /// Start of the range in seconds; by default the start of the recording, and then times are kept.
    pub from_secs: Option<f32>,
    /// End of the range in seconds; by default the end of the recording.
    pub to_secs: Option<f32>,
    /// Whether keys and markers keep their times. Otherwise `from_secs` becomes 0.
    pub keep_times: bool,
}

/// Trims a recording to a time range.
///
/// `(0, 1) (1, 2) (2, 4)` from 0.5 to 1.5 → `(0, 1.5) (0.5, 2) (1, 3)`
///
/// Every curve that extends beyond the range gets a key at the cut, with its value there, so values inside do not change: linear
/// curves up to the last bit or two, cubics and Béziers up to the rounding of their tangents and weights, steps and boolean
/// states exactly. A curve without a key inside gets one with the value that it holds. If the range ends within the recording,
/// the result has exactly the requested duration.
///
/// * A hand that is not tracked at the cut also gets keys there, because MRTK would play them. The tracked curve, which
///   is cut exactly, shows that the hand was not observed.
/// * A linear rotation that is cut between two keys of unit length gets a key of unit length, and more keys up to the next
///   one if that is more than 5° away: the error stays below 0.05°.
/// * A rotation whose W MRTK lost can only be reconstructed with its first key: trimming it off is a loss. Repair first.
/// * A repeating curve (wrap modes other than once and clamp) is unrolled over the range and then clamped, with a note. If
///   that takes more than a million keys, it is only clamped.
/// * Unsorted keys are sorted, as Unity does, and keys at NaN are removed, with a note.
/// * A range outside the recording contains its first or last values only, which is a loss.
/// * Markers outside are removed, as are the keys there, with a note. Markers at NaN are removed as well, which is a loss.
///
/// Fails if a time is NaN, if the start is after the end, or if the start is +∞ or the end −∞.
pub fn trim(recording: &Recording, options: &Options) -> Result<Edited> {
    let window = window(options)?;
    let mut edited = Edited::new(recording.clone());
    if window.start_secs.is_infinite() && window.end_secs.is_infinite() {
        return Ok(edited);
    }
    let is_kept = options.keep_times || window.start_secs.is_infinite();
    let shift_secs = if is_kept { 0.0 } else { window.start_secs };

    // Repeating curves are unrolled within the recording only.
    let start_secs = recording.first_key_secs().unwrap_or(0.0);
    let whole = TimeSpan { start_secs, end_secs: recording.end_secs() };
    let mut counts = CutCounts::default();
    for (id, curve) in recording.curves() {
        let part = cut(curve, window, shift_secs, whole, &mut counts);
        edited.recording.set_curve(id, part)?;
    }
    cut_rotations::normalize(&mut edited.recording, recording, shift_secs)?;
    edited.notes.extend(counts.notes());
    if window.within(whole).is_none() && recording.key_count() > 0 {
        let TimeSpan { start_secs, end_secs } = whole;
        let message = format!(
            "the time range is outside the recording, which goes from {start_secs} s to {end_secs} s"
        );
        edited.notes.push(Note::loss(NoteCode::NothingInside, message));
    }
    let [before, after] =
        [recording, &edited.recording].map(|recording| recording.lost_rotation_w().count());
    if after < before {
        let rotations = before - after;
        let message = format!(
            "the w of {rotations} rotations, which MRTK 2.6.0 – 2.7.2 lost, cannot be restored after this cut: run repair before trim"
        );
        edited.notes.push(Note::loss(NoteCode::RotationWLost, message));
    }
    trim_markers(recording, window, shift_secs, &mut edited)?;
    Ok(edited)
}

fn window(options: &Options) -> Result<TimeSpan> {
    let from_secs = options.from_secs.unwrap_or(f32::NEG_INFINITY);
    let to_secs = options.to_secs.unwrap_or(f32::INFINITY);
    if from_secs.is_nan() || to_secs.is_nan() {
        return Err(Error::wrong_option("a time range cannot start or end at NaN"));
    }
    if from_secs > to_secs {
        return Err(Error::wrong_option(format!(
            "the range is empty: it starts at {from_secs} s and ends at {to_secs} s"
        )));
    }
    if from_secs == f32::INFINITY || to_secs == f32::NEG_INFINITY {
        return Err(Error::wrong_option(
            "a time range cannot start at infinity or end at minus infinity",
        ));
    }
    Ok(TimeSpan { start_secs: from_secs, end_secs: to_secs })
}

fn trim_markers(
    recording: &Recording,
    window: TimeSpan,
    shift_secs: f32,
    edited: &mut Edited,
) -> Result<()> {
    let is_inside =
        |marker: &Marker<'_>| (window.start_secs..=window.end_secs).contains(&marker.time_secs);
    if recording.markers().all(|marker| is_inside(&marker) && shift_secs == 0.0) {
        return Ok(());
    }
    let dropped = recording.markers().filter(|marker| !is_inside(marker));
    let (nowhere, outside): (Vec<_>, Vec<_>) = dropped.partition(|m| m.time_secs.is_nan());
    if !outside.is_empty() {
        let message = gone(outside.len(), "outside the part");
        edited.notes.push(Note::remark(NoteCode::MarkersOutside, message));
    }
    if !nowhere.is_empty() {
        let message = gone(nowhere.len(), "at NaN");
        edited.notes.push(Note::loss(NoteCode::MarkersAtNan, message));
    }
    let kept = recording.markers().filter(is_inside);
    edited.recording.set_markers(
        kept.map(|marker| Marker { time_secs: marker.time_secs - shift_secs, ..marker }),
    )
}

fn gone(markers: usize, place: &str) -> String {
    match markers {
        1 => format!("1 marker {place} was removed"),
        _ => format!("{markers} markers {place} were removed"),
    }
}

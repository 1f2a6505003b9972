//! Trims a recording to a time range.

use reenact::{Error, Marker, Recording, Result, TimeSpan};

use crate::helpers::cut::{CutCounts, cut};
use crate::helpers::cut_rotations;
use crate::{Edited, Note, NoteCode};

/// Start and end of the part, and whether its times stay.
#[derive(Debug, Clone, Copy, Default, PartialEq)]
pub struct Options {
    /// Start of the part, in seconds; `None` starts with the recording and keeps times.
    pub from_secs: Option<f32>,
    /// End of the part, in seconds; `None` ends with the recording.
    pub to_secs: Option<f32>,
    /// Whether keys and markers keep their times. Otherwise `from_secs` becomes 0.
    pub keep_times: bool,
}

/// Cuts a part out of a recording.
///
/// `(0, 1) (1, 2) (2, 4)` from 0.5 to 1.5 → `(0, 1.5) (0.5, 2) (1, 3)`
///
/// Every curve that goes on beyond the part gets a key where it is cut, with the value that it has there, so that
/// inside everything is what it was: straight lines to the last bit or two, cubics and Béziers to the rounding of
/// their tangents and weights, steps and boolean states exactly. A curve that has no key inside gets the one that
/// says what it holds. If the part ends within the recording, it lasts exactly as long as asked.
///
/// * A hand that is not tracked at the cut gets its keys there all the same: they say what MRTK would play. What the
///   person did is told by the tracked curve, which is cut with the same care.
/// * A rotation of straight keys that is cut between two of unit length gets one of unit length there, and more keys up to the next
///   one if that is more than 5° away: it stays within 0.05° of what it was.
/// * A rotation whose w MRTK lost can be restored from its first key alone: a part without it is a loss. Repair first.
/// * A curve that repeats (wrap modes other than once and clamp) is written out over the part and then holds its
///   ends; a note says so. One that would repeat into more than a million keys holds the ends it has.
/// * Keys out of order are sorted, as Unity does, and keys at NaN go; a note says so.
/// * A part in which there is nothing of the recording holds what it ended or started with, which is a loss.
/// * Markers outside go, as the keys there do; a note says how many. So do those at NaN, which is a loss.
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

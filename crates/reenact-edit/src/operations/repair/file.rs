//! Repairs outside the curves: flags, layout, markers, trailing bytes.

use reenact::Bytes;
use reenact::{Form, Header, Layout, Marker, ReadOptions, Recording, Result};

use super::Fix;
use super::report::{Change, ChangeTarget};
use crate::version;

/// Replaces flag bytes other than 0 and 1.
pub(super) fn flags(recording: &mut Recording) -> Vec<Change> {
    let before = recording.flags();
    recording.normalize_flags();
    if before == recording.flags() {
        return Vec::new();
    }
    let [camera, hands, gaze] = before;
    let message =
        format!("flag bytes {camera}, {hands}, {gaze} replaced by 0 or 1, which MRTK reads alike");
    vec![Change::new(Fix::Flags, ChangeTarget::File, message)]
}

/// Reads a file whose flags do not match with the only combination that matches all of it and yields more than `keys` keys.
pub(super) fn other_flags(
    bytes: &Bytes,
    options: &ReadOptions,
    keys: usize,
) -> Option<(Recording, Change)> {
    let recording = Recording::parse_with_fitting_flags(bytes.clone(), options, keys)?;
    let stored = Header::parse(bytes).ok()?.flags;
    let names = ["camera", "hands", "gaze"];
    let said: Vec<String> = names
        .iter()
        .zip(stored.iter().zip(recording.flags()))
        .filter(|(_, (stored, flag))| **stored != *flag)
        .map(|(name, (stored, flag))| format!("the {name} flag was {stored} and is {flag}"))
        .collect();
    let message =
        format!("{}: the only flags with which the whole file can be read", said.join(", "));
    Some((
        recording,
        Change { is_exact: false, ..Change::new(Fix::Flags, ChangeTarget::File, message) },
    ))
}

/// Error bound for curves with tangents that become linear: a tenth of a millimetre, or 0.01° of a rotation.
const BENT_TOLERANCE: f32 = 1e-4;

/// Change of form of a draft or fork: what was read from it is of version 1.0 or 1.1 already.
fn origin(recording: &mut Recording) -> Option<Change> {
    let origin = recording.origin()?;
    let is_loss = !origin.losses().is_empty();
    let is_fork = origin.variant().is_fork();
    let mut message = format!("{} stored as version {}", origin.variant(), recording.version());
    for loss in origin.losses() {
        message += "; not kept: ";
        message += &loss.to_string();
    }
    recording.forget_origin();
    let change = Change::new(Fix::Layout, ChangeTarget::File, message);
    // The joints of a fork are not converted: they are relative to a rig.
    Some(Change { is_exact: !is_loss && !is_fork, is_loss, ..change })
}

/// Converts a 1.1 file with the published layout, or a draft, which MRTK cannot load.
pub(super) fn layout(recording: &mut Recording) -> Result<Vec<Change>> {
    if let Some(change) = origin(recording) {
        return Ok(vec![change]);
    }
    let form = recording.form();
    if !form.version.is_1_1() || form.layout == Layout::Mrtk {
        return Ok(Vec::new());
    }
    let options = version::Options {
        form: Some(Form { layout: Layout::Mrtk, ..form }),
        max_error: BENT_TOLERANCE,
        allow_loss: true,
    };
    let edited = version::version(recording, &options)?;
    let is_loss = edited.is_lossy();
    let is_exact = edited.notes.is_empty();
    let mut message = "stored in MRTK's layout, with 8-byte keys".to_owned();
    for note in &edited.notes {
        message += "; ";
        message += &note.message;
    }
    let keys = edited.recording.key_count();
    let repaired = edited.recording;
    *recording = repaired;
    Ok(vec![Change {
        keys,
        is_exact,
        is_loss,
        ..Change::new(Fix::Layout, ChangeTarget::File, message)
    }])
}

/// Adds a marker list to a file that ends with its last curve.
pub(super) fn marker_list(recording: &mut Recording) -> Result<Vec<Change>> {
    if recording.marker_list().is_some() {
        return Ok(Vec::new());
    }
    recording.set_markers([])?;
    let message = "an empty marker list added, without which MRTK cannot load the file";
    Ok(vec![Change::new(Fix::MarkerList, ChangeTarget::Markers, message)])
}

/// Sorts markers by time.
pub(super) fn marker_order(recording: &mut Recording) -> Result<Vec<Change>> {
    let Some(list) = recording.marker_list() else { return Ok(Vec::new()) };
    if list.iter().is_sorted_by(|a, b| a.cmp_by_time(b).is_le()) {
        return Ok(Vec::new());
    }
    let list = list.clone();
    let mut sorted: Vec<Marker<'_>> = list.iter().collect();
    sorted.sort_by(Marker::cmp_by_time);
    let moved = list.iter().zip(&sorted).filter(|(before, after)| before != *after).count();
    recording.set_markers(sorted)?;
    let message = format!("{moved} markers sorted by time");
    Ok(vec![Change {
        keys: moved,
        ..Change::new(Fix::MarkerOrder, ChangeTarget::Markers, message)
    }])
}

/// Removes bytes after the marker list, which MRTK does not read.
pub(super) fn trailing(recording: &mut Recording) -> Vec<Change> {
    let bytes = recording.trailing().len();
    if bytes == 0 {
        return Vec::new();
    }
    recording.remove_trailing();
    let message = format!("{bytes} bytes after the marker list removed, which MRTK does not read");
    vec![Change { is_loss: true, ..Change::new(Fix::Trailing, ChangeTarget::File, message) }]
}

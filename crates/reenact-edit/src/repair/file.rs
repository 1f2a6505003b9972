//! Mends of the file around the curves: its flags, its layout, its markers, its end.

use std::io;

use reenact::{Form, Index, Layout, Marker, ReadAt, ReadOptions, Recording, Result, WrapMode};

use super::Mend;
use super::report::{Change, Place};
use crate::version;

/// Flag bytes that are neither 0 nor 1.
pub(super) fn flags(recording: &mut Recording<'_>) -> Vec<Change> {
    let before = recording.flags();
    recording.normalize_flags();
    if before == recording.flags() {
        return Vec::new();
    }
    let [camera, hands, gaze] = before;
    let message =
        format!("flag bytes {camera}, {hands}, {gaze} are 0 or 1 now, which MRTK reads alike");
    vec![Change::new(Mend::Flags, Place::File, message)]
}

/// Where the three flags of a 1.1 file are.
const FLAGS_AT: std::ops::Range<usize> = 16..19;

/// A file as it would be with other flags.
struct Reflagged<'b> {
    bytes: &'b [u8],
    flags: [u8; 3],
}

impl ReadAt for Reflagged<'_> {
    fn len(&self) -> u64 {
        ReadAt::len(self.bytes)
    }

    fn read_exact_at(&self, offset: u64, buffer: &mut [u8]) -> io::Result<()> {
        self.bytes.read_exact_at(offset, buffer)?;
        let offset = usize::try_from(offset).map_err(io::Error::other)?;
        for (at, flag) in FLAGS_AT.zip(self.flags) {
            let inside = at.checked_sub(offset);
            if let Some(byte) = inside.and_then(|inside| buffer.get_mut(inside)) {
                *byte = flag;
            }
        }
        Ok(())
    }
}

/// A file that its own flags do not fit, read with the only ones that fit all of it.
pub(super) fn other_flags<'b>(
    bytes: &'b [u8],
    options: &ReadOptions,
) -> Option<(Recording<'b>, Change)> {
    let stored = <[u8; 3]>::try_from(bytes.get(FLAGS_AT)?).ok()?;
    let all = (0..8_u8).map(|bits| [bits & 1, bits >> 1 & 1, bits >> 2 & 1]);
    let others = all.filter(|&flags| flags != stored.map(|flag| flag.min(1)));
    let mut fitting = others.filter_map(|flags| fitting(&Reflagged { bytes, flags }, options));
    let (Some(recording), None) = (fitting.next(), fitting.next()) else { return None };
    let names = ["camera", "hands", "gaze"];
    let said: Vec<String> = names
        .iter()
        .zip(stored.iter().zip(recording.flags()))
        .filter(|(_, (stored, flag))| **stored != *flag)
        .map(|(name, (stored, flag))| format!("the {name} flag was {stored} and is {flag}"))
        .collect();
    let message =
        format!("{}: the only flags with which the whole file can be read", said.join(", "));
    Some((recording, Change { is_exact: false, ..Change::new(Mend::Flags, Place::File, message) }))
}

/// The whole recording with keys that a file is, if nothing in it looks odd.
fn fitting<'b>(file: &Reflagged<'b>, options: &ReadOptions) -> Option<Recording<'b>> {
    let index = Index::read(file, options).ok()?;
    // All but the flags is as it is in the file, and borrowed from there.
    let recording = Recording::from_index(file.bytes, &index).ok()?;
    let known = |wrap: WrapMode| wrap.is_known();
    let is_fitting = recording.version().is_1_1()
        && recording.marker_list().is_some()
        && recording.trailing().is_empty()
        && recording.key_count() > 0
        && recording
            .curves()
            .all(|(_, curve)| known(curve.pre_wrap) && known(curve.post_wrap) && curve.is_sorted());
    is_fitting.then_some(recording)
}

/// How far lines may be from the bent curve they replace: a tenth of a millimetre, or 0.01° of a rotation.
const BENT_TOLERANCE: f32 = 1e-4;

/// A file of a form that MRTK no longer loads: what is read from it is of version 1.0 or 1.1 already.
fn origin(recording: &mut Recording<'_>) -> Option<Change> {
    let origin = recording.origin()?;
    let is_loss = !origin.losses().is_empty();
    let is_fork = origin.variant().is_fork();
    let mut message = format!("{} stored as version {}", origin.variant(), recording.version());
    for loss in origin.losses() {
        message += "; not kept: ";
        message += &loss.to_string();
    }
    recording.forget_origin();
    let change = Change::new(Mend::Layout, Place::File, message);
    // The joints of a fork stay where they are: relative to a rig.
    Some(Change { is_exact: !is_loss && !is_fork, is_loss, ..change })
}

/// A 1.1 file as Microsoft's page has it, or one of a draft, which MRTK cannot load.
pub(super) fn layout(recording: &mut Recording<'_>) -> Result<Vec<Change>> {
    if let Some(change) = origin(recording) {
        return Ok(vec![change]);
    }
    let form = recording.form();
    if !form.version.is_1_1() || form.layout == Layout::Mrtk {
        return Ok(Vec::new());
    }
    let options = version::Options {
        form: Form { layout: Layout::Mrtk, ..form },
        max_error: BENT_TOLERANCE,
        allow_loss: true,
    };
    let edited = version::version(recording, &options)?;
    let is_loss = edited.is_lossy();
    let is_exact = edited.notes.is_empty();
    let mut message = "stored as MRTK reads it, with 8 bytes a key".to_owned();
    for note in &edited.notes {
        message += "; ";
        message += &note.message;
    }
    let keys = edited.recording.key_count();
    let mended = edited.recording.into_owned();
    *recording = mended;
    Ok(vec![Change { keys, is_exact, is_loss, ..Change::new(Mend::Layout, Place::File, message) }])
}

/// A file that ends with its last curve.
pub(super) fn marker_list(recording: &mut Recording<'_>) -> Result<Vec<Change>> {
    if recording.marker_list().is_some() {
        return Ok(Vec::new());
    }
    recording.set_markers([])?;
    let message = "an empty marker list added, without which MRTK cannot load the file";
    Ok(vec![Change::new(Mend::MarkerList, Place::Markers, message)])
}

/// Markers that are not in order of time.
pub(super) fn marker_order(recording: &mut Recording<'_>) -> Result<Vec<Change>> {
    let Some(list) = recording.marker_list() else { return Ok(Vec::new()) };
    let by_time = |a: &Marker<'_>, b: &Marker<'_>| {
        let [a, b] = [a.time_secs, b.time_secs];
        a.partial_cmp(&b).unwrap_or_else(|| a.is_nan().cmp(&b.is_nan()))
    };
    if list.iter().is_sorted_by(|a, b| by_time(a, b).is_le()) {
        return Ok(Vec::new());
    }
    let list = list.borrow().into_owned();
    let mut sorted: Vec<Marker<'_>> = list.iter().collect();
    sorted.sort_by(by_time);
    let moved = list.iter().zip(&sorted).filter(|(before, after)| before != *after).count();
    recording.set_markers(sorted)?;
    let message = format!("{moved} markers put in order of time");
    Ok(vec![Change { keys: moved, ..Change::new(Mend::MarkerOrder, Place::Markers, message) }])
}

/// Bytes that MRTK does not read.
pub(super) fn trailing(recording: &mut Recording<'_>) -> Vec<Change> {
    let bytes = recording.trailing().len();
    if bytes == 0 {
        return Vec::new();
    }
    recording.remove_trailing();
    let message = format!("{bytes} bytes after the marker list dropped, which MRTK does not read");
    vec![Change { is_loss: true, ..Change::new(Mend::Trailing, Place::File, message) }]
}

//! Mends of the file around the curves: its flags, its layout, its markers, its end.

use reenact::{Error, Form, Index, Layout, Marker, ReadOptions, Recording, Result, WrapMode};

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

/// A file that its own flags do not fit, read with the only ones that fit all of it.
pub(super) fn other_flags(
    bytes: &[u8],
    options: &ReadOptions,
) -> Option<(Recording<'static>, Change)> {
    let stored = <[u8; 3]>::try_from(bytes.get(FLAGS_AT)?).ok()?;
    let mut patched = bytes.to_vec();
    let mut fitting = Vec::new();
    for bits in 0..8_u8 {
        let flags = [bits & 1, bits >> 1 & 1, bits >> 2 & 1];
        patched.get_mut(FLAGS_AT)?.copy_from_slice(&flags);
        if flags != stored.map(|flag| flag.min(1)) && fits(&patched, options) {
            fitting.push(flags);
        }
    }
    let &[flags] = fitting.as_slice() else { return None };
    patched.get_mut(FLAGS_AT)?.copy_from_slice(&flags);
    let recording = Recording::parse_with(&patched, options).ok()?.into_owned();
    let names = ["camera", "hands", "gaze"];
    let said: Vec<String> = names
        .iter()
        .zip(stored.iter().zip(flags))
        .filter(|(_, (stored, flag))| **stored != *flag)
        .map(|(name, (stored, flag))| format!("the {name} flag was {stored} and is {flag}"))
        .collect();
    let message =
        format!("{}: the only flags with which the whole file can be read", said.join(", "));
    Some((recording, Change { is_exact: false, ..Change::new(Mend::Flags, Place::File, message) }))
}

/// Whether bytes are a whole recording with keys, and nothing in it looks odd.
fn fits(bytes: &[u8], options: &ReadOptions) -> bool {
    let Ok(index) = Index::of(bytes, options) else { return false };
    let Ok(recording) = Recording::from_index(bytes, &index) else { return false };
    let known = |wrap: WrapMode| wrap.is_known();
    recording.version().is_1_1()
        && recording.marker_list().is_some()
        && recording.trailing().is_empty()
        && recording.key_count() > 0
        && recording
            .curves()
            .all(|(_, curve)| known(curve.pre_wrap) && known(curve.post_wrap) && curve.is_sorted())
}

/// How far lines may be from the bent curve they replace: a tenth of a millimetre, or 0.01° of a rotation.
const BENT_TOLERANCE: f32 = 1e-4;

/// A 1.1 file as Microsoft's page has it, which MRTK cannot load.
pub(super) fn layout(recording: &mut Recording<'_>) -> Result<Vec<Change>> {
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

/// Reads what will be written, and says if it takes a hint to be read as what it is.
pub(super) fn verify(recording: &Recording<'_>) -> Result<Option<Layout>> {
    let bytes = recording.to_bytes();
    let layout = recording.layout();
    let told = ReadOptions { layout: Some(layout), ..ReadOptions::default() };
    if Recording::parse_with(&bytes, &told)? != *recording {
        return Err(Error::from(std::io::Error::other(
            "the repaired recording does not read back as what was written",
        )));
    }
    let is_known = Recording::parse(&bytes).is_ok_and(|read| read == *recording);
    Ok((!is_known).then_some(layout))
}

//! Byte-by-byte comparison of a recording with a file, without loading the whole file.

use super::index::{Index, ReadOptions};
use super::marker::Markers;
use super::source::ReadAt;
use super::{Header, walk::CurveHead};
use crate::curve::Curve;
use crate::error::{Error, ErrorKind, Result};
use crate::recording::Recording;
use reenact_base::number::len_u64;

/// Bytes compared at a time: few enough for the cache.
const AT_A_TIME: usize = 1 << 16;

impl Recording {
    /// Whether a file with this index equals this recording byte for byte, that is, whether
    /// [`from_index`](Self::from_index) would return an equal recording.
    ///
    /// The file is read in blocks, so the comparison needs no copy of it. `false` for drafts and forks, which
    /// are never written.
    pub fn is_stored_in<R: ReadAt + ?Sized>(&self, file: &R, index: &Index) -> Result<bool> {
        if file.len() != index.file_len() {
            return Err(Error::new(ErrorKind::IndexMismatch));
        }
        if index.foreign.is_some() {
            return Ok(false);
        }
        let is_same_kind = index.layout == self.layout()
            && index.curves.iter().zip(self.curves()).all(|(head, (_, c))| head.kind == c.kind());
        if !is_same_kind || !self.is_outlined_by(index) {
            return Ok(false);
        }
        let mut compared = Compared { file, buffer: vec![0; AT_A_TIME] };
        for (head, (_, curve)) in index.curves.iter().zip(self.curves()) {
            if !compared.has(curve.raw_keys().as_bytes(), head.keys_at, head.keys_end())? {
                return Ok(false);
            }
        }
        if let (Some(span), Some(list)) = (index.markers, self.marker_list())
            && !compared.has(list.encoded().1, span.start, span.end)?
        {
            return Ok(false);
        }
        compared.has(self.trailing(), index.end, index.file_len())
    }

    /// Checks that the file written by [`write_to`](Self::write_to) reads back as this recording with
    /// automatic layout detection; fails with [`ErrorKind::AmbiguousLayout`] if not.
    ///
    /// Curves of version 1.1 can have such unusual wrap modes, times and values that the bytes match the
    /// other layout as well or better. A recording without float keys is identical in both layouts and
    /// passes. Costs as much as opening the file.
    pub fn check_reads_back(&self) -> Result<()> {
        let file = self.pieces();
        let read = match Index::read(&file, &ReadOptions::default()) {
            Err(error) if !self.version().is_1_1() => return Err(error),
            read => read,
        };
        // The bytes are this recording's own, so equal curve offsets mean equal keys.
        let reads_back = |index: &Index| {
            self.is_outlined_by(index)
                && index
                    .curves
                    .iter()
                    .zip(self.curves())
                    .all(|(head, (_, curve))| head.kind == curve.kind() || head.count == 0)
        };
        if read.as_ref().is_ok_and(reads_back) {
            return Ok(());
        }
        let read_as = read.ok().map(|index| index.layout);
        Err(Error::new(ErrorKind::AmbiguousLayout { layout: self.layout(), read_as }))
    }

    /// Whether the index has the header, curve headers and markers of this recording. Compares no keys.
    fn is_outlined_by(&self, index: &Index) -> bool {
        let header = Header { version: self.version(), flags: self.flags() };
        let markers = self.marker_list().map(Markers::encoded);
        index.header == header
            && index.curves.len() == self.curves().len()
            && index.curves.iter().zip(self.curves()).all(|(head, (_, c))| announces(head, c))
            && index.markers.map(|span| (span.count.to_le_bytes(), span.end - span.start))
                == markers.map(|(count, rest)| (count, len_u64(rest.len())))
    }
}

/// Whether a curve header has the wrap modes and key count of this curve, for any kind of keys.
fn announces(head: &CurveHead, curve: &Curve) -> bool {
    head.pre_wrap == curve.pre_wrap
        && head.post_wrap == curve.post_wrap
        && u64::from(head.count) == len_u64(curve.len())
}

/// File that is compared block by block with expected bytes.
struct Compared<'f, R: ?Sized> {
    file: &'f R,
    buffer: Vec<u8>,
}

impl<R: ReadAt + ?Sized> Compared<'_, R> {
    /// Whether the bytes of the file from `start` to `end` equal `bytes`.
    fn has(&mut self, bytes: &[u8], start: u64, end: u64) -> Result<bool> {
        if start.checked_add(len_u64(bytes.len())) != Some(end) {
            return Ok(false);
        }
        let mut at = start;
        for expected in bytes.chunks(AT_A_TIME) {
            let found = self.buffer.get_mut(..expected.len()).unwrap_or_default();
            self.file.read_exact_at(at, found)?;
            if found != expected {
                return Ok(false);
            }
            at += len_u64(expected.len());
        }
        Ok(true)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{CurveId, Form, KeyKind, Marker, ReadOptions, Tracks, WrapMode};

    /// Camera and gaze with two markers, trailing bytes and some empty curves.
    fn recording() -> Recording {
        let tracks = Tracks { hands: false, ..Tracks::ALL };
        let mut recording = Recording::new(Form::MRTK_1_1, tracks).unwrap();
        for (n, id) in (0_u8..).zip(tracks.curve_ids()) {
            let keys = (0..n % 4).map(|key| (f32::from(key), f32::from(n)));
            recording.set_curve(id, Curve::simple(keys)).unwrap();
        }
        recording.set_markers([Marker::new(0.5, "here"), Marker::new(1.0, "there")]).unwrap();
        let mut bytes = recording.to_bytes();
        bytes.extend(b"more");
        Recording::from_slice(&bytes).unwrap()
    }

    fn index(bytes: &[u8], options: &ReadOptions) -> Result<Index> {
        Index::read(bytes, options)
    }

    #[test]
    fn a_recording_is_in_its_own_file_and_in_no_other() {
        let recording = recording();
        let bytes = recording.to_bytes();
        let options = ReadOptions { layout: Some(recording.layout()), ..ReadOptions::default() };
        let own = index(&bytes, &options).unwrap();
        assert!(recording.is_stored_in(&bytes[..], &own).unwrap());
        let pieces = recording.pieces();
        assert_eq!(Index::read(&pieces, &options).unwrap(), own);
        assert!(recording.is_stored_in(&pieces, &own).unwrap());
        // Changing any byte gives another recording, or none.
        let mut readable = 0;
        for at in 0..bytes.len() {
            let mut other = bytes.clone();
            other[at] ^= 1;
            let Ok(index) = index(&other, &options) else { continue };
            readable += 1;
            assert!(!recording.is_stored_in(&other[..], &index).unwrap(), "byte {at}");
            assert!(Recording::from_index(other, index).unwrap() != recording, "byte {at}");
        }
        assert!(readable > bytes.len() / 2, "{readable} of {}", bytes.len());
        // So does truncating or extending the file.
        for other in [&bytes[..bytes.len() - 1], &[&bytes[..], b"!"].concat()] {
            let index = index(other, &options).unwrap();
            assert!(!recording.is_stored_in(other, &index).unwrap());
            assert!(recording.is_stored_in(&bytes[..], &index).is_err(), "not this file's index");
        }
    }

    #[test]
    fn what_is_meant_otherwise_is_not_in_the_file() {
        let recording = recording();
        let bytes = recording.to_bytes();
        let own = index(&bytes, &ReadOptions::default()).unwrap();
        let other = |change: &dyn Fn(&mut Recording)| {
            let mut other = recording.clone();
            change(&mut other);
            assert!(!other.is_stored_in(&bytes[..], &own).unwrap());
        };
        let id = recording.curves().find(|(_, curve)| curve.len() == 3).unwrap().0;
        let changed = |recording: &mut Recording, change: &dyn Fn(&mut Curve)| {
            let mut curve = recording.curve(id).unwrap().clone();
            change(&mut curve);
            recording.set_curve(id, curve).unwrap();
        };
        other(&|recording| changed(recording, &|curve| curve.post_wrap = WrapMode(2)));
        other(&|recording| changed(recording, &|curve| *curve = Curve::empty(KeyKind::Simple)));
        other(&|recording| {
            changed(recording, &|curve| *curve = Curve::simple(curve.iter().map(|_| (0.0, 0.0))));
        });
        other(&|recording| recording.set_markers([]).unwrap());
        other(&|recording| recording.set_markers([Marker::new(0.5, "here")]).unwrap());
        other(&Recording::remove_trailing);
        other(&|recording| {
            recording.retain_tracks(Tracks { gaze: false, ..Tracks::ALL }).unwrap();
        });
        assert!(recording.curve(CurveId::Tracked(crate::hand::Side::Left)).is_none());
    }

    #[test]
    fn a_file_without_keys_has_the_layout_that_it_was_read_with() {
        let form = Form { layout: crate::Layout::Published, ..Form::MRTK_1_1 };
        let recording = Recording::new(form, Tracks::ALL).unwrap();
        let file = recording.pieces();
        let told = ReadOptions { layout: Some(crate::Layout::Published), ..Default::default() };
        assert!(recording.is_stored_in(&file, &Index::read(&file, &told).unwrap()).unwrap());
        let guessed = Index::read(&file, &ReadOptions::default()).unwrap();
        assert!(!recording.is_stored_in(&file, &guessed).unwrap());
    }
}

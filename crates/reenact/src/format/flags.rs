//! Recovery from wrong track flags in a 1.1 header: tries all combinations of the three flags.

use std::collections::HashMap;

use bytes::Bytes;

use super::header::float_kind;
use super::index::{Index, ReadOptions};
use super::marker::MarkerSpan;
use super::walk::{CurveHead, curve_head, is_plausible};
use super::{Header, Layout};
use crate::curve::{Curve, CurveId, KeyKind, Tracks};
use crate::recording::Recording;
use reenact_base::number::len_u64;

impl Recording {
    /// Reads a file of version 1.1 with the track flags that match its contents, instead of those in its
    /// header.
    ///
    /// Flags match if every curve that they declare has known wrap modes, known weighted modes and sorted keys, if there are more
    /// than `keys` keys, and if the file ends with its marker list. Each curve header is decoded once per key size.
    pub fn parse_with_fitting_flags(
        bytes: impl Into<Bytes>,
        options: &ReadOptions,
        keys: usize,
    ) -> Option<Self> {
        let bytes = bytes.into();
        let header = Header::parse(&bytes).ok().filter(|header| header.version.is_1_1())?;
        let all = (0..8_u8).map(|bits| [1, 2, 4].map(|bit| bits & bit != 0));
        let tracks = all.map(|[camera, hands, gaze]| Tracks { camera, hands, gaze });
        let others = tracks.filter(|&tracks| tracks != header.tracks());
        let layouts = options.layout.as_ref().map_or(&Layout::ALL[..], std::slice::from_ref);
        let mut heads = Heads { source: &bytes, seen: HashMap::new() };
        let mut fitting = others.filter_map(|tracks| {
            let header = Header { flags: tracks.flags(), ..header };
            let index = layouts.iter().find_map(|&layout| heads.fitting(header, layout))?;
            let recording = Self::from_index(bytes.clone(), index).ok()?;
            let is_sound = |curve: &Curve| {
                curve.is_sorted() && curve.iter().all(|key| key.weighted_mode.is_known())
            };
            let is_sound = || recording.curves().all(|(_, curve)| is_sound(curve));
            (recording.key_count() > 0 && is_sound()).then_some(recording)
        });
        match (fitting.next(), fitting.next()) {
            (Some(recording), None) if recording.key_count() > keys => Some(recording),
            _ => None,
        }
    }

    /// Reads the file of this recording again, with track flags by which its trailing bytes are keys; `None` if its own flags
    /// match, or if the recording was created or changed since it was read.
    pub fn with_fitting_flags(&self) -> Option<Self> {
        let bytes = self.file_bytes()?.clone();
        Self::parse_with_fitting_flags(bytes, &ReadOptions::default(), self.key_count())
    }
}

/// Cache of curve headers by offset and key size.
struct Heads<'b> {
    source: &'b [u8],
    seen: HashMap<(u64, usize), Option<CurveHead>>,
}

impl Heads<'_> {
    /// Walks the curves of this header and layout; `None` unless the marker list ends with the last byte of
    /// the file.
    fn fitting(&mut self, header: Header, layout: Layout) -> Option<Index> {
        let float_kind = float_kind(header.version, layout);
        let mut end = len_u64(header.len());
        let mut curves = Vec::new();
        for id in header.tracks().curve_ids() {
            let head = self.head(end, id, float_kind)?;
            end = head.keys_end();
            curves.push(head);
        }
        let markers = MarkerSpan::find(&mut self.source, end).ok()?;
        let (end, len) = (markers?.end, len_u64(self.source.len()));
        let index =
            Index { header, layout, curves, implausible: 0, markers, end, len, foreign: None };
        (end == len).then_some(index)
    }

    /// Curve header at `offset`; `None` if it is not plausible: see [`is_plausible`].
    fn head(&mut self, offset: u64, id: CurveId, float_kind: KeyKind) -> Option<CurveHead> {
        let kind = id.key_kind(float_kind);
        let source = &mut self.source;
        let head = *self.seen.entry((offset, kind.key_bytes())).or_insert_with(|| {
            let found = curve_head(source, offset, id, float_kind);
            is_plausible(source, offset, &found).ok()?.then_some(found.ok()?)
        });
        Some(CurveHead { kind, ..head? })
    }
}

#[cfg(test)]
mod tests {
    use super::super::walk::headers_read;
    use super::*;
    use crate::Form;

    #[test]
    fn no_header_is_read_twice_to_find_the_flags_that_fit() {
        let mut recording = Recording::new(Form::MRTK_1_1, Tracks::ALL).unwrap();
        for id in Tracks::ALL.curve_ids().filter(|id| !id.is_boolean()) {
            let keys = (0..9_u8).map(|n| (f32::from(n), 1.0 / f32::from(n + 2)));
            recording.set_curve(id, Curve::simple(keys)).unwrap();
        }
        let mut bytes = recording.to_bytes();
        let at = recording.index().offset_of(crate::Field::GazeFlag).unwrap();
        bytes[usize::try_from(at).unwrap()] = 0;
        let options = ReadOptions::default();
        assert!(
            Recording::parse_with(bytes.clone(), &options).is_err() || {
                let read = Recording::parse_with(bytes.clone(), &options).unwrap();
                !read.trailing().is_empty()
            }
        );
        let before = headers_read();
        let found = Recording::parse_with_fitting_flags(bytes, &options, 0).unwrap();
        assert!(headers_read() - before < 2 * Tracks::ALL.curve_count());
        assert_eq!(found, recording);
    }
}

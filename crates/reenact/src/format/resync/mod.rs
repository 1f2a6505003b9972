//! Resynchronization: finds the curves of a file after damaged, missing or inserted bytes.
//!
//! A file has no index, so one wrong key count shifts all later offsets. But curve headers can be recognized,
//! and the number and order of the curves are known. [`scan`] lists all candidate headers, [`align`] assigns
//! them to curves, and this module extracts their keys:
//!
//! * A curve whose keys end at the next element is complete.
//! * If the count is wrong, but the keys fill the bytes up to the next header, the count is damaged and all
//!   keys are kept.
//! * Of a damaged curve, the keys before and after the damage are kept, except for those adjacent to it.
//! * A curve without a header is lost, or keeps the keys before the next header.
//!
//! The time is linear in the size of the file: each byte is read a bounded number of times.

mod align;
mod scan;

use bytes::Bytes;

use super::walk::CurveHead;
use super::{CURVE_HEADER_BYTES, DamagedCurve, Header, slice};
use crate::curve::{Curve, CurveId, KeyKind, WrapMode};
use align::{Evidence, Placement};
use scan::{Candidate, Node, sound_keys, sound_time};

/// A larger gap between two curves is taken for keys, even if not all of them are valid.
const SMALL_GAP: usize = 64;

/// Result of a resynchronization.
#[derive(Debug)]
pub(super) struct Resynced {
    /// Score of the placement: see [`align`].
    pub(super) score: i32,
    /// Score of the walk from header to header.
    pub(super) walk_score: i32,
    /// All curves; lost ones are empty.
    pub(super) curves: Vec<Curve>,
    /// Offsets of the complete curves, in order.
    pub(super) whole_at: Vec<usize>,
    /// Damaged curves, and how many keys of each were kept.
    pub(super) damaged: Vec<DamagedCurve>,
    /// Curves without any key left.
    pub(super) lost: Vec<CurveId>,
    /// Offset of the marker list, if it was found.
    pub(super) markers_at: Option<usize>,
    /// Bytes of the headers and keys that were kept.
    pub(super) kept_bytes: usize,
    /// Whether most curves have the wrap modes that MRTK writes.
    pub(super) is_by_mrtk: bool,
}

impl Resynced {
    /// Whether enough curves were found that the other layout cannot have more: in the wrong layout, a file
    /// has hardly any.
    pub(super) fn is_nearly_whole(&self) -> bool {
        let hit = self.damaged.len() + self.lost.len();
        self.markers_at.is_some() && self.whole_at.len() > 9 * hit
    }
}

/// Finds the curves of a file with float keys of the given kind. The result of the walk is for comparison.
pub(super) fn resynchronize(
    bytes: &Bytes,
    header: Header,
    float_kind: KeyKind,
    (heads, markers): (&[CurveHead], Option<u32>),
) -> Option<Resynced> {
    let from = header.len();
    let nodes = scan::nodes(bytes, from, float_kind);
    let evidence = Evidence::new(bytes, header.tracks(), float_kind, &nodes);
    if !evidence.has_unvisited_elements(&nodes, from, heads) {
        return None;
    }
    let placement = align::place(&nodes, from, &evidence)?;
    let ids: Vec<CurveId> = header.tracks().curve_ids().collect();
    let curves: Vec<Option<Curve>> = vec![None; ids.len()];
    let builder = Builder {
        bytes,
        evidence: &evidence,
        ids,
        curves,
        whole_at: Vec::new(),
        damaged: Vec::new(),
        kept_bytes: 0,
    };
    Some(builder.build(from, &placement, evidence.of_walk(heads, markers)))
}

struct Builder<'b, 'e> {
    bytes: &'b Bytes,
    evidence: &'e Evidence<'b>,
    ids: Vec<CurveId>,
    curves: Vec<Option<Curve>>,
    whole_at: Vec<usize>,
    damaged: Vec<DamagedCurve>,
    kept_bytes: usize,
}

impl Builder<'_, '_> {
    fn build(mut self, from: usize, placement: &Placement, walk_score: i32) -> Resynced {
        let count = self.ids.len();
        let end = match placement.end {
            Node::Markers { at, .. } => (count, at),
            // The file is truncated, or has no marker list.
            node => (count, node.at()),
        };
        let is_cut = matches!(placement.end, Node::End { .. });
        let starts = placement.curves.iter().map(|&(index, candidate)| (index, candidate.at));
        let first = starts.clone().next().unwrap_or(end);
        self.gap(from, 0, first);
        let nexts = starts.skip(1).chain([end]);
        let mut end_of_curves = from;
        for (&(index, candidate), next) in placement.curves.iter().zip(nexts) {
            let is_last = index + 1 == count || next.1 == end.1;
            end_of_curves = candidate.end(self.evidence.kind_of(index)).unwrap_or(next.1);
            if is_cut && is_last {
                self.last_before_cut(index, candidate);
            } else {
                self.curve(index, candidate, next);
            }
        }
        let markers_at = match placement.end {
            Node::Markers { at, .. } => Some(at),
            _ if self.curves.last().is_some_and(Option::is_some) => Some(end_of_curves),
            _ => None,
        };
        self.finish([placement.score, walk_score], markers_at)
    }

    fn finish(self, [score, walk_score]: [i32; 2], markers_at: Option<usize>) -> Resynced {
        let Self { evidence, ids, curves, whole_at, mut damaged, kept_bytes, .. } = self;
        let is_by_mrtk = evidence.is_by_mrtk;
        let missing = ids.iter().zip(&curves).filter(|(_, curve)| curve.is_none());
        let lost = missing.map(|(&id, _)| id).collect();
        let is_announced = |one: &DamagedCurve| one.keys_kept > 0 || one.keys_announced.is_some();
        damaged.retain(is_announced);
        let empty = |index| Curve::empty(evidence.kind_of(index));
        let curves = curves.into_iter().enumerate();
        let curves = curves.map(|(index, curve)| curve.unwrap_or_else(|| empty(index))).collect();
        Resynced {
            score,
            walk_score,
            curves,
            whole_at,
            damaged,
            lost,
            markers_at,
            kept_bytes,
            is_by_mrtk,
        }
    }

    /// Extracts the keys of a candidate. The next known element is curve `next` at offset `next_at`.
    fn curve(&mut self, index: usize, candidate: Candidate, (next, next_at): (usize, usize)) {
        let kind = self.evidence.kind_of(index);
        let end = candidate.end(kind);
        if end == Some(next_at) {
            self.keep_whole(index, candidate, next_at);
            return;
        }
        let is_next = next == index + 1;
        if is_next && self.fills(candidate.keys_at(), next_at, kind) {
            self.keep(index, candidate, &[(candidate.keys_at(), next_at)]);
            return;
        }
        if let Some(end) = end.filter(|&end| end < next_at && candidate.is_sound(kind)) {
            let is_divisible = (next_at - candidate.keys_at()).is_multiple_of(kind.key_bytes());
            if is_next && is_divisible && next_at - end > SMALL_GAP {
                self.keep(index, candidate, &[(candidate.keys_at(), next_at)]);
            } else {
                self.keep_whole(index, candidate, end);
                self.gap(end, index + 1, (next, next_at));
            }
            return;
        }
        let head = self.head(candidate, kind, next_at);
        let tail = if is_next {
            self.tail(head.1, next_at, kind, self.last_time(head, kind))
        } else {
            self.gap_tail(head.1, next, next_at);
            (next_at, next_at)
        };
        self.keep(index, candidate, &[head, tail]);
    }

    /// Extracts the keys of the last curve of a truncated file, as far as they are present.
    fn last_before_cut(&mut self, index: usize, candidate: Candidate) {
        let kind = self.evidence.kind_of(index);
        match candidate.end(kind).filter(|&end| end <= self.bytes.len()) {
            Some(end) => self.keep_whole(index, candidate, end),
            None => self.keep(index, candidate, &[(candidate.keys_at(), self.bytes.len())]),
        }
    }

    /// Searches for curves between the expected offset of a curve and the next known one.
    fn gap(&mut self, from: usize, first: usize, (next, next_at): (usize, usize)) {
        if next == first + 1
            && let Some(&head) = self.bytes.get(from..).and_then(|rest| rest.first_chunk())
            && self.fills(from + CURVE_HEADER_BYTES, next_at, self.evidence.kind_of(first))
        {
            // A header whose wrap modes or count are damaged.
            let [pre, post, count] = words(head);
            let wraps = [pre, post].map(|wrap| WrapMode(wrap.cast_signed()));
            let candidate =
                Candidate { at: from, wraps, count, is_sound_float: true, is_sound_boolean: true };
            self.keep(first, candidate, &[(candidate.keys_at(), next_at)]);
        } else if next > first {
            self.gap_tail(from, next, next_at);
        }
    }

    /// Extracts the keys before the next header, which belong to a curve without a header.
    fn gap_tail(&mut self, from: usize, next: usize, next_at: usize) {
        let Some(index) = next.checked_sub(1) else { return };
        let kind = self.evidence.kind_of(index);
        let tail = self.tail(from, next_at, kind, f32::NEG_INFINITY);
        let keys = self.keys(&[tail], kind);
        if let Some((slot, &id)) = self.curves.get_mut(index).zip(self.ids.get(index))
            && !keys.is_empty()
        {
            self.kept_bytes += keys.len();
            let curve = Curve::from_bytes(kind, keys);
            let (keys_kept, keys_announced) = (curve.len(), None);
            self.damaged.push(DamagedCurve { id, keys_kept, keys_announced });
            *slot = Some(curve);
        }
    }

    /// Whether the bytes between two offsets are valid keys only.
    fn fills(&self, from: usize, to: usize, kind: KeyKind) -> bool {
        let Some(keys) = self.bytes.get(from..to) else { return false };
        let sound = sound_keys(keys, kind, usize::MAX, &mut 0);
        sound * kind.key_bytes() == keys.len()
    }

    /// Range of the valid keys of a damaged curve before the damage, without the last one: it may be
    /// incomplete.
    fn head(&self, candidate: Candidate, kind: KeyKind, limit: usize) -> (usize, usize) {
        let from = candidate.keys_at();
        let announced = candidate.end(kind).unwrap_or(limit).min(limit);
        let keys = self.bytes.get(from..announced).unwrap_or_default();
        let sound = sound_keys(keys, kind, usize::MAX, &mut 0);
        (from, from + sound.saturating_sub(1) * kind.key_bytes())
    }

    fn last_time(&self, (from, to): (usize, usize), kind: KeyKind) -> f32 {
        let key =
            self.bytes.get(from..to).and_then(|keys| keys.rchunks_exact(kind.key_bytes()).next());
        key.and_then(|key| sound_time(key, kind)).unwrap_or(f32::NEG_INFINITY)
    }

    /// Range of the valid keys that end at `to`, without the first one: it may be incomplete. All are later
    /// than `after`.
    fn tail(&self, from: usize, to: usize, kind: KeyKind, after: f32) -> (usize, usize) {
        let keys = self.bytes.get(from..to).unwrap_or_default();
        let mut next = f32::INFINITY;
        let mut sound = 0_usize;
        for key in keys.rchunks_exact(kind.key_bytes()) {
            match sound_time(key, kind) {
                Some(time) if time < next && time > after => next = time,
                _ => break,
            }
            sound += 1;
        }
        (to - sound.saturating_sub(1) * kind.key_bytes(), to)
    }

    /// Joins the keys of several byte ranges.
    fn keys(&self, parts: &[(usize, usize)], kind: KeyKind) -> Bytes {
        let part = |&(from, to): &(usize, usize)| slice(self.bytes, from..to).unwrap_or_default();
        let whole = |keys: &Bytes| keys.len() - keys.len() % kind.key_bytes();
        let mut filled = parts.iter().map(part).filter(|part| !part.is_empty());
        match (filled.next(), filled.next()) {
            (None, _) => Bytes::new(),
            (Some(one), None) => one.slice(..whole(&one)),
            (Some(one), Some(two)) => {
                [one.slice(..whole(&one)), two.slice(..whole(&two))].concat().into()
            }
        }
    }

    fn keep_whole(&mut self, index: usize, candidate: Candidate, end: usize) {
        let keys = self.keys(&[(candidate.keys_at(), end)], self.evidence.kind_of(index));
        self.whole_at.push(candidate.at);
        self.put(index, candidate, keys);
    }

    fn keep(&mut self, index: usize, candidate: Candidate, parts: &[(usize, usize)]) {
        let keys = self.keys(parts, self.evidence.kind_of(index));
        if let Some(&id) = self.ids.get(index) {
            let keys_kept = keys.len() / self.evidence.kind_of(index).key_bytes();
            let keys_announced = Some(candidate.count);
            self.damaged.push(DamagedCurve { id, keys_kept, keys_announced });
        }
        self.put(index, candidate, keys);
    }

    fn put(&mut self, index: usize, candidate: Candidate, keys: Bytes) {
        let [pre_wrap, post_wrap] = candidate.wraps;
        self.kept_bytes += CURVE_HEADER_BYTES + keys.len();
        let kind = self.evidence.kind_of(index);
        if let Some(slot) = self.curves.get_mut(index) {
            *slot = Some(Curve::from_bytes(kind, keys).with_wraps(pre_wrap, post_wrap));
        }
    }
}

fn words(twelve: [u8; CURVE_HEADER_BYTES]) -> [u32; 3] {
    let mut words = twelve.as_chunks().0.iter().map(|&word| u32::from_le_bytes(word));
    std::array::from_fn(|_| words.next().unwrap_or_default())
}

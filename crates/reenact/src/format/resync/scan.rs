//! Scans a file for byte sequences that can be curve headers or the marker list.

use crate::curve::{KeyKind, WrapMode};
use crate::error::Field;
use crate::format::CURVE_HEADER_BYTES;
use crate::format::marker::check_marker;
use crate::format::source::Source;
use crate::format::walk::CurveHead;

/// Most candidates to keep, the last ones in the file. A full recording has 395 curves.
const MOST_CANDIDATES: usize = 4096;

/// Most key bytes to read in all, in multiples of the file size: candidates in a hostile file overlap.
const BUDGET_FILES: usize = 4;

/// Distance from the end of the file within which a marker list is searched if no curve ends at it.
const LIST_WINDOW: usize = 1 << 20;

/// Element that may start at an offset.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Node {
    /// Header of a curve.
    Curve(Candidate),
    /// Marker list that ends with the file, and its number of markers.
    Markers { at: usize, count: u32 },
    /// End of the file.
    End { at: usize },
}

impl Node {
    pub(super) const fn at(self) -> usize {
        match self {
            Self::Curve(candidate) => candidate.at,
            Self::Markers { at, .. } | Self::End { at } => at,
        }
    }
}

/// Twelve bytes that may be a curve header: two known wrap modes and a count.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Candidate {
    pub(super) at: usize,
    pub(super) wraps: [WrapMode; 2],
    /// Key count as stored; any number if damaged.
    pub(super) count: u32,
    /// Whether all keys are valid, decoded as float keys or as boolean ones.
    pub(super) is_sound_float: bool,
    pub(super) is_sound_boolean: bool,
}

impl Candidate {
    /// Candidate for a header that was decoded by the walk.
    pub(super) fn of_head(bytes: &[u8], head: CurveHead) -> Self {
        let keys = || {
            let [from, to] = [head.keys_at, head.keys_end()].map(usize::try_from);
            bytes.get(from.ok()?..to.ok()?)
        };
        let is_sound = keys().is_some_and(|keys| {
            sound_keys(keys, head.kind, usize::MAX, &mut 0) * head.kind.key_bytes() == keys.len()
        });
        let at = usize::try_from(head.keys_at).unwrap_or(usize::MAX);
        Self {
            at: at.saturating_sub(CURVE_HEADER_BYTES),
            wraps: [head.pre_wrap, head.post_wrap],
            count: head.count,
            is_sound_float: is_sound && head.kind != KeyKind::Boolean,
            is_sound_boolean: is_sound && head.kind == KeyKind::Boolean,
        }
    }

    pub(super) const fn keys_at(self) -> usize {
        self.at + CURVE_HEADER_BYTES
    }

    /// Offset of the end of its keys by the count; `None` on overflow.
    pub(super) fn end(self, kind: KeyKind) -> Option<usize> {
        let count = usize::try_from(self.count).ok()?;
        count.checked_mul(kind.key_bytes())?.checked_add(self.keys_at())
    }

    pub(super) fn is_sound(self, kind: KeyKind) -> bool {
        if kind == KeyKind::Boolean { self.is_sound_boolean } else { self.is_sound_float }
    }

    /// Whether both wrap modes are 8, as in every curve that MRTK writes.
    pub(super) fn is_wrapped_as_by_mrtk(self) -> bool {
        self.wraps == [WrapMode::CLAMP_FOREVER; 2]
    }
}

/// Lists all candidate elements in file order.
pub(super) fn nodes(bytes: &[u8], from: usize, float_kind: KeyKind) -> Vec<Node> {
    let mut scan = Scan {
        bytes,
        float_kind,
        // Scans backwards, because a candidate is more likely if its keys end at another candidate.
        nodes: vec![Node::End { at: bytes.len() }],
        budget: bytes.len().saturating_mul(BUDGET_FILES),
        list_budget: bytes.len(),
    };
    scan.empty_list();
    let section = bytes.get(from..).unwrap_or_default();
    for (at, twelve) in section.windows(CURVE_HEADER_BYTES).enumerate().rev() {
        let &[pre, 0, 0, 0, post, 0, 0, 0, a, b, c, d] = twelve else { continue };
        let wraps = [pre, post].map(|wrap| WrapMode(i32::from(wrap)));
        if wraps.iter().all(|wrap| wrap.is_known()) {
            scan.add_candidate(from + at, wraps, u32::from_le_bytes([a, b, c, d]));
        }
        if scan.nodes.len() >= MOST_CANDIDATES {
            break;
        }
    }
    scan.hidden_list();
    scan.nodes.sort_by_key(|node| node.at());
    scan.nodes
}

struct Scan<'b> {
    bytes: &'b [u8],
    float_kind: KeyKind,
    /// Nodes from the end of the file to its start.
    nodes: Vec<Node>,
    budget: usize,
    list_budget: usize,
}

impl Scan<'_> {
    fn add_candidate(&mut self, at: usize, wraps: [WrapMode; 2], count: u32) {
        let mut candidate =
            Candidate { at, wraps, count, is_sound_float: false, is_sound_boolean: false };
        // Zeros in keys look like headers; MRTK's wrap modes do not occur by chance.
        let mut is_likely = candidate.is_wrapped_as_by_mrtk();
        for kind in [self.float_kind, KeyKind::Boolean] {
            let leads_on = |end| end < self.bytes.len() && self.is_node(end);
            is_likely |= candidate.end(kind).is_some_and(leads_on);
        }
        if is_likely {
            candidate.is_sound_float = self.is_sound(candidate, self.float_kind);
            candidate.is_sound_boolean = self.is_sound(candidate, KeyKind::Boolean);
            self.nodes.push(Node::Curve(candidate));
        }
    }

    /// Whether an element starts at an offset: a candidate found before, or a marker list that ends with the
    /// file.
    fn is_node(&mut self, at: usize) -> bool {
        let is_known = |nodes: &[Node]| nodes.binary_search_by(|node| at.cmp(&node.at())).is_ok();
        if is_known(&self.nodes) {
            return true;
        }
        let Some(count) = self.list_at(at) else { return false };
        let place = self.nodes.partition_point(|node| node.at() > at);
        self.nodes.insert(place, Node::Markers { at, count });
        true
    }

    /// Number of markers of a list that starts at an offset and ends with the file.
    fn list_at(&mut self, at: usize) -> Option<u32> {
        let mut source = self.bytes;
        let offset = u64::try_from(at).ok()?;
        let count = u32::from_le_bytes(source.array(offset, Field::MarkerCount).ok()?);
        let mut end = offset + 4;
        for n in 0..count {
            // A marker takes at least five bytes.
            self.list_budget = self.list_budget.checked_sub(5)?;
            end = check_marker(&mut source, end, n).ok()?;
        }
        (end == Source::len(&source)).then_some(count)
    }

    /// Adds the empty marker list with which most files end.
    fn empty_list(&mut self) {
        if let Some((_, &[0, 0, 0, 0])) = self.bytes.split_last_chunk() {
            self.nodes.push(Node::Markers { at: self.bytes.len() - 4, count: 0 });
        }
    }

    /// Searches for a marker list with no curve that ends at it, because the last curve is damaged.
    fn hidden_list(&mut self) {
        let is_found = |node: &Node| matches!(node, Node::Markers { count: 1.., .. });
        if self.nodes.iter().any(is_found) {
            return;
        }
        let last = self.nodes.iter().find_map(|node| match node {
            Node::Curve(candidate) => Some(candidate.keys_at()),
            _ => None,
        });
        let from = last.unwrap_or(0).max(self.bytes.len().saturating_sub(LIST_WINDOW));
        let tail = self.bytes.get(from..).unwrap_or_default();
        let starts = tail
            .windows(4)
            .enumerate()
            .filter(|(_, four)| matches!(four, [low, high, 0, 0] if (*low, *high) != (0, 0)));
        let starts: Vec<usize> = starts.map(|(at, _)| from + at).collect();
        for at in starts {
            if let Some(count) = self.list_at(at) {
                self.nodes.push(Node::Markers { at, count });
                return;
            }
        }
    }

    fn is_sound(&mut self, candidate: Candidate, kind: KeyKind) -> bool {
        let Some(end) = candidate.end(kind) else { return false };
        let Some(keys) = self.bytes.get(candidate.keys_at()..end) else { return false };
        let most = self.budget / kind.key_bytes();
        let mut looked_at = 0;
        let sound = sound_keys(keys, kind, most, &mut looked_at);
        self.budget = self.budget.saturating_sub(looked_at * kind.key_bytes());
        sound * kind.key_bytes() == keys.len()
    }
}

/// Number of leading keys that are valid and in order of time, at most `most`. Adds the bytes read to
/// `looked_at`.
pub(super) fn sound_keys(keys: &[u8], kind: KeyKind, most: usize, looked_at: &mut usize) -> usize {
    let mut before = f32::NEG_INFINITY;
    let mut sound = 0;
    for key in keys.chunks_exact(kind.key_bytes()).take(most) {
        *looked_at += 1;
        match sound_time(key, kind) {
            Some(time) if time >= before => before = time,
            _ => break,
        }
        sound += 1;
    }
    sound
}

/// Time of a key with plausible numbers; `None` if they are not.
pub(super) fn sound_time(key: &[u8], kind: KeyKind) -> Option<f32> {
    let (words, _) = key.as_chunks();
    let mut numbers = words.iter().map(|&word| f32::from_le_bytes(word));
    let (time, value) = (numbers.next()?, numbers.next()?);
    // Integers decoded as floats are subnormal; times of a year-long recording are below 1e8.
    let is_time = time == 0.0 || (1e-12..1e8).contains(&time.abs());
    let is_value = value == 0.0 || (1e-30..1e12).contains(&value.abs());
    let is_rest = match (kind, words) {
        (KeyKind::Full, [.., mode]) => {
            (0..=3).contains(&i32::from_le_bytes(*mode)) && numbers.take(4).all(|n| !n.is_nan())
        }
        _ => true,
    };
    (is_time && is_value && is_rest).then_some(time)
}

//! Candidates for curve headers and for the marker list, anywhere in a file's bytes.

use crate::curve::{KeyKind, WrapMode};
use crate::error::Field;
use crate::format::CURVE_HEADER_BYTES;
use crate::format::marker::check_marker;
use crate::format::source::Source;
use crate::format::walk::CurveHead;

/// More candidates than this are not looked at; the last ones in the file count. A full recording has 395 curves.
const MOST_CANDIDATES: usize = 4096;

/// Keys are looked at for this many bytes in all, in sizes of the file: candidates of a hostile file overlap.
const BUDGET_FILES: usize = 4;

/// How far before the end of the file a marker list is searched whose start no curve leads to.
const LIST_WINDOW: usize = 1 << 20;

/// Something that may start at a byte.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Node {
    /// The header of a curve.
    Curve(Candidate),
    /// A marker list that ends with the file, and how many markers it has.
    Markers { at: usize, count: u32 },
    /// The end of the file.
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

/// Twelve bytes that may be the header of a curve: two known wrap modes and a count.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Candidate {
    pub(super) at: usize,
    pub(super) wraps: [WrapMode; 2],
    /// As stored; a damaged one can be anything.
    pub(super) count: u32,
    /// Whether its keys are all sound, read as float keys or as boolean ones.
    pub(super) is_sound_float: bool,
    pub(super) is_sound_boolean: bool,
}

impl Candidate {
    /// A header that was read, wherever it stands.
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

    /// Where its keys end by its count; `None` where that is beyond all files.
    pub(super) fn end(self, kind: KeyKind) -> Option<usize> {
        let count = usize::try_from(self.count).ok()?;
        count.checked_mul(kind.key_bytes())?.checked_add(self.keys_at())
    }

    pub(super) fn is_sound(self, kind: KeyKind) -> bool {
        if kind == KeyKind::Boolean { self.is_sound_boolean } else { self.is_sound_float }
    }

    /// Whether both wrap modes are the one that MRTK gives every curve.
    pub(super) fn is_wrapped_as_by_mrtk(self) -> bool {
        self.wraps == [WrapMode::CLAMP_FOREVER; 2]
    }
}

/// Everything that may start somewhere, in the order of the file.
pub(super) fn nodes(bytes: &[u8], from: usize, float_kind: KeyKind) -> Vec<Node> {
    let mut scan = Scan {
        bytes,
        float_kind,
        // From the end of the file on, since what follows a candidate speaks for it.
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
            scan.consider(from + at, wraps, u32::from_le_bytes([a, b, c, d]));
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
    /// From the end of the file to its start.
    nodes: Vec<Node>,
    budget: usize,
    list_budget: usize,
}

impl Scan<'_> {
    fn consider(&mut self, at: usize, wraps: [WrapMode; 2], count: u32) {
        let mut candidate =
            Candidate { at, wraps, count, is_sound_float: false, is_sound_boolean: false };
        // Zeros in keys look like headers; the modes that MRTK writes do not occur by chance.
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

    /// Whether something starts at a byte: a candidate found before, or a marker list that ends with the file.
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

    /// How many markers a list has that starts at a byte and ends with the file.
    fn list_at(&mut self, at: usize) -> Option<u32> {
        let mut source = self.bytes;
        let offset = u64::try_from(at).ok()?;
        let count = u32::from_le_bytes(source.array(offset, Field::MarkerCount).ok()?);
        let mut end = offset + 4;
        for n in 0..count {
            // Five bytes are the least that a marker takes.
            self.list_budget = self.list_budget.checked_sub(5)?;
            end = check_marker(&mut source, end, n).ok()?;
        }
        (end == Source::len(&source)).then_some(count)
    }

    /// The list without markers that most files end with.
    fn empty_list(&mut self) {
        if let Some((_, &[0, 0, 0, 0])) = self.bytes.split_last_chunk() {
            self.nodes.push(Node::Markers { at: self.bytes.len() - 4, count: 0 });
        }
    }

    /// A list with markers to which no curve leads, since the last curve is damaged.
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

/// How many keys from the first on are sound and in order of time, at most `most`; `looked_at` is counted up.
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

/// The time of a key whose numbers can be those of a recording; `None` if they cannot.
pub(super) fn sound_time(key: &[u8], kind: KeyKind) -> Option<f32> {
    let (words, _) = key.as_chunks();
    let mut numbers = words.iter().map(|&word| f32::from_le_bytes(word));
    let (time, value) = (numbers.next()?, numbers.next()?);
    // Integers read as floats are subnormal; a recording of a year has times below 1e8.
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

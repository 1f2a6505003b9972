//! Detects the layout of a 1.1 file, that is, the size of its float keys. Nothing in the header states it.
//!
//! Each layout is tried: the walk follows the curve headers and the marker list. A walk is *exact* if it ends
//! with the last byte of the file. A header is *implausible* if its wrap modes, count or times cannot be
//! right: see `walk::is_plausible`. The rules, with the evidence for each:
//!
//! 1. **An exact walk beats any other.** A walk in the wrong layout reads keys as headers. From there on its
//!    offsets are close to random, so it almost never ends with the last byte, even if the real headers have
//!    unusual values.
//! 2. **Of two exact walks, the one with fewer implausible headers wins, then MRTK's.** Both are exact in
//!    files without float keys, which are identical in both layouts, and in files crafted for it.
//!    [`check_reads_back`](crate::Recording::check_reads_back) prevents writing one of the latter.
//! 3. **Of two complete walks with trailing bytes, the same.** MRTK ignores bytes after the marker list, so
//!    such files are valid, but the file length is no evidence.
//! 4. **A complete walk beats an incomplete one**, unless the complete one met implausible headers, while the
//!    other met none and then ran out of bytes: that is a truncated file of the other layout. Keys read as
//!    headers soon give unknown wrap modes, or the bits of a float as a count.
//! 5. **If neither walk completes, the file is damaged.** The error is that of the walk that met fewer
//!    implausible headers, then of the one that got further.
//! 6. **If neither completes nor meets an implausible header, the first float curve with keys decides.** If
//!    every complete 28-byte key has a weighted mode that only such a key can have, the layout is the
//!    published one; if one has an impossible mode, it is MRTK's. Otherwise MRTK's is a guess.

use std::cmp::Reverse;

use bytes::Bytes;

use super::header::float_kind;
use super::source::Source;
use super::walk::{CurveHead, Stopped, Walk, Walked, walk};
use super::{CURVE_HEADER_BYTES, Header, Layout};
use crate::curve::{Curve, CurveId, KeyKind, WeightedMode};
use crate::error::{ErrorKind, Field};
use reenact_base::number::len_u64;

/// Detected layout, and the walk in that layout.
pub(super) struct Chosen {
    pub(super) layout: Layout,
    pub(super) walked: Walked,
    /// Whether too few bytes are left to decide: rule 6.
    pub(super) is_layout_a_guess: bool,
}

/// Detects the layout of a file, unless the caller knows it.
pub(super) fn choose(source: &mut impl Source, header: Header, known: Option<Layout>) -> Chosen {
    let mut walk_as = |layout| walk(source, header, float_kind(header.version, layout));
    let sure = |layout, walked| Chosen { layout, walked, is_layout_a_guess: false };
    if !header.version.is_1_1() {
        return sure(Layout::Mrtk, walk_as(Layout::Mrtk));
    }
    if let Some(layout) = known {
        return sure(layout, walk_as(layout));
    }
    let mrtk = walk_as(Layout::Mrtk);
    let len = source.len();
    if exact(&mrtk, header, len).is_some_and(|walk| walk.implausible == 0) {
        return sure(Layout::Mrtk, mrtk);
    }
    let published = walk(source, header, float_kind(header.version, Layout::Published));
    let is_published = match (exact(&mrtk, header, len), exact(&published, header, len)) {
        (Some(_), None) => false,
        (None, Some(_)) => true,
        (Some(mrtk), Some(published)) => published.implausible < mrtk.implausible,
        (None, None) => is_published(&mrtk, &published),
    };
    if is_published {
        return sure(Layout::Published, published);
    }
    let keys = match (&mrtk, &published) {
        (Err(mrtk), Err(published)) if mrtk.implausible == 0 && published.implausible == 0 => {
            first_float_keys(source, published)
        }
        _ => None,
    };
    match keys.as_deref().map(could_be_full) {
        None | Some(Some(false)) => sure(Layout::Mrtk, mrtk),
        Some(Some(true)) => sure(Layout::Published, published),
        Some(None) => {
            // Without a complete key in either layout, the layout makes no difference.
            let is_layout_a_guess =
                keys.is_some_and(|keys| keys.len() >= KeyKind::Simple.key_bytes());
            Chosen { layout: Layout::Mrtk, walked: mrtk, is_layout_a_guess }
        }
    }
}

/// The walk, if it ends with the last byte of the file.
fn exact(walked: &Walked, header: Header, len: u64) -> Option<&Walk> {
    walked.as_ref().ok().filter(|walk| walk.end(header) == len)
}

/// Rules 3 to 6: whether the layout is the published one when neither walk is exact.
fn is_published(mrtk: &Walked, published: &Walked) -> bool {
    match (mrtk, published) {
        (Ok(mrtk), Ok(published)) => published.implausible < mrtk.implausible,
        (Ok(through), Err(stopped)) => is_cut_short(through, stopped),
        (Err(stopped), Ok(through)) => !is_cut_short(through, stopped),
        (Err(mrtk), Err(published)) => {
            let rank = |stopped: &Stopped| (stopped.implausible, Reverse(stopped.curves.len()));
            rank(published) < rank(mrtk)
        }
    }
}

/// Exception of rule 4: whether the file has the layout of the walk that stopped, and the other walk
/// completed by chance.
fn is_cut_short(through: &Walk, stopped: &Stopped) -> bool {
    let ran_out =
        stopped.implausible == 0 && matches!(stopped.error.kind(), ErrorKind::Truncated { .. });
    through.implausible > 0 && ran_out
}

/// Most bytes of the first float curve to inspect: over 2,000 full keys.
const EVIDENCE_BYTES: u64 = 1 << 16;

/// First bytes of the first float curve with keys. Up to there, both layouts are identical.
fn first_float_keys(source: &mut impl Source, published: &Stopped) -> Option<Vec<u8>> {
    let cut = match (published.error.field(), published.error.offset()) {
        (Some(Field::Keys(id)), Some(offset)) => head_before(source, offset, id, KeyKind::Full),
        _ => None,
    };
    let mut heads = published.curves.iter().copied().chain(cut);
    let head = heads.find(|head| head.kind != KeyKind::Boolean && head.count > 0)?;
    let len = usize::try_from(head.keys_len().min(EVIDENCE_BYTES)).ok()?;
    Some(source.peek_up_to(head.keys_at, len).ok()?.to_vec())
}

/// Header of the curve whose keys start at `keys_at`.
pub(super) fn head_before(
    source: &mut impl Source,
    keys_at: u64,
    id: CurveId,
    float_kind: KeyKind,
) -> Option<CurveHead> {
    let at = keys_at.checked_sub(len_u64(CURVE_HEADER_BYTES))?;
    let head = source.array(at, Field::PreWrap(id)).ok()?;
    CurveHead::decode(head, at, id, float_kind).ok()
}

/// Whether the bytes are full keys and not simple ones; `None` if they could be either.
///
/// The seventh word of a full key is its weighted mode, 0 to 3. In simple keys that word is the time of the
/// fourth key; as an integer of 1 to 3 it would be a time of a few 1e-45 s. A mode of 0 can be a time of 0,
/// so in that case the times of the simple keys must also decrease.
fn could_be_full(keys: &[u8]) -> Option<bool> {
    let full = Curve::from_bytes(KeyKind::Full, Bytes::copy_from_slice(keys));
    let modes = || full.iter().map(|key| key.weighted_mode);
    if !modes().all(WeightedMode::is_known) {
        return Some(false);
    }
    let goes_back =
        || !Curve::from_bytes(KeyKind::Simple, Bytes::copy_from_slice(keys)).is_sorted();
    let is_full =
        modes().any(|mode| mode != WeightedMode::NONE) || (!full.is_empty() && goes_back());
    is_full.then_some(true)
}

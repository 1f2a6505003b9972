//! Works out which float keys a 1.1 file has, since nothing in its header says so.
//!
//! Each layout is walked from curve to curve and through the marker list. A walk is *exact* if it ends with the last byte
//! of the file. A header is *implausible* if no writer would have written it: see `walk::is_plausible`. The rules, and the
//! evidence that each rests on:
//!
//! 1. **An exact walk beats any other.** A walk in the wrong layout takes keys for headers. From there on every step is
//!    as good as random, so that it hardly ever ends with the last byte of the file, however odd the file's own headers are.
//! 2. **Of two exact walks, the one with fewer implausible headers wins, then MRTK's.** Both are exact in files without float
//!    keys, which are the same in both layouts, and in those made for it.
//!    [`check_reads_back`](crate::Recording::check_reads_back) keeps anybody from writing one of the latter.
//! 3. **Of two walks that get through but leave bytes over, likewise.** MRTK ignores what follows the marker list, so such
//!    files are valid, but the length of the file is no evidence.
//! 4. **A walk that gets through beats one that does not**, unless it met implausible headers, while the other met none and
//!    then ran out of bytes: that is a file of the other layout, cut short. Keys that are taken for headers soon have
//!    unknown wrap modes or the bits of a float as a count.
//! 5. **Where neither gets through, the file is damaged.** The walk that met fewer implausible headers, then the one that got
//!    further, says where.
//! 6. **Where neither gets through nor meets anything implausible, the first float curve with keys decides.** If each of the
//!    keys that are whole in the published layout has a weighted mode that only such a key can have, it is that layout; if one
//!    has a mode that none can have, it is MRTK's. Where neither is so, MRTK's is a guess.

use std::cmp::Reverse;

use bytes::Bytes;

use super::header::float_kind;
use super::source::Source;
use super::walk::{CurveHead, Stopped, Walk, Walked, walk};
use super::{CURVE_HEADER_BYTES, Header, Layout};
use crate::curve::{Curve, CurveId, KeyKind, WeightedMode};
use crate::error::{ErrorKind, Field};
use crate::number::len_u64;

/// The layout that a file has or, if it cannot be walked to its end, most likely had, and how far that leads.
pub(super) struct Chosen {
    pub(super) layout: Layout,
    pub(super) walked: Walked,
    /// Whether too little is left to tell: rule 6.
    pub(super) is_layout_a_guess: bool,
}

/// Chooses the layout of a file, unless the caller knows it.
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
            // Where neither reading has a whole key there is nothing to guess about.
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

/// Whether a file that neither walk ends with is published rather than MRTK's.
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

/// Whether the file is of the layout that stopped, and only by chance can be walked in the other.
fn is_cut_short(through: &Walk, stopped: &Stopped) -> bool {
    let ran_out =
        stopped.implausible == 0 && matches!(stopped.error.kind(), ErrorKind::Truncated { .. });
    through.implausible > 0 && ran_out
}

/// Bytes of the first float curve with keys that are looked at: over two thousand full keys.
const EVIDENCE_BYTES: u64 = 1 << 16;

/// The first bytes of the first float curve that has keys: up to there, both layouts are the same.
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

/// The header before keys that start at `keys_at`.
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

/// Whether the keys of a curve are full ones rather than simple ones; `None` if they could be either.
///
/// The seventh word of a full key is its weighted mode. Among simple keys the time of the fourth stands there, which is
/// not a few times 1e-45 s. A mode of 0 can be a time of 0, so there the times of the simple keys must go back as well.
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

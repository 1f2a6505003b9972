//! Drafts of the format that MRTK wrote in May and June 2019, before there was a header.
//!
//! | draft | curves | markers |
//! |---|---|---|
//! | A | tracked, pinching, left joints, right joints, camera; all keys full | .NET `BinaryFormatter` |
//! | A0 | as A; of a hand's 189 curves, number 3j + c is component c of the position of joint j, and the last 108 are empty | the same |
//! | B | as A, boolean keys simple | the same |
//! | C | those of version 1.0 | marker list |
//!
//! There is no magic number. The evidence is the walk itself: MRTK writes both wrap modes of every curve as
//! 8, so each of the 389 curve headers has 64 bits that must match, at an offset that depends on all counts
//! before it. Drafts A and B then have the nine bytes with which every `BinaryFormatter` stream starts; draft
//! C does not.

use super::super::marker::{MarkerSpan, Markers};
use super::super::source::Source;
use super::super::walk::{CurveHead, cut_header_field};
use super::super::{CURVE_HEADER_BYTES, Header, Index, Layout, MAGIC, Version};
use super::{Foreign, Variant, blob};
use crate::curve::{CurveId, Key, KeyKind, PoseComponent, Tracks, WrapMode};
use crate::error::{Error, ErrorKind, Field, Result};
use crate::hand::JOINT_SLOTS;
use crate::recording::Loss;
use reenact_base::number::len_u64;

/// Wrap modes of every curve: 8 and 8.
pub(super) const WRAPS: [u8; 8] = [8, 0, 0, 0, 8, 0, 0, 0];

/// Consecutive valid headers that identify a draft beyond doubt. If the walk fails later, the file is a
/// damaged draft and not another format.
const CONVINCING_HEADERS: usize = 8;

const CAMERA: usize = PoseComponent::ALL.len();
const STATES: usize = 4;
const HAND: usize = JOINT_SLOTS * PoseComponent::ALL.len();
/// Curves of a hand that draft A0 uses.
const A0_HAND: usize = JOINT_SLOTS * 3;

/// Curve order and key encoding of the drafts.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Draft {
    A,
    B,
    C,
}

impl Draft {
    const ALL: [Self; 3] = [Self::C, Self::A, Self::B];

    /// Curves in file order, with the encoding of their keys.
    fn curves(self) -> impl Iterator<Item = (CurveId, KeyKind)> {
        let camera = if self == Self::C { 0 } else { CAMERA };
        let ids = Tracks::V1_0.curve_ids();
        let order = ids.skip(camera).chain(Tracks::V1_0.curve_ids().take(camera));
        let boolean = if self == Self::A { KeyKind::Full } else { KeyKind::Boolean };
        order.map(move |id| (id, if id.is_boolean() { boolean } else { KeyKind::Full }))
    }
}

/// Whether a file starts with the first curve header of a draft.
pub(super) fn may_start(start: &[u8]) -> bool {
    start.first_chunk().is_some_and(|&head| wraps_and_count(head).is_some())
}

/// Key count of a curve header; `None` if the wrap modes are not MRTK's or the count is negative.
fn wraps_and_count(head: [u8; CURVE_HEADER_BYTES]) -> Option<u32> {
    let count = head.strip_prefix(&WRAPS)?.first_chunk()?;
    u32::try_from(i32::from_le_bytes(*count)).ok()
}

/// Keys of the first non-empty curve to validate. It prevents reading a stream to its end when only its first
/// 12 bytes match by chance.
const KEYS_TO_TRY: usize = 16;

/// Whether a prefix of a file can belong to a draft: all headers in it are valid, and so are its first keys.
pub(super) fn may_go_on(part: &[u8]) -> bool {
    Draft::ALL.into_iter().any(|draft| {
        let mut rest = part;
        let mut is_tried = false;
        for (_, kind) in draft.curves() {
            let Some((&head, after)) = rest.split_first_chunk() else { return true };
            let Some(count) = wraps_and_count(head) else { return false };
            let count = usize::try_from(count).unwrap_or(usize::MAX);
            if count > 0 && !std::mem::replace(&mut is_tried, true) {
                let keys = after.chunks_exact(kind.key_bytes()).take(KEYS_TO_TRY.min(count));
                if !are_keys(keys) {
                    return false;
                }
            }
            match count.checked_mul(kind.key_bytes()).and_then(|len| after.get(len..)) {
                Some(next) => rest = next,
                None => return true,
            }
        }
        true
    })
}

/// Whether key times are finite and do not decrease, and the weighted modes of full keys are known.
fn are_keys<'k>(mut keys: impl Iterator<Item = &'k [u8]>) -> bool {
    let mut last = f32::NEG_INFINITY;
    keys.all(|key| {
        let word = |n: usize| key.as_chunks::<4>().0.get(n).copied();
        let time = word(0).map_or(f32::NAN, f32::from_le_bytes);
        let mode = word(6).map_or(0, i32::from_le_bytes);
        let goes_on = time.is_finite() && time >= last;
        last = time;
        goes_on && (0..=3).contains(&mode)
    })
}

/// Walk that stopped at an error.
struct Stopped {
    error: Error,
    /// Valid headers before the error.
    headers: usize,
}

/// Indexes a draft; `None` if the file is not one. Fails if it is certainly a draft, but damaged.
pub(super) fn scan(source: &mut impl Source) -> Result<Option<Index>> {
    let mut best: Option<Stopped> = None;
    for draft in Draft::ALL {
        match read(source, draft) {
            Ok(index) => return Ok(Some(index)),
            Err(stopped) if matches!(stopped.error.kind(), ErrorKind::Io(_)) => {
                return Err(stopped.error);
            }
            Err(stopped) => {
                if best.as_ref().is_none_or(|best| best.headers < stopped.headers) {
                    best = Some(stopped);
                }
            }
        }
    }
    match best {
        Some(stopped) if stopped.headers >= CONVINCING_HEADERS => Err(stopped.error),
        _ => Ok(None),
    }
}

/// Whether damaged bytes are draft C: its walk gets past the camera curves, and the first keys are not those
/// of draft A.
///
/// Camera curves of C and boolean curves of A have keys of the same size, but the latter have the weight that
/// holds their value. In draft B the boolean curves have smaller keys, so the walk for C stops at the first
/// one.
pub(super) fn is_damaged_c(mut bytes: &[u8]) -> bool {
    let headers = match read(&mut bytes, Draft::C) {
        Ok(index) => index.curves.len(),
        Err(stopped) => stopped.headers,
    };
    headers >= CONVINCING_HEADERS && !starts_with_held_keys(bytes)
}

/// Whether the first non-empty curve has the out-weight of boolean keys, as full keys of boolean curves do.
fn starts_with_held_keys(mut rest: &[u8]) -> bool {
    while let Some((&head, after)) = rest.split_first_chunk() {
        match wraps_and_count(head) {
            Some(0) => rest = after,
            Some(_) => {
                let out_weight = after.as_chunks().0.get(5).copied().map(f32::from_le_bytes);
                return out_weight == Some(Key::hold(0.0, 0.0).out_weight);
            }
            None => return false,
        }
    }
    false
}

fn read(source: &mut impl Source, draft: Draft) -> Result<Index, Stopped> {
    let mut curves = Vec::with_capacity(Tracks::V1_0.curve_count());
    let mut offset = 0;
    let mut is_tried = false;
    for (id, kind) in draft.curves() {
        match curve_head(source, offset, id, kind, &mut is_tried) {
            Ok(head) => {
                offset = head.keys_end();
                curves.push(head);
            }
            Err(error) if matches!(error.kind(), ErrorKind::NotARecording { .. }) => {
                return Err(Stopped { error, headers: 0 });
            }
            Err(error) => return Err(Stopped { error, headers: curves.len() }),
        }
    }
    let headers = curves.len();
    let stopped = |error| Stopped { error, headers };
    let has_blob = blob::starts_at(source, offset).map_err(stopped)?;
    let header = Header { version: Version::V1_0, flags: Header::V1_0_FLAGS };
    let len = source.len();
    let index = |curves, markers, end, foreign| {
        let foreign = Some(Box::new(foreign));
        Index { header, layout: Layout::Mrtk, curves, implausible: 0, markers, end, len, foreign }
    };
    if draft == Draft::C {
        if has_blob {
            return Err(stopped(not_a_marker_count(offset)));
        }
        let markers = MarkerSpan::find(source, offset).map_err(stopped)?;
        let end = markers.map_or(offset, |markers| markers.end);
        return Ok(index(curves, markers, end, Foreign::new(Variant::DraftC)));
    }
    if !has_blob {
        let left = len.saturating_sub(offset);
        let kind = match u64::try_from(blob::START.len()) {
            Ok(needed) if left < needed => ErrorKind::Truncated { needed, left },
            _ => return Err(stopped(not_a_marker_count(offset))),
        };
        return Err(stopped(Error::at(kind, Field::MarkerCount, offset)));
    }
    curves.rotate_right(CAMERA);
    let variant = match (draft, positions_only(&curves)) {
        (Draft::A, Some(remapped)) => {
            curves = remapped;
            Variant::DraftA0
        }
        (Draft::A, None) => Variant::DraftA,
        (Draft::B | Draft::C, _) => Variant::DraftB,
    };
    let blob = blob::read(source, offset).map_err(stopped)?;
    let losses = match blob.markers {
        Some(_) => Vec::new(),
        None => vec![Loss::MarkerBlob { bytes: blob.end - offset }],
    };
    let markers = Some(blob.markers.unwrap_or(Markers::EMPTY));
    let foreign = Foreign { losses, markers, ..Foreign::new(variant) };
    Ok(index(curves, None, blob.end, foreign))
}

fn not_a_marker_count(offset: u64) -> Error {
    Error::at(
        ErrorKind::OutOfRange { found: i64::from(blob::FIRST_WORD) },
        Field::MarkerCount,
        offset,
    )
}

/// Decodes a curve header and checks that its wrap modes are MRTK's and its keys are present.
fn curve_head(
    source: &mut impl Source,
    offset: u64,
    id: CurveId,
    kind: KeyKind,
    is_tried: &mut bool,
) -> Result<CurveHead> {
    let left = source.len().saturating_sub(offset);
    if left < len_u64(CURVE_HEADER_BYTES) {
        let (field, at) = cut_header_field(id, offset, left);
        source.check(at, 4, field)?;
    }
    let bytes = source.array(offset, Field::PreWrap(id))?;
    let mut head = CurveHead::decode(bytes, offset, id, kind)?;
    head.kind = kind;
    let clamp = WrapMode::CLAMP_FOREVER;
    for (wrap, field, at) in [
        (head.pre_wrap, Field::PreWrap(id), offset),
        (head.post_wrap, Field::PostWrap(id), offset + 4),
    ] {
        if wrap != clamp {
            let kind = ErrorKind::OutOfRange { found: wrap.0.into() };
            return Err(Error::at(kind, field, at));
        }
    }
    if head.count > 0 && !std::mem::replace(is_tried, true) {
        let count = usize::try_from(head.count).unwrap_or(usize::MAX).min(KEYS_TO_TRY);
        let keys = source.peek_up_to(head.keys_at, count * kind.key_bytes())?;
        if !are_keys(keys.chunks_exact(kind.key_bytes())) {
            let found = source.peek_up_to(0, MAGIC.len())?.to_vec();
            return Err(Error::new(ErrorKind::NotARecording { found }));
        }
    }
    source.check(head.keys_at, head.keys_len(), Field::Keys(id))?;
    Ok(head)
}

/// Reorders the curves of draft A0 to those of version 1.0; `None` if the file is not A0.
///
/// In draft A a joint has seven curves, so the curves of the last joint are at the end of the hand. In A0
/// they are numbers 78 to 80, and no later curve has keys; in draft A these numbers would be the position z
/// and the rotation of joint 11.
fn positions_only(curves: &[CurveHead]) -> Option<Vec<CurveHead>> {
    let (before, hands) = curves.split_at_checked(CAMERA + STATES)?;
    let (hands, _) = hands.as_chunks::<HAND>();
    let has_keys = |heads: &[CurveHead]| heads.iter().any(|head| head.count > 0);
    let mut uses_last = false;
    for hand in hands {
        let (used, rest) = hand.split_at_checked(A0_HAND)?;
        if has_keys(rest) {
            return None;
        }
        let last_joint = used.last_chunk::<3>()?;
        uses_last |= last_joint.iter().all(|head| head.count > 0);
    }
    if !uses_last {
        return None;
    }
    let clamp = WrapMode::CLAMP_FOREVER;
    let empty =
        CurveHead { pre_wrap: clamp, post_wrap: clamp, kind: KeyKind::Full, count: 0, keys_at: 0 };
    let mut remapped = before.to_vec();
    for hand in hands {
        for position in hand.as_chunks::<3>().0.iter().take(JOINT_SLOTS) {
            remapped.extend(position);
            remapped.extend([empty; 4]);
        }
    }
    Some(remapped)
}

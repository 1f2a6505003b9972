//! Cuts a curve to a time span without changing its values there.

use reenact::{Curve, Key, Keys, Segment, TimeSpan, WeightedMode, WrapMode};
use reenact_base::number::to_f32;

use super::keys::{TIME, in_order, partition_point, set_word, with_bytes, word};
use crate::{Note, NoteCode};

/// Most keys to which a repeating curve is unrolled.
const MOST_UNROLLED: usize = 1 << 20;

/// Counts of curves that could not be cut unchanged.
#[derive(Debug, Default)]
pub(crate) struct CutCounts {
    /// Curves with unsorted keys, or keys at NaN.
    unsorted: usize,
    /// Repeating curves that were unrolled and are now clamped.
    unrolled: usize,
    /// Curves that repeat too often to be unrolled.
    too_often: usize,
}

impl CutCounts {
    pub(crate) fn notes(&self) -> impl Iterator<Item = Note> + use<> {
        let &Self { unsorted, unrolled, too_often } = self;
        let unrolled = (unrolled > 0).then(|| {
            let message = format!(
                "{unrolled} repeating curves were expanded to keys and now hold their ends"
            );
            Note::remark(NoteCode::RepeatsWrittenOut, message)
        });
        let too_often = (too_often > 0).then(|| {
            let message = format!(
                "{too_often} curves repeat too often to be expanded to keys and now hold their ends"
            );
            Note::loss(NoteCode::RepeatsDropped, message)
        });
        [crate::note::keys_sorted(unsorted), unrolled, too_often].into_iter().flatten()
    }
}

/// Cuts a curve to a window and shifts it back in time by `shift_secs`.
///
/// A curve that extends beyond the window gets a key at the bound, with its value there; one that lies
/// outside entirely gets a single key with the value it holds. Between the bounds it is unchanged: lines to
/// the rounding of one key, cubics to that of a few operations. The state of a boolean curve is exact.
///
/// A repeating curve is first unrolled over the times of the recording, `whole`, and then clamped. Unsorted
/// keys are sorted.
pub(crate) fn cut(
    curve: &Curve,
    window: TimeSpan,
    shift_secs: f32,
    whole: TimeSpan,
    counts: &mut CutCounts,
) -> Curve {
    let was_unsorted = !curve.is_sorted();
    if !was_unsorted && curve.holds_ends() {
        return cut_sorted(curve, window, shift_secs);
    }
    counts.unsorted += usize::from(was_unsorted);
    let mut sorted = in_order(curve);
    if !sorted.holds_ends() && sorted.len() > 1 {
        let from_secs = f64::from(window.start_secs.max(whole.start_secs));
        let to_secs = f64::from(window.end_secs.min(whole.end_secs));
        match unrolled(&sorted, from_secs, to_secs) {
            Some(keys) => {
                sorted = Curve::from_keys(sorted.kind(), keys);
                counts.unrolled += 1;
            }
            None => counts.too_often += 1,
        }
        // A step that was moved after the following key.
        sorted.sort_keys();
        (sorted.pre_wrap, sorted.post_wrap) = (WrapMode::CLAMP_FOREVER, WrapMode::CLAMP_FOREVER);
    }
    cut_sorted(&sorted, window, shift_secs)
}

/// Cuts a sorted curve that is clamped at both ends.
fn cut_sorted(curve: &Curve, window: TimeSpan, shift_secs: f32) -> Curve {
    let TimeSpan { start_secs: from_secs, end_secs: to_secs } = window;
    let len = curve.len();
    let Some(first_secs) = curve.time_secs(0) else { return curve.clone() };
    let held = |time_secs: f32| {
        let key = Key {
            time_secs: time_secs - shift_secs,
            ..Key::linear(0.0, curve.value_at(time_secs))
        };
        curve.with_keys([key])
    };

    // The first key to keep. Of several keys at the bound, the last one counts, unless the curve starts
    // there.
    let mut start = partition_point(curve, |time_secs| time_secs < from_secs);
    let end = partition_point(curve, |time_secs| time_secs <= to_secs);
    if end == 0 {
        return held(to_secs);
    }
    if start == len {
        return held(from_secs);
    }
    let is_on_bound = |index| curve.time_secs(index) == Some(from_secs);
    if is_on_bound(start) && from_secs > first_secs {
        start = partition_point(curve, |time_secs| time_secs <= from_secs).saturating_sub(1);
    }

    // Replacements for the first and last kept key, if the cut changes their tangents.
    let (mut head, mut tail, mut first_kept, mut last_kept) = (None, None, None, None);
    if start > 0
        && !is_on_bound(start)
        && let (Some(a), Some(b)) = (curve.key(start - 1), curve.key(start))
    {
        let [_, middle, b] = a.split(&b, from_secs);
        (head, first_kept) = (Some(middle), Some(b));
    }
    if end < len && curve.time_secs(end - 1) != Some(to_secs) && from_secs < to_secs {
        let before = if end > start {
            first_kept.filter(|_| end - 1 == start).or_else(|| curve.key(end - 1))
        } else {
            head
        };
        let after = if end > start { curve.key(end) } else { first_kept };
        if let (Some(a), Some(b)) = (before, after) {
            let [a, middle, _] = a.split(&b, to_secs);
            // The value may differ in the last bit from that of the curve left by the first cut.
            tail = Some(Key { value: curve.value_at(to_secs), ..middle });
            if end > start {
                last_kept = Some(a);
            } else {
                head = Some(a);
            }
        }
    }
    let kept = curve.slice(start..end.max(start));
    let is_same = head.is_none() && tail.is_none();
    if is_same && shift_secs == 0.0 {
        return kept;
    }
    let keys = match kept.raw_keys() {
        Keys::Boolean(keys) | Keys::Simple(keys) => {
            assemble(keys, [head, tail], [None; 2], Key::to_simple, shift_secs)
        }
        Keys::Full(keys) => {
            assemble(keys, [head, tail], [first_kept, last_kept], Key::to_full, shift_secs)
        }
    };
    with_bytes(curve, keys)
}

/// Keys with an added first and last one, and replacements for the first and last of them, shifted in time.
fn assemble<const N: usize>(
    keys: &[[u8; N]],
    [head, tail]: [Option<Key>; 2],
    [first, last]: [Option<Key>; 2],
    encode: impl Fn(Key) -> [u8; N],
    shift_secs: f32,
) -> Vec<u8> {
    let moved = |key: &[u8; N]| {
        let mut key = *key;
        if shift_secs != 0.0 {
            let time_secs = word(&key, TIME) - shift_secs;
            set_word(&mut key, TIME, time_secs);
        }
        key
    };
    let mut all = Vec::with_capacity(keys.len() + 2);
    all.extend(head.map(|key| moved(&encode(key))));
    let first_at = all.len();
    all.extend(keys.iter().map(moved));
    let last_at = all.len().saturating_sub(1);
    // If one key is both, the second cut was applied to the result of the first.
    for (at, key) in [(first_at, first), (last_at, last)] {
        if let (Some(slot), Some(key), false) = (all.get_mut(at), key, keys.is_empty()) {
            *slot = moved(&encode(key));
        }
    }
    all.extend(tail.map(|key| moved(&encode(key))));
    all.into_flattened()
}

/// Unrolls the keys of a repeating curve between two times; `None` if there are too many.
#[expect(
    clippy::as_conversions,
    clippy::cast_possible_truncation,
    clippy::cast_precision_loss,
    reason = "the number of rounds is checked against MOST_UNROLLED first"
)]
fn unrolled(curve: &Curve, from_secs: f64, to_secs: f64) -> Option<Vec<Key>> {
    let (first, last) = (curve.first()?, curve.last()?);
    let start_secs = f64::from(first.time_secs);
    let length_secs = f64::from(last.time_secs) - start_secs;
    if length_secs == 0.0 {
        let value = curve.value_at(first.time_secs);
        return Some(vec![Key::linear(first.time_secs, value)]);
    }
    if !length_secs.is_finite() {
        return None;
    }
    let round_at = |time_secs: f64| ((time_secs - start_secs) / length_secs).floor();
    let (first_round, last_round) = (round_at(from_secs).min(0.0), round_at(to_secs).max(0.0));
    let first_round = if curve.pre_wrap.holds() { 0.0 } else { first_round };
    let last_round = if curve.post_wrap.holds() { 0.0 } else { last_round };
    let rounds = last_round - first_round + 1.0;
    if rounds.is_nan() || rounds * curve.len() as f64 > MOST_UNROLLED as f64 {
        return None;
    }
    let mut keys = Vec::new();
    for round in first_round as i64..=last_round as i64 {
        let mode = if round < 0 { curve.pre_wrap } else { curve.post_wrap };
        let offset_secs = round as f64 * length_secs;
        if round % 2 != 0 && mode == WrapMode::PING_PONG {
            let turn_secs = 2.0 * start_secs + length_secs + offset_secs;
            for (index, key) in curve.iter().enumerate().rev() {
                let time_secs = to_f32(turn_secs - f64::from(key.time_secs));
                keys.push(Key {
                    time_secs,
                    in_tangent: -key.out_tangent,
                    out_tangent: -key.in_tangent,
                    in_weight: key.out_weight,
                    out_weight: key.in_weight,
                    weighted_mode: swapped(key.weighted_mode),
                    ..key
                });
                // Reversed, a step is at the other end of its segment.
                let before = index.checked_sub(1).and_then(|index| curve.key(index));
                if let Some(before) = before.filter(|before| is_step(before, &key)) {
                    let next_secs = time_secs.next_up();
                    keys.push(Key::with_tangents(
                        next_secs,
                        before.value,
                        f32::INFINITY,
                        f32::INFINITY,
                    ));
                }
            }
        } else {
            keys.extend(curve.iter().map(|key| Key {
                time_secs: to_f32(f64::from(key.time_secs) + offset_secs),
                ..key
            }));
        }
    }
    Some(keys)
}

/// Whether the first key's value is held until the second, which has another value.
fn is_step(a: &Key, b: &Key) -> bool {
    a.segment_to(b) == Segment::Hold && a.value != b.value
}

/// Swaps the in and out bits; other bits are unchanged.
fn swapped(mode: WeightedMode) -> WeightedMode {
    WeightedMode(mode.0 & !3 | (mode.0 & 1) << 1 | (mode.0 & 2) >> 1)
}

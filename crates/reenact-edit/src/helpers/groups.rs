//! Groups of curves: the three of a position, the four of a rotation.

use glam::Quat;
use reenact::hand::Side;
use reenact::{
    BooleanSpans, Curve, CurveCursor, CurveId, Key, KeyKind, Recording, Result, WrapMode,
    align_hemisphere,
};
use reenact_base::number::to_f32;

use super::keys::{in_order, times};

/// Curve in place of an absent one.
static NO_KEYS: Curve = Curve::empty(KeyKind::Simple);

/// Curves with these ids; empty ones if the recording does not have them.
pub(crate) fn curves<const N: usize>(recording: &Recording, ids: [CurveId; N]) -> [&Curve; N] {
    ids.map(|id| recording.curve(id).map_or(&NO_KEYS, |curve| curve))
}

/// Puts curves into a recording.
pub(crate) fn set_curves<const N: usize>(
    recording: &mut Recording,
    ids: [CurveId; N],
    curves: [Curve; N],
) -> Result<()> {
    ids.into_iter().zip(curves).try_for_each(|(id, curve)| recording.set_curve(id, curve))
}

/// Whether curves have the same key times, bit for bit, and the same wrap modes.
pub(crate) fn share_times_and_wraps(curves: &[&Curve]) -> bool {
    let wraps = |curve: &&Curve| (curve.pre_wrap, curve.post_wrap);
    share_times(curves)
        && curves.windows(2).all(|pair| pair.first().map(wraps) == pair.last().map(wraps))
}

/// Whether curves have the same key times, bit for bit.
pub(crate) fn share_times(curves: &[&Curve]) -> bool {
    let Some((first, rest)) = curves.split_first() else { return true };
    rest.iter().all(|curve| {
        curve.len() == first.len()
            && times(curve).map(f32::to_bits).eq(times(first).map(f32::to_bits))
    })
}

/// Values of curves that share their key times, key by key.
pub(crate) fn rows<const N: usize>(curves: [&Curve; N]) -> Vec<[f32; N]> {
    let len = curves.iter().map(|curve| curve.len()).min().unwrap_or(0);
    (0..len)
        .map(|index| curves.map(|curve| curve.key(index).map_or(f32::NAN, |key| key.value)))
        .collect()
}

/// Maps each item with its index.
pub(crate) fn numbered<T, U, const N: usize>(
    items: [T; N],
    mut change: impl FnMut(usize, T) -> U,
) -> [U; N] {
    let mut places = 0..N;
    items.map(|item| change(places.next().unwrap_or(0), item))
}

/// Creates linear curves with the kind and wrap modes of the given ones, from vectors at times.
pub(crate) fn straight_curves<const N: usize>(
    like: [&Curve; N],
    keys: impl IntoIterator<Item = (f32, [f64; N])>,
) -> [Curve; N] {
    let keys: Vec<_> = keys.into_iter().map(|(time, values)| (time, values.map(to_f32))).collect();
    numbered(like, |place, curve| {
        Curve::linear(curve.kind(), component(&keys, place).map(|key| (key.time_secs, key.value)))
    })
}

/// One component of keys, as linear keys.
pub(crate) fn component<const N: usize>(
    keys: &[(f32, [f32; N])],
    place: usize,
) -> impl Iterator<Item = Key> {
    keys.iter().map(move |(time_secs, values)| {
        Key::linear(*time_secs, values.get(place).copied().unwrap_or(f32::NAN))
    })
}

/// Curves of a rotation with continuous signs, as in `clean` mode; unchanged if their key times differ.
pub(crate) fn aligned(curves: [&Curve; 4]) -> [Curve; 4] {
    if !share_times(&curves) {
        return curves.map(Curve::clone);
    }
    let recorded: Vec<_> = rows(curves).into_iter().map(Quat::from_array).collect();
    let signs: Vec<bool> = align_hemisphere(recorded.iter().copied())
        .zip(&recorded)
        .map(|(aligned, recorded)| aligned.dot(*recorded) < 0.0)
        .collect();
    if !signs.contains(&true) {
        return curves.map(Curve::clone);
    }
    curves.map(|curve| {
        curve.with_keys(curve.iter().zip(&signs).map(|(key, &flipped)| {
            if !flipped {
                return key;
            }
            let (in_tangent, out_tangent) = (-key.in_tangent, -key.out_tangent);
            Key { value: -key.value, in_tangent, out_tangent, ..key }
        }))
    })
}

/// Evaluates several curves in order of time.
pub(crate) struct Readers<'c, const N: usize>([CurveCursor<'c>; N]);

impl<'c, const N: usize> Readers<'c, N> {
    pub(crate) fn new(curves: [&'c Curve; N]) -> Self {
        Self(curves.map(|curve| curve.cursor()))
    }

    pub(crate) fn at(&mut self, time_secs: f32) -> [f64; N] {
        self.0.each_mut().map(|cursor| f64::from(cursor.value_at(time_secs)))
    }
}

/// Spans for poses that belong to no hand.
static ALWAYS: BooleanSpans = BooleanSpans::ALWAYS;

/// Spans of a boolean curve by its keys, which an edit can change: unsorted keys are sorted, as Unity does on
/// loading, and a repeating curve is clamped.
pub(crate) fn key_spans(curve: &Curve) -> BooleanSpans {
    let held = in_order(curve).with_wraps(WrapMode::CLAMP_FOREVER, WrapMode::CLAMP_FOREVER);
    BooleanSpans::whole(&held)
}

/// Tracked spans of both hands.
#[derive(Debug)]
pub(crate) struct Tracking([BooleanSpans; 2]);

impl Tracking {
    pub(crate) fn of(recording: &Recording) -> Self {
        Self(Side::ALL.map(|side| {
            let curve = recording.curve(CurveId::Tracked(side));
            curve.map_or(BooleanSpans::NEVER, key_spans)
        }))
    }

    /// Tracked spans of a hand; always on for poses that belong to no hand.
    pub(crate) fn spans(&self, side: Option<Side>) -> &BooleanSpans {
        let Self([left, right]) = self;
        match side {
            None => &ALWAYS,
            Some(Side::Left) => left,
            Some(Side::Right) => right,
        }
    }
}

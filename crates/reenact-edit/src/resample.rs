//! Keys at evenly spaced times.

use reenact::hand::{Joint, Side};
use reenact::{
    Curve, CurveId, Error, FrameTimes, KeyKind, Keys, Mode, PoseComponent, Recording, Result,
    align_hemisphere,
};

use crate::keys::{IN_TANGENT, OUT_TANGENT, TIME, VALUE, in_order, set_word, with_keys, word};
use crate::{Edited, Note};

/// How many keys a second, and whose truth they tell.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Options {
    /// Keys a second.
    pub rate_hz: f32,
    /// Whether rotations take the short way and unit length (`clean`), or go component by component (`mrtk`).
    pub mode: Mode,
}

impl Default for Options {
    /// 60 keys a second, `clean`.
    fn default() -> Self {
        Self { rate_hz: 60.0, mode: Mode::Clean }
    }
}

/// So many keys are always fine. More are fine if they are not too many for each one that there was: otherwise a
/// small file that lies about its length would fill the memory.
const MANY_KEYS: usize = 1 << 24;
const MOST_KEYS_EACH: usize = 256;

/// Gives every float curve keys at evenly spaced times, with straight lines between them.
///
/// `(0, 0) (0.9, 9) (2, 20)` at 1 Hz → `(0, 0) (1, 10) (2, 20)`
///
/// The times are those of one clock for all, from the recording's start. A curve has keys from its own first to its own
/// last, and at these two; a hand's joints only while the hand is tracked, from the moment it is to their last key
/// before it is not: a gap stays a gap, and keys inside one go. A hand that is never tracked, and every boolean curve,
/// stays as it is. Wrap modes are kept; keys out of order count as sorted.
///
/// A note says how many keys there were and are, and how far the positions have moved at most at the times of the
/// keys there were.
///
/// Fails if the rate is not a positive number, or if there would be more keys than fit.
pub fn resample<'r>(recording: &'r Recording<'_>, options: &Options) -> Result<Edited<'r>> {
    let start_secs = recording.start_secs();
    let ticks = FrameTimes::new(start_secs..=recording.duration_secs(), options.rate_hz)?;
    let busy = recording.curves().filter(|(id, curve)| !id.is_boolean() && !curve.is_empty());
    let most = recording.key_count().saturating_mul(MOST_KEYS_EACH).max(MANY_KEYS);
    if ticks.len().saturating_mul(busy.count()) > most {
        return Err(Error::wrong_option(format!(
            "{} keys a curve are too many: choose a lower rate",
            ticks.len()
        )));
    }
    let mut edited = Edited::new(recording.borrow());
    let mut farthest = 0.0_f32;
    let spans = Side::ALL.map(|side| tracked_spans(recording, side));
    for (ids, side) in groups(recording) {
        let curves: Vec<Curve<'_>> =
            ids.iter().filter_map(|&id| recording.curve(id)).map(in_order).collect();
        let spans = match side {
            None => vec![[f32::NEG_INFINITY, f32::INFINITY]],
            Some(side) => spans.get(usize::from(side == Side::Right)).cloned().unwrap_or_default(),
        };
        if spans.is_empty() {
            continue;
        }
        let is_rotation = ids.len() == 4;
        let new = if is_rotation && options.mode == Mode::Clean {
            clean_rotation(&curves, &spans, ticks)
        } else {
            curves.iter().map(|curve| sampled(curve, &times(curve, &spans, ticks))).collect()
        };
        for ((&id, old), new) in ids.iter().zip(&curves).zip(new) {
            if !is_rotation && is_position(id) {
                farthest = farthest.max(distance(old, &new, &spans));
            }
            edited.recording.set_curve(id, new)?;
        }
    }
    let (before, after) = (recording.key_count(), edited.recording.key_count());
    let message = format!("{before} keys became {after}; positions moved at most {farthest} m");
    edited.notes.push(Note::remark("resampled", message));
    Ok(edited)
}

/// The float curves, those of one position, rotation or ray together, and the hand that they depend on.
fn groups(recording: &Recording<'_>) -> Vec<(Vec<CurveId>, Option<Side>)> {
    let mut groups: Vec<(Vec<CurveId>, Option<Side>)> = Vec::new();
    let is_rotation = |component: PoseComponent| component >= PoseComponent::RotationX;
    let key = |id| match id {
        CurveId::Camera(component) => (0, Joint::None, is_rotation(component)),
        CurveId::Joint(Side::Left, joint, component) => (1, joint, is_rotation(component)),
        CurveId::Joint(Side::Right, joint, component) => (2, joint, is_rotation(component)),
        CurveId::Gaze(_) | CurveId::Tracked(_) | CurveId::Pinching(_) => (3, Joint::None, false),
    };
    for (id, _) in recording.curves().filter(|(id, curve)| !(id.is_boolean() || curve.is_empty())) {
        let side = if let CurveId::Joint(side, ..) = id { Some(side) } else { None };
        match groups.last_mut() {
            Some((ids, _)) if ids.last().is_some_and(|&last| key(last) == key(id)) => ids.push(id),
            _ => groups.push((vec![id], side)),
        }
    }
    groups
}

/// When a hand is tracked: from a time on and until before another.
fn tracked_spans(recording: &Recording<'_>, side: Side) -> Vec<[f32; 2]> {
    let Some(curve) = recording.curve(CurveId::Tracked(side)) else { return Vec::new() };
    let mut spans: Vec<[f32; 2]> = Vec::new();
    let mut is_on = false;
    for (index, key) in in_order(curve).iter().enumerate() {
        let was_on = std::mem::replace(&mut is_on, key.value > 0.5);
        match (was_on, is_on) {
            // Before its first key it is what it is there.
            (false, true) if index == 0 => spans.push([f32::NEG_INFINITY, f32::INFINITY]),
            (false, true) => spans.push([key.time_secs, f32::INFINITY]),
            (true, false) => {
                if let Some([_, end_secs]) = spans.last_mut() {
                    *end_secs = key.time_secs;
                }
            }
            _ => {}
        }
    }
    spans
}

/// The times at which a curve is to have keys.
fn times(curve: &Curve<'_>, spans: &[[f32; 2]], ticks: FrameTimes) -> Vec<f32> {
    let own: Vec<f32> = curve.iter().map(|key| key.time_secs).collect();
    let (Some(&first_secs), Some(&last_secs)) = (own.first(), own.last()) else { return own };
    let mut times = Vec::new();
    let mut tick = 0;
    for &[on_secs, off_secs] in spans {
        let start_secs = first_secs.max(on_secs);
        let before_end = own.partition_point(|&time_secs| time_secs < off_secs);
        let end_secs = before_end.checked_sub(1).and_then(|last| own.get(last)).copied();
        // Where the curve has no key of its own in the span, it goes straight on to the next.
        let goes_on =
            last_secs >= off_secs && end_secs.is_none_or(|end_secs| end_secs < start_secs);
        let end_secs = if goes_on { off_secs.next_down() } else { end_secs.unwrap_or(f32::NAN) };
        if start_secs > end_secs || end_secs.is_nan() {
            continue;
        }
        times.push(start_secs);
        while tick < ticks.len() && ticks.time_secs(tick) <= start_secs {
            tick += 1;
        }
        while tick < ticks.len() && ticks.time_secs(tick) < end_secs {
            times.push(ticks.time_secs(tick));
            tick += 1;
        }
        if end_secs > start_secs {
            times.push(end_secs);
        }
    }
    times
}

/// The curve's values at some times, with lines between them.
fn sampled(curve: &Curve<'_>, times: &[f32]) -> Curve<'static> {
    let mut cursor = curve.cursor();
    // Its last key is where a curve that repeats starts again; what counts here is what it comes to.
    let last = curve.last();
    let keys = times.iter().map(|&time_secs| match last {
        Some(last) if last.time_secs == time_secs => (time_secs, last.value),
        _ => (time_secs, cursor.value_at(time_secs)),
    });
    with_keys(curve, Curve::linear(curve.kind(), keys).raw_keys().clone())
}

/// The four curves of a rotation, on one side and of unit length.
fn clean_rotation(
    curves: &[Curve<'_>],
    spans: &[[f32; 2]],
    ticks: FrameTimes,
) -> Vec<Curve<'static>> {
    let aligned = on_one_side(curves);
    let curves = aligned.as_deref().unwrap_or(curves);
    // One that has fewer keys than the others must not keep its sisters from having theirs.
    let mut all: Vec<f32> = Vec::new();
    for curve in curves {
        all = crate::mix::union(&all, &times(curve, spans, ticks));
    }
    all.dedup();
    let mut new: Vec<Vec<f32>> = curves
        .iter()
        .map(|curve| {
            let mut cursor = curve.cursor();
            all.iter().map(|&time_secs| cursor.value_at(time_secs)).collect()
        })
        .collect();
    for index in 0..all.len() {
        let parts = new.iter().filter_map(|values| values.get(index));
        let length = parts.map(|value| value * value).sum::<f32>().sqrt();
        if length > 1e-5 && length.is_finite() {
            for value in new.iter_mut().filter_map(|values| values.get_mut(index)) {
                *value /= length;
            }
        }
    }
    let curve = |(old, values): (&Curve<'_>, Vec<f32>)| {
        let keys = all.iter().copied().zip(values);
        with_keys(old, Curve::linear(old.kind(), keys).raw_keys().clone())
    };
    curves.iter().zip(new).map(curve).collect()
}

/// The curves with keys turned to the side of those before them; `None` if their times differ.
fn on_one_side(curves: &[Curve<'_>]) -> Option<Vec<Curve<'static>>> {
    let [x, y, z, w] = curves else { return None };
    if [y, z, w]
        .iter()
        .any(|curve| !x.iter().map(|key| key.time_secs).eq(curve.iter().map(|key| key.time_secs)))
    {
        return None;
    }
    let value = |key: reenact::Key| key.value;
    let rotations: Vec<glam::Quat> = x
        .iter()
        .zip(y.iter())
        .zip(z.iter().zip(w.iter()))
        .map(|((x, y), (z, w))| glam::Quat::from_xyzw(value(x), value(y), value(z), value(w)))
        .collect();
    let turned: Vec<bool> = align_hemisphere(rotations.iter().copied())
        .zip(&rotations)
        .map(|(aligned, rotation)| aligned != *rotation && !rotation.is_nan())
        .collect();
    let turn = |curve: &Curve<'_>| match curve.raw_keys() {
        Keys::Boolean(keys) | Keys::Simple(keys) => {
            let keys = keys.iter().zip(&turned).map(|(key, &turn)| {
                (word(key, TIME), if turn { -word(key, VALUE) } else { word(key, VALUE) })
            });
            with_keys(curve, Curve::linear(KeyKind::Simple, keys).raw_keys().clone())
        }
        Keys::Full(keys) => {
            let mut keys = keys.to_vec();
            for (key, _) in keys.iter_mut().zip(&turned).filter(|(_, turn)| **turn) {
                for n in [VALUE, IN_TANGENT, OUT_TANGENT] {
                    let number = -word(key, n);
                    set_word(key, n, number);
                }
            }
            with_keys(curve, Keys::Full(keys.into()))
        }
    };
    Some(curves.iter().map(turn).collect())
}

fn is_position(id: CurveId) -> bool {
    match id {
        CurveId::Camera(component) | CurveId::Joint(_, _, component) => {
            component <= PoseComponent::PositionZ
        }
        CurveId::Gaze(_) | CurveId::Tracked(_) | CurveId::Pinching(_) => false,
    }
}

/// How far two curves are apart at the keys of the first that lie in a span.
fn distance(old: &Curve<'_>, new: &Curve<'_>, spans: &[[f32; 2]]) -> f32 {
    let mut cursor = new.cursor();
    let mut spans = spans.iter().peekable();
    let mut farthest = 0.0_f32;
    for key in old {
        while spans.next_if(|[_, off_secs]| *off_secs <= key.time_secs).is_some() {}
        if spans.peek().is_some_and(|[on_secs, _]| *on_secs <= key.time_secs) {
            farthest = farthest.max((cursor.value_at(key.time_secs) - key.value).abs());
        }
    }
    farthest
}

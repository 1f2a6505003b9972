//! Cross-fade of two recordings.

use reenact::{Curve, CurveGroup, CurveId, FrameTimes, Key, PoseId, Result, Tracks};

use super::PlacedRecording;
use crate::helpers::keys::{negated, times, times_in_order};

/// Sample rate of a cross-fade, in addition to the existing keys.
const RATE_HZ: f32 = 60.0;
/// Most samples of a cross-fade; beyond it, only existing keys are used.
const MOST_KEYS: usize = 1 << 16;

/// Keys of a curve inside the overlap of two parts. If one part has no data, the other is used alone.
pub(super) fn keys(before: &PlacedRecording, next: &PlacedRecording, id: CurveId) -> Vec<Key> {
    let (start_secs, end_secs) = (next.start_secs(), before.end_secs());
    let is_inside = |time_secs: &f32| *time_secs > start_secs && *time_secs < end_secs;
    let ids = rotation_curves(id);
    let has_keys = |part: &PlacedRecording| {
        ids.iter().all(|&id| part.recording.curve(id).is_some_and(|curve| !curve.is_empty()))
    };
    let only = match (has_keys(before), has_keys(next)) {
        (true, true) => None,
        (true, false) => Some(0.0),
        (false, true) => Some(1.0),
        (false, false) => return Vec::new(),
    };
    let ticks = FrameTimes::new(start_secs..=end_secs, RATE_HZ).ok();
    let ticks = ticks.filter(|ticks| ticks.len() <= MOST_KEYS).into_iter();
    let own = [before, next].into_iter().flat_map(|part| {
        let curves = ids.iter().filter_map(|&id| part.recording.curve(id));
        curves.flat_map(times).map(|time_secs| time_secs + part.offset_secs)
    });
    let all = ticks.flat_map(|ticks| ticks.iter()).chain(own);
    times_in_order(all.filter(is_inside))
        .into_iter()
        .map(|time_secs| {
            let share = only.unwrap_or((time_secs - start_secs) / (end_secs - start_secs));
            Key::linear(time_secs, value(before, next, id, &ids, time_secs, share))
        })
        .collect()
}

/// Aligns the rotations of a part to the hemisphere of those it is blended with: q and −q are the same
/// rotation, but interpolating between them passes through zero.
pub(super) fn turn_to_side(before: &PlacedRecording, next: &mut PlacedRecording) -> Result<()> {
    let time_secs = next.start_secs() * 0.5 + before.end_secs() * 0.5;
    for ids in PoseId::all(Tracks::ALL).map(PoseId::rotation) {
        let dot: f32 =
            ids.iter().map(|&id| at(before, id, time_secs) * at(next, id, time_secs)).sum();
        if dot < 0.0 {
            for id in ids {
                if let Some(curve) = next.recording.curve(id).map(negated) {
                    next.recording.set_curve(id, curve)?;
                }
            }
        }
    }
    Ok(())
}

/// The four curves of a rotation, or the one curve.
fn rotation_curves(id: CurveId) -> Vec<CurveId> {
    match CurveGroup::of(id) {
        CurveGroup::Rotation(pose) => pose.rotation().to_vec(),
        _ => vec![id],
    }
}

/// A curve's value at a time of the result.
fn at(part: &PlacedRecording, id: CurveId, time_secs: f32) -> f32 {
    part.recording.curve(id).map_or(0.0, |curve| curve.value_at(time_secs - part.offset_secs))
}

fn value(
    before: &PlacedRecording,
    next: &PlacedRecording,
    id: CurveId,
    ids: &[CurveId],
    time_secs: f32,
    share: f32,
) -> f32 {
    let share = match id {
        CurveId::Joint(side, ..) => {
            let is_tracked = |part: &PlacedRecording| {
                let own_secs = time_secs - part.offset_secs;
                let is_on = |curve: &Curve| curve.is_on_at(own_secs);
                part.recording.curve(CurveId::Tracked(side)).is_some_and(is_on)
            };
            match (is_tracked(before), is_tracked(next)) {
                (true, false) if share < 1.0 => 0.0,
                (false, true) if share > 0.0 => 1.0,
                _ => share,
            }
        }
        _ => share,
    };
    let blend = |a: f32, b: f32| a * (1.0 - share) + b * share;
    let plain = blend(at(before, id, time_secs), at(next, id, time_secs));
    if ids.len() != 4 {
        return plain;
    }
    let parts = || ids.iter().map(|&id| (at(before, id, time_secs), at(next, id, time_secs)));
    let dot: f32 = parts().map(|(a, b)| a * b).sum();
    let sign = if dot < 0.0 { -1.0 } else { 1.0 };
    let length = parts().map(|(a, b)| blend(a, b * sign).powi(2)).sum::<f32>().sqrt();
    if length > 1e-5 && length.is_finite() {
        blend(at(before, id, time_secs), at(next, id, time_secs) * sign) / length
    } else {
        plain
    }
}

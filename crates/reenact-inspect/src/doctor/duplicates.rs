//! Prediction of what `repair` does about duplicate key times.
//!
//! `repair` merges keys of equal time and value. Curves of a position or rotation that share their key times lose a key only if
//! all of them can, so that they still share their key times.
//!
//! Other repairs run first: they restore times, sort keys and replace NaN. The duplicate keys of a group that they change are
//! known only afterwards, so the prediction for it is `Partial` at most.

use reenact::{Curve, CurveGroup, CurveId, Recording, WrapMode};

use super::code::Fix;

/// Whether `repair` merges all duplicate keys of a recording, some or none.
pub(super) fn promise(recording: &Recording) -> Fix {
    let damaged: Vec<CurveId> =
        recording.outliers().into_iter().map(|outlier| outlier.id).collect();
    let (mut all, mut merged) = (0, 0);
    let mut is_known = true;
    for group in CurveGroup::all(recording.tracks()) {
        let curves: Vec<&Curve> =
            group.ids().iter().filter_map(|&id| recording.curve(id)).collect();
        let is_damaged = group.ids().iter().any(|id| damaged.contains(id));
        if is_damaged || !curves.iter().all(|curve| is_sound(curve)) {
            is_known = false;
        } else if share_times(&curves) {
            let [found, gone] = count(&curves);
            all += found;
            merged += gone;
        } else {
            for curve in curves {
                let [found, gone] = count(&[curve]);
                all += found;
                merged += gone;
            }
        }
    }
    match merged {
        0 if is_known => Fix::None,
        _ if is_known && merged == all => Fix::Exact,
        _ => Fix::Partial,
    }
}

/// Whether no other repair changes the times or values of a curve's keys: they are sorted and finite.
fn is_sound(curve: &Curve) -> bool {
    curve.is_sorted() && curve.iter().all(|key| key.time_secs.is_finite() && key.value.is_finite())
}

fn share_times(curves: &[&Curve]) -> bool {
    let times =
        |curve: &Curve| -> Vec<u32> { curve.iter().map(|key| key.time_secs.to_bits()).collect() };
    // Wrap modes as `repair` leaves them before it merges keys.
    let known = |wrap: WrapMode| if wrap.is_known() { wrap } else { WrapMode::CLAMP_FOREVER };
    let wraps = |curve: &Curve| (known(curve.pre_wrap), known(curve.post_wrap));
    curves.windows(2).all(|pair| match pair {
        [a, b] => a.len() == b.len() && wraps(a) == wraps(b) && times(a) == times(b),
        _ => true,
    })
}

/// Number of duplicate keys of curves that share their times, and of those that `repair` merges: all curves repeat the value of
/// the preceding key.
fn count(curves: &[&Curve]) -> [usize; 2] {
    let Some(first) = curves.first() else { return [0; 2] };
    let pairs = first.iter().zip(first.iter().skip(1)).enumerate();
    let doubles: Vec<usize> =
        pairs.filter(|(_, (a, b))| a.time_secs == b.time_secs).map(|(index, _)| index).collect();
    let is_same = |curve: &Curve, index: usize| match (curve.key(index), curve.key(index + 1)) {
        (Some(a), Some(b)) => a.value == b.value,
        _ => false,
    };
    let gone =
        doubles.iter().filter(|&&index| curves.iter().all(|curve| is_same(curve, index))).count();
    [doubles.len() * curves.len(), gone * curves.len()]
}

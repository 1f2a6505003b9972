//! Lossless reduction: removes keys between two equal keys.

use super::run::Run;

/// Indices of the samples to keep, so that the result equals the original at every time, bit for bit.
///
/// Between two equal keys every evaluator returns their value, so equal keys between them can be removed. Keys on a sloped line
/// cannot: the longer line is rounded differently between them.
pub(super) fn keep_unimplied<const N: usize>(run: Run<'_, N>) -> Vec<usize> {
    let bits = |place: usize| run.get(place).map(|(_, sample)| sample.map(f32::to_bits));
    let is_implied = |place: usize| {
        let before = place.checked_sub(1).and_then(bits);
        before.is_some() && before == bits(place) && before == bits(place + 1)
    };
    (0..run.len()).filter(|&place| !is_implied(place)).collect()
}

//! Lossless reduction: keys within a stretch that does not move.

use super::run::Run;

/// The places of the samples to keep so that the result is the original at every time, bit for bit.
///
/// Between two equal keys every evaluator gives their value, so keys between them can go. Keys on a line that moves cannot: the
/// longer line agrees with the original at their times at best, and is rounded differently between them.
pub(super) fn keep_unimplied<const N: usize>(run: Run<'_, N>) -> Vec<usize> {
    let bits = |place: usize| run.get(place).map(|(_, sample)| sample.map(f32::to_bits));
    let is_implied = |place: usize| {
        let before = place.checked_sub(1).and_then(bits);
        before.is_some() && before == bits(place) && before == bits(place + 1)
    };
    (0..run.len()).filter(|&place| !is_implied(place)).collect()
}

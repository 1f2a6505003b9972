//! Keys that their neighbours imply to the bit.

use super::bound::Bound;
use super::run::{Line, Run};

/// The places of the samples to keep so that the others are on the lines between them, bit for bit.
///
/// Looks ahead in steps that double, so time grows with the samples and little more.
pub(super) fn keep_unimplied<const N: usize, B: Bound<N>>(run: Run<'_, N>) -> Vec<usize> {
    let Some(last) = run.len().checked_sub(1) else { return Vec::new() };
    let mut kept = vec![0];
    let mut from = 0;
    while from < last {
        // Reached by a line: `reached`. Not reached, or past the end: `missed`.
        let (mut reached, mut missed) = (from + 1, last + 1);
        let mut stride = 1;
        while reached < last {
            let probe = last.min(reached + stride);
            if !is_implied::<N, B>(run, from, probe) {
                missed = probe;
                break;
            }
            reached = probe;
            stride *= 2;
        }
        while missed - reached > 1 && reached < last {
            let middle = reached + (missed - reached) / 2;
            if is_implied::<N, B>(run, from, middle) {
                reached = middle;
            } else {
                missed = middle;
            }
        }
        from = reached;
        kept.push(from);
    }
    kept
}

fn is_implied<const N: usize, B: Bound<N>>(run: Run<'_, N>, from: usize, to: usize) -> bool {
    let (Some(a), Some(b)) = (run.get(from), run.get(to)) else { return false };
    let line = Line::new(a, b);
    let same =
        |found: [f32; N], sample: &[f32; N]| found.map(f32::to_bits) == sample.map(f32::to_bits);
    B::joins(a.1, b.1)
        && run.samples(from + 1..to).all(|(time, sample)| same(line.at(time), sample))
}

//! Farthest sample that a line segment from a given sample can reach within the bound.
//!
//! Each sample limits the slopes of a line from the start to an interval. The search ends where the intersection of the intervals
//! is empty. Before that, the last sample whose own slope is in all intervals is the farthest. Intervals are boxes around the
//! round bound, so they accept too many lines; accepted lines are then checked sample by sample, the farthest first.

use super::bound::Bound;
use super::run::Run;

/// Indices of the samples to keep so that the lines between them are within the bound, including the first and the
/// last.
///
/// The next lines may start from the `most_starts` farthest samples. Compared with the minimum, starting from the
/// farthest one only leaves about 9 % more keys, from the two farthest 3 %, from the four farthest 1 %. The time is
/// proportional to this number, and grows with the samples and with how far past a line's end the windows stay
/// open.
pub(super) fn keep_farthest<const N: usize>(
    run: Run<'_, N>,
    bound: &impl Bound<N>,
    most_starts: usize,
) -> Vec<usize> {
    let Some(last) = run.len().checked_sub(1) else { return Vec::new() };
    // Start of the line to each sample that was reached.
    let mut came_from: Vec<Option<usize>> = vec![None; run.len()];
    let mut candidates = Vec::new();
    let (mut starts, mut reached) = (vec![0], Vec::new());
    while last > 0 && came_from.last() == Some(&None) {
        for &from in &starts {
            find_candidates(run, from, bound, &mut candidates);
            for &to in candidates.iter().rev() {
                // No line starts from a sample that is not among the farthest.
                if reached.iter().filter(|&&place| place >= to).count() >= most_starts {
                    break;
                }
                if let Some(slot @ None) = came_from.get_mut(to)
                    && run.is_line(from, to, bound)
                {
                    *slot = Some(from);
                    reached.push(to);
                }
            }
        }
        reached.sort_unstable_by(|a, b| b.cmp(a));
        reached.truncate(most_starts);
        std::mem::swap(&mut starts, &mut reached);
        reached.clear();
        if starts.is_empty() {
            // Unreachable: a line to the next sample is always allowed.
            return (0..=last).collect();
        }
    }
    let mut kept: Vec<usize> =
        std::iter::successors(Some(last), |&place| *came_from.get(place)?).collect();
    kept.reverse();
    kept
}

/// Indices that a line from `from` may reach, in order; the next index always is one of them.
fn find_candidates<const N: usize>(
    run: Run<'_, N>,
    from: usize,
    bound: &impl Bound<N>,
    candidates: &mut Vec<usize>,
) {
    candidates.clear();
    let Some((start_secs, start)) = run.get(from) else { return };
    let next = from + 1;
    let (mut low, mut high) = ([f32::NEG_INFINITY; N], [f32::INFINITY; N]);
    for (place, (time, sample)) in (next..).zip(run.samples(next..run.len())) {
        let (offset, radius) = bound.window(start, sample);
        let per_sec = 1.0 / (time - start_secs);
        let (mut is_inside, mut is_open) = (true, true);
        for ((low, high), offset) in low.iter_mut().zip(&mut high).zip(offset) {
            let slope = offset * per_sec;
            let reach = radius * per_sec;
            is_inside &= *low <= slope && slope <= *high;
            // Comparisons instead of `max` and `min`, which handle NaN and take twice the time.
            let (lowest, highest) = (slope - reach, slope + reach);
            *low = if lowest > *low { lowest } else { *low };
            *high = if highest < *high { highest } else { *high };
            is_open &= *low <= *high;
        }
        if is_inside || place == next {
            candidates.push(place);
        }
        if !is_open {
            break;
        }
    }
}

//! Pinches of a hand, by its pinching curve or by the distance of the tips.

use std::ops::Range;

use reenact::TimeSpan;
use reenact::hand::Side;

use super::observed::{HandSample, Observed};
use super::options::PinchBy;

/// The pinches of a hand in order of time.
pub(crate) fn pinches(observed: &Observed, side: Side) -> Vec<TimeSpan> {
    let options = &observed.options;
    match options.pinch_by {
        PinchBy::Curve => observed.states.pinched(side).to_vec(),
        PinchBy::Aperture => {
            let hand = observed.hand(side);
            let aperture =
                |index: usize| hand.frames.get(index).map_or(f64::NAN, HandSample::aperture_m);
            let runs = hand.runs(|sample| sample.aperture_m().is_finite());
            hysteresis(
                &runs,
                |index| aperture(index) <= f64::from(options.pinch_close_m),
                |index| aperture(index) > f64::from(options.pinch_open_m),
            )
            .into_iter()
            .map(|frames| observed.span_of(&frames))
            .collect()
        }
    }
}

/// Ranges of runs that begin where one condition holds and end before another does.
pub(crate) fn hysteresis(
    within: &[Range<usize>],
    begins: impl Fn(usize) -> bool,
    ends: impl Fn(usize) -> bool,
) -> Vec<Range<usize>> {
    let mut found = Vec::new();
    for run in within {
        let mut start = None;
        for index in run.clone() {
            match start {
                None if begins(index) => start = Some(index),
                Some(from) if ends(index) => {
                    found.push(from..index);
                    start = None;
                }
                _ => {}
            }
        }
        found.extend(start.map(|from| from..run.end));
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn between_the_two_thresholds_all_stays_as_it_was() {
        let values = [9, 5, 2, 5, 5, 1, 5, 8, 5, 2, 5, 2, 9];
        let at = |index: usize| values[index];
        let found = hysteresis(&[0..11, 11..13], |i| at(i) < 3, |i| at(i) > 7);
        assert_eq!(found, [2..7, 9..11, 11..12]);
    }
}

//! Simulated tracking loss and recovery of hands.
//!
//! A hand is lost when it leaves the field of view of the headset's cameras, and occasionally at random. A
//! hand that returns is tracked after a short delay.

use glam::DVec3;

use crate::math::Pose;
use crate::motion::TimeRange;
use crate::rng::Rng;

/// Time step of the simulation, independent of the rate of the recording.
const STEP_SECS: f64 = 0.02;
/// Field of view as tangents, horizontally and vertically: for a hand to be found, and to stay tracked.
const ENTER: (f64, f64) = (2.3, 1.7);
const STAY: (f64, f64) = (2.6, 1.9);
const FOUND_AFTER_SECS: f64 = 0.14;
const LOST_AFTER_SECS: f64 = 0.08;
/// Shorter gaps are dropped, and shorter tracked spans are merged into the gaps around them.
const SHORTEST_GAP_SECS: f64 = 0.2;
const SHORTEST_GLIMPSE_SECS: f64 = 0.35;

/// Spans in which a hand is not tracked, in order, up to `end_secs`.
///
/// `see` returns the head and the palm in room space at a time; `busy` are spans in which the tracker does not fail at random.
pub(crate) fn lost(
    end_secs: f64,
    busy: &[TimeRange],
    seed: u64,
    see: impl Fn(f64) -> (Pose, DVec3),
) -> Vec<TimeRange> {
    let mut spans = out_of_sight(end_secs, see);
    spans.extend(failures(end_secs, busy, &mut Rng::new(seed)));
    spans.sort_by(|a, b| a.start_secs.total_cmp(&b.start_secs));
    joined(spans)
}

fn out_of_sight(end_secs: f64, see: impl Fn(f64) -> (Pose, DVec3)) -> Vec<TimeRange> {
    let is_seen = |t: f64, (wide, high): (f64, f64)| {
        let (head, palm) = see(t);
        let palm = head.local(palm);
        palm.z > 0.08 && palm.x.abs() < palm.z * wide && palm.y.abs() < palm.z * high
    };
    let mut spans = Vec::new();
    let mut lost_since = (!is_seen(0.0, ENTER)).then_some(f64::MIN);
    // Time since which visibility differs from the tracking state.
    let mut doubt_since: Option<f64> = None;
    let mut steps = 0_u32;
    loop {
        let now_secs = f64::from(steps) * STEP_SECS;
        if now_secs > end_secs {
            break;
        }
        let tracked = lost_since.is_none();
        let seen = is_seen(now_secs, if tracked { STAY } else { ENTER });
        if seen == tracked {
            doubt_since = None;
        } else {
            let since = *doubt_since.get_or_insert(now_secs);
            let patience = if tracked { LOST_AFTER_SECS } else { FOUND_AFTER_SECS };
            if now_secs - since >= patience {
                match lost_since.take() {
                    Some(start) => spans.push(TimeRange::new(start, now_secs)),
                    None => lost_since = Some(now_secs),
                }
                doubt_since = None;
            }
        }
        steps += 1;
    }
    if let Some(start) = lost_since {
        spans.push(TimeRange::new(start, f64::MAX));
    }
    spans
}

/// Random failures of the tracker, about twenty seconds apart.
fn failures(end_secs: f64, busy: &[TimeRange], rng: &mut Rng) -> Vec<TimeRange> {
    let mut spans = Vec::new();
    let mut now_secs = rng.between(4.0, 20.0);
    while now_secs < end_secs {
        let span = TimeRange::new(now_secs, now_secs + rng.between(0.2, 0.7));
        if !busy.iter().any(|b| b.overlaps(&span)) {
            spans.push(span);
        }
        now_secs += rng.between(12.0, 40.0);
    }
    spans
}

/// Removes short gaps, and joins gaps with little time in between.
fn joined(spans: Vec<TimeRange>) -> Vec<TimeRange> {
    let mut kept: Vec<TimeRange> = Vec::new();
    for span in spans {
        match kept.last_mut() {
            Some(last) if span.start_secs < last.end_secs + SHORTEST_GLIMPSE_SECS => {
                last.end_secs = last.end_secs.max(span.end_secs);
            }
            _ => kept.push(span),
        }
    }
    kept.retain(|span| span.end_secs - span.start_secs >= SHORTEST_GAP_SECS);
    kept
}

#[cfg(test)]
mod tests {
    use glam::DQuat;

    use super::*;

    #[test]
    fn a_hand_is_lost_out_of_sight_and_found_again_after_a_moment() {
        let head = Pose { position: DVec3::ZERO, rotation: DQuat::IDENTITY };
        let ahead = DVec3::new(0.0, -0.3, 0.5);
        let see = |t: f64| (head, if (1.0..2.0).contains(&t) { -ahead } else { ahead });
        let spans = out_of_sight(3.0, see);
        assert_eq!(spans.len(), 1);
        assert!((spans[0].start_secs - 1.08).abs() < 0.03, "{spans:?}");
        assert!((spans[0].end_secs - 2.14).abs() < 0.03, "{spans:?}");
    }

    #[test]
    fn gaps_are_joined_or_left_out_when_short() {
        let spans = joined(vec![
            TimeRange::new(1.0, 1.1),
            TimeRange::new(3.0, 3.3),
            TimeRange::new(3.4, 4.0),
        ]);
        assert_eq!(spans, [TimeRange::new(3.0, 4.0)]);
    }
}

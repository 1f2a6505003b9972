//! Events of a hand.

use std::ops::Range;

use glam::{DVec3, Vec3};
use reenact::TimeSpan;
use reenact::hand::Side;

use super::{Event, EventKind};
use crate::measure::derive::Motion;
use crate::measure::number::{finite, mean};
use crate::measure::observed::{HandSample, Observed};
use crate::measure::pinch::{hysteresis, pinches};
use crate::measure::smoothness::{Strokes, length, trapezoid};

/// Curl of the index at which a grab can begin, and hysteresis for its end: less than for the other fingers, because the index
/// closes first.
const GRAB_INDEX_DEG: f64 = 70.0;
const GRAB_INDEX_OPEN_DEG: f64 = 55.0;

/// Curl above which it is a fist, whatever the thumb does: in a pinch the fingers stay well below.
const FIST_DEG: f64 = 160.0;

/// Shortest grab: a shorter one is a transition between shapes.
const MIN_GRAB_SECS: f32 = 0.1;

/// Curl below which the index is extended.
const POINT_INDEX_DEG: f64 = 70.0;

/// Mean curl of middle, ring and pinky above which they are flexed: with an extended index, the hand points.
const POINT_OTHERS_DEG: f64 = 120.0;

/// Smallest fingertip speed along the finger in a poke or its return: people reach at 0.3 to 1 m/s.
const POKE_SPEED_M_S: f64 = 0.1;

/// Smallest distance forwards in a poke, and half of it back: buttons are pressed by a few centimetres.
const POKE_DEPTH_M: f64 = 0.02;

/// Longest time until the return; after a longer one the hand is pointing.
const POKE_TURN_SECS: f32 = 0.5;

/// Adds the events of one hand.
pub(super) fn push(observed: &Observed, side: Side, events: &mut Vec<Event>) {
    let event = |kind, span: TimeSpan, place: Option<DVec3>, value: Option<f64>| Event {
        kind,
        hand: Some(side),
        from_secs: span.start_secs,
        to_secs: span.end_secs,
        position_m: place
            .map(DVec3::as_vec3)
            .filter(|place| place.is_finite())
            .map(|place: Vec3| place.to_array()),
        direction: None,
        value: value.and_then(finite),
    };
    for &span in observed.states.tracked(side) {
        events.push(event(EventKind::Tracked, span, None, None));
    }
    for span in pinches(observed, side) {
        let mut samples = observed.samples_in(side, span).map(|(_, sample)| sample).peekable();
        let tips =
            |sample: &HandSample| sample.thumb_tip.as_dvec3().midpoint(sample.index_tip.as_dvec3());
        let place = samples.peek().map(|sample| tips(sample));
        let least = samples.map(HandSample::aperture_m).reduce(f64::min);
        events.push(event(EventKind::Pinch, span, place, least));
    }
    for frames in grabs(observed, side) {
        let samples = observed.hand(side).frames.get(frames.clone()).unwrap_or_default();
        let place = samples.first().map(|sample| sample.palm.as_dvec3());
        let most = samples.iter().map(others_deg).reduce(f64::max);
        events.push(event(EventKind::Grab, observed.span_of(&frames), place, most));
    }
    for (frames, place, depth_m) in pokes(observed, side) {
        let span = observed.span_of(&frames);
        events.push(event(EventKind::Poke, span, Some(place), Some(depth_m)));
    }
    for (run, motions) in observed.moving(side, |sample| sample.point) {
        let speeds: Vec<f64> = motions.iter().map(|motion| length(motion.velocity)).collect();
        for pause in Strokes::new(&speeds, observed.rest()).pauses {
            let inside = motions.get(pause.clone()).unwrap_or_default();
            let place = [0, 1, 2].map(|n| {
                mean(inside.iter().filter_map(|motion| motion.value.get(n).copied()))
                    .unwrap_or(f64::NAN)
            });
            let speed = mean(speeds.get(pause.clone()).unwrap_or_default().iter().copied());
            let [from, last] = [pause.start, pause.end - 1].map(|frame| run.start + frame);
            // From the first slow frame to the last.
            let times = observed.window.times;
            let span =
                TimeSpan { start_secs: times.time_secs(from), end_secs: times.time_secs(last) };
            events.push(event(EventKind::Pause, span, Some(DVec3::from_array(place)), speed));
        }
    }
}

/// Mean curl of middle, ring and pinky.
fn others_deg(sample: &HandSample) -> f64 {
    let [_, _, middle, ring, pinky] = sample.curl_deg.map(f64::from);
    (middle + ring + pinky) / 3.0
}

fn index_deg(sample: &HandSample) -> f64 {
    let [_, index, ..] = sample.curl_deg;
    index.into()
}

/// Frames in which a hand is closed around something: fingers flexed, but not in a pinch.
fn grabs(observed: &Observed, side: Side) -> Vec<Range<usize>> {
    let options = &observed.options;
    let hand = observed.hand(side);
    let runs = hand.runs(|sample| others_deg(sample).is_finite() && index_deg(sample).is_finite());
    let pinches = |sample: &HandSample| {
        sample.aperture_m() <= f64::from(options.pinch_close_m) && others_deg(sample) < FIST_DEG
    };
    let holds =
        |index: usize, test: &dyn Fn(&HandSample) -> bool| hand.frames.get(index).is_some_and(test);
    let begins = |sample: &HandSample| {
        others_deg(sample) >= f64::from(options.grab_close_deg)
            && index_deg(sample) >= GRAB_INDEX_DEG
            && !pinches(sample)
    };
    let ends = |sample: &HandSample| {
        others_deg(sample) < f64::from(options.grab_open_deg)
            || index_deg(sample) < GRAB_INDEX_OPEN_DEG
    };
    let mut grabs = hysteresis(&runs, |i| holds(i, &begins), |i| holds(i, &ends));
    grabs.retain(|frames| frames.len() >= observed.steps(MIN_GRAB_SECS));
    grabs
}

/// Frames of a poke, position of its turning point, and depth.
fn pokes(observed: &Observed, side: Side) -> Vec<(Range<usize>, DVec3, f64)> {
    let hand = observed.hand(side);
    let mut pokes = Vec::new();
    for (run, motions) in observed.moving(side, |sample| sample.index_tip) {
        let samples = hand.frames.get(run.clone()).unwrap_or_default();
        let speeds: Vec<f64> = samples.iter().zip(&motions).map(along_finger).collect();
        let phases = phases(&speeds);
        for pair in phases.windows(2) {
            let [forwards, back] = pair else { continue };
            let way = |frames: &Range<usize>| {
                let speeds = speeds.get(frames.clone()).unwrap_or_default();
                trapezoid(speeds.iter().copied(), observed.step_secs())
            };
            let (depth_m, back_m) = (way(forwards), -way(back));
            let turns = back.start - forwards.end <= observed.steps(POKE_TURN_SECS);
            if turns && depth_m >= POKE_DEPTH_M && back_m >= POKE_DEPTH_M / 2.0 {
                let farthest = motions.get(forwards.end - 1).map(|motion| motion.value);
                let place = farthest.map_or(DVec3::NAN, DVec3::from_array);
                pokes.push((run.start + forwards.start..run.start + back.end, place, depth_m));
            }
        }
    }
    pokes
}

/// Speed of the index tip along its direction; NaN while the hand does not point.
fn along_finger((sample, motion): (&HandSample, &Motion<[f64; 3]>)) -> f64 {
    let points = index_deg(sample) <= POINT_INDEX_DEG && others_deg(sample) >= POINT_OTHERS_DEG;
    match sample.pointing.as_dvec3().try_normalize() {
        Some(direction) if points => direction.dot(DVec3::from_array(motion.velocity)),
        _ => f64::NAN,
    }
}

/// Ranges of frames in which the tip moves in one direction, in order; frames with lower speeds are between
/// them. Where the hand stops pointing, the range ends, and an empty range separates it from the next.
fn phases(speeds: &[f64]) -> Vec<Range<usize>> {
    let sign = |speed: f64| {
        if speed >= POKE_SPEED_M_S {
            1
        } else if speed <= -POKE_SPEED_M_S {
            -1
        } else {
            0
        }
    };
    let mut phases: Vec<Range<usize>> = Vec::new();
    let mut before = 0;
    for (index, &speed) in speeds.iter().enumerate() {
        let way = sign(speed);
        match phases.last_mut() {
            _ if speed.is_nan() => {
                if before != 2 {
                    phases.push(index..index);
                }
                before = 2;
                continue;
            }
            Some(phase) if way != 0 && way == before => phase.end = index + 1,
            _ if way != 0 => phases.push(index..index + 1),
            _ => {}
        }
        before = way;
    }
    phases
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_phase_goes_one_way_and_ends_where_the_hand_does_not_point() {
        let nan = f64::NAN;
        let speeds = [0.0, 0.2, 0.3, 0.0, -0.2, -0.2, nan, nan, 0.5, -0.5];
        assert_eq!(phases(&speeds), [1..3, 4..6, 6..6, 8..9, 9..10]);
    }
}

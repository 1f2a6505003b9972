//! Jumps that no person makes.

use reenact::Track;

use super::code::Code;
use super::exam::{Exam, Part};
use super::limits::{HAND_SPEED_M_PER_S, HEAD_SPEED_M_PER_S, TELEPORT_M};
use super::report::Finding;
use super::states::States;
use super::words::{often, the};

/// Looks at every step of the head and of both wrists.
pub(super) fn check(exam: &mut Exam<'_>, states: &States) {
    for track in Track::ALL {
        let limit = match track {
            Track::Camera => HEAD_SPEED_M_PER_S,
            Track::Hand(_) => HAND_SPEED_M_PER_S,
            Track::Gaze => continue,
        };
        let Some(path) = exam.position_of(Part::main_of(track)) else { continue };
        let (mut count, mut worst) = (0, None::<(f32, f32, f32)>);
        let mut before = path.key(0);
        for index in 1..path.len() {
            let now = path.key(index);
            if let (Some((from, a)), Some((to, b))) = (before, now)
                && let Some(speed) = jump(b.distance(a), to - from, limit)
                && is_followed(states, track, from, to)
            {
                count += 1;
                if worst.is_none_or(|(fastest, ..)| speed > fastest) {
                    worst = Some((speed, from, to));
                }
            }
            before = now;
        }
        if let Some((speed, from, to)) = worst {
            let message = format!(
                "{} jumps {} faster than a person moves, at up to {speed:.0} m/s: the tracker lost its place",
                the(track),
                often(count)
            );
            exam.find(Finding::new(Code::Teleport, track, count, message).between(from, to));
        }
    }
}

/// The speed of a step, if it is a jump.
fn jump(distance_m: f32, secs: f32, limit: f32) -> Option<f32> {
    let speed = distance_m / secs;
    (secs > 0.0 && distance_m > TELEPORT_M && speed > limit && speed.is_finite()).then_some(speed)
}

/// A hand that was lost in between may be anywhere when it is found again.
fn is_followed(states: &States, track: Track, from: f32, to: f32) -> bool {
    match track {
        Track::Hand(side) => states.is_tracked(side, from, to),
        Track::Camera | Track::Gaze => true,
    }
}

//! Fixations and saccades of a known gaze.

use reenact::{Frame, Recording};
use reenact_inspect::events::{Event, EventKind, FixationBy, Options, events};
use reenact_inspect::stats::stats;

use crate::takes::{NOTHING, assert_near, film, ray, right_of_ahead};

/// Looks ahead, 10° to the right from 1 s on, and ahead again from 2.5 s on.
fn steps() -> Recording {
    film(4.0, 60.0, |t| {
        let is_aside = (60..150).contains(&((t * 60.0).round() as i32));
        Frame { gaze: Some(ray(right_of_ahead(if is_aside { 10.0 } else { 0.0 }))), ..NOTHING }
    })
}

fn of(kind: EventKind, events: &[Event]) -> Vec<&Event> {
    events.iter().filter(|event| event.kind == kind).collect()
}

#[test]
fn a_gaze_that_steps_fixates_before_between_and_after() {
    let frame_secs = 1.0 / 60.0;
    for fixation_by in [FixationBy::Velocity, FixationBy::Dispersion] {
        let options = Options { fixation_by, ..Options::default() };
        let found = events(&steps(), &options).unwrap();
        let fixations = of(EventKind::Fixation, &found);
        let spans = [(0.0, 1.0 - frame_secs), (1.0, 2.5 - frame_secs), (2.5, 4.0)];
        assert_eq!(fixations.len(), 3, "{fixation_by:?}");
        for (fixation, (from_secs, to_secs)) in fixations.iter().zip(spans) {
            assert_near(f64::from(fixation.from_secs), from_secs, 1e-6);
            assert_near(f64::from(fixation.to_secs), to_secs, 1e-6);
            assert_near(fixation.value, 0.0, 1e-3);
        }
        let right = fixations[1].direction.unwrap()[0];
        assert_near(f64::from(right), 10_f64.to_radians().sin(), 1e-6);

        let saccades = of(EventKind::Saccade, &found);
        assert_eq!(saccades.len(), 2, "{fixation_by:?}");
        for (saccade, to_secs) in saccades.iter().zip([1.0, 2.5]) {
            assert_near(f64::from(saccade.from_secs), to_secs - frame_secs, 1e-6);
            assert_near(f64::from(saccade.to_secs), to_secs, 1e-6);
            assert_near(saccade.value, 10.0, 1e-3);
        }
    }
    let gaze = stats(&steps(), &Options::default()).unwrap().gaze;
    for looks in [gaze.by_velocity, gaze.by_dispersion] {
        assert_eq!((looks.fixations, looks.saccades), (Some(3), Some(2)));
        assert_near(looks.saccade_peak_deg_s, 600.0, 0.1);
        assert_near(looks.fixation_secs.unwrap().max, 1.5, 1e-6);
    }
}

#[test]
fn one_noisy_frame_parts_no_fixation_and_a_short_one_is_none() {
    // A step of 0.8° for one frame at 1 s, and a glance of 50 ms at 2 s.
    let recording = film(3.0, 60.0, |t| {
        let degrees = match (t * 60.0).round() as i32 {
            60 => 0.8,
            120..=122 => 8.0,
            _ => 0.0,
        };
        Frame { gaze: Some(ray(right_of_ahead(degrees))), ..NOTHING }
    });
    let looks = |options: Options| {
        let looks = stats(&recording, &options).unwrap().gaze.by_velocity;
        (looks.fixations, looks.saccades)
    };
    // The glance is too short for a fixation; the jumps to it and back are saccades.
    assert_eq!(looks(Options::default()), (Some(2), Some(2)));
    // If every jump is a saccade, the noisy frame is one, and the fixations around it are merged …
    let eager = Options { min_saccade_deg: 0.0, ..Options::default() };
    assert_eq!(looks(eager), (Some(2), Some(2)));
    // … unless merging is off.
    assert_eq!(looks(Options { merge_secs: 0.0, ..eager }), (Some(3), Some(3)));
}

#[test]
fn a_slow_sweep_is_a_fixation_by_velocity_and_several_by_dispersion() {
    let recording =
        film(4.0, 60.0, |t| Frame { gaze: Some(ray(right_of_ahead(5.0 * t))), ..NOTHING });
    let gaze = stats(&recording, &Options::default()).unwrap().gaze;
    assert_eq!(gaze.by_velocity.fixations, Some(1));
    assert!(gaze.by_dispersion.fixations.unwrap() > 3);
}

#[test]
fn without_a_gaze_there_is_nothing_to_say() {
    let recording = film(1.0, 60.0, |_| Frame { camera: Some(reenact::Pose::IDENTITY), ..NOTHING });
    let gaze = stats(&recording, &Options::default()).unwrap().gaze;
    assert_eq!((gaze.head_angle_deg, gaze.by_velocity.fixations), (None, None));
}

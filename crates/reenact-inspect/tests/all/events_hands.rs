//! Pinches, grabs, pokes, pauses and tracked spans.

use glam::{DVec3, Vec3};
use reenact::hand::{Joint, Side};
use reenact::{Curve, CurveId, Form, HandFrame, Pose};
use reenact_inspect::events::{Event, EventKind, Options, events};
use reenact_make::{Script, make};

use crate::takes::{Shape, assert_near, film_hand, hand_at, minimum_jerk, shaped};

fn of(kind: EventKind, side: Side, events: &[Event]) -> Vec<Event> {
    let wanted = |event: &&Event| event.kind == kind && event.hand == Some(side);
    events.iter().filter(wanted).cloned().collect()
}

#[test]
fn states_become_events_at_their_exact_times() {
    let mut recording = film_hand(4.0, 60.0, |_| hand_at(DVec3::ONE));
    let tracked = [(0.0, false), (0.513, true), (3.777, false)];
    recording.set_curve(CurveId::Tracked(Side::Right), Curve::boolean(tracked)).unwrap();
    let pinching = [(0.0, false), (1.001, true), (1.503, false)];
    recording.set_curve(CurveId::Pinching(Side::Right), Curve::boolean(pinching)).unwrap();
    let found = events(&recording, &Options::default()).unwrap();
    let [span] = &of(EventKind::Tracked, Side::Right, &found)[..] else { panic!("{found:?}") };
    assert_eq!((span.from_secs, span.to_secs), (0.513, 3.777));
    let [pinch] = &of(EventKind::Pinch, Side::Right, &found)[..] else { panic!("{found:?}") };
    assert_eq!((pinch.from_secs, pinch.to_secs), (1.001, 1.503));
    assert_near(pinch.value, 0.02_f64.hypot(0.03), 1e-6);
    let [x, y, z] = pinch.position_m.unwrap().map(f64::from);
    assert_near(x, 1.0 - 0.04, 1e-6);
    assert_near(y, 1.0, 1e-6);
    assert_near(z, 1.0 + 0.125, 1e-6);
    // Independent of the rate.
    let coarse = Options { rate_hz: 5.0, ..Options::default() };
    let [other] = &of(EventKind::Pinch, Side::Right, &events(&recording, &coarse).unwrap())[..]
    else {
        panic!()
    };
    assert_eq!((other.from_secs, other.to_secs), (1.001, 1.503));
}

#[test]
fn a_window_cuts_what_reaches_out_of_it() {
    let mut recording = film_hand(4.0, 60.0, |_| hand_at(DVec3::ONE));
    let pinching = Curve::boolean([(0.0, false), (1.0, true), (3.0, false)]);
    recording.set_curve(CurveId::Pinching(Side::Right), pinching).unwrap();
    let options = Options { from_secs: Some(0.5), to_secs: Some(2.0), ..Options::default() };
    let found = events(&recording, &options).unwrap();
    let pinch = &of(EventKind::Pinch, Side::Right, &found)[0];
    assert_eq!((pinch.from_secs, pinch.to_secs), (1.0, 2.0));
    let span = &of(EventKind::Tracked, Side::Right, &found)[0];
    assert_eq!((span.from_secs, span.to_secs), (0.5, 2.0));
}

#[test]
fn a_hand_pauses_before_between_and_after_reaches() {
    let recording = film_hand(5.0, 60.0, |t| {
        hand_at(DVec3::new(0.3 * minimum_jerk(t - 1.0) + 0.3 * minimum_jerk(t - 3.0), 0.0, 0.0))
    });
    let found = events(&recording, &Options::default()).unwrap();
    let pauses = of(EventKind::Pause, Side::Right, &found);
    assert_eq!(pauses.len(), 3);
    let spans = [(0.0, 1.0, 0.0), (2.0, 3.0, 0.3), (4.0, 5.0, 0.6)];
    for (pause, (from_secs, to_secs, x)) in pauses.iter().zip(spans) {
        // The speed of a reach is below the rest threshold at its start and end.
        assert_near(f64::from(pause.from_secs), from_secs, 0.1);
        assert_near(f64::from(pause.to_secs), to_secs, 0.1);
        assert_near(f64::from(pause.position_m.unwrap()[0]), x, 0.002);
        assert!(pause.value.unwrap() < 0.05);
    }
}

/// Whether each marker of a name has an event within a given time, and each event a marker.
fn matched(times_secs: &[f32], events: &[Event], within_secs: f32) -> bool {
    let near = |time: f32, event: &Event| {
        (event.from_secs - within_secs..=event.to_secs + within_secs).contains(&time)
    };
    times_secs.len() == events.len()
        && times_secs.iter().all(|&time| events.iter().any(|event| near(time, event)))
        && events.iter().all(|event| times_secs.iter().any(|&time| near(time, event)))
}

#[test]
fn every_poke_that_was_played_is_found_and_no_other() {
    let mut played = 0;
    for seed in 1..=6 {
        let options =
            reenact_make::Options { seconds: 60.0, seed, ..reenact_make::Options::default() };
        let recording = make(&options).unwrap();
        let markers = recording.markers().filter(|marker| marker.name == "poke");
        let times_secs: Vec<f32> = markers.map(|marker| marker.time_secs).collect();
        let found = events(&recording, &Options::default()).unwrap();
        let pokes: Vec<_> =
            found.iter().filter(|event| event.kind == EventKind::Poke).cloned().collect();
        assert!(matched(&times_secs, &pokes, 0.0), "seed {seed}: {times_secs:?} {pokes:?}");
        // The button is 8 cm away; the window shortens both ends of the push a little.
        assert!(pokes.iter().all(|poke| (0.05..0.09).contains(&poke.value.unwrap())), "{pokes:?}");
        played += times_secs.len();
    }
    assert!(played >= 8, "{played}");
}

#[test]
fn a_grab_is_neither_a_pinch_nor_a_poke() {
    let play = |act: &str| {
        let wait = "[[act]]\ndo = 'wait'\nsecs = 0.5\n";
        let rest = "[[act]]\ndo = 'rest'\nhand = 'right'\n";
        let text = format!("{wait}[[act]]\nhand = 'right'\n{act}\n{rest}{wait}");
        let recording = Script::parse(&text).unwrap().perform(Form::MRTK_1_1);
        let found = events(&recording, &Options::default()).unwrap();
        [EventKind::Grab, EventKind::Pinch, EventKind::Poke]
            .map(|kind| of(kind, Side::Right, &found).len())
    };
    let (at, to) = ("[0.2, -0.3, 0.4]", "[0, -0.2, 0.4]");
    assert_eq!(play(&format!("do = 'grab'\npinching = false\nat = {at}\nto = {to}")), [1, 0, 0]);
    assert_eq!(play(&format!("do = 'pinch'\nat = {at}\nhold_secs = 0.6")), [0, 1, 0]);
    assert_eq!(play(&format!("do = 'drag'\nfrom = {at}\nto = {to}")), [0, 1, 0]);
    assert_eq!(play(&format!("do = 'poke'\nat = {at}")), [0, 0, 1]);
    assert_eq!(play(&format!("do = 'move'\nto = {at}\npose = 'open'")), [0, 0, 0]);
    assert_eq!(play(&format!("do = 'move'\nto = {at}\npose = 'fist'")), [1, 0, 0]);
    // A finger that returns immediately has poked.
    let stay = "[[act]]\ndo = 'wait'\nsecs = 1";
    assert_eq!(play(&format!("do = 'move'\nto = {at}\npose = 'point'\n{stay}")), [0, 0, 0]);
}

#[test]
fn grabs_begin_and_end_where_they_were_played() {
    for seed in 1..=6 {
        let options =
            reenact_make::Options { seconds: 60.0, seed, ..reenact_make::Options::default() };
        let recording = make(&options).unwrap();
        let found = events(&recording, &Options::default()).unwrap();
        for marker in recording.markers().filter(|marker| marker.name == "grab") {
            // Closed at the marker at the latest; closing takes 0.3 s.
            let is_there = |event: &&Event| {
                event.kind == EventKind::Grab
                    && (event.from_secs - 0.05..event.from_secs + 0.3).contains(&marker.time_secs)
            };
            let was_seen = found.iter().any(|event| is_there(&event));
            assert!(was_seen, "seed {seed} at {}", marker.time_secs);
        }
    }
}

#[test]
fn pinches_by_aperture_are_those_of_the_curve_in_lifelike_recordings() {
    let options =
        reenact_make::Options { seconds: 60.0, seed: 5, ..reenact_make::Options::default() };
    let recording = make(&options).unwrap();
    let by_curve = events(&recording, &Options::default()).unwrap();
    let by_aperture =
        Options { pinch_by: reenact_inspect::events::PinchBy::Aperture, ..Options::default() };
    let by_aperture = events(&recording, &by_aperture).unwrap();
    for side in Side::ALL {
        let pinches = of(EventKind::Pinch, side, &by_curve);
        assert!(pinches.len() > 3);
        let times: Vec<f32> =
            pinches.iter().map(|pinch| f32::midpoint(pinch.from_secs, pinch.to_secs)).collect();
        // The tips are also together in a fist.
        let found: Vec<Event> = of(EventKind::Pinch, side, &by_aperture)
            .into_iter()
            .filter(|event| {
                times.iter().any(|time| (event.from_secs..event.to_secs).contains(time))
            })
            .collect();
        assert!(matched(&times, &found, 0.0), "{side}: {times:?} {found:?}");
        for (a, b) in pinches.iter().zip(&found) {
            assert_near(f64::from(a.from_secs), f64::from(b.from_secs), 0.1);
            assert_near(f64::from(a.to_secs), f64::from(b.to_secs), 0.2);
        }
    }
}

#[test]
fn bent_fingers_whose_tips_touch_the_thumb_pinch_and_do_not_grab() {
    let grabs = |bend_deg: f64, aperture_m: f32| {
        let shape =
            Shape { bend_deg: [0.0, bend_deg, bend_deg, bend_deg, bend_deg], ..Shape::default() };
        let recording = film_hand(1.0, 60.0, |_| {
            let hand = shaped(DVec3::ONE, &shape);
            let index = hand.joint(Joint::IndexTip).unwrap();
            let thumb = Pose { position: index.position + Vec3::X * aperture_m, ..index };
            HandFrame::new(true, false, |joint| {
                if joint == Joint::ThumbTip { Some(thumb) } else { hand.joint(joint) }
            })
        });
        let found = events(&recording, &Options::default()).unwrap();
        of(EventKind::Grab, Side::Right, &found).len()
    };
    assert_eq!(grabs(36.0, 0.01), 0);
    assert_eq!(grabs(36.0, 0.05), 1);
    // A fist, with any position of the thumb; and an open hand.
    assert_eq!(grabs(75.0, 0.01), 1);
    assert_eq!(grabs(20.0, 0.05), 0);
}

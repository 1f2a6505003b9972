//! The player on synthetic recordings and those of `testdata/`.

use super::common::readable_cases;
use reenact::hand::Side;
use reenact::{Curve, CurveId, HandStates, Mode, Player, Recording, Sampler};
use reenact_make::{Options, demo, make};

/// Plays with irregular ticks and speeds, seeks and a loop, and checks after every tick that the listener's
/// states equal those of the frame.
fn check_listener(recording: &Recording, seed: u32, name: &str) {
    let sampler = Sampler::new(recording, Mode::Mrtk);
    let mut player = Player::new(sampler);
    player.play();
    let mut random = seed;
    let mut next = || {
        random = random.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        f64::from(random >> 8) / f64::from(1 << 24)
    };
    let mut listener = HandStates::default();
    let duration_secs = player.end_secs();
    for n in 0..200 {
        match n % 20 {
            7 => player.set_speed(next() * 6.0 - 3.0),
            11 => player
                .set_loop((next() < 0.5).then(|| next() * duration_secs..=next() * duration_secs)),
            15 => {
                player.seek(next() * duration_secs);
                listener = player.states();
            }
            _ => {}
        }
        player.play();
        let events = player.tick(next() * next() * duration_secs * 0.2);
        for event in &events {
            listener.apply(&event.kind);
        }
        let frame = player.frame();
        let shown =
            Side::ALL.map(|side| frame.hand(side).map(|hand| (hand.tracked, hand.pinching)));
        let heard = Side::ALL.map(|side| (listener.is_tracked(side), listener.is_pinching(side)));
        for (shown, heard) in shown.into_iter().zip(heard) {
            assert_eq!(shown.unwrap_or_default(), heard, "{name} at {}", player.position_secs());
        }
    }
}

/// Number of changes and markers of a recording, by reading every key.
fn changes_and_markers(recording: &Recording) -> usize {
    let is_played = |time_secs: f32| time_secs > 0.0 && time_secs <= recording.end_secs();
    let ids =
        Side::ALL.into_iter().flat_map(|side| [CurveId::Tracked(side), CurveId::Pinching(side)]);
    let changes = ids.map(|id| {
        let keys: Vec<_> = recording.curve(id).unwrap().iter().collect();
        let changes = keys
            .windows(2)
            .filter(|two| two[0].value != two[1].value && is_played(two[1].time_secs));
        changes.count() + usize::from(recording.curve(id).unwrap().is_on_at(0.0))
    });
    changes.sum::<usize>() + recording.markers().count()
}

#[test]
fn a_lifelike_recording_is_told_in_full_by_ticks_of_any_length() {
    let mut recordings = vec![demo()];
    recordings.extend(
        (1..5).map(|seed| make(&Options { seconds: 20.0, seed, ..Options::default() }).unwrap()),
    );
    for (seed, recording) in (1..).zip(&recordings) {
        let sampler = std::sync::Arc::new(Sampler::new(recording, Mode::Clean));
        let play = |ticks: &[f64], speed: f64| {
            let mut player = Player::new(sampler.clone());
            player.set_speed(speed);
            if speed < 0.0 {
                player.seek(f64::INFINITY);
            }
            player.play();
            let mut events = Vec::new();
            for tick in ticks.iter().cycle() {
                events.extend(player.tick(*tick));
                if !player.is_playing() {
                    break;
                }
            }
            events
        };
        let at_once = play(&[1e9], 1.0);
        // All events, and the end.
        assert_eq!(at_once.len(), changes_and_markers(recording) + 1);
        assert!(at_once.len() > 5, "{} events", at_once.len());
        assert!(at_once.is_sorted_by(|a, b| a.time_secs <= b.time_secs));
        for ticks in [&[1.0 / 60.0][..], &[1.0 / 90.0], &[0.3, 0.0, 1e-4, 0.017], &[3.7]] {
            assert_eq!(play(ticks, 1.0), at_once);
            assert_eq!(play(ticks, 0.7), at_once);
            assert_eq!(play(ticks, -1.3), play(&[1e9], -1.0));
        }
        check_listener(recording, seed, "made up");
    }
}

#[test]
fn who_listens_knows_what_a_frame_shows_in_every_recording_of_the_corpus() {
    let mut checked = 0;
    for case in readable_cases() {
        let recording = Recording::from_slice(&case.bytes).unwrap();
        let ids = Side::ALL
            .into_iter()
            .flat_map(|side| [CurveId::Tracked(side), CurveId::Pinching(side)]);
        let curves = || ids.clone().filter_map(|id| recording.curve(id));
        // Repeating curves are not exact.
        let is_held = |curve: &Curve| {
            curve.is_empty()
                || [curve.pre_wrap.0, curve.post_wrap.0].iter().all(|mode| matches!(mode, 1 | 8))
        };
        if curves().all(is_held) {
            check_listener(&recording, 1, &case.name);
            check_listener(&recording, 2, &case.name);
            checked += 1;
        }
    }
    assert!(checked >= 30, "{checked}");
}

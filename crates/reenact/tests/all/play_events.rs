//! Order and limits of playback events.

use reenact::hand::Side;
use reenact::{
    Curve, CurveId, Event, EventKind, Form, FrameTimes, HandStates, Marker, Mode, Player,
    Recording, Sampler, Tracks,
};

/// Ten seconds: the left hand is tracked from 1 to 9 and pinches from 2 to 4, the right hand is tracked and
/// pinches from the start to 6; markers at both ends and in between.
fn recording() -> Recording {
    let mut recording = Recording::new(Form::MRTK_1_1, Tracks::ALL).unwrap();
    let mut set = |id, keys: &[(f32, bool)]| {
        recording.set_curve(id, Curve::boolean(keys.iter().copied())).unwrap();
    };
    set(CurveId::Tracked(Side::Left), &[(0.0, false), (1.0, true), (9.0, false), (10.0, false)]);
    set(CurveId::Pinching(Side::Left), &[(0.0, false), (2.0, true), (4.0, false)]);
    set(CurveId::Tracked(Side::Right), &[(0.0, true), (6.0, false)]);
    set(CurveId::Pinching(Side::Right), &[(0.0, true), (6.0, false)]);
    let markers = [
        (10.0, "end"),
        (0.0, "start"),
        (2.0, "b"),
        (2.0, "a"),
        (11.0, "outside"),
        (-1.0, "before"),
    ];
    recording.set_markers(markers.map(|(time_secs, name)| Marker::new(time_secs, name))).unwrap();
    recording
}

/// Events in one line: `0 right+ 0 right.pinch+ 0 "start"`.
fn line(events: &[Event]) -> String {
    let word = |Event { time_secs, kind }: &Event| match kind {
        EventKind::MarkerPassed { name, .. } => format!("{time_secs} {name:?}"),
        EventKind::HandAppeared(side) => format!("{time_secs} {side}+"),
        EventKind::HandLost(side) => format!("{time_secs} {side}-"),
        EventKind::PinchBegan(side) => format!("{time_secs} {side}.pinch+"),
        EventKind::PinchEnded(side) => format!("{time_secs} {side}.pinch-"),
        EventKind::Looped { times } => format!("{time_secs} loop x{times}"),
        EventKind::EndReached => format!("{time_secs} end"),
        EventKind::StartReached => format!("{time_secs} start"),
        other => panic!("{other:?}"),
    };
    events.iter().map(word).collect::<Vec<_>>().join(", ")
}

/// Creates a player that is already playing.
macro_rules! playing {
    ($player:ident, $recording:expr) => {
        let recording = $recording;
        let sampler = Sampler::new(&recording, Mode::Clean);
        let mut $player = Player::new(sampler);
        $player.play();
    };
}

#[test]
fn everything_is_told_in_order_and_then_playback_is_over() {
    playing!(player, recording());
    let told = line(&player.tick(100.0));
    assert_eq!(
        told,
        "0 right+, 0 right.pinch+, 0 \"start\", 1 left+, 2 left.pinch+, 2 \"b\", 2 \"a\", 4 left.pinch-, \
         6 right.pinch-, 6 right-, 9 left-, 10 \"end\", 10 end"
    );
    assert!(!player.is_playing());
    assert_eq!(player.position_secs(), 10.0);
    assert_eq!(line(&player.tick(1.0)), "");
    // It is reported again.
    player.play();
    assert_eq!(line(&player.tick(1.0)), "10 end");
}

#[test]
fn a_tick_ends_with_its_last_moment_and_the_next_begins_after_it() {
    playing!(player, recording());
    assert_eq!(line(&player.tick(0.0)), "0 right+, 0 right.pinch+, 0 \"start\"");
    assert_eq!(line(&player.tick(0.0)), "");
    assert_eq!(line(&player.tick(2.0)), "1 left+, 2 left.pinch+, 2 \"b\", 2 \"a\"");
    assert_eq!(line(&player.tick(1.0)), "");
    assert_eq!(line(&player.tick(1.0)), "4 left.pinch-");
}

#[test]
fn backwards_one_sees_pinches_end_where_they_began() {
    playing!(player, recording());
    player.seek(10.0);
    player.set_speed(-2.0);
    assert_eq!(
        line(&player.tick(50.0)),
        "10 \"end\", 9 left+, 6 right+, 6 right.pinch+, 4 left.pinch+, 2 \"a\", 2 \"b\", 2 left.pinch-, 1 left-, \
         0 \"start\", 0 start"
    );
    assert!(!player.is_playing());
    assert_eq!(player.position_secs(), 0.0);
}

#[test]
fn backwards_a_marker_is_passed_on_arrival_and_a_state_undone_on_departure() {
    playing!(player, recording());
    player.seek(3.0);
    player.set_speed(-1.0);
    assert_eq!(line(&player.tick(1.0)), "2 \"a\", 2 \"b\"");
    assert!(player.states().is_pinching(Side::Left));
    assert_eq!(line(&player.tick(0.5)), "2 left.pinch-");
    assert!(!player.states().is_pinching(Side::Left));
}

#[test]
fn turning_round_on_a_marker_does_not_pass_it_twice() {
    playing!(player, recording());
    player.seek(1.5);
    assert_eq!(line(&player.tick(0.5)), "2 left.pinch+, 2 \"b\", 2 \"a\"");
    player.set_speed(-1.0);
    assert_eq!(line(&player.tick(0.5)), "2 left.pinch-");
    player.set_speed(1.0);
    assert_eq!(line(&player.tick(1.0)), "2 left.pinch+, 2 \"b\", 2 \"a\"");
    player.set_speed(-1.0);
    assert_eq!(line(&player.tick(0.5)), "2 \"a\", 2 \"b\"");
    player.set_speed(1.0);
    assert_eq!(line(&player.tick(0.5)), "");
}

#[test]
fn a_seek_is_silent_and_playback_begins_with_the_markers_at_its_moment() {
    playing!(player, recording());
    player.tick(0.0);
    player.seek(2.0);
    assert!(player.is_playing());
    assert!(player.states().is_pinching(Side::Left));
    assert_eq!(line(&player.tick(0.5)), "2 \"b\", 2 \"a\"");
    player.seek(8.0);
    assert_eq!(line(&player.tick(0.5)), "");
    assert!(!player.states().is_tracked(Side::Right));
    player.seek(f64::NAN);
    assert_eq!(player.position_secs(), 8.5);
    player.seek(-3.0);
    assert_eq!(player.position_secs(), 0.0);
    player.seek(f64::INFINITY);
    assert_eq!(player.position_secs(), 10.0);
}

#[test]
fn stop_starts_over() {
    playing!(player, recording());
    let first = player.tick(3.0);
    player.stop();
    assert!(!player.is_playing());
    assert_eq!(player.position_secs(), 0.0);
    assert_eq!(line(&player.tick(3.0)), "");
    player.play();
    assert_eq!(player.tick(3.0), first);
}

#[test]
fn paused_or_at_no_speed_nothing_moves() {
    playing!(player, recording());
    player.set_speed(0.0);
    assert_eq!(line(&player.tick(5.0)), "0 right+, 0 right.pinch+, 0 \"start\"");
    assert_eq!(line(&player.tick(5.0)), "");
    player.set_speed(1.0);
    player.pause();
    assert_eq!(line(&player.tick(5.0)), "");
    assert_eq!(player.position_secs(), 0.0);
}

#[test]
fn each_loop_is_told_with_what_is_different_at_its_start() {
    playing!(player, recording());
    player.set_loop(Some(1.5..=6.0));
    player.seek(5.0);
    // To 6, loops to 1.5, to 6, loops again, to 2.
    assert_eq!(
        line(&player.tick(1.0 + 4.5 + 0.5)),
        "6 right.pinch-, 6 right-, 1.5 loop x1, 1.5 right+, 1.5 right.pinch+, 2 left.pinch+, 2 \"b\", 2 \"a\", \
         4 left.pinch-, 6 right.pinch-, 6 right-, 1.5 loop x1, 1.5 right+, 1.5 right.pinch+, 2 left.pinch+, 2 \"b\", 2 \"a\""
    );
    assert!(player.is_playing());
    assert_eq!(player.position_secs(), 2.0);
}

#[test]
fn a_loop_of_everything_passes_both_ends_every_time() {
    playing!(player, recording());
    player.set_loop(Some(0.0..=f64::INFINITY));
    assert_eq!(player.loop_secs(), Some(0.0..=10.0));
    player.seek(9.5);
    assert_eq!(line(&player.tick(0.5)), "10 \"end\"");
    assert_eq!(line(&player.tick(0.5)), "0 loop x1, 0 right+, 0 right.pinch+, 0 \"start\"");
    player.set_speed(-1.0);
    assert_eq!(
        line(&player.tick(1.0)),
        "0 \"start\", 10 loop x1, 10 right.pinch-, 10 right-, 10 \"end\""
    );
}

#[test]
fn a_year_in_one_tick_round_a_loop_of_a_millisecond_is_soon_told() {
    for (distance_secs, speed) in [(3e7, 1.0), (3e7, -1.0), (1e9, 1e9), (f64::INFINITY, 1.0)] {
        playing!(player, recording());
        player.set_loop(Some(1.9995..=2.0005));
        player.seek(2.0);
        player.set_speed(speed);
        let events = player.tick(distance_secs);
        let loops = events.iter().filter_map(|event| match event.kind {
            EventKind::Looped { times } => Some(times),
            _ => None,
        });
        let loops: Vec<u64> = loops.collect();
        assert_eq!(u64::try_from(loops.len()).unwrap(), Player::MAX_LOOPS);
        assert!(loops[1..].iter().all(|&times| times == 1));
        assert!(events.len() < 200, "{}", events.len());
        assert!((1.9995..=2.0005).contains(&player.position_secs()));
        if speed.abs() == 1.0 && distance_secs == 3e7 {
            let total = loops.iter().sum::<u64>();
            assert!((29_999_999_000..=30_000_001_000).contains(&total), "{total}");
        }
        let mut states = HandStates::default();
        for side in Side::ALL {
            states.apply(&EventKind::HandAppeared(side));
        }
        states.apply(&EventKind::PinchBegan(Side::Right));
        states.apply(&EventKind::PinchBegan(Side::Left));
        for event in &events {
            states.apply(&event.kind);
        }
        assert_eq!(states, player.states());
    }
}

#[test]
fn a_loop_catches_what_comes_into_it_and_lets_go_what_leaves() {
    playing!(player, recording());
    player.set_loop(Some(7.0..=8.0));
    player.seek(6.5);
    assert_eq!(line(&player.tick(2.0)), "7 loop x1");
    assert_eq!(player.position_secs(), 7.5);
    player.seek(8.5);
    assert_eq!(line(&player.tick(99.0)), "9 left-, 10 \"end\", 10 end");
    player.play();
    player.set_speed(-1.0);
    assert_eq!(line(&player.tick(4.0)), "9 left+, 8 loop x1");
    assert_eq!(player.position_secs(), 7.0);
}

#[test]
fn a_range_without_time_in_it_is_no_loop() {
    playing!(player, recording());
    for (from_secs, to_secs) in
        [(2.0, 2.0), (3.0, 2.0), (f64::NAN, 2.0), (1.0, f64::NAN), (10.0, 20.0), (-5.0, 0.0)]
    {
        player.set_loop(Some(1.0..=2.0));
        player.set_loop(Some(from_secs..=to_secs));
        assert_eq!(player.loop_secs(), None, "{from_secs}..={to_secs}");
    }
    player.set_loop(Some(1.0..=2.0));
    player.set_loop(None);
    assert_eq!(player.loop_secs(), None);
}

#[test]
fn numbers_that_are_none_move_nothing() {
    playing!(player, recording());
    player.tick(1.0);
    for bad in [f64::NAN, f64::INFINITY, f64::NEG_INFINITY] {
        player.set_speed(bad);
        assert_eq!(player.speed(), 1.0);
    }
    assert_eq!(line(&player.tick(f64::NAN)), "");
    assert_eq!(player.position_secs(), 1.0);
    player.set_speed(0.0);
    assert_eq!(line(&player.tick(f64::INFINITY)), "");
    assert_eq!(player.position_secs(), 1.0);
    player.set_speed(1.0);
    // A clock that runs backwards.
    assert_eq!(line(&player.tick(-0.5)), "1 left-");
    assert_eq!(player.position_secs(), 0.5);
    assert!(line(&player.tick(f64::INFINITY)).ends_with("10 end"));
}

#[test]
fn a_recording_without_length_is_over_with_its_first_moment() {
    for form in [Form::MRTK_1_1, Form::MRTK_1_0] {
        let tracks = if form == Form::MRTK_1_0 { Tracks::V1_0 } else { Tracks::ALL };
        playing!(player, Recording::new(form, tracks).unwrap());
        player.set_loop(Some(0.0..=1.0));
        assert_eq!(player.end_secs(), 0.0);
        assert_eq!(line(&player.tick(0.0)), "");
        assert_eq!(line(&player.tick(1.0)), "0 end");
        assert_eq!(line(&player.step(1, 60.0)), "0 end");
        assert_eq!(line(&player.step(-1, 60.0)), "0 start");
        assert_eq!(player.frame().time_secs, 0.0);
    }
    let mut one_key = Recording::new(Form::MRTK_1_1, Tracks::ALL).unwrap();
    one_key.set_curve(CurveId::Tracked(Side::Left), Curve::boolean([(0.0, true)])).unwrap();
    one_key.set_markers([Marker::new(-0.0, "only")]).unwrap();
    playing!(player, one_key);
    assert_eq!(line(&player.tick(1e-9)), "0 left+, 0 \"only\", 0 end");
}

#[test]
fn what_a_rolling_buffer_kept_from_before_the_start_is_not_played() {
    let mut rolled = Recording::new(Form::MRTK_1_1, Tracks::ALL).unwrap();
    let keys = [(-1.0, false), (-0.5, true), (1.0, false)];
    rolled.set_curve(CurveId::Tracked(Side::Left), Curve::boolean(keys)).unwrap();
    playing!(player, rolled);
    assert_eq!(line(&player.tick(2.0)), "0 left+, 1 left-, 1 end");
    let mut over = Recording::new(Form::MRTK_1_1, Tracks::ALL).unwrap();
    let keys = [(-1.0, false), (-0.5, true)];
    over.set_curve(CurveId::Tracked(Side::Left), Curve::boolean(keys)).unwrap();
    playing!(player, over);
    assert_eq!(line(&player.tick(2.0)), "0 left+, 0 end");
}

#[test]
fn a_key_at_infinity_does_not_stop_the_clock() {
    let mut endless = Recording::new(Form::MRTK_1_1, Tracks::ALL).unwrap();
    let keys = [(0.0, false), (1.0, true), (f32::INFINITY, false)];
    endless.set_curve(CurveId::Tracked(Side::Left), Curve::boolean(keys)).unwrap();
    playing!(player, endless);
    assert_eq!(line(&player.tick(2.0)), "1 left+, 1 end", "it is the time of no key");
    assert_eq!(player.position_secs(), 1.0);
}

#[test]
fn steps_go_from_frame_to_frame_and_tell_what_they_pass() {
    playing!(player, recording());
    assert_eq!(line(&player.step(0, 4.0)), "0 right+, 0 right.pinch+, 0 \"start\"");
    assert!(!player.is_playing());
    assert_eq!(line(&player.step(4, 4.0)), "1 left+");
    assert_eq!(player.position_secs(), 1.0);
    player.seek(1.9);
    assert_eq!(line(&player.step(1, 4.0)), "2 left.pinch+, 2 \"b\", 2 \"a\"");
    assert_eq!(player.position_secs(), 2.0);
    assert_eq!(line(&player.step(-1, 4.0)), "2 left.pinch-");
    player.seek(1.9);
    player.step(-1, 4.0);
    assert_eq!(player.position_secs(), 1.75);
    for rate_hz in [0.0, -1.0, f32::NAN, f32::INFINITY] {
        assert_eq!(line(&player.step(1, rate_hz)), "");
        assert_eq!(player.position_secs(), 1.75);
    }
    // Through the end of a loop, and to the ends.
    player.set_loop(Some(1.0..=2.0));
    player.step(8, 4.0);
    assert_eq!(player.position_secs(), 3.75);
    assert!(line(&player.step(i32::MAX, f32::MIN_POSITIVE)).ends_with("10 end"));
    assert!(line(&player.step(i32::MIN, 60.0)).ends_with("0 start"));
}

#[test]
fn steps_visit_the_same_times_as_resampling_forwards_and_backwards() {
    for (end_secs, rate_hz) in [(1.6_f32, 60.0_f32), (2.0, 90.0), (0.7, 30.0), (3.3, 59.94)] {
        let mut recording = Recording::new(Form::MRTK_1_1, Tracks::ALL).unwrap();
        let keys = [(0.0, false), (end_secs, true)];
        recording.set_curve(CurveId::Tracked(Side::Left), Curve::boolean(keys)).unwrap();
        let sampler = Sampler::new(&recording, Mode::Clean);
        let mut player = Player::new(sampler);
        let mut times: Vec<f32> = FrameTimes::of(&recording, rate_hz).unwrap().iter().collect();
        if *times.last().unwrap() < end_secs {
            times.push(end_secs);
        }
        for &time_secs in &times[1..] {
            player.step(1, rate_hz);
            assert_eq!(player.frame().time_secs, time_secs.min(end_secs), "{rate_hz} Hz");
        }
        assert_eq!(player.position_secs(), f64::from(end_secs));
        for &time_secs in times[..times.len() - 1].iter().rev() {
            player.step(-1, rate_hz);
            assert_eq!(player.frame().time_secs, time_secs, "{rate_hz} Hz, backwards");
        }
    }
}

#[test]
fn hours_of_ticks_do_not_drift() {
    let mut long = Recording::new(Form::MRTK_1_1, Tracks::ALL).unwrap();
    let keys = [(0.0, false), (20_000.0, true)];
    long.set_curve(CurveId::Tracked(Side::Left), Curve::boolean(keys)).unwrap();
    playing!(player, long);
    for _ in 0..90 * 3600 * 4 {
        player.tick(1.0 / 90.0);
    }
    let drift_secs = (player.position_secs() - 14_400.0).abs();
    assert!(drift_secs < 1e-6, "{drift_secs}");
}

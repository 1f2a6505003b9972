//! Compares the player with a reference implementation, which moves by 1/64 s and evaluates every key and
//! marker at each step.

use proptest::prelude::*;
use reenact::hand::Side;
use reenact::{
    Curve, CurveId, Event, EventKind, Form, HandStates, Marker, Mode, Player, Recording, Sampler,
    Tracks,
};

/// Units of time in a second.
const UNITS: f64 = 64.0;

type EventSummary = (i64, EventKind);
type KindOf = fn(Side) -> EventKind;

/// Curves in the order left tracked, right tracked, left pinching, right pinching; times in units.
#[derive(Debug, Clone)]
struct Story {
    curves: [Vec<(i64, bool)>; 4],
    markers: Vec<i64>,
    end: i64,
}

impl Story {
    fn recording(&self) -> Recording {
        let mut recording = Recording::new(Form::MRTK_1_1, Tracks::ALL).unwrap();
        let ids = [CurveId::Tracked as fn(Side) -> CurveId, CurveId::Pinching];
        let ids = ids.into_iter().flat_map(|id| Side::ALL.map(id));
        for (id, keys) in ids.zip(&self.curves) {
            let keys = keys.iter().map(|&(time, on)| (secs(time) as f32, on));
            recording.set_curve(id, Curve::boolean(keys)).unwrap();
        }
        let gaze = CurveId::Gaze(reenact::RayComponent::ALL[0]);
        recording.set_curve(gaze, Curve::simple([(secs(self.end) as f32, 0.0)])).unwrap();
        let name = |index: usize| format!("marker {index}");
        let markers = self
            .markers
            .iter()
            .enumerate()
            .map(|(n, &time)| Marker::new(secs(time) as f32, name(n)));
        recording.set_markers(markers).unwrap();
        recording
    }

    /// State of a curve by its last key that is not later, or its first key.
    fn is_on(&self, curve: usize, time: i64) -> bool {
        let keys = &self.curves[curve];
        let not_later = keys.iter().rfind(|key| key.0 <= time);
        not_later.or(keys.first()).is_some_and(|key| key.1)
    }

    fn states(&self, time: i64) -> [bool; 4] {
        [0, 1, 2, 3].map(|curve| self.is_on(curve, time))
    }
}

fn secs(units: i64) -> f64 {
    units as f64 / UNITS
}

/// Reference player.
struct Slow {
    story: Story,
    at: i64,
    is_playing: bool,
    looped: Option<(i64, i64)>,
    /// Events to report at the position itself: none, markers, all.
    pending: u8,
    reported: Vec<EventSummary>,
}

impl Slow {
    fn report(&mut self, kind: EventKind) {
        self.reported.push((self.at, kind));
    }

    fn tell_changes(&mut self, at: i64, from: [bool; 4], to: [bool; 4]) {
        use EventKind::{HandAppeared, HandLost, PinchBegan, PinchEnded};
        let kinds: [(usize, bool, KindOf); 4] = [
            (2, false, PinchEnded),
            (0, false, HandLost),
            (0, true, HandAppeared),
            (2, true, PinchBegan),
        ];
        for (first, on, kind) in kinds {
            for (offset, side) in Side::ALL.into_iter().enumerate() {
                if from[first + offset] != on && to[first + offset] == on {
                    self.reported.push((at, kind(side)));
                }
            }
        }
    }

    fn tell_markers(&mut self, is_forward: bool) {
        let at = self.at;
        let here = self.story.markers.iter().enumerate().filter(|(_, time)| **time == at);
        let mut here: Vec<usize> = here.map(|(index, _)| index).collect();
        if !is_forward {
            here.reverse();
        }
        for index in here {
            self.report(EventKind::MarkerPassed { index, name: format!("marker {index}").into() });
        }
    }

    fn tell_news(&mut self, is_forward: bool) {
        if self.pending == 2 {
            self.tell_changes(self.at, [false; 4], self.story.states(self.at));
        }
        if self.pending > 0 {
            self.tell_markers(is_forward);
        }
        self.pending = 0;
    }

    /// Moves by one unit, ignoring loops and ends.
    fn shift(&mut self, by: i64) {
        let (from, to) = (self.at, self.at + by);
        let (before, after) = (self.story.states(from), self.story.states(to));
        // A change between two units happens at the later one.
        if by > 0 {
            self.at = to;
            self.tell_changes(to, before, after);
        } else {
            self.tell_changes(from, before, after);
            self.at = to;
        }
        self.tell_markers(by > 0);
    }

    fn tick(&mut self, units: i64, speed: i64) {
        if !self.is_playing {
            return;
        }
        let units = units * speed;
        self.tell_news(units > 0 || (units == 0 && speed >= 0));
        let by = units.signum();
        for _ in 0..units.abs() {
            if let Some((from, to)) = self.looped {
                let (entry, exit) = if by > 0 { (from, to) } else { (to, from) };
                if self.at == exit {
                    let before = self.story.states(exit);
                    self.at = entry;
                    self.report(EventKind::Looped { times: 1 });
                    self.tell_changes(entry, before, self.story.states(entry));
                    self.tell_markers(by > 0);
                    self.shift(by);
                    continue;
                }
            }
            if self.at != if by > 0 { self.story.end } else { 0 } {
                self.shift(by);
            }
            let is_looped =
                self.looped.is_some_and(|(from, to)| self.at == if by > 0 { to } else { from });
            if self.at == self.story.end && by > 0 && !is_looped {
                self.report(EventKind::EndReached);
                self.is_playing = false;
                return;
            }
            if self.at == 0 && by < 0 && !is_looped {
                self.report(EventKind::StartReached);
                self.is_playing = false;
                return;
            }
        }
    }
}

fn summary(events: &[Event]) -> Vec<EventSummary> {
    let owned = |kind: &EventKind| match kind {
        EventKind::MarkerPassed { index, name } => {
            EventKind::MarkerPassed { index: *index, name: name.to_string().into() }
        }
        EventKind::HandAppeared(side) => EventKind::HandAppeared(*side),
        EventKind::HandLost(side) => EventKind::HandLost(*side),
        EventKind::PinchBegan(side) => EventKind::PinchBegan(*side),
        EventKind::PinchEnded(side) => EventKind::PinchEnded(*side),
        EventKind::Looped { times } => EventKind::Looped { times: *times },
        EventKind::EndReached => EventKind::EndReached,
        EventKind::StartReached => EventKind::StartReached,
        other => panic!("{other:?}"),
    };
    let unit = |event: &Event| (f64::from(event.time_secs) * UNITS) as i64;
    events.iter().map(|event| (unit(event), owned(&event.kind))).collect()
}

#[derive(Debug, Clone)]
enum Act {
    /// A tick of this many units.
    Tick(i64),
    /// Ticks of the given numbers of units.
    Ticks(Vec<i64>),
    Speed(i64),
    Seek(i64),
    Loop(Option<(i64, i64)>),
    Play,
    Pause,
    Stop,
}

fn story() -> impl Strategy<Value = Story> {
    // No two keys at a curve's first time; unit tests cover that case.
    let curve = prop::collection::vec((-5_i64..60, any::<bool>()), 0..10).prop_map(|mut keys| {
        keys.sort_by_key(|key| key.0);
        let first = keys.first().map(|key| key.0);
        let mut is_kept = true;
        keys.retain(|key| std::mem::take(&mut is_kept) || Some(key.0) != first);
        keys
    });
    let curves = [curve.clone(), curve.clone(), curve.clone(), curve];
    // Some at equal times, some at the time of a key.
    let markers =
        prop::collection::vec(prop_oneof![-3_i64..63, (0_i64..6).prop_map(|n| n * 10)], 0..12);
    (curves, markers, 0_i64..60).prop_map(|(curves, markers, end)| {
        let last = curves.iter().filter_map(|keys| keys.last()).map(|key| key.0).max();
        Story { curves, markers, end: end.max(last.unwrap_or(0)) }
    })
}

fn act() -> impl Strategy<Value = Act> {
    prop_oneof![
        6 => (-10_i64..30).prop_map(Act::Tick),
        1 => (0_i64..400).prop_map(Act::Tick),
        2 => prop::collection::vec(0_i64..6, 0..30).prop_map(Act::Ticks),
        2 => (-3_i64..4).prop_map(Act::Speed),
        2 => prop_oneof![-5_i64..65, (0_i64..6).prop_map(|n| n * 10)].prop_map(Act::Seek),
        2 => prop::option::of((-5_i64..65, 1_i64..40)).prop_map(|range| {
            Act::Loop(range.map(|(from, len)| (from, from + len)))
        }),
        3 => Just(Act::Play),
        1 => Just(Act::Pause),
        1 => Just(Act::Stop),
    ]
}

/// Merges the loops that exceed the limit of one tick.
fn merge_excess_loops(summaries: &mut Vec<EventSummary>) {
    let is_loop = |summary: &EventSummary| matches!(summary.1, EventKind::Looped { .. });
    let loops: Vec<usize> = (0..summaries.len()).filter(|&n| is_loop(&summaries[n])).collect();
    let max = usize::try_from(Player::MAX_LOOPS).unwrap();
    if let Some(too_many) = loops.len().checked_sub(max).filter(|&too_many| too_many > 0) {
        summaries.drain(loops[0]..loops[too_many]);
        summaries[loops[0]].1 = EventKind::Looped { times: too_many as u64 + 1 };
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(2000))]

    #[test]
    fn every_way_of_playing_tells_what_a_player_without_shortcuts_tells(
        story in story(),
        acts in prop::collection::vec(act(), 1..25),
    ) {
        let recording = story.recording();
        let sampler = Sampler::new(&recording, Mode::Clean);
        let mut player = Player::new(sampler);
        let end = story.end;
        let mut slow = Slow { story, at: 0, is_playing: false, looped: None, pending: 2, reported: vec![] };
        let mut speed = 1;
        let mut listener = HandStates::default();
        for act in acts {
            slow.reported.clear();
            let mut events = Vec::new();
            match &act {
                Act::Tick(units) => {
                    events = player.tick(secs(*units));
                    slow.tick(*units, speed);
                    merge_excess_loops(&mut slow.reported);
                }
                Act::Ticks(pieces) => {
                    // In several ticks and in one.
                    let whole = pieces.iter().sum::<i64>();
                    for piece in pieces {
                        events.extend(player.tick(secs(*piece)));
                    }
                    if !pieces.is_empty() {
                        slow.tick(whole, speed);
                    }
                }
                Act::Speed(new) => {
                    player.set_speed(*new as f64);
                    speed = *new;
                }
                Act::Seek(to) => {
                    player.seek(secs(*to));
                    (slow.at, slow.pending) = ((*to).clamp(0, end), 1);
                    listener = player.states();
                }
                Act::Loop(range) => {
                    player.set_loop(range.map(|(from, to)| secs(from)..=secs(to)));
                    slow.looped = range
                        .map(|(from, to)| (from.clamp(0, end), to.clamp(0, end)))
                        .filter(|(from, to)| from < to);
                }
                Act::Play => {
                    player.play();
                    slow.is_playing = true;
                }
                Act::Pause => {
                    player.pause();
                    slow.is_playing = false;
                }
                Act::Stop => {
                    player.stop();
                    (slow.at, slow.pending, slow.is_playing) = (0, 2, false);
                    listener = HandStates::default();
                }
            }
            prop_assert_eq!(summary(&events), &slow.reported[..], "{:?}", &act);
            prop_assert_eq!(player.position_secs(), secs(slow.at));
            prop_assert_eq!(player.is_playing(), slow.is_playing);

            for event in &events {
                listener.apply(&event.kind);
            }
            let frame = player.frame();
            for (index, side) in Side::ALL.into_iter().enumerate() {
                let hand = frame.hand(side).unwrap();
                let states = slow.story.states(slow.at);
                prop_assert_eq!([hand.tracked, hand.pinching], [states[index], states[index + 2]]);
                prop_assert_eq!(player.states().is_tracked(side), hand.tracked);
                prop_assert_eq!(player.states().is_pinching(side), hand.pinching);
            }
            if slow.pending != 2 {
                prop_assert_eq!(listener, player.states());
            }
        }
    }
}

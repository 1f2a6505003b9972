//! A clock over a recording.

mod clock;
mod event;
mod timeline;

use std::ops::RangeInclusive;
use std::sync::Arc;

pub use event::{Event, EventKind, HandStates};

use crate::number::to_f32;
use crate::sample::{Frame, NearbyKeys, Sampler};
use clock::{Arrival, Span, advance};
use timeline::{Timeline, push_changes};

/// Plays a recording by the caller's clock, and tells what happens on the way.
///
/// Nothing moves but by [`tick`](Self::tick) and [`step`](Self::step), so the same calls give the same events, on
/// every machine. Each gives what happened since the one before: in order, nothing twice, nothing left out, whether
/// the time between was covered in one tick or in a thousand.
///
/// ```
/// use reenact::{EventKind, Mode, Player, Recording, Sampler};
///
/// # use reenact::{Curve, CurveId, Form, Marker, PoseComponent, Tracks};
/// # let mut recording = Recording::new(Form::MRTK_1_1, Tracks::ALL)?;
/// # for component in PoseComponent::ALL {
/// #     recording.set_curve(CurveId::Camera(component), Curve::simple([(0.0, 0.5), (1.0, 0.5)]))?;
/// # }
/// # recording.set_markers([Marker::new(0.5, "here")])?;
/// let sampler = Sampler::new(&recording, Mode::Clean);
/// let mut player = Player::new(sampler);
/// player.play();
/// while player.is_playing() {
///     for event in player.tick(1.0 / 60.0) {
///         match event.kind {
///             EventKind::PinchBegan(side) => println!("{}: {side} pinch", event.time_secs),
///             EventKind::MarkerPassed { name, .. } => println!("{}: {name}", event.time_secs),
///             _ => {}
///         }
///     }
///     let frame = player.frame();
///     assert!(frame.camera.is_some());
/// }
/// # Ok::<(), reenact::Error>(())
/// ```
///
/// # Time
///
/// Playback runs from 0 to [`end_secs`](Self::end_secs), as MRTK's does; what a rolling buffer kept from
/// before 0 is not played, and a marker outside is never passed. The position is an `f64`, so that adding up
/// ticks costs no accuracy; the moment that is shown is the nearest `f32`, for that is how a file names its times.
///
/// # Events
///
/// Forwards, a tick from one moment to another gives what lies after the first, up to and with the second.
/// Backwards, it gives the markers before the first, down to and with the second. States are told as one sees
/// them who watches: passing the begin of a pinch backwards, one sees the pinch end. As a pinch is there at the
/// very moment it begins, it is over when that moment is left.
///
/// At one moment pinches end, then hands are lost, hands appear, pinches begin, each left before right, and then
/// come the markers in the order of the file. Backwards, the markers come first, from the last to the first, and
/// then the states, again in that order.
///
/// A new player's listener knows of no hand. The first tick of playback, however short, begins with the hands
/// that are there and the markers at 0. The same again after [`stop`](Self::stop).
///
/// A [`seek`](Self::seek) is silent: what lies between is not passed, and who listens asks for the
/// [`states`](Self::states). The first tick after it begins with the markers at its very moment.
///
/// A loop is not silent, as the listener did not ask for it: after [`Looped`](EventKind::Looped) come the
/// changes from one end of the loop to the other, and the markers there. So it holds at every time that the states
/// known at the last seek, or none after `new` and `stop`, and all events since, give the [`states`](Self::states)
/// at the position.
///
/// These are the states of [`frame`](Self::frame), too; except for boolean curves that repeat, which none of MRTK's
/// do. Of those, what they are for a mere instant where a repetition meets the next is no event; and if their keys
/// are out of order, all at one time, or would be repeated to more than 65,536, playback holds their ends.
#[derive(Debug, Clone)]
pub struct Player {
    sampler: Arc<Sampler>,
    nearby: NearbyKeys,
    timeline: Timeline,
    whole: Span,
    looped: Option<Span>,
    position_secs: f64,
    speed: f64,
    is_playing: bool,
    news: News,
}

/// What the next tick has to tell of the position itself.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum News {
    /// Nothing: playback came there and told.
    Old,
    /// The markers.
    Markers,
    /// The states and the markers.
    All,
}

impl Player {
    /// So many loops of one tick are told one by one. If there are more, the first
    /// [`Looped`](EventKind::Looped) stands for all that are too many, so that a tick of a year does no more work
    /// than one of 16 loops, and the `times` still add up.
    pub const MAX_LOOPS: u64 = 16;

    /// A player at the start, paused, at speed 1, without a loop.
    ///
    /// Looks at every marker and every key of the boolean curves.
    pub fn new(sampler: impl Into<Arc<Sampler>>) -> Self {
        let sampler = sampler.into();
        let end_secs = sampler.recording().end_secs();
        Self {
            nearby: NearbyKeys::new(&sampler),
            timeline: Timeline::new(sampler.recording(), end_secs),
            whole: Span { from_secs: 0.0, to_secs: end_secs.into() },
            looped: None,
            position_secs: 0.0,
            speed: 1.0,
            is_playing: false,
            news: News::All,
            sampler,
        }
    }

    /// The sampler of what is played.
    pub const fn sampler(&self) -> &Arc<Sampler> {
        &self.sampler
    }

    /// Lets ticks move the position from now on.
    ///
    /// At the end it stays there: the next tick says once more that it was reached. To start over, [`stop`](Self::stop)
    /// first.
    pub const fn play(&mut self) {
        self.is_playing = true;
    }

    /// Lets ticks pass without effect from now on.
    pub const fn pause(&mut self) {
        self.is_playing = false;
    }

    /// Pauses and goes back to the start, as if new but for speed and loop.
    pub const fn stop(&mut self) {
        self.is_playing = false;
        self.position_secs = 0.0;
        self.news = News::All;
    }

    /// Goes to a position, the nearest there is; stays where it is if that is NaN. Plays on if it was playing.
    pub const fn seek(&mut self, position_secs: f64) {
        if !position_secs.is_nan() {
            self.position_secs = clamp(position_secs, self.whole);
            self.news = News::Markers;
        }
    }

    /// Plays that many seconds of the recording in a second of the clock; backwards if negative, and nothing moves
    /// at 0. A number that is not finite changes nothing.
    pub const fn set_speed(&mut self, speed: f64) {
        if speed.is_finite() {
            self.speed = speed;
        }
    }

    /// Plays a part of the recording again and again, or none.
    ///
    /// The range is cut to the recording, so `0.0..=f64::INFINITY` is all of it. If nothing is left, or an end is
    /// NaN, there is no loop. Both ends are part of the loop. A position outside it is not moved: playback that
    /// comes into the loop stays in it, playback that moves away from it goes on to the end.
    pub fn set_loop(&mut self, range_secs: Option<RangeInclusive<f64>>) {
        self.looped = range_secs
            .map(|range| Span {
                from_secs: clamp(*range.start(), self.whole),
                to_secs: clamp(*range.end(), self.whole),
            })
            .filter(|span| span.from_secs < span.to_secs);
    }

    /// Moves the position by `dt_secs` times the speed if playing, and tells what happened.
    ///
    /// At an end, without a loop, it pauses. A time that runs backwards is as good as a negative speed. NaN counts
    /// as 0.
    pub fn tick(&mut self, dt_secs: f64) -> Vec<Event> {
        if !self.is_playing {
            return Vec::new();
        }
        let distance_secs = dt_secs * self.speed;
        let distance_secs = if distance_secs.is_nan() { 0.0 } else { distance_secs };
        // The longest distance there is, instead of an endless one.
        let distance_secs = distance_secs.clamp(f64::MIN, f64::MAX);
        let arrival = advance(self.position_secs, distance_secs, self.whole, self.looped);
        self.is_playing = !arrival.is_over;
        let is_forward = if distance_secs == 0.0 { self.speed >= 0.0 } else { distance_secs > 0.0 };
        self.go(arrival, is_forward)
    }

    /// Pauses, moves by so many frames of a rate, and tells what happened.
    ///
    /// Frames are where [`FrameTimes::of`](crate::FrameTimes::of) has them, and the end is one. From between two
    /// frames, a step leads to the next of them. Goes straight on through the ends of a loop and stops at those of
    /// the recording. A rate that is not a positive number moves nothing.
    pub fn step(&mut self, frames: i32, rate_hz: f32) -> Vec<Event> {
        /// Of a frame's length: this near to a frame is on it.
        const SLACK: f64 = 1e-3;
        self.is_playing = false;
        let rate_hz = f64::from(rate_hz);
        let here = Arrival { position_secs: self.position_secs, loops: 0, is_over: false };
        if frames == 0 || !(rate_hz > 0.0 && rate_hz.is_finite()) {
            return self.go(here, true);
        }
        let is_forward = frames > 0;
        let number = self.position_secs * rate_hz;
        let number = if is_forward { (number + SLACK).floor() } else { (number - SLACK).ceil() };
        let target_secs = (number + f64::from(frames)) / rate_hz;
        let Span { from_secs, to_secs } = self.whole;
        // The last frame and the end may be one moment and yet differ as `f64`.
        let arrival = if to_f32(target_secs) >= to_f32(to_secs) {
            Arrival { position_secs: to_secs, is_over: is_forward, ..here }
        } else if target_secs <= from_secs {
            Arrival { position_secs: from_secs, is_over: !is_forward, ..here }
        } else {
            Arrival { position_secs: target_secs, ..here }
        };
        self.go(arrival, is_forward)
    }

    /// Where playback is, in seconds.
    pub const fn position_secs(&self) -> f64 {
        self.position_secs
    }

    /// The last position there is, in seconds: the end of the recording.
    pub const fn end_secs(&self) -> f64 {
        self.whole.to_secs
    }

    /// Seconds of the recording in a second of the clock.
    pub const fn speed(&self) -> f64 {
        self.speed
    }

    /// The loop as it was cut to the recording.
    pub fn loop_secs(&self) -> Option<RangeInclusive<f64>> {
        self.looped.map(|span| span.from_secs..=span.to_secs)
    }

    /// Whether ticks move the position.
    pub const fn is_playing(&self) -> bool {
        self.is_playing
    }

    /// Which hands are tracked and which pinch at the position.
    pub fn states(&self) -> HandStates {
        self.timeline.states_at(to_f32(self.position_secs))
    }

    /// Everything at the position.
    pub fn frame(&mut self) -> Frame {
        self.nearby.frame_at(&self.sampler, to_f32(self.position_secs))
    }

    /// Goes to where a move led, and tells of the way.
    fn go(&mut self, arrival: Arrival, is_forward: bool) -> Vec<Event> {
        let mut events = Vec::new();
        let from_secs = to_f32(self.position_secs);
        let to_secs = to_f32(arrival.position_secs);
        let timeline = &self.timeline;

        if self.news == News::All {
            push_changes(
                from_secs,
                HandStates::default(),
                timeline.states_at(from_secs),
                &mut events,
            );
        }
        if self.news != News::Old {
            timeline.push_markers_at(from_secs, is_forward, &mut events);
        }

        let mut leg_from_secs = from_secs;
        if let Some(Span { from_secs, to_secs }) = self.looped.filter(|_| arrival.loops > 0) {
            let ends = [to_f32(from_secs), to_f32(to_secs)];
            let [entry_secs, exit_secs] = if is_forward { ends } else { [ends[1], ends[0]] };
            let told = arrival.loops.min(Self::MAX_LOOPS);
            for nth in 0..told {
                timeline.push_between(leg_from_secs, exit_secs, is_forward, &mut events);
                let times = if nth == 0 { arrival.loops - told + 1 } else { 1 };
                events.push(Event { time_secs: entry_secs, kind: EventKind::Looped { times } });
                let states = [exit_secs, entry_secs].map(|secs| timeline.states_at(secs));
                push_changes(entry_secs, states[0], states[1], &mut events);
                timeline.push_markers_at(entry_secs, is_forward, &mut events);
                leg_from_secs = entry_secs;
            }
        }
        timeline.push_between(leg_from_secs, to_secs, is_forward, &mut events);

        if arrival.is_over {
            let kind = if is_forward { EventKind::EndReached } else { EventKind::StartReached };
            events.push(Event { time_secs: to_secs, kind });
        }
        self.position_secs = arrival.position_secs;
        self.news = News::Old;
        events
    }
}

/// The nearest time inside a span, and 0 for −0. NaN stays NaN.
const fn clamp(time_secs: f64, span: Span) -> f64 {
    time_secs.clamp(span.from_secs, span.to_secs) + 0.0
}

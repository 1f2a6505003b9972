//! Playback of a recording with events.

mod clock;
mod event;
mod timeline;

use std::ops::RangeInclusive;
use std::sync::Arc;

pub use event::{Event, EventKind, HandStates};

use crate::sample::{Frame, NearbyKeys, Sampler};
use clock::{Arrival, PositionRange, advance};
use reenact_base::number::to_f32;
use timeline::{Timeline, push_changes};

/// Plays a recording by the caller's clock and reports events.
///
/// The position changes only by [`tick`](Self::tick) and [`step`](Self::step), so the same calls give the
/// same events on every machine. Each call returns all events since the previous one, in order and exactly
/// once, whether the time was covered in one tick or in a thousand.
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
/// Playback runs from 0 to [`end_secs`](Self::end_secs), as in MRTK. Keys before 0, which a ring buffer leaves,
/// are not played, and markers outside that range are never passed. The position is an `f64`, so summing up
/// ticks loses no accuracy; the sampled time is the nearest `f32`, as files store times.
///
/// # Events
///
/// Forwards, a tick from one time to another reports everything after the first, up to and including the second.
/// Backwards, it reports the markers before the first, down to and including the second. State changes are
/// reported as they look in the direction of playback: passing the begin of a pinch backwards ends the pinch.
/// Since a pinch is on at the time at which it begins, playback must move past that time to end it.
///
/// Events at one time have this order: pinches end, hands are lost, hands appear, pinches begin, each left before
/// right, then the markers in file order. Backwards, the markers come first, in reverse order, then the states in
/// the order above.
///
/// A new player has reported no hand. The first tick, however short, starts with the hands that are tracked at
/// 0 and the markers at 0; so does the first tick after [`stop`](Self::stop).
///
/// A [`seek`](Self::seek) reports nothing: what lies between is not passed, and a listener reads the
/// [`states`](Self::states) afterwards. The first tick after it starts with the markers at the new position.
///
/// A loop does report events: after [`Looped`](EventKind::Looped) come the state changes from one end of the loop to the other,
/// and the markers there. So at any time the states after the last seek (none after `new` and `stop`), updated by all events
/// since, equal the [`states`](Self::states) at the position.
///
/// They also equal the states of [`frame`](Self::frame), except for boolean curves that repeat, which MRTK never
/// writes. States of zero length, where two repetitions meet, give no event. If the keys of such a curve are
/// unsorted, all at one time, or would be unrolled to more than 65,536, playback clamps it at its ends.
#[derive(Debug, Clone)]
pub struct Player {
    sampler: Arc<Sampler>,
    nearby: NearbyKeys,
    timeline: Timeline,
    whole: PositionRange,
    looped: Option<PositionRange>,
    position_secs: f64,
    speed: f64,
    is_playing: bool,
    pending: PendingEvents,
}

/// Events at the current position that the next tick has to report.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum PendingEvents {
    /// None: they were reported when playback got there.
    None,
    /// Markers.
    Markers,
    /// Hand states and markers.
    All,
}

impl Player {
    /// Most loops of one tick that are reported one by one. If there are more, the first
    /// [`Looped`](EventKind::Looped) counts all excess ones. So a tick of a year costs no more than one of 16
    /// loops, and the `times` still add up.
    pub const MAX_LOOPS: u64 = 16;

    /// Creates a player at the start, paused, at speed 1, without a loop.
    ///
    /// Reads every marker and every key of the boolean curves.
    pub fn new(sampler: impl Into<Arc<Sampler>>) -> Self {
        let sampler = sampler.into();
        let end_secs = sampler.recording().end_secs();
        Self {
            nearby: NearbyKeys::new(&sampler),
            timeline: Timeline::new(sampler.recording(), end_secs),
            whole: PositionRange { from_secs: 0.0, to_secs: end_secs.into() },
            looped: None,
            position_secs: 0.0,
            speed: 1.0,
            is_playing: false,
            pending: PendingEvents::All,
            sampler,
        }
    }

    /// Sampler of the recording.
    pub const fn sampler(&self) -> &Arc<Sampler> {
        &self.sampler
    }

    /// Starts playback: from now on ticks move the position.
    ///
    /// At the end of the recording the position stays there, and the next tick reports the end again. To
    /// start over, call [`stop`](Self::stop) first.
    pub const fn play(&mut self) {
        self.is_playing = true;
    }

    /// Pauses playback: from now on ticks have no effect.
    pub const fn pause(&mut self) {
        self.is_playing = false;
    }

    /// Pauses and returns to the start, like a new player with the same speed and loop.
    pub const fn stop(&mut self) {
        self.is_playing = false;
        self.position_secs = 0.0;
        self.pending = PendingEvents::All;
    }

    /// Moves to the nearest valid position without events. NaN is ignored. Playback continues if it was
    /// playing.
    pub const fn seek(&mut self, position_secs: f64) {
        if !position_secs.is_nan() {
            self.position_secs = clamp(position_secs, self.whole);
            self.pending = PendingEvents::Markers;
        }
    }

    /// Sets the speed in seconds of the recording per second of the clock; negative plays backwards, 0 stands
    /// still. A speed that is not finite is ignored.
    pub const fn set_speed(&mut self, speed: f64) {
        if speed.is_finite() {
            self.speed = speed;
        }
    }

    /// Sets or removes the loop.
    ///
    /// The range is clipped to the recording, so `0.0..=f64::INFINITY` loops over all of it. If the clipped
    /// range is empty, or an end is NaN, there is no loop. Both ends are part of the loop. The position does
    /// not change: playback that enters the loop stays in it, playback that moves away from it continues to
    /// the end.
    pub fn set_loop(&mut self, range_secs: Option<RangeInclusive<f64>>) {
        self.looped = range_secs
            .map(|range| PositionRange {
                from_secs: clamp(*range.start(), self.whole),
                to_secs: clamp(*range.end(), self.whole),
            })
            .filter(|span| span.from_secs < span.to_secs);
    }

    /// Advances the position by `dt_secs` times the speed if playing, and returns the events.
    ///
    /// Pauses at the ends of the recording, unless there is a loop. A negative time has the effect of a
    /// negative speed. NaN counts as 0.
    pub fn tick(&mut self, dt_secs: f64) -> Vec<Event> {
        if !self.is_playing {
            return Vec::new();
        }
        let distance_secs = dt_secs * self.speed;
        let distance_secs = if distance_secs.is_nan() { 0.0 } else { distance_secs };
        // Largest finite distance instead of an infinite one.
        let distance_secs = distance_secs.clamp(f64::MIN, f64::MAX);
        let arrival = advance(self.position_secs, distance_secs, self.whole, self.looped);
        self.is_playing = !arrival.is_over;
        let is_forward = if distance_secs == 0.0 { self.speed >= 0.0 } else { distance_secs > 0.0 };
        self.go(arrival, is_forward)
    }

    /// Pauses, moves by a number of frames at a sample rate, and returns the events.
    ///
    /// Frames are at the times of [`FrameTimes::of`](crate::FrameTimes::of), and the end counts as a frame.
    /// From between two frames, a step moves to the next one. Ignores the loop, and stops at the ends of the
    /// recording. A rate that is not a positive number moves nothing.
    pub fn step(&mut self, frames: i32, rate_hz: f32) -> Vec<Event> {
        /// Tolerance in frames: a position this near to a frame is on it.
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
        let PositionRange { from_secs, to_secs } = self.whole;
        // The last frame and the end can be equal as `f32` and differ as `f64`.
        let arrival = if to_f32(target_secs) >= to_f32(to_secs) {
            Arrival { position_secs: to_secs, is_over: is_forward, ..here }
        } else if target_secs <= from_secs {
            Arrival { position_secs: from_secs, is_over: !is_forward, ..here }
        } else {
            Arrival { position_secs: target_secs, ..here }
        };
        self.go(arrival, is_forward)
    }

    /// Playback position in seconds.
    pub const fn position_secs(&self) -> f64 {
        self.position_secs
    }

    /// End of the recording in seconds, the last position.
    pub const fn end_secs(&self) -> f64 {
        self.whole.to_secs
    }

    /// Speed in seconds of the recording per second of the clock.
    pub const fn speed(&self) -> f64 {
        self.speed
    }

    /// Loop, clipped to the recording.
    pub fn loop_secs(&self) -> Option<RangeInclusive<f64>> {
        self.looped.map(|span| span.from_secs..=span.to_secs)
    }

    /// Whether ticks move the position.
    pub const fn is_playing(&self) -> bool {
        self.is_playing
    }

    /// Hand states at the position.
    pub fn states(&self) -> HandStates {
        self.timeline.states_at(to_f32(self.position_secs))
    }

    /// Samples the frame at the position.
    pub fn frame(&mut self) -> Frame {
        self.nearby.frame_at(&self.sampler, to_f32(self.position_secs))
    }

    /// Moves to the new position and collects the events on the way.
    fn go(&mut self, arrival: Arrival, is_forward: bool) -> Vec<Event> {
        let mut events = Vec::new();
        let from_secs = to_f32(self.position_secs);
        let to_secs = to_f32(arrival.position_secs);
        let timeline = &self.timeline;

        if self.pending == PendingEvents::All {
            push_changes(
                from_secs,
                HandStates::default(),
                timeline.states_at(from_secs),
                &mut events,
            );
        }
        if self.pending != PendingEvents::None {
            timeline.push_markers_at(from_secs, is_forward, &mut events);
        }

        let mut leg_from_secs = from_secs;
        if let Some(PositionRange { from_secs, to_secs }) =
            self.looped.filter(|_| arrival.loops > 0)
        {
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
        self.pending = PendingEvents::None;
        events
    }
}

/// Clamps a time to a span and turns −0 into 0. NaN stays NaN.
const fn clamp(time_secs: f64, span: PositionRange) -> f64 {
    time_secs.clamp(span.from_secs, span.to_secs) + 0.0
}

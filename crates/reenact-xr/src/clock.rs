//! Time: of the session, of frames, and of the recording.

use reenact::Recording;
use reenact_base::number::{to_f32, to_u64};

/// Behaviour at the end of the recording.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Hash)]
pub enum End {
    /// The session asks the application to exit; poses are held meanwhile.
    #[default]
    Exit,
    /// The last poses are held.
    Hold,
    /// It starts again.
    Loop,
    /// Head, hands and gaze are not tracked any more.
    Lose,
}

reenact::named!(End, "end of playback": Exit = "exit", Hold = "hold", Loop = "loop", Lose = "lose");

/// How the time of the session passes.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Timing {
    /// As the monotonic clock of the system does.
    Real,
    /// By one step with each frame that the application waits for, without sleeping. Runs are reproducible, and as fast as the
    /// application.
    Steps {
        /// Nanoseconds of the recording from one frame to the next.
        step_nanos: i64,
    },
}

/// A position in the recording.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Position {
    /// Time of the recording in seconds.
    pub time_secs: f32,
    /// The recording is over, and [`End`] says what that means. Never with [`End::Loop`].
    pub is_over: bool,
}

/// Maps time since the session began to time of the recording.
///
/// A position is a function of the time alone: it does not matter in which order times are asked for, or whether there are frames.
///
/// ```
/// use reenact_xr::{Clock, End};
///
/// let clock = Clock { from_secs: 1.0, to_secs: 3.0, speed: 0.5, end: End::Hold };
/// assert_eq!(clock.position(2_000_000_000).time_secs, 2.0);
/// assert!(clock.position(5_000_000_000).is_over);
/// ```
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Clock {
    /// Start of playback.
    pub from_secs: f64,
    /// End of playback; not before the start.
    pub to_secs: f64,
    /// Seconds of the recording in a second of the session.
    pub speed: f64,
    /// Behaviour at the end.
    pub end: End,
}

const NANOS: f64 = 1e9;

impl Clock {
    /// All of a recording from 0 on, at its own speed.
    pub fn new(recording: &Recording) -> Self {
        Self {
            from_secs: 0.0,
            to_secs: recording.end_secs().into(),
            speed: 1.0,
            end: End::default(),
        }
    }

    /// Elapsed time at which playback reaches a time of the recording for the first time; `None` outside of what is played.
    pub fn elapsed_nanos(&self, time_secs: f64) -> Option<i64> {
        let is_played = (self.from_secs..=self.to_secs).contains(&time_secs);
        let nanos = (time_secs - self.from_secs) / self.speed * NANOS;
        let nanos = i64::try_from(to_u64(nanos.floor())).unwrap_or(i64::MAX);
        // Not after that time, not even by the last bit: it may be the end.
        let is_later = self.from_secs + nanos_to_secs(nanos) * self.speed > time_secs;
        is_played.then_some(if is_later { nanos - 1 } else { nanos })
    }

    /// Playback position at a time after the start of the session, in nanoseconds.
    pub fn position(&self, elapsed_nanos: i64) -> Position {
        let Self { from_secs, to_secs, speed, end } = *self;
        let elapsed_secs = nanos_to_secs(elapsed_nanos) * speed;
        let length_secs = to_secs - from_secs;
        if end == End::Loop {
            // A whole number of loops leads to the start.
            let into_secs =
                if length_secs > 0.0 { elapsed_secs.rem_euclid(length_secs) } else { 0.0 };
            return Position { time_secs: to_f32(from_secs + into_secs), is_over: false };
        }
        let time_secs = (from_secs + elapsed_secs).max(from_secs);
        Position { time_secs: to_f32(time_secs.min(to_secs)), is_over: time_secs > to_secs }
    }
}

/// Nanoseconds as seconds.
#[expect(
    clippy::as_conversions,
    clippy::cast_precision_loss,
    reason = "nanoseconds of 100 days are below 2⁵³"
)]
pub(crate) fn nanos_to_secs(nanos: i64) -> f64 {
    nanos as f64 / NANOS
}

/// The times of frames.
#[derive(Debug, Clone, Copy)]
pub struct Pacing {
    timing: Timing,
    /// Display time of the last frame.
    displayed_nanos: Option<i64>,
}

impl Pacing {
    /// Nanoseconds from one frame to the next in real time: 90 Hz.
    pub const PERIOD_NANOS: i64 = 11_111_111;

    /// The time of the first frame where steps are fixed. Any time but 0, which is not valid in OpenXR.
    pub const FIRST_NANOS: i64 = 1_000_000_000;

    /// No frame yet.
    pub const fn new(timing: Timing) -> Self {
        Self { timing, displayed_nanos: None }
    }

    /// Nanoseconds from one frame to the next.
    pub const fn period_nanos(&self) -> i64 {
        match self.timing {
            Timing::Real => Self::PERIOD_NANOS,
            Timing::Steps { step_nanos } => step_nanos,
        }
    }

    /// The session's time now, where the system's clock is at `real_nanos`.
    ///
    /// With fixed steps that is the time of the last frame.
    pub fn now_nanos(&self, real_nanos: i64) -> i64 {
        match self.timing {
            Timing::Real => real_nanos,
            Timing::Steps { .. } => self.displayed_nanos.unwrap_or(Self::FIRST_NANOS),
        }
    }

    /// The first time at which a session that begins now has a frame or an input.
    pub fn upcoming_nanos(&self, real_nanos: i64) -> i64 {
        match (self.timing, self.displayed_nanos) {
            (Timing::Real, _) => real_nanos,
            (Timing::Steps { step_nanos }, Some(last)) => last.saturating_add(step_nanos),
            (Timing::Steps { .. }, None) => Self::FIRST_NANOS,
        }
    }

    /// Whether steps are fixed.
    pub const fn is_stepped(&self) -> bool {
        matches!(self.timing, Timing::Steps { .. })
    }

    /// The display time of the next frame, and how long to sleep before it is returned.
    ///
    /// In real time, frames are displayed at multiples of the period, at least one period from now, and no two at the same.
    pub fn next_frame(&mut self, real_nanos: i64) -> (i64, i64) {
        let period = self.period_nanos();
        match self.timing {
            Timing::Real => {
                let earliest = (real_nanos / period + 2).saturating_mul(period);
                let next = match self.displayed_nanos {
                    Some(last) => earliest.max(last.saturating_add(period)),
                    None => earliest,
                };
                self.displayed_nanos = Some(next);
                // An application gets up to two periods for a frame.
                let wake = next.saturating_sub(2 * period);
                (next, wake.saturating_sub(real_nanos).max(0))
            }
            Timing::Steps { .. } => {
                let next = match self.displayed_nanos {
                    Some(last) => last.saturating_add(period),
                    None => Self::FIRST_NANOS,
                };
                self.displayed_nanos = Some(next);
                (next, 0)
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    const CLOCK: Clock = Clock { from_secs: 1.0, to_secs: 3.0, speed: 1.0, end: End::Hold };

    fn at(clock: &Clock, secs: f64) -> (f32, bool) {
        let nanos = reenact_base::number::to_u64(secs * NANOS).try_into().unwrap();
        let Position { time_secs, is_over } = clock.position(nanos);
        (time_secs, is_over)
    }

    #[test]
    fn the_end_is_part_of_the_recording_and_held() {
        assert_eq!(at(&CLOCK, 0.0), (1.0, false));
        assert_eq!(at(&CLOCK, 2.0), (3.0, false));
        assert_eq!(at(&CLOCK, 2.5), (3.0, true));
        assert_eq!(CLOCK.position(i64::MIN), Position { time_secs: 1.0, is_over: false });
    }

    #[test]
    fn a_loop_goes_round() {
        let clock = Clock { end: End::Loop, speed: 2.0, ..CLOCK };
        assert_eq!(at(&clock, 0.5), (2.0, false));
        assert_eq!(at(&clock, 1.0), (1.0, false));
        assert_eq!(at(&clock, 1.25), (1.5, false));
        let still = Clock { to_secs: 1.0, end: End::Loop, ..CLOCK };
        assert_eq!(at(&still, 9.0), (1.0, false));
    }

    #[test]
    fn fixed_steps_neither_sleep_nor_look_at_the_clock() {
        let mut pacing = Pacing::new(Timing::Steps { step_nanos: 20_000_000 });
        assert_eq!(pacing.now_nanos(77), Pacing::FIRST_NANOS);
        for n in 0..5 {
            let time = Pacing::FIRST_NANOS + n * 20_000_000;
            assert_eq!(pacing.next_frame(n * 7_777_777), (time, 0));
            assert_eq!(pacing.now_nanos(77), time);
        }
    }

    proptest! {
        #[test]
        fn a_time_is_reached_and_not_passed(
            from_secs in 0.0..10.0, into_secs in 0.0..10.0, speed in 1e-3..1e3,
        ) {
            let to_secs = from_secs + into_secs;
            let clock = Clock { from_secs, to_secs, speed, end: End::Exit };
            let Position { time_secs, is_over } = clock.position(clock.elapsed_nanos(to_secs).unwrap());
            prop_assert!(!is_over && (f64::from(time_secs) - to_secs).abs() < 2e-6);
            prop_assert_eq!(clock.elapsed_nanos(to_secs + 1.0), None);
        }

        #[test]
        fn a_position_is_inside_the_range(
            elapsed_nanos: i64, speed in 1e-3..1e3, from_secs in 0.0..10.0, length_secs in 0.0..10.0,
            end in proptest::sample::select(End::ALL.to_vec()),
        ) {
            let clock = Clock { from_secs, to_secs: from_secs + length_secs, speed, end };
            let time_secs = f64::from(clock.position(elapsed_nanos).time_secs);
            let slack_secs = 1e-6;
            prop_assert!(time_secs >= from_secs - slack_secs);
            prop_assert!(time_secs <= clock.to_secs + slack_secs);
        }

        #[test]
        fn real_frames_come_in_order_and_are_not_displayed_in_the_past(
            waits in proptest::collection::vec(0_i64..50_000_000, 1..50),
        ) {
            let mut pacing = Pacing::new(Timing::Real);
            let (mut now, mut last) = (123_456_789, 0);
            for wait in waits {
                now += wait;
                let (displayed, sleep) = pacing.next_frame(now);
                prop_assert!(displayed > now && displayed >= last + Pacing::PERIOD_NANOS);
                prop_assert_eq!(displayed % Pacing::PERIOD_NANOS, 0);
                now += sleep;
                prop_assert!(displayed - now <= 2 * Pacing::PERIOD_NANOS);
                last = displayed;
            }
        }
    }
}

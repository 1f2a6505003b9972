//! Playback position over the time of the session, with pauses and jumps.

use std::collections::VecDeque;

use reenact::Recording;

use crate::clock::{Clock, End};

/// A command for a running playback, as text: one line of the control socket.
#[derive(Debug, Clone, PartialEq)]
pub enum PlaybackCommand {
    /// `play`: continues.
    Play,
    /// `pause`: holds the poses; frames go on.
    Pause,
    /// `seek TIME`: jumps, and stays paused or playing.
    Seek(f64),
    /// `until TIME`: plays until then, and pauses there.
    Until(f64),
    /// `status`: changes nothing.
    Status,
    /// `exit`: asks the application to exit.
    Exit,
}

impl PlaybackCommand {
    /// Parses a command. Times are seconds of the recording, or names of its markers.
    pub fn parse(line: &str, recording: &Recording) -> Result<Self, String> {
        let line = line.trim();
        let (name, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
        let time = || time_of(recording, rest.trim());
        match (name, rest.is_empty()) {
            ("play", true) => Ok(Self::Play),
            ("pause", true) => Ok(Self::Pause),
            ("status", true) => Ok(Self::Status),
            ("exit", true) => Ok(Self::Exit),
            ("seek", false) => Ok(Self::Seek(time()?)),
            ("until", false) => Ok(Self::Until(time()?)),
            _ => Err(format!(
                "no such command: {line:?} (play, pause, seek TIME, until TIME, status, exit)"
            )),
        }
    }
}

/// A time in seconds, or that of the first marker of this name.
pub fn time_of(recording: &Recording, text: &str) -> Result<f64, String> {
    if let Ok(secs) = text.parse::<f64>()
        && secs.is_finite()
    {
        return Ok(secs);
    }
    let named: Vec<_> = recording.markers().collect();
    if let Some(marker) = named.iter().find(|marker| marker.name == text) {
        return Ok(marker.time_secs.into());
    }
    let names = named.iter().map(|marker| marker.name.to_string());
    let error = reenact::NoSuchName::new("marker", text, names);
    Err(format!("not a number of seconds, and {error}"))
}

/// From one command to the next.
#[derive(Debug, Clone, Copy, PartialEq)]
struct Piece {
    since_nanos: i64,
    elapsed_nanos: i64,
    is_paused: bool,
    /// Where it stops.
    until_nanos: i64,
}

impl Piece {
    fn elapsed_nanos(&self, time_nanos: i64) -> i64 {
        if self.is_paused {
            return self.elapsed_nanos;
        }
        let since = time_nanos.saturating_sub(self.since_nanos);
        self.elapsed_nanos.saturating_add(since).min(self.until_nanos)
    }
}

/// Maps the time of a session to the elapsed playback time that a [`Clock`] takes.
///
/// A time before a command maps as it did before the command, so that an application gets the same poses for the same time.
///
/// ```
/// use reenact_xr::Playhead;
///
/// let mut playhead = Playhead::new(false);
/// playhead.start(100);
/// playhead.pause(150);
/// playhead.play(170);
/// assert_eq!([120, 160, 180].map(|time| playhead.elapsed_nanos(time)), [20, 50, 60]);
/// ```
#[derive(Debug, Clone)]
pub struct Playhead {
    is_started: bool,
    /// Oldest first, never empty.
    pieces: VecDeque<Piece>,
}

/// Most commands that are remembered.
const MOST: usize = 64;

impl Playhead {
    /// At the start, and not running yet.
    pub fn new(is_paused: bool) -> Self {
        let first = Piece { since_nanos: 0, elapsed_nanos: 0, is_paused, until_nanos: i64::MAX };
        Self { is_started: false, pieces: VecDeque::from([first]) }
    }

    fn last(&self) -> Piece {
        let nothing =
            Piece { since_nanos: 0, elapsed_nanos: 0, is_paused: false, until_nanos: i64::MAX };
        self.pieces.back().copied().unwrap_or(nothing)
    }

    /// Starts to run, the first time that it is called.
    pub fn start(&mut self, now_nanos: i64) {
        if !self.is_started {
            self.is_started = true;
            let first = Piece { since_nanos: now_nanos, ..self.last() };
            self.pieces = VecDeque::from([first]);
        }
    }

    /// Playback time elapsed at a time of the session. Before the start, as at the start.
    pub fn elapsed_nanos(&self, time_nanos: i64) -> i64 {
        if !self.is_started {
            return self.last().elapsed_nanos;
        }
        let found = self.pieces.iter().rev().find(|piece| piece.since_nanos <= time_nanos);
        found.or(self.pieces.front()).map_or(0, |piece| piece.elapsed_nanos(time_nanos))
    }

    fn push(&mut self, now_nanos: i64, piece: Piece) {
        if !self.is_started {
            self.pieces.clear();
        }
        self.pieces.push_back(Piece { since_nanos: now_nanos, ..piece });
        if self.pieces.len() > MOST {
            self.pieces.pop_front();
        }
    }

    /// Continues.
    pub fn play(&mut self, now_nanos: i64) {
        let elapsed_nanos = self.elapsed_nanos(now_nanos);
        let piece = Piece { elapsed_nanos, is_paused: false, until_nanos: i64::MAX, ..self.last() };
        self.push(now_nanos, piece);
    }

    /// Stays where it is.
    pub fn pause(&mut self, now_nanos: i64) {
        let elapsed_nanos = self.elapsed_nanos(now_nanos);
        self.push(now_nanos, Piece { elapsed_nanos, is_paused: true, ..self.last() });
    }

    /// Jumps.
    pub fn seek(&mut self, now_nanos: i64, elapsed_nanos: i64) {
        let is_paused = self.is_paused(now_nanos);
        self.push(
            now_nanos,
            Piece { elapsed_nanos, is_paused, until_nanos: i64::MAX, ..self.last() },
        );
    }

    /// Plays until an elapsed time, and pauses there.
    pub fn play_until(&mut self, now_nanos: i64, until_nanos: i64) {
        let elapsed_nanos = self.elapsed_nanos(now_nanos);
        self.push(now_nanos, Piece { elapsed_nanos, is_paused: false, until_nanos, ..self.last() });
    }

    /// Whether it is paused, or has arrived where it was told to play to.
    pub fn is_paused(&self, now_nanos: i64) -> bool {
        let last = self.last();
        last.is_paused || (self.is_started && last.elapsed_nanos(now_nanos) >= last.until_nanos)
    }

    /// Executes a command that is about the position; the others change nothing.
    pub fn execute(
        &mut self,
        command: &PlaybackCommand,
        clock: &Clock,
        now_nanos: i64,
    ) -> Result<(), String> {
        let elapsed = |time_secs: f64| {
            clock.elapsed_nanos(time_secs).ok_or_else(|| {
                let Clock { from_secs, to_secs, .. } = *clock;
                format!(
                    "{time_secs} s is not between {from_secs} s and {to_secs} s, which are played"
                )
            })
        };
        match *command {
            PlaybackCommand::Play => self.play(now_nanos),
            PlaybackCommand::Pause => self.pause(now_nanos),
            PlaybackCommand::Seek(time_secs) => self.seek(now_nanos, elapsed(time_secs)?),
            PlaybackCommand::Until(time_secs) => {
                let mut until_nanos = elapsed(time_secs)?;
                let now_elapsed = self.elapsed_nanos(now_nanos);
                if until_nanos < now_elapsed {
                    let loop_nanos = clock.elapsed_nanos(clock.to_secs).unwrap_or(0);
                    if clock.end != End::Loop || loop_nanos <= 0 {
                        return Err(format!(
                            "{time_secs} s is in the past: seek to an earlier time first"
                        ));
                    }
                    let behind = now_elapsed.saturating_sub(until_nanos);
                    let loops = behind.saturating_add(loop_nanos - 1) / loop_nanos;
                    until_nanos = until_nanos.saturating_add(loops.saturating_mul(loop_nanos));
                }
                self.play_until(now_nanos, until_nanos);
            }
            PlaybackCommand::Status | PlaybackCommand::Exit => {}
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    const CLOCK: Clock = Clock { from_secs: 1.0, to_secs: 3.0, speed: 2.0, end: End::Hold };

    #[test]
    fn commands_are_parsed_and_wrong_ones_explained() {
        let recording = reenact_make::demo();
        let marker = recording.markers().next().unwrap();
        let parse = |line: &str| PlaybackCommand::parse(line, &recording);
        assert_eq!(parse(" pause\n"), Ok(PlaybackCommand::Pause));
        assert_eq!(parse("seek 1.5"), Ok(PlaybackCommand::Seek(1.5)));
        let until = format!("until {}", marker.name);
        assert_eq!(parse(&until), Ok(PlaybackCommand::Until(marker.time_secs.into())));
        for wrong in ["", "seek", "play 3", "until nothing", "seek inf"] {
            assert!(parse(wrong).is_err(), "{wrong}");
        }
    }

    #[test]
    fn it_plays_until_a_time_and_stays_there() {
        let mut playhead = Playhead::new(true);
        playhead.start(50);
        assert_eq!(playhead.elapsed_nanos(1_000), 0);
        playhead.execute(&PlaybackCommand::Until(2.0), &CLOCK, 1_000).unwrap();
        assert!(!playhead.is_paused(1_000));
        assert_eq!(playhead.elapsed_nanos(1_600), 600);
        let there = 1_000 + 500_000_000;
        assert!(playhead.is_paused(there));
        assert_eq!(playhead.elapsed_nanos(there + 99), 500_000_000);
        assert_eq!(CLOCK.position(playhead.elapsed_nanos(there + 99)).time_secs, 2.0);
        let past = playhead.execute(&PlaybackCommand::Until(1.0), &CLOCK, there);
        assert_eq!(past, Err("1 s is in the past: seek to an earlier time first".to_owned()));
        playhead.execute(&PlaybackCommand::Seek(1.5), &CLOCK, there).unwrap();
        assert_eq!(playhead.elapsed_nanos(there + 7), 250_000_000, "still paused");
        playhead.play(there + 10);
        assert_eq!(playhead.elapsed_nanos(there + 17), 250_000_007);
        assert!(playhead.execute(&PlaybackCommand::Seek(0.5), &CLOCK, there).is_err());
    }

    #[test]
    fn in_a_loop_a_time_that_is_over_comes_again() {
        let clock = Clock { end: End::Loop, speed: 1.0, ..CLOCK };
        let mut playhead = Playhead::new(false);
        playhead.start(0);
        let now = 5_500_000_000;
        playhead.execute(&PlaybackCommand::Until(2.0), &clock, now).unwrap();
        assert_eq!(playhead.elapsed_nanos(i64::MAX), 7_000_000_000);
        assert_eq!(clock.position(7_000_000_000).time_secs, 2.0);
    }

    #[test]
    fn commands_before_the_start_count_from_it() {
        let mut playhead = Playhead::new(false);
        playhead.seek(3, 400);
        assert_eq!(playhead.elapsed_nanos(10), 400);
        playhead.start(1_000);
        assert_eq!(playhead.elapsed_nanos(1_005), 405);
    }

    proptest! {
        #[test]
        fn a_command_does_not_change_the_past(
            commands in proptest::collection::vec((0_u8..4, 1_i64..1_000, 0_i64..5_000), 1..40),
        ) {
            let mut playhead = Playhead::new(false);
            playhead.start(0);
            let mut now = 0;
            for (command, wait, elapsed) in commands {
                now += wait;
                let earlier: Vec<_> = (0..now).step_by(97).map(|time| playhead.elapsed_nanos(time)).collect();
                match command {
                    0 => playhead.play(now),
                    1 => playhead.pause(now),
                    2 => playhead.seek(now, elapsed),
                    _ => playhead.play_until(now, elapsed.max(playhead.elapsed_nanos(now))),
                }
                let after: Vec<_> = (0..now).step_by(97).map(|time| playhead.elapsed_nanos(time)).collect();
                prop_assert_eq!(earlier, after);
            }
        }
    }
}

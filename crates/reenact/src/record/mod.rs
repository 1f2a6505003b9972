//! Recording of frames as they arrive.

mod build;
mod gate;
mod journal;
mod options;
mod signs;
mod window;

use std::collections::VecDeque;

pub use journal::{JournalContents, JournalWriter, may_be_journal, read_journal};
pub use options::{Keep, RecordOptions};
pub use signs::Signs;

use build::PendingMarker;
use gate::Gate;
use window::FrameBuffer;

use crate::curve::Tracks;
use crate::error::{Error, ErrorKind, Result};
use crate::recording::Recording;
use crate::sample::Frame;

/// Builds a recording from frames: from all of them, or from those of the last seconds.
///
/// Works like MRTK's recording service: accepts frames as they arrive, limits their rate, drops frames older
/// than its ring buffer holds, and returns a recording at any time without stopping.
///
/// frames at 0, 1/60, 2/60 … s → a recording with a key for each frame in each curve that has data
///
/// ```
/// use reenact::{RecordOutcome, Frame, Pose, RecordOptions, Recorder};
///
/// let mut recorder = Recorder::new(RecordOptions::default())?; // the last 30 s, at most 60 Hz
/// for n in 0..=90_u8 {
///     let camera = Some(Pose::IDENTITY);
///     let frame = Frame { time_secs: f32::from(n) / 90.0, camera, left: None, right: None, gaze: None };
///     recorder.record(&frame);
/// }
/// recorder.mark("done")?;
/// let recording = recorder.finish();
/// assert_eq!(recording.duration_secs(), 1.0);
/// assert_eq!(recording.curve_named("camera.position.x").unwrap().len(), 61);
/// assert_eq!(recording.markers().next().unwrap().time_secs, 1.0);
/// # Ok::<(), reenact::Error>(())
/// ```
///
/// **Times** of the result start at 0 with the first kept frame. Frames must arrive in order: one that is not later
/// than the previous one (after rounding to the `f32` times of a file), or whose time is not finite, is
/// [refused](RecordOutcome::Refused) and [counted](Self::dropped_frames), and nothing else happens.
///
/// **Values** are stored bit for bit, whether they change or not. Joints get keys only while their hand is tracked,
/// so a lost hand leaves a gap. Data that a frame does not have gets no key. Neither does a pose at the origin
/// with an all-zero rotation, or an all-zero ray: in [`Mode::Mrtk`](crate::Mode::Mrtk) these mean that there are
/// no keys. Tracked and pinching get a key at the start and at each change; a hand that is `None` is neither.
///
/// **Tracks** of the result are the requested ones that any frame had since the start or the last
/// [`discard`](Self::discard). Version 1.0 always has camera and hands and never gaze.
///
/// **Memory**: 4 bytes per value and 16 per frame, and up to twice that as the buffers grow: about the size of the
/// file with 8-byte keys. With [`Keep::LastSecs`] it stops growing once the buffer is full. Recording a frame takes
/// constant time; building a recording takes time in proportion to the kept frames.
#[derive(Debug, Clone)]
pub struct Recorder {
    options: RecordOptions,
    /// Requested tracks that the form can hold.
    wanted: Tracks,
    /// Tracks that any frame had.
    seen: Tracks,
    gate: Option<Gate>,
    window: FrameBuffer,
    markers: VecDeque<PendingMarker>,
    is_paused: bool,
    /// The next frame is the first one after a pause that is cut out.
    is_cut: bool,
    /// Offset added to frame times for the pauses that were cut out.
    shift_secs: f64,
    /// Shifted time of the last frame in order, whether kept or over the rate.
    last_secs: Option<f64>,
    dropped_frames: u64,
}

/// Whether [`Recorder::record`] kept a frame, and if not, why.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum RecordOutcome {
    /// The frame is part of the recording.
    Kept,
    /// The frame arrived before the next one was due at [`RecordOptions::max_rate_hz`].
    OverRate,
    /// The frame arrived while the recorder was paused.
    Paused,
    /// The time of the frame is not finite, or not later than that of the previous frame.
    Refused,
    /// The recording has as many frames as a file can count.
    Full,
}

crate::named!(
    RecordOutcome, "record outcome":
    Kept = "kept",
    OverRate = "over-rate",
    Paused = "paused",
    Refused = "refused",
    Full = "full",
);

/// A file stores the number of keys and markers as `i32`.
const MAX_COUNT: usize = 0x7fff_ffff;

impl Recorder {
    /// Creates an empty recorder.
    ///
    /// Fails if the rate is not a positive number, or the length of the buffer is negative or not finite.
    pub fn new(options: RecordOptions) -> Result<Self> {
        match options.wrong_number() {
            None => Ok(Self::with_valid(options)),
            Some(given) => Err(Error::new(ErrorKind::NoSuchTimes { given })),
        }
    }

    fn with_valid(options: RecordOptions) -> Self {
        let has_gaze = options.form.version.is_1_1();
        Self {
            options,
            wanted: Tracks { gaze: options.tracks.gaze && has_gaze, ..options.tracks },
            seen: Tracks::NONE,
            gate: options.max_rate_hz.map(|rate_hz| Gate::new(f64::from(rate_hz))),
            window: FrameBuffer::default(),
            markers: VecDeque::new(),
            is_paused: false,
            is_cut: false,
            shift_secs: 0.0,
            last_secs: None,
            dropped_frames: 0,
        }
    }

    /// Options of the recorder.
    pub const fn options(&self) -> &RecordOptions {
        &self.options
    }

    /// Records a frame.
    pub fn record(&mut self, frame: &Frame) -> RecordOutcome {
        self.record_at(f64::from(frame.time_secs), frame)
    }

    /// Records a frame at a given time instead of the frame's own.
    ///
    /// For clocks that run for hours: after the first, the resolution of `f32` is too low to space 90 Hz
    /// frames evenly.
    pub fn record_at(&mut self, time_secs: f64, frame: &Frame) -> RecordOutcome {
        if self.is_paused {
            return RecordOutcome::Paused;
        }
        let shift_secs = match self.window.last_secs() {
            Some(last) if self.is_cut => last + self.options.step_secs() - time_secs,
            _ => self.shift_secs,
        };
        let now_secs = time_secs + shift_secs;
        if !self.is_in_order(now_secs) {
            self.dropped_frames += 1;
            return RecordOutcome::Refused;
        }
        let is_first = self.last_secs.replace(now_secs).is_none();
        self.shift_secs = shift_secs;
        self.is_cut = false;
        if self.gate.as_mut().is_some_and(|gate| !gate.admits(now_secs)) {
            return RecordOutcome::OverRate;
        }
        if let Keep::LastSecs(secs) = self.options.keep {
            self.window.forget_before(now_secs - f64::from(secs));
        }
        if self.window.len() >= MAX_COUNT {
            return RecordOutcome::Full;
        }
        if is_first {
            // Markers that were set before the first frame get its time.
            self.markers.iter_mut().for_each(|marker| marker.time_secs = now_secs);
        }
        self.window.push(now_secs, frame, self.wanted);
        self.seen.camera |= self.wanted.camera && frame.camera.is_some();
        self.seen.hands |= self.wanted.hands && (frame.left.is_some() || frame.right.is_some());
        self.seen.gaze |= self.wanted.gaze && frame.gaze.is_some();
        let start_secs = self.window.start_secs();
        while self.markers.front().is_some_and(|marker| marker.time_secs < start_secs) {
            self.markers.pop_front();
        }
        RecordOutcome::Kept
    }

    /// Whether the time is finite and later than the previous frame's, after rounding to `f32`.
    fn is_in_order(&self, now_secs: f64) -> bool {
        let since_start = |secs| build::since(self.window.start_secs(), secs);
        match self.last_secs {
            None => now_secs.is_finite(),
            Some(last) => {
                let now = since_start(now_secs);
                now.is_finite() && now > since_start(last)
            }
        }
    }

    /// Ignores frames until [`resume`](Self::resume).
    ///
    /// The pause is [cut out](RecordOptions::cut_pauses): the first frame after it follows the last one
    /// before it by one frame at the rate (1/60 s without a rate limit), even if the clock was restarted.
    pub const fn pause(&mut self) {
        self.is_paused = true;
        self.is_cut = self.options.cut_pauses;
    }

    /// Continues after a [`pause`](Self::pause).
    pub const fn resume(&mut self) {
        self.is_paused = false;
    }

    /// Whether it is paused.
    pub const fn is_paused(&self) -> bool {
        self.is_paused
    }

    /// Adds a marker at the last kept frame, or at the first one to come if there is none.
    ///
    /// The marker is dropped with its frame, and is not stored if [the form](RecordOptions::form) has no
    /// marker list. Fails for a name of 2 GiB or more, and if there are 2³¹ − 1 markers already.
    pub fn mark(&mut self, name: impl Into<String>) -> Result<()> {
        let name = name.into();
        let count = name.len().max(self.markers.len() + 1);
        if count > MAX_COUNT {
            return Err(Error::new(ErrorKind::TooMany { count }));
        }
        let time_secs = self.window.last_secs().unwrap_or(0.0);
        self.markers.push_back(PendingMarker { time_secs, name: name.into() });
        Ok(())
    }

    /// Drops all frames, markers and counts, and frees their memory. The next frame is the first; a pause
    /// continues.
    pub fn discard(&mut self) {
        *self = Self { is_paused: self.is_paused, ..Self::with_valid(self.options) };
    }

    /// Number of kept frames.
    pub fn frames(&self) -> usize {
        self.window.len()
    }

    /// Time from the first kept frame to the last.
    pub fn duration_secs(&self) -> f32 {
        build::since(self.window.start_secs(), self.window.last_secs().unwrap_or(0.0))
    }

    /// Number of frames that were [refused](RecordOutcome::Refused) for their time, without those over the
    /// rate.
    pub const fn dropped_frames(&self) -> u64 {
        self.dropped_frames
    }

    /// Builds a recording of the kept frames. Recording can continue.
    ///
    /// Without frames the result is an empty recording, which can be written and read like any other.
    pub fn recording(&self) -> Recording {
        build::build(self.options.form, self.seen, self.window.as_parts(), &self.markers)
    }

    /// Builds a recording like [`recording`](Self::recording), and frees the memory of each track as soon as
    /// its curves are built.
    pub fn finish(self) -> Recording {
        build::build(self.options.form, self.seen, self.window.into_parts(), &self.markers)
    }
}

impl Default for Recorder {
    /// Creates a recorder with default [options](RecordOptions).
    fn default() -> Self {
        Self::with_valid(RecordOptions::default())
    }
}

//! Poses over time.

mod columns;
mod cursor;
mod frame;
mod plan;
mod pose;
mod prepared;
mod presence;
mod row;
mod times;

use std::fmt;

pub use columns::Columns;
pub use cursor::Cursor;
pub use frame::{Frame, HandFrame};
pub use pose::{Pose, Ray};
pub use prepared::PreparedSampler;
pub use times::FrameTimes;

use plan::{FloatKey, Plan};
use presence::{Presence, States};
use row::Row;

use crate::curve::{CurveId, FULL_KEY_BYTES, KeyKind, SIMPLE_KEY_BYTES};
use crate::error::Result;
use crate::hand::Side;
use crate::recording::Recording;

/// Whose truth: what MRTK would play, or what the person did.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Hash)]
pub enum Mode {
    /// What MRTK's own `Evaluate…` methods return: the four components of a rotation as they are, neither
    /// normalised nor of one sign; every joint of a hand, tracked or not; a joint without keys at the
    /// origin with an all-zero rotation. The gaze direction is normalised.
    Mrtk,
    /// What is there and nothing else: rotations of unit length that take the short way between keys and
    /// keep their sign, no joint of a hand that was not tracked, nothing where there are no keys.
    #[default]
    Clean,
}

impl Mode {
    /// `mrtk` or `clean`.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Mrtk => "mrtk",
            Self::Clean => "clean",
        }
    }
}

impl fmt::Display for Mode {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

/// Answers what the poses of a recording were at any time.
///
/// Making one looks at every key once, at the speed of memory, to find which curves share their key times;
/// it copies nothing. Then
///
/// * [`frame_at`](Self::frame_at) answers for any time,
/// * [`cursor`](Self::cursor) for times in order, as in playback,
/// * [`frames`](Self::frames) for evenly spaced times one by one,
/// * [`resample`](Self::resample) for evenly spaced times all at once, as columns, on all cores,
/// * [`prepare`](Self::prepare) copies the values into the order in which frames need them, for many
///   frames at random.
///
/// They all give the same bits.
///
/// ```
/// # let bytes = include_bytes!("../../../../testdata/recordings/v11_real_2s_asset.bin");
/// use reenact::hand::{Joint, Side};
/// use reenact::{Mode, Recording, Sampler};
///
/// let recording = Recording::parse(bytes)?;
/// let sampler = Sampler::new(&recording, Mode::Clean);
/// let frame = sampler.frame_at(0.75);
/// let tip = frame.joint(Side::Right, Joint::IndexTip).expect("the right hand was tracked");
/// println!("the right index fingertip was at {} m", tip.position);
/// # Ok::<(), reenact::Error>(())
/// ```
///
/// In [`Mode::Clean`], rotations of which the four curves have the same key times, as MRTK writes them, take
/// the short way and keep their sign over the whole recording. Others are evaluated curve by curve and then
/// normalised.
#[derive(Debug)]
pub struct Sampler<'r> {
    recording: &'r Recording<'r>,
    mode: Mode,
    presence: Presence,
    plan: AnyPlan<'r>,
}

/// A recording's float keys are all of one kind, so the kind is asked once a frame and not once a curve.
#[derive(Debug)]
enum AnyPlan<'r> {
    Simple(Plan<'r, [u8; SIMPLE_KEY_BYTES]>),
    Full(Plan<'r, [u8; FULL_KEY_BYTES]>),
}

impl<'r> Sampler<'r> {
    /// Looks at every key of a recording.
    pub fn new(recording: &'r Recording<'_>, mode: Mode) -> Self {
        let plan = match recording.form().float_kind() {
            KeyKind::Full => AnyPlan::Full(Plan::new(recording)),
            KeyKind::Simple | KeyKind::Boolean => AnyPlan::Simple(Plan::new(recording)),
        };
        let presence =
            Presence::new(mode, |id| recording.curve(id).is_some_and(|curve| !curve.is_empty()));
        Self { recording, mode, presence, plan }
    }

    /// The recording that is sampled.
    pub const fn recording(&self) -> &'r Recording<'r> {
        self.recording
    }

    /// Whose truth it tells.
    pub const fn mode(&self) -> Mode {
        self.mode
    }

    /// Everything at one time.
    pub fn frame_at(&self, time_secs: f32) -> Frame {
        let mut row = Row::EMPTY;
        match &self.plan {
            AnyPlan::Simple(plan) => fill_row(plan, self.mode, time_secs, &mut row),
            AnyPlan::Full(plan) => fill_row(plan, self.mode, time_secs, &mut row),
        }
        self.frame(time_secs, &row, self.states_at(time_secs))
    }

    /// A way to ask for times in order, forwards or backwards, that remembers where it was.
    pub fn cursor(&self) -> Cursor<'_> {
        Cursor::new(self)
    }

    /// A frame at each of evenly spaced times.
    pub fn frames(&self, times: FrameTimes) -> impl ExactSizeIterator<Item = Frame> {
        let mut cursor = self.cursor();
        times.iter().map(move |time_secs| cursor.frame_at(time_secs))
    }

    /// Every curve at evenly spaced times, as columns. Uses all cores.
    pub fn resample(&self, times: FrameTimes) -> Result<Columns> {
        Columns::new(self, times)
    }

    /// A copy of the values laid out frame by frame, for many frames at random.
    pub fn prepare(&self) -> PreparedSampler<'r> {
        PreparedSampler::new(self)
    }

    fn frame(&self, time_secs: f32, row: &Row, states: States) -> Frame {
        Frame::from_row(time_secs, self.mode, self.recording.tracks(), &self.presence, row, states)
    }

    fn states_at(&self, time_secs: f32) -> States {
        states_at(self.recording, time_secs)
    }
}

fn states_at(recording: &Recording<'_>, time_secs: f32) -> States {
    let is_on = |id| recording.curve(id).is_some_and(|curve| curve.is_on_at(time_secs));
    States {
        tracked: Side::ALL.map(|side| is_on(CurveId::Tracked(side))),
        pinching: Side::ALL.map(|side| is_on(CurveId::Pinching(side))),
    }
}

/// Evaluates every curve at a time.
fn fill_row<K: FloatKey>(plan: &Plan<'_, K>, mode: Mode, time_secs: f32, row: &mut Row) {
    for clock in &plan.clocks {
        clock.fill(clock.tick(time_secs), row);
    }
    for alone in &plan.alone {
        row.set(alone.row, alone.curve.value_at(time_secs));
    }
    if mode == Mode::Clean {
        for flips in &plan.flips {
            if let Some(clock) = plan.clocks.get(flips.clock) {
                plan.straighten(flips, clock.tick(time_secs), row);
            }
        }
    }
}

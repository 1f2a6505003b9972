//! Sampling of poses.

mod columns;
mod cursor;
mod flips;
mod frame;
mod numbers;
mod plan;
mod pose;
mod presence;
mod rate;
mod row;
mod switches;
mod tile;
mod times;

pub use columns::Columns;
pub use cursor::Cursor;
pub(crate) use cursor::NearbyKeys;
pub use frame::{Frame, HandFrame};
pub use pose::{Pose, Ray};
pub use rate::{FrameRate, Stretch};
pub use times::FrameTimes;

use numbers::Numbers;
use plan::{FloatKey, Plan};
use presence::Presence;
use switches::Switches;

use crate::curve::{CurveId, FULL_KEY_BYTES, KeyKind, SIMPLE_KEY_BYTES};
use crate::error::Result;
use crate::recording::{ObservedSpans, Recording};

/// Evaluation mode: what MRTK plays, or what was observed.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Hash)]
pub enum Mode {
    /// Values of MRTK's own `Evaluate…` methods: rotations as stored, neither normalized nor aligned to one hemisphere; all
    /// joints of a hand, tracked or not; joints without keys at the origin with an all-zero rotation. The gaze direction is
    /// normalized.
    Mrtk,
    /// Observed poses only ([`ObservedSpans`](crate::ObservedSpans)): no joints while the hand was not tracked, no values held
    /// before the first or after the last key of a track. Rotations are of unit length, interpolated along the shorter arc, and
    /// continuous in sign; NaN for poses with keys for their position only.
    #[default]
    Clean,
}

crate::named!(
    Mode, "mode":
    Clean = "clean" => "Observed motion only: normalized rotations, no pose after tracking loss",
    Mrtk = "mrtk" => "Values as MRTK plays them",
);

/// Evaluates the poses of a recording at any time.
///
/// Creating a sampler reads every key once, at memory speed, to find the curves that share their key times. Keys are not copied.
/// Then
///
/// * [`frame_at`](Self::frame_at) samples one frame at any time,
/// * [`cursor`](Self::cursor) samples frames in order of time, as in playback,
/// * [`frames`](Self::frames), [`frames_at`](Self::frames_at) and [`frames_of`](Self::frames_of) sample many frames, one after
///   the other,
/// * [`resample`](Self::resample) and [`resample_at`](Self::resample_at) sample many times at once, as columns, on all cores.
///
/// All of them return the same bits.
///
/// ```
/// use reenact::hand::{Joint, Side};
/// use reenact::{Mode, Recording, Sampler};
///
/// # use reenact::{Curve, CurveId, Form, PoseComponent, Tracks};
/// # let mut recording = Recording::new(Form::MRTK_1_1, Tracks::ALL)?;
/// # recording.set_curve(CurveId::Tracked(Side::Right), Curve::boolean([(0.0, true)]))?;
/// # for component in PoseComponent::ALL {
/// #     let id = CurveId::Joint(Side::Right, Joint::IndexTip, component);
/// #     recording.set_curve(id, Curve::simple([(0.0, 0.5), (1.0, 0.75)]))?;
/// # }
/// let sampler = Sampler::new(&recording, Mode::Clean);
/// let frame = sampler.frame_at(0.75);
/// let tip = frame.joint(Side::Right, Joint::IndexTip).expect("the right hand was tracked");
/// println!("the right index fingertip was at {} m", tip.position);
/// # Ok::<(), reenact::Error>(())
/// ```
///
/// In [`Mode::Clean`], rotations are interpolated along the shorter arc and keep their sign over the whole recording, if their
/// four curves are linear, as MRTK writes them; if these have keys at different times, each gets keys at the times of all four.
/// Other rotations are evaluated curve by curve and then normalized.
#[derive(Debug)]
pub struct Sampler {
    recording: Recording,
    mode: Mode,
    presence: Presence,
    switches: Switches,
    plan: AnyPlan,
}

/// All float keys of a recording are of one kind, so there is one dispatch per frame and not one per curve.
#[derive(Debug)]
enum AnyPlan {
    Simple(Plan<[u8; SIMPLE_KEY_BYTES]>),
    Full(Plan<[u8; FULL_KEY_BYTES]>),
}

impl Sampler {
    /// Creates a sampler. Reads every key.
    pub fn new(recording: &Recording, mode: Mode) -> Self {
        let plan = match recording.form().float_kind() {
            KeyKind::Full => AnyPlan::Full(Plan::new(recording, mode)),
            KeyKind::Simple | KeyKind::Boolean => AnyPlan::Simple(Plan::new(recording, mode)),
        };
        let presence =
            Presence::new(mode, |id| recording.curve(id).is_some_and(|curve| !curve.is_empty()));
        let switches = Switches::new(recording);
        Self { recording: recording.clone(), mode, presence, switches, plan }
    }

    /// Sampled recording.
    pub const fn recording(&self) -> &Recording {
        &self.recording
    }

    /// Evaluation mode.
    pub const fn mode(&self) -> Mode {
        self.mode
    }

    /// Observed spans of each track: in `mrtk` mode, a mask for poses that are held or interpolated.
    pub const fn observed(&self) -> &ObservedSpans {
        self.switches.observed()
    }

    /// Samples the frame at a time.
    pub fn frame_at(&self, time_secs: f32) -> Frame {
        let states = self.switches.states_at(&self.recording, time_secs);
        let tracks = self.recording.tracks();
        Numbers::frame(time_secs, self.mode, tracks, &self.presence, states, |numbers| match &self
            .plan
        {
            AnyPlan::Simple(plan) => fill(plan, time_secs, numbers),
            AnyPlan::Full(plan) => fill(plan, time_secs, numbers),
        })
    }

    /// Cursor that samples frames in order of time, forwards or backwards, with a cache.
    pub fn cursor(&self) -> Cursor<'_> {
        Cursor::new(self)
    }

    /// Samples a frame at each of evenly spaced times. Works in blocks of some hundred frames, on all cores.
    pub fn frames(&self, times: FrameTimes) -> impl Iterator<Item = Frame> {
        self.frames_at(times.iter())
    }

    /// Samples a frame at each of the given times, in their order, in blocks as well.
    pub fn frames_at(
        &self,
        times_secs: impl IntoIterator<Item = f32>,
    ) -> impl Iterator<Item = Frame> {
        self.frames_of(times_secs, columns::is_all)
    }

    /// Samples frames with only the poses whose first curve is requested. All others are `None`.
    ///
    /// ```
    /// # use reenact::{Curve, CurveId, Form, FrameTimes, Mode, PoseComponent, Recording, Sampler, Tracks};
    /// # let mut recording = Recording::new(Form::MRTK_1_1, Tracks::ALL)?;
    /// # for component in PoseComponent::ALL {
    /// #     recording.set_curve(CurveId::Camera(component), Curve::simple([(0.0, 0.5), (1.0, 0.75)]))?;
    /// # }
    /// use reenact::Track;
    ///
    /// let sampler = Sampler::new(&recording, Mode::Mrtk);
    /// let times = FrameTimes::of(&recording, 60.0)?;
    /// let is_camera = |id: CurveId| id.track() == Track::Camera;
    /// let frame = sampler.frames_of(times.iter(), is_camera).next().unwrap();
    /// assert!(frame.camera.is_some() && frame.gaze.is_none());
    /// # Ok::<(), reenact::Error>(())
    /// ```
    pub fn frames_of(
        &self,
        times_secs: impl IntoIterator<Item = f32>,
        is_wanted: impl Fn(CurveId) -> bool,
    ) -> impl Iterator<Item = Frame> {
        columns::Frames::new(self, times_secs.into_iter(), is_wanted)
    }

    /// Samples every curve at evenly spaced times, as columns. Uses all cores.
    pub fn resample(&self, times: FrameTimes) -> Result<Columns> {
        Columns::new(self, times.iter().collect())
    }

    /// Samples every curve at the given times, in any order, as columns. Uses all cores.
    pub fn resample_at(&self, times_secs: Vec<f32>) -> Result<Columns> {
        Columns::new(self, times_secs)
    }

    /// Like [`resample`](Self::resample), into existing memory: one column per curve, one after the other in file order. Columns
    /// beyond the end of the memory are left out.
    ///
    /// Calls `goes_on` before each work item, on the thread that runs it. If it returns `false`, the remaining items are skipped.
    ///
    /// ```
    /// use reenact::{FrameTimes, Mode, Recording, Sampler};
    ///
    /// # use reenact::{Curve, CurveId, Form, PoseComponent, Tracks};
    /// # let mut recording = Recording::new(Form::MRTK_1_1, Tracks::ALL)?;
    /// # for component in PoseComponent::ALL {
    /// #     recording.set_curve(CurveId::Camera(component), Curve::simple([(0.0, 0.5), (1.0, 0.75)]))?;
    /// # }
    /// let sampler = Sampler::new(&recording, Mode::Clean);
    /// let times = FrameTimes::of(&recording, 60.0)?;
    /// let mut values = vec![0.0; recording.curves().len() * times.len()];
    /// sampler.resample_into(times, &mut values, &|| true);
    /// assert_eq!(values[0], sampler.frame_at(0.0).camera.unwrap().position.x);
    /// # Ok::<(), reenact::Error>(())
    /// ```
    pub fn resample_into(
        &self,
        times: FrameTimes,
        values: &mut [f32],
        goes_on: &(dyn Fn() -> bool + Sync),
    ) {
        columns::fill(self, times.iter().collect(), values, &columns::is_all, goes_on);
    }
}

/// Evaluates every curve at a time.
fn fill<K: FloatKey>(plan: &Plan<K>, time_secs: f32, numbers: &mut Numbers<'_>) {
    for clock in &plan.clocks {
        clock.layout.fill(&clock.lanes, &plan.flips, clock.tick(time_secs), numbers);
    }
    for alone in &plan.alone {
        numbers.set(alone.row, alone.curve.value_at(time_secs));
    }
}

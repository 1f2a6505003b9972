//! Columnar sampling: many frames at once, curve by curve.

mod batch;
mod finish;
mod frames;
mod lanes;
mod ticks;

pub(super) use frames::Frames;

use super::presence::Presence;
use super::switches::Run;
use super::{AnyPlan, Mode, Sampler};
use crate::curve::{CurveId, Tracks};
use crate::error::{Error, ErrorKind, Result};
use batch::Batch;

/// Values of every curve of a recording at many times; made by [`Sampler::resample`] and [`Sampler::resample_at`].
///
/// One column per curve, in file order. The values equal those of [`Sampler::frame_at`] bit for bit; columns are NaN where a
/// frame has no pose. Tracked and pinching are 1 and 0.
///
/// ```
/// use reenact::{FrameTimes, Mode, Recording, Sampler};
///
/// # use reenact::hand::{Joint, Side};
/// # use reenact::{Curve, CurveId, Form, PoseComponent, Tracks};
/// # let mut recording = Recording::new(Form::MRTK_1_1, Tracks::ALL)?;
/// # recording.set_curve(CurveId::Tracked(Side::Right), Curve::boolean([(0.0, true)]))?;
/// # for component in PoseComponent::ALL {
/// #     let id = CurveId::Joint(Side::Right, Joint::IndexTip, component);
/// #     recording.set_curve(id, Curve::simple([(0.0, 0.5), (1.0, 0.75)]))?;
/// # }
/// let sampler = Sampler::new(&recording, Mode::Clean);
/// let columns = sampler.resample(FrameTimes::of(&recording, 60.0)?)?;
/// let heights_m = columns.column("right.IndexTip.position.y".parse().unwrap()).unwrap();
/// assert_eq!(heights_m.len(), columns.len());
/// # Ok::<(), reenact::Error>(())
/// ```
#[derive(Debug, Clone)]
pub struct Columns {
    tracks: Tracks,
    mode: Mode,
    presence: Presence,
    times_secs: Vec<f32>,
    states: Vec<Run>,
    /// One column after the other, in file order.
    values: Vec<f32>,
}

impl Columns {
    /// Number of frames.
    pub const fn len(&self) -> usize {
        self.times_secs.len()
    }

    /// Whether there are no frames.
    pub const fn is_empty(&self) -> bool {
        self.times_secs.is_empty()
    }

    /// Times of the frames.
    pub fn times_secs(&self) -> &[f32] {
        &self.times_secs
    }

    /// Values of one curve; `None` if the recording does not have its track.
    pub fn column(&self, id: CurveId) -> Option<&[f32]> {
        let start = self.tracks.index_of(id)? * self.len();
        self.values.get(start..start + self.len())
    }

    /// Values of every curve, in file order.
    pub fn columns(&self) -> impl Iterator<Item = (CurveId, &[f32])> {
        self.tracks.curve_ids().filter_map(|id| Some((id, self.column(id)?)))
    }

    /// All values, one column after the other in file order, without a copy.
    pub fn into_values(self) -> Vec<f32> {
        self.values
    }

    pub(super) fn new(sampler: &Sampler, times_secs: Vec<f32>) -> Result<Self> {
        let tracks = sampler.recording.tracks();
        let total = tracks.curve_count() * times_secs.len();
        // Reserved first, so that a failed allocation is an error and not an abort.
        if Vec::<f32>::new().try_reserve_exact(total).is_err() {
            return Err(Error::new(ErrorKind::OutOfMemory { values: total }));
        }
        // New memory is zero already, and each page is first touched by the thread that fills it.
        let mut values = vec![0.0; total];
        let (times_secs, states) = fill(sampler, times_secs, &mut values, &is_all, &|| true);
        Ok(Self { times_secs, states, values, ..Self::empty(sampler) })
    }

    /// Empty columns.
    fn empty(sampler: &Sampler) -> Self {
        Self {
            tracks: sampler.recording.tracks(),
            mode: sampler.mode,
            presence: sampler.presence,
            times_secs: Vec::new(),
            states: Vec::new(),
            values: Vec::new(),
        }
    }

    /// Samples other times into the same memory. Columns of poses that are not requested have unspecified values.
    fn refill(
        &mut self,
        sampler: &Sampler,
        times_secs: impl Iterator<Item = f32>,
        is_wanted: &dyn Fn(CurveId) -> bool,
    ) {
        let mut times = std::mem::take(&mut self.times_secs);
        times.clear();
        times.extend(times_secs);
        self.values.resize(self.tracks.curve_count() * times.len(), 0.0);
        (self.times_secs, self.states) =
            fill(sampler, times, &mut self.values, is_wanted, &|| true);
    }
}

/// Requests every curve.
pub(super) const fn is_all(_: CurveId) -> bool {
    true
}

/// Fills one column per curve, in file order, as far as the memory reaches. Columns of poses that are not requested (by their
/// first curve) do not change.
pub(super) fn fill(
    sampler: &Sampler,
    times_secs: Vec<f32>,
    values: &mut [f32],
    is_wanted: &dyn Fn(CurveId) -> bool,
    goes_on: &(dyn Fn() -> bool + Sync),
) -> (Vec<f32>, Vec<Run>) {
    match &sampler.plan {
        AnyPlan::Simple(plan) => {
            let batch = Batch::new(sampler, plan, times_secs);
            batch.fill(values, is_wanted, goes_on);
            batch.into_times_and_states()
        }
        AnyPlan::Full(plan) => {
            let batch = Batch::new(sampler, plan, times_secs);
            batch.fill(values, is_wanted, goes_on);
            batch.into_times_and_states()
        }
    }
}

//! Frames read from columns: many frames one after the other, sampled in blocks.

use glam::Vec3;

use super::super::frame::pose;
use super::super::presence::{PoseKeys, States};
use super::super::row::Pair;
use super::super::{Frame, Mode, Ray, Sampler};
use super::{Columns, is_all};
use crate::curve::{CurveId, PoseComponent, RayComponent};
use crate::hand::{Joint, Side};

/// Block size in frames. The columns of a block stay in a core's own cache until its frames are read.
const BLOCK: usize = 512;

/// Frames at times, in their order.
pub(in super::super) struct Frames<'s, T, F> {
    sampler: &'s Sampler,
    times_secs: T,
    is_wanted: F,
    poses: Poses,
    block: Columns,
    next: usize,
}

impl<'s, T: Iterator<Item = f32>, F: Fn(CurveId) -> bool> Frames<'s, T, F> {
    pub(in super::super) fn new(sampler: &'s Sampler, times_secs: T, is_wanted: F) -> Self {
        let block = Columns::empty(sampler);
        let poses = Poses::new(&block, &is_wanted);
        Self { sampler, times_secs, is_wanted, poses, block, next: 0 }
    }
}

impl<T: Iterator<Item = f32>, F: Fn(CurveId) -> bool> Iterator for Frames<'_, T, F> {
    type Item = Frame;

    fn next(&mut self) -> Option<Frame> {
        if self.next == self.block.len() {
            let times = self.times_secs.by_ref().take(BLOCK);
            self.block.refill(self.sampler, times, &self.is_wanted);
            self.next = 0;
            if self.block.is_empty() {
                return None;
            }
        }
        let frame = self.block.frame(self.next, &self.poses);
        self.next += 1;
        Some(frame)
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        let read = self.block.len() - self.next;
        let (low, high) = self.times_secs.size_hint();
        (low.saturating_add(read), high.and_then(|high| high.checked_add(read)))
    }
}

/// Index of the first column of each requested pose.
#[derive(Debug)]
struct Poses {
    camera: Option<usize>,
    hands: [Vec<(Joint, usize)>; 2],
    gaze: Option<usize>,
}

impl Poses {
    fn new(columns: &Columns, is_wanted: &dyn Fn(CurveId) -> bool) -> Self {
        let place = |id| columns.tracks.index_of(id).filter(|_| is_wanted(id));
        let joints = |side| {
            let first = |joint| CurveId::Joint(side, joint, PoseComponent::PositionX);
            let place = |joint| Some((joint, place(first(joint))?));
            Joint::ALL.into_iter().filter_map(place).collect()
        };
        Self {
            camera: place(CurveId::Camera(PoseComponent::PositionX)),
            hands: Side::ALL.map(joints),
            gaze: place(CurveId::Gaze(RayComponent::OriginX)),
        }
    }
}

impl Columns {
    /// The frame at an index, equal to that of [`Sampler::frame_at`].
    ///
    /// ```
    /// # use reenact::{Curve, CurveId, Form, FrameTimes, Mode, PoseComponent, Recording, Sampler, Tracks};
    /// # let mut recording = Recording::new(Form::MRTK_1_1, Tracks::ALL)?;
    /// # for component in PoseComponent::ALL {
    /// #     recording.set_curve(CurveId::Camera(component), Curve::simple([(0.0, 0.5), (1.0, 0.75)]))?;
    /// # }
    /// let sampler = Sampler::new(&recording, Mode::Clean);
    /// let columns = sampler.resample(FrameTimes::of(&recording, 60.0)?)?;
    /// assert_eq!(columns.frame_at(30), Some(sampler.frame_at(0.5)));
    /// assert_eq!(columns.frame_at(61), None);
    /// # Ok::<(), reenact::Error>(())
    /// ```
    pub fn frame_at(&self, index: usize) -> Option<Frame> {
        (index < self.len()).then(|| self.frame(index, &Poses::new(self, &is_all)))
    }

    fn frame(&self, index: usize, poses: &Poses) -> Frame {
        let Self { tracks, mode, presence, .. } = self;
        let time_secs = self.times_secs.get(index).copied().unwrap_or(f32::NAN);
        let states = self.states_at(index);
        let is_shown = |is_observed| *mode == Mode::Mrtk || is_observed;
        let mut frame = Frame::unfilled(time_secs, *tracks, states);
        if let Some(place) = poses.camera.filter(|_| is_shown(states.is_camera_observed)) {
            let pair = self.pair(place, index);
            frame.camera = is_there(&pair, presence.camera(), *mode).then(|| pose(&pair));
        }
        for (side, joints) in Side::ALL.into_iter().zip(&poses.hands) {
            if let Some(hand) = frame.hand_mut(side)
                && is_shown(hand.observed)
            {
                for &(joint, place) in joints {
                    let pair = self.pair(place, index);
                    if is_there(&pair, presence.joint(side, joint), *mode) {
                        hand.set_joint(joint, pair);
                    }
                }
            }
        }
        if let Some(place) = poses.gaze.filter(|_| is_shown(states.is_gaze_observed)) {
            let [ox, oy, oz, dx, dy, dz] = self.row(place, index);
            let ray = Ray { origin: Vec3::new(ox, oy, oz), direction: Vec3::new(dx, dy, dz) };
            // In `clean` mode a direction is of unit length, or NaN where there is none.
            let is_there = *mode == Mode::Mrtk || (presence.gaze() && !dx.is_nan());
            frame.gaze = is_there.then_some(ray);
        }
        frame
    }

    fn states_at(&self, index: usize) -> States {
        let run = self.states.partition_point(|(places, _)| places.end <= index);
        self.states.get(run).map_or_else(States::default, |&(_, states)| states)
    }

    /// Values of neighbouring columns in one frame.
    #[inline]
    fn row<const N: usize>(&self, place: usize, index: usize) -> [f32; N] {
        let len = self.len();
        let from = place * len + index;
        std::array::from_fn(|n| self.values.get(from + n * len).copied().unwrap_or(f32::NAN))
    }

    #[inline]
    fn pair(&self, place: usize, index: usize) -> Pair {
        let [x, y, z, qx, qy, qz, qw] = self.row(place, index);
        [[x, y, z, 0.0], [qx, qy, qz, qw]]
    }
}

/// Whether the columns have a pose in a frame in which its track is shown. A rotation of `clean` mode is of unit length, or NaN
/// where there is no pose.
fn is_there([_, [qx, ..]]: &Pair, keys: PoseKeys, mode: Mode) -> bool {
    match keys {
        PoseKeys::Both => mode == Mode::Mrtk || !qx.is_nan(),
        PoseKeys::PositionOnly => true,
        PoseKeys::Missing => false,
    }
}

//! Sampled frames of a recording, and the runs of frames in which each track was observed.

use std::ops::Range;

use glam::{DQuat, DVec3, Quat, Vec3};
use reenact::hand::{Finger, JOINT_SLOTS, Joint, Side};
use reenact::{Columns, CurveId, PoseId, Recording, Result, Sampler, TimeSpan, Track, Tracks};
use reenact_base::number::{to_count, to_f32};

use super::derive::{Motion, motions};
use super::frames::{index_of, observed_frames, runs};
use super::gaze::{EyeMovements, Limits, by_dispersion, by_velocity};
use super::options::{FixationBy, FrameRange, Options};
use super::shape::{self, Joints};
use super::smoothness::Rest;
use super::states::States;
use crate::spans::pick;

/// Frames sampled at once, so that only the measured values of each stay in memory: 1.6 MB.
const BLOCK: usize = 1024;

/// Sampled input of all measures.
#[derive(Debug)]
pub(crate) struct Observed {
    pub(crate) options: Options,
    pub(crate) window: FrameRange,
    pub(crate) tracks: Tracks,
    pub(crate) states: States,
    hands: [Hand; 2],
    pub(crate) head: Vec<Head>,
    head_spans: Vec<Range<usize>>,
    /// The direction of the gaze.
    pub(crate) gaze: Vec<Vec3>,
    gaze_spans: Vec<Range<usize>>,
}

/// A run of frames, and the motion in each.
pub(crate) type Moving<const N: usize> = (Range<usize>, Vec<Motion<[f64; N]>>);

/// Samples of a hand.
#[derive(Debug, Default)]
pub(crate) struct Hand {
    pub(crate) frames: Vec<HandSample>,
    /// Frames of each observed span.
    spans: Vec<Range<usize>>,
}

/// A hand in a frame. Unknown values are NaN: a million frames of `Option`s would take twice the memory.
#[derive(Debug, Clone, Copy)]
pub(crate) struct HandSample {
    /// Position of the joint that represents the hand.
    pub(crate) point: Vec3,
    pub(crate) palm: Vec3,
    pub(crate) thumb_tip: Vec3,
    pub(crate) index_tip: Vec3,
    /// Direction from the index knuckle to its tip, not normalized.
    pub(crate) pointing: Vec3,
    /// Thumb first.
    pub(crate) curl_deg: [f32; 5],
    pub(crate) splay_deg: f32,
    pub(crate) grasp_m: f32,
}

const NOTHING: HandSample = HandSample {
    point: Vec3::NAN,
    palm: Vec3::NAN,
    thumb_tip: Vec3::NAN,
    index_tip: Vec3::NAN,
    pointing: Vec3::NAN,
    curl_deg: [f32::NAN; 5],
    splay_deg: f32::NAN,
    grasp_m: f32::NAN,
};

impl HandSample {
    fn new(hand: &Joints, joint: Joint) -> Self {
        let position = |joint| hand.position(joint).map_or(Vec3::NAN, DVec3::as_vec3);
        let number = |value: Option<f64>| value.map_or(f32::NAN, to_f32);
        let index_tip = position(Joint::IndexTip);
        Self {
            point: position(joint),
            palm: position(Joint::Palm),
            thumb_tip: position(Joint::ThumbTip),
            index_tip,
            pointing: index_tip - position(Joint::IndexKnuckle),
            curl_deg: Finger::ALL.map(|finger| number(shape::curl_deg(hand, finger))),
            splay_deg: number(shape::splay_deg(hand)),
            grasp_m: number(shape::grasp_aperture_m(hand)),
        }
    }

    /// Distance between the tips of thumb and index.
    pub(crate) fn aperture_m(&self) -> f64 {
        self.thumb_tip.as_dvec3().distance(self.index_tip.as_dvec3())
    }

    /// The mean curl of the four fingers.
    pub(crate) fn mean_curl_deg(&self) -> f64 {
        let [_, a, b, c, d] = self.curl_deg.map(f64::from);
        (a + b + c + d) / 4.0
    }
}

/// The head in a frame; NaN if absent.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Head {
    pub(crate) position: Vec3,
    /// Unit quaternion; NaN if unknown.
    pub(crate) rotation: Quat,
}

impl Head {
    pub(crate) fn forward(&self) -> DVec3 {
        self.rotation.as_dquat() * DVec3::Z
    }
}

impl Observed {
    pub(crate) fn new(recording: &Recording, options: &Options) -> Result<Self> {
        let window = options.window(recording)?;
        let sampler = Sampler::new(recording, options.mode);
        let states = States::new(recording, &window);
        let frames_of = |track| observed_frames(sampler.observed(), track, window.times);
        let tracks = recording.tracks();
        let count = |is_there: bool| if is_there { window.times.len() } else { 0 };
        let mut observed = Self {
            options: *options,
            window,
            tracks,
            hands: Side::ALL.map(|side| Hand {
                frames: Vec::with_capacity(count(tracks.hands)),
                spans: frames_of(Track::Hand(side)),
            }),
            states,
            head: Vec::with_capacity(count(tracks.camera)),
            head_spans: frames_of(Track::Camera),
            gaze: Vec::with_capacity(count(tracks.gaze)),
            gaze_spans: frames_of(Track::Gaze),
        };
        for first in (0..window.times.len()).step_by(BLOCK) {
            observed.push(&sampler.resample(window.times.part(first..first + BLOCK))?);
        }
        Ok(observed)
    }

    /// Appends frames.
    fn push(&mut self, columns: &Columns) {
        if self.tracks.hands {
            for (hand, side) in self.hands.iter_mut().zip(Side::ALL) {
                hand.push(columns, side, self.options.joint);
            }
        }
        if self.tracks.camera {
            let positions = rows(columns, PoseId::Camera.position()).map(Vec3::from_array);
            let rotations = rows(columns, PoseId::Camera.rotation()).map(Quat::from_array);
            self.head.extend(positions.zip(rotations).map(|(position, rotation)| {
                if !position.is_finite() {
                    return Head { position: Vec3::NAN, rotation: Quat::NAN };
                }
                // In `mrtk` mode it can have any length; in recordings with positions only, it is NaN.
                Head { position, rotation: rotation.as_dquat().normalize().as_quat() }
            }));
        }
        if self.tracks.gaze {
            let directions = rows(columns, CurveId::GAZE_DIRECTION).map(Vec3::from_array);
            self.gaze.extend(directions.map(|direction| {
                let is_direction = direction.is_finite() && direction.length_squared() > 0.5;
                if is_direction { direction } else { Vec3::NAN }
            }));
        }
    }

    pub(crate) fn hand(&self, side: Side) -> &Hand {
        pick(&self.hands, side)
    }

    pub(crate) fn rate_hz(&self) -> f64 {
        self.options.rate_hz.into()
    }

    pub(crate) fn step_secs(&self) -> f64 {
        1.0 / self.rate_hz()
    }

    /// Frames on either side that derivatives use.
    pub(crate) fn half_window(&self) -> usize {
        to_count(f64::from(self.options.smoothing_secs) * self.rate_hz() + 1e-6)
    }

    /// Motion of a point of a hand by run; runs that are too short are left out.
    pub(crate) fn moving(&self, side: Side, point: impl Fn(&HandSample) -> Vec3) -> Vec<Moving<3>> {
        let hand = self.hand(side);
        self.moving_in(&hand.runs(|sample| point(sample).is_finite()), |index| {
            hand.frames.get(index).map_or(Vec3::NAN, &point).as_dvec3().to_array()
        })
    }

    /// Motion of the head.
    pub(crate) fn head_moving(&self) -> Vec<Moving<3>> {
        self.moving_in(&self.head_runs(), |index| {
            self.head.get(index).map_or(Vec3::NAN, |head| head.position).as_dvec3().to_array()
        })
    }

    /// Angular speed of the head by run, in rad/s.
    pub(crate) fn head_turning(&self) -> Vec<(Range<usize>, Vec<f64>)> {
        let mut before = DQuat::IDENTITY;
        let turning = self.moving_in(&self.head_rotation_runs(), |index| {
            let rotation = self.head.get(index).map_or(Quat::NAN, |head| head.rotation).as_dquat();
            // q and −q are the same rotation, but not on one smooth path.
            before = if before.dot(rotation) < 0.0 { -rotation } else { rotation };
            before.to_array()
        });
        let speed = |motion: &Motion<[f64; 4]>| {
            let (at, by) = (DQuat::from_array(motion.value), DQuat::from_array(motion.velocity));
            // Only the component tangential to the unit sphere rotates; the head rotates twice as far.
            let length_squared = at.length_squared();
            let along = by - at * (by.dot(at) / length_squared);
            2.0 * along.length() / length_squared.sqrt()
        };
        turning
            .into_iter()
            .map(|(run, motions)| (run, motions.iter().map(speed).collect()))
            .collect()
    }

    fn moving_in<const N: usize>(
        &self,
        runs: &[Range<usize>],
        mut value: impl FnMut(usize) -> [f64; N],
    ) -> Vec<Moving<N>> {
        let moving = runs.iter().map(|run| {
            let values: Vec<_> = run.clone().map(&mut value).collect();
            (run.clone(), motions(&values, self.rate_hz(), self.half_window()))
        });
        moving.filter(|(_, motions)| !motions.is_empty()).collect()
    }

    pub(crate) fn head_runs(&self) -> Vec<Range<usize>> {
        let is_there =
            |index: usize| self.head.get(index).is_some_and(|head| !head.position.is_nan());
        runs(&self.head_spans, is_there)
    }

    fn head_rotation_runs(&self) -> Vec<Range<usize>> {
        let is_there =
            |index: usize| self.head.get(index).is_some_and(|head| head.rotation.is_finite());
        runs(&self.head_spans, is_there)
    }

    pub(crate) fn gaze_runs(&self) -> Vec<Range<usize>> {
        let is_there = |index: usize| self.gaze.get(index).is_some_and(|gaze| !gaze.is_nan());
        runs(&self.gaze_spans, is_there)
    }

    /// Gaze directions of a run.
    pub(crate) fn directions(&self, run: &Range<usize>) -> Vec<DVec3> {
        let gaze = self.gaze.get(run.clone()).unwrap_or_default();
        gaze.iter().map(|gaze| gaze.as_dvec3()).collect()
    }

    /// Number of frame steps of a duration, rounded up with a tolerance.
    pub(crate) fn steps(&self, secs: f32) -> usize {
        to_count((f64::from(secs) * self.rate_hz() - 1e-3).ceil())
    }

    /// Time span of a range of frames, up to the following frame or the last one.
    pub(crate) fn span_of(&self, frames: &Range<usize>) -> TimeSpan {
        let last = self.window.times.len().saturating_sub(1);
        let [start_secs, end_secs] =
            [frames.start, frames.end].map(|index| self.window.times.time_secs(index.min(last)));
        TimeSpan { start_secs, end_secs }
    }

    /// Samples of a hand within a span, with their indices.
    pub(crate) fn samples_in(
        &self,
        side: Side,
        span: TimeSpan,
    ) -> impl Iterator<Item = (usize, &HandSample)> {
        let times = self.window.times;
        let [start, end] = [span.start_secs, span.end_secs].map(|secs| index_of(times, secs));
        let spans = &self.hand(side).spans;
        let first = spans.partition_point(|span| span.end <= start);
        let spans = spans.iter().skip(first).take_while(move |span| span.start < end);
        let frames = spans.flat_map(move |span| span.start.max(start)..span.end.min(end));
        frames.filter_map(move |index| Some((index, self.hand(side).frames.get(index)?)))
    }

    /// Thresholds for movements and pauses of a hand.
    pub(crate) fn rest(&self) -> Rest {
        Rest {
            speed_m_s: self.options.rest_speed_m_s.into(),
            pause_steps: self.steps(self.options.min_pause_secs),
            movement_steps: self.steps(self.options.min_movement_secs),
        }
    }

    /// Fixations and saccades, with the run that their frames are relative to.
    pub(crate) fn eye_movements(&self, by: FixationBy) -> Vec<(Range<usize>, EyeMovements)> {
        let limits = Limits {
            rate_hz: self.rate_hz(),
            saccade_deg_s: self.options.saccade_deg_s.into(),
            saccade_deg: self.options.min_saccade_deg.into(),
            merge_steps: to_count(f64::from(self.options.merge_secs) * self.rate_hz() + 1e-3),
            merge_deg: self.options.merge_deg.into(),
            fixation_steps: self.steps(self.options.min_fixation_secs),
            dispersion_deg: self.options.dispersion_deg.into(),
        };
        let look = match by {
            FixationBy::Velocity => by_velocity,
            FixationBy::Dispersion => by_dispersion,
        };
        let runs = self.gaze_runs().into_iter();
        runs.map(|run| (run.clone(), look(&self.directions(&run), limits))).collect()
    }

    /// The head in a frame, if it is present.
    pub(crate) fn head_at(&self, index: usize) -> Option<&Head> {
        let head = self.head.get(index).filter(|head| !head.position.is_nan());
        head.filter(|_| self.head_spans.iter().any(|span| span.contains(&index)))
    }

    /// Gaze direction in a frame, if it is present.
    pub(crate) fn gaze_at(&self, index: usize) -> Option<DVec3> {
        let gaze = self.gaze.get(index).filter(|gaze| !gaze.is_nan());
        let is_observed = self.gaze_spans.iter().any(|span| span.contains(&index));
        gaze.filter(|_| is_observed).map(|gaze| gaze.as_dvec3())
    }

    /// Vector from the head to a hand in world axes.
    pub(crate) fn head_to_hand(&self, side: Side, index: usize) -> Option<DVec3> {
        let head = self.head_at(index)?;
        let point = self.hand(side).frames.get(index)?.point;
        let away = point.as_dvec3() - head.position.as_dvec3();
        away.is_finite().then_some(away)
    }

    /// Position of a hand in the head's axes: right, up and ahead. `None` where the head has no rotation.
    pub(crate) fn point_in_head(&self, side: Side, index: usize) -> Option<DVec3> {
        let away = self.head_to_hand(side, index)?;
        let seen = self.head_at(index)?.rotation.as_dquat().conjugate() * away;
        seen.is_finite().then_some(seen)
    }
}

/// Values of some curves in each frame; NaN for absent curves.
fn rows<const N: usize>(
    columns: &Columns,
    ids: [CurveId; N],
) -> impl Iterator<Item = [f32; N]> + use<'_, N> {
    let columns_of = ids.map(|id| columns.column(id).unwrap_or_default());
    (0..columns.len())
        .map(move |frame| columns_of.map(|c| c.get(frame).copied().unwrap_or(f32::NAN)))
}

impl Hand {
    /// Appends frames; those in which the hand was not tracked are empty.
    fn push(&mut self, columns: &Columns, side: Side, joint: Joint) {
        let mut hands = vec![Joints([Vec3::NAN; JOINT_SLOTS]); columns.len()];
        for joint in Joint::TRACKED {
            let positions = rows(columns, PoseId::Joint(side, joint).position());
            for (hand, position) in hands.iter_mut().zip(positions) {
                if let Some(slot) = hand.0.get_mut(joint.index()) {
                    *slot = Vec3::from_array(position);
                }
            }
        }
        let tracked = rows(columns, [CurveId::Tracked(side)]);
        self.frames.extend(hands.iter().zip(tracked).map(|(hand, [tracked])| {
            if tracked > 0.5 { HandSample::new(hand, joint) } else { NOTHING }
        }));
    }

    /// Runs of frames of one span in which a value is known.
    pub(crate) fn runs(&self, is_known: impl Fn(&HandSample) -> bool) -> Vec<Range<usize>> {
        runs(&self.spans, |index| self.frames.get(index).is_some_and(&is_known))
    }

    /// Number of frames with the hand.
    pub(crate) fn steps(&self) -> usize {
        self.spans.iter().map(|span| span.len() - 1).sum()
    }

    /// All frames with the hand, with their indices.
    pub(crate) fn seen(&self) -> impl Iterator<Item = (usize, &HandSample)> {
        let frames = self.spans.iter().cloned().flatten();
        frames.filter_map(|index| Some((index, self.frames.get(index)?)))
    }
}

//! Local joint motion of a skinned hand: poses relative to the parent joint.
//!
//! A recording interpolates every joint linearly in world space. A skeleton rotates the children of a joint
//! along an arc, so between the same keys its fingertips take another path: by up to a tenth of the hand's
//! length times the square of the rotation, in radians. Where that exceeds the tolerance, keys are inserted.

use std::mem;

use glam::Quat;
use reenact::hand::{Joint, Side};
use reenact::{
    Cursor, Curve, CurveId, Mode, ObservedSpans, Pose, PoseComponent, PoseId, Recording, Sampler,
    Track,
};

use super::animation::{Channel, times};
use super::options::Options;
use crate::curves::{curves_of, holding};
use crate::hand_mesh::SAMPLED_POSES;
use crate::joints::{JointNode, joint_hierarchy, turned};
use crate::{Axes, Losses, Result};

/// Position tolerance of a joint between keys: a third of the guaranteed one, because only some times are
/// tested.
const POSITION_M: f32 = 3e-5;
const ROTATION_RAD: f32 = 1e-3;
/// Guaranteed position tolerance.
const PROMISED_M: f32 = 1e-4;
/// Fractions between two keys at which the error is tested.
const LOOKS: [f32; 3] = [0.25, 0.5, 0.75];
/// Most bisections between two keys.
const HALVINGS: u32 = 6;
/// Most inserted keys per original key, and in addition to that.
const ADDED_A_KEY: usize = 2;
const ADDED: usize = 1024;
/// Largest coordinate of a hand: sums of larger numbers are not exact enough.
const FARTHEST_M: f32 = 1e5;

/// Motion of all joints of a hand.
pub(super) struct Motion {
    /// Joints with keys, parents first.
    pub(super) joints: Vec<JointNode>,
    /// Times of all keys.
    pub(super) times: Vec<f32>,
    /// Local poses of each joint at these times; emptied by [`take_locals`](Self::take_locals).
    locals: Vec<Vec<Pose>>,
    /// Poses of each joint in world space at some times at which the hand was observed, in the axes of the
    /// file.
    pub(super) seen: Vec<Vec<Pose>>,
}

/// A hand at one time.
struct Row {
    time_secs: f32,
    /// Each joint relative to its parent.
    locals: Vec<Pose>,
}

/// Recording with only one hand, always tracked and clamped at both ends, to sample its poses at any time.
fn held(recording: &Recording, side: Side, losses: &mut Losses) -> Result<Recording> {
    let mut held = recording.clone();
    for (id, curve) in recording.curves() {
        let curve = match id {
            CurveId::Joint(of, joint, _) if of == side && joint != Joint::None => {
                holding(curve, losses)
            }
            CurveId::Tracked(of) if of == side => Curve::boolean([(0.0, true)]),
            _ => Curve::from_keys(curve.kind(), []),
        };
        held.set_curve(id, curve)?;
    }
    Ok(held)
}

impl Motion {
    pub(super) fn new(
        recording: &Recording,
        side: Side,
        options: Options,
        losses: &mut Losses,
    ) -> Result<Self> {
        let (mut joints, mut used) = (Vec::new(), Vec::new());
        for joint in Joint::TRACKED {
            let pose = PoseId::Joint(side, joint);
            let ids = PoseComponent::ALL.map(|component| pose.curve(component));
            let Some(own) = curves_of(recording, ids) else { continue };
            if own.iter().any(|curve| curve.is_empty()) {
                losses.keys += own.iter().map(|curve| curve.len()).sum::<usize>();
            } else {
                joints.push(joint);
                used.extend(own);
            }
        }
        let spans = ObservedSpans::of(recording).spans(Track::Hand(side)).to_vec();
        let span_at = |time: f32| {
            let next = spans.partition_point(|span| span.start_secs <= time);
            let place = next.checked_sub(1)?;
            spans.get(place).filter(|span| time <= span.end_secs).map(|_| place)
        };
        let mut times = times(&used, options.rate_hz, losses)?;
        let keys = times.len();
        times.retain(|&time| span_at(time).is_some());
        losses.keys += keys - times.len();
        if !times.is_empty() {
            // Adds keys where the hand appears and disappears, so that this never happens between keys.
            times.extend(spans.iter().flat_map(|span| [span.start_secs, span.end_secs]));
            times.sort_by(f32::total_cmp);
            times.dedup();
        }
        let held = held(recording, side, losses)?;
        let sampler = Sampler::new(&held, Mode::Clean);
        let mut stage = Stage::new(&sampler, side, options.axes, joints, &times, losses);
        // Few keys are inserted: growing lists by doubling would take twice the memory.
        let room = times.len() + times.len() / 4;
        let mut motion = Self {
            joints: stage.joints.clone(),
            times: Vec::with_capacity(room),
            locals: stage.joints.iter().map(|_| Vec::with_capacity(room)).collect(),
            seen: Vec::new(),
        };
        if motion.joints.is_empty() {
            return Ok(motion);
        }
        let mut budget = times.len().saturating_mul(ADDED_A_KEY).saturating_add(ADDED);
        let mut seen = Vec::new();
        let mut last: Option<Row> = None;
        for time in times {
            let row = stage.row(time);
            if let Some(last) = last.filter(|last| span_at(last.time_secs) == span_at(time)) {
                let last = &last;
                let first = motion.times.len();
                stage.fill(last, &row, HALVINGS, &mut budget, &mut motion);
                seen.extend_from_slice(motion.times.get(first..).unwrap_or_default());
            }
            motion.push(&row);
            seen.push(time);
            last = Some(row);
        }
        let every = seen.len().div_ceil(SAMPLED_POSES).max(1);
        motion.seen = seen.into_iter().step_by(every).map(|time| stage.poses(time).0).collect();
        if stage.stray_m > PROMISED_M {
            losses.stray_m = losses.stray_m.max(stage.stray_m);
        }
        Ok(motion)
    }

    fn push(&mut self, row: &Row) {
        self.times.push(row.time_secs);
        for (poses, &pose) in self.locals.iter_mut().zip(&row.locals) {
            poses.push(pose);
        }
    }

    /// Takes the local poses of all joints, which are large, so that each joint's can be freed in turn.
    pub(super) fn take_locals(&mut self) -> Vec<Vec<Pose>> {
        mem::take(&mut self.locals)
    }

    /// Channels of a joint.
    pub(super) fn channels(&self, locals: &[Pose]) -> (Channel<3>, Channel<4>) {
        let places = locals.iter().map(|pose| pose.position.to_array()).collect();
        let place = Channel { times: self.times.clone(), values: places }.without_rests();
        let turns = locals.iter().map(|pose| pose.rotation.to_array()).collect();
        let turn = Channel { times: self.times.clone(), values: turns };
        (place, turn.aligned().without_rests())
    }
}

/// Tolerance for removing a key in a constant span.
const RESTS: f32 = 1e-7;

impl<const N: usize> Channel<N> {
    /// Removes keys inside constant spans, if that removes at least half of them. Otherwise channels share
    /// their times, which saves as much.
    fn without_rests(self) -> Self {
        let is_near =
            |a: &[f32; N], b: &[f32; N]| a.iter().zip(b).all(|(a, b)| (a - b).abs() <= RESTS);
        let mut kept: Vec<usize> = Vec::new();
        // A constant span stays near its first key; its first and last key are kept.
        let mut first: Option<&[f32; N]> = None;
        for (index, value) in self.values.iter().enumerate() {
            let next = self.values.get(index + 1);
            let is_inside = first.is_some_and(|first| {
                is_near(first, value) && next.is_some_and(|next| is_near(first, next))
            });
            if !is_inside {
                kept.push(index);
            }
            if first.is_none_or(|first| !is_near(first, value)) {
                first = Some(value);
            }
        }
        if kept.len() * 2 > self.times.len() {
            return self;
        }
        let times = kept.iter().filter_map(|&at| self.times.get(at).copied()).collect();
        let values = kept.iter().filter_map(|&at| self.values.get(at).copied()).collect();
        Self { times, values }
    }
}

/// Source of poses.
struct Stage<'s> {
    cursor: Cursor<'s>,
    side: Side,
    axes: Axes,
    joints: Vec<JointNode>,
    /// Default pose of each joint.
    fallbacks: Vec<Pose>,
    /// Largest deviation of a joint from its recorded position.
    stray_m: f32,
}

impl<'s> Stage<'s> {
    /// Samples all times once to find the joints with keys.
    fn new(
        sampler: &'s Sampler,
        side: Side,
        axes: Axes,
        joints: impl IntoIterator<Item = Joint>,
        times: &[f32],
        losses: &mut Losses,
    ) -> Self {
        let joints = joint_hierarchy(joints);
        let mut cursor = sampler.cursor();
        let mut fallbacks = vec![None; joints.len()];
        let mut silent = vec![0_usize; joints.len()];
        for &time in times {
            let frame = cursor.frame_at(time);
            let pose_of = |joint| frame.joint(side, joint).and_then(|pose| in_axes(pose, axes));
            let slots = fallbacks.iter_mut().zip(&mut silent);
            for (&JointNode { joint, parent }, (fallback, silent)) in joints.iter().zip(slots) {
                let Some(pose) = pose_of(joint) else {
                    *silent += 1;
                    continue;
                };
                let parent = parent.and_then(|parent| joints.get(parent));
                let base = parent.map_or(Some(Pose::IDENTITY), |parent| pose_of(parent.joint));
                if let (None, Some(base)) = (*fallback, base) {
                    *fallback = Some(pose.relative_to(&base));
                }
            }
        }
        losses.keys += silent.iter().sum::<usize>();
        let (speaking, fallbacks): (Vec<Joint>, Vec<Pose>) = joints
            .iter()
            .zip(fallbacks)
            .zip(silent)
            .filter(|(_, silent)| *silent < times.len())
            .map(|((node, pose), _)| (node.joint, pose.unwrap_or(Pose::IDENTITY)))
            .unzip();
        Self { cursor, side, axes, joints: joint_hierarchy(speaking), fallbacks, stray_m: 0.0 }
    }

    fn row(&mut self, time_secs: f32) -> Row {
        let (_, locals) = self.poses(time_secs);
        Row { time_secs, locals }
    }

    /// Each joint in world space, and relative to its parent.
    fn poses(&mut self, time_secs: f32) -> (Vec<Pose>, Vec<Pose>) {
        let frame = self.cursor.frame_at(time_secs);
        let mut worlds = Vec::with_capacity(self.joints.len());
        let mut locals = Vec::with_capacity(self.joints.len());
        for (&JointNode { joint, parent }, fallback) in self.joints.iter().zip(&self.fallbacks) {
            let pose = frame.joint(self.side, joint).and_then(|pose| in_axes(pose, self.axes));
            let base = parent.and_then(|parent| worlds.get(parent)).copied();
            let base = base.unwrap_or(Pose::IDENTITY);
            let (world, local) = match pose {
                Some(world) => (world, world.relative_to(&base)),
                None => (base.transform(fallback), *fallback),
            };
            worlds.push(world);
            locals.push(Pose { rotation: local.rotation.normalize(), ..local });
        }
        (worlds, locals)
    }

    /// Inserts the rows that are needed between two.
    fn fill(&mut self, a: &Row, b: &Row, halvings: u32, budget: &mut usize, out: &mut Motion) {
        let (position_m, rotation_rad) = self.error(a, b);
        if position_m <= POSITION_M && rotation_rad <= ROTATION_RAD {
            return;
        }
        let time_secs = a.time_secs + (b.time_secs - a.time_secs) * 0.5;
        let is_between = a.time_secs < time_secs && time_secs < b.time_secs;
        if halvings == 0 || *budget == 0 || !is_between {
            self.stray_m = self.stray_m.max(position_m);
            return;
        }
        *budget -= 1;
        let row = self.row(time_secs);
        self.fill(a, &row, halvings - 1, budget, out);
        out.push(&row);
        self.fill(&row, b, halvings - 1, budget, out);
    }

    /// Largest position and rotation error between two rows when the skeleton is played.
    fn error(&mut self, a: &Row, b: &Row) -> (f32, f32) {
        let mut largest = (0.0_f32, 0.0_f32);
        let mut played: Vec<Pose> = Vec::with_capacity(self.joints.len());
        for part in LOOKS {
            let time = a.time_secs + (b.time_secs - a.time_secs) * part;
            if !(a.time_secs < time && time < b.time_secs) {
                continue;
            }
            let part = (time - a.time_secs) / (b.time_secs - a.time_secs);
            let (truth, _) = self.poses(time);
            played.clear();
            for (node, (a, b)) in self.joints.iter().zip(a.locals.iter().zip(&b.locals)) {
                let local = Pose {
                    position: a.position.lerp(b.position, part),
                    rotation: slerp(a.rotation, b.rotation, part),
                };
                let base = node.parent.and_then(|parent| played.get(parent)).copied();
                played.push(base.unwrap_or(Pose::IDENTITY).transform(&local));
            }
            for (played, truth) in played.iter().zip(&truth) {
                let position_m = played.position.distance(truth.position);
                largest.0 = largest.0.max(position_m);
                let cos = played.rotation.dot(truth.rotation).abs();
                // For small angles the sine is more accurate than the cosine; this is twice the sine of half
                // the angle.
                let chord = (played.rotation
                    - truth.rotation * cos.copysign(played.rotation.dot(truth.rotation)))
                .length();
                largest.1 = largest.1.max(2.0 * chord);
            }
        }
        largest
    }
}

/// Spherical interpolation of unit quaternions. In 64 bits, since [`Quat::slerp`] depends on the processor: it approximates the sine on x86-64.
pub(super) fn slerp(a: Quat, b: Quat, part: f32) -> Quat {
    a.as_dquat().slerp(b.as_dquat(), f64::from(part)).as_quat()
}

/// Rotation of joints for Blender, whose bones point along y: forward in a recording, −z in the file, becomes
/// y.
pub(super) const BONE_TURN: Quat =
    Quat::from_xyzw(-std::f32::consts::FRAC_1_SQRT_2, 0.0, 0.0, std::f32::consts::FRAC_1_SQRT_2);

/// Converts a pose to the axes of a file; `None` if it is not valid.
fn in_axes(pose: Pose, axes: Axes) -> Option<Pose> {
    let mut pose = turned(&pose, axes)?;
    if axes == Axes::Blender {
        pose.rotation *= BONE_TURN;
    }
    let is_near = pose.position.abs().max_element() <= FARTHEST_M;
    (is_near && pose.rotation.is_finite()).then_some(pose)
}

//! A hand as joints that hang on each other: what each does as seen from the one before it.
//!
//! A recording draws a straight line from key to key for every joint in the world. A skeleton turns what hangs on a joint along an arc, so
//! between the same keys its fingertips take another way: by up to a tenth of the hand's length times the square of the turn, in
//! radians. Where that is too much, keys are added in between until it is not.

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
use crate::hand_mesh::MOMENTS;
use crate::joints::{Hanging, hung, turned};
use crate::{Axes, Losses, Result};

/// How far a joint may be from where it was, between keys: a third of what is promised, because only some moments are looked at.
const POSITION_M: f32 = 3e-5;
const ROTATION_RAD: f32 = 1e-3;
/// What is promised.
const PROMISED_M: f32 = 1e-4;
/// The parts of the way between two keys at which it is looked at.
const LOOKS: [f32; 3] = [0.25, 0.5, 0.75];
/// How often the time between two keys may be halved.
const HALVINGS: u32 = 6;
/// How many keys may be added for each that is there, and to begin with.
const ADDED_A_KEY: usize = 2;
const ADDED: usize = 1024;
/// What is farther away than this is no place for a hand, and sums of such numbers are not exact.
const FARTHEST_M: f32 = 1e5;

/// All that a hand's joints do.
pub(super) struct Motion {
    /// The joints that have something to say, parents first.
    pub(super) joints: Vec<Hanging>,
    /// The time of every key.
    pub(super) times: Vec<f32>,
    /// For each joint where it is at these times, as seen from what it hangs on; until that is taken.
    locals: Vec<Vec<Pose>>,
    /// Some moments at which the hand was seen, with each joint in the world, in the axes of the file.
    pub(super) seen: Vec<Vec<Pose>>,
}

/// A hand at one time.
struct Row {
    time_secs: f32,
    /// Each joint as seen from what it hangs on.
    locals: Vec<Pose>,
}

/// A recording with nothing but a hand, which holds its ends and never goes away: its poses at any time.
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
            // Where a hand comes or goes there is a key, so that it does so between no two keys.
            times.extend(spans.iter().flat_map(|span| [span.start_secs, span.end_secs]));
            times.sort_by(f32::total_cmp);
            times.dedup();
        }
        let held = held(recording, side, losses)?;
        let sampler = Sampler::new(&held, Mode::Clean);
        let mut stage = Stage::new(&sampler, side, options.axes, joints, &times, losses);
        // Keys that are added are few: lists that grew for them would take twice the room.
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
        let every = seen.len().div_ceil(MOMENTS).max(1);
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

    /// For each joint where it is at all times: taken, because it is much, and each joint is done with in its turn.
    pub(super) fn take_locals(&mut self) -> Vec<Vec<Pose>> {
        mem::take(&mut self.locals)
    }

    /// What a joint does, as channels.
    pub(super) fn channels(&self, locals: &[Pose]) -> (Channel<3>, Channel<4>) {
        let places = locals.iter().map(|pose| pose.position.to_array()).collect();
        let place = Channel { times: self.times.clone(), values: places }.without_rests();
        let turns = locals.iter().map(|pose| pose.rotation.to_array()).collect();
        let turn = Channel { times: self.times.clone(), values: turns };
        (place, turn.aligned().without_rests())
    }
}

/// How far a number of a channel may be off for a key to be left out.
const RESTS: f32 = 1e-7;

impl<const N: usize> Channel<N> {
    /// Leaves out the keys inside of rests, where nothing changes, if that spares half of them: channels share their times
    /// otherwise, which spares as much.
    fn without_rests(self) -> Self {
        let is_near =
            |a: &[f32; N], b: &[f32; N]| a.iter().zip(b).all(|(a, b)| (a - b).abs() <= RESTS);
        let mut kept: Vec<usize> = Vec::new();
        // A rest is what stays near its first key; that and its last key stand for it.
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

/// Where poses come from.
struct Stage<'s> {
    cursor: Cursor<'s>,
    side: Side,
    axes: Axes,
    joints: Vec<Hanging>,
    /// What a joint does where its pose says nothing.
    fallbacks: Vec<Pose>,
    /// The farthest that a joint was from where it should be.
    stray_m: f32,
}

impl<'s> Stage<'s> {
    /// Looks at all times once, to find out which joints have anything to say.
    fn new(
        sampler: &'s Sampler,
        side: Side,
        axes: Axes,
        joints: impl IntoIterator<Item = Joint>,
        times: &[f32],
        losses: &mut Losses,
    ) -> Self {
        let joints = hung(joints);
        let mut cursor = sampler.cursor();
        let mut fallbacks = vec![None; joints.len()];
        let mut silent = vec![0_usize; joints.len()];
        for &time in times {
            let frame = cursor.frame_at(time);
            let pose_of = |joint| frame.joint(side, joint).and_then(|pose| in_axes(pose, axes));
            let slots = fallbacks.iter_mut().zip(&mut silent);
            for (&Hanging { joint, parent }, (fallback, silent)) in joints.iter().zip(slots) {
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
            .map(|((hanging, pose), _)| (hanging.joint, pose.unwrap_or(Pose::IDENTITY)))
            .unzip();
        Self { cursor, side, axes, joints: hung(speaking), fallbacks, stray_m: 0.0 }
    }

    fn row(&mut self, time_secs: f32) -> Row {
        let (_, locals) = self.poses(time_secs);
        Row { time_secs, locals }
    }

    /// Each joint in the world, and as seen from what it hangs on.
    fn poses(&mut self, time_secs: f32) -> (Vec<Pose>, Vec<Pose>) {
        let frame = self.cursor.frame_at(time_secs);
        let mut worlds = Vec::with_capacity(self.joints.len());
        let mut locals = Vec::with_capacity(self.joints.len());
        for (&Hanging { joint, parent }, fallback) in self.joints.iter().zip(&self.fallbacks) {
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

    /// Adds the rows that are needed between two.
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

    /// How far joints are from where they should be between two rows, when a skeleton is played.
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
            for (hanging, (a, b)) in self.joints.iter().zip(a.locals.iter().zip(&b.locals)) {
                let local = Pose {
                    position: a.position.lerp(b.position, part),
                    rotation: a.rotation.slerp(b.rotation, part),
                };
                let base = hanging.parent.and_then(|parent| played.get(parent)).copied();
                played.push(base.unwrap_or(Pose::IDENTITY).transform(&local));
            }
            for (played, truth) in played.iter().zip(&truth) {
                let position_m = played.position.distance(truth.position);
                largest.0 = largest.0.max(position_m);
                let cos = played.rotation.dot(truth.rotation).abs();
                // Of small angles the sine says more than the cosine; this is twice the angle's.
                let chord = (played.rotation
                    - truth.rotation * cos.copysign(played.rotation.dot(truth.rotation)))
                .length();
                largest.1 = largest.1.max(2.0 * chord);
            }
        }
        largest
    }
}

/// How joints are turned for Blender, whose bones lie along y: what points forward in a recording, −z in the file, is y there.
pub(super) const BONE_TURN: Quat =
    Quat::from_xyzw(-std::f32::consts::FRAC_1_SQRT_2, 0.0, 0.0, std::f32::consts::FRAC_1_SQRT_2);

/// A pose in the axes of a file, if it is one.
fn in_axes(pose: Pose, axes: Axes) -> Option<Pose> {
    let mut pose = turned(&pose, axes)?;
    if axes == Axes::Blender {
        pose.rotation *= BONE_TURN;
    }
    let is_near = pose.position.abs().max_element() <= FARTHEST_M;
    (is_near && pose.rotation.is_finite()).then_some(pose)
}

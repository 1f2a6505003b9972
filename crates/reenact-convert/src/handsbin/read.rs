//! Reads a recording from the frames of a file.

use std::array;

use glam::{Quat, Vec3};
use reenact::hand::{Joint, Side};
use reenact::{Bytes, Curve, CurveId, Form, KeyKind, PoseId, Recording, SIMPLE_KEY_BYTES, Tracks};
use reenact_base::threads::{cores, in_parallel};

use super::bytes::pose_values;
use super::pinch::{Source, evidence, is_pinching};
use super::v2::bits::HEAD_TRACKED;
use super::v2::{AimState, DEFAULT_FINGER_SHAPES, Gestures};
use super::versions::lose;
use super::{JOINTS, JointBytes, PoseValues, Version, start, true_times, v1, v2};
use crate::{Losses, Result};

/// Reads a Unity XR Hands recording of either version.
///
/// The result has version 1.1 and the times of the file. Frames whose time is not finite or not after that of the previous frame
/// are left out. Rotations are aligned to the hemisphere of the previous one. Errors name the frame, the field and the byte.
/// Memory is bounded by a small multiple of the size of the file.
///
/// ```
/// use reenact_convert::handsbin::{self, Options};
///
/// let recording = reenact_make::demo();
/// let mut bytes = Vec::new();
/// let _ = handsbin::write(&recording, &Options::default(), &mut bytes)?;
/// assert_eq!(handsbin::read(&bytes)?.end_secs(), recording.end_secs());
/// # Ok::<(), reenact_convert::Error>(())
/// ```
pub fn read(bytes: &[u8]) -> Result<Recording> {
    Ok(read_reported(bytes)?.0)
}

/// Reads a recording like [`read`], and returns the losses.
pub fn read_reported(bytes: &[u8]) -> Result<(Recording, Losses)> {
    let mut take = Take::default();
    let (version, reader) = start(bytes)?;
    match version {
        Version::V1 => {
            let mut frames = v1::Frames::new(reader)?;
            take.rows.reserve_exact(frames.capacity());
            while let Some(frame) = frames.next()? {
                take.add_v1(&frame);
            }
        }
        Version::V2 => {
            let mut frames = v2::Frames::new(reader)?;
            take.rows.reserve_exact(frames.capacity());
            while let Some(frame) = frames.next()? {
                take.add_v2(&frame);
            }
            take.losses.finger_shapes = frames.header.finger_shapes != DEFAULT_FINGER_SHAPES;
            take.restore_times(frames.header.duration_secs);
        }
    }
    take.keep_frames_in_order();
    take.into_recording()
}

/// Data of a file that a recording keeps.
#[derive(Default)]
struct Take<'b> {
    rows: Vec<Row<'b>>,
    losses: Losses,
}

/// Data of a frame that a recording keeps.
struct Row<'b> {
    time_secs: f32,
    head: Option<PoseValues>,
    hands: [Option<Seen<'b>>; 2],
}

/// Tracked hand with all of its joints.
#[derive(Clone, Copy)]
struct Seen<'b> {
    joints: &'b [JointBytes; JOINTS],
    is_pinching: bool,
}

impl<'b> Take<'b> {
    fn add_v1(&mut self, frame: &v1::Frame<'b>) {
        let [left, right] = [&frame.left, &frame.right].map(|hand| {
            let joints = hand.joints.as_ref().and_then(borrowed);
            (hand.is_tracked, joints, None, None)
        });
        self.losses.stale_poses += [&frame.left, &frame.right]
            .into_iter()
            .filter(|hand| !hand.is_tracked && hand.joints.is_some())
            .count();
        let hands = [self.hand(0, left), self.hand(1, right)];
        self.rows.push(Row { time_secs: frame.time_secs, head: None, hands });
    }

    fn add_v2(&mut self, frame: &v2::Frame<'b>) {
        lose(frame, &mut self.losses);
        let is_whole = frame.head_state & HEAD_TRACKED == HEAD_TRACKED;
        self.losses.partial_heads += usize::from(frame.head.is_some() && !is_whole);
        let [left, right] = [&frame.left, &frame.right].map(|side| {
            let hand = side.snapshot.as_ref().and_then(|snapshot| snapshot.dynamic.as_ref());
            let joints = hand.and_then(|hand| borrowed(hand.joints.as_ref()?));
            let is_tracked = hand.is_some_and(v2::Hand::is_tracked);
            (is_tracked, joints, side.gestures.as_deref(), side.aim.as_deref())
        });
        let hands = [self.hand(0, left), self.hand(1, right)];
        let head = frame.head.filter(|_| is_whole);
        self.rows.push(Row { time_secs: frame.time_secs, head, hands });
    }

    /// Hand in the next frame: whether it is tracked, its joints if it has all of them, and the evidence for a pinch.
    fn hand(
        &mut self,
        place: usize,
        (is_tracked, joints, gestures, aim): (
            bool,
            Option<&'b [JointBytes; JOINTS]>,
            Option<&Gestures>,
            Option<&AimState>,
        ),
    ) -> Option<Seen<'b>> {
        if !is_tracked {
            return None;
        }
        let Some(joints) = joints else {
            self.losses.hands += 1;
            return None;
        };
        let before = self.rows.last().and_then(|row| row.hands.get(place).copied().flatten());
        let (source, evidence) = evidence(gestures, aim, aperture_m(joints));
        let counts = &mut self.losses.pinch_sources;
        *match source {
            Source::Gestures => &mut counts.gestures,
            Source::Aim => &mut counts.aim_states,
            Source::Distance => &mut counts.distances,
        } += 1;
        let is_pinching = is_pinching(evidence, before.is_some_and(|seen| seen.is_pinching));
        Some(Seen { joints, is_pinching })
    }

    fn restore_times(&mut self, duration_secs: f32) {
        let times: Vec<f32> = self.rows.iter().map(|row| row.time_secs).collect();
        if let Some(times) = true_times(&times, duration_secs) {
            self.losses.late_times = true;
            for (row, time_secs) in self.rows.iter_mut().zip(times) {
                row.time_secs = time_secs;
            }
        }
    }

    /// Drops frames whose time is not after that of the previous frame.
    fn keep_frames_in_order(&mut self) {
        let before = self.rows.len();
        let mut last = f32::NEG_INFINITY;
        self.rows.retain(|row| {
            let is_next = row.time_secs.is_finite() && row.time_secs > last;
            if is_next {
                last = row.time_secs;
            }
            is_next
        });
        self.losses.frames += before - self.rows.len();
    }

    fn into_recording(self) -> Result<(Recording, Losses)> {
        let Self { rows, losses } = self;
        let has_head = rows.iter().any(|row| row.head.is_some());
        let tracks = Tracks { camera: has_head, hands: true, gaze: false };
        let mut recording = Recording::new(Form::MRTK_1_1, tracks)?;
        if has_head {
            let heads: Vec<(f32, PoseValues)> =
                rows.iter().filter_map(|row| Some((row.time_secs, row.head?))).collect();
            let made = curves(&heads, &[()], |head, ()| *head);
            set_poses(&mut recording, [PoseId::Camera], made)?;
        }
        for (place, side) in Side::ALL.into_iter().enumerate() {
            let seen: Vec<(f32, Option<Seen<'_>>)> = rows
                .iter()
                .map(|row| (row.time_secs, row.hands.get(place).copied().flatten()))
                .collect();
            recording.set_curve(CurveId::Tracked(side), states(&seen, |_| true))?;
            recording.set_curve(CurveId::Pinching(side), states(&seen, |seen| seen.is_pinching))?;
            let tracked: Vec<(f32, &[JointBytes; JOINTS])> = seen
                .iter()
                .filter_map(|(time, seen)| Some((*time, seen.as_ref()?.joints)))
                .collect();
            if tracked.is_empty() {
                continue;
            }
            let groups: Vec<&[Joint]> =
                Joint::TRACKED.chunks(Joint::TRACKED.len().div_ceil(cores().get())).collect();
            let made = in_parallel(&groups, cores(), |_, group| {
                curves(&tracked, group, |joints, joint| joint_of(joints, *joint))
            });
            let poses = Joint::TRACKED.map(|joint| PoseId::Joint(side, joint));
            set_poses(&mut recording, poses, made.into_iter().flatten())?;
        }
        Ok((recording, losses))
    }
}

/// Joints of a hand as encoded in the file; `None` if some are missing.
fn borrowed<'b>(joints: &std::borrow::Cow<'b, [JointBytes]>) -> Option<&'b [JointBytes; JOINTS]> {
    match joints {
        std::borrow::Cow::Borrowed(joints) => joints.as_array(),
        std::borrow::Cow::Owned(_) => None,
    }
}

fn joint_of(joints: &[JointBytes; JOINTS], joint: Joint) -> PoseValues {
    joints.get(joint.index().wrapping_sub(1)).map_or([f32::NAN; 7], pose_values)
}

/// Distance between thumb tip and index tip.
fn aperture_m(joints: &[JointBytes; JOINTS]) -> f32 {
    let [thumb, index] = [Joint::ThumbTip, Joint::IndexTip].map(|joint| {
        let [x, y, z, ..] = joint_of(joints, joint);
        Vec3::new(x, y, z)
    });
    thumb.distance(index)
}

/// State of a hand at the start, and each change; off while the hand was not tracked.
fn states(seen: &[(f32, Option<Seen<'_>>)], is_on: impl Fn(&Seen<'_>) -> bool) -> Curve {
    let mut last = None;
    let states = seen.iter().map(|(time, seen)| (*time, seen.as_ref().is_some_and(&is_on)));
    Curve::boolean(states.filter(|&(_, is_on)| last.replace(is_on) != Some(is_on)))
}

/// Frames processed at a time: their bytes stay in the cache from the first joint to the last.
const BLOCK_FRAMES: usize = 128;

/// The seven curves of several poses, with aligned rotations. All keys are in one allocation.
fn curves<F, P>(
    frames: &[(f32, F)],
    poses: &[P],
    values_of: impl Fn(&F, &P) -> PoseValues,
) -> Vec<[Curve; 7]> {
    let curve_bytes = frames.len() * SIMPLE_KEY_BYTES;
    let mut keys = vec![0; poses.len() * 7 * curve_bytes];
    let mut rotations = vec![Quat::from_xyzw(0.0, 0.0, 0.0, 0.0); poses.len()];
    for (block, start) in frames.chunks(BLOCK_FRAMES).zip((0..).step_by(BLOCK_FRAMES)) {
        let of_poses = keys.chunks_exact_mut(7 * curve_bytes);
        for ((pose, last), keys) in poses.iter().zip(&mut rotations).zip(of_poses) {
            let mut columns = [[0.0; BLOCK_FRAMES]; 7];
            for (place, (_, frame)) in block.iter().enumerate() {
                let values = aligned(values_of(frame, pose), last);
                for (column, value) in columns.iter_mut().zip(values) {
                    if let Some(slot) = column.get_mut(place) {
                        *slot = value;
                    }
                }
            }
            for (column, keys) in columns.iter().zip(keys.chunks_exact_mut(curve_bytes)) {
                let (keys, _) = keys.as_chunks_mut::<SIMPLE_KEY_BYTES>();
                let keys = keys.get_mut(start..).unwrap_or_default();
                for ((key, (time_secs, _)), value) in keys.iter_mut().zip(block).zip(column) {
                    let time = u64::from(time_secs.to_bits());
                    *key = (time | u64::from(value.to_bits()) << 32).to_le_bytes();
                }
            }
        }
    }
    let mut keys = Bytes::from(keys);
    let mut curve = || Curve::from_bytes(KeyKind::Simple, keys.split_to(curve_bytes));
    poses.iter().map(|_| array::from_fn(|_| curve())).collect()
}

/// Pose with its quaternion in the hemisphere of the last one.
#[inline]
fn aligned([x, y, z, rotation @ ..]: PoseValues, last: &mut Quat) -> PoseValues {
    let stored = Quat::from_array(rotation);
    let aligned = if last.dot(stored) < 0.0 { -stored } else { stored };
    if aligned.length_squared() > 0.0 {
        *last = aligned;
    }
    let [qx, qy, qz, qw] = aligned.to_array();
    [x, y, z, qx, qy, qz, qw]
}

fn set_poses(
    recording: &mut Recording,
    poses: impl IntoIterator<Item = PoseId>,
    curves: impl IntoIterator<Item = [Curve; 7]>,
) -> Result<()> {
    for (pose, curves) in poses.into_iter().zip(curves) {
        let ids = pose.position().into_iter().chain(pose.rotation());
        for (id, curve) in ids.zip(curves) {
            recording.set_curve(id, curve)?;
        }
    }
    Ok(())
}

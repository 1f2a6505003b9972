//! Ring buffer of frames, stored by track.

use std::collections::VecDeque;

use glam::{Quat, Vec3};

use crate::curve::Tracks;
use crate::hand::{JOINT_SLOTS, Joint, Side};
use crate::sample::{Frame, Pose, Ray};

/// Ring buffer of frames, oldest first.
///
/// A track stores values only for the frames that have it; the bits of each frame say which.
#[derive(Debug, Clone)]
pub(super) struct FrameBuffer {
    heads: VecDeque<Head>,
    /// Camera, then the slots of the left and the right hand, in file order.
    poses: Vec<Values<7>>,
    gaze: Values<6>,
}

/// Values of a pose or a ray, in file order.
pub(super) type Values<const N: usize> = VecDeque<[f32; N]>;

/// Time of a frame, and the bits of the tracks and states that it has.
#[derive(Debug, Clone, Copy)]
pub(super) struct Head {
    pub(super) time_secs: f64,
    bits: u64,
}

impl Head {
    pub(super) const fn has(self, bit: usize) -> bool {
        self.bits >> bit & 1 != 0
    }
}

/// Number of pose bits of a frame, in the order of [`FrameBuffer::poses`].
const POSES: usize = 1 + 2 * JOINT_SLOTS;
pub(super) const GAZE: usize = POSES;
/// Bits of the states, in file order: left tracked, right tracked, left pinching, right pinching.
pub(super) const STATES: [usize; 4] = [POSES + 1, POSES + 2, POSES + 3, POSES + 4];
/// Bits of the tracks that the frame had, whether or not there are values: camera, hands, gaze.
const TRACKS: [usize; 3] = [POSES + 5, POSES + 6, POSES + 7];
/// Number of bits that a frame can have.
const BITS: usize = POSES + 8;

/// Buffers of a window, owned or borrowed.
pub(super) struct Parts<P, G, H> {
    pub(super) heads: H,
    pub(super) poses: P,
    pub(super) gaze: G,
}

impl Default for FrameBuffer {
    fn default() -> Self {
        let poses = std::iter::repeat_with(VecDeque::new).take(POSES).collect();
        Self { heads: VecDeque::new(), poses, gaze: VecDeque::new() }
    }
}

impl FrameBuffer {
    pub(super) fn len(&self) -> usize {
        self.heads.len()
    }

    /// Time of the first frame; 0 if there is none.
    pub(super) fn start_secs(&self) -> f64 {
        self.heads.front().map_or(0.0, |head| head.time_secs)
    }

    pub(super) fn last_secs(&self) -> Option<f64> {
        self.heads.back().map(|head| head.time_secs)
    }

    pub(super) fn push(&mut self, time_secs: f64, frame: &Frame, tracks: Tracks) {
        let mut bits = 0;
        let camera = frame.camera.filter(|_| tracks.camera);
        let hands = Side::ALL.map(|side| frame.hand(side).filter(|_| tracks.hands));
        let joints = hands.into_iter().flat_map(|hand| {
            let seen = hand.filter(|hand| hand.tracked);
            Joint::ALL.into_iter().map(move |joint| seen?.joint(joint))
        });
        let poses = std::iter::once(camera).chain(joints);
        for ((bit, values), pose) in self.poses.iter_mut().enumerate().zip(poses) {
            if let Some(pose) = pose.filter(|pose| *pose != NO_POSE) {
                let [x, y, z] = pose.position.to_array();
                let [qx, qy, qz, qw] = pose.rotation.to_array();
                values.push_back([x, y, z, qx, qy, qz, qw]);
                bits |= 1 << bit;
            }
        }
        if let Some(ray) = frame.gaze.filter(|ray| tracks.gaze && *ray != NO_RAY) {
            let ([x, y, z], [dx, dy, dz]) = (ray.origin.to_array(), ray.direction.to_array());
            self.gaze.push_back([x, y, z, dx, dy, dz]);
            bits |= 1 << GAZE;
        }
        let [left, right] = hands;
        let tracked = [left, right].map(|hand| hand.is_some_and(|hand| hand.tracked));
        let pinching = [left, right].map(|hand| hand.is_some_and(|hand| hand.pinching));
        for (bit, is_on) in STATES.into_iter().zip(tracked.into_iter().chain(pinching)) {
            bits |= u64::from(is_on) << bit;
        }
        let seen = [
            camera.is_some(),
            hands.iter().any(Option::is_some),
            tracks.gaze && frame.gaze.is_some(),
        ];
        for (bit, is_on) in TRACKS.into_iter().zip(seen) {
            bits |= u64::from(is_on) << bit;
        }
        self.heads.push_back(Head { time_secs, bits });
    }

    /// Drops the frames before a time.
    pub(super) fn forget_before(&mut self, time_secs: f64) {
        while self.heads.front().is_some_and(|head| head.time_secs < time_secs)
            && let Some(head) = self.heads.pop_front()
        {
            for (bit, values) in self.poses.iter_mut().enumerate() {
                if head.has(bit) {
                    values.pop_front();
                }
            }
            if head.has(GAZE) {
                self.gaze.pop_front();
            }
        }
    }

    pub(super) fn as_parts(
        &self,
    ) -> Parts<std::slice::Iter<'_, Values<7>>, &Values<6>, &VecDeque<Head>> {
        Parts { heads: &self.heads, poses: self.poses.iter(), gaze: &self.gaze }
    }

    pub(super) fn into_parts(
        self,
    ) -> Parts<std::vec::IntoIter<Values<7>>, Values<6>, VecDeque<Head>> {
        Parts { heads: self.heads, poses: self.poses.into_iter(), gaze: self.gaze }
    }
}

/// Frames as bytes: time, bits, and the values of the bits that are set, little-endian.
impl FrameBuffer {
    /// Bytes of the time and the bits.
    const HEAD_BYTES: usize = 16;

    /// Appends the newest frame.
    pub(super) fn write_newest(&self, out: &mut Vec<u8>) {
        let Some(&Head { time_secs, bits }) = self.heads.back() else { return };
        let head = Head { time_secs, bits };
        out.extend(time_secs.to_le_bytes());
        out.extend(bits.to_le_bytes());
        for (bit, values) in self.poses.iter().enumerate() {
            let pose = values.back().filter(|_| head.has(bit));
            out.extend(pose.into_iter().flatten().flat_map(|value| value.to_le_bytes()));
        }
        let gaze = self.gaze.back().filter(|_| head.has(GAZE));
        out.extend(gaze.into_iter().flatten().flat_map(|value| value.to_le_bytes()));
    }

    /// Time and bits of a frame; `None` if the bytes are too few or a bit has no meaning.
    fn head(bytes: &[u8]) -> Option<(Head, &[u8])> {
        let (time, rest) = bytes.split_first_chunk()?;
        let (bits, rest) = rest.split_first_chunk()?;
        let (time_secs, bits) = (f64::from_le_bytes(*time), u64::from_le_bytes(*bits));
        (bits >> BITS == 0).then_some((Head { time_secs, bits }, rest))
    }

    /// Time of a frame that starts these bytes.
    pub(super) fn time_secs_of(bytes: &[u8]) -> Option<f64> {
        Self::head(bytes).map(|(head, _)| head.time_secs)
    }

    /// Number of bytes of a frame that starts these bytes.
    pub(super) fn bytes_len(bytes: &[u8]) -> Option<usize> {
        let (head, _) = Self::head(bytes)?;
        let poses = (0..POSES).filter(|&bit| head.has(bit)).count();
        let gaze = usize::from(head.has(GAZE));
        Some(Self::HEAD_BYTES + (poses * 7 + gaze * 6) * size_of::<f32>())
    }

    /// Adds a frame that [`write_newest`](Self::write_newest) wrote, and returns its tracks; `None`, and nothing is added, if
    /// the bytes are too few.
    pub(super) fn push_bytes(&mut self, bytes: &[u8]) -> Option<Tracks> {
        let (head, values) = Self::head(bytes)?;
        if bytes.len() < Self::bytes_len(bytes)? {
            return None;
        }
        let mut values = values.as_chunks().0.iter().copied().map(f32::from_le_bytes);
        for (bit, poses) in self.poses.iter_mut().enumerate() {
            if head.has(bit) {
                poses.push_back(std::array::from_fn(|_| values.next().unwrap_or(f32::NAN)));
            }
        }
        if head.has(GAZE) {
            self.gaze.push_back(std::array::from_fn(|_| values.next().unwrap_or(f32::NAN)));
        }
        self.heads.push_back(head);
        let [camera, hands, gaze] = TRACKS.map(|bit| head.has(bit));
        Some(Tracks { camera, hands, gaze })
    }
}

/// Pose without keys in `mrtk` mode.
const NO_POSE: Pose = Pose { position: Vec3::ZERO, rotation: Quat::from_xyzw(0.0, 0.0, 0.0, 0.0) };
/// Ray without keys in `mrtk` mode.
const NO_RAY: Ray = Ray { origin: Vec3::ZERO, direction: Vec3::ZERO };

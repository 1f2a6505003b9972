//! Encodes blocks of frames from columns.

use std::iter;

use glam::Vec3;
use reenact::hand::{Joint, Side};
use reenact::{Columns, CurveId, PoseComponent, PoseId, Sampler, Track};

use super::super::bytes::{POSE_BYTES, Put, pose_bytes};
use super::super::origin::Move;
use super::super::pinch::value_of_distance;
use super::super::v2::bits;
use super::super::{JOINTS, PoseValues};

/// Bytes of the joints of a hand.
const JOINTS_BYTES: usize = JOINTS * POSE_BYTES;

/// Frames whose joints are filled in at a time: their bytes stay in the cache from the first joint to the last.
const TILE_FRAMES: usize = 64;

/// State carried from one block to the next.
pub(super) struct Hands {
    hands: [Lasting; 2],
}

struct Lasting {
    /// Whether the hand has joints in the last frame.
    was_there: bool,
    /// Joints in that frame.
    joints: Vec<u8>,
    /// Time until which the hand is ever tracked.
    until_secs: f32,
}

impl Hands {
    /// Creates the state for a file whose first frame is at the given time of the recording.
    pub(super) fn of(sampler: &Sampler, start_secs: f32) -> Self {
        let hands = Side::ALL.map(|side| {
            let last = sampler.observed().spans(Track::Hand(side)).last();
            let until_secs = last.map_or(f32::NEG_INFINITY, |span| span.end_secs - start_secs);
            Lasting { was_there: false, joints: vec![0; JOINTS_BYTES], until_secs }
        });
        Self { hands }
    }
}

/// Block of frames as columns.
pub(super) struct Block<'c> {
    times_secs: &'c [f32],
    head: Pose<'c>,
    hands: [HandColumns<'c>; 2],
    moved: Option<Move>,
}

/// The seven columns of a pose.
#[derive(Clone, Copy)]
struct Pose<'c>([&'c [f32]; 7]);

impl<'c> Pose<'c> {
    /// Columns of a pose; empty if the recording lacks the track.
    fn of(columns: &'c Columns, pose: PoseId) -> Self {
        Self(PoseComponent::ALL.map(|part| columns.column(pose.curve(part)).unwrap_or_default()))
    }

    /// Pose in a frame; NaN if there is none.
    #[inline]
    fn at(&self, frame: usize) -> PoseValues {
        self.0.map(|column| column.get(frame).copied().unwrap_or(f32::NAN))
    }
}

struct HandColumns<'c> {
    joints: [Pose<'c>; JOINTS],
    pinching: &'c [f32],
    /// Whether all joints are known, by frame.
    is_whole: Vec<bool>,
    /// Number of frames with some joints, but not all.
    incomplete: usize,
}

impl<'c> HandColumns<'c> {
    fn of(columns: &'c Columns, side: Side) -> Self {
        let joints = Joint::TRACKED.map(|joint| Pose::of(columns, PoseId::Joint(side, joint)));
        let mut is_whole = vec![true; columns.len()];
        let mut is_there = vec![false; columns.len()];
        for column in joints.iter().flat_map(|joint| joint.0) {
            if column.is_empty() {
                is_whole.fill(false);
            }
            for ((whole, there), value) in is_whole.iter_mut().zip(&mut is_there).zip(column) {
                *whole &= value.is_finite();
                *there |= value.is_finite();
            }
        }
        let incomplete = is_whole.iter().zip(is_there).filter(|&(whole, there)| there && !whole);
        let incomplete = incomplete.count();
        let pinching = columns.column(CurveId::Pinching(side)).unwrap_or_default();
        Self { joints, pinching, is_whole, incomplete }
    }

    fn is_whole(&self, frame: usize) -> bool {
        self.is_whole.get(frame).copied().unwrap_or_default()
    }

    fn is_pinching(&self, frame: usize) -> bool {
        self.pinching.get(frame).is_some_and(|&pinching| pinching > 0.5)
    }

    /// Distance of thumb tip and index tip.
    fn aperture_m(&self, frame: usize) -> f32 {
        let [thumb, index] = [Joint::ThumbTip, Joint::IndexTip].map(|tip| {
            let place = tip.index().wrapping_sub(1);
            let [x, y, z, ..] = self.joints.get(place).map_or([f32::NAN; 7], |tip| tip.at(frame));
            Vec3::new(x, y, z)
        });
        thumb.distance(index)
    }
}

/// Joints to be filled in: the frame, and the offset of their bytes.
type Gap = (usize, usize);

impl<'c> Block<'c> {
    /// Creates a block of frames with their times in the file.
    pub(super) fn new(columns: &'c Columns, times_secs: &'c [f32], moved: Option<Move>) -> Self {
        Self {
            times_secs,
            head: Pose::of(columns, PoseId::Camera),
            hands: Side::ALL.map(|side| HandColumns::of(columns, side)),
            moved,
        }
    }

    /// Number of frames of a hand that lacks joints, which are left out.
    pub(super) fn incomplete_hands(&self) -> usize {
        self.hands.iter().map(|hand| hand.incomplete).sum()
    }

    fn moved(&self, pose: PoseValues) -> PoseValues {
        self.moved.map_or(pose, |moved| moved.pose(pose))
    }

    /// Writes frames of version 1.
    pub(super) fn write_v1(&self, _: &mut Hands, bytes: &mut Vec<u8>) {
        let mut gaps: [Vec<Gap>; 2] = Default::default();
        for (frame, &time_secs) in self.times_secs.iter().enumerate() {
            let whole = self.hands.each_ref().map(|hand| hand.is_whole(frame));
            bytes.float(time_secs);
            // Tracked, then valid.
            whole.into_iter().chain(whole).for_each(|is_whole| bytes.boolean(is_whole));
            for (gaps, _) in gaps.iter_mut().zip(whole).filter(|(_, is_whole)| *is_whole) {
                gaps.push((frame, bytes.len()));
                bytes.resize(bytes.len() + JOINTS_BYTES, 0);
            }
        }
        for (hand, gaps) in self.hands.iter().zip(&gaps) {
            self.fill(hand, gaps, bytes);
        }
    }

    /// Writes frames of version 2.
    pub(super) fn write_v2(&self, lasting: &mut Hands, bytes: &mut Vec<u8>) {
        let mut gaps: [Vec<Gap>; 2] = Default::default();
        // Hands of the last frame before a tracking gap: the source of their joints if it is in this block, and the destination.
        let mut stale: Vec<(usize, Option<usize>, usize)> = Vec::new();
        for (frame, &time_secs) in self.times_secs.iter().enumerate() {
            let hands = self.hands.iter().zip(&mut lasting.hands);
            let states = hands.map(|(hand, lasting)| {
                let is_there = hand.is_whole(frame);
                let was_there = std::mem::replace(&mut lasting.was_there, is_there);
                let is_stale = was_there && !is_there && time_secs < lasting.until_secs;
                (is_there, is_stale)
            });
            let states: Vec<(bool, bool)> = states.collect();
            self.start_v2(frame, time_secs, &states, bytes);
            for (place, (hand, &(is_there, is_stale))) in self.hands.iter().zip(&states).enumerate()
            {
                if !is_there && !is_stale {
                    continue;
                }
                bytes.int(bits::DYNAMIC);
                bytes.int(bits::JOINTS | if is_there { bits::TRACKED } else { 0 });
                // The root, which is the wrist.
                bytes.resize(bytes.len() + POSE_BYTES, 0);
                bytes.int(26);
                let at = bytes.len();
                bytes.resize(at + JOINTS_BYTES, 0);
                let Some(gaps) = gaps.get_mut(place) else { continue };
                if is_stale {
                    stale.push((place, gaps.last().map(|&(_, at)| at), at));
                    continue;
                }
                gaps.push((frame, at));
                bytes.int(bits::HANDEDNESS.get(place).copied().unwrap_or(0));
                bytes.int(bits::PINCH_VALUE | bits::PINCH_TOUCHED);
                bytes.float(value_of_distance(hand.aperture_m(frame)));
                bytes.boolean(hand.is_pinching(frame));
            }
        }
        for (hand, gaps) in self.hands.iter().zip(&gaps) {
            self.fill(hand, gaps, bytes);
        }
        for (place, from, to) in stale {
            match from {
                Some(from) => bytes.copy_within(from..from + JOINTS_BYTES, to),
                None => {
                    if let (Some(hand), Some(room)) =
                        (lasting.hands.get(place), bytes.get_mut(to..to + JOINTS_BYTES))
                    {
                        room.copy_from_slice(&hand.joints);
                    }
                }
            }
            copy_wrist(bytes, to);
        }
        for &(_, at) in gaps.iter().flatten() {
            copy_wrist(bytes, at);
        }
        for (lasting, gaps) in lasting.hands.iter_mut().zip(&gaps) {
            if let Some(joints) = gaps.last().and_then(|&(_, at)| bytes.get(at..at + JOINTS_BYTES))
            {
                lasting.joints.copy_from_slice(joints);
            }
        }
    }

    /// Writes a frame of version 2 up to its hands, each present, outdated or absent.
    fn start_v2(&self, frame: usize, time_secs: f32, states: &[(bool, bool)], bytes: &mut Vec<u8>) {
        let its_bits =
            [bits::LEFT, bits::RIGHT].into_iter().zip([bits::LEFT_UPDATED, bits::RIGHT_UPDATED]);
        let (mut flags, mut success) = (0, 0);
        for (&(is_there, is_stale), ([snapshot, gestures, _], updated)) in
            states.iter().zip(its_bits)
        {
            flags |= if is_there || is_stale { snapshot } else { 0 };
            flags |= if is_there { gestures } else { 0 };
            success |= if is_there { updated } else { 0 };
        }
        bytes.int(flags);
        bytes.float(time_secs);
        let head = self.head.at(frame);
        if head.iter().all(|value| value.is_finite()) {
            bytes.int(bits::HEAD_TRACKED);
            bytes.pose(&self.moved(head));
        } else {
            bytes.int(0);
        }
        bytes.int(success);
    }

    /// Fills in the joints of a hand, tile by tile and joint by joint.
    fn fill(&self, hand: &HandColumns<'_>, gaps: &[Gap], bytes: &mut [u8]) {
        for tile in gaps.chunks(TILE_FRAMES) {
            for (joint, offset) in
                hand.joints.iter().zip(iter::successors(Some(0), |at| Some(at + POSE_BYTES)))
            {
                for &(frame, at) in tile {
                    let pose = self.moved(joint.at(frame));
                    if let Some(room) = bytes.get_mut(at + offset..at + offset + POSE_BYTES) {
                        room.copy_from_slice(&pose_bytes(&pose));
                    }
                }
            }
        }
    }
}

/// Copies the wrist to the root, which precedes the joint count.
fn copy_wrist(bytes: &mut [u8], joints_at: usize) {
    if let Some(root_at) = joints_at.checked_sub(4 + POSE_BYTES) {
        bytes.copy_within(joints_at..joints_at + POSE_BYTES, root_at);
    }
}

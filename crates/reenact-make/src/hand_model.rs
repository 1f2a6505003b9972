//! Forward kinematics of a hand: from joint angles to 26 joint poses.
//!
//! All values are for a right hand; a left one is its mirror image. Hand space has its origin at the wrist, x to the right, y out
//! of the back of the hand and z along the fingers, in metres. MRTK's joint frames have the same axes: z along the bone that
//! starts at the joint, y out of its back (for the thumb: out of its nail). A tip has the frame of the bone that ends there.
//!
//! Bone lengths are the means measured by Buryanov and Kotiuk (2010), with soft tissue added at the tips.

use glam::{DQuat, DVec3};

use crate::grip::Shape;
use crate::math::{Pose, about_x, about_y, about_z, frame};

/// Tracked joints of a hand, in MRTK's order: wrist, palm, four of the thumb, five of each finger.
pub(crate) const JOINTS: usize = 26;
/// Index of the palm among them.
pub(crate) const PALM: usize = 1;
const THUMB_TIP: usize = 5;
const INDEX_KNUCKLE: usize = 7;
const INDEX_TIP: usize = 10;

/// Position of the palm relative to the wrist.
const PALM_AT: DVec3 = DVec3::new(0.0, -0.006, 0.055);
/// Centre of an object held in the whole hand.
const GRASP_AT: DVec3 = DVec3::new(-0.008, -0.045, 0.090);

struct ThumbBones {
    base: DVec3,
    lengths: [f64; 3],
}

const THUMB: ThumbBones =
    ThumbBones { base: DVec3::new(-0.022, -0.010, 0.027), lengths: [0.046_2, 0.031_6, 0.026_5] };

struct FingerBones {
    base: DVec3,
    knuckle: DVec3,
    /// Direction of the back of its metacarpal: the knuckles form an arch.
    back: DVec3,
    lengths: [f64; 3],
    /// Direction along x that leads away from the middle finger.
    outward: f64,
}

const FINGERS: [FingerBones; 4] = [
    FingerBones {
        base: DVec3::new(-0.013, 0.001, 0.025),
        knuckle: DVec3::new(-0.025, 0.004, 0.092),
        back: DVec3::new(-0.14, 1.0, 0.0),
        lengths: [0.039_8, 0.022_4, 0.019_6],
        outward: -1.0,
    },
    FingerBones {
        base: DVec3::new(-0.001, 0.003, 0.028_5),
        knuckle: DVec3::new(-0.003, 0.006, 0.093),
        back: DVec3::new(-0.02, 1.0, 0.0),
        lengths: [0.044_6, 0.026_3, 0.021_0],
        outward: -1.0,
    },
    FingerBones {
        base: DVec3::new(0.009, 0.001, 0.028_5),
        knuckle: DVec3::new(0.016, 0.003, 0.086),
        back: DVec3::new(0.10, 1.0, 0.0),
        lengths: [0.041_4, 0.025_7, 0.020_8],
        outward: 1.0,
    },
    FingerBones {
        base: DVec3::new(0.018, -0.002, 0.025_5),
        knuckle: DVec3::new(0.033, -0.003, 0.077),
        back: DVec3::new(0.24, 1.0, 0.0),
        lengths: [0.032_7, 0.018_1, 0.019_4],
        outward: 1.0,
    },
];

/// Part of a hand that is moved to a target.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum HandPart {
    Wrist,
    Palm,
    /// Between the tips of thumb and index.
    Pinch,
    IndexKnuckle,
    IndexTip,
    /// Centre of a held object.
    Grasp,
}

/// Hand model of one person, scaled.
#[derive(Debug, Clone)]
pub(crate) struct HandModel {
    size: f64,
    metacarpals: [DQuat; 4],
}

impl HandModel {
    pub(crate) fn new(size: f64) -> Self {
        let metacarpals = FINGERS.each_ref().map(|f| frame(f.knuckle - f.base, f.back));
        Self { size, metacarpals }
    }

    /// Poses of all joints of a right hand of this shape, relative to its wrist.
    pub(crate) fn joints(&self, shape: &Shape) -> [Pose; JOINTS] {
        let mut joints = [Pose { position: DVec3::ZERO, rotation: DQuat::IDENTITY }; JOINTS];
        let mut slots = joints.iter_mut();
        let mut put = |position: DVec3, rotation: DQuat| {
            if let Some(slot) = slots.next() {
                *slot = Pose { position: position * self.size, rotation };
            }
        };
        put(DVec3::ZERO, DQuat::IDENTITY);
        put(PALM_AT, DQuat::IDENTITY);

        let bend = shape.thumb;
        let mut at = THUMB.base;
        let mut turn = about_z(bend.oppose) * about_y(-bend.spread) * about_z(bend.roll);
        put(at, turn);
        for (length, flexion) in THUMB.lengths.iter().zip([bend.knuckle, bend.tip, 0.0]) {
            at += turn * DVec3::Z * *length;
            turn *= about_x(flexion);
            put(at, turn);
        }

        for ((bones, metacarpal), bend) in FINGERS.iter().zip(self.metacarpals).zip(shape.fingers) {
            put(bones.base, metacarpal);
            let mut at = bones.knuckle;
            let mut turn =
                metacarpal * about_y(bones.outward * bend.spread) * about_x(bend.knuckle);
            put(at, turn);
            for (length, flexion) in bones.lengths.iter().zip([bend.middle, bend.distal(), 0.0]) {
                at += turn * DVec3::Z * *length;
                turn *= about_x(flexion);
                put(at, turn);
            }
        }
        joints
    }

    /// Position of a part of a right hand of this shape, relative to its wrist.
    pub(crate) fn part(&self, shape: &Shape, part: HandPart) -> DVec3 {
        match part {
            HandPart::Wrist => DVec3::ZERO,
            HandPart::Palm => PALM_AT * self.size,
            HandPart::Grasp => GRASP_AT * self.size,
            HandPart::IndexKnuckle => self.joints(shape)[INDEX_KNUCKLE].position,
            HandPart::IndexTip => self.joints(shape)[INDEX_TIP].position,
            HandPart::Pinch => {
                let joints = self.joints(shape);
                (joints[THUMB_TIP].position + joints[INDEX_TIP].position) * 0.5
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::grip::Grip;
    use crate::motion::Blend;

    fn tips_apart_m(grip: Grip) -> f64 {
        let joints = HandModel::new(1.0).joints(&grip.shape());
        joints[THUMB_TIP].position.distance(joints[INDEX_TIP].position)
    }

    #[test]
    fn a_pinch_brings_the_tips_together_and_no_other_grip_does() {
        for (_, grip) in Grip::NAMED {
            let apart_m = tips_apart_m(grip);
            if grip == Grip::Pinch {
                assert!((0.003..0.008).contains(&apart_m), "{grip:?} {apart_m}");
            } else {
                assert!(apart_m > 0.025, "{grip:?} {apart_m}");
            }
        }
    }

    #[test]
    fn tips_do_not_touch_on_the_way_from_one_grip_to_another() {
        let model = HandModel::new(1.0);
        let others =
            || Grip::NAMED.into_iter().map(|(_, grip)| grip).filter(|grip| *grip != Grip::Pinch);
        for (from, to) in others().flat_map(|from| others().map(move |to| (from, to))) {
            for step in 0..=40_u8 {
                let shape = Shape::blend(from.shape(), to.shape(), f64::from(step) / 40.0);
                let joints = model.joints(&shape);
                let apart_m = joints[THUMB_TIP].position.distance(joints[INDEX_TIP].position);
                assert!(apart_m > 0.015, "{from:?} to {to:?}: {apart_m} at step {step}");
            }
        }
    }

    #[test]
    fn bones_keep_their_length_whatever_the_grip() {
        let model = HandModel::new(1.0);
        let lengths = |grip: Grip| {
            let joints = model.joints(&grip.shape());
            let chains = [(2, 5), (6, 10), (11, 15), (16, 20), (21, 25)];
            chains
                .iter()
                .flat_map(|&(first, last)| (first..last).map(|i| (i, i + 1)).collect::<Vec<_>>())
                .map(|(a, b)| joints[a].position.distance(joints[b].position))
                .collect::<Vec<f64>>()
        };
        let open = lengths(Grip::Open);
        for (_, grip) in Grip::NAMED {
            for (a, b) in open.iter().zip(lengths(grip)) {
                assert!((a - b).abs() < 1e-12);
            }
        }
        assert!(
            (open[3] - 0.068).abs() < 0.001,
            "an index metacarpal is 68 mm long, not {}",
            open[3]
        );
    }

    #[test]
    fn each_bone_lies_along_the_z_axis_of_its_first_joint() {
        let joints = HandModel::new(1.0).joints(&Grip::Fist.shape());
        for (first, last) in [(2, 5), (6, 10), (11, 15), (16, 20), (21, 25)] {
            for i in first..last {
                let along = (joints[i + 1].position - joints[i].position).normalize();
                assert!(joints[i].forward().dot(along) > 0.999_999, "joint {i}");
            }
        }
    }

    #[test]
    fn the_thumb_of_a_right_hand_palm_down_points_left() {
        let joints = HandModel::new(1.0).joints(&Grip::Open.shape());
        assert!(joints[THUMB_TIP].position.x < -0.05);
        assert!(joints[25].position.x > 0.03, "and the little finger right");
        assert!(joints[15].position.z > 0.17, "and the fingers ahead");
    }

    #[test]
    fn fingers_curl_into_the_palm() {
        let joints = HandModel::new(1.0).joints(&Grip::Fist.shape());
        for tip in [10, 15, 20, 25] {
            let curled = joints[tip].position;
            assert!(curled.y < -0.01 && curled.z < 0.09, "joint {tip} at {curled}");
        }
    }
}

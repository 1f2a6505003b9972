//! Checks of the shape of hands: bone lengths, finger angles, left and right.
//!
//! At most [`HAND_FRAMES`] frames are sampled, evenly distributed over the keys of the wrist. The checks use the positions of
//! joints; only the orientation of the hand also uses the palm's rotation.

use glam::{Quat, Vec3};
use reenact::hand::{Finger, JOINT_SLOTS, Joint, Side};
use reenact::{CurveGroup, PoseId, Track};

use super::code::Code;
use super::exam::{Exam, Path, count_f32, evenly_spaced, quantile};
use super::limits::{
    BONE_CHANGE_M, BONE_CHANGE_SHARE, BONE_TO_SHARE, BONE_WITH_DIRECTION, CURL_DEG, DISTAL_DEG,
    HAND_CHANGE_SHARE, HAND_FRAMES, KNUCKLE_DEG, MIDDLE_DEG, OVERBENT_SHARE, SWAPPED_FRAMES,
    SWAPPED_SHARE, THUMB_DEG, TRACKER_DEG,
};
use super::report::Finding;
use super::scan::Scan;
use super::states::States;
use super::words::{plural, the};

/// Joint positions of a hand at one time.
struct SampledHand {
    time_secs: f32,
    joints: [Vec3; JOINT_SLOTS],
    /// Rotation of the palm, if known.
    palm: Option<Quat>,
}

impl SampledHand {
    fn at(&self, joint: Joint) -> Vec3 {
        self.joints.get(joint.index()).copied().unwrap_or(Vec3::NAN)
    }
}

pub(super) fn check(exam: &mut Exam<'_>, states: &States, scan: &Scan) {
    let mut swapped = Vec::new();
    for side in Side::ALL {
        let samples = samples(exam, states, scan, side);
        if samples.is_empty() {
            continue;
        }
        let usual = bones(exam, &samples, side);
        let is_other = is_other_hand(&samples, side);
        if is_other {
            swapped.push(side);
        }
        // Swapped hands bend all fingers backwards; that is reported as swapped hands only.
        let shape = if is_other { side.other() } else { side };
        fingers(exam, &samples, &usual, side, shape);
    }
    let message = match swapped[..] {
        [] => return,
        [side] => format!(
            "{} is shaped like a {} hand: it was assigned to the wrong side, or mirrored",
            the(Track::Hand(side)),
            side.other()
        ),
        _ => "both hands are shaped like the other: left and right were swapped, or the recording was mirrored".to_owned(),
    };
    if let Some(&first) = swapped.first() {
        exam.find(Finding::new(Code::HandsSwapped, Track::Hand(first), swapped.len(), message));
    }
}

/// Samples of the hand at times at which it was tracked and the positions of all joints are known.
fn samples(exam: &Exam<'_>, states: &States, scan: &Scan, side: Side) -> Vec<SampledHand> {
    let path = |joint| exam.path_of(CurveGroup::Position(PoseId::Joint(side, joint)));
    let paths: Option<Vec<(usize, Path<'_>)>> =
        (Joint::TRACKED.into_iter()).map(|joint| Some((joint.index(), path(joint)?))).collect();
    let (Some(paths), Some(wrist)) = (paths, path(Joint::Wrist)) else { return Vec::new() };
    let palm = PoseId::Joint(side, Joint::Palm);
    let palm = (!scan.is_w_lost(palm)).then_some(palm);
    let keys = evenly_spaced(wrist.len(), HAND_FRAMES)
        .filter_map(|index| Some((index, wrist.clock().time_secs(index)?)))
        .filter(|(_, time)| states.is_tracked(side, *time, *time));
    let look = |(index, time_secs): (usize, f32)| {
        let mut joints = [Vec3::ZERO; JOINT_SLOTS];
        for (slot, path) in &paths {
            if let Some(joint) = joints.get_mut(*slot) {
                *joint = path.near(index, time_secs);
            }
        }
        let palm = palm.and_then(|palm| exam.rotation_near(palm, index, time_secs));
        SampledHand { time_secs, joints, palm }
    };
    keys.map(look).filter(|sample| sample.joints.iter().all(|joint| joint.is_finite())).collect()
}

/// Bones of the fingers, as (near joint, far joint), without those from the wrist.
fn finger_bones() -> impl Iterator<Item = (Joint, Joint)> {
    Joint::bones().filter(|(near, _)| *near != Joint::Wrist)
}

/// Change of the length of one bone, from the 10th to the 90th percentile.
struct Bone {
    far: Joint,
    median_m: f32,
    change_m: f32,
}

impl Bone {
    fn new(samples: &[SampledHand], near: Joint, far: Joint) -> Self {
        let mut lengths: Vec<f32> = (samples.iter())
            .map(|sample| sample.at(near).distance(sample.at(far)))
            .filter(|length| length.is_finite())
            .collect();
        lengths.sort_by(f32::total_cmp);
        let at = |share| quantile(&lengths, share).unwrap_or(0.0);
        Self { far, median_m: at(0.5), change_m: at(BONE_TO_SHARE) - at(1.0 - BONE_TO_SHARE) }
    }

    /// Change relative to the length of the bone; 0 for a bone of length 0.
    fn change_share(&self) -> f32 {
        if self.median_m > 0.0 { self.change_m / self.median_m } else { 0.0 }
    }

    fn is_changing(&self) -> bool {
        self.change_m > BONE_CHANGE_M && self.change_m > BONE_CHANGE_SHARE * self.median_m
    }
}

/// Finds bones that change their length, and returns the median lengths by far joint.
fn bones(exam: &mut Exam<'_>, samples: &[SampledHand], side: Side) -> [f32; JOINT_SLOTS] {
    let bones: Vec<Bone> =
        finger_bones().map(|(near, far)| Bone::new(samples, near, far)).collect();
    let mut usual = [0.0; JOINT_SLOTS];
    for bone in &bones {
        if let Some(slot) = usual.get_mut(bone.far.index()) {
            *slot = bone.median_m;
        }
    }
    let mut shares: Vec<f32> = bones.iter().map(Bone::change_share).collect();
    shares.sort_by(f32::total_cmp);
    let of_hand = quantile(&shares, 0.5).unwrap_or(0.0);
    let changing = bones.iter().filter(|bone| bone.is_changing());
    let hand = the(Track::Hand(side));
    let found = if of_hand > HAND_CHANGE_SHARE {
        let message = format!(
            "{hand} changes its size: half of its bones change in length by {:.0} % or more, where tracked hands stay below {:.0} %",
            100.0 * of_hand,
            100.0 * HAND_CHANGE_SHARE
        );
        Some((bones.len(), message))
    } else if let Some(worst) = changing.clone().max_by(|a, b| a.change_m.total_cmp(&b.change_m)) {
        let count = changing.count();
        let message = format!(
            "{} of {hand}: the length changes by more than that of tracked hands, at {} by {:.0} mm of {:.0}",
            plural(count, "bone"),
            worst.far,
            1000.0 * worst.change_m,
            1000.0 * worst.median_m
        );
        Some((count, message))
    } else {
        None
    };
    if let Some((count, message)) = found {
        exam.find(Finding::new(Code::BoneLengthsChange, Track::Hand(side), count, message));
    }
    usual
}

/// Axis about which the fingers bend towards the palm, for a hand of the given shape.
///
/// For a right hand it points from the index to the little finger: in Unity's axes, with the fingers along z and the back of the
/// hand along y, bending rotates z towards −y, which is a rotation about x.
fn bending_axis(sample: &SampledHand, shape: Side) -> Vec3 {
    let across = sample.at(Joint::PinkyKnuckle) - sample.at(Joint::IndexKnuckle);
    match shape {
        Side::Right => across.normalize_or_zero(),
        Side::Left => -across.normalize_or_zero(),
    }
}

/// Flexion at a joint about an axis in degrees; `None` if a bone is too short to have a direction.
fn bend_deg(
    sample: &SampledHand,
    usual: Option<&[f32; JOINT_SLOTS]>,
    [near, at, far]: [Joint; 3],
    axis: Option<Vec3>,
) -> Option<f32> {
    let direction = |near: Joint, far: Joint| {
        let bone = sample.at(far) - sample.at(near);
        let least = usual.and_then(|usual| usual.get(far.index())).copied().unwrap_or(0.0);
        (bone.length() > BONE_WITH_DIRECTION * least).then(|| bone.try_normalize()).flatten()
    };
    let (a, b) = (direction(near, at)?, direction(at, far)?);
    let turned = a.cross(b);
    // The axis is not perpendicular to every finger, so only its component perpendicular to the bone is used.
    let sine = axis.map_or_else(
        || turned.length(),
        |axis| turned.dot(axis.reject_from_normalized(a).normalize_or(axis)),
    );
    Some(sine.atan2(a.dot(b)).to_degrees())
}

const FINGERS: [Finger; 4] = [Finger::Index, Finger::Middle, Finger::Ring, Finger::Pinky];

/// Whether the joints are those of the other hand: the fingers bend towards what would be the back of this hand, and the palm's
/// rotation does not contradict it.
fn is_other_hand(samples: &[SampledHand], side: Side) -> bool {
    let (mut this, mut other) = (0_usize, 0_usize);
    for sample in samples {
        let axis = bending_axis(sample, side);
        let bends = FINGERS.into_iter().flat_map(|finger| {
            let joints = finger.joints().windows(3).skip(1);
            joints.filter_map(|row| {
                bend_deg(sample, None, [*row.first()?, *row.get(1)?, *row.get(2)?], Some(axis))
            })
        });
        let bends: Vec<f32> = bends.collect();
        let mean = bends.iter().sum::<f32>() / count_f32(bends.len().max(1));
        // Normal of the back of the hand, from the positions of the joints of a hand of this side.
        let wrist = sample.at(Joint::Wrist);
        let [index, pinky] =
            [Joint::IndexKnuckle, Joint::PinkyKnuckle].map(|joint| sample.at(joint) - wrist);
        let back = match side {
            Side::Right => index.cross(pinky),
            Side::Left => pinky.cross(index),
        };
        let facing = sample.palm.map(|palm| (palm * Vec3::Y).dot(back.normalize_or_zero()));
        let palm_disagrees = facing.is_some_and(|facing| facing > 0.5);
        if mean >= CURL_DEG {
            this += 1;
        } else if mean <= -CURL_DEG && !palm_disagrees {
            other += 1;
        }
    }
    other >= SWAPPED_FRAMES.min(samples.len())
        && count_f32(other) >= SWAPPED_SHARE * count_f32(this + other)
        && other > 0
}

/// Finds fingers that bend beyond the human range, for a hand with the shape of the given side.
fn fingers(
    exam: &mut Exam<'_>,
    samples: &[SampledHand],
    usual: &[f32; JOINT_SLOTS],
    side: Side,
    shape: Side,
) {
    let mut worst: Option<(f32, f32, Joint, f32)> = None;
    let mut count = 0;
    for sample in samples {
        let axis = bending_axis(sample, shape);
        let mut is_over = false;
        for finger in Finger::ALL {
            let limits = match finger {
                Finger::Thumb => [(-THUMB_DEG, THUMB_DEG); 3],
                _ => [KNUCKLE_DEG, MIDDLE_DEG, DISTAL_DEG],
            };
            let axis = (finger != Finger::Thumb).then_some(axis);
            for (row, (least, most)) in finger.joints().windows(3).zip(limits) {
                let &[near, at, far] = row else { continue };
                let Some(bend) = bend_deg(sample, Some(usual), [near, at, far], axis) else {
                    continue;
                };
                let over = (least - bend).max(bend - most);
                if over > TRACKER_DEG {
                    is_over = true;
                    if worst.is_none_or(|(most, ..)| over > most) {
                        worst = Some((over, bend, at, sample.time_secs));
                    }
                }
            }
        }
        count += usize::from(is_over);
    }
    if count_f32(count) < OVERBENT_SHARE * count_f32(samples.len()) {
        return;
    }
    if let Some((_, bend, joint, time)) = worst {
        let message = format!(
            "{count} of {} sampled frames: a finger of {} bends beyond the human range, {joint} to {bend:.0}°",
            samples.len(),
            the(Track::Hand(side))
        );
        let finding = Finding::new(Code::FingersOverbent, Track::Hand(side), count, message);
        exam.find(finding.between(time, time));
    }
}

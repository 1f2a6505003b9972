//! Rotations derived from bones, for poses without a recorded rotation.
//!
//! Joints are oriented as in MRTK: z along the bone towards the fingertip, y away from the palm. The bone is the one from the
//! joint to the next joint of its finger, or for a fingertip the one that ends there; the palm's plane contains the wrist and the
//! knuckles of index and little finger. The camera gets the identity: its direction is unknown.

use glam::{Mat3, Quat, Vec3};
use reenact::hand::{Finger, Joint, Side};
use reenact::{Curve, PoseId, Recording};

use crate::Result;

/// Adds rotations at the keys of poses that have only positions; returns the recording and the number of synthesized rotations.
pub(crate) fn with_rotations(recording: &Recording) -> Result<(Recording, usize)> {
    let mut complete = recording.clone();
    let mut made_up = 0;
    for pose in PoseId::all(recording.tracks()).filter(|pose| !pose.is_slot_none()) {
        if !lacks_rotation(recording, pose) {
            continue;
        }
        let times = times(recording, pose);
        made_up += times.len();
        let PoseId::Joint(side, joint) = pose else {
            let still = times.first().map(|&time| (time, Quat::IDENTITY));
            set(&mut complete, pose, still.as_slice())?;
            continue;
        };
        let mut last = Quat::IDENTITY;
        let turn = |time| {
            let turn = derived(recording, side, joint, time).unwrap_or(last);
            last = if last.dot(turn) < 0.0 { -turn } else { turn };
            (time, last)
        };
        let keys: Vec<(f32, Quat)> = times.into_iter().map(turn).collect();
        set(&mut complete, pose, &keys)?;
    }
    Ok((complete, made_up))
}

/// Whether a pose has keys for its position and none for its rotation.
fn lacks_rotation(recording: &Recording, pose: PoseId) -> bool {
    let has_keys = |id| recording.curve(id).is_some_and(|curve| !curve.is_empty());
    pose.position().into_iter().all(has_keys) && !pose.rotation().into_iter().any(has_keys)
}

/// Times of the keys of a position.
fn times(recording: &Recording, pose: PoseId) -> Vec<f32> {
    let [x, ..] = pose.position();
    let keys = recording.curve(x).into_iter().flatten();
    keys.map(|key| key.time_secs).filter(|time| time.is_finite()).collect()
}

fn set(recording: &mut Recording, pose: PoseId, keys: &[(f32, Quat)]) -> Result<()> {
    for (place, id) in pose.rotation().into_iter().enumerate() {
        let Some(kind) = recording.curve(id).map(Curve::kind) else { continue };
        let number = |turn: Quat| turn.to_array().get(place).copied().unwrap_or(0.0);
        let keys = keys.iter().map(|&(time, turn)| (time, number(turn)));
        recording.set_curve(id, Curve::linear(kind, keys))?;
    }
    Ok(())
}

/// Rotation of a joint from its bone and the palm's plane; `None` if these are unknown or degenerate.
fn derived(recording: &Recording, side: Side, joint: Joint, time_secs: f32) -> Option<Quat> {
    let at = |joint| position(recording, side, joint, time_secs);
    let forward = match (next(joint), joint.parent()) {
        (Some(next), _) => at(next)? - at(joint)?,
        (None, Some(parent)) => at(joint)? - at(parent)?,
        (None, None) => return None,
    };
    let forward = forward.try_normalize()?;
    let across = at(Joint::IndexKnuckle)? - at(Joint::PinkyKnuckle)?;
    let along = at(Joint::MiddleKnuckle)? - at(Joint::Wrist)?;
    let up = match side {
        Side::Left => along.cross(across),
        Side::Right => across.cross(along),
    };
    let right = up.cross(forward).try_normalize()?;
    let turn = Quat::from_mat3(&Mat3::from_cols(right, forward.cross(right), forward)).normalize();
    turn.is_finite().then_some(turn)
}

/// Joint at the far end of the bone that starts at a joint.
fn next(joint: Joint) -> Option<Joint> {
    let Some(finger) = joint.finger() else { return Some(Joint::MiddleKnuckle) };
    let joints = Finger::joints(finger);
    let place = joints.iter().position(|&other| other == joint)?;
    joints.get(place + 1).copied()
}

fn position(recording: &Recording, side: Side, joint: Joint, time_secs: f32) -> Option<Vec3> {
    let [x, y, z] = PoseId::Joint(side, joint).position().map(|id| {
        let curve = recording.curve(id);
        curve.filter(|curve| !curve.is_empty()).map(|curve| curve.value_at(time_secs))
    });
    Some(Vec3::new(x?, y?, z?)).filter(|at| at.is_finite())
}

#[cfg(test)]
mod tests {
    use super::*;
    use reenact::{CurveGroup, Mode, Sampler};

    #[test]
    fn derived_rotations_are_near_the_recorded_ones() {
        let recording = reenact_make::demo();
        let mut bare = recording.clone();
        for (id, curve) in recording.curves() {
            if matches!(CurveGroup::of(id), CurveGroup::Rotation(PoseId::Joint(..))) {
                bare.set_curve(id, Curve::empty(curve.kind())).unwrap();
            }
        }
        let (complete, made_up) = with_rotations(&bare).unwrap();
        assert!(made_up > 1000);
        assert_eq!(with_rotations(&recording).unwrap().1, 0);
        let [truth, derived] =
            [&recording, &complete].map(|recording| Sampler::new(recording, Mode::Clean));
        let mut angles = Vec::new();
        for n in 0..100_u8 {
            let time = f32::from(n) * 0.1;
            let [truth, derived] = [&truth, &derived].map(|sampler| sampler.frame_at(time));
            for side in Side::ALL {
                for joint in Joint::TRACKED {
                    let both = truth.joint(side, joint).zip(derived.joint(side, joint));
                    let Some((truth, derived)) = both else { continue };
                    assert_eq!(truth.position, derived.position);
                    assert!(derived.has_rotation());
                    angles.push(truth.rotation.angle_between(derived.rotation).to_degrees());
                }
            }
        }
        angles.sort_by(f32::total_cmp);
        assert!(angles.len() > 1000);
        let median = angles[angles.len() / 2];
        assert!(median < 30.0, "{median}° is the median difference");
    }
}

//! Nodes of MRTK's rigged hands, and their poses.

use glam::{Mat3, Quat, Vec3};
use reenact::hand::{Joint, Side};
use reenact::{HandFrame, Pose};

/// An animated node of MRTK's hand.
pub(super) struct Node {
    pub(super) path: String,
    /// Joint that rotates it.
    pub(super) joint: Joint,
    /// Joint that rotates its parent, and the rotation of a static node in between, if there is one.
    above: Option<(Joint, Quat)>,
}

/// Name of a finger in MRTK's hand, its three animated joints, and the rest rotation of its metacarpal, left
/// and right.
type FingerRow = (&'static str, [Joint; 3], [[f32; 4]; 2]);
const FINGERS: [FingerRow; 4] = [
    (
        "Point",
        [Joint::IndexKnuckle, Joint::IndexMiddleJoint, Joint::IndexDistalJoint],
        [
            [0.046_159_074, 0.040_971_596, -0.047_982_69, 0.996_939_5],
            [-0.043_618_26, 0.050_708_08, -0.050_303_463, 0.996_491_7],
        ],
    ),
    (
        "Middle",
        [Joint::MiddleKnuckle, Joint::MiddleMiddleJoint, Joint::MiddleDistalJoint],
        [
            [-0.024_748_523, 0.008_782_199, -0.056_602_098, 0.998_051_4],
            [0.023_654_079, 0.012_147_071, -0.057_068_042, 0.998_016_1],
        ],
    ),
    (
        "Ring",
        [Joint::RingKnuckle, Joint::RingMiddleJoint, Joint::RingDistalJoint],
        [
            [-0.110_505_77, 0.001_300_040_4, -0.132_482_98, 0.985_005_14],
            [0.103_396_02, -0.013_427_436, -0.138_103_23, 0.984_914_5],
        ],
    ),
    (
        "Pinky",
        [Joint::PinkyKnuckle, Joint::PinkyMiddleJoint, Joint::PinkyDistalJoint],
        [
            [-0.059_975_993, -0.214_637_04, -0.064_758_44, 0.972_697_4],
            [0.023_893_448, -0.213_048_46, -0.084_969_82, 0.973_046_6],
        ],
    ),
];
const THUMB: [Joint; 3] =
    [Joint::ThumbMetacarpalJoint, Joint::ThumbProximalJoint, Joint::ThumbDistalJoint];

/// Path of the root node, which stays at the origin.
pub(super) fn main_path(side: Side) -> String {
    let hand = match side {
        Side::Left => "L_Hand",
        Side::Right => "R_Hand",
    };
    format!("{hand}/MainL_JNT")
}

/// Path of the node with the mesh.
pub(super) const fn mesh_path(side: Side) -> &'static str {
    match side {
        Side::Left => "MeshL",
        Side::Right => "MeshL.001",
    }
}

/// Static nodes of a hand: path and rotation.
pub(super) fn still(side: Side) -> impl Iterator<Item = (String, Quat)> {
    FINGERS.into_iter().map(move |(name, _, rests)| {
        (format!("{}/WristL_JNT/{name}L_JNT", main_path(side)), rest(rests, side))
    })
}

fn rest([left, right]: [[f32; 4]; 2], side: Side) -> Quat {
    Quat::from_array(match side {
        Side::Left => left,
        Side::Right => right,
    })
    .normalize()
}

/// Animated nodes of a hand, wrist first.
pub(super) fn moving(side: Side) -> Vec<Node> {
    let wrist = format!("{}/WristL_JNT", main_path(side));
    let mut nodes = Vec::new();
    let mut chain = |start: String, name: &str, joints: [Joint; 3], rest: Quat| {
        let mut path = start;
        let mut above = (Joint::Palm, rest);
        for (number, joint) in (1..).zip(joints) {
            // This is the spelling in the prefabs.
            let name = if (name, number) == ("Middle", 2) { "Middel" } else { name };
            path = format!("{path}/{name}L_JNT{number}");
            nodes.push(Node { path: path.clone(), joint, above: Some(above) });
            above = (joint, Quat::IDENTITY);
        }
    };
    chain(wrist.clone(), "Thumb", THUMB, Quat::IDENTITY);
    for (name, joints, rests) in FINGERS {
        chain(format!("{wrist}/{name}L_JNT"), name, joints, rest(rests, side));
    }
    nodes.insert(0, Node { path: wrist, joint: Joint::Palm, above: None });
    nodes
}

/// Rotation from the axes of a joint to those of the model: fingers along −y, palms along −x.
fn reorientation() -> Quat {
    let (forward, up) = (Vec3::NEG_Y, Vec3::X);
    Quat::from_mat3(&Mat3::from_cols(up.cross(forward), up, forward)).inverse()
}

impl Node {
    /// Pose relative to the parent node; `None` if a joint is missing.
    pub(super) fn pose(&self, hand: &HandFrame) -> Option<Pose> {
        let turn = |joint| Some(hand.joint(joint)?.rotation * reorientation());
        let rotation = turn(self.joint)?;
        let pose = match self.above {
            None => Pose { position: hand.joint(Joint::Wrist)?.position, rotation },
            Some((joint, still)) => {
                Pose { position: Vec3::ZERO, rotation: (turn(joint)? * still).inverse() * rotation }
            }
        };
        pose.is_finite().then_some(pose)
    }

    /// Whether its pose depends on a joint.
    pub(super) fn needs(&self, joint: Joint) -> bool {
        let above = self.above.map_or(Joint::Wrist, |(above, _)| above);
        joint == self.joint || joint == above
    }

    /// Whether its position is recorded, and not the model's.
    pub(super) const fn has_place(&self) -> bool {
        self.above.is_none()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nodes_are_named_as_in_the_prefabs() {
        let paths: Vec<String> = moving(Side::Right).into_iter().map(|node| node.path).collect();
        assert_eq!(paths.len(), 16);
        let start = "R_Hand/MainL_JNT/WristL_JNT";
        assert_eq!(paths[0], start);
        assert_eq!(paths[3], format!("{start}/ThumbL_JNT1/ThumbL_JNT2/ThumbL_JNT3"));
        let middle = format!("{start}/MiddleL_JNT/MiddleL_JNT1/MiddelL_JNT2/MiddleL_JNT3");
        assert!(paths.contains(&middle));
    }

    #[test]
    fn turning_down_the_tree_gives_each_node_the_rotation_that_mrtk_gives_it() {
        let turn = |n: f32| Quat::from_xyzw(0.1 * n, 0.3, -0.2, 0.9 - 0.05 * n).normalize();
        let place = Vec3::new(0.1, 1.2, 0.4);
        let joint_turn = |joint: Joint| turn(f32::from(u8::try_from(joint.index()).unwrap()));
        let hand = HandFrame::new(true, false, |joint| {
            Some(Pose { position: place, rotation: joint_turn(joint) })
        });
        for side in Side::ALL {
            let still: Vec<(String, Quat)> = still(side).collect();
            let nodes = moving(side);
            for node in &nodes {
                // From the root to the node, by path only.
                let mut in_world = Quat::IDENTITY;
                for (end, _) in node.path.match_indices('/').chain([(node.path.len(), "")]) {
                    let path = &node.path[..end];
                    if let Some(above) = nodes.iter().find(|other| other.path == path) {
                        in_world *= above.pose(&hand).unwrap().rotation;
                    } else if let Some((_, rest)) = still.iter().find(|(other, _)| other == path) {
                        in_world *= *rest;
                    }
                }
                // `LookRotation` of the fingers' direction and the back of the hand, inverted.
                let rotation = in_world * reorientation().inverse();
                assert!(rotation.angle_between(joint_turn(node.joint)) < 2e-3, "{}", node.path);
                // The model's fingers then point along the joint's z, and its palm along −y.
                let forward = in_world * Vec3::NEG_Y;
                assert!(forward.abs_diff_eq(joint_turn(node.joint) * Vec3::Z, 1e-5));
                let palm = in_world * Vec3::NEG_X;
                assert!(palm.abs_diff_eq(joint_turn(node.joint) * Vec3::NEG_Y, 1e-5));
            }
        }
    }
}

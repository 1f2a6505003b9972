//! The tree [`Rig::Reenact`](super::Rig::Reenact): our own nodes, in the world.

use std::io::Write;

use reenact::hand::{Joint, Side};
use reenact::{Curve, CurveId, PoseComponent, RayComponent, Recording};

use super::clip::{Clip, Tree};
use super::keys::{directions, rotations, states, together};
use crate::nodes::hand_name;
use crate::spans::visibility;
use crate::{Losses, Result};

/// Nodes by their paths, and the curves that move them.
pub(super) struct World<'r> {
    recording: &'r Recording,
    poses: Vec<(String, [Option<&'r Curve>; PoseComponent::ALL.len()])>,
    gaze: [Option<&'r Curve>; RayComponent::ALL.len()],
}

impl<'r> World<'r> {
    pub(super) fn new(recording: &'r Recording, losses: &mut Losses) -> Self {
        let tracks = recording.tracks();
        let curves = |id: &dyn Fn(PoseComponent) -> CurveId| {
            PoseComponent::ALL.map(|component| recording.curve(id(component)))
        };
        let mut poses = Vec::new();
        if tracks.camera {
            poses.push(("Camera".to_owned(), curves(&CurveId::Camera)));
        }
        for side in Side::ALL.into_iter().filter(|_| tracks.hands) {
            let name = hand_name(side);
            for joint in Joint::TRACKED {
                let path = format!("{name}/{name}.Joints/{name}.Joint.{joint}");
                poses.push((path, curves(&|component| CurveId::Joint(side, joint, component))));
            }
            losses.leave_out_slot_none(recording, side);
        }
        let gaze = RayComponent::ALL.map(|component| recording.curve(CurveId::Gaze(component)));
        Self { recording, poses, gaze }
    }
}

impl Tree for World<'_> {
    fn turns<W: Write>(&self, clip: &mut Clip<'_, W>) -> Result<()> {
        for (path, curves) in &self.poses {
            if let [_, _, _, Some(x), Some(y), Some(z), Some(w)] = *curves {
                let keys = rotations([x, y, z, w], &mut clip.losses);
                clip.turn(path, keys)?;
            }
        }
        if let [_, _, _, Some(x), Some(y), Some(z)] = self.gaze {
            let keys = directions([x, y, z], &mut clip.losses);
            clip.turn("Gaze", keys)?;
        }
        Ok(())
    }

    fn places<W: Write>(&self, clip: &mut Clip<'_, W>) -> Result<()> {
        let of_poses = self.poses.iter().map(|(path, [x, y, z, ..])| (path.as_str(), [x, y, z]));
        let [x, y, z, ..] = &self.gaze;
        for (path, curves) in of_poses.chain([("Gaze", [x, y, z])]) {
            if let [Some(x), Some(y), Some(z)] = curves {
                let keys = together([x, y, z], &mut clip.losses);
                clip.place(path, keys)?;
            }
        }
        Ok(())
    }

    fn states<W: Write>(&self, clip: &mut Clip<'_, W>) -> Result<()> {
        for side in Side::ALL {
            let name = hand_name(side);
            let pinching = format!("{name}/{name}.Pinching");
            if let Some(curve) = visibility(self.recording, side) {
                let keys = states(&curve, &mut clip.losses);
                clip.show(name, keys)?;
            }
            if let Some(curve) = self.recording.curve(CurveId::Pinching(side)) {
                let keys = states(curve, &mut clip.losses);
                clip.show(&pinching, keys)?;
            }
        }
        Ok(())
    }
}

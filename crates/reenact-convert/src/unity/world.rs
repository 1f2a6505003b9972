//! Hierarchy of [`Rig::Reenact`](super::Rig::Reenact): our own nodes, in world space.

use std::io::Write;

use reenact::hand::{Joint, Side};
use reenact::{CurveId, PoseId, Recording};

use super::clip::{Clip, Tree};
use super::keys::{directions, rotations, states, together};
use crate::curves::{GAZE_DIRECTION, GAZE_ORIGIN, curves_of};
use crate::nodes::hand_name;
use crate::spans::visibility;
use crate::{Losses, Result};

/// Node paths, and the curves that animate them.
pub(super) struct World<'r> {
    recording: &'r Recording,
    /// Paths of the nodes with a pose.
    poses: Vec<(String, PoseId)>,
}

impl<'r> World<'r> {
    pub(super) fn new(recording: &'r Recording, losses: &mut Losses) -> Self {
        let tracks = recording.tracks();
        let mut poses = Vec::new();
        if tracks.camera {
            poses.push(("Camera".to_owned(), PoseId::Camera));
        }
        for side in Side::ALL.into_iter().filter(|_| tracks.hands) {
            let name = hand_name(side);
            for joint in Joint::TRACKED {
                let path = format!("{name}/{name}.Joints/{name}.Joint.{joint}");
                poses.push((path, PoseId::Joint(side, joint)));
            }
            losses.leave_out_slot_none(recording, side);
        }
        Self { recording, poses }
    }
}

impl Tree for World<'_> {
    fn turns<W: Write>(&self, clip: &mut Clip<'_, W>) -> Result<()> {
        for (path, pose) in &self.poses {
            if let Some(curves) = curves_of(self.recording, pose.rotation()) {
                let keys = rotations(curves, &mut clip.losses);
                clip.turn(path, keys)?;
            }
        }
        if let Some(curves) = curves_of(self.recording, GAZE_DIRECTION) {
            let keys = directions(curves, &mut clip.losses);
            clip.turn("Gaze", keys)?;
        }
        Ok(())
    }

    fn places<W: Write>(&self, clip: &mut Clip<'_, W>) -> Result<()> {
        let poses = self.poses.iter().map(|(path, pose)| (path.as_str(), pose.position()));
        for (path, ids) in poses.chain([("Gaze", GAZE_ORIGIN)]) {
            if let Some(curves) = curves_of(self.recording, ids) {
                let keys = together(curves, &mut clip.losses);
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

//! Hierarchy of [`Rig::Mrtk`](super::Rig::Mrtk): MRTK's own rigged hands.

use std::io::Write;

use glam::Quat;
use reenact::hand::Side;
use reenact::{CurveId, FrameRate, FrameTimes, Mode, Pose, Recording, Sampler};

use super::clip::{Clip, Tree};
use super::keys::{ClipKey, lines, states};
use super::rig::{Node, main_path, mesh_path, moving, still};
use crate::spans::{observed_times, visibility};
use crate::{Losses, Result};

/// Both hands, with the times at which each is observed.
pub(super) struct MrtkHands<'r> {
    recording: &'r Recording,
    sampler: Sampler,
    times: [(Side, Vec<f32>); 2],
}

impl<'r> MrtkHands<'r> {
    pub(super) fn new(
        recording: &'r Recording,
        rate: FrameRate,
        losses: &mut Losses,
    ) -> Result<Self> {
        let frames = FrameTimes::from_zero(recording, rate)?;
        losses.leave_out_camera(recording);
        losses.leave_out_gaze(recording);
        losses.leave_out_pinching(recording);
        let times = Side::ALL.map(|side| (side, observed_times(recording, side, frames)));
        Ok(Self { recording, sampler: Sampler::new(recording, Mode::Clean), times })
    }

    /// Hands that are ever observed.
    fn observed(&self) -> impl Iterator<Item = (Side, &[f32])> {
        self.times.iter().map(|(side, times)| (*side, &**times)).filter(|(_, t)| !t.is_empty())
    }

    /// Pose of a node at each time at which it has one.
    fn poses(&self, node: &Node, side: Side, times: &[f32]) -> impl Iterator<Item = (f32, Pose)> {
        let is_wanted = move |id: CurveId| match id {
            CurveId::Joint(of, joint, _) => of == side && node.needs(joint),
            _ => false,
        };
        let frames = self.sampler.frames_of(times.iter().copied(), is_wanted);
        frames.filter_map(move |frame| Some((frame.time_secs, node.pose(frame.hand(side)?)?)))
    }
}

impl Tree for MrtkHands<'_> {
    fn turns<W: Write>(&self, clip: &mut Clip<'_, W>) -> Result<()> {
        for (side, times) in self.observed() {
            clip.turn(&main_path(side), [ClipKey::at(0.0, Quat::IDENTITY.to_array())])?;
            for (path, rest) in still(side) {
                clip.turn(&path, [ClipKey::at(0.0, rest.to_array())])?;
            }
            for node in moving(side) {
                let mut before = Quat::IDENTITY;
                let keys = lines(self.poses(&node, side, times).map(|(time, pose)| {
                    let turn = pose.rotation;
                    before = if before.dot(turn) < 0.0 { -turn } else { turn };
                    (time, before.to_array())
                }));
                clip.turn(&node.path, keys)?;
            }
        }
        Ok(())
    }

    fn places<W: Write>(&self, clip: &mut Clip<'_, W>) -> Result<()> {
        for (side, times) in self.observed() {
            clip.place(&main_path(side), [ClipKey::at(0.0, [0.0; 3])])?;
            for node in moving(side).iter().filter(|node| node.has_place()) {
                let poses = self.poses(node, side, times);
                clip.place(
                    &node.path,
                    lines(poses.map(|(time, pose)| (time, pose.position.to_array()))),
                )?;
            }
        }
        Ok(())
    }

    fn states<W: Write>(&self, clip: &mut Clip<'_, W>) -> Result<()> {
        for side in Side::ALL {
            if let Some(curve) = visibility(self.recording, side) {
                let keys = states(&curve, &mut clip.losses);
                clip.show(mesh_path(side), keys)?;
            }
        }
        Ok(())
    }
}

//! Hand as a `UsdSkel` skeleton with animation and skinned mesh.

use std::io::Write;

use glam::{Mat4, Quat};
use reenact::hand::Side;
use reenact::{CurveId, Frame, Pose, Track};

use super::look::{WITH_LOOK_AND_JOINTS, bind, look};
use super::text::{File, list, matrix, rotation, vector};
use super::write::Scene;
use crate::Result;
use crate::hand_mesh::{Skin, colour};
use crate::out::Out;
use crate::skeleton::{Skeleton, side_name};
use crate::spans::{changes, observed_times, visibility};

/// Number of sampled poses for the mesh.
const SAMPLED_POSES: usize = 480;
const SKEL_BINDING: &str = "(\n        prepend apiSchemas = [\"SkelBindingAPI\"]\n    )";

impl Scene<'_> {
    pub(super) fn hand<W: Write>(&self, file: &mut File<'_, W>, side: Side) -> Result<()> {
        let axes = self.options.axes;
        let Some(skeleton) = Skeleton::of(self.recording, side) else { return Ok(()) };
        let times = observed_times(self.recording, side, self.times);
        let every = times.len().div_ceil(SAMPLED_POSES).max(1);
        let poses = |frame: Frame| skeleton.poses(&frame, axes);
        let some = times.iter().copied().step_by(every);
        let seen: Vec<Vec<Pose>> = self.hand_frames(side, some).filter_map(poses).collect();
        // Few joints may be known together, and at other times.
        let any = || self.hand_frames(side, times.iter().copied()).find_map(poses);
        let Some(first) = seen.first().cloned().or_else(any) else { return Ok(()) };
        let seen: Vec<&[Pose]> = seen.iter().map(Vec::as_slice).collect();
        let skin = Skin::of(&skeleton.joints, &seen, side);
        let bind = skin.as_ref().map_or(&first, |skin| &skin.rest);
        let name = side_name(side);
        let head = format!("def SkelRoot \"Hand{name}\" {SKEL_BINDING}");
        file.prim(&head, |file| {
            let pinching = self.recording.curve(CurveId::Pinching(side));
            let pinching = pinching.map(changes).unwrap_or_default();
            if !pinching.is_empty() {
                let changes = pinching.iter().map(|&(time, _)| (time, state(&pinching, time)));
                file.samples(
                    "custom bool reenact:pinching",
                    changes,
                    self.codes(),
                    |out, is_on| {
                        out.text(if is_on { "1" } else { "0" });
                        true
                    },
                )?;
            }
            let visible = visibility(self.recording, side);
            let visible = visible.as_ref().map(changes).unwrap_or_default();
            let changes = visible.iter().map(|&(time, _)| (time, state(&visible, time)));
            file.samples("token visibility", changes, self.codes(), |out, is_on| {
                out.text(if is_on { "\"inherited\"" } else { "\"invisible\"" });
                true
            })?;
            self.skeleton(file, &skeleton, bind, &times)?;
            skin.as_ref().map_or(Ok(()), |skin| mesh(file, skin, side))
        })
    }

    /// Frames of a hand at some times.
    fn hand_frames(
        &self,
        side: Side,
        times_secs: impl Iterator<Item = f32>,
    ) -> impl Iterator<Item = Frame> {
        let is_of_hand = move |id: CurveId| id.track() == Track::Hand(side);
        self.sampler.frames_of(times_secs, is_of_hand)
    }

    fn skeleton<W: Write>(
        &self,
        file: &mut File<'_, W>,
        skeleton: &Skeleton,
        bind: &[Pose],
        times: &[f32],
    ) -> Result<()> {
        let axes = self.options.axes;
        let name = side_name(skeleton.side);
        let joints = joint_paths(skeleton);
        file.prim(&format!("def Skeleton \"Skeleton\" {SKEL_BINDING}"), |file| {
            let write_matrix = |out: &mut Out<'_, W>, pose: &Pose| {
                matrix(out, &Mat4::from_rotation_translation(pose.rotation, pose.position));
            };
            file.array("uniform matrix4d[] bindTransforms", bind, &[], write_matrix)?;
            file.line(&joints);
            let in_parents = skeleton.in_parents(bind);
            file.array("uniform matrix4d[] restTransforms", &in_parents, &[], write_matrix)?;
            file.line(&format!(
                "rel skel:animationSource = </Recording/Hand{name}/Skeleton/Animation>"
            ));
            file.prim("def SkelAnimation \"Animation\"", |file| {
                file.line(&joints);
                let local = |frame: Frame| {
                    let in_world = skeleton.poses(&frame, axes);
                    (frame.time_secs, in_world.map(|in_world| skeleton.in_parents(&in_world)))
                };
                let all = || self.hand_frames(skeleton.side, times.iter().copied()).map(local);
                let mut before: Vec<Quat> = Vec::new();
                file.samples("quatf[] rotations", all(), self.codes(), |out, poses| {
                    let Some(poses) = poses else { return false };
                    before.resize(poses.len(), Quat::IDENTITY);
                    list(out, ["[", "]"], poses.iter().zip(&mut before), |out, (pose, before)| {
                        let is_turned = before.dot(pose.rotation) < 0.0;
                        *before = if is_turned { -pose.rotation } else { pose.rotation };
                        rotation(out, *before);
                    });
                    true
                })?;
                let ones = vec!["(1, 1, 1)"; skeleton.joints.len()].join(", ");
                file.line(&format!("half3[] scales = [{ones}]"));
                file.samples("float3[] translations", all(), self.codes(), |out, poses| {
                    let Some(poses) = poses else { return false };
                    list(out, ["[", "]"], &poses, |out, pose| vector(out, pose.position));
                    true
                })
            })
        })
    }
}

/// State at a time from a list of changes.
fn state(changes: &[(f32, bool)], time: f32) -> bool {
    changes.iter().rev().find(|(from, _)| *from <= time).is_some_and(|&(_, is_on)| is_on)
}

/// Joint paths, parents first.
fn joint_paths(skeleton: &Skeleton) -> String {
    let name = side_name(skeleton.side);
    let mut paths: Vec<String> = Vec::new();
    for hanging in &skeleton.joints {
        let above = hanging.parent.and_then(|parent| paths.get(parent));
        let path = above.map(|above| format!("{above}/")).unwrap_or_default();
        paths.push(format!("{path}{name}{}", hanging.joint));
    }
    format!("uniform token[] joints = [\"{}\"]", paths.join("\", \""))
}

/// Writes the skinned mesh.
fn mesh<W: Write>(file: &mut File<'_, W>, skin: &Skin, side: Side) -> Result<()> {
    let surface = &skin.surface;
    let name = side_name(side);
    let parent = format!("/Recording/Hand{name}");
    look(file, &parent, colour(side))?;
    file.prim(&format!("def Mesh \"Skin\" {WITH_LOOK_AND_JOINTS}"), |file| {
        let by_point = "interpolation = \"vertex\"";
        let by_joint = ["elementSize = 4", by_point];
        let text = |out: &mut Out<'_, W>, number: u16| out.text(&number.to_string());
        let triangles = surface.triangles.as_chunks::<3>().0;
        file.array("int[] faceVertexCounts", triangles, &[], |out, _| out.text("3"))?;
        let corners = surface.triangles.iter().copied();
        file.array("int[] faceVertexIndices", corners, &[], text)?;
        let joints = skin.joints.as_flattened().iter().copied().map(u16::from);
        file.array("int[] primvars:skel:jointIndices", joints, &by_joint, text)?;
        let weights = skin.weights.as_flattened().iter().map(|&part| f32::from(part) / 255.0);
        file.array("float[] primvars:skel:jointWeights", weights, &by_joint, |out, weight| {
            out.float(weight, "");
        })?;
        file.array("float3[] extent", surface.extent(), &[], vector)?;
        let normals = surface.normals.iter().copied();
        file.array("normal3f[] normals", normals, &[by_point], vector)?;
        file.array("point3f[] points", surface.points.iter().copied(), &[], vector)?;
        bind(file, &parent, colour(side));
        file.line(
            "matrix4d primvars:skel:geomBindTransform = ((1, 0, 0, 0), (0, 1, 0, 0), (0, 0, 1, 0), (0, 0, 0, 1))",
        );
        file.line(&format!("rel skel:skeleton = <{parent}/Skeleton>"));
        file.line("uniform token subdivisionScheme = \"none\"");
        Ok(())
    })
}

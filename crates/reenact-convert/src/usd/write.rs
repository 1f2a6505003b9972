//! The layer.

use std::io::Write;

use glam::{Mat4, Quat, Vec3};
use reenact::hand::Side;
use reenact::{Cursor, CurveId, FrameTimes, Mode, Pose, Ray, Recording, Sampler};

use super::mesh::Mesh;
use super::text::{Codes, File, list, matrix, quoted, rotation, vector};
use crate::skeleton::{Skeleton, side_name, turned};
use crate::spans::{changes, tracked_times};
use crate::{Axes, Losses, Result};

/// How to write a USD file.
#[derive(Debug, Clone, Copy)]
pub struct Options {
    /// Which way its axes point.
    pub axes: Axes,
    /// Frames, and time codes, a second.
    pub rate_hz: f32,
}

impl Default for Options {
    /// Right-handed with y up, at 60 Hz.
    fn default() -> Self {
        Self { axes: Axes::Web, rate_hz: 60.0 }
    }
}

/// How far the ray of the gaze is drawn, in metres.
const RAY_M: f32 = 1.0;
const SKEL_BINDING: &str = "(\n        prepend apiSchemas = [\"SkelBindingAPI\"]\n    )";

/// Writes a recording at a rate, from 0 to its end.
///
/// Goes through the recording a few times and keeps little more than the times of its frames. Fails where there would be more
/// than [`FrameTimes::MAX_LEN`] frames.
///
/// ```
/// use reenact_convert::usd::{Options, write};
///
/// let mut text = Vec::new();
/// let losses = write(&reenact_make::demo(), &Options::default(), &mut text)?;
/// assert!(text.starts_with(b"#usda 1.0\n"));
/// # assert!(!losses.any());
/// # Ok::<(), reenact_convert::Error>(())
/// ```
pub fn write(
    recording: &Recording<'_>,
    options: &Options,
    writer: &mut impl Write,
) -> Result<Losses> {
    let times = FrameTimes::of(recording, options.rate_hz)?;
    let sampler = Sampler::new(recording, Mode::Clean);
    let mut file = File::new(writer);
    let mut losses = Losses::default();
    let scene = Scene { recording, sampler: &sampler, options: *options, times };
    scene.head(&mut file, &mut losses)?;
    file.prim("def Xform \"Recording\"", |file| {
        scene.camera(file)?;
        for side in Side::ALL {
            scene.hand(file, side)?;
        }
        scene.gaze(file)
    })?;
    let _ = file.out.finish()?;
    Ok(losses)
}

struct Scene<'s> {
    recording: &'s Recording<'s>,
    sampler: &'s Sampler<'s>,
    options: Options,
    times: FrameTimes,
}

impl Scene<'_> {
    fn head<W: Write>(&self, file: &mut File<'_, W>, losses: &mut Losses) -> Result<()> {
        let Options { axes, rate_hz } = self.options;
        file.line("#usda 1.0");
        file.block("(", ")", |file| {
            file.block("customLayerData = {", "}", |file| {
                file.block("dictionary reenact = {", "}", |file| {
                    file.line(&format!("string axes = \"{}\"", axes.name()));
                    self.markers(file, losses);
                    file.line(&format!("double rateHz = {rate_hz}"));
                    file.line(&format!("string version = \"{}\"", self.recording.version()));
                    Ok(())
                })
            })?;
            file.line("defaultPrim = \"Recording\"");
            file.line(&format!("endTimeCode = {}", self.times.len().saturating_sub(1)));
            file.line(&format!("framesPerSecond = {rate_hz}"));
            file.line("metersPerUnit = 1");
            file.line("startTimeCode = 0");
            file.line(&format!("timeCodesPerSecond = {rate_hz}"));
            file.line("upAxis = \"Y\"");
            Ok(())
        })?;
        file.line("");
        Ok(())
    }

    const fn codes(&self) -> Codes {
        Codes { frames: self.times, rate_hz: self.options.rate_hz }
    }

    fn markers<W: Write>(&self, file: &mut File<'_, W>, losses: &mut Losses) {
        let (mut names, mut times) = (Vec::new(), Vec::new());
        for marker in self.recording.markers() {
            if marker.time_secs.is_finite() {
                names.push(quoted(&marker.name));
                times.push(marker.time_secs.to_string());
            } else {
                losses.keys += 1;
            }
        }
        file.line(&format!("string[] markerNames = [{}]", names.join(", ")));
        file.line(&format!("double[] markerTimesSecs = [{}]", times.join(", ")));
    }

    /// Two ops that turn and place something, with a sample for each frame in which it is somewhere.
    fn moved<W: Write>(
        &self,
        file: &mut File<'_, W>,
        pose: impl Fn(&mut Cursor<'_>, f32) -> Option<Pose>,
    ) -> Result<()> {
        let mut cursor = self.sampler.cursor();
        let mut before: Option<Quat> = None;
        file.samples("quatf xformOp:orient", self.times.iter(), self.codes(), |out, time| {
            let Some(pose) = pose(&mut cursor, time) else { return false };
            let is_turned = before.is_some_and(|before| before.dot(pose.rotation) < 0.0);
            let aligned = if is_turned { -pose.rotation } else { pose.rotation };
            before = Some(aligned);
            rotation(out, aligned);
            true
        })?;
        let mut cursor = self.sampler.cursor();
        file.samples("float3 xformOp:translate", self.times.iter(), self.codes(), |out, time| {
            let Some(pose) = pose(&mut cursor, time) else { return false };
            vector(out, pose.position);
            true
        })?;
        file.line("uniform token[] xformOpOrder = [\"xformOp:translate\", \"xformOp:orient\"]");
        Ok(())
    }

    fn camera<W: Write>(&self, file: &mut File<'_, W>) -> Result<()> {
        let axes = self.options.axes;
        let pose = |cursor: &mut Cursor<'_>, time| looking(&cursor.frame_at(time).camera?, axes);
        let mut cursor = self.sampler.cursor();
        if !self.times.iter().any(|time| pose(&mut cursor, time).is_some()) {
            return Ok(());
        }
        file.prim("def Camera \"Camera\"", |file| {
            file.line("float2 clippingRange = (0.05, 1000)");
            self.moved(file, pose)
        })
    }

    fn gaze<W: Write>(&self, file: &mut File<'_, W>) -> Result<()> {
        let axes = self.options.axes;
        let pose = |cursor: &mut Cursor<'_>, time| gaze_pose(&cursor.frame_at(time).gaze?, axes);
        let mut cursor = self.sampler.cursor();
        if !self.times.iter().any(|time| pose(&mut cursor, time).is_some()) {
            return Ok(());
        }
        file.prim("def Xform \"Gaze\"", |file| {
            self.moved(file, pose)?;
            file.prim("def Cylinder \"Ray\"", |file| {
                let half = RAY_M / 2.0;
                file.line("uniform token axis = \"Z\"");
                file.line(&format!(
                    "float3[] extent = [(-0.002, -0.002, -{half}), (0.002, 0.002, {half})]"
                ));
                file.line(&format!("double height = {RAY_M}"));
                file.line("double radius = 0.002");
                file.line("color3f[] primvars:displayColor = [(0.1, 0.5, 0.9)]");
                file.line(&format!("double3 xformOp:translate = (0, 0, -{half})"));
                file.line("uniform token[] xformOpOrder = [\"xformOp:translate\"]");
                Ok(())
            })
        })
    }

    fn hand<W: Write>(&self, file: &mut File<'_, W>, side: Side) -> Result<()> {
        let axes = self.options.axes;
        let Some(skeleton) = Skeleton::of(self.recording, side) else { return Ok(()) };
        let times = tracked_times(self.recording, side, self.times);
        let mut cursor = self.sampler.cursor();
        let bind = times.iter().find_map(|&time| skeleton.poses(&cursor.frame_at(time), axes));
        let Some(bind) = bind else { return Ok(()) };
        let name = side_name(side);
        let head = format!("def SkelRoot \"Hand{name}\" {SKEL_BINDING}");
        file.prim(&head, |file| {
            let pinching = changes(self.recording, CurveId::Pinching(side));
            if !pinching.is_empty() {
                let is_on = |time| state(&pinching, time);
                let changes = pinching.iter().map(|&(time, _)| time);
                file.samples(
                    "custom bool reenact:pinching",
                    changes,
                    self.codes(),
                    |out, time| {
                        out.text(if is_on(time) { "1" } else { "0" });
                        true
                    },
                )?;
            }
            let tracked = changes(self.recording, CurveId::Tracked(side));
            let is_on = |time| state(&tracked, time);
            let times_of_change = tracked.iter().map(|&(time, _)| time);
            file.samples("token visibility", times_of_change, self.codes(), |out, time| {
                out.text(if is_on(time) { "\"inherited\"" } else { "\"invisible\"" });
                true
            })?;
            self.skeleton(file, &skeleton, &bind, &times)?;
            bones(file, &Mesh::of(&skeleton, &bind), name)
        })
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
            let matrices = |file: &mut File<'_, W>, name: &str, poses: &[Pose]| {
                file.out.text("            uniform matrix4d[] ");
                file.out.text(name);
                file.out.text(" = ");
                list(&mut file.out, ["[", "]"], poses, |out, pose| {
                    matrix(out, &Mat4::from_rotation_translation(pose.rotation, pose.position));
                });
                file.out.text("\n");
            };
            matrices(file, "bindTransforms", bind);
            file.line(&joints);
            matrices(file, "restTransforms", &skeleton.in_parents(bind));
            file.line(&format!(
                "rel skel:animationSource = </Recording/Hand{name}/Skeleton/Animation>"
            ));
            file.prim("def SkelAnimation \"Animation\"", |file| {
                file.line(&joints);
                let mut cursor = self.sampler.cursor();
                let mut local = |time| {
                    let in_world = skeleton.poses(&cursor.frame_at(time), axes)?;
                    Some(skeleton.in_parents(&in_world))
                };
                let mut before: Vec<Quat> = Vec::new();
                let all = || times.iter().copied();
                file.samples("quatf[] rotations", all(), self.codes(), |out, time| {
                    let Some(poses) = local(time) else { return false };
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
                file.samples("float3[] translations", all(), self.codes(), |out, time| {
                    let Some(poses) = local(time) else { return false };
                    list(out, ["[", "]"], &poses, |out, pose| vector(out, pose.position));
                    true
                })
            })
        })
    }
}

/// What is on at a time, of changes in order.
fn state(changes: &[(f32, bool)], time: f32) -> bool {
    changes.iter().rev().find(|(from, _)| *from <= time).is_some_and(|&(_, is_on)| is_on)
}

/// Something that looks along z, in axes in which it looks along −z.
fn looking(pose: &Pose, axes: Axes) -> Option<Pose> {
    let mut pose = turned(pose, axes)?;
    if axes.vector([0.0, 0.0, 1.0]) == [0.0, 0.0, 1.0] {
        pose.rotation *= Quat::from_rotation_y(std::f32::consts::PI);
    }
    Some(pose)
}

/// Where the gaze comes from, turned to where it goes.
fn gaze_pose(ray: &Ray, axes: Axes) -> Option<Pose> {
    let direction = ray.direction.try_normalize()?;
    let rotation = Quat::from_rotation_arc(Vec3::Z, direction);
    looking(&Pose { position: ray.origin, rotation }, axes)
}

/// Each joint after those that it hangs on.
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

fn bones<W: Write>(file: &mut File<'_, W>, mesh: &Mesh, name: &str) -> Result<()> {
    file.prim(&format!("def Mesh \"Bones\" {SKEL_BINDING}"), |file| {
        let start = "        ";
        let mut numbers = |what: &str, numbers: &mut dyn Iterator<Item = usize>, after: &str| {
            let numbers: Vec<String> = numbers.map(|number| number.to_string()).collect();
            file.line(&format!("{what} = [{}]{after}", numbers.join(", ")));
        };
        let counts = &mut mesh.triangles.iter().map(|_| 3);
        numbers("int[] faceVertexCounts", counts, "");
        let corners = &mut mesh.triangles.iter().flatten().copied();
        numbers("int[] faceVertexIndices", corners, "");
        let per_point = " (\n            elementSize = 1\n            interpolation = \"vertex\"\n        )";
        let joints = &mut mesh.joints.iter().copied();
        numbers("int[] primvars:skel:jointIndices", joints, per_point);
        let weights = &mut mesh.joints.iter().map(|_| 1);
        numbers("float[] primvars:skel:jointWeights", weights, per_point);
        for (what, points) in
            [("float3[] extent", mesh.extent().as_slice()), ("point3f[] points", &mesh.points)]
        {
            file.out.text(start);
            file.out.text(&format!("{what} = "));
            list(&mut file.out, ["[", "]"], points, |out, &point| vector(out, point));
            file.out.text("\n");
        }
        file.line("color3f[] primvars:displayColor = [(0.9, 0.7, 0.55)]");
        file.line(
            "matrix4d primvars:skel:geomBindTransform = ((1, 0, 0, 0), (0, 1, 0, 0), (0, 0, 1, 0), (0, 0, 0, 1))",
        );
        file.line(&format!("rel skel:skeleton = </Recording/Hand{name}/Skeleton>"));
        file.line("uniform token subdivisionScheme = \"none\"");
        Ok(())
    })
}

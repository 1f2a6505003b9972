//! Writes the USD layer.

use std::io::Write;

use glam::{Quat, Vec3};
use reenact::hand::Side;
use reenact::{CurveId, Frame, FrameRate, FrameTimes, Mode, Pose, Ray, Recording, Sampler, Track};

use super::look::{WITH_LOOK, bind, look};
use super::text::{Codes, File, rotation, string, vector};
use crate::joints::turned;
use crate::rotations::with_rotations;
use crate::{Axes, Losses, Result};

/// Options for writing USD.
#[derive(Debug, Clone, Copy)]
pub struct Options {
    /// Coordinate system.
    pub axes: Axes,
    /// Frames, and time codes, per second.
    pub rate_hz: f32,
    /// Largest number of frames; `None` for the default of [`FrameRate`](reenact::FrameRate).
    pub max_frames: Option<usize>,
}

impl Default for Options {
    /// Right-handed with y up, at 60 Hz.
    fn default() -> Self {
        Self { axes: Axes::Web, rate_hz: 60.0, max_frames: None }
    }
}

/// Length of the drawn gaze ray, in metres.
const RAY_M: f32 = 1.0;
const RAY_COLOUR: [f32; 3] = [0.1, 0.5, 0.9];

/// Writes a recording at a frame rate, from 0 to its end.
///
/// Samples the recording several times and keeps little more than the times of its frames. Fails if there would be more frames
/// than the limit of [`FrameRate`].
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
pub fn write(recording: &Recording, options: &Options, writer: &mut impl Write) -> Result<Losses> {
    let rate = FrameRate { hz: options.rate_hz, max_frames: options.max_frames };
    let times = FrameTimes::from_zero(recording, rate)?;
    let (recording, made_up_rotations) = &with_rotations(recording)?;
    let sampler = Sampler::new(recording, Mode::Clean);
    let mut file = File::new(writer);
    let mut losses = Losses { made_up_rotations: *made_up_rotations, ..Losses::default() };
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

/// Input of all parts of the layer.
pub(super) struct Scene<'s> {
    pub(super) recording: &'s Recording,
    pub(super) sampler: &'s Sampler,
    pub(super) options: Options,
    pub(super) times: FrameTimes,
}

impl Scene<'_> {
    fn head<W: Write>(&self, file: &mut File<'_, W>, losses: &mut Losses) -> Result<()> {
        let Options { axes, rate_hz, .. } = self.options;
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

    pub(super) const fn codes(&self) -> Codes {
        Codes { frames: self.times, rate_hz: self.options.rate_hz }
    }

    fn markers<W: Write>(&self, file: &mut File<'_, W>, losses: &mut Losses) {
        let (mut names, mut times) = (Vec::new(), Vec::new());
        for marker in self.recording.markers() {
            if marker.time_secs.is_finite() {
                let is_replaced = |c: char| c.is_control() && !matches!(c, '\n' | '\r' | '\t');
                losses.changed_names += usize::from(marker.name.contains(is_replaced));
                names.push(string(&marker.name));
                times.push(marker.time_secs.to_string());
            } else {
                losses.markers += 1;
            }
        }
        file.line(&format!("string[] markerNames = [{}]", names.join(", ")));
        file.line(&format!("double[] markerTimesSecs = [{}]", times.join(", ")));
    }

    /// Poses of one track in every frame.
    fn frames(&self, track: Track) -> impl Iterator<Item = Frame> {
        self.sampler.frames_of(self.times.iter(), move |id: CurveId| id.track() == track)
    }

    /// Writes translation and rotation ops, with a sample for each frame that has a pose.
    fn moved<W: Write>(
        &self,
        file: &mut File<'_, W>,
        track: Track,
        pose: impl Fn(&Frame) -> Option<Pose>,
    ) -> Result<()> {
        let poses = || self.frames(track).map(|frame| (frame.time_secs, pose(&frame)));
        let mut before: Option<Quat> = None;
        file.samples("quatf xformOp:orient", poses(), self.codes(), |out, pose| {
            let Some(pose) = pose else { return false };
            let is_turned = before.is_some_and(|before| before.dot(pose.rotation) < 0.0);
            let aligned = if is_turned { -pose.rotation } else { pose.rotation };
            before = Some(aligned);
            rotation(out, aligned);
            true
        })?;
        file.samples("float3 xformOp:translate", poses(), self.codes(), |out, pose| {
            let Some(pose) = pose else { return false };
            vector(out, pose.position);
            true
        })?;
        file.line("uniform token[] xformOpOrder = [\"xformOp:translate\", \"xformOp:orient\"]");
        Ok(())
    }

    /// Writes a prim with a pose in some frames; nothing if it never has one.
    fn moving<W: Write>(
        &self,
        file: &mut File<'_, W>,
        head: &str,
        attributes: &[&str],
        track: Track,
        pose: impl Fn(&Frame) -> Option<Pose>,
        hang: impl FnOnce(&mut File<'_, W>) -> Result<()>,
    ) -> Result<()> {
        if !self.frames(track).any(|frame| pose(&frame).is_some()) {
            return Ok(());
        }
        file.prim(head, |file| {
            for line in attributes {
                file.line(line);
            }
            self.moved(file, track, pose)?;
            hang(file)
        })
    }

    fn camera<W: Write>(&self, file: &mut File<'_, W>) -> Result<()> {
        let pose = |frame: &Frame| looking(&frame.camera?, self.options.axes);
        let clips = ["float2 clippingRange = (0.05, 1000)"];
        self.moving(file, "def Camera \"Camera\"", &clips, Track::Camera, pose, |_| Ok(()))
    }

    fn gaze<W: Write>(&self, file: &mut File<'_, W>) -> Result<()> {
        let pose = |frame: &Frame| gaze_pose(&frame.gaze?, self.options.axes);
        self.moving(file, "def Xform \"Gaze\"", &[], Track::Gaze, pose, |file| {
            look(file, "/Recording/Gaze", RAY_COLOUR)?;
            file.prim(&format!("def Cylinder \"Ray\" {WITH_LOOK}"), |file| {
                let half = RAY_M / 2.0;
                file.line("uniform token axis = \"Z\"");
                file.line(&format!(
                    "float3[] extent = [(-0.002, -0.002, -{half}), (0.002, 0.002, {half})]"
                ));
                file.line(&format!("double height = {RAY_M}"));
                file.line("double radius = 0.002");
                bind(file, "/Recording/Gaze", RAY_COLOUR);
                file.line(&format!("double3 xformOp:translate = (0, 0, -{half})"));
                file.line("uniform token[] xformOpOrder = [\"xformOp:translate\"]");
                Ok(())
            })
        })
    }
}

/// Pose of an object that looks along z, converted to axes in which it looks along −z.
fn looking(pose: &Pose, axes: Axes) -> Option<Pose> {
    let mut pose = turned(pose, axes)?;
    if axes.vector([0.0, 0.0, 1.0]) == [0.0, 0.0, 1.0] {
        pose.rotation *= Quat::from_rotation_y(std::f32::consts::PI);
    }
    Some(pose)
}

/// Pose at the gaze origin, rotated to the gaze direction.
fn gaze_pose(ray: &Ray, axes: Axes) -> Option<Pose> {
    let direction = ray.direction.try_normalize()?;
    let rotation = Quat::from_rotation_arc(Vec3::Z, direction);
    looking(&Pose { position: ray.origin, rotation }, axes)
}

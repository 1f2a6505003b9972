//! BVH text output.

use std::fmt::Write as _;
use std::io::Write;

use glam::Vec3;
use reenact::hand::{Finger, Side};
use reenact::{CurveId, Frame, FrameRate, FrameTimes, Mode, Pose, Recording, Sampler, Track};

use super::angles::Angles;
use super::rest::Rest;
use crate::joints::turned;
pub use crate::options::Unit;
use crate::out::Out;
use crate::rotations::with_rotations;
use crate::skeleton::{Skeleton, side_name};
use crate::{Axes, Losses, Result, StiffBones};

/// Options for writing BVH.
#[derive(Debug, Clone, Copy)]
pub struct Options {
    /// Coordinate system.
    pub axes: Axes,
    /// Frame rate in Hz.
    pub rate_hz: f32,
    /// Largest number of frames; `None` for the default of [`FrameRate`](reenact::FrameRate).
    pub max_frames: Option<usize>,
    /// Unit of length.
    pub unit: Unit,
}

impl Default for Options {
    /// Right-handed with y up, at 60 Hz, in metres, as Blender expects.
    fn default() -> Self {
        Self { axes: Axes::Web, rate_hz: 60.0, max_frames: None, unit: Unit::Metres }
    }
}

const ROTATION: &str = "Zrotation Xrotation Yrotation";

/// Writes a recording at a frame rate, from 0 to its end.
///
/// Needs little memory, whatever the length of the recording, and samples it twice. Fails if there would be more frames than the
/// limit of [`FrameRate`].
///
/// ```
/// use reenact_convert::bvh::{Options, write};
///
/// let mut text = Vec::new();
/// let losses = write(&reenact_make::demo(), &Options::default(), &mut text)?;
/// assert!(text.starts_with(b"HIERARCHY\nROOT Recording\n"));
/// println!("{losses}"); // how far joints are off, and what has no place
/// # Ok::<(), reenact_convert::Error>(())
/// ```
pub fn write(recording: &Recording, options: &Options, writer: &mut impl Write) -> Result<Losses> {
    let rate = FrameRate { hz: options.rate_hz, max_frames: options.max_frames };
    let times = FrameTimes::from_zero(recording, rate)?;
    let (recording, made_up_rotations) = &with_rotations(recording)?;
    let sampler = Sampler::new(recording, Mode::Clean);
    let axes = options.axes;
    let mut losses = Losses { made_up_rotations: *made_up_rotations, ..Losses::default() };
    let is_camera = |id: CurveId| id.track() == Track::Camera;
    let first_camera =
        sampler.frames_of(times.iter(), is_camera).find_map(|frame| turned(&frame.camera?, axes));
    let rests: Vec<Rest> = Side::ALL
        .into_iter()
        .filter_map(|side| Rest::of(&sampler, Skeleton::of(recording, side)?, times, axes))
        .collect();
    losses.leave_out_gaze(recording);
    losses.leave_out_pinching(recording);
    losses.markers = recording.markers().count();

    let mut out = Out::new(writer);
    let scale = match options.unit {
        Unit::Metres => 1.0,
        Unit::Centimetres => 100.0,
    };
    let mut file = File { out: &mut out, scale };
    file.hierarchy(&rests, first_camera.is_some());
    file.out.text(&format!("MOTION\nFrames: {}\n", times.len()));
    file.out.text(&format!("Frame Time: {:.9}\n", 1.0 / f64::from(options.rate_hz)));

    let mut camera = first_camera.map(|pose| Moving { pose, angles: Angles::default() });
    let mut hands: Vec<Hand> = rests.into_iter().map(Hand::new).collect();
    let mut errors = Errors::default();
    for frame in sampler.frames(times) {
        file.numbers(&[0.0; 6]);
        if let Some(camera) = &mut camera {
            let pose = frame.camera.as_ref().and_then(|pose| turned(pose, axes));
            camera.pose = pose.unwrap_or(camera.pose);
            file.place(camera.pose.position);
            let angles = camera.angles.next(camera.pose.rotation);
            file.numbers(&angles);
        }
        for hand in &mut hands {
            hand.step(&frame, axes, &mut losses, &mut errors);
            hand.write(&mut file);
        }
        file.out.text("\n");
        file.out.flush_if_full()?;
    }
    losses.stiff_bones = errors.report();
    let _ = out.finish()?;
    Ok(losses)
}

/// A pose and its last Euler angles.
struct Moving {
    pose: Pose,
    angles: Angles,
}

/// State of a hand while writing frames.
struct Hand {
    rest: Rest,
    /// Current pose of each joint, in the world.
    shown: Vec<Pose>,
    angles: Vec<Angles>,
}

impl Hand {
    fn new(rest: Rest) -> Self {
        let angles = vec![Angles::default(); rest.first.len()];
        Self { shown: rest.first.clone(), angles, rest }
    }

    fn step(&mut self, frame: &Frame, axes: Axes, losses: &mut Losses, errors: &mut Errors) {
        let Some(poses) = self.rest.skeleton.poses(frame, axes) else {
            losses.held_frames += 1;
            return;
        };
        for (posed, recorded) in self.rest.posed(&poses).into_iter().zip(&poses) {
            errors.add(posed.distance(recorded.position));
        }
        self.shown = poses;
    }

    fn write<W: Write>(&mut self, file: &mut File<'_, '_, W>) {
        let local = self.rest.skeleton.in_parents(&self.shown);
        for (place, (pose, angles)) in local.iter().zip(&mut self.angles).enumerate() {
            if is_end(&self.rest.skeleton, place) {
                continue;
            }
            if self.rest.skeleton.joints.get(place).is_some_and(|joint| joint.parent.is_none()) {
                file.place(pose.position);
            }
            let angles = angles.next(pose.rotation);
            file.numbers(&angles);
        }
    }
}

/// Whether a joint is the end site of its parent: a fingertip without children and siblings.
fn is_end(skeleton: &Skeleton, place: usize) -> bool {
    let Some(hanging) = skeleton.joints.get(place) else { return false };
    let is_tip = Finger::ALL.into_iter().any(|finger| finger.tip() == hanging.joint);
    let is_alone = hanging.parent.is_some_and(|parent| skeleton.children(parent).count() == 1);
    is_tip && is_alone && skeleton.children(place).next().is_none()
}

/// Deviation of joints from their recorded positions.
#[derive(Default)]
struct Errors {
    sum_m: f64,
    max_m: f64,
    count: f64,
}

impl Errors {
    fn add(&mut self, error_m: f32) {
        self.sum_m += f64::from(error_m);
        self.max_m = self.max_m.max(f64::from(error_m));
        self.count += 1.0;
    }

    fn report(&self) -> Option<StiffBones> {
        // Smaller deviations are rounding.
        (self.max_m > 1e-6)
            .then(|| StiffBones { mean_m: self.sum_m / self.count, max_m: self.max_m })
    }
}

struct File<'o, 'w, W> {
    out: &'o mut Out<'w, W>,
    scale: f32,
}

impl<W: Write> File<'_, '_, W> {
    /// Writes the numbers of a row, never with an exponent, which not all readers support.
    fn numbers(&mut self, numbers: &[f64]) {
        let mut text = String::new();
        for number in numbers {
            // Writing to a string does not fail.
            _ = write!(text, "{number:.6} ");
        }
        self.out.text(&text);
    }

    fn place(&mut self, place: Vec3) {
        let place = (place * self.scale).to_array().map(f64::from);
        self.numbers(&place);
    }

    fn hierarchy(&mut self, rests: &[Rest], has_camera: bool) {
        self.out.text("HIERARCHY\nROOT Recording\n{\n");
        self.joint_head(1, Vec3::ZERO, true);
        if has_camera {
            self.out.text("\tJOINT Camera\n\t{\n");
            self.joint_head(2, Vec3::ZERO, true);
            self.end(2, Vec3::ZERO);
            self.out.text("\t}\n");
        }
        for rest in rests {
            self.joint(rest, 0, 1);
        }
        if rests.is_empty() && !has_camera {
            self.end(1, Vec3::ZERO);
        }
        self.out.text("}\n");
    }

    /// Writes a joint and its descendants, at most five levels.
    fn joint(&mut self, rest: &Rest, place: usize, depth: usize) {
        let (Some(hanging), Some(&offset)) =
            (rest.skeleton.joints.get(place), rest.offsets.get(place))
        else {
            return;
        };
        let tabs = "\t".repeat(depth);
        let side = side_name(rest.skeleton.side);
        self.out.text(&format!("{tabs}JOINT {side}{}\n{tabs}{{\n", hanging.joint));
        self.joint_head(depth + 1, offset, hanging.parent.is_none());
        let mut has_children = false;
        for child in rest.skeleton.children(place) {
            has_children = true;
            match rest.offsets.get(child) {
                Some(&offset) if is_end(&rest.skeleton, child) => self.end(depth + 1, offset),
                _ => self.joint(rest, child, depth + 1),
            }
        }
        if !has_children {
            self.end(depth + 1, Vec3::ZERO);
        }
        self.out.text(&format!("{tabs}}}\n"));
    }

    fn joint_head(&mut self, depth: usize, offset: Vec3, has_place: bool) {
        self.offset(depth, offset);
        let tabs = "\t".repeat(depth);
        let channels = if has_place { "6 Xposition Yposition Zposition " } else { "3 " };
        self.out.text(&format!("{tabs}CHANNELS {channels}{ROTATION}\n"));
    }

    fn offset(&mut self, depth: usize, offset: Vec3) {
        let [x, y, z] = (offset * self.scale).to_array();
        self.out.text(&format!("{}OFFSET {x:.6} {y:.6} {z:.6}\n", "\t".repeat(depth)));
    }

    fn end(&mut self, depth: usize, offset: Vec3) {
        let tabs = "\t".repeat(depth);
        self.out.text(&format!("{tabs}End Site\n{tabs}{{\n"));
        self.offset(depth + 1, offset);
        self.out.text(&format!("{tabs}}}\n"));
    }
}

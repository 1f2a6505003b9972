//! Reads a recording from IWER's JSON.

use std::collections::HashMap;

use glam::{Quat, Vec3};
use reenact::hand::{Joint, Side, WebXrJoint};
use reenact::{
    Frame, HandFrame, Keep, Pose, Ray, RecordOptions, RecordOutcome, Recorder, Recording, Signs,
};

use crate::axes::Axes;
use crate::json::{Element, Scanner};

use crate::{Result, TextError};

/// Reads a WebXR recording.
///
/// The result has version 1.1 and starts at 0 s. Frames must be in order of time; a frame with the same time
/// as the previous one after rounding to `f32` is skipped. An error names line, column and frame. Memory is
/// bounded by a small multiple of the length of the text.
pub fn read(text: &[u8]) -> Result<Recording> {
    let mut scanner = Scanner::new(text, 1);
    let mut schema: Option<Schema> = None;
    let mut frames = None;
    scanner.open_object()?;
    let mut is_first = true;
    while let Some(name) = scanner.field(&mut is_first)? {
        match &*name {
            "schema" => schema = Some(read_schema(&mut scanner)?),
            "frames" => {
                // Frames depend on the schema, which may come after them.
                scanner.next_at();
                frames = Some(scanner.clone());
                scanner.skip_value()?;
            }
            _ => scanner.skip_value()?,
        }
    }
    scanner.end()?;
    let start = scanner.start();
    let missing = |what| scanner.error_at(start, format!("a WebXR recording has {what}"));
    let schema = schema.ok_or_else(|| missing("a schema, and this has none"))?;
    let mut frames = frames.ok_or_else(|| missing("frames, and this has none"))?;
    read_frames(&mut frames, &schema)
}

/// Input sources by index.
type Schema = HashMap<u64, Source>;

/// An input source, and which arrays its frames have.
#[derive(Debug, Default)]
#[expect(clippy::struct_excessive_bools, reason = "as the file has it")]
struct Source {
    side: Option<Side>,
    is_gaze: bool,
    has_grip: bool,
    has_hand: bool,
    has_gamepad: bool,
    /// Joint at each position of the array.
    joints: Vec<Option<Joint>>,
}

impl Source {
    /// Side of a hand; `None` for other input sources.
    fn hand(&self) -> Option<Side> {
        self.side.filter(|_| self.has_hand)
    }
}

fn read_schema(scanner: &mut Scanner<'_>) -> Result<Schema> {
    let mut schema = Schema::new();
    scanner.open_array()?;
    let mut is_first = true;
    while scanner.item(&mut is_first)? {
        scanner.place = Element::Source(schema.len());
        let at = scanner.next_at();
        scanner.open_array()?;
        let mut is_first = true;
        needed(scanner, &mut is_first, "the number of an input source")?;
        let index = scanner.integer("the number of an input source")?;
        needed(scanner, &mut is_first, "what the input source is")?;
        let source = read_source(scanner)?;
        closed(scanner, &mut is_first, "an input source has a number and what it is")?;
        if schema.insert(index, source).is_some() {
            let message = format!("there is an input source {index} already");
            return Err(scanner.error_at(at, message).into());
        }
    }
    scanner.place = Element::Document;
    Ok(schema)
}

fn read_source(scanner: &mut Scanner<'_>) -> Result<Source> {
    let mut source = Source::default();
    let mut joints = None;
    scanner.open_object()?;
    let mut is_first = true;
    while let Some(name) = scanner.field(&mut is_first)? {
        match &*name {
            "handedness" => {
                let handedness = scanner.string("left, right or none")?;
                source.side = Side::ALL.into_iter().find(|side| side.name() == handedness);
            }
            "targetRayMode" => source.is_gaze = scanner.string("a mode")? == "gaze",
            "hasGrip" => source.has_grip = scanner.boolean()?,
            "hasHand" => source.has_hand = scanner.boolean()?,
            "hasGamepad" => source.has_gamepad = scanner.boolean()?,
            "jointSequence" => {
                let mut names = Vec::new();
                scanner.open_array()?;
                let mut is_first = true;
                while scanner.item(&mut is_first)? {
                    let name = scanner.string("the name of a joint")?;
                    let joint = WebXrJoint::ALL.into_iter().find(|joint| joint.name() == name);
                    names.push(joint.map(WebXrJoint::to_joint));
                }
                joints = Some(names);
            }
            _ => scanner.skip_value()?,
        }
    }
    source.joints =
        joints.unwrap_or_else(|| WebXrJoint::ALL.map(|joint| Some(joint.to_joint())).to_vec());
    Ok(source)
}

fn read_frames(scanner: &mut Scanner<'_>, schema: &Schema) -> Result<Recording> {
    let options = RecordOptions { max_rate_hz: None, keep: Keep::All, ..RecordOptions::default() };
    let mut recorder = Recorder::new(options)?;
    let has_hands = schema.values().any(|source| source.hand().is_some());
    let mut signs = Signs::new();
    let mut last_ms = f64::NEG_INFINITY;
    scanner.open_array()?;
    let mut is_first = true;
    for n in 0.. {
        if !scanner.item(&mut is_first)? {
            break;
        }
        scanner.place = Element::Frame(n);
        let at = scanner.next_at();
        let (time_ms, frame) = read_frame(scanner, schema, has_hands, &mut signs)?;
        if time_ms < last_ms {
            let message = format!("its time, {time_ms} ms, is before {last_ms} ms");
            return Err(scanner.error_at(at, message).into());
        }
        last_ms = time_ms;
        if recorder.record_at(time_ms / 1000.0, &frame) == RecordOutcome::Full {
            return Err(scanner.error_at(at, "more frames than a recording can hold").into());
        }
    }
    Ok(recorder.finish())
}

fn read_frame(
    scanner: &mut Scanner<'_>,
    schema: &Schema,
    has_hands: bool,
    signs: &mut Signs,
) -> Result<(f64, Frame)> {
    let absent = || has_hands.then(|| HandFrame::new(false, false, |_| None));
    scanner.open_array()?;
    let mut is_first = true;
    needed(scanner, &mut is_first, "a time")?;
    let time_ms = scanner.double()?;
    let head = read_pose(scanner, &mut is_first)?;
    let camera = Some(Pose { rotation: signs.of_head(head.rotation), ..head });
    let mut frame = Frame { time_secs: 0.0, camera, left: absent(), right: absent(), gaze: None };
    while scanner.item(&mut is_first)? {
        read_input(scanner, schema, &mut frame, signs)?;
    }
    Ok((time_ms, frame))
}

/// Reads one input source of a frame.
fn read_input(
    scanner: &mut Scanner<'_>,
    schema: &Schema,
    frame: &mut Frame,
    signs: &mut Signs,
) -> Result<()> {
    scanner.open_array()?;
    let mut is_first = true;
    needed(scanner, &mut is_first, "the number of an input source")?;
    let at = scanner.next_at();
    let index: u64 = scanner.integer("the number of an input source")?;
    let unknown = || scanner.error_at(at, format!("the schema has no input source {index}"));
    let source = schema.get(&index).ok_or_else(unknown)?;
    let ray = read_pose(scanner, &mut is_first)?;
    if source.has_grip {
        needed(scanner, &mut is_first, "a grip")?;
        scanner.skip_value()?;
    }
    let mut joints = None;
    if source.has_hand {
        needed(scanner, &mut is_first, "the joints of a hand")?;
        if !scanner.null() {
            joints = Some(read_joints(scanner, source, &ray)?);
        }
    }
    let mut is_pinching = false;
    if source.has_gamepad {
        needed(scanner, &mut is_first, "buttons")?;
        is_pinching = read_buttons(scanner)?;
    }
    closed(scanner, &mut is_first, "no more than the schema says")?;
    if let (Some(side), Some(joints)) = (source.hand(), joints) {
        let slot = match side {
            Side::Left => &mut frame.left,
            Side::Right => &mut frame.right,
        };
        let pose = |joint: Joint| {
            let pose = joints.get(joint.index()).copied().flatten()?;
            Some(Pose { rotation: signs.of_joint(side, joint, pose.rotation), ..pose })
        };
        *slot = Some(HandFrame::new(true, is_pinching, pose));
    } else if source.is_gaze {
        frame.gaze = Some(Ray { origin: ray.position, direction: ray.rotation * Vec3::Z });
    }
    Ok(())
}

/// Reads the joints of a hand in world space, by slot.
fn read_joints(
    scanner: &mut Scanner<'_>,
    source: &Source,
    ray: &Pose,
) -> Result<[Option<Pose>; Joint::ALL.len()]> {
    let mut joints = [None; Joint::ALL.len()];
    scanner.open_array()?;
    let mut is_first = true;
    for &joint in &source.joints {
        let pose = ray.transform(&read_pose(scanner, &mut is_first)?);
        needed(scanner, &mut is_first, "a radius")?;
        scanner.float()?;
        if let Some(slot) = joint.and_then(|joint| joints.get_mut(joint.index())) {
            *slot = Some(pose);
        }
    }
    closed(scanner, &mut is_first, "no more joints than the schema names")?;
    let of = |joint: Joint| joints.get(joint.index()).copied().flatten();
    let palm = palm(of(Joint::MiddleMetacarpal), of(Joint::MiddleKnuckle));
    if let Some(slot) = joints.get_mut(Joint::Palm.index()) {
        *slot = palm;
    }
    Ok(joints)
}

/// Palm pose, which WebXR lacks: at the midpoint of the middle finger's metacarpal bone, with its rotation.
pub fn palm(metacarpal: Option<Pose>, knuckle: Option<Pose>) -> Option<Pose> {
    let (near, far) = (metacarpal?, knuckle?);
    Some(Pose { position: near.position.midpoint(far.position), rotation: near.rotation })
}

/// Whether the first button is pressed. Buttons are `[pressed, touched, value]` or `null`, axes are numbers.
fn read_buttons(scanner: &mut Scanner<'_>) -> Result<bool> {
    scanner.open_array()?;
    let mut is_first = true;
    let mut is_pressed = false;
    for n in 0.. {
        if !scanner.item(&mut is_first)? {
            break;
        }
        if n > 0 || scanner.null() {
            if n > 0 {
                scanner.skip_value()?;
            }
            continue;
        }
        scanner.open_array()?;
        let mut is_first = true;
        needed(scanner, &mut is_first, "1 or 0 for pressed or not")?;
        is_pressed = scanner.float()? == 1.0;
        while scanner.item(&mut is_first)? {
            scanner.skip_value()?;
        }
    }
    Ok(is_pressed)
}

/// Reads the next seven numbers of an array as a pose in Unity's axes.
fn read_pose(scanner: &mut Scanner<'_>, is_first: &mut bool) -> Result<Pose> {
    let mut numbers = [0.0; 7];
    let mut at = scanner.start();
    for (n, number) in numbers.iter_mut().enumerate() {
        needed(scanner, is_first, "the seven numbers of a pose")?;
        if n == 3 {
            at = scanner.next_at();
        }
        *number = scanner.float()?;
    }
    let [x, y, z, rotation @ ..] = numbers;
    let wrong = || scanner.error_at(at, "no rotation: its length is 0 or no number");
    let rotation = unit(Quat::from_array(Axes::Web.rotation(rotation))).ok_or_else(wrong)?;
    Ok(Pose { position: Vec3::from_array(Axes::Web.vector([x, y, z])), rotation })
}

/// Normalizes a rotation that was rounded to three decimals; unit quaternions are unchanged.
fn unit(rotation: Quat) -> Option<Quat> {
    let squared = rotation.length_squared();
    if (squared - 1.0).abs() <= 1e-6 {
        return Some(rotation);
    }
    (squared > 1e-6 && squared.is_finite()).then(|| rotation.normalize())
}

/// Requires another item.
fn needed(scanner: &mut Scanner<'_>, is_first: &mut bool, what: &str) -> Result<(), TextError> {
    item(scanner, is_first, true, || format!("expected {what}, found the end of the array"))
}

/// Requires the end of the array.
fn closed(scanner: &mut Scanner<'_>, is_first: &mut bool, what: &str) -> Result<(), TextError> {
    item(scanner, is_first, false, || format!("{what}, and here is more"))
}

fn item(
    scanner: &mut Scanner<'_>,
    is_first: &mut bool,
    is_wanted: bool,
    message: impl FnOnce() -> String,
) -> Result<(), TextError> {
    let at = scanner.next_at();
    if scanner.item(is_first)? == is_wanted {
        return Ok(());
    }
    Err(scanner.error_at(at, message()))
}

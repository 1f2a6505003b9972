//! Pose of one hand at one time, as the JSON that MRTK 2's input simulation loads (`ArticulatedHandPose`).
//!
//! ```text
//! {"items": [{"joint": "Wrist", "pose": {"position": {"x": …, "y": …, "z": …}, "rotation": {"x": …, "y": …, "z": …, "w": …}}}, …]}
//! ```
//!
//! MRTK stores the pose of a right hand relative to the camera, with a reference joint at the origin: `p = C⁻¹ · (joint −
//! reference)`, `r = C⁻¹ · rotation`, where C is the camera's rotation; a left hand is mirrored by x → −x. The reference is the
//! index fingertip by default, as in MRTK's own recorder. Slot `None` is left out; MRTK uses the identity for missing joints.

use std::io::Write;

use glam::Quat;
use reenact::hand::{Joint, Side};
use reenact::{CurveId, Mode, ObservedSpans, Pose, Recording, Sampler, Track};

use crate::out::Out;
use crate::rotations::with_rotations;
use crate::{Error, Losses, Result};

/// Options for writing a hand pose.
#[derive(Debug, Clone, Copy)]
pub struct Options {
    /// Hand.
    pub side: Side,
    /// Time in seconds.
    pub time_secs: f32,
    /// Joint at the origin.
    pub reference: Joint,
}

impl Options {
    /// Options with the index fingertip at the origin, as in MRTK's recorder.
    pub const fn new(side: Side, time_secs: f32) -> Self {
        Self { side, time_secs, reference: Joint::IndexTip }
    }
}

/// Most tracked spans to list in a message.
const MAX_SPANS: usize = 5;

/// Writes the pose of a hand at a time.
///
/// Fails if the hand is not observed at that time, with a list of its observed spans, or if the reference joint has no pose.
/// Joints without a pose are left out; without a camera, poses are in world axes.
///
/// ```
/// use reenact::hand::Side;
/// use reenact_convert::hand_pose::{Options, write};
///
/// let mut json = Vec::new();
/// let losses = write(&reenact_make::demo(), &Options::new(Side::Right, 2.0), &mut json)?;
/// assert!(json.starts_with(b"{\n    \"items\": ["));
/// # let _ = losses;
/// # Ok::<(), reenact_convert::Error>(())
/// ```
pub fn write(recording: &Recording, options: &Options, writer: &mut impl Write) -> Result<Losses> {
    let Options { side, time_secs, reference } = *options;
    let (complete, made_up) = &with_rotations(recording)?;
    let frame = Sampler::new(complete, Mode::Clean).frame_at(time_secs);
    let hand = frame
        .hand(side)
        .filter(|hand| hand.observed)
        .ok_or_else(|| Error::Impossible(not_observed(recording, side, time_secs)))?;
    let origin = hand.joint(reference).filter(Pose::is_finite).ok_or_else(|| {
        Error::Impossible(format!(
            "{reference} of the {side} hand has no pose at {time_secs} s, but is needed as the origin"
        ))
    })?;
    let made_up_rotations = if *made_up > 0 { Joint::TRACKED.len() } else { 0 };
    let mut losses = Losses { made_up_rotations, ..Losses::default() };
    let camera = frame.camera.filter(Pose::is_finite);
    if camera.is_none() {
        losses.heads = 1;
    }
    let base = Pose {
        position: origin.position,
        rotation: camera.map_or(Quat::IDENTITY, |camera| camera.rotation),
    };
    let mut out = Out::new(writer);
    let mut separator = "{\n    \"items\": [\n";
    for joint in Joint::TRACKED {
        let Some(pose) = hand.joint(joint).filter(Pose::is_finite) else {
            losses.keys += 1;
            continue;
        };
        let pose = pose.relative_to(&base);
        let (mut position, mut rotation) = (pose.position.to_array(), pose.rotation.to_array());
        if side == Side::Left {
            let ([x, y, z], [qx, qy, qz, qw]) = (position, rotation);
            (position, rotation) = ([-x, y, z], [qx, -qy, -qz, qw]);
        }
        out.text(separator);
        separator = ",\n";
        out.text(&format!(
            "        {{\n            \"joint\": \"{joint}\",\n            \"pose\": {{\n"
        ));
        vector(&mut out, "position", &position);
        out.text(",\n");
        vector(&mut out, "rotation", &rotation);
        out.text("\n            }\n        }");
    }
    out.text("\n    ]\n}\n");
    let _ = out.finish()?;
    Ok(losses)
}

fn vector<W: Write>(out: &mut Out<'_, W>, name: &str, numbers: &[f32]) {
    out.text(&format!("                \"{name}\": {{"));
    let mut separator = "";
    for (name, &number) in ["x", "y", "z", "w"].iter().zip(numbers) {
        out.text(&format!("{separator}\n                    \"{name}\": "));
        separator = ",";
        out.float(number, "\"");
    }
    out.text("\n                }");
}

/// Error for a time at which the hand is not observed, with its observed spans.
fn not_observed(recording: &Recording, side: Side, time_secs: f32) -> String {
    if recording.curve(CurveId::Tracked(side)).is_none() {
        return "the recording has no hands".to_owned();
    }
    let observed = ObservedSpans::of(recording);
    let spans = observed.spans(Track::Hand(side));
    if spans.is_empty() {
        return format!("the {side} hand is never observed");
    }
    let named: Vec<String> = spans
        .iter()
        .take(MAX_SPANS)
        .map(|span| format!("from {} s to {} s", span.start_secs, span.end_secs))
        .collect();
    let more = if spans.len() > MAX_SPANS { ", and more" } else { "" };
    let named = named.join(", ");
    format!("the {side} hand is not observed at {time_secs} s; it is {named}{more}")
}

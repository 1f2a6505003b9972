//! Writes frames for IWER's player.

use std::io::Write;

#[cfg(doc)]
use reenact::FrameRate;
use reenact::hand::{Joint, Side, WebXrJoint, target_ray};
use reenact::{Frame, HandFrame, Pose, Recording};

use super::Options;
use crate::out::Out;
use crate::rate::write_frames;
use crate::{Losses, Result};

/// Index of the gaze, after the two hands.
const GAZE_INDEX: usize = 2;

/// Writes a recording as a WebXR recording and returns the losses.
///
/// Needs little memory. Fails if there would be more frames than the limit of [`FrameRate`].
///
/// ```
/// use reenact_convert::iwer::{self, Options};
///
/// let recording = reenact_make::demo();
/// let mut text = Vec::new();
/// let losses = iwer::write(&recording, &Options::default(), &mut text)?;
/// assert!(losses.palms > 0 && losses.hands == 0);
/// assert_eq!(iwer::read(&text)?.end_secs(), recording.end_secs());
/// # Ok::<(), reenact_convert::Error>(())
/// ```
pub fn write(recording: &Recording, options: &Options, writer: &mut impl Write) -> Result<Losses> {
    let mut out = Out::new(writer);
    let tracks = recording.tracks();
    write_schema(&mut out, tracks.hands, tracks.gaze)?;
    let mut head = None;
    let mut separator = "\n[";
    let losses = write_frames(recording, *options, &mut out, |out, frame, losses| {
        out.text(separator);
        separator = ",\n[";
        write_frame(out, frame, &mut head, losses)?;
        out.text("]");
        Ok(())
    })?;
    out.text("\n]}\n");
    // All written numbers are finite.
    let _ = out.finish()?;
    Ok(losses)
}

fn write_schema<W: Write>(out: &mut Out<'_, W>, with_hands: bool, with_gaze: bool) -> Result<()> {
    out.text("{\"schema\":[");
    for (index, side) in Side::ALL.into_iter().enumerate().filter(|_| with_hands) {
        out.text(if index == 0 { "[" } else { ",[" });
        out.integer(index)?;
        out.text(",{\"handedness\":\"");
        out.text(side.name());
        out.text("\",\"targetRayMode\":\"tracked-pointer\",\"profiles\":[\"generic-hand-select\",\"generic-hand\"],");
        out.text("\"hasGrip\":false,\"hasHand\":true,\"hasGamepad\":true,\"jointSequence\":[");
        for (n, joint) in WebXrJoint::ALL.into_iter().enumerate() {
            out.text(if n == 0 { "\"" } else { ",\"" });
            out.text(joint.name());
            out.text("\"");
        }
        // IWER's player fires events for buttons with this mapping only.
        out.text("],\"mapping\":\"xr-standard\",\"numButtons\":1,\"numAxes\":0}]");
    }
    if with_gaze {
        out.text(if with_hands { ",[" } else { "[" });
        out.integer(GAZE_INDEX)?;
        out.text(
            ",{\"handedness\":\"none\",\"targetRayMode\":\"gaze\",\"profiles\":[\"eye-gaze\"],",
        );
        out.text("\"hasGrip\":false,\"hasHand\":false,\"hasGamepad\":false}]");
    }
    out.text("],\"frames\":[");
    Ok(())
}

fn write_frame<W: Write>(
    out: &mut Out<'_, W>,
    frame: &Frame,
    head: &mut Option<Pose>,
    losses: &mut Losses,
) -> Result<()> {
    out.double(f64::from(frame.time_secs) * 1000.0);
    let seen = frame.camera.filter(Pose::is_finite);
    losses.heads += usize::from(seen.is_none());
    // Every frame needs a head: repeats the last pose.
    *head = seen.or(*head);
    let head = *head;
    write_pose(out, ",", head.unwrap_or(Pose::IDENTITY));
    for (index, side) in Side::ALL.into_iter().enumerate() {
        let Some(hand) = frame.hand(side).filter(|hand| hand.observed) else { continue };
        losses.palms += usize::from(hand.joint(Joint::Palm).is_some());
        let Some(Seen { ray, joints }) = Seen::of(side, hand, head) else {
            // A hand without any joint was not observed, so it is not a loss.
            losses.hands += usize::from(hand.joints().any(|(_, pose)| pose.is_some()));
            continue;
        };
        out.text(",[");
        out.integer(index)?;
        write_pose(out, ",", ray);
        out.text(",[");
        let mut separator = "";
        for (joint, pose) in WebXrJoint::ALL.into_iter().zip(joints) {
            write_pose(out, separator, pose);
            separator = ",";
            out.text(",");
            out.float(joint.to_joint().radius_m(), "");
        }
        out.text(if hand.pinching { "],[[1,1,1]]]" } else { "],[[0,0,0]]]" });
    }
    if let Some(ray) = frame.gaze {
        let pose = ray.to_pose();
        if pose.is_finite() {
            out.text(",[");
            out.integer(GAZE_INDEX)?;
            write_pose(out, ",", pose);
            out.text("]");
        } else {
            losses.gazes += 1;
        }
    }
    Ok(())
}

/// Hand as delivered to a WebXR page.
struct Seen {
    ray: Pose,
    joints: [Pose; WebXrJoint::ALL.len()],
}

impl Seen {
    /// `None` if a joint is missing, or its coordinates are too large.
    fn of(side: Side, hand: &HandFrame, head: Option<Pose>) -> Option<Self> {
        let ray = target_ray(side, hand, head).filter(Pose::is_finite)?;
        let mut joints = [Pose::IDENTITY; WebXrJoint::ALL.len()];
        for (seen, joint) in joints.iter_mut().zip(WebXrJoint::ALL) {
            let pose = hand.joint(joint.to_joint())?;
            *seen = Some(pose.relative_to(&ray)).filter(Pose::is_finite)?;
        }
        Some(Self { ray, joints })
    }
}

/// Writes a pose in WebXR's axes. Relative poses are converted in the same way.
fn write_pose<W: Write>(out: &mut Out<'_, W>, mut separator: &str, pose: Pose) {
    let Pose { position, rotation } = pose.with_z_reversed();
    for number in position.to_array().into_iter().chain(rotation.to_array()) {
        out.text(separator);
        separator = ",";
        out.float(number, "");
    }
}

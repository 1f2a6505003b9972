//! Sampled poses as JSON lines, one line per time.
//!
//! ```text
//! {"time_secs": 0.5, "camera": {"position": [0.0,1.6,0.0], "rotation": [0.0,0.0,0.0,1.0]}, "left": {"tracked": true,
//!  "pinching": false, "joints": {"Wrist": {"position": […], "rotation": […]}, …}}, "right": …, "gaze": {"origin": […], "direction": […]}}
//! ```
//!
//! (on one line). A track that the recording lacks is `null`. In `mrtk` mode there are all 27 slots, as in MRTK's evaluation; in
//! `clean` mode 26 joints, and an unknown joint, camera or gaze is `null`, as is the rotation of a pose without recorded
//! rotation.

use std::io::Write;

use reenact::hand::{Joint, Side};
use reenact::{Frame, Mode, Pose, Recording, Sampler};

use crate::out::Out;
use crate::{Losses, Result};

/// Writes the poses at given times, in their order.
///
/// Uses little memory, whatever the number of times.
///
/// ```
/// use reenact::{FrameTimes, Mode};
///
/// let recording = reenact_make::demo();
/// let mut lines = Vec::new();
/// let times = FrameTimes::of(&recording, 30.0)?; // or a list, such as [0.5, 1.25]
/// let _ = reenact_convert::frames::write(&recording, Mode::Clean, times.iter(), &mut lines)?;
/// assert_eq!(lines.iter().filter(|&&byte| byte == b'\n').count(), times.len());
/// # Ok::<(), reenact_convert::Error>(())
/// ```
pub fn write(
    recording: &Recording,
    mode: Mode,
    times_secs: impl IntoIterator<Item = f32>,
    writer: &mut impl Write,
) -> Result<Losses> {
    let mut out = Out::new(writer);
    let sampler = Sampler::new(recording, mode);
    for frame in sampler.frames_at(times_secs) {
        write_frame(&mut out, &frame, mode);
        out.flush_if_full()?;
    }
    Ok(Losses { markers: recording.markers().count(), ..out.finish()? })
}

fn write_frame<W: Write>(out: &mut Out<'_, W>, frame: &Frame, mode: Mode) {
    out.text("{\"time_secs\": ");
    out.float(frame.time_secs, "\"");
    out.text(", \"camera\": ");
    write_pose(out, frame.camera, mode);
    for side in Side::ALL {
        out.text(", \"");
        out.text(side.name());
        out.text("\": ");
        let Some(hand) = frame.hand(side) else {
            out.text("null");
            continue;
        };
        out.text(if hand.tracked { "{\"tracked\": true" } else { "{\"tracked\": false" });
        out.text(if hand.observed { ", \"observed\": true" } else { ", \"observed\": false" });
        out.text(if hand.pinching { ", \"pinching\": true" } else { ", \"pinching\": false" });
        let mut separator = ", \"joints\": {\"";
        for (joint, pose) in hand.joints() {
            if mode == Mode::Clean && joint == Joint::None {
                continue;
            }
            out.text(separator);
            separator = ", \"";
            out.text(joint.name());
            out.text("\": ");
            write_pose(out, pose, mode);
        }
        out.text("}}");
    }
    out.text(", \"gaze\": ");
    match frame.gaze {
        None => out.text("null"),
        Some(ray) => {
            out.text("{\"origin\": ");
            write_list(out, &ray.origin.to_array());
            out.text(", \"direction\": ");
            write_list(out, &ray.direction.to_array());
            out.text("}");
        }
    }
    out.text("}\n");
}

fn write_pose<W: Write>(out: &mut Out<'_, W>, pose: Option<Pose>, mode: Mode) {
    let Some(pose) = pose else { return out.text("null") };
    out.text("{\"position\": ");
    write_list(out, &pose.position.to_array());
    out.text(", \"rotation\": ");
    if pose.has_rotation() || mode == Mode::Mrtk {
        write_list(out, &pose.rotation.to_array());
    } else {
        out.text("null");
    }
    out.text("}");
}

fn write_list<W: Write>(out: &mut Out<'_, W>, values: &[f32]) {
    let mut separator = "[";
    for &value in values {
        out.text(separator);
        separator = ",";
        out.float(value, "\"");
    }
    out.text("]");
}

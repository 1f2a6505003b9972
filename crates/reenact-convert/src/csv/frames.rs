//! Poses at times: wide, one row a frame, or long, one row a joint.

use std::io::Write;

use reenact::hand::Side;
use reenact::{Frame, HandFrame, Mode, Pose, Recording, Sampler, Tracks};

use super::quoted;
use crate::columns::{POSE_COLUMNS, RAY_COLUMNS, joints};
use crate::out::Out;
use crate::{Losses, Result};

/// What a row is.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Hash)]
pub enum Shape {
    /// A frame: `time_secs`, `camera_position_x_m` …, `left_tracked`, `left_observed`, `left_pinching`,
    /// `left_Wrist_position_x_m` …, the same for the right hand, `gaze_origin_x_m` …. Tracks that the recording lacks have no columns.
    #[default]
    Wide,
    /// A joint in a frame: `recording`, `time_secs`, `hand`, `joint`, `tracked`, `observed`, `position_x_m` …,
    /// `rotation_w`. Without camera and gaze.
    Long,
}

/// How to write frames.
#[derive(Debug, Clone, Copy, Default)]
pub struct FrameOptions<'o> {
    /// What a row is.
    pub shape: Shape,
    /// Evaluation mode.
    pub mode: Mode,
    /// What the column `recording` of the long shape says.
    pub recording_name: &'o str,
}

/// Writes the poses at each of some times, in their order.
///
/// Takes little memory, however many times there are.
///
/// ```
/// use reenact::FrameTimes;
/// use reenact_convert::csv::{FrameOptions, write_frames};
///
/// let recording = reenact_make::demo();
/// let times = FrameTimes::of(&recording, 30.0)?; // or a list, such as [0.5, 1.25]
/// let mut table = Vec::new();
/// let _ = write_frames(&recording, &FrameOptions::default(), times.iter(), &mut table)?;
/// assert!(table.starts_with(b"time_secs,camera_position_x_m,camera_position_y_m"));
/// # Ok::<(), reenact_convert::Error>(())
/// ```
pub fn write_frames(
    recording: &Recording,
    options: &FrameOptions<'_>,
    times_secs: impl IntoIterator<Item = f32>,
    writer: &mut impl Write,
) -> Result<Losses> {
    let mut out = Out::new(writer);
    let mode = options.mode;
    let sampler = Sampler::new(recording, mode);
    let mut cursor = sampler.cursor();
    let tracks = recording.tracks();
    match options.shape {
        Shape::Wide => {
            wide_header(&mut out, tracks, mode);
            for time_secs in times_secs {
                wide_row(&mut out, &cursor.frame_at(time_secs), tracks, mode);
                out.breathe()?;
            }
        }
        Shape::Long => {
            let name = quoted(options.recording_name);
            out.text("recording,time_secs,hand,joint,tracked,observed,");
            out.text(&POSE_COLUMNS.join(","));
            out.text("\n");
            for time_secs in times_secs {
                let frame = cursor.frame_at(time_secs);
                for side in Side::ALL {
                    if let Some(hand) = frame.hand(side) {
                        long_rows(&mut out, &name, time_secs, side, hand, mode);
                    }
                }
                out.breathe()?;
            }
        }
    }
    // A table of poses holds what its name says; that there are markers is worth a note.
    Ok(Losses { other_table_markers: recording.markers().count(), ..out.finish()? })
}

fn wide_header<W: Write>(out: &mut Out<'_, W>, tracks: Tracks, mode: Mode) {
    out.text("time_secs");
    let mut group = |what: &str, parts: &[&str]| {
        for part in parts {
            for text in [",", what, "_", part] {
                out.text(text);
            }
        }
    };
    group_names(tracks, mode, &mut group);
    out.text("\n");
}

/// Every group of columns after the time: what it is of, and its parts.
fn group_names(tracks: Tracks, mode: Mode, group: &mut impl FnMut(&str, &[&str])) {
    if tracks.camera {
        group("camera", &POSE_COLUMNS);
    }
    for side in Side::ALL.into_iter().filter(|_| tracks.hands) {
        group(side.name(), &["tracked", "observed", "pinching"]);
        for joint in joints(mode) {
            group(&format!("{side}_{joint}"), &POSE_COLUMNS);
        }
    }
    if tracks.gaze {
        group("gaze", &RAY_COLUMNS);
    }
}

fn wide_row<W: Write>(out: &mut Out<'_, W>, frame: &Frame, tracks: Tracks, mode: Mode) {
    out.float(frame.time_secs, "");
    if tracks.camera {
        pose_cells(out, frame.camera, mode);
    }
    for hand in Side::ALL.into_iter().filter_map(|side| frame.hand(side)) {
        flags(out, [hand.tracked, hand.observed, hand.pinching]);
        for &joint in joints(mode) {
            pose_cells(out, hand.joint(joint), mode);
        }
    }
    if tracks.gaze {
        match frame.gaze {
            None => out.text(",,,,,,"),
            Some(ray) => {
                cells(out, &ray.origin.to_array());
                cells(out, &ray.direction.to_array());
            }
        }
    }
    out.text("\n");
}

fn long_rows<W: Write>(
    out: &mut Out<'_, W>,
    name: &str,
    time_secs: f32,
    side: Side,
    hand: &HandFrame,
    mode: Mode,
) {
    for &joint in joints(mode) {
        out.text(name);
        out.text(",");
        out.float(time_secs, "");
        out.text(match side {
            Side::Left => ",left,",
            Side::Right => ",right,",
        });
        out.text(joint.name());
        flags(out, [hand.tracked, hand.observed]);
        pose_cells(out, hand.joint(joint), mode);
        out.text("\n");
    }
}

fn flags<W: Write, const N: usize>(out: &mut Out<'_, W>, flags: [bool; N]) {
    for is_on in flags {
        out.text(if is_on { ",true" } else { ",false" });
    }
}

/// The cells of a pose. In `clean` mode a rotation that is NaN was not recorded; in `mrtk` mode it is what MRTK would play.
fn pose_cells<W: Write>(out: &mut Out<'_, W>, pose: Option<Pose>, mode: Mode) {
    let Some(pose) = pose else { return out.text(",,,,,,,") };
    cells(out, &pose.position.to_array());
    if pose.has_rotation() || mode == Mode::Mrtk {
        cells(out, &pose.rotation.to_array());
    } else {
        out.text(",,,,");
    }
}

fn cells<W: Write>(out: &mut Out<'_, W>, values: &[f32]) {
    for &value in values {
        out.text(",");
        out.float(value, "");
    }
}

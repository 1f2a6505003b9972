//! Writes frames as rows of matrices.

use std::io::Write;

use glam::{Mat3, Quat};
#[cfg(doc)]
use reenact::FrameRate;
use reenact::hand::{OpenXrJoint, Side};
use reenact::{Frame, HandFrame, Pose, Ray, Recording};

use super::{CELLS, GAZE_CELLS, JOINTS, Options, TICKS_HZ};
use crate::axes::Axes;
use crate::out::Out;
use crate::rate::write_frames;
use crate::{Losses, Result};

/// Writes a recording as `head_hand_eye.csv` and returns the losses.
///
/// Needs little memory. Fails if there would be more frames than the limit of [`FrameRate`].
///
/// ```
/// use reenact_convert::hololens::{self, Options};
///
/// let recording = reenact_make::demo();
/// let mut table = Vec::new();
/// let losses = hololens::write(&recording, &Options::default(), &mut table)?;
/// assert!(losses.pinches > 0 && losses.gazes == 0);
/// assert_eq!(hololens::read(&table)?.end_secs(), recording.end_secs());
/// # Ok::<(), reenact_convert::Error>(())
/// ```
pub fn write(recording: &Recording, options: &Options, writer: &mut impl Write) -> Result<Losses> {
    let mut out = Out::new(writer);
    let losses = write_frames(recording, *options, &mut out, write_frame)?;
    // All written numbers are finite.
    let _ = out.finish()?;
    Ok(losses)
}

fn write_frame<W: Write>(out: &mut Out<'_, W>, frame: &Frame, losses: &mut Losses) -> Result<()> {
    out.integer(ticks(frame.time_secs))?;
    let head = frame.camera.and_then(matrix);
    losses.heads += usize::from(head.is_none());
    write_cells(out, &head.unwrap_or([0.0; 16]));
    for side in Side::ALL {
        let hand = frame.hand(side).filter(|hand| hand.observed);
        let joints = hand.and_then(matrices);
        if let Some(hand) = hand {
            // A hand without any joint was not observed, so it is not a loss.
            let is_there = hand.joints().any(|(_, pose)| pose.is_some());
            losses.hands += usize::from(joints.is_none() && is_there);
            losses.pinches += usize::from(hand.pinching);
        }
        out.text(if joints.is_some() { ",1" } else { ",0" });
        for matrix in joints.unwrap_or([[0.0; 16]; JOINTS]) {
            write_cells(out, &matrix);
        }
    }
    let gaze = frame.gaze.filter(Ray::is_finite);
    losses.gazes += usize::from(gaze.is_none() && frame.gaze.is_some());
    match gaze {
        None => write_cells(out, &[0.0; GAZE_CELLS]),
        Some(ray) => {
            let [x, y, z] = Axes::Web.vector(ray.origin.to_array());
            let [dx, dy, dz] = Axes::Web.vector(ray.direction.to_array());
            write_cells(out, &[1.0, x, y, z, 1.0, dx, dy, dz, 0.0, 0.0]);
        }
    }
    out.text("\n");
    Ok(())
}

const _: () = assert!(CELLS == 861);

/// Time in ticks.
#[expect(
    clippy::as_conversions,
    clippy::cast_possible_truncation,
    reason = "to the nearest tick; what is beyond an i64 stays at its end"
)]
fn ticks(time_secs: f32) -> i64 {
    (f64::from(time_secs) * TICKS_HZ).round() as i64
}

/// Matrices of all joints of a hand; `None` if one is missing.
fn matrices(hand: &HandFrame) -> Option<[[f32; 16]; JOINTS]> {
    let mut matrices = [[0.0; 16]; JOINTS];
    for (cells, joint) in matrices.iter_mut().zip(OpenXrJoint::ALL) {
        *cells = hand.joint(joint.to_joint()).and_then(matrix)?;
    }
    Some(matrices)
}

/// Cells of a pose's matrix; `None` if it is not finite.
fn matrix(pose: Pose) -> Option<[f32; 16]> {
    let rotation = Quat::from_array(Axes::Web.rotation(pose.rotation.to_array()));
    let [px, py, pz] = Axes::Web.vector(pose.position.to_array());
    // By columns.
    let [[ax, ay, az], [bx, by, bz], [cx, cy, cz]] = Mat3::from_quat(rotation).to_cols_array_2d();
    let cells = [ax, bx, cx, px, ay, by, cy, py, az, bz, cz, pz, 0.0, 0.0, 0.0, 1.0];
    cells.iter().all(|cell| cell.is_finite()).then_some(cells)
}

fn write_cells<W: Write>(out: &mut Out<'_, W>, cells: &[f32]) {
    for &cell in cells {
        out.text(",");
        // Zeros as the recorder writes them; they are the most frequent.
        if cell == 0.0 {
            out.text("0");
        } else if cell == 1.0 {
            out.text("1");
        } else {
            out.float(cell, "");
        }
    }
}

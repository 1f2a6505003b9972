//! Reads a recording from rows of matrices.

use glam::{Mat3, Quat, Vec3};
use reenact::hand::{OpenXrJoint, Side};
use reenact::{
    Frame, HandFrame, Keep, Pose, Ray, RecordOptions, RecordOutcome, Recorder, Recording,
};

use super::{CELLS, GAZE_CELLS, JOINTS, TICKS_HZ};
use crate::axes::Axes;
use crate::{Result, TextError};
use reenact::Signs;

/// Tolerance of the determinant of a rotation.
const SLACK: f32 = 0.05;

/// Reads a `head_hand_eye.csv`.
///
/// The result has version 1.1 and starts at 0 s. Rows must be in order of time; a row with the same time as
/// the previous one after rounding to `f32` is skipped. An error names line, column and cell. Memory is
/// bounded by the length of the text.
pub fn read(text: &[u8]) -> Result<Recording> {
    let options = RecordOptions { max_rate_hz: None, keep: Keep::All, ..RecordOptions::default() };
    let mut recorder = Recorder::new(options)?;
    let mut signs = Signs::new();
    let mut times: Option<(i128, i128)> = None;
    for (line, row) in (1..).zip(text.split(|&byte| byte == b'\n')) {
        if row.trim_ascii().is_empty() {
            continue;
        }
        let mut cells = Cells::of(line, row)?;
        let ticks = cells.ticks()?;
        let (first, last) = *times.get_or_insert((ticks, ticks));
        if ticks < last {
            return Err(cells.wrong(format!("this time is before {last}")).into());
        }
        times = Some((first, ticks));
        let frame = read_frame(&mut cells, &mut signs)?;
        if recorder.record_at(seconds(ticks - first), &frame) == RecordOutcome::Full {
            return Err(cells.wrong("more rows than a recording can hold").into());
        }
    }
    if times.is_none() {
        let (line, column, place) = (1, 1, String::new());
        let message = "there is no row".to_owned();
        return Err(TextError { line, column, place, message }.into());
    }
    Ok(recorder.finish())
}

#[expect(
    clippy::as_conversions,
    clippy::cast_precision_loss,
    reason = "ticks of a year and more are exact as f64"
)]
fn seconds(ticks: i128) -> f64 {
    ticks as f64 / TICKS_HZ
}

fn read_frame(cells: &mut Cells<'_>, signs: &mut Signs) -> Result<Frame, TextError> {
    cells.place = "head";
    let camera = pose(cells.numbers()?);
    let camera = camera.map(|pose| Pose { rotation: signs.of_head(pose.rotation), ..pose });
    let left = read_hand(cells, Side::Left, signs)?;
    let right = read_hand(cells, Side::Right, signs)?;
    cells.place = "gaze";
    let is_present = cells.flag()?;
    let [x, y, z, _, dx, dy, dz, _] = cells.numbers()?;
    let ray = Ray {
        origin: Vec3::from_array(Axes::Web.vector([x, y, z])),
        direction: Vec3::from_array(Axes::Web.vector([dx, dy, dz])),
    };
    let gaze = (is_present && ray.is_finite() && ray.direction != Vec3::ZERO).then_some(ray);
    // The distance: without a gaze, it may not even be a number.
    cells.skip();
    Ok(Frame { time_secs: 0.0, camera, left: Some(left), right: Some(right), gaze })
}

const _: () = assert!(GAZE_CELLS == 1 + 8 + 1);

fn read_hand(cells: &mut Cells<'_>, side: Side, signs: &mut Signs) -> Result<HandFrame, TextError> {
    cells.place = side.name();
    let is_present = cells.flag()?;
    let mut poses = [None; JOINTS];
    for (slot, joint) in poses.iter_mut().zip(OpenXrJoint::ALL) {
        let numbers = cells.numbers()?;
        let joint = joint.to_joint();
        *slot = pose(numbers)
            .filter(|_| is_present)
            .map(|pose| Pose { rotation: signs.of_joint(side, joint, pose.rotation), ..pose });
    }
    Ok(HandFrame::new(is_present, false, |joint| {
        poses.get(joint.to_openxr()?.index()).copied().flatten()
    }))
}

/// Pose of a matrix in Unity's axes; `None` if it is not a rotation and translation.
fn pose(cells: [f32; 16]) -> Option<Pose> {
    let [ax, bx, cx, px, ay, by, cy, py, az, bz, cz, pz, ..] = cells;
    let matrix = Mat3::from_cols_array(&[ax, ay, az, bx, by, bz, cx, cy, cz]);
    let position = Vec3::from_array(Axes::Web.vector([px, py, pz]));
    let is_rotation = (matrix.determinant() - 1.0).abs() <= SLACK;
    if !is_rotation || !position.is_finite() {
        return None;
    }
    let rotation = Quat::from_mat3(&matrix).normalize();
    let rotation = Quat::from_array(Axes::Web.rotation(rotation.to_array()));
    rotation.is_finite().then_some(Pose { position, rotation })
}

/// Reader of the cells of a row.
struct Cells<'t> {
    line: u64,
    row: &'t [u8],
    /// Offsets of the next and the last cell.
    at: usize,
    last: usize,
    place: &'static str,
}

impl<'t> Cells<'t> {
    /// Creates a reader; fails if the number of cells is wrong.
    fn of(line: u64, row: &'t [u8]) -> Result<Self, TextError> {
        let cells = Self { line, row, at: 0, last: 0, place: "time" };
        let found = row.split(|&byte| byte == b',').count();
        if found != CELLS {
            let message = format!("a row must have {CELLS} cells, not {found}");
            return Err(TextError { place: String::new(), ..cells.wrong(message) });
        }
        Ok(cells)
    }

    /// Error at the last cell.
    fn wrong(&self, message: impl Into<String>) -> TextError {
        TextError {
            line: self.line,
            column: u64::try_from(self.last).unwrap_or(u64::MAX).saturating_add(1),
            place: self.place.to_owned(),
            message: message.into(),
        }
    }

    fn skip(&mut self) -> &'t [u8] {
        let rest = self.row.get(self.at..).unwrap_or_default();
        let cell = rest.split(|&byte| byte == b',').next().unwrap_or_default();
        self.last = self.at;
        self.at += cell.len() + 1;
        cell.trim_ascii()
    }

    fn parsed<T: std::str::FromStr>(&mut self, what: &str) -> Result<T, TextError> {
        let cell = self.skip();
        let text = std::str::from_utf8(cell).ok();
        text.and_then(|text| text.parse().ok()).ok_or_else(|| {
            let shown: String = String::from_utf8_lossy(cell).chars().take(20).collect();
            self.wrong(format!("expected {what}, found {shown:?}"))
        })
    }

    /// Whole ticks, or ticks that a program printed as floating point.
    fn ticks(&mut self) -> Result<i128, TextError> {
        let start = self.at;
        if let Ok(ticks) = self.parsed::<i64>("a time in ticks") {
            return Ok(ticks.into());
        }
        self.at = start;
        let ticks: f64 = self.parsed("a time in ticks")?;
        if ticks.is_finite() {
            #[expect(
                clippy::as_conversions,
                clippy::cast_possible_truncation,
                reason = "what is beyond an i128 stays at its end"
            )]
            return Ok(ticks.clamp(-1e30, 1e30) as i128);
        }
        Err(self.wrong("expected a time in ticks, found a number that is not finite"))
    }

    fn flag(&mut self) -> Result<bool, TextError> {
        let number: f32 = self.parsed("1 or 0")?;
        if number == 0.0 || number == 1.0 {
            return Ok(number == 1.0);
        }
        Err(self.wrong(format!("expected 1 or 0, found {number}")))
    }

    fn numbers<const N: usize>(&mut self) -> Result<[f32; N], TextError> {
        let mut numbers = [0.0; N];
        for number in &mut numbers {
            *number = self.parsed("a number")?;
        }
        Ok(numbers)
    }
}

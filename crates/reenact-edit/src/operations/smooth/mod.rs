//! Smooths tracker noise.
//!
//! ```text
//! recorded    0     0    3    0     0
//! smoothed   -0.26  1.03 1.46 1.03 -0.26   (a parabola fitted to all five)
//! ```

mod one_euro;
mod savitzky_golay;

use glam::{DQuat, Quat};
use reenact::{
    BooleanSpans, Curve, CurveGroup, CurveId, Error, Recording, Result, Tracks, align_hemisphere,
};
use reenact_base::number::to_f32;

use self::savitzky_golay::MAX_ORDER;
use crate::helpers::groups::{Tracking, curves, rows, share_times_and_wraps};
use crate::helpers::keys::{has_linear_keys, times, with_values};
use crate::helpers::rotation::{unit_direction, unit_rotation};
use crate::{Edited, Note, NoteCode};

/// Options of smoothing.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Options {
    /// The filter.
    pub filter: Filter,
    /// Tracks to smooth.
    pub tracks: Tracks,
}

impl Default for Options {
    /// Savitzky–Golay on all tracks: offline, a filter without delay is possible.
    fn default() -> Self {
        Self { filter: Filter::SavitzkyGolay(SavitzkyGolay::default()), tracks: Tracks::ALL }
    }
}

/// Smoothing filters.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Filter {
    /// One Euro: a causal filter, as used while recording, with a small delay.
    OneEuro(OneEuro),
    /// Savitzky–Golay: a centred filter for offline use, without delay.
    SavitzkyGolay(SavitzkyGolay),
}

/// The One Euro filter: a low-pass filter whose cut-off rises with speed.
///
/// Smooths most at rest, where jitter is visible, and least in fast movements, where delay is visible.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct OneEuro {
    /// Cut-off frequency at rest in Hz: lower is smoother, with more delay.
    pub min_cutoff_hz: f32,
    /// Slope of the cut-off over speed, in Hz per m/s.
    pub position_beta: f32,
    /// Slope of the cut-off over angular speed, for rotations and the direction of the gaze, in Hz per rad/s.
    pub rotation_beta: f32,
    /// Cut-off frequency for the speed itself in Hz.
    pub derivative_cutoff_hz: f32,
}

impl Default for OneEuro {
    /// 1 Hz at rest and for the speed, the authors' recommended start values. A reach at 1 m/s or a wrist rotation at 4 rad/s has
    /// a cut-off of 11 Hz, above the frequencies of hand movements.
    fn default() -> Self {
        Self {
            min_cutoff_hz: 1.0,
            position_beta: 10.0,
            rotation_beta: 2.5,
            derivative_cutoff_hz: 1.0,
        }
    }
}

/// The Savitzky–Golay filter: a polynomial fitted to the keys around each key.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct SavitzkyGolay {
    /// Number of keys on either side; 0 changes nothing.
    pub half_window: usize,
    /// Order of the polynomial, at most 5: a higher order preserves more of a fast movement, and of the
    /// noise.
    pub order: usize,
}

impl Default for SavitzkyGolay {
    /// A parabola through nine keys, 0.15 s at 60 Hz: noise is halved (its variance reduced to 59/231), and movements up to about
    /// 5 Hz are preserved.
    fn default() -> Self {
        Self { half_window: 4, order: 2 }
    }
}

/// Smooths the values of keys. Key times and boolean curves do not change.
///
/// Positions, rotations and directions are smoothed as vectors: rotations along great circles, not component by component. The
/// results are normalized and continuous in sign. The filter restarts at changes of tracking, at two keys at one time, and at
/// NaN. Keys may be unevenly spaced. Recordings that were reduced by an optimizer have too few keys to smooth: smooth first.
///
/// Positions whose three curves have different key times are smoothed curve by curve. Rotations and directions with different key
/// times and curves with unsorted keys are not changed, nor are tangents, with a note. Slot `None` is not changed.
///
/// Fails for cut-offs that are not above 0, a negative beta, and an order above 5.
///
/// ```text
/// 0 0 3 0 0 → -0.26 1.03 1.46 1.03 -0.26   (Savitzky–Golay, half window 2, order 2)
/// ```
pub fn smooth(recording: &Recording, options: &Options) -> Result<Edited> {
    options.filter.check()?;
    let edited = Edited::new(recording.clone());
    let mut smoother = Smoother { recording, filter: options.filter, edited, left: 0, bent: 0 };
    let tracking = Tracking::of(recording);
    let wanted = recording.tracks().intersection(options.tracks);
    for group in CurveGroup::all(wanted).filter(|group| !group.is_slot_none()) {
        let tracked = tracking.spans(group.side());
        match group {
            CurveGroup::Position(pose) => smoother.position(pose.position(), tracked)?,
            CurveGroup::GazeOrigin => smoother.position(CurveId::GAZE_ORIGIN, tracked)?,
            CurveGroup::Rotation(pose) => smoother.rotation(pose.rotation(), tracked)?,
            CurveGroup::GazeDirection => smoother.direction()?,
            CurveGroup::Tracked(_) | CurveGroup::Pinching(_) => {}
        }
    }
    let Smoother { mut edited, left, bent, .. } = smoother;
    if left > 0 {
        let message = format!(
            "{left} positions, rotations or directions were not smoothed: their keys are out of order or at different times"
        );
        edited.notes.push(Note::remark(NoteCode::NotSmoothed, message));
    }
    if bent > 0 {
        let message = format!(
            "{bent} curves keep their tangents: only the values at their keys are smoothed"
        );
        edited.notes.push(Note::remark(NoteCode::TangentsKept, message));
    }
    Ok(edited)
}

impl Filter {
    fn check(self) -> Result<()> {
        match self {
            Self::OneEuro(OneEuro {
                min_cutoff_hz,
                position_beta,
                rotation_beta,
                derivative_cutoff_hz,
            }) => {
                if ![min_cutoff_hz, derivative_cutoff_hz]
                    .iter()
                    .all(|hz| hz.is_finite() && *hz > 0.0)
                {
                    return Err(Error::wrong_option(format!(
                        "cut-offs must be above 0 Hz, not {min_cutoff_hz} and {derivative_cutoff_hz}"
                    )));
                }
                if ![position_beta, rotation_beta]
                    .iter()
                    .all(|beta| beta.is_finite() && *beta >= 0.0)
                {
                    return Err(Error::wrong_option(format!(
                        "a beta must be 0 or above, not {position_beta} and {rotation_beta}"
                    )));
                }
            }
            Self::SavitzkyGolay(SavitzkyGolay { order, .. }) if order > MAX_ORDER => {
                return Err(Error::wrong_option(format!(
                    "the order is at most {MAX_ORDER}, not {order}"
                )));
            }
            Self::SavitzkyGolay(_) => {}
        }
        Ok(())
    }

    fn vectors<const N: usize>(
        self,
        times: &[f32],
        values: &mut [[f64; N]],
        beta: fn(&OneEuro) -> f32,
    ) {
        match self {
            Self::OneEuro(options) => {
                one_euro::vectors(times, values, &options, beta(&options).into());
            }
            Self::SavitzkyGolay(options) => {
                let smooth = savitzky_golay::vectors(times, values, &options);
                values.copy_from_slice(&smooth);
            }
        }
    }

    fn rotations(self, times: &[f32], values: &mut [DQuat]) {
        match self {
            Self::OneEuro(options) => one_euro::rotations(times, values, &options),
            Self::SavitzkyGolay(options) => {
                let smooth = savitzky_golay::rotations(times, values, &options);
                values.copy_from_slice(&smooth);
            }
        }
    }
}

struct Smoother<'r> {
    recording: &'r Recording,
    filter: Filter,
    edited: Edited,
    /// Groups of curves that could not be smoothed.
    left: usize,
    /// Curves with tangents.
    bent: usize,
}

impl Smoother<'_> {
    fn position(&mut self, ids: [CurveId; 3], tracked: &BooleanSpans) -> Result<()> {
        if share_times_and_wraps(&curves(self.recording, ids)) {
            return self.vectors(ids, tracked);
        }
        ids.into_iter().try_for_each(|id| self.vectors([id], tracked))
    }

    fn vectors<const N: usize>(&mut self, ids: [CurveId; N], tracked: &BooleanSpans) -> Result<()> {
        let filter = self.filter;
        self.runs(
            ids,
            tracked,
            |rows| rows,
            |row: [f64; N]| row.iter().all(|value| value.is_finite()).then_some(row),
            |times, values| filter.vectors(times, values, |options| options.position_beta),
            Some,
        )
    }

    fn rotation(&mut self, ids: [CurveId; 4], tracked: &BooleanSpans) -> Result<()> {
        let filter = self.filter;
        let aligned = |rows: Vec<[f32; 4]>| {
            let signed = align_hemisphere(rows.into_iter().map(Quat::from_array));
            signed.map(|rotation| rotation.to_array()).collect()
        };
        self.runs(
            ids,
            tracked,
            aligned,
            unit_rotation,
            |times, values| filter.rotations(times, values),
            |rotation| Some(rotation.to_array()),
        )
    }

    /// Smooths unit vectors by component and normalizes the result: within a window, chords and arcs differ
    /// by the cube of the angle only. Opposite directions can cancel out; then the recorded one is kept.
    fn direction(&mut self) -> Result<()> {
        let filter = self.filter;
        let unit = |row| unit_direction(row).map(|unit| unit.to_array());
        self.runs(
            CurveId::GAZE_DIRECTION,
            &BooleanSpans::ALWAYS,
            |rows| rows,
            unit,
            |times, values| filter.vectors(times, values, |options| options.rotation_beta),
            unit,
        )
    }

    /// Smooths the values of curves that share their key times, run by run. `read` returns the value of a key
    /// to smooth, if there is one; `write` converts it back.
    fn runs<const N: usize, T: Copy + PartialEq>(
        &mut self,
        ids: [CurveId; N],
        tracked: &BooleanSpans,
        prepare: impl FnOnce(Vec<[f32; N]>) -> Vec<[f32; N]>,
        read: impl Fn([f64; N]) -> Option<T>,
        filter: impl Fn(&[f32], &mut [T]),
        write: impl Fn(T) -> Option<[f64; N]>,
    ) -> Result<()> {
        let own = curves(self.recording, ids);
        let Some(times) = self.times_of(&own) else { return Ok(()) };
        let mut values = prepare(rows(own));
        let recorded: Vec<Option<T>> =
            values.iter().map(|value| read(value.map(f64::from))).collect();
        for run in runs(&times, tracked, |index| recorded.get(index).is_some_and(Option::is_some)) {
            let parts = (times.get(run.clone()), recorded.get(run.clone()), values.get_mut(run));
            let (Some(times), Some(recorded), Some(values)) = parts else { continue };
            let recorded: Vec<T> = recorded.iter().copied().flatten().collect();
            let mut smooth = recorded.clone();
            filter(times, &mut smooth);
            for ((value, smooth), recorded) in values.iter_mut().zip(smooth).zip(recorded) {
                // Unchanged values keep their bits: a recorded rotation may not have exact unit length.
                if smooth != recorded
                    && let Some(smooth) = write(smooth)
                {
                    *value = smooth.map(to_f32);
                }
            }
        }
        for (component, (id, curve)) in ids.into_iter().zip(own).enumerate() {
            let values = values.iter().filter_map(|value| value.get(component).copied());
            self.edited.recording.set_curve(id, with_values(curve, values))?;
        }
        Ok(())
    }

    /// Key times of curves that can be smoothed together; counts those that cannot.
    fn times_of(&mut self, own: &[&Curve]) -> Option<Vec<f32>> {
        if own.iter().all(|curve| curve.is_empty()) {
            return None;
        }
        let first = own.first().filter(|first| share_times_and_wraps(own) && first.is_sorted());
        let Some(first) = first else {
            self.left += 1;
            return None;
        };
        self.bent += own.iter().filter(|curve| !has_linear_keys(curve)).count();
        Some(times(first).collect())
    }
}

/// Ranges of keys to smooth together: valid values at increasing finite times, without a change of tracking.
fn runs(
    times: &[f32],
    tracked: &BooleanSpans,
    is_good: impl Fn(usize) -> bool,
) -> Vec<std::ops::Range<usize>> {
    let mut runs: Vec<std::ops::Range<usize>> = Vec::new();
    let mut before: Option<(f32, usize)> = None;
    for (index, &time) in times.iter().enumerate() {
        if !(time.is_finite() && is_good(index)) {
            before = None;
            continue;
        }
        let stretch = tracked.changes_until(time);
        let goes_on = before.is_some_and(|(earlier, same)| earlier < time && same == stretch);
        match runs.last_mut().filter(|_| goes_on) {
            Some(run) => run.end = index + 1,
            None => runs.push(index..index + 1),
        }
        before = Some((time, stretch));
    }
    runs
}

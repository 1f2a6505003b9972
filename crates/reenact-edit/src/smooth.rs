//! Takes the tremble of a tracker out of movements.
//!
//! ```text
//! recorded    0     0    3    0     0
//! smoothed   -0.26  1.03 1.46 1.03 -0.26   (a parabola fitted to all five)
//! ```

mod one_euro;
mod savitzky_golay;

use glam::{DQuat, DVec3, Quat};
use reenact::{Curve, CurveId, Error, Recording, Result, Tracks, align_hemisphere};

use self::savitzky_golay::MAX_ORDER;
use crate::poses::{
    DIRECTION, ORIGIN, Owner, curves, is_straight, rounded, rows, tick_alike, times,
    unit_direction, unit_rotation, widened, with_values,
};
use crate::spans::States;
use crate::{Edited, Note};

/// How and what to smooth.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Options {
    /// By which filter.
    pub filter: Filter,
    /// Which tracks.
    pub tracks: Tracks,
}

impl Default for Options {
    /// Savitzky–Golay on all tracks: a recording's future is known, so nothing need lag.
    fn default() -> Self {
        Self { filter: Filter::SavitzkyGolay(SavitzkyGolay::default()), tracks: Tracks::ALL }
    }
}

/// The filters.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Filter {
    /// What one would use while recording: it only knows the past, and lags a little.
    OneEuro(OneEuro),
    /// What one uses afterwards: it knows the future, and does not lag.
    SavitzkyGolay(SavitzkyGolay),
}

/// The One Euro filter: a low-pass filter whose cut-off rises with speed.
///
/// At rest, where trembling shows, it smooths most; in fast movements, where lagging shows, least.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct OneEuro {
    /// The cut-off at rest, in Hz: lower is smoother and lags more.
    pub min_cutoff_hz: f32,
    /// By how much the cut-off rises with speed, in Hz per m/s.
    pub position_beta: f32,
    /// The same for rotations and the direction of the gaze, in Hz per rad/s.
    pub rotation_beta: f32,
    /// The cut-off for the speed itself, in Hz.
    pub derivative_cutoff_hz: f32,
}

impl Default for OneEuro {
    /// 1 Hz at rest and for the speed, the values to start from that its authors give. A reach at 1 m/s or a turn
    /// of the wrist at 4 rad/s gets a cut-off of 11 Hz, which is as fast as hands go.
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
    /// How many keys on either side are looked at; 0 leaves all as it is.
    pub half_window: usize,
    /// The order of the polynomial, at most 5: higher keeps more of a fast movement, and of the noise.
    pub order: usize,
}

impl Default for SavitzkyGolay {
    /// A parabola through nine keys, 0.15 s at 60 Hz: noise falls to half (its variance to 59/231), and movements up
    /// to some 5 Hz stay.
    fn default() -> Self {
        Self { half_window: 4, order: 2 }
    }
}

/// Smooths the values of keys; their times, and all boolean curves, stay.
///
/// Positions, rotations and gaze are smoothed each as a whole: rotations along great circles and not component by
/// component. They come out normalised and of continuous sign. Nothing is smoothed across a change of a hand's
/// tracking, across two keys at one time, or across a value that is no number: the filter starts anew there. Keys'
/// own times count, so uneven ones are fine, but keys that an optimiser has thinned out carry little to smooth:
/// smooth first.
///
/// Positions whose three curves have different key times are smoothed curve by curve. Rotations and directions of
/// which that is true, and curves out of order, stay as they are; so do tangents. Both is noted. Slot `None` stays.
///
/// Refused: cut-offs that are not above 0, a negative beta, an order above 5.
///
/// ```text
/// 0 0 3 0 0 → -0.26 1.03 1.46 1.03 -0.26   (Savitzky–Golay, half window 2, order 2)
/// ```
pub fn smooth(recording: &Recording, options: &Options) -> Result<Edited> {
    options.filter.check()?;
    let mut edited = Edited::new(recording.clone());
    let mut smoother = Smoother { recording, filter: options.filter, left: 0, bent: 0 };
    let tracks = recording.tracks();
    let wanted = Tracks {
        camera: tracks.camera && options.tracks.camera,
        hands: tracks.hands && options.tracks.hands,
        gaze: tracks.gaze && options.tracks.gaze,
    };
    for owner in Owner::all(wanted).filter(|owner| !owner.is_slot_none()) {
        let states = owner.side().map_or(States::ALWAYS, |side| States::tracked(recording, side));
        smoother.position(owner.position(), &states, &mut edited)?;
        smoother.rotation(owner.rotation(), &states, &mut edited)?;
    }
    if wanted.gaze {
        smoother.position(ORIGIN, &States::ALWAYS, &mut edited)?;
        smoother.direction(&mut edited)?;
    }
    if smoother.left > 0 {
        let message = format!(
            "{} positions, rotations or directions stay as they are, since their keys are out of order or not at the same times",
            smoother.left
        );
        edited.notes.push(Note::remark("not-smoothed", message));
    }
    if smoother.bent > 0 {
        let message = format!(
            "{} curves keep their tangents: only the values at their keys are smoothed",
            smoother.bent
        );
        edited.notes.push(Note::remark("tangents-kept", message));
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
    /// Groups of curves that could not be smoothed.
    left: usize,
    /// Curves with tangents.
    bent: usize,
}

impl Smoother<'_> {
    fn position(&mut self, ids: [CurveId; 3], states: &States, edited: &mut Edited) -> Result<()> {
        let own = curves(self.recording, ids);
        if tick_alike(&own) {
            return self.vectors(ids, states, |options| options.position_beta, edited);
        }
        ids.into_iter()
            .try_for_each(|id| self.vectors([id], states, |options| options.position_beta, edited))
    }

    fn vectors<const N: usize>(
        &mut self,
        ids: [CurveId; N],
        states: &States,
        beta: fn(&OneEuro) -> f32,
        edited: &mut Edited,
    ) -> Result<()> {
        let own = curves(self.recording, ids);
        let Some(times) = self.times_of(&own) else { return Ok(()) };
        let mut values = rows(own);
        for run in runs(&times, states, |index| {
            values.get(index).is_some_and(|v| v.iter().all(|v| v.is_finite()))
        }) {
            let (Some(times), Some(values)) = (times.get(run.clone()), values.get_mut(run)) else {
                continue;
            };
            let mut wide: Vec<[f64; N]> = values.iter().map(|&value| widened(value)).collect();
            self.filter.vectors(times, &mut wide, beta);
            for (value, wide) in values.iter_mut().zip(wide) {
                *value = rounded(wide);
            }
        }
        set(edited, ids, own, &values)
    }

    fn rotation(&mut self, ids: [CurveId; 4], states: &States, edited: &mut Edited) -> Result<()> {
        let own = curves(self.recording, ids);
        let Some(times) = self.times_of(&own) else { return Ok(()) };
        let signed = align_hemisphere(rows(own).into_iter().map(Quat::from_array));
        let mut values: Vec<[f32; 4]> = signed.map(|rotation| rotation.to_array()).collect();
        let unit = |value: &[f32; 4]| unit_rotation(widened(*value));
        for run in runs(&times, states, |index| values.get(index).and_then(unit).is_some()) {
            let (Some(times), Some(values)) = (times.get(run.clone()), values.get_mut(run)) else {
                continue;
            };
            let recorded: Vec<DQuat> = values.iter().filter_map(unit).collect();
            let mut smooth = recorded.clone();
            self.filter.rotations(times, &mut smooth);
            for ((value, smooth), recorded) in values.iter_mut().zip(smooth).zip(recorded) {
                // What stays keeps its bits: the recorded one may not be quite of unit length.
                if smooth != recorded {
                    *value = rounded(smooth.to_array());
                }
            }
        }
        set(edited, ids, own, &values)
    }

    /// Unit vectors are averaged by component and brought back to unit length: within a window their chords and arcs
    /// differ by the cube of the angle only.
    fn direction(&mut self, edited: &mut Edited) -> Result<()> {
        let own = curves(self.recording, DIRECTION);
        let Some(times) = self.times_of(&own) else { return Ok(()) };
        let mut values = rows(own);
        let unit = |value: &[f32; 3]| unit_direction(widened(*value));
        for run in runs(&times, &States::ALWAYS, |index| values.get(index).and_then(unit).is_some())
        {
            let (Some(times), Some(values)) = (times.get(run.clone()), values.get_mut(run)) else {
                continue;
            };
            let recorded: Vec<[f64; 3]> =
                values.iter().filter_map(unit).map(|unit| unit.to_array()).collect();
            let mut smooth = recorded.clone();
            self.filter.vectors(times, &mut smooth, |options| options.rotation_beta);
            for ((value, smooth), recorded) in values.iter_mut().zip(smooth).zip(recorded) {
                // Opposite directions can cancel out; then the recorded one is as good as any.
                if smooth != recorded
                    && let Some(unit) = unit_direction(smooth)
                {
                    *value = rounded(DVec3::to_array(&unit));
                }
            }
        }
        set(edited, DIRECTION, own, &values)
    }

    /// The key times of curves that can be smoothed together; counts those that cannot.
    fn times_of(&mut self, own: &[&Curve]) -> Option<Vec<f32>> {
        if own.iter().all(|curve| curve.is_empty()) {
            return None;
        }
        let first = own.first().filter(|first| tick_alike(own) && first.is_sorted());
        let Some(first) = first else {
            self.left += 1;
            return None;
        };
        self.bent += own.iter().filter(|curve| !is_straight(curve)).count();
        Some(times(first).collect())
    }
}

fn set<const N: usize>(
    edited: &mut Edited,
    ids: [CurveId; N],
    own: [&Curve; N],
    values: &[[f32; N]],
) -> Result<()> {
    for (component, (id, curve)) in ids.into_iter().zip(own).enumerate() {
        let values = values.iter().filter_map(|value| value.get(component).copied());
        edited.recording.set_curve(id, with_values(curve, values))?;
    }
    Ok(())
}

/// Where to smooth without a break: keys of good values at finite times that rise, between changes of the states.
fn runs(
    times: &[f32],
    states: &States,
    is_good: impl Fn(usize) -> bool,
) -> Vec<std::ops::Range<usize>> {
    let mut runs: Vec<std::ops::Range<usize>> = Vec::new();
    let mut before: Option<(f32, usize)> = None;
    for (index, &time) in times.iter().enumerate() {
        if !(time.is_finite() && is_good(index)) {
            before = None;
            continue;
        }
        let stretch = states.stretch(time);
        let goes_on = before.is_some_and(|(earlier, same)| earlier < time && same == stretch);
        match runs.last_mut().filter(|_| goes_on) {
            Some(run) => run.end = index + 1,
            None => runs.push(index..index + 1),
        }
        before = Some((time, stretch));
    }
    runs
}

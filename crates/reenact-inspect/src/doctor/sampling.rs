//! Frame rate, its evenness, and redundant keys.

use glam::Quat;
use reenact::angle::{between_directions_deg, between_rotations_deg};
use reenact::{Curve, CurveGroup, Track};

use super::code::Code;
use super::exam::{Exam, count_f32, poses_of, quantile, to_count};
use super::limits::{
    DENSE_DEG, DENSE_KEYS, DENSE_M, DENSE_SHARE, JITTER_SHARE, LOW_RATE_HZ, MRTK_RATE_HZ,
};
use super::report::{Finding, Sampling, Where};

/// Fewest frames from which a rate is computed …
const LEAST_FRAMES: usize = 16;
/// … and most: a minute at 60 Hz.
const MOST_FRAMES: usize = 3600;
/// Largest ratio of the number of distinct key times of all curves to that of one curve, for that curve to have a key in every
/// frame. Above 1 because tracks may start and end at different frames.
const MORE_FRAMES: f32 = 1.1;
/// Largest number of keys of each curve that are used if frames have to be reconstructed from the keys of all curves.
const KEYS_A_CURVE: usize = 256;

/// Jitter, as a fraction of a frame, above which frames may be missing: 4 ms at 60 Hz. Complete recordings are below it.
const UNEVEN_SHARE: f32 = 0.25;

/// Frame times of a recording.
pub(super) struct Clock {
    pub(super) sampling: Option<Sampling>,
    /// Whether keys were removed, so that intervals between keys are not frame intervals.
    pub(super) is_thinned: bool,
    /// Estimated duration of a frame in seconds, for recordings without a known rate.
    guess_secs: f32,
}

impl Clock {
    pub(super) fn new(exam: &Exam<'_>) -> Self {
        let all = times_of_all(exam);
        let guess_secs = guess_frame_secs(&all);
        if let Some(curve) = every_frame(exam, &all) {
            let times: Vec<f32> = (0..curve.len().min(MOST_FRAMES))
                .filter_map(|index| curve.time_secs(index))
                .collect();
            let found = even(&times);
            // Uneven, but multiples of MRTK's frame duration: position and rotation were reduced in the same way.
            let uneven = found.filter(|found| found.jitter > UNEVEN_SHARE);
            if let Some(found) = uneven
                && let Some(on_grid) = on_the_grid_of(MRTK_RATE_HZ, &times, found)
            {
                return Self { sampling: Some(on_grid), is_thinned: true, guess_secs };
            }
            return Self { sampling: found, is_thinned: false, guess_secs };
        }
        let sampling = even(&all).and_then(|found| on_a_grid(&all, found));
        Self { sampling, is_thinned: true, guess_secs }
    }

    /// Duration of a frame in seconds; an estimate if the rate is not known.
    pub(super) fn frame_secs(&self) -> f32 {
        self.sampling.map_or(self.guess_secs, |sampling| 1.0 / sampling.rate_hz)
    }

    pub(super) fn report(&self, exam: &mut Exam<'_>) {
        let Some(Sampling { rate_hz, jitter, frames }) = self.sampling.filter(|_| !self.is_thinned)
        else {
            return;
        };
        if rate_hz < LOW_RATE_HZ {
            let message = format!(
                "{rate_hz:.1} frames per second: too few for fast finger movements; MRTK records up to 60"
            );
            exam.find(Finding::new(Code::LowRate, Where::File, frames, message));
        }
        if jitter > JITTER_SHARE {
            let message = format!(
                "frame intervals are uneven: they differ from the median of {:.1} ms by up to {:.0} %",
                1000.0 / rate_hz,
                100.0 * jitter
            );
            exam.find(Finding::new(Code::RateJitter, Where::File, frames, message));
        }
    }
}

/// Finds a curve with a key in every frame: all curves of its track have as many keys, and those of other tracks add hardly any
/// times.
fn every_frame<'r>(exam: &Exam<'r>, all_times: &[f32]) -> Option<&'r Curve> {
    let has_all = |curve: &Curve| {
        let [first, last] = [curve.time_secs(0), curve.last().map(|key| key.time_secs)];
        let (Some(first), Some(last)) = (first, last) else { return false };
        let end = all_times.last().copied().unwrap_or(last).min(last);
        let count = |times: &mut dyn Iterator<Item = f32>| {
            times.filter(|time| (first..=end).contains(time)).count()
        };
        let own = count(&mut curve.iter().map(|key| key.time_secs));
        count_f32(count(&mut all_times.iter().copied())) <= MORE_FRAMES * count_f32(own)
    };
    Track::ALL.into_iter().find_map(|track| {
        let mut curves = poses_of(track).into_iter().flat_map(|pose| exam.first_curves(pose));
        let first = curves.next()??;
        let is_full = first.len() >= LEAST_FRAMES
            && curves.all(|curve| curve.is_some_and(|curve| curve.len() == first.len()));
        (is_full && has_all(first)).then_some(first)
    })
}

/// Distinct key times of all curves, up to the time at which the first curve reaches [`KEYS_A_CURVE`].
fn times_of_all(exam: &Exam<'_>) -> Vec<f32> {
    let curves: Vec<&Curve> = Track::ALL
        .into_iter()
        .flat_map(poses_of)
        .flat_map(|pose| exam.first_curves(pose))
        .flatten()
        .filter(|curve| curve.len() > 1)
        .collect();
    // Beyond the last key used of any curve, the others do not show all frames.
    let horizon = (curves.iter())
        .filter_map(|curve| curve.time_secs(KEYS_A_CURVE))
        .fold(f32::INFINITY, f32::min);
    let mut times: Vec<f32> = (curves.iter())
        .flat_map(|curve| (0..curve.len().min(KEYS_A_CURVE)).filter_map(|i| curve.time_secs(i)))
        .filter(|time| time.is_finite() && *time <= horizon)
        .collect();
    times.sort_by(f32::total_cmp);
    times.dedup();
    times
}

/// Median interval of all distinct key times, at least a frame of MRTK's, because a headset's frames are uneven and slower.
fn guess_frame_secs(all_times: &[f32]) -> f32 {
    let shortest = 1.0 / MRTK_RATE_HZ;
    even(all_times).map_or(shortest, |found| (1.0 / found.rate_hz).max(shortest))
}

/// Rate and jitter of sorted times.
fn even(times: &[f32]) -> Option<Sampling> {
    let mut steps: Vec<f32> = steps(times).collect();
    if steps.len() + 1 < LEAST_FRAMES {
        return None;
    }
    steps.sort_by(f32::total_cmp);
    let frame_secs = quantile(&steps, 0.5)?;
    // A longer step is a missing frame or lost tracking, not jitter.
    let mut off: Vec<f32> = (steps.iter())
        .map(|step| (step / frame_secs - 1.0).abs())
        .filter(|off| *off < 0.5)
        .collect();
    off.sort_by(f32::total_cmp);
    let rate_hz = 1.0 / frame_secs;
    let jitter = quantile(&off, 0.95).unwrap_or(0.0);
    (rate_hz.is_finite() && rate_hz > 0.0).then_some(Sampling {
        rate_hz,
        jitter,
        frames: steps.len() + 1,
    })
}

fn steps(times: &[f32]) -> impl Iterator<Item = f32> {
    times.windows(2).filter_map(|pair| match pair {
        [a, b] => Some(b - a).filter(|step| *step > 0.0 && step.is_finite()),
        _ => None,
    })
}

/// Fraction of steps that have to be whole frames for a rate that was reconstructed from the remaining keys.
const ON_GRID_SHARE: f32 = 0.9;
/// Largest deviation from a whole number of frames.
const OFF_GRID: f32 = 0.1;

/// The rate found, or MRTK's, if the times are multiples of its frame duration.
fn on_a_grid(times: &[f32], found: Sampling) -> Option<Sampling> {
    [found.rate_hz, MRTK_RATE_HZ]
        .into_iter()
        .find_map(|rate_hz| on_the_grid_of(rate_hz, times, found))
}

fn on_the_grid_of(rate_hz: f32, times: &[f32], found: Sampling) -> Option<Sampling> {
    let mut off: Vec<f32> = steps(times)
        .map(|step| step * rate_hz)
        .map(|frames| (frames - frames.round().max(1.0)).abs())
        .collect();
    off.sort_by(f32::total_cmp);
    let jitter = quantile(&off, ON_GRID_SHARE)?;
    (jitter < OFF_GRID).then_some(Sampling { rate_hz, jitter, ..found })
}

/// Number of windows in each group in which density is measured, and keys in each window.
const WINDOWS: usize = 4;
const WINDOW_KEYS: usize = 32;

/// Estimates how many keys linear interpolation between their neighbours would replace.
pub(super) fn density(exam: &mut Exam<'_>) {
    let keys = exam.recording.key_count();
    if keys < DENSE_KEYS {
        return;
    }
    let (mut implied, mut looked_at) = (0, 0);
    for pose in Track::ALL.into_iter().flat_map(poses_of) {
        let [position, turn] = exam.first_curves(pose);
        let [path, direction] = pose.map(|group| exam.path_of(group));
        for index in position.into_iter().flat_map(|curve| windows(curve.len())) {
            let Some(path) = &path else { continue };
            let row = [index, index + 1, index + 2].map(|index| path.key(index));
            let [Some((t0, a)), Some((t1, b)), Some((t2, c))] = row else { continue };
            looked_at += 1;
            implied += usize::from(a.lerp(c, (t1 - t0) / (t2 - t0)).distance(b) < DENSE_M);
        }
        for index in turn.into_iter().flat_map(|curve| windows(curve.len())) {
            let time = |index| turn.and_then(|curve| curve.time_secs(index));
            let [Some(t0), Some(t1), Some(t2)] = [index, index + 1, index + 2].map(time) else {
                continue;
            };
            let share = (t1 - t0) / (t2 - t0);
            let row = [(index, t0), (index + 1, t1), (index + 2, t2)];
            let angle = if let Some(gaze) = direction {
                let [a, b, c] = row.map(|(index, time)| gaze.near(index, time));
                between_directions_deg(a.lerp(c, share).as_dvec3(), b.as_dvec3())
            } else {
                let [_, CurveGroup::Rotation(pose)] = pose else { continue };
                let row = row.map(|(index, time)| exam.rotation_near(pose, index, time));
                let [Some(a), Some(b), Some(c)] = row else { continue };
                let [a, b, c] = [a, b, c].map(Quat::as_dquat);
                between_rotations_deg(a.lerp(c, f64::from(share).clamp(0.0, 1.0)), b)
            };
            looked_at += 1;
            implied += usize::from(angle < DENSE_DEG);
        }
    }
    let share = count_f32(implied) / count_f32(looked_at.max(1));
    if share > DENSE_SHARE {
        let message = format!(
            "at least {:.0} % of {keys} keys are within {} mm and {DENSE_DEG}° of a line between their neighbours: `optimize` makes the file smaller",
            100.0 * share,
            1000.0 * DENSE_M
        );
        let count = to_count(share * count_f32(keys));
        exam.find(Finding::new(Code::Dense, Where::File, count, message));
    }
}

/// Indices of the first of three keys, in a few evenly distributed windows.
fn windows(len: usize) -> impl Iterator<Item = usize> {
    let size = WINDOW_KEYS.min(len);
    super::exam::evenly_spaced((len - size) + 1, WINDOWS)
        .flat_map(move |start| start..start + size.saturating_sub(2))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_rate_is_found_in_uneven_times_and_in_those_that_are_left() {
        let at = |frames: &[u16], rate: f32| -> Vec<f32> {
            frames.iter().map(|frame| f32::from(*frame) / rate).collect()
        };
        let all: Vec<u16> = (0..100).collect();
        let found = even(&at(&all, 60.0)).unwrap();
        assert!((found.rate_hz - 60.0).abs() < 0.01 && found.jitter < 0.001, "{found:?}");
        // Reduced to steps of 3, 4 and 7 frames: no step is one frame, but all are multiples of MRTK's frame duration.
        let left: Vec<u16> = (0..60)
            .scan(0, |at, n| {
                *at += [3, 4, 7][usize::from(n % 3_u16)];
                Some(*at)
            })
            .collect();
        let times = at(&left, 60.0);
        let found = on_a_grid(&times, even(&times).unwrap()).unwrap();
        assert!((found.rate_hz - 60.0).abs() < 0.01, "{found:?}");
        let times: Vec<f32> = left.iter().map(|frame| (f32::from(*frame) * 1.7).sqrt()).collect();
        assert_eq!(on_a_grid(&times, even(&times).unwrap()), None);
    }
}

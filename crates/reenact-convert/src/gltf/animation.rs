//! Converts a group of curves to the keyframes of one glTF channel.

use glam::{Quat, Vec3};
use reenact::{Curve, FrameTimes, align_hemisphere};

use crate::curves::{holding, is_bent, is_turn};
use crate::{Error, Losses, Result};

/// Keyframes of a channel: increasing times, and `N` numbers for each.
pub(super) struct Channel<const N: usize> {
    pub(super) times: Vec<f32>,
    pub(super) values: Vec<[f32; N]>,
}

impl<const N: usize> Channel<N> {
    /// Resamples curves at all times at which any of them has a key. `None` if one has none.
    fn new(curves: [&Curve; N], rate_hz: f32, losses: &mut Losses) -> Result<Option<Self>> {
        if curves.iter().any(|curve| curve.is_empty()) {
            losses.keys += curves.iter().map(|curve| curve.len()).sum::<usize>();
            return Ok(None);
        }
        let times = times(&curves, rate_hz, losses)?;
        let curves = curves.map(|curve| holding(curve, losses));
        let mut cursors = curves.each_ref().map(|curve| curve.cursor());
        let mut channel = Self { times: Vec::new(), values: Vec::new() };
        for time in times {
            let value = cursors.each_mut().map(|cursor| cursor.value_at(time));
            if value.iter().all(|number| number.is_finite()) {
                channel.times.push(time);
                channel.values.push(value);
            } else {
                losses.keys += 1;
            }
        }
        Ok(Some(channel).filter(|channel| !channel.times.is_empty()))
    }

    /// Maps the values, dropping keys without a new value.
    fn filter_map<const M: usize>(
        self,
        losses: &mut Losses,
        mut change: impl FnMut([f32; N]) -> Option<[f32; M]>,
    ) -> Option<Channel<M>> {
        let mut changed = Channel { times: Vec::new(), values: Vec::new() };
        for (time, value) in self.times.into_iter().zip(self.values) {
            match change(value) {
                Some(value) => {
                    changed.times.push(time);
                    changed.values.push(value);
                }
                None => losses.keys += 1,
            }
        }
        (!changed.times.is_empty()).then_some(changed)
    }
}

impl Channel<4> {
    /// Aligns each rotation to the hemisphere of the previous one.
    pub(super) fn aligned(mut self) -> Self {
        let aligned = align_hemisphere(self.values.iter().map(|&value| Quat::from_array(value)));
        self.values = aligned.map(|rotation| rotation.to_array()).collect();
        self
    }
}

/// Most samples of a curve with tangents, and more for each key: a file can claim to last for years.
const MOST_SAMPLES: usize = 1 << 15;
const MOST_SAMPLES_A_KEY: usize = 64;

/// Times of all keys without duplicates; and those of a sample rate for curves with tangents.
///
/// Times before 0 are not played, and glTF does not permit them: keys before 0 are replaced by one at 0.
pub(super) fn times(curves: &[&Curve], rate_hz: f32, losses: &mut Losses) -> Result<Vec<f32>> {
    let mut times: Vec<f32> = Vec::new();
    let mut before = Vec::new();
    let mut keys = 0;
    for curve in curves {
        let own: Vec<f32> = (0..curve.len()).filter_map(|n| curve.time_secs(n)).collect();
        let is_time = |time: &&f32| time.is_finite();
        keys += own.len();
        losses.keys += own.len() - own.iter().filter(is_time).count();
        // Curves of a group mostly share their times.
        if own != before {
            times.extend(own.iter().filter(is_time));
            before = own;
        }
    }
    // −0 equals 0.
    for time in &mut times {
        *time = time.max(0.0) + 0.0;
    }
    let bent = curves.iter().filter(|curve| is_bent(curve)).count();
    if bent > 0 {
        losses.sampled_curves += bent;
        let [first, last] =
            [f32::min, f32::max].map(|pick| times.iter().copied().reduce(pick).unwrap_or(0.0));
        let samples = FrameTimes::new(first..=last, rate_hz)?;
        if samples.len() > MOST_SAMPLES.saturating_add(keys.saturating_mul(MOST_SAMPLES_A_KEY)) {
            return Err(Error::Impossible(format!(
                "a curve with tangents and {keys} keys would become {} samples: choose a lower rate, or shorten the recording",
                samples.len()
            )));
        }
        times.extend(samples.iter());
    }
    times.sort_by(f32::total_cmp);
    times.dedup();
    Ok(times)
}

/// Positions.
pub(super) fn positions(
    curves: [&Curve; 3],
    rate_hz: f32,
    losses: &mut Losses,
) -> Result<Option<Channel<3>>> {
    Channel::new(curves, rate_hz, losses)
}

/// Unit quaternions, each in the hemisphere of the previous one.
pub(super) fn rotations(
    curves: [&Curve; 4],
    rate_hz: f32,
    losses: &mut Losses,
) -> Result<Option<Channel<4>>> {
    let Some(channel) = Channel::new(curves, rate_hz, losses)? else { return Ok(None) };
    let unit = |value| {
        let rotation = Quat::from_array(value);
        is_turn(rotation).then(|| rotation.normalize().to_array())
    };
    let Some(channel) = channel.filter_map(losses, unit) else { return Ok(None) };
    Ok(Some(channel.aligned()))
}

/// Rotations of z to the gaze direction, each from the previous one by the shortest arc: so the interpolation
/// between two keys is the arc between their directions.
pub(super) fn directions(
    curves: [&Curve; 3],
    rate_hz: f32,
    losses: &mut Losses,
) -> Result<Option<Channel<4>>> {
    let Some(channel) = Channel::new(curves, rate_hz, losses)? else { return Ok(None) };
    let mut rotation = Quat::IDENTITY;
    let turn = |value| {
        let direction = Vec3::from_array(value).try_normalize()?;
        rotation = (Quat::from_rotation_arc(rotation * Vec3::Z, direction) * rotation).normalize();
        Some(rotation.to_array())
    };
    let Some(channel) = channel.filter_map(losses, turn) else { return Ok(None) };
    Ok(Some(channel.aligned()))
}

/// Boolean states as scale 1 and 0.
pub(super) fn states(curve: &Curve, losses: &mut Losses) -> Result<Option<Channel<3>>> {
    if curve.is_empty() {
        return Ok(None);
    }
    let times = times(&[curve], 1.0, losses)?;
    let curve = holding(curve, losses);
    let values = times
        .iter()
        .map(|&time| [if curve.is_on_at(time) { 1.0 } else { 0.0 }, 0.0, 0.0])
        .collect();
    Ok(Some(Channel { times, values }).filter(|channel| !channel.times.is_empty()))
}

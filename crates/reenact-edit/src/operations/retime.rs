//! Changes the speed or the duration of a recording.

use reenact::{Error, Marker, Recording, Result};
use reenact_base::number::to_f32;

use crate::Edited;
use crate::helpers::keys::{IN_TANGENT, OUT_TANGENT, TIME, map_keys, set_word, word};

/// Speed or duration of the result.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Pace {
    /// Factor of the speed: 2 halves the duration.
    Speed(f32),
    /// Duration of the result in seconds, from its start to its end ([`Recording::duration_secs`]).
    Duration(f32),
}

/// Options of retiming.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Options {
    /// Speed or duration.
    pub pace: Pace,
}

impl Default for Options {
    /// Speed 1.
    fn default() -> Self {
        Self { pace: Pace::Speed(1.0) }
    }
}

/// Changes the speed of a recording.
///
/// `(0, 1) (1, 2) (2, 4)` at speed 2 → `(0, 1) (0.5, 2) (1, 4)`
///
/// Times of keys and markers are scaled about 0, so at speed 2 a recording that starts at 40 s starts at 20 s. Tangents, which
/// are slopes, are divided by the scale; infinite ones stay steps. No key is added or removed, and no value changes. Scaling by a
/// power of two can be reverted bit for bit, other speeds except for rounding.
///
/// Fails if the speed or duration is not a positive number, if a duration is requested for a recording whose keys are all at one
/// time, or if times would not be finite.
pub fn retime<'r>(recording: &'r Recording, options: &Options) -> Result<Edited> {
    let ends_secs = [recording.first_key_secs().unwrap_or(0.0), recording.end_secs()];
    let scale = scale(options.pace, recording.duration_secs(), ends_secs)?;
    let mut edited = Edited::new(recording.clone());
    if scale == 1.0 {
        return Ok(edited);
    }
    let new_time = |time_secs: f32| to_f32(f64::from(time_secs) * scale);
    let slope_scale = 1.0 / scale;
    let new_slope = |slope: f32| {
        let new = to_f32(f64::from(slope) * slope_scale);
        // A steep slope must not become a step.
        if new.is_infinite() && slope.is_finite() { f32::MAX.copysign(new) } else { new }
    };
    for (id, curve) in recording.curves().filter(|(_, curve)| !curve.is_empty()) {
        let curve = map_keys(
            curve,
            |key| set_word(key, TIME, new_time(word(key, TIME))),
            |key| {
                set_word(key, TIME, new_time(word(key, TIME)));
                set_word(key, IN_TANGENT, new_slope(word(key, IN_TANGENT)));
                set_word(key, OUT_TANGENT, new_slope(word(key, OUT_TANGENT)));
            },
        );
        edited.recording.set_curve(id, curve)?;
    }
    if recording.markers().next().is_some() {
        let moved = |marker: Marker<'r>| Marker { time_secs: new_time(marker.time_secs), ..marker };
        edited.recording.set_markers(recording.markers().map(moved))?;
    }
    Ok(edited)
}

/// Factor of all times.
fn scale(pace: Pace, duration_secs: f32, ends_secs: [f32; 2]) -> Result<f64> {
    let is_positive = |number: f32| number > 0.0 && number.is_finite();
    let scale = match pace {
        Pace::Speed(speed) if is_positive(speed) => 1.0 / f64::from(speed),
        Pace::Speed(speed) => {
            return Err(Error::wrong_option(format!(
                "a speed must be a positive number, not {speed}"
            )));
        }
        Pace::Duration(secs) if !is_positive(secs) => {
            return Err(Error::wrong_option(format!(
                "a duration must be a positive number of seconds, not {secs}"
            )));
        }
        Pace::Duration(_) if duration_secs == 0.0 => {
            return Err(Error::wrong_option("a recording of 0 s cannot be stretched"));
        }
        Pace::Duration(secs) => f64::from(secs) / f64::from(duration_secs),
    };
    let is_finite = |time_secs: f32| {
        time_secs.is_infinite() || to_f32(f64::from(time_secs) * scale).is_finite()
    };
    if scale > 0.0 && ends_secs.into_iter().all(is_finite) {
        Ok(scale)
    } else {
        Err(Error::wrong_option("at this speed the times of the recording would not be finite"))
    }
}

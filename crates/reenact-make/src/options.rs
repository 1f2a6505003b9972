//! Options of a synthetic recording, and their limits.

use std::ops::RangeInclusive;

use reenact::{Error, Form, Result};
use reenact_base::number::{to_f32, to_f64};

use crate::device::Device;
use crate::improvise::{self, DEMO};
use crate::math::floor;

/// Duration, frame rate, seed, form and device of a synthetic recording.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Options {
    /// Duration in seconds, from 0 to 86,400 (a day). There is a frame at the start, and one at the end if the rate permits.
    pub seconds: f32,
    /// Frame rate in Hz, from 1 to 1,000; at most 5,184,001 frames in total (a day at 60 Hz).
    pub rate_hz: f32,
    /// Random seed; the same seed gives the same bytes. Any number is valid.
    pub seed: u64,
    /// Form of the recording. Forms of version 1.0 have no gaze, and published ones no markers.
    pub form: Form,
    /// Device profile: how the headset samples and distorts the performance.
    pub device: Device,
    /// Whether the built-in demo is performed instead of an improvisation.
    pub demo: bool,
}

impl Default for Options {
    /// Ten seconds at 60 Hz, as MRTK 2.8 stores them.
    fn default() -> Self {
        Self::with_device(Device::Ideal)
    }
}

impl Options {
    /// Longest duration: a day.
    pub(crate) const MAX_SECONDS: f32 = 86_400.0;
    /// Valid frame rates in Hz.
    const RATES_HZ: RangeInclusive<f32> = 1.0..=1_000.0;
    /// Largest number of frames: a day at 60 Hz.
    const MAX_FRAMES: usize = 86_400 * 60 + 1;

    /// Ten seconds at the rate of the device, in the version of its recordings.
    ///
    /// ```
    /// use reenact_make::{Device, Options, make};
    ///
    /// let options = Options { seconds: 2.0, seed: 3, ..Options::with_device(Device::HoloLens2) };
    /// assert!(!make(&options)?.form().version.is_1_1());
    /// # Ok::<(), reenact::Error>(())
    /// ```
    pub fn with_device(device: Device) -> Self {
        let form = match device {
            Device::Ideal => Form::MRTK_1_1,
            Device::HoloLens2 => Form::MRTK_1_0,
        };
        Self { seconds: 10.0, rate_hz: device.rate_hz(), seed: 1, form, device, demo: false }
    }

    /// The whole demo. Its duration depends on the seed, because people differ in speed.
    pub fn demo(device: Device, seed: u64) -> Self {
        let seconds = to_f32(improvise::length_secs(seed, &DEMO));
        Self { seconds, seed, demo: true, ..Self::with_device(device) }
    }

    /// Parses a seed: an integer from 0 to 2⁶⁴ − 1.
    ///
    /// ```
    /// use reenact_make::Options;
    ///
    /// assert_eq!(Options::parse_seed("7")?, 7);
    /// let error = Options::parse_seed("-1").unwrap_err();
    /// assert_eq!(error.to_string(), "the seed must be a whole number from 0 to 18446744073709551615, not -1");
    /// # Ok::<(), reenact::Error>(())
    /// ```
    pub fn parse_seed(text: &str) -> Result<u64> {
        text.parse().map_err(|_| {
            let shown: String = text.chars().take(40).collect();
            let message =
                format!("the seed must be a whole number from 0 to {}, not {shown}", u64::MAX);
            Error::wrong_option(message)
        })
    }

    /// Number of frames: at least one. A device with uneven times has about as many.
    pub fn frames(&self) -> usize {
        // Whole frames of the duration, with a tolerance for rounding, and the one at the start.
        let whole = floor(f64::from(self.seconds) * f64::from(self.rate_hz) + 1e-3);
        usize::try_from(whole).unwrap_or(0).saturating_add(1)
    }

    pub(crate) fn check(&self) -> Result<()> {
        check(self.seconds.into(), self.rate_hz, self.frames(), Self::MAX_FRAMES)
            .map_err(Error::wrong_option)
    }
}

/// Checks that duration, rate and number of frames are in range and not NaN.
pub(crate) fn check(
    seconds: f64,
    rate_hz: f32,
    frames: usize,
    max_frames: usize,
) -> Result<(), String> {
    check_seconds(seconds)?;
    check_rate_hz(rate_hz.into())?;
    if frames > max_frames {
        let most_secs = to_f64(max_frames) / f64::from(rate_hz);
        return Err(format!(
            "{seconds} s at {rate_hz} Hz are {frames} frames, more than the limit of {max_frames}: choose less than {most_secs:.0} s or a lower rate"
        ));
    }
    Ok(())
}

pub(crate) fn check_seconds(seconds: f64) -> Result<(), String> {
    let most = Options::MAX_SECONDS;
    if (0.0..=f64::from(most)).contains(&seconds) {
        return Ok(());
    }
    Err(format!("seconds must be from 0 to {most} (24 hours), not {}", to_f32(seconds)))
}

pub(crate) fn check_rate_hz(rate_hz: f64) -> Result<(), String> {
    let (least, most) = (*Options::RATES_HZ.start(), *Options::RATES_HZ.end());
    if (f64::from(least)..=f64::from(most)).contains(&rate_hz) {
        return Ok(());
    }
    Err(format!("the rate must be from {least} to {most} Hz, not {}", to_f32(rate_hz)))
}

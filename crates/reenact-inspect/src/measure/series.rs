//! Measures over time.

use reenact::{Recording, Result};

use super::observed::Observed;
use super::options::Options;
use super::quantity::Measure;

/// Values of a measure over time.
#[derive(Debug, Clone, PartialEq)]
#[non_exhaustive]
pub struct Series {
    /// Measure.
    pub measure: Measure,
    /// Times in seconds.
    pub times_secs: Vec<f32>,
    /// Value in each frame, finite; `None` if unknown, for example while a hand was not tracked.
    pub values: Vec<Option<f64>>,
}

/// Computes a measure over time.
///
/// Fails as [`stats`](crate::stats::stats) does. All values are `None` if the recording lacks the track.
///
/// ```
/// use reenact_inspect::measure::{Options, series};
///
/// let recording = reenact_make::demo();
/// let measure = "right_pinch_aperture_m".parse()?;
/// let aperture = series(&recording, measure, &Options::default())?;
/// let widest = aperture.values.iter().flatten().fold(0.0, |a: f64, &b| a.max(b));
/// assert!(widest > 0.05 && widest < 0.25, "{widest} m");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn series(recording: &Recording, measure: Measure, options: &Options) -> Result<Series> {
    let observed = Observed::new(recording, options)?;
    Ok(Series {
        measure,
        times_secs: observed.window.times.iter().collect(),
        values: measure.values(&observed).into_iter().map(super::number::finite).collect(),
    })
}

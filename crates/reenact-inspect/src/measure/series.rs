//! Measures over time.

use reenact::{Recording, Result};

use super::observed::Observed;
use super::options::Options;
use super::quantity::Measure;

/// A measure over time.
#[derive(Debug, Clone, PartialEq)]
#[non_exhaustive]
pub struct Series {
    /// Measure.
    pub measure: Measure,
    /// Times of the frames, in seconds.
    pub times_secs: Vec<f32>,
    /// Value in each frame; `None` if unknown, as while a hand was not tracked. All others are finite.
    pub values: Vec<Option<f64>>,
}

/// A measure over time.
///
/// Fails where [`stats`](crate::stats::stats) would. A recording without the track that the measure is of has a value in no
/// frame.
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

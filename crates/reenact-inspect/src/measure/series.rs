//! Measures over time.

use std::borrow::Cow;

use reenact::hand::Side;
use reenact::{Error, Recording, Result};

use super::observed::Observed;
use super::options::Options;
use super::quantity::{HandQuantity, Quantity};

/// A measure that has a value in every frame.
#[derive(Debug, Clone, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct SeriesInfo {
    /// Its name with the unit at its end, such as `left_speed_m_s`.
    pub name: Cow<'static, str>,
    /// In words, such as `left speed`.
    pub label: Cow<'static, str>,
    /// Its unit, such as `m/s`.
    pub unit: &'static str,
}

/// A measure over time.
#[derive(Debug, Clone, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct Series {
    /// What it is.
    pub info: SeriesInfo,
    /// The times of the frames, in seconds.
    pub times_secs: Vec<f32>,
    /// The value in each frame; `None` where there is none, as while a hand was not tracked. All others are finite.
    pub values: Vec<Option<f64>>,
}

/// Every measure that exists over time, in the order in which tables have them.
pub fn series_list() -> Vec<SeriesInfo> {
    all().map(|(info, _)| info).collect()
}

/// A measure over time, by its name.
///
/// Fails if there is no such measure, and where [`stats`](crate::stats::stats) would. A recording without the track that
/// it is of has a value in no frame.
///
/// ```
/// use reenact_inspect::measure::{Options, series};
///
/// let recording = reenact_make::demo();
/// let aperture = series(&recording, "right_pinch_aperture_m", &Options::default())?;
/// let widest = aperture.values.iter().flatten().fold(0.0, |a: f64, &b| a.max(b));
/// assert!(widest > 0.05 && widest < 0.25, "{widest} m");
/// # Ok::<(), reenact::Error>(())
/// ```
pub fn series(recording: &Recording, name: &str, options: &Options) -> Result<Series> {
    let Some((info, which)) = all().find(|(info, _)| info.name == name) else {
        return Err(Error::wrong_option(format!(
            "no measure over time is named {name:?}: names are such as left_speed_m_s, hands_distance_m, \
             gaze_head_deg"
        )));
    };
    let observed = Observed::new(recording, options)?;
    let values = match which {
        Which::Hand(side, quantity) => quantity.values(&observed, side),
        Which::Other(quantity) => quantity.values(&observed),
    };
    Ok(Series {
        info,
        times_secs: observed.window.times.iter().collect(),
        values: values.into_iter().map(super::number::finite).collect(),
    })
}

enum Which {
    Hand(Side, HandQuantity),
    Other(Quantity),
}

fn all() -> impl Iterator<Item = (SeriesInfo, Which)> {
    let hands = Side::ALL.into_iter().flat_map(|side| {
        HandQuantity::ALL.into_iter().map(move |quantity| {
            let (name, label, unit) = quantity.called();
            let info = SeriesInfo {
                name: format!("{side}_{name}").into(),
                label: format!("{side} {label}").into(),
                unit,
            };
            (info, Which::Hand(side, quantity))
        })
    });
    let others = Quantity::ALL.into_iter().map(|quantity| {
        let (name, label, unit) = quantity.called();
        (SeriesInfo { name: name.into(), label: label.into(), unit }, Which::Other(quantity))
    });
    hands.chain(others)
}

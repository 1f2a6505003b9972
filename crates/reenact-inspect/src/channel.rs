//! Channels: the curves of a recording, and the measures of [`measure`](crate::measure) over time.
//!
//! A recording may have a million keys, a plot only a thousand columns of pixels: [`curve_columns`] and [`series_columns`] give
//! the minimum and maximum of each column, so that no peak is lost.
//!
//! ```
//! use reenact::ObservedSpans;
//! use reenact_inspect::channel::{channels, curve_columns};
//!
//! let recording = reenact_make::demo();
//! assert!(channels(&recording).iter().any(|channel| channel.name == "left_speed_m_s"));
//!
//! let id = "left.Wrist.position.y".parse().unwrap();
//! let columns = curve_columns(&recording, &ObservedSpans::of(&recording), id, [0.0, 5.0], 300)?;
//! let highest = columns.iter().flatten().fold(f32::MIN, |a, &b| a.max(b)); // skips NaN
//! assert!(highest > 1.0 && highest < 2.0, "{highest} m");
//! # Ok::<(), reenact::Error>(())
//! ```

pub(crate) mod columns;
mod curve;
mod series;

use std::fmt;
use std::str::FromStr;

use reenact::{CurveGroup, CurveId, NoSuchName, Recording, Track, Tracks};

pub use columns::Column;
pub use curve::{curve_columns, curve_keys, curve_value_at};
pub use series::{series_columns, series_value_at};

use crate::measure::Measure;

/// Identifier of a channel: a curve or a measure.
///
/// ```
/// use reenact_inspect::channel::ChannelId;
///
/// assert!(matches!("left.Wrist.position.x".parse(), Ok(ChannelId::Curve(_))));
/// assert!(matches!("left_speed_m_s".parse(), Ok(ChannelId::Measure(_))));
/// let error = "left_sped_m_s".parse::<ChannelId>().unwrap_err();
/// assert!(error.to_string().ends_with("did you mean left_speed_m_s?"));
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum ChannelId {
    /// A curve of the recording.
    Curve(CurveId),
    /// A measure, computed from the recording.
    Measure(Measure),
}

impl fmt::Display for ChannelId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Curve(id) => id.fmt(f),
            Self::Measure(measure) => measure.fmt(f),
        }
    }
}

impl FromStr for ChannelId {
    type Err = NoSuchName;

    fn from_str(name: &str) -> Result<Self, NoSuchName> {
        let measure = name.parse().map(Self::Measure);
        measure.or_else(|_| name.parse().map(Self::Curve)).map_err(|_| {
            // Groups, such as `left.Wrist.position`, are possible suggestions.
            let groups = CurveGroup::all(Tracks::ALL).map(|group| group.to_string());
            let curves = Tracks::ALL.curve_ids().map(|id| id.to_string());
            let measures = Measure::all().map(|measure| measure.to_string());
            NoSuchName::new("curve or measure", name, groups.chain(curves).chain(measures))
        })
    }
}

/// Curve or measure of a recording, with a value over time.
#[derive(Debug, Clone, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[non_exhaustive]
pub struct Channel {
    /// A curve's name, such as `left.Wrist.position.x`, or a measure's, such as `left_speed_m_s`.
    pub name: String,
    /// Label, such as `left Wrist position x`.
    pub label: String,
    /// Unit; empty without one.
    pub unit: &'static str,
    /// Group: `camera`, `left`, `right`, `gaze`, or `both` for measures between the hands.
    pub group: &'static str,
    /// Whether it is a measure; otherwise it is a curve.
    pub is_measure: bool,
    /// Number of keys; 0 for a measure.
    pub keys: usize,
}

/// All channels of a recording: the measures of its tracks, then its curves in file order. Curves of slot `None` are left out.
pub fn channels(recording: &Recording) -> Vec<Channel> {
    let tracks = recording.tracks();
    let is_there = |measure: &Measure| measure.track().map_or(tracks.hands, |of| tracks.has(of));
    let measures = Measure::all().filter(is_there).map(|measure| Channel {
        name: measure.to_string(),
        label: measure.label(),
        unit: measure.unit(),
        group: measure.track().map_or("both", Track::name),
        is_measure: true,
        keys: 0,
    });
    let curves = recording.curves().filter(|(id, _)| !CurveGroup::of(*id).is_slot_none());
    let curves = curves.map(|(id, curve)| Channel {
        label: id.to_string().replace('.', " "),
        name: id.to_string(),
        unit: CurveGroup::of(id).unit().unwrap_or_default(),
        group: id.track().name(),
        is_measure: false,
        keys: curve.len(),
    });
    measures.chain(curves).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn there_are_channels_of_the_tracks_that_are_there_and_of_no_others() {
        let mut recording = reenact_make::demo();
        let all = channels(&recording);
        assert_eq!(all.iter().filter(|channel| !channel.is_measure).count(), 395 - 2 * 7);
        assert_eq!(all.iter().filter(|channel| channel.is_measure).count(), 31);
        let keys: usize = all.iter().map(|channel| channel.keys).sum();
        assert_eq!(keys, recording.key_count(), "slot None of the demo is empty");

        recording.retain_tracks(Tracks { camera: false, hands: false, gaze: true }).unwrap();
        let names: Vec<_> = channels(&recording).into_iter().map(|channel| channel.name).collect();
        assert_eq!(names.len(), 2 + 6);
        assert_eq!(names.first().unwrap(), "gaze_head_deg");
        assert_eq!(names.last().unwrap(), "gaze.direction.z");
    }
}

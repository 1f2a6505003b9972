//! Measures of movement: path, speed, smoothness, reach, pinches, fixations.
//!
//! `docs/reference/measures.md` has the formula, unit and source of each.

mod damage;
mod gaze;
mod hand;
mod head;
mod rows;

use reenact::hand::Side;
use reenact::{Recording, Result};

pub use crate::measure::{Options, Spread};
pub use damage::{Damage, Group};
pub use gaze::{EyeMovementStats, GazeStats};
pub use hand::HandStats;
pub use head::HeadStats;
pub use rows::Row;

use crate::measure::Measure;
use crate::measure::observed::Observed;

/// Measures of a recording.
///
/// Unknown values are `None`, never 0: a count is `None` if the track is absent, and 0 if it is present
/// without any occurrence. All numbers are finite.
#[derive(Debug, Clone, Default, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Stats {
    /// Duration of the measured range.
    pub duration_secs: Option<f64>,
    /// The left hand.
    pub left: HandStats,
    /// The right hand.
    pub right: HandStats,
    /// Distance between the hands while both are observed.
    pub hands_distance_m: Option<Spread>,
    /// The head.
    pub head: HeadStats,
    /// The gaze.
    pub gaze: GazeStats,
    /// Defects of the recording that affect measures, the worst first; empty if there are none.
    pub damage: Vec<Damage>,
}

impl Stats {
    /// Measures of one hand.
    pub const fn hand(&self, side: Side) -> &HandStats {
        match side {
            Side::Left => &self.left,
            Side::Right => &self.right,
        }
    }
}

/// Measures a recording.
///
/// Measures without data are `None`. Time and memory are linear in the number of frames, which is limited: a file that claims a
/// length of years is an error with advice. Fails for an invalid option, such as a negative threshold.
///
/// ```
/// use reenact_inspect::stats::{Options, stats};
///
/// let stats = stats(&reenact_make::demo(), &Options::default())?;
/// let right = &stats.right;
/// println!("{:?} pinches, {:?} m", right.pinches, right.path_length_m);
/// assert_eq!(right.pinches, Some(1));
/// # Ok::<(), reenact::Error>(())
/// ```
pub fn stats(recording: &Recording, options: &Options) -> Result<Stats> {
    let observed = Observed::new(recording, options)?;
    let damage = damage::find(recording, &observed.window, &Stats::default().rows());
    Ok(Stats {
        duration_secs: Some(observed.window.secs()),
        left: HandStats::new(&observed, Side::Left),
        right: HandStats::new(&observed, Side::Right),
        hands_distance_m: Spread::of(Measure::HandsDistance.values(&observed)),
        head: HeadStats::new(&observed),
        gaze: GazeStats::new(&observed),
        damage,
    })
}

//! Options of stats and events, and measures over time.
//!
//! A recording is sampled in evenly spaced frames ([`Options::rate_hz`]), and each track only where it was observed
//! ([`reenact::ObservedSpans`]). Observed spans are independent: no difference is taken across a gap. Tracked and pinching are
//! states with exact times and are not sampled.
//!
//! `docs/reference/measures.md` has the formula of each measure.

pub(crate) mod derive;
mod frames;
pub(crate) mod gaze;
pub(crate) mod number;
pub(crate) mod observed;
mod options;
pub(crate) mod pinch;
mod quantity;
mod series;
mod setting;
pub(crate) mod shape;
pub(crate) mod smoothness;
pub(crate) mod states;
pub(crate) mod unit;

pub use number::Spread;
pub(crate) use options::FrameRange;
pub use options::{FixationBy, Options, PinchBy};
pub use quantity::{HandMeasure, Measure};
pub use series::{Series, series};
pub use setting::Setting;

//! Contents of a plot, as plain data.

use crate::theme::Theme;

/// A picture: panels under each other over one time axis.
///
/// ```
/// use reenact_plot::{Panel, Plot, Series};
///
/// let speed = Series::new("right index", vec![0.0, 0.5, 1.0], vec![0.1, f64::NAN, 0.3]);
/// let plot = Plot {
///     title: "Speed of the fingertip".to_owned(),
///     panels: vec![Panel { series: vec![speed], ..Panel::new("speed", "m/s") }],
///     ..Plot::default()
/// };
/// assert!(plot.to_svg().contains("Speed of the fingertip"));
/// ```
#[derive(Debug, Clone, PartialEq)]
pub struct Plot {
    /// Stands above it all, unless it is empty.
    pub title: String,
    /// What the sources of series are called; shown when there is more than one.
    pub sources: Vec<String>,
    /// From top to bottom.
    pub panels: Vec<Panel>,
    /// Named moments: lines through all panels.
    pub flags: Vec<Flag>,
    /// First and last time, in seconds; those of all lines unless given.
    pub time_range_secs: Option<(f64, f64)>,
    /// How wide it is, from 240 to 8,000 pixels.
    pub width_px: u32,
    /// How high it is, if its panels find room in that; as high as is right for its panels, unless given.
    pub height_px: Option<u32>,
    /// For a light page or a dark one.
    pub theme: Theme,
}

impl Default for Plot {
    /// Nothing, 900 pixels wide, for a light page.
    fn default() -> Self {
        Self {
            title: String::new(),
            sources: Vec::new(),
            panels: Vec::new(),
            flags: Vec::new(),
            time_range_secs: None,
            width_px: 900,
            height_px: None,
            theme: Theme::Light,
        }
    }
}

impl Plot {
    /// The picture as SVG: text in one element, with a title and a description for those who cannot see it.
    #[must_use]
    pub fn to_svg(&self) -> String {
        crate::draw::svg(self)
    }
}

/// Series over time with one vertical axis.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Panel {
    /// Its name, such as `left speed`.
    pub label: String,
    /// Its unit; empty for numbers without one.
    pub unit: String,
    /// The lines, first ones first.
    pub series: Vec<Series>,
    /// Times of a kind, behind the lines.
    pub shades: Vec<Shade>,
    /// From which value to which; all there is, unless given.
    pub range: Option<(f64, f64)>,
}

impl Panel {
    /// A panel without anything in it.
    #[must_use]
    pub fn new(label: impl Into<String>, unit: impl Into<String>) -> Self {
        Self { label: label.into(), unit: unit.into(), ..Self::default() }
    }
}

/// One line: values at times.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Series {
    /// What it is called in its panel's legend.
    pub label: String,
    /// Which of [`Plot::sources`] it comes from, which decides its colour when there are several.
    pub source: usize,
    /// In seconds. Where they are out of order, they are put in order; one that is not finite is left out.
    pub times_secs: Vec<f64>,
    /// One for each time. What is not finite is a gap.
    pub values: Vec<f64>,
}

impl Series {
    /// A line of the first source.
    #[must_use]
    pub fn new(label: impl Into<String>, times_secs: Vec<f64>, values: Vec<f64>) -> Self {
        Self { label: label.into(), source: 0, times_secs, values }
    }

    /// Times and values as far as there are both, where the time is a number.
    pub(crate) fn points(&self) -> impl Iterator<Item = (f64, f64)> {
        let pairs = self.times_secs.iter().copied().zip(self.values.iter().copied());
        pairs.filter(|(time_secs, _)| time_secs.is_finite())
    }
}

/// Shaded spans of time of one kind.
#[derive(Debug, Clone, PartialEq)]
pub struct Shade {
    /// What it is called in its panel's legend.
    pub label: String,
    /// Which of [`Plot::sources`] it comes from.
    pub source: usize,
    /// How it is tinted.
    pub tint: Tint,
    /// From when to when, in seconds.
    pub spans_secs: Vec<(f64, f64)>,
}

/// Kind of a shade.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Tint {
    /// A hand was tracked: pale.
    Tracked,
    /// A hand pinched: stronger, and drawn over the other.
    Pinching,
}

/// A named time.
#[derive(Debug, Clone, PartialEq)]
pub struct Flag {
    /// When, in seconds.
    pub time_secs: f64,
    /// What it is called; may be empty.
    pub label: String,
    /// Which of [`Plot::sources`] it comes from.
    pub source: usize,
}

//! Contents of a plot, as plain data.

use crate::theme::Theme;

/// A plot: panels above each other with a common time axis.
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
    /// Title; none if empty.
    pub title: String,
    /// Labels of the sources of series; shown if there are several.
    pub sources: Vec<String>,
    /// Panels from top to bottom.
    pub panels: Vec<Panel>,
    /// Markers: vertical lines through all panels.
    pub flags: Vec<Flag>,
    /// First and last time, in seconds; by default those of all series.
    pub time_range_secs: Option<(f64, f64)>,
    /// Width in pixels, from 240 to 8,000.
    pub width_px: u32,
    /// Height in pixels, if the panels fit; by default computed from the panels.
    pub height_px: Option<u32>,
    /// Colour theme.
    pub theme: Theme,
}

impl Default for Plot {
    /// Empty plot, 900 pixels wide, light theme.
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
    /// Renders the plot as one SVG element, with a title and a description for accessibility.
    #[must_use]
    pub fn to_svg(&self) -> String {
        crate::draw::svg(self)
    }
}

/// Series over time with one vertical axis.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Panel {
    /// Label, such as `left speed`.
    pub label: String,
    /// Unit; empty if there is none.
    pub unit: String,
    /// Lines in drawing order.
    pub series: Vec<Series>,
    /// Shaded time spans behind the lines.
    pub shades: Vec<Shade>,
    /// Range of values; by default that of all series.
    pub range: Option<(f64, f64)>,
}

impl Panel {
    /// Creates an empty panel.
    #[must_use]
    pub fn new(label: impl Into<String>, unit: impl Into<String>) -> Self {
        Self { label: label.into(), unit: unit.into(), ..Self::default() }
    }
}

/// One line: values over time.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Series {
    /// Label in the panel's legend.
    pub label: String,
    /// Index in [`Plot::sources`], which determines the colour if there are several.
    pub source: usize,
    /// Times in seconds. They are sorted; times that are not finite are dropped.
    pub times_secs: Vec<f64>,
    /// One value for each time. A value that is not finite is a gap.
    pub values: Vec<f64>,
}

impl Series {
    /// Creates a line of the first source.
    #[must_use]
    pub fn new(label: impl Into<String>, times_secs: Vec<f64>, values: Vec<f64>) -> Self {
        Self { label: label.into(), source: 0, times_secs, values }
    }

    /// Pairs of time and value with finite times.
    pub(crate) fn points(&self) -> impl Iterator<Item = (f64, f64)> {
        let pairs = self.times_secs.iter().copied().zip(self.values.iter().copied());
        pairs.filter(|(time_secs, _)| time_secs.is_finite())
    }
}

/// Shaded spans of time of one kind.
#[derive(Debug, Clone, PartialEq)]
pub struct Shade {
    /// Label in the panel's legend.
    pub label: String,
    /// Index in [`Plot::sources`].
    pub source: usize,
    /// Colour of the shade.
    pub tint: Tint,
    /// Start and end of each span, in seconds.
    pub spans_secs: Vec<(f64, f64)>,
}

/// Kind of a shade.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Tint {
    /// A hand was tracked: pale.
    Tracked,
    /// A hand pinched: stronger, and drawn on top of the tracked spans.
    Pinching,
}

/// A named time.
#[derive(Debug, Clone, PartialEq)]
pub struct Flag {
    /// Time in seconds.
    pub time_secs: f64,
    /// Label; may be empty.
    pub label: String,
    /// Index in [`Plot::sources`].
    pub source: usize,
}

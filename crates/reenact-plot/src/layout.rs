//! Layout of a plot.

use reenact_base::number::to_f64;

use crate::data::{Panel, Plot};
use crate::legend::{self, Legend, ROW_PX};
use crate::scale::{Range, Tick, ticks};
use crate::svg::Area;
use crate::text::{BOLD, width};

pub(crate) const MARGIN_PX: f64 = 14.0;
pub(crate) const TICK_SIZE_PX: f64 = 11.0;
pub(crate) const LABEL_SIZE_PX: f64 = 12.0;
pub(crate) const TITLE_SIZE_PX: f64 = 15.0;
const TITLE_PX: f64 = 26.0;
const BETWEEN_PANELS_PX: f64 = 14.0;
/// Tick labels and the name of the time axis.
const TIME_AXIS_PX: f64 = 40.0;
/// Smallest legible height of a panel.
const LOWEST_PX: f64 = 36.0;
/// Height of the strip of one recording's shades, if several are compared.
pub(crate) const STRIP_PX: f64 = 7.0;
pub(crate) const FLAG_ROW_PX: f64 = 14.0;

/// Areas of a plot.
pub(crate) struct Layout {
    pub(crate) width: f64,
    pub(crate) height: f64,
    pub(crate) times: Range,
    pub(crate) title: Option<Area>,
    pub(crate) sources: (Legend, Area),
    /// Rows for the labels of flags, above the first panel's plot.
    pub(crate) flags: Area,
    pub(crate) panels: Vec<PanelLayout>,
}

/// Areas of a panel.
pub(crate) struct PanelLayout {
    /// Label, with the legend below.
    pub(crate) header: Area,
    pub(crate) legend: Legend,
    /// Area of the lines.
    pub(crate) plot: Area,
    pub(crate) values: Range,
    pub(crate) ticks: Vec<Tick>,
    /// Whether there is anything to draw.
    pub(crate) has_data: bool,
}

impl Layout {
    /// Computes the layout. `flag_rows` returns the number of label rows of flags for a plot width.
    pub(crate) fn new(plot: &Plot, flag_rows: impl FnOnce(Range, Area) -> usize) -> Self {
        let width = f64::from(plot.width_px.clamp(240, 8000));
        let times = times(plot);
        let ranges: Vec<(Range, bool)> = plot.panels.iter().map(|p| values(p, times)).collect();

        // All plots start at the same x, after the widest axis label, so that times are aligned.
        let widest = |height: f64| {
            let labels = ranges.iter().flat_map(|(range, _)| ticks(*range, most_ticks(height)));
            labels.map(|tick| self::width(&tick.label, TICK_SIZE_PX)).fold(0.0, f64::max)
        };
        let left = (MARGIN_PX + widest(120.0) + 8.0).clamp(40.0, width * 0.3).ceil();
        let inner = Area { x: left, y: 0.0, width: width - left - MARGIN_PX - 6.0, height: 0.0 };

        let mut y = MARGIN_PX;
        let mut take = |height: f64| {
            let area = Area { x: MARGIN_PX, y, width: width - 2.0 * MARGIN_PX, height };
            y += height;
            area
        };
        let title = (!plot.title.is_empty()).then(|| take(TITLE_PX));
        let sources = Legend::new(legend::of_sources(plot), f64::MAX, inner.right() - MARGIN_PX);
        let source_rows = if legend::is_overlay(plot) { to_f64(sources.rows_below()) } else { 0.0 };
        let sources = (sources, take(source_rows * (ROW_PX + 6.0)));
        let flags_px = to_f64(flag_rows(times, inner)) * FLAG_ROW_PX;

        let legends: Vec<Legend> = plot
            .panels
            .iter()
            .map(|panel| Legend::new(legend::of_panel(plot, panel), label_px(panel), inner.width))
            .collect();
        let strips = |panel: &Panel| to_f64(strip_rows(plot, panel)) * STRIP_PX;
        let around: f64 = legends.iter().map(|l| header_px(l) + BETWEEN_PANELS_PX).sum::<f64>()
            + plot.panels.iter().map(strips).sum::<f64>();
        let fixed = y + flags_px + around - BETWEEN_PANELS_PX + TIME_AXIS_PX + MARGIN_PX;
        let each = panel_px(plot, fixed);

        let mut panels: Vec<PanelLayout> = Vec::with_capacity(plot.panels.len());
        let mut flags = Area { y, height: 0.0, ..inner };
        for ((panel, legend), (range, has_data)) in plot.panels.iter().zip(legends).zip(ranges) {
            let header = Area { y, height: header_px(&legend), ..inner };
            y += header.height;
            if panels.is_empty() {
                flags = Area { y, height: flags_px, ..inner };
                y += flags_px;
            }
            let area = Area { y, height: each, ..inner };
            y += each + strips(panel) + BETWEEN_PANELS_PX;
            // An axis without values has no ticks.
            let empty = !has_data && panel.range.is_none();
            let ticks = if empty { Vec::new() } else { ticks(range, most_ticks(each)) };
            panels.push(PanelLayout { header, legend, plot: area, values: range, ticks, has_data });
        }
        let height = if panels.is_empty() {
            y + 60.0
        } else {
            y - BETWEEN_PANELS_PX + TIME_AXIS_PX + MARGIN_PX
        };
        Self { width, height: height.ceil(), times, title, sources, flags, panels }
    }
}

/// Number of recordings with shades in a panel that compares several.
pub(crate) fn strip_rows(plot: &Plot, panel: &Panel) -> usize {
    if !legend::is_overlay(plot) || panel.shades.is_empty() { 0 } else { plot.sources.len().min(8) }
}

fn header_px(legend: &Legend) -> f64 {
    ROW_PX * (1.0 + to_f64(legend.rows_below())) + 3.0
}

/// Largest width of a panel's label.
fn label_px(panel: &Panel) -> f64 {
    let unit = if panel.unit.is_empty() { 0.0 } else { width(&panel.unit, LABEL_SIZE_PX) + 14.0 };
    width(&panel.label, LABEL_SIZE_PX) * BOLD + unit
}

/// Height of each plot.
fn panel_px(plot: &Plot, fixed: f64) -> f64 {
    let panels = to_f64(plot.panels.len().max(1));
    let given = plot.height_px.map(|height| (f64::from(height.min(100_000)) - fixed) / panels);
    let usual = match plot.panels.len() {
        0 | 1 => 220.0,
        2 => 160.0,
        _ => 120.0,
    };
    given.map_or(usual, f64::floor).max(LOWEST_PX)
}

fn most_ticks(height: f64) -> u32 {
    match height {
        h if h < 60.0 => 2,
        h if h < 100.0 => 3,
        h if h < 180.0 => 4,
        h if h < 400.0 => 6,
        _ => 10,
    }
}

/// Time range: as given, or that of all data.
fn times(plot: &Plot) -> Range {
    if let Some((from, to)) = plot.time_range_secs
        && from.is_finite()
        && to.is_finite()
    {
        return Range::new(from, to);
    }
    let series = plot.panels.iter().flat_map(|panel| &panel.series);
    let points = series.flat_map(|series| series.points().map(|(time, _)| time));
    let flags = plot.flags.iter().map(|flag| flag.time_secs);
    Range::of(points).or_else(|| Range::of(flags)).unwrap_or(Range { low: 0.0, high: 1.0 })
}

/// Range of values with some padding, and whether any value is within the time range.
fn values(panel: &Panel, times: Range) -> (Range, bool) {
    let inside =
        |(time, value): (f64, f64)| (times.low..=times.high).contains(&time).then_some(value);
    let all = panel.series.iter().flat_map(|series| series.points().filter_map(inside));
    let found = Range::of(all);
    let range = match panel.range {
        Some((low, high)) if low.is_finite() && high.is_finite() => Range::new(low, high),
        _ => found.unwrap_or(Range { low: 0.0, high: 1.0 }).padded(0.06),
    };
    (range, found.is_some())
}

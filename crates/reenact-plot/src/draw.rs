//! Draws a plot as SVG: shades first, then lines, then labels.

use reenact_base::number::to_f64;

use crate::data::{Flag, Panel, Plot};
use crate::layout::{
    FLAG_ROW_PX, LABEL_SIZE_PX, Layout, PanelLayout, STRIP_PX, TICK_SIZE_PX, TITLE_SIZE_PX,
    strip_rows,
};
use crate::legend::{self, ROW_PX, is_overlay, shade_order, strip_px, strokes};
use crate::scale::{Range, TimeUnit, time_ticks};
use crate::svg::{Anchor, Area, Svg, Type};
use crate::text::{BOLD, fitted, width};
use crate::theme::Inks;
use crate::thin::{joined, thinned};

const FLAG_SIZE_PX: f64 = 10.5;
const MOST_FLAG_ROWS: usize = 3;
const WIDEST_FLAG_PX: f64 = 130.0;
/// Distance of a flag's label from its line.
const FLAG_OFF_PX: f64 = 3.0;
/// Mean distance of flags below which they have no labels.
const CROWDED_PX: f64 = 14.0;
/// Most panels, lines and sources to list in the description.
const MOST_DESCRIBED: usize = 24;

pub(crate) fn svg(plot: &Plot) -> String {
    let layout = Layout::new(plot, |times, area| placed_flags(&plot.flags, times, area).1);
    let inks = plot.theme.inks();
    let title = if plot.title.is_empty() { "Time series" } else { &plot.title };
    let mut svg = Svg::new(layout.width, layout.height, title, &description(plot, layout.times));
    svg.rect(Area { x: 0.0, y: 0.0, width: layout.width, height: layout.height }, inks.page);
    if let Some(area) = layout.title {
        let looks =
            Type { size_px: TITLE_SIZE_PX, colour: inks.text, bold: true, anchor: Anchor::Start };
        let text = fitted(&plot.title, TITLE_SIZE_PX * BOLD, area.width);
        svg.text((area.x, area.y + TITLE_SIZE_PX), looks, &text);
    }
    if is_overlay(plot) {
        layout.sources.0.draw(&mut svg, layout.sources.1, inks.text);
    }
    if layout.panels.is_empty() {
        let middle = (layout.width / 2.0, layout.height - 40.0);
        svg.text(middle, quiet(&inks, LABEL_SIZE_PX, Anchor::Middle), "nothing to plot");
        return svg.finish();
    }
    for (panel, place) in plot.panels.iter().zip(&layout.panels) {
        svg.group("panel");
        draw_panel(&mut svg, plot, panel, place, layout.times, &inks);
        svg.end_group();
    }
    draw_flag_labels(&mut svg, plot, &layout, &inks);
    draw_time_axis(&mut svg, &layout, &inks);
    svg.finish()
}

const fn quiet(inks: &Inks, size_px: f64, anchor: Anchor) -> Type {
    Type { size_px, colour: inks.quiet, bold: false, anchor }
}

fn draw_panel(
    svg: &mut Svg,
    plot: &Plot,
    panel: &Panel,
    place: &PanelLayout,
    times: Range,
    inks: &Inks,
) {
    draw_header(svg, panel, place, inks);
    let area = place.plot;
    let x = |time: f64| times.share(time) * area.width;
    let y = |value: f64| (1.0 - place.values.share(value)) * area.height;

    svg.window(area);
    if !is_overlay(plot) {
        let mut shades: Vec<_> = panel.shades.iter().collect();
        shades.sort_by_key(|shade| shade_order(shade));
        for shade in shades {
            let ink = if shade_order(shade) == 0 { inks.tracked } else { inks.pinching };
            let apart = (times.high - times.low) / area.width / 2.0;
            for (start, end) in joined(&shade.spans_secs, times, apart) {
                let width = (x(end) - x(start)).max(0.5);
                svg.rect(Area { x: x(start), y: 0.0, width, height: area.height }, ink);
            }
        }
    }
    for tick in &place.ticks {
        let y = y(tick.value).round() + 0.5;
        svg.line((0.0, y), (area.width, y), inks.grid, "");
    }
    draw_flag_lines(svg, plot, times, area, inks);
    for (series, stroke) in panel.series.iter().zip(strokes(plot, panel)) {
        let pieces: Vec<Vec<(f64, f64)>> = thinned(series, times, area.width)
            .into_iter()
            .map(|piece| piece.into_iter().map(|(time, value)| (x(time), y(value))).collect())
            .collect();
        if !pieces.is_empty() {
            let name = line_name(plot, panel, series);
            svg.path(pieces.iter().map(Vec::as_slice), stroke.colour, stroke.dash, &name);
        }
    }
    if !place.has_data {
        let looks = quiet(inks, LABEL_SIZE_PX, Anchor::Middle);
        svg.text((area.width / 2.0, area.height / 2.0 + 4.0), looks, "no data");
    }
    svg.end_window();

    draw_strips(svg, plot, panel, times, area);
    svg.line((area.x, area.y), (area.x, area.bottom()), inks.axis, "");
    svg.line((area.x, area.bottom()), (area.right(), area.bottom()), inks.axis, "");
    svg.group("ticks");
    for tick in &place.ticks {
        let y = area.y + y(tick.value);
        svg.line((area.x - 4.0, y.round() + 0.5), (area.x, y.round() + 0.5), inks.axis, "");
        let looks = quiet(inks, TICK_SIZE_PX, Anchor::End);
        let label = fitted(&tick.label, TICK_SIZE_PX, area.x - 8.0);
        svg.text((area.x - 7.0, y + 4.0), looks, &label);
    }
    svg.end_group();
}

/// Full name of a line, for use without its panel.
fn line_name(plot: &Plot, panel: &Panel, series: &crate::Series) -> String {
    let source = plot.sources.get(series.source).filter(|_| is_overlay(plot));
    let parts = [panel.label.as_str(), &series.label, source.map_or("", String::as_str)];
    let parts = parts.map(|part| fitted(part, 1.0, 120.0));
    parts.iter().filter(|part| !part.is_empty()).cloned().collect::<Vec<_>>().join(" ")
}

fn draw_header(svg: &mut Svg, panel: &Panel, place: &PanelLayout, inks: &Inks) {
    let Area { x, y, width: room, .. } = place.header;
    let unit = (!panel.unit.is_empty())
        .then(|| fitted(&format!("({})", panel.unit), LABEL_SIZE_PX, room / 2.0));
    let unit_px = unit.as_ref().map_or(0.0, |unit| width(unit, LABEL_SIZE_PX) + 6.0);
    let beside_px = if place.legend.beside { place.legend.width() + 12.0 } else { 0.0 };
    let label = fitted(&panel.label, LABEL_SIZE_PX * BOLD, room - unit_px - beside_px);
    let looks =
        Type { size_px: LABEL_SIZE_PX, colour: inks.text, bold: true, anchor: Anchor::Start };
    svg.text_with_unit((x, y + 12.5), looks, &label, unit.as_deref().map(|u| (u, inks.quiet)));
    let top = if place.legend.beside { y } else { y + ROW_PX };
    place.legend.draw(svg, Area { y: top, ..place.header }, inks.text);
}

/// Draws a strip of shades under the plot for each of several recordings.
fn draw_strips(svg: &mut Svg, plot: &Plot, panel: &Panel, times: Range, area: Area) {
    let rows = strip_rows(plot, panel);
    if rows == 0 {
        return;
    }
    svg.group("strips");
    for shade in panel.shades.iter().filter(|shade| shade.source < rows) {
        let colour = plot.theme.stroke(shade.source, 0).colour;
        let height = strip_px(shade.tint);
        let middle = area.bottom() + 2.0 + (to_f64(shade.source) + 0.5) * STRIP_PX;
        let apart = (times.high - times.low) / area.width / 2.0;
        for (start, end) in joined(&shade.spans_secs, times, apart) {
            let (from, to) = (times.share(start) * area.width, times.share(end) * area.width);
            let width = (to - from).max(0.5);
            svg.rect(Area { x: area.x + from, y: middle - height / 2.0, width, height }, colour);
        }
    }
    svg.end_group();
}

fn draw_time_axis(svg: &mut Svg, layout: &Layout, inks: &Inks) {
    let Some(last) = layout.panels.last() else { return };
    let area = last.plot;
    let unit = TimeUnit::of(layout.times);
    // Number of labels that fit with equal space in between, by the widest of a first attempt.
    let widest = |most: u32| {
        let ticks = time_ticks(layout.times, most);
        ticks.iter().map(|tick| width(&tick.label, TICK_SIZE_PX)).fold(20.0, f64::max)
    };
    let most = (1..=12_u32).rev().find(|most| f64::from(*most) * widest(*most) * 1.8 <= area.width);
    let ticks = time_ticks(layout.times, most.unwrap_or(1));
    svg.group("time");
    // Under the strips of the last panel.
    let foot = layout.height - 54.0;
    for tick in &ticks {
        let x = area.x + layout.times.share(tick.value) * area.width;
        for panel in &layout.panels {
            let bottom = panel.plot.bottom();
            svg.line((x.round() + 0.5, bottom), (x.round() + 0.5, bottom + 4.0), inks.axis, "");
        }
        let half = width(&tick.label, TICK_SIZE_PX) / 2.0;
        if x + half <= layout.width && x - half >= 0.0 {
            let looks = quiet(inks, TICK_SIZE_PX, Anchor::Middle);
            svg.text((x, foot + 17.0), looks, &tick.label);
        }
    }
    let looks =
        Type { size_px: LABEL_SIZE_PX, colour: inks.text, bold: false, anchor: Anchor::Middle };
    svg.text((area.x + area.width / 2.0, foot + 36.0), looks, unit.label());
    svg.end_group();
}

/// Position, row and possibly shortened text of a flag's label.
struct Placed {
    x: f64,
    row: usize,
    anchor: Anchor,
    label: String,
}

/// Whether there are too many flags for lines and labels: then they become marks at the top of each plot.
fn is_crowded(flags: &[Flag], times: Range, area: Area) -> bool {
    let shown = flags.iter().filter(|flag| (times.low..=times.high).contains(&flag.time_secs));
    to_f64(shown.count()) > area.width / CROWDED_PX
}

/// Places the labels of flags in as few rows as possible, from the top, such that no flag's line crosses
/// another label. Labels without space are dropped. Also returns the number of rows.
fn placed_flags(flags: &[Flag], times: Range, area: Area) -> (Vec<Placed>, usize) {
    if is_crowded(flags, times, area) {
        return (Vec::new(), 0);
    }
    let mut shown: Vec<&Flag> = flags
        .iter()
        .filter(|flag| (times.low..=times.high).contains(&flag.time_secs) && !flag.label.is_empty())
        .collect();
    shown.sort_by(|a, b| a.time_secs.total_cmp(&b.time_secs));
    let mut ends = [f64::MIN; MOST_FLAG_ROWS];
    let mut placed: Vec<Placed> = Vec::new();
    for flag in shown {
        let x = times.share(flag.time_secs) * area.width;
        let label = fitted(&flag.label, FLAG_SIZE_PX, WIDEST_FLAG_PX);
        let wide = width(&label, FLAG_SIZE_PX) + FLAG_OFF_PX;
        // To the right of its line, or to the left where that would leave the picture.
        let (from, anchor) =
            if x + wide > area.width { (x - wide, Anchor::End) } else { (x, Anchor::Start) };
        let fits = |row: usize| {
            let beside = ends.get(row).is_some_and(|end| end + 5.0 <= from);
            let crosses_none = ends.iter().skip(row + 1).all(|end| *end <= x);
            // A label to the left of its line must not be crossed by lines from rows above.
            let crossed_by_none = placed.iter().all(|other| other.row >= row || other.x <= from);
            beside && crosses_none && crossed_by_none
        };
        let Some(row) = (0..MOST_FLAG_ROWS).find(|row| fits(*row)) else { continue };
        if let Some(end) = ends.get_mut(row) {
            *end = from + wide;
        }
        placed.push(Placed { x, row, anchor, label });
    }
    let rows = placed.iter().map(|placed| placed.row + 1).max().unwrap_or(0);
    (placed, rows)
}

fn draw_flag_lines(svg: &mut Svg, plot: &Plot, times: Range, area: Area, inks: &Inks) {
    let mut columns: Vec<(f64, usize)> = plot
        .flags
        .iter()
        .filter(|flag| (times.low..=times.high).contains(&flag.time_secs))
        .map(|flag| ((times.share(flag.time_secs) * area.width).round(), flag.source))
        .collect();
    columns.sort_by(|a, b| a.0.total_cmp(&b.0).then(a.1.cmp(&b.1)));
    // At most one line per pixel column is visible.
    columns.dedup_by_key(|(x, _)| *x);
    let crowded = is_crowded(&plot.flags, times, area);
    let (end, dash) = if crowded { (5.0, "") } else { (area.height, "3 3") };
    for (x, source) in columns {
        svg.line((x + 0.5, 0.0), (x + 0.5, end), flag_ink(plot, source, inks), dash);
    }
}

fn flag_ink(plot: &Plot, source: usize, inks: &Inks) -> &'static str {
    if is_overlay(plot) { plot.theme.stroke(source, 0).colour } else { inks.flag }
}

fn draw_flag_labels(svg: &mut Svg, plot: &Plot, layout: &Layout, inks: &Inks) {
    let area = layout.flags;
    let (placed, rows) = placed_flags(&plot.flags, layout.times, area);
    if placed.is_empty() {
        return;
    }
    svg.group("flags");
    for Placed { x, row, anchor, label } in placed {
        let top = area.bottom() - to_f64(rows - row) * FLAG_ROW_PX;
        let x = area.x + x;
        let line = x.round() + 0.5;
        svg.line((line, top + 2.0), (line, area.bottom()), inks.flag, "3 3");
        let off = if anchor == Anchor::Start { FLAG_OFF_PX } else { -FLAG_OFF_PX };
        svg.text((x + off, top + 10.0), quiet(inks, FLAG_SIZE_PX, anchor), &label);
    }
    svg.end_group();
}

/// Text description of a plot, for accessibility.
fn description(plot: &Plot, times: Range) -> String {
    let unit = TimeUnit::of(times);
    let mut words: Vec<String> = Vec::new();
    let span = format!("Time from {} to {}.", unit.write(times.low), unit.write(times.high));
    words.push(span);
    for panel in plot.panels.iter().take(MOST_DESCRIBED) {
        let unit =
            if panel.unit.is_empty() { String::new() } else { format!(" in {}", panel.unit) };
        let labels = panel.series.iter().take(MOST_DESCRIBED).map(|series| series.label.as_str());
        let labels: Vec<&str> = labels.filter(|label| !label.is_empty()).collect();
        let label = fitted(&format!("{}{unit}: {}", panel.label, labels.join(", ")), 1.0, 300.0);
        words.push(format!("{}.", label.trim_end_matches([' ', ':'])));
    }
    if let Some(more) = plot.panels.len().checked_sub(MOST_DESCRIBED).filter(|more| *more > 0) {
        words.push(format!("And {more} more panels."));
    }
    if legend::is_overlay(plot) {
        let names = plot.sources.iter().take(MOST_DESCRIBED).map(String::as_str);
        let names = fitted(&names.collect::<Vec<_>>().join(", "), 1.0, 300.0);
        words.push(format!("Compares {names}."));
    }
    if !plot.flags.is_empty() {
        words.push(format!("{} marked moments.", plot.flags.len()));
    }
    words.join(" ")
}

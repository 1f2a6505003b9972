//! Legend of a panel: beside its label if there is room, else in rows under it.

use crate::data::{Panel, Plot, Shade, Tint};
use crate::svg::{Anchor, Area, Svg, Type};
use crate::text::{fitted, width};
use crate::theme::Stroke;

pub(crate) const ROW_PX: f64 = 17.0;
const SIZE_PX: f64 = 11.0;
const SWATCH_PX: f64 = 20.0;
const BETWEEN_PX: f64 = 14.0;
/// Largest width of an entry.
const WIDEST_PX: f64 = 260.0;
/// Most rows; further entries are only counted.
const MOST_ROWS: usize = 4;

/// One entry.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Entry {
    pub(crate) sign: Sign,
    pub(crate) label: String,
}

/// Symbol before an entry's label.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) enum Sign {
    Line(Stroke),
    Tint(&'static str),
    /// A strip of that height in pixels.
    Strip(f64),
    Nothing,
}

impl Entry {
    fn new(sign: Sign, label: &str) -> Self {
        Self { sign, label: fitted(label, SIZE_PX, WIDEST_PX) }
    }

    fn width(&self) -> f64 {
        let swatch = if self.sign == Sign::Nothing { 0.0 } else { SWATCH_PX + 5.0 };
        swatch + width(&self.label, SIZE_PX)
    }
}

/// Line styles of a panel, in order.
///
/// With one source, each line has its own colour. With several, the colour identifies the source, and the
/// dash distinguishes lines of the same source.
pub(crate) fn strokes(plot: &Plot, panel: &Panel) -> Vec<Stroke> {
    let several = is_overlay(plot);
    let place = |n: usize| {
        let source = panel.series.get(n).map_or(0, |series| series.source);
        panel.series.iter().take(n).filter(|other| other.source == source).count()
    };
    let single = !shares_a_source(panel);
    let stroke = |n: usize, source: usize| match (several, single) {
        (false, _) => plot.theme.stroke(n, 0),
        (true, true) => plot.theme.stroke(source, source),
        (true, false) => plot.theme.stroke(source, place(n)),
    };
    panel.series.iter().enumerate().map(|(n, series)| stroke(n, series.source)).collect()
}

/// Whether colours identify sources.
pub(crate) const fn is_overlay(plot: &Plot) -> bool {
    plot.sources.len() > 1
}

/// Whether two lines of a panel have the same source.
fn shares_a_source(panel: &Panel) -> bool {
    let mut sources: Vec<usize> = panel.series.iter().map(|series| series.source).collect();
    sources.sort_unstable();
    sources.windows(2).any(|pair| pair.first() == pair.last())
}

/// Entries of all sources, if there are several.
pub(crate) fn of_sources(plot: &Plot) -> Vec<Entry> {
    if !is_overlay(plot) {
        return Vec::new();
    }
    let entry = |(n, name): (usize, &String)| Entry::new(Sign::Line(plot.theme.stroke(n, n)), name);
    plot.sources.iter().enumerate().map(entry).collect()
}

/// Entries of a panel: its lines, unless there is only one or sources name them, then its tints.
pub(crate) fn of_panel(plot: &Plot, panel: &Panel) -> Vec<Entry> {
    let overlay = is_overlay(plot);
    let mut entries: Vec<Entry> = Vec::new();
    let named = if overlay { shares_a_source(panel) } else { panel.series.len() > 1 };
    if named {
        let lines = panel.series.iter().zip(strokes(plot, panel));
        entries.extend(lines.map(|(series, stroke)| {
            let label = match plot.sources.get(series.source) {
                Some(source) if overlay => format!("{} {}", series.label, source),
                _ => series.label.clone(),
            };
            Entry::new(Sign::Line(stroke), &label)
        }));
    }
    let inks = plot.theme.inks();
    for shade in panel.shades.iter().filter(|shade| !shade.spans_secs.is_empty()) {
        let sign = match (overlay, shade.tint) {
            (true, tint) => Sign::Strip(strip_px(tint)),
            (false, Tint::Tracked) => Sign::Tint(inks.tracked),
            (false, Tint::Pinching) => Sign::Tint(inks.pinching),
        };
        let entry = Entry::new(sign, &shade.label);
        if !entries.contains(&entry) {
            entries.push(entry);
        }
    }
    entries
}

/// Height of a shade's strip, if several recordings are compared.
pub(crate) const fn strip_px(tint: Tint) -> f64 {
    match tint {
        Tint::Tracked => 1.5,
        Tint::Pinching => 5.0,
    }
}

/// Drawing order of shades: strong over pale.
pub(crate) const fn shade_order(shade: &Shade) -> u8 {
    match shade.tint {
        Tint::Tracked => 0,
        Tint::Pinching => 1,
    }
}

/// Entries arranged in rows.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Legend {
    rows: Vec<Vec<Entry>>,
    /// Whether it is one row to the right of the label.
    pub(crate) beside: bool,
}

impl Legend {
    /// Arranges entries beside a label of that width, or in rows below it.
    pub(crate) fn new(entries: Vec<Entry>, label_px: f64, room_px: f64) -> Self {
        let whole: f64 = entries.iter().map(|entry| entry.width() + BETWEEN_PX).sum();
        if entries.is_empty() || label_px + whole + BETWEEN_PX <= room_px {
            return Self { rows: vec![entries], beside: true };
        }
        let mut rows: Vec<Vec<Entry>> = Vec::new();
        let mut used = room_px;
        let mut left = entries.len();
        for mut entry in entries {
            if entry.width() > room_px {
                entry.label = fitted(&entry.label, SIZE_PX, room_px - SWATCH_PX - 5.0);
            }
            if used + entry.width() > room_px {
                if rows.len() == MOST_ROWS {
                    let more = Entry::new(Sign::Nothing, &format!("and {left} more"));
                    if let Some(last) = rows.last_mut() {
                        while last.len() > 1 && row_width(last) + more.width() > room_px {
                            last.pop();
                        }
                        last.push(more);
                    }
                    break;
                }
                rows.push(Vec::new());
                used = 0.0;
            }
            used += entry.width() + BETWEEN_PX;
            left -= 1;
            if let Some(row) = rows.last_mut() {
                row.push(entry);
            }
        }
        Self { rows, beside: false }
    }

    /// Number of rows below the label.
    pub(crate) const fn rows_below(&self) -> usize {
        if self.beside { 0 } else { self.rows.len() }
    }

    /// Width if it is beside the label.
    pub(crate) fn width(&self) -> f64 {
        self.rows.first().map_or(0.0, |row| row_width(row))
    }

    /// Draws it into an area whose first row is that of the label (beside) or the one below it.
    pub(crate) fn draw(&self, svg: &mut Svg, area: Area, text: &'static str) {
        if self.rows.iter().all(Vec::is_empty) {
            return;
        }
        svg.group("legend");
        let mut y = area.y;
        for row in &self.rows {
            let mut x = if self.beside { area.right() - row_width(row) } else { area.x };
            for entry in row {
                let middle = y + ROW_PX / 2.0;
                let from = x;
                match entry.sign {
                    Sign::Line(stroke) => {
                        let ends = [(x + 1.0, middle), (x + SWATCH_PX - 1.0, middle)];
                        let piece: &[(f64, f64)] = &ends;
                        svg.path([piece].into_iter(), stroke.colour, stroke.dash, &entry.label);
                    }
                    Sign::Tint(colour) => {
                        let swatch = Area { x, y: middle - 5.0, width: SWATCH_PX, height: 10.0 };
                        svg.rect(swatch, colour);
                    }
                    Sign::Strip(height) => {
                        let swatch = Area { x, y: middle - height / 2.0, width: SWATCH_PX, height };
                        svg.rect(swatch, text);
                    }
                    Sign::Nothing => x -= SWATCH_PX + 5.0,
                }
                x += SWATCH_PX + 5.0;
                let looks =
                    Type { size_px: SIZE_PX, colour: text, bold: false, anchor: Anchor::Start };
                svg.text((x, middle + 4.0), looks, &entry.label);
                x = from + entry.width() + BETWEEN_PX;
            }
            y += ROW_PX;
        }
        svg.end_group();
    }
}

fn row_width(row: &[Entry]) -> f64 {
    let whole: f64 = row.iter().map(|entry| entry.width() + BETWEEN_PX).sum();
    (whole - BETWEEN_PX).max(0.0)
}

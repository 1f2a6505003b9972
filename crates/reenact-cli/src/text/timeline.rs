//! Text timeline, from left to right.

use reenact::{Marker, TimeSpan};
use reenact_base::number::{to_count, to_f64};

use super::people::{start_of, trimmed};
use super::width::columns;
use crate::context::name_width;

/// Time range of a recording mapped to columns.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Timeline {
    start_secs: f64,
    end_secs: f64,
    columns: usize,
}

/// Longest marker name to print.
const NAME: usize = 24;
/// Most lines of markers; further ones are only counted.
const MARKER_LINES: usize = 4;

impl Timeline {
    /// Creates a timeline; `None` for a duration of 0.
    pub(crate) fn new(start_secs: f32, end_secs: f32, columns: usize) -> Option<Self> {
        let [start_secs, end_secs] = [start_secs, end_secs].map(f64::from);
        let passes = start_secs.is_finite() && end_secs.is_finite() && start_secs < end_secs;
        (passes && columns > 0).then_some(Self { start_secs, end_secs, columns })
    }

    /// Number of columns before a time, clamped.
    fn columns_before(&self, time_secs: f64) -> f64 {
        let share = (time_secs - self.start_secs) / (self.end_secs - self.start_secs);
        share.clamp(0.0, 1.0) * to_f64(self.columns)
    }

    /// Column of a time, clamped.
    fn column(&self, time_secs: f64) -> usize {
        to_count(self.columns_before(time_secs)).min(self.columns - 1)
    }

    /// Columns that overlap with spans.
    pub(crate) fn cells(&self, spans: &[TimeSpan]) -> Vec<bool> {
        let mut cells = vec![false; self.columns];
        for span in spans {
            let first = self.column(span.start_secs.into());
            let end = to_count(self.columns_before(span.end_secs.into()).ceil()).max(first + 1);
            cells.iter_mut().take(end).skip(first).for_each(|cell| *cell = true);
        }
        cells
    }

    /// Line of seconds, and line of tick marks.
    pub(crate) fn ruler(&self) -> [String; 2] {
        let length_secs = self.end_secs - self.start_secs;
        // Smallest round step with enough space for its label.
        let steps = (-3..40).flat_map(|power| [1.0, 2.0, 5.0].map(|n| n * 10_f64.powi(power)));
        let fits = |step: &f64| self.column(self.start_secs + step) >= 7 || *step >= length_secs;
        let step = steps.into_iter().find(fits).unwrap_or(length_secs);
        let mut numbers = String::new();
        let mut places = String::new();
        let mut tick = (self.start_secs / step).ceil();
        // Limits the number of ticks if times are so large that adding a step has no effect.
        while tick * step <= self.end_secs && places.chars().count() < self.columns {
            let time = tick * step;
            let column = self.column(time);
            let is_first = places.is_empty();
            let number = if time.abs() < 1e7 { trimmed(time, 3) } else { format!("{time:.1e}") };
            let number = number + if is_first { " s" } else { "" };
            extend_to(&mut numbers, column, ' ');
            if column + number.chars().count() <= self.columns {
                numbers += &number;
            }
            extend_to(&mut places, column, if is_first { ' ' } else { '─' });
            places.push(if is_first { '├' } else { '┼' });
            tick += 1.0;
        }
        if places.ends_with('┼') {
            places.pop();
            places.push('┤');
        }
        [numbers, places].map(|line| line.trim_end().to_owned())
    }

    /// Lines of markers at their columns, and the number of those without space.
    pub(crate) fn markers<'m>(
        &self,
        markers: impl Iterator<Item = Marker<'m>>,
    ) -> (Vec<String>, usize) {
        let mut lines = vec![String::new(); MARKER_LINES];
        let mut left_out = 0;
        for marker in markers {
            let name = start_of(&marker.name, name_width(NAME));
            let column = self.column(marker.time_secs.into());
            let len = columns(&name) + 2;
            // To the right if there is space, else to the left.
            let (from, label) = if column + len <= self.columns {
                (column, format!("▲ {name}"))
            } else {
                ((column + 1).saturating_sub(len), format!("{name} ▲"))
            };
            let has_room = |line: &&mut String| {
                let end = columns(line);
                end == 0 || end + 2 <= from
            };
            let Some(line) = lines.iter_mut().find(has_room) else {
                left_out += 1;
                continue;
            };
            extend_to(line, from, ' ');
            line.push_str(label.trim_end());
        }
        lines.retain(|line| !line.is_empty());
        (lines, left_out)
    }
}

/// Pads a line to a column.
fn extend_to(line: &mut String, column: usize, fill: char) {
    let missing = column.saturating_sub(columns(line));
    line.extend(std::iter::repeat_n(fill, missing));
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_bar_is_on_wherever_a_span_reaches() {
        let timeline = Timeline::new(-1.0, 1.0, 8).unwrap();
        let span = |start_secs, end_secs| TimeSpan { start_secs, end_secs };
        let drawn = |spans: &[TimeSpan]| -> String {
            timeline.cells(spans).iter().map(|&on| if on { '#' } else { '.' }).collect()
        };
        assert_eq!(drawn(&[span(-1.0, -0.75), span(0.0, 0.3), span(0.99, 9.0)]), "#...##.#");
        assert_eq!(drawn(&[]), "........");
    }

    #[test]
    fn the_ruler_has_round_numbers_with_room_between_them() {
        assert_eq!(
            Timeline::new(-0.5, 2.2, 36).unwrap().ruler(),
            ["      0 s          1             2", "      ├────────────┼─────────────┤"]
        );
    }

    #[test]
    fn absurd_times_have_a_ruler_of_few_ticks_or_no_timeline() {
        assert!(Timeline::new(0.0, 0.0, 9).is_none());
        assert!(Timeline::new(0.0, f32::INFINITY, 9).is_none());
        assert!(Timeline::new(f32::NAN, 1.0, 9).is_none());
        for (start, end) in [(-3e38, 3e38), (0.0, 1e-40), (1e30, 1.1e30), (-1e-3, 1e30)] {
            if let Some(timeline) = Timeline::new(start, end, 50) {
                let [numbers, places] = timeline.ruler();
                assert!(numbers.chars().count() <= 60 && places.chars().count() <= 50);
            }
        }
    }
}

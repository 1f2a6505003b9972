//! Time from left to right.

use reenact::{Curve, Recording};

/// A recording's time laid out over a number of columns.
pub(super) struct Timeline {
    pub(super) start_secs: f32,
    pub(super) end_secs: f32,
    columns: usize,
}

/// The longest name of a marker that is written out.
const NAME: usize = 24;
/// Lines that markers may take; any more are only counted.
const MARKER_LINES: usize = 4;

impl Timeline {
    /// `None` where no time passes.
    pub(super) fn of(recording: &Recording<'_>, columns: usize) -> Option<Self> {
        let [start_secs, end_secs] = [recording.start_secs(), recording.duration_secs()];
        let passes = start_secs.is_finite() && end_secs.is_finite() && start_secs < end_secs;
        passes.then_some(Self { start_secs, end_secs, columns })
    }

    /// How many columns lie before a moment; none or all for one outside.
    #[expect(
        clippy::as_conversions,
        clippy::cast_precision_loss,
        reason = "a few hundred columns at most"
    )]
    fn columns_before(&self, time_secs: f32) -> f32 {
        let share = (time_secs - self.start_secs) / (self.end_secs - self.start_secs);
        share.clamp(0.0, 1.0) * self.columns as f32
    }

    /// The column in which a moment falls; the first or the last for one outside.
    fn column(&self, time_secs: f32) -> usize {
        whole(self.columns_before(time_secs)).min(self.columns - 1)
    }

    /// A bar that is on wherever some span reaches into a column.
    pub(super) fn bar(&self, spans: &[(f32, f32)], on: char, off: char) -> String {
        let mut cells = vec![off; self.columns];
        for &(from, to) in spans {
            let first = self.column(from);
            let end = whole(self.columns_before(to).ceil()).max(first + 1);
            cells.iter_mut().take(end).skip(first).for_each(|cell| *cell = on);
        }
        cells.into_iter().collect()
    }

    /// The seconds, and a line with their places.
    pub(super) fn ruler(&self) -> [String; 2] {
        let length_secs = self.end_secs - self.start_secs;
        // The smallest round step that leaves room for its number.
        let steps = (-3..9).flat_map(|power| [1.0, 2.0, 5.0].map(|n| n * 10_f32.powi(power)));
        let fits = |step: &f32| self.column(self.start_secs + step) >= 7 || *step >= length_secs;
        let step = steps.into_iter().find(fits).unwrap_or(length_secs);
        let mut numbers = String::new();
        let mut places = String::new();
        let mut tick = (self.start_secs / step).ceil();
        while tick * step <= self.end_secs {
            let time = tick * step;
            let column = self.column(time);
            let is_first = places.is_empty();
            let number = format!("{}{}", round(time), if is_first { " s" } else { "" });
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

    /// Lines with the named moments, each at its place.
    pub(super) fn markers(&self, recording: &Recording<'_>) -> Vec<String> {
        let mut lines = vec![String::new(); MARKER_LINES];
        let mut left_out: usize = 0;
        for marker in recording.markers() {
            let mut name: String =
                marker.name.chars().map(|c| if c.is_control() { ' ' } else { c }).collect();
            if name.chars().count() > NAME {
                name = name.chars().take(NAME - 1).chain(['…']).collect();
            }
            let column = self.column(marker.time_secs);
            let len = name.chars().count() + 2;
            // Towards the right where there is room, else towards the left.
            let (from, label) = if column + len <= self.columns {
                (column, format!("▲ {name}"))
            } else {
                ((column + 1).saturating_sub(len), format!("{name} ▲"))
            };
            let has_room = |line: &&mut String| {
                let end = line.chars().count();
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
        if left_out > 0 {
            lines.push(format!("and {left_out} more"));
        }
        lines
    }
}

/// A number of columns without its fraction.
#[expect(
    clippy::as_conversions,
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    reason = "`as` keeps to the range of its type"
)]
fn whole(columns: f32) -> usize {
    columns as usize
}

/// Fills a line up to a column.
fn extend_to(line: &mut String, column: usize, fill: char) {
    let missing = column.saturating_sub(line.chars().count());
    line.extend(std::iter::repeat_n(fill, missing));
}

/// A time without the digits that a sum of floats leaves behind.
fn round(time_secs: f32) -> String {
    let text = format!("{time_secs:.3}");
    let text = text.trim_end_matches('0').trim_end_matches('.');
    if text == "-0" { "0".to_owned() } else { text.to_owned() }
}

/// The spans within `start_secs..end_secs` in which a boolean curve is on: a key holds until the next, the
/// first also before itself.
pub(super) fn on_spans(curve: &Curve<'_>, start_secs: f32, end_secs: f32) -> Vec<(f32, f32)> {
    let mut spans: Vec<(f32, f32)> = Vec::new();
    let starts =
        curve.iter().enumerate().map(|(n, key)| if n == 0 { start_secs } else { key.time_secs });
    let ends = curve.iter().skip(1).map(|key| key.time_secs).chain([end_secs]);
    for ((key, from), to) in curve.iter().zip(starts).zip(ends) {
        if key.value <= 0.5 || from >= to {
            continue;
        }
        match spans.last_mut() {
            Some((_, end)) if *end == from => *end = to,
            _ => spans.push((from, to)),
        }
    }
    spans
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_boolean_curve_is_on_from_an_on_key_to_the_next_off_key() {
        let curve = Curve::boolean([(1.0, true), (2.0, true), (3.0, false), (4.0, true)]);
        assert_eq!(on_spans(&curve, 0.0, 5.0), [(0.0, 3.0), (4.0, 5.0)]);
        assert_eq!(on_spans(&Curve::boolean([]), 0.0, 5.0), []);
        assert_eq!(on_spans(&Curve::boolean([(0.0, false)]), 0.0, 5.0), []);
    }

    #[test]
    fn a_bar_is_on_wherever_a_span_reaches() {
        let timeline = Timeline { start_secs: -1.0, end_secs: 1.0, columns: 8 };
        assert_eq!(timeline.bar(&[(-1.0, -0.75), (0.0, 0.3), (0.99, 9.0)], '#', '.'), "#...##.#");
        assert_eq!(timeline.bar(&[], '#', '.'), "........");
    }

    #[test]
    fn the_ruler_has_round_numbers_with_room_between_them() {
        let timeline = Timeline { start_secs: -0.5, end_secs: 2.2, columns: 36 };
        assert_eq!(
            timeline.ruler(),
            ["      0 s          1             2", "      ├────────────┼─────────────┤"]
        );
    }
}

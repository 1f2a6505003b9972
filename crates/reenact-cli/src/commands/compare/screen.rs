//! Comparison of two recordings as text for a terminal.

use std::fmt::Write;

use reenact_base::number::to_count;
use reenact_inspect::compare::{Bucket, Comparison, Deviation, OnlyIn, TrackComparison};

use crate::text::people;
use crate::text::style::{self, paint};

/// Largest number of markers to list.
const MARKERS: usize = 5;
/// Width of a track's table in columns, without the chart.
const TABLE: usize = 64;

/// Renders a comparison as lines of at most `width` columns.
pub(super) fn render(files: &[String; 2], comparison: &Comparison, width: usize) -> String {
    let mut text = String::new();
    let [a, b] = files;
    let summary = match (comparison.identical, comparison.same) {
        (true, _) => paint(style::GOOD, "identical"),
        (false, true) => paint(style::GOOD, "equal within the tolerances"),
        (false, false) => paint(style::ERROR, "different"),
    };
    _ = writeln!(text, "{summary}");
    for (which, file, secs) in
        [("a", a, comparison.duration_secs[0]), ("b", b, comparison.duration_secs[1])]
    {
        let file = people::end_of(file, width.saturating_sub(20));
        _ = writeln!(text, "{which}  {file}   {}", people::duration(secs.into()));
    }
    if comparison.offset_secs != 0.0 {
        let secs = people::trimmed(comparison.offset_secs.into(), 3);
        _ = writeln!(text, "time offset of b: {secs} s");
    }
    if let Some(warp) = comparison.warp {
        let shift = people::trimmed(warp.max_shift_secs.into(), 3);
        let stretch = people::trimmed(warp.max_stretch.into(), 2);
        _ = writeln!(text, "time warp of b: shift up to {shift} s, speed factor up to {stretch}");
    }
    if let Some(first) = &comparison.first_difference {
        _ = writeln!(text, "\nfirst difference: {}", paint(style::HEADING, first));
    }
    if !comparison.identical {
        text += &tracks(comparison, width);
    }
    for OnlyIn { track, only_in: which } in &comparison.only_in_one {
        _ = writeln!(text, "{track:8}{}", paint(style::NOTABLE, format!("only in {which}")));
    }
    for marker in comparison.markers.iter().take(MARKERS) {
        let name = people::start_of(&marker.name, 40);
        let only = paint(style::NOTABLE, format!("only in {}", marker.only_in));
        _ = writeln!(text, "marker  {} s  {name:?}  {only}", marker.time_secs);
    }
    if comparison.markers.len() > MARKERS {
        let more = comparison.markers.len() - MARKERS;
        _ = writeln!(text, "and {}", people::count(more, "more marker"));
    }
    text
}

fn tracks(comparison: &Comparison, width: usize) -> String {
    let mut text = String::new();
    if comparison.tracks.is_empty() {
        return text;
    }
    let head = format!(
        "\n{:8}{:>17}{:>17}  {:20}{}",
        "", "position max/rms", "rotation max/rms", "worst", "difference over time"
    );
    _ = writeln!(text, "{}", paint(style::QUIET, head));
    for track in &comparison.tracks {
        text += &row(track, width);
    }
    if let Some([from, to]) = comparison.compared_secs {
        let [from, to] = [from, to].map(|secs| people::trimmed(secs.into(), 2));
        let times = people::count(comparison.frames, "time");
        let line = format!("compared from {from} s to {to} s, at {times}");
        _ = writeln!(text, "{}", paint(style::QUIET, line));
    }
    text
}

fn row(track: &TrackComparison, width: usize) -> String {
    let position =
        track.position_m.map_or_else(String::new, |apart| distance(apart.max, apart.rms));
    let rotation = track.rotation_deg.map_or_else(String::new, |apart| {
        let [max, rms] = [apart.max, apart.rms].map(|deg| people::trimmed(deg.into(), 2));
        format!("{max}°, {rms}")
    });
    let worst = track
        .position_m
        .filter(|apart| people::measure(apart.max.into()) != "0")
        .map_or_else(String::new, worst);
    let picture = spark(&track.over_time, width.saturating_sub(TABLE).min(36));
    let line = format!(
        "{:8}{position:>17}{rotation:>17}  {:20}{picture}",
        track.track,
        people::start_of(&worst, 19)
    );
    let mut text = line.trim_end().to_owned() + "\n";
    if track.state_mismatch_secs > 0.0 {
        let mut parts = Vec::new();
        for (secs, what) in [
            (track.tracked_mismatch_secs, "tracked"),
            (track.pinching_mismatch_secs, "pinching"),
            (track.known_mismatch_secs, "known"),
        ] {
            if secs > 0.0 {
                parts.push(format!("{what} for {}", people::duration(secs.into())));
            }
        }
        let line = format!("only in one recording: {}", parts.join(", "));
        _ = writeln!(text, "{:8}{}", "", paint(style::NOTABLE, line));
    }
    text
}

/// Maximum and RMS distance: `1.99 mm, 1.01`, or in metres if that is shorter.
fn distance(max_m: f32, rms_m: f32) -> String {
    let [max, rms] = [max_m, rms_m].map(f64::from);
    if max >= 1e4 {
        format!("{max:.1e} m")
    } else if max >= 1.0 {
        format!("{} m, {}", people::trimmed(max, 2), people::trimmed(rms, 2))
    } else {
        let decimals = if max >= 0.1 { 1 } else { 2 };
        let [max, rms] = [max, rms].map(|metres| people::trimmed(metres * 1000.0, decimals));
        format!("{max} mm, {rms}")
    }
}

fn worst(apart: Deviation) -> String {
    let time = people::trimmed(apart.time_secs.into(), 2);
    match apart.joint {
        Some(joint) => format!("{joint} {time} s"),
        None => format!("{time} s"),
    }
}

/// Distance over time as a sparkline; a cross where states differ.
fn spark(buckets: &[Bucket], columns: usize) -> String {
    const LEVELS: [char; 8] = ['▁', '▂', '▃', '▄', '▅', '▆', '▇', '█'];
    if buckets.is_empty() || columns == 0 {
        return String::new();
    }
    let columns = columns.min(buckets.len());
    let level = |bucket: &Bucket| bucket.position_m.or(bucket.rotation_deg).unwrap_or(0.0);
    let highest = buckets.iter().map(level).fold(0.0_f32, f32::max);
    let mut text = String::new();
    for column in 0..columns {
        let part = column * buckets.len() / columns..(column + 1) * buckets.len() / columns;
        let part = buckets.get(part).unwrap_or_default();
        let high = part.iter().map(level).fold(0.0_f32, f32::max);
        text += &if part.iter().any(|bucket| bucket.mismatch) {
            paint(style::NOTABLE, '×')
        } else if high <= 0.0 {
            paint(style::QUIET, '·')
        } else {
            let step = to_count(f64::from(high / highest) * 7.999);
            paint(style::TRACK, LEVELS.get(step).copied().unwrap_or('█'))
        };
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_picture_has_the_highest_of_each_part() {
        let bucket =
            |metres| Bucket { position_m: Some(metres), rotation_deg: None, mismatch: false };
        let buckets = [
            bucket(0.0),
            bucket(0.0),
            bucket(0.5),
            bucket(1.0),
            Bucket { mismatch: true, ..bucket(0.1) },
        ];
        let plain: String =
            spark(&buckets, 5).chars().filter(|c| "·▁▂▃▄▅▆▇█×".contains(*c)).collect();
        assert_eq!(plain, "··▄█×");
    }
}

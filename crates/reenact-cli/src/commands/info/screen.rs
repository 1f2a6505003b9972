//! What is in a recording, on one screen.

use std::fmt::Write;

use anstyle::Style;
use reenact::hand::Side;
use reenact::number::to_f64;
use reenact::{CurveId, Recording};
use reenact_inspect::summary::{Hand, Span, Summary};

use crate::batch::Read;
use crate::text::style::{self, paint};
use crate::text::timeline::Timeline;
use crate::text::{bar, people};

/// Columns of what stands before the bars, and of what stands after them.
const LABEL: usize = 12;
const SHARE: usize = 11;

/// A recording as lines of at most `width` columns: how it is stored, when the hands were there and what they did, its
/// named moments, and where its keys are.
pub(super) fn render(read: &Read<'_>, summary: &Summary, width: usize) -> String {
    let recording = &read.recording;
    let mut text = heading(read, summary, width);
    let keys = key_columns(summary);
    let columns = width.saturating_sub(LABEL + keys + SHARE);
    let timeline = Timeline::new(summary.start_secs, summary.duration_secs, columns);
    text += &tracks(recording, summary, timeline.as_ref(), [columns, keys]);
    if let Some(timeline) = &timeline {
        text += &markers(recording, timeline);
    }
    text += &hands(summary);
    if summary.hands.is_some() && timeline.is_some() {
        let legend = [
            paint(style::QUIET, "· not tracked"),
            paint(style::GOOD, "━ tracked"),
            paint(style::NOTABLE, "█ pinching"),
        ];
        _ = writeln!(text, "\n{:LABEL$}{}", "", legend.join("   "));
    }
    text
}

/// Columns of the longest number of keys, and what keeps it apart.
fn key_columns(summary: &Summary) -> usize {
    let hands = summary.hands.iter().flat_map(|hands| [hands.left.keys, hands.right.keys]);
    let most = hands.chain([summary.camera_keys, summary.gaze_keys]).max().unwrap_or(0);
    people::count(most, "key").chars().count() + 2
}

fn heading(read: &Read<'_>, summary: &Summary, width: usize) -> String {
    let Read { input, bytes, recording } = read;
    let form = summary.form;
    let written_by = match (form.version.is_1_1(), form.layout, form.marker_list) {
        (true, reenact::Layout::Mrtk, true) => "as MRTK 2.6 – 2.8 write it",
        (false, _, true) => "as MRTK 2.0 – 2.5 write it",
        (_, reenact::Layout::Published, _) => "as Microsoft's page has it, which MRTK cannot load",
        (.., false) => "without a marker list, which MRTK cannot load",
    };
    let start = summary.start_secs;
    let from = if start == 0.0 {
        String::new()
    } else {
        format!(", from {} s on", people::trimmed(start.into(), 3))
    };
    let trailing = match summary.trailing_bytes {
        0 => String::new(),
        count => format!(", {} after the markers", people::count(count, "byte")),
    };
    let markers = recording.marker_list().map_or_else(
        || "no marker list".to_owned(),
        |markers| people::count(markers.len(), "marker"),
    );
    format!(
        "{}\n{}   {}{from}\nversion {}, {} layout: {written_by}\n{} in {}, {markers}{trailing}\n",
        paint(style::HEADING, people::end_of(&input.to_string(), width)),
        people::size(*bytes),
        paint(style::HEADING, people::duration(summary.duration_secs.into())),
        form.version,
        form.layout,
        people::count(summary.keys, "key"),
        people::count(summary.curves, "curve"),
    )
}

fn tracks(
    recording: &Recording<'_>,
    summary: &Summary,
    timeline: Option<&Timeline>,
    [columns, key_columns]: [usize; 2],
) -> String {
    let mut text = String::from("\n");
    if let Some(timeline) = timeline {
        for line in timeline.ruler() {
            _ = writeln!(text, "{:LABEL$}{}", "", paint(style::QUIET, line));
        }
    }
    let all = summary.keys.max(1);
    let mut row = |name: &str, drawn: Option<(String, usize)>| {
        let Some((bar, keys)) = drawn else {
            _ = writeln!(text, "{name:LABEL$}{}", paint(style::QUIET, "not recorded"));
            return;
        };
        let share = bar::share(to_f64(keys) / to_f64(all), SHARE - 2);
        let keys = format!("{:>key_columns$}", people::count(keys, "key"));
        let line = format!("{name:LABEL$}{bar}{keys}  {}", paint(style::TRACK, share));
        _ = writeln!(text, "{}", line.trim_end());
    };
    let plain = |is_one: fn(CurveId) -> bool| match timeline {
        Some(timeline) => line(&timeline.cells(&[key_span(recording, is_one)])),
        None => paint(style::QUIET, format!("{:columns$}", "no time passes")),
    };
    let hand = |side| {
        let hand = summary.hands.as_ref()?.get(side);
        let bar = timeline.map_or_else(
            || paint(style::QUIET, format!("{:columns$}", "no time passes")),
            |timeline| hand_bar(hand, timeline),
        );
        Some((bar, hand.keys))
    };
    let is_camera: fn(CurveId) -> bool = |id| matches!(id, CurveId::Camera(_));
    let is_gaze: fn(CurveId) -> bool = |id| matches!(id, CurveId::Gaze(_));
    row("camera", summary.tracks.camera.then(|| (plain(is_camera), summary.camera_keys)));
    row("left hand", hand(Side::Left));
    row("right hand", hand(Side::Right));
    row("gaze", summary.tracks.gaze.then(|| (plain(is_gaze), summary.gaze_keys)));
    text
}

fn hands(summary: &Summary) -> String {
    let Some(hands) = &summary.hands else { return String::new() };
    let total = f64::from(summary.duration_secs) - f64::from(summary.start_secs);
    let mut text = String::from("\n");
    for side in Side::ALL {
        _ = writeln!(text, "{:LABEL$}{}", format!("{side} hand"), said(hands.get(side), total));
    }
    text
}

/// `tracked for 1.2 s, 75 % of the time; 2 pinches, 0.4 s in all`.
fn said(hand: &Hand, total_secs: f64) -> String {
    if hand.tracked.is_empty() && hand.pinching.is_empty() {
        return paint(style::QUIET, "never tracked");
    }
    let tracked = hand.tracked_secs();
    let times = match hand.tracked.len() {
        0 | 1 => String::new(),
        spans => format!(" in {spans} spans"),
    };
    let pinches = match hand.pinching.len() {
        0 => "never pinching".to_owned(),
        1 => format!("1 pinch of {}", people::duration(hand.pinching_secs())),
        count => format!("{count} pinches, {} in all", people::duration(hand.pinching_secs())),
    };
    let share = people::percent(tracked / total_secs);
    format!("tracked for {}{times}, {share} of the time; {pinches}", people::duration(tracked))
}

fn markers(recording: &Recording<'_>, timeline: &Timeline) -> String {
    let (lines, left_out) = timeline.markers(recording.markers());
    let mut text = String::new();
    for line in &lines {
        _ = writeln!(text, "{:LABEL$}{}", "", paint(style::MARKER, line));
    }
    if left_out > 0 {
        let more = format!("and {} more: reenact marker list", people::count(left_out, "marker"));
        _ = writeln!(text, "{:LABEL$}{}", "", paint(style::QUIET, more));
    }
    text
}

/// From the first to the last key of some curves.
fn key_span(recording: &Recording<'_>, is_one: fn(CurveId) -> bool) -> Span {
    let curves = recording.curves().filter(|(id, _)| is_one(*id));
    let ends =
        curves.filter_map(|(_, curve)| Some((curve.first()?.time_secs, curve.last()?.time_secs)));
    let (start_secs, end_secs) = ends
        .reduce(|(a, b), (first, last)| (a.min(first), b.max(last)))
        .unwrap_or((f32::NAN, f32::NAN));
    Span { start_secs, end_secs }
}

fn line(cells: &[bool]) -> String {
    runs(cells.iter().map(|&on| if on { ('─', style::TRACK) } else { (' ', Style::new()) }))
}

pub(super) fn hand_bar(hand: &Hand, timeline: &Timeline) -> String {
    let [tracked, pinching] = [&hand.tracked, &hand.pinching].map(|spans| timeline.cells(spans));
    runs(tracked.iter().zip(&pinching).map(|cell| match cell {
        (_, true) => ('█', style::NOTABLE),
        (true, false) => ('━', style::GOOD),
        (false, false) => ('·', style::QUIET),
    }))
}

/// Cells as text, with as few changes of colour as it takes.
fn runs(cells: impl Iterator<Item = (char, Style)>) -> String {
    let cells: Vec<(char, Style)> = cells.collect();
    let paint_run = |run: &[(char, Style)]| {
        let text: String = run.iter().map(|(cell, _)| cell).collect();
        paint(run.first().map_or(Style::new(), |(_, style)| *style), text)
    };
    cells.chunk_by(|(a, _), (b, _)| a == b).map(paint_run).collect()
}

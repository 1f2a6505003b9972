//! Summary of a recording as text for a terminal.

use std::fmt::Write;

use anstyle::Style;
use reenact::hand::Side;
use reenact::{Recording, TimeSpan, Track};
use reenact_base::number::to_f64;
use reenact_inspect::summary::{Hand, Summary};

use crate::batch::Read;
use crate::context::name_width;
use crate::text::style::{self, paint};
use crate::text::timeline::Timeline;
use crate::text::{bar, people};

/// Width of the label before a bar, and of the text after it.
const LABEL: usize = 12;
const SHARE: usize = 11;

/// Renders a recording as lines of at most `width` columns: form, tracking and pinches of the hands, markers, and number of keys.
pub(super) fn render(read: &Read<'_>, summary: &Summary, width: usize) -> String {
    let recording = &read.recording;
    let mut text = heading(read, summary, width);
    let keys = key_columns(summary);
    let columns = width.saturating_sub(LABEL + keys + SHARE);
    let timeline = Timeline::new(summary.start_secs, summary.end_secs, columns);
    text += &tracks(summary, timeline.as_ref(), [columns, keys]);
    if let Some(timeline) = &timeline {
        text += &markers(recording, timeline);
    }
    text += &hands(summary);
    if summary.hands.is_some() && timeline.is_some() {
        let legend = [
            paint(style::QUIET, "· not tracked"),
            paint(style::NOTABLE, "╌ tracked, no poses"),
            paint(style::GOOD, "━ observed"),
            paint(style::NOTABLE, "█ pinching"),
        ];
        _ = writeln!(text, "\n{:LABEL$}{}", "", legend.join("   "));
    }
    text
}

/// Width of the column with numbers of keys.
fn key_columns(summary: &Summary) -> usize {
    let hands = summary.hands.iter().flat_map(|hands| [hands.left.keys, hands.right.keys]);
    let most = hands.chain([summary.camera_keys, summary.gaze_keys]).max().unwrap_or(0);
    people::count(most, "key").chars().count() + 2
}

fn heading(read: &Read<'_>, summary: &Summary, width: usize) -> String {
    let Read { input, bytes, format, recording } = read;
    let form = summary.form;
    let written_by = match (form.version.is_1_1(), form.layout, form.marker_list) {
        (true, reenact::Layout::Mrtk, true) => "written by MRTK 2.6 – 2.8",
        (false, _, true) => "written by MRTK 2.0 – 2.5",
        (_, reenact::Layout::Published, _) => {
            "as in Microsoft's documentation; MRTK cannot load it"
        }
        (.., false) => "without a marker list; MRTK cannot load it",
    };
    let stored = match &summary.origin {
        Some(origin) => {
            let local = if origin.variant().is_fork() {
                "\nposes of joints are local, relative to their parents in a rig"
            } else {
                ""
            };
            let lost = origin
                .losses()
                .iter()
                .fold(String::new(), |lost, loss| format!("{lost}\nnot kept: {loss}"));
            format!(
                "{}, by {}; read-only: edits are written as version {}{local}{lost}",
                summary.version,
                origin.variant().writer(),
                form.version
            )
        }
        None if !format.has_form() => {
            let kind = format.summary().split(';').next().unwrap_or_default();
            format!("{kind}; edits are written as version {}", form.version)
        }
        None => format!("version {}, {} layout: {written_by}", form.version, form.layout),
    };
    let secs = |time_secs: f32| people::trimmed(time_secs.into(), 3);
    let from = match (summary.start_secs, summary.first_key_secs) {
        (_, Some(first)) if first < 0.0 => format!(", first key at {} s", secs(first)),
        (0.0, _) => String::new(),
        (start, _) => format!(", from {} s to {} s", secs(start), secs(summary.end_secs)),
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
        "{}\n{}   {}{from}\n{stored}\n{} in {}, {markers}{trailing}\n",
        paint(style::HEADING, people::end_of(&input.to_string(), name_width(width))),
        people::size(*bytes),
        paint(style::HEADING, people::duration(summary.duration_secs.into())),
        people::count(summary.keys, "key"),
        people::count(summary.curves, "curve"),
    )
}

fn tracks(
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
    let no_bar = || paint(style::QUIET, format!("{:columns$}", "single frame"));
    let plain = |track| match timeline {
        Some(timeline) => line(&timeline.cells(summary.observed.spans(track))),
        None => no_bar(),
    };
    let hand = |side| {
        let hand = summary.hands.as_ref()?.get(side);
        let observed = summary.observed.spans(Track::Hand(side));
        let bar = timeline.map_or_else(no_bar, |timeline| hand_bar(hand, observed, timeline));
        Some((bar, hand.keys))
    };
    row("camera", summary.tracks.camera.then(|| (plain(Track::Camera), summary.camera_keys)));
    row("left hand", hand(Side::Left));
    row("right hand", hand(Side::Right));
    row("gaze", summary.tracks.gaze.then(|| (plain(Track::Gaze), summary.gaze_keys)));
    text
}

fn hands(summary: &Summary) -> String {
    let Some(hands) = &summary.hands else { return String::new() };
    let mut text = String::from("\n");
    for side in Side::ALL {
        let description = describe(hands.get(side), summary.duration_secs.into());
        _ = writeln!(text, "{:LABEL$}{description}", format!("{side} hand"));
    }
    text
}

/// Text such as `tracked for 1.2 s (75 %), observed for 1.1 s; 2 pinches, 0.4 s in all`.
fn describe(hand: &Hand, total_secs: f64) -> String {
    if hand.tracked.is_empty() && hand.pinching.is_empty() {
        return paint(style::QUIET, "never tracked");
    }
    if total_secs == 0.0 {
        let pinches = if hand.pinching.is_empty() { "" } else { " and pinching" };
        return format!("tracked{pinches} in the only frame");
    }
    let tracked = hand.tracked_secs;
    let times = match hand.tracked.len() {
        0 | 1 => String::new(),
        spans => format!(" in {spans} spans"),
    };
    let pinches = match hand.pinching.len() {
        0 => "never pinching".to_owned(),
        1 => format!("1 pinch of {}", people::duration(hand.pinching_secs)),
        count => format!("{count} pinches, {} in total", people::duration(hand.pinching_secs)),
    };
    let share = people::percent(tracked / total_secs);
    format!(
        "tracked for {}{times} ({share}), observed for {}; {pinches}",
        people::duration(tracked),
        people::duration(hand.observed_secs)
    )
}

fn markers(recording: &Recording, timeline: &Timeline) -> String {
    let (lines, left_out) = timeline.markers(recording.markers());
    let mut text = String::new();
    for line in &lines {
        _ = writeln!(text, "{:LABEL$}{}", "", paint(style::MARKER, line));
    }
    if left_out > 0 {
        let more =
            format!("and {}: see reenact marker list", people::count(left_out, "more marker"));
        _ = writeln!(text, "{:LABEL$}{}", "", paint(style::QUIET, more));
    }
    text
}

fn line(cells: &[bool]) -> String {
    runs(cells.iter().map(|&on| if on { ('─', style::TRACK) } else { (' ', Style::new()) }))
}

pub(super) fn hand_bar(hand: &Hand, observed: &[TimeSpan], timeline: &Timeline) -> String {
    let [tracked, pinching, observed] =
        [&hand.tracked, &hand.pinching, observed].map(|spans| timeline.cells(spans));
    runs(tracked.iter().zip(&observed).zip(&pinching).map(|cell| match cell {
        (_, true) => ('█', style::NOTABLE),
        ((_, true), false) => ('━', style::GOOD),
        ((true, false), false) => ('╌', style::NOTABLE),
        ((false, false), false) => ('·', style::QUIET),
    }))
}

/// Joins cells to text with as few colour codes as possible.
fn runs(cells: impl Iterator<Item = (char, Style)>) -> String {
    let cells: Vec<(char, Style)> = cells.collect();
    let paint_run = |run: &[(char, Style)]| {
        let text: String = run.iter().map(|(cell, _)| cell).collect();
        paint(run.first().map_or(Style::new(), |(_, style)| *style), text)
    };
    cells.chunk_by(|(a, _), (b, _)| a == b).map(paint_run).collect()
}

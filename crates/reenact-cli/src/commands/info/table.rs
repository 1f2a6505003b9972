//! Summary of several recordings as a table.

use reenact::hand::Side;
use reenact::{TimeSpan, Track};
use reenact_inspect::summary::{Hand, Summary};

use crate::context::name_width;
use crate::input::{Input, Inputs};
use crate::text::people;
use crate::text::style::{self, paint};
use crate::text::timeline::Timeline;

/// Width of all columns except the name.
const REST: usize = 68;
/// Width of a hand's timeline in columns.
const PICTURE: usize = 10;

/// Table printed line by line, because a large batch takes long.
pub(super) struct Table {
    name: usize,
    /// Whether a recording has several lines instead of one row.
    is_narrow: bool,
    is_started: bool,
    has_drafts: bool,
    files: usize,
    bytes: u64,
    secs: f64,
    keys: usize,
}

impl Table {
    pub(super) fn new(inputs: &Inputs, width: usize) -> Self {
        let name = |input: &Input| people::end_of(&input.to_string(), usize::MAX).chars().count();
        let longest = inputs.list().iter().map(name).max().unwrap_or(0);
        let name = longest.clamp(4, name_width(width.saturating_sub(REST).max(12)));
        let is_narrow = width < REST + 12;
        Self {
            name,
            is_narrow,
            is_started: false,
            has_drafts: false,
            files: 0,
            bytes: 0,
            secs: 0.0,
            keys: 0,
        }
    }

    pub(super) fn row(
        &mut self,
        file: &str,
        bytes: u64,
        summary: &Summary,
        markers: usize,
    ) -> String {
        self.files += 1;
        self.bytes = self.bytes.saturating_add(bytes);
        self.secs += f64::from(summary.duration_secs);
        self.keys = self.keys.saturating_add(summary.keys);
        self.has_drafts |= summary.origin.is_some();
        let version = match (&summary.origin, summary.form.layout) {
            (Some(origin), _) => origin.variant().short_name().to_owned(),
            (None, reenact::Layout::Mrtk) => summary.version.clone(),
            (None, reenact::Layout::Published) => format!("{}p", summary.version),
        };
        let timeline = Timeline::new(summary.start_secs, summary.end_secs, PICTURE);
        let picture = |side| {
            let hand = summary.hands.as_ref().map(|hands| hands.get(side));
            hand.map_or_else(
                || " ".repeat(PICTURE),
                |hand| {
                    let observed = summary.observed.spans(Track::Hand(side));
                    small_bar(hand, observed, timeline.as_ref())
                },
            )
        };
        if self.is_narrow {
            let [left, right] = [Side::Left, Side::Right].map(picture);
            let file = paint(style::HEADING, people::end_of(file, usize::MAX));
            let [size, secs] =
                [people::size(bytes), people::duration(summary.duration_secs.into())];
            let [keys, markers] =
                [people::count(summary.keys, "key"), people::count(markers, "marker")];
            return format!(
                "{file}\n  {size}   {version}   {secs}\n  {keys}   {markers}\n  {left} {right}\n"
            );
        }
        let name = self.name;
        let line = format!(
            "{:name$} {:>8} {version:>4} {:>11} {:>9} {} {} {}{} {:>7}\n",
            people::end_of(file, name),
            people::size(bytes),
            people::duration(summary.duration_secs.into()),
            people::grouped(summary.keys),
            picture(Side::Left),
            picture(Side::Right),
            track(summary.tracks.camera, 'c'),
            track(summary.tracks.gaze, 'g'),
            if markers == 0 { String::new() } else { people::grouped(markers) },
        );
        let line = line.trim_end().to_owned() + "\n";
        if std::mem::replace(&mut self.is_started, true) { line } else { self.head() + &line }
    }

    fn head(&self) -> String {
        let name = self.name;
        let head = format!(
            "{:name$} {:>8} {:>4} {:>11} {:>9} {:PICTURE$} {:PICTURE$} {:2} {:>7}",
            "file", "size", "ver", "length", "keys", "left", "right", "", "markers"
        );
        paint(style::HEADING, head) + "\n"
    }

    /// Totals, and the legend.
    pub(super) fn end(&self) -> String {
        if self.files == 0 {
            return String::new();
        }
        if self.is_narrow {
            let sum = [
                people::count(self.files, "recording"),
                people::size(self.bytes),
                people::duration(self.secs),
                people::count(self.keys, "key"),
            ];
            return paint(style::HEADING, sum.join("   ")) + "\n";
        }
        let name = self.name;
        let sum = format!(
            "{:name$} {:>8} {:>4} {:>11} {:>9}",
            people::count(self.files, "recording"),
            people::size(self.bytes),
            "",
            people::duration(self.secs),
            people::grouped(self.keys),
        );
        let mut legend = "· not tracked  ╌ tracked, no poses  ━ observed  █ pinching  c camera  g gaze  p published layout".to_owned();
        if self.has_drafts {
            legend += "  A, B, C drafts of 2019  F forks";
        }
        format!("{}\n{}\n", paint(style::HEADING, sum), paint(style::QUIET, legend))
    }
}

fn track(is_there: bool, sign: char) -> String {
    if is_there { paint(style::TRACK, sign) } else { paint(style::QUIET, '·') }
}

fn small_bar(hand: &Hand, observed: &[TimeSpan], timeline: Option<&Timeline>) -> String {
    let Some(timeline) = timeline else { return paint(style::QUIET, "·".repeat(PICTURE)) };
    super::screen::hand_bar(hand, observed, timeline)
}

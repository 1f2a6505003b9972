//! What is in many recordings, one line each.

use reenact::hand::Side;
use reenact_inspect::summary::{Hand, Summary};

use crate::input::Inputs;
use crate::text::people;
use crate::text::style::{self, paint};
use crate::text::timeline::Timeline;

/// Columns of everything but the name.
const REST: usize = 68;
/// Columns of the picture of a hand.
const PICTURE: usize = 10;

/// Prints line by line, since the last may come long after the first.
pub(super) struct Table {
    name: usize,
    is_started: bool,
    files: usize,
    bytes: u64,
    secs: f64,
    keys: usize,
}

impl Table {
    pub(super) fn new(inputs: &Inputs, width: usize) -> Self {
        let longest = inputs.list().iter().map(|input| input.to_string().chars().count()).max();
        let name = longest.unwrap_or(0).clamp(4, width.saturating_sub(REST).max(12));
        Self { name, is_started: false, files: 0, bytes: 0, secs: 0.0, keys: 0 }
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
        let version = match summary.form.layout {
            reenact::Layout::Mrtk => summary.form.version.to_string(),
            reenact::Layout::Published => format!("{}p", summary.form.version),
        };
        let timeline = Timeline::new(summary.start_secs, summary.duration_secs, PICTURE);
        let picture = |side| {
            let hand = summary.hands.as_ref().map(|hands| hands.get(side));
            hand.map_or_else(|| " ".repeat(PICTURE), |hand| small_bar(hand, timeline.as_ref()))
        };
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

    /// The sum of all, and what the signs mean.
    pub(super) fn end(&self) -> String {
        if self.files == 0 {
            return String::new();
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
        let legend = "· not tracked  ━ tracked  █ pinching  c camera  g gaze  p published layout";
        format!("{}\n{}\n", paint(style::HEADING, sum), paint(style::QUIET, legend))
    }
}

fn track(is_there: bool, sign: char) -> String {
    if is_there { paint(style::TRACK, sign) } else { paint(style::QUIET, '·') }
}

fn small_bar(hand: &Hand, timeline: Option<&Timeline>) -> String {
    let Some(timeline) = timeline else { return paint(style::QUIET, "·".repeat(PICTURE)) };
    super::screen::hand_bar(hand, timeline)
}

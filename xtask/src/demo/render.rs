//! What is in a recording, on one screen.

use std::fmt::Write;

use reenact::hand::{Joint, Side};
use reenact::{Curve, CurveId, PoseComponent, RayComponent, Recording};

use super::timeline::{Timeline, on_spans};
use crate::term::{Term, grouped};

/// Columns of what stands before the bars, and after them.
const LABEL: usize = 12;
const COUNT: usize = 14;
/// Below this, things would not fit.
const MIN_WIDTH: usize = 72;

/// A recording as lines of at most `width` columns (at least 72): when the hands were there and what they
/// did, when the named moments were, and the room that everything took.
pub(super) fn render(recording: &Recording<'_>, width: usize, term: Term) -> String {
    let mut text = heading(recording, term);
    let bar = width.max(MIN_WIDTH) - LABEL - COUNT;
    match Timeline::of(recording, bar) {
        Some(timeline) => {
            text += &bars(recording, &timeline, term);
            text += &hand_times(recording, &timeline);
        }
        None => text += "\nno keys that take time\n",
    }
    text += &ranges(recording, term);
    text
}

fn heading(recording: &Recording<'_>, term: Term) -> String {
    let count = |number: usize| grouped(u64::try_from(number).unwrap_or(u64::MAX));
    format!(
        "{}   {:.2} s   {} bytes\n{} curves, {} keys, {} markers\n",
        term.bold(&format!(
            "MRTK input animation {} ({} layout)",
            recording.version(),
            recording.layout()
        )),
        recording.duration_secs(),
        count(recording.encoded_len()),
        count(recording.curves().len()),
        count(recording.key_count()),
        count(recording.markers().count()),
    )
}

type IsOfTrack = fn(CurveId) -> bool;

/// How each track is called, and which curves are its own.
const TRACKS: [(&str, IsOfTrack); 4] = [
    ("camera", |id| matches!(id, CurveId::Camera(_))),
    ("left hand", |id| is_of_hand(id, Side::Left)),
    ("right hand", |id| is_of_hand(id, Side::Right)),
    ("gaze", |id| matches!(id, CurveId::Gaze(_))),
];

fn is_of_hand(id: CurveId, hand: Side) -> bool {
    matches!(id, CurveId::Tracked(side) | CurveId::Pinching(side) | CurveId::Joint(side, ..) if side == hand)
}

fn bars(recording: &Recording<'_>, timeline: &Timeline, term: Term) -> String {
    let mut text = String::from("\n");
    for line in timeline.ruler() {
        _ = writeln!(text, "{:LABEL$}{}", "", term.dim(&line));
    }
    for (name, is_of_track) in TRACKS {
        let curves: Vec<&Curve<'_>> =
            recording.curves().filter(|(id, _)| is_of_track(*id)).map(|(_, curve)| curve).collect();
        if curves.is_empty() {
            _ = writeln!(text, "{name:LABEL$}{}", term.dim("not recorded"));
            continue;
        }
        let bar = match name {
            "left hand" => hand_bar(recording, Side::Left, timeline, term),
            "right hand" => hand_bar(recording, Side::Right, timeline, term),
            _ => term.cyan(&timeline.bar(&[key_span(&curves)], '─', ' ')),
        };
        let keys: usize = curves.iter().map(|curve| curve.len()).sum();
        let keys = format!("{} keys", grouped(u64::try_from(keys).unwrap_or(u64::MAX)));
        _ = writeln!(text, "{name:LABEL$}{bar}{keys:>COUNT$}");
    }
    for line in timeline.markers(recording) {
        _ = writeln!(text, "{:LABEL$}{}", "", term.bold(&line));
    }
    if recording.tracks().hands {
        let legend =
            [term.dim("· not tracked"), term.green("━ tracked"), term.yellow("█ pinching")];
        _ = writeln!(text, "\n{:LABEL$}{}", "", legend.join("   "));
    }
    text
}

/// From the first to the last key of some curves.
fn key_span(curves: &[&Curve<'_>]) -> (f32, f32) {
    let ends =
        curves.iter().filter_map(|curve| Some((curve.first()?.time_secs, curve.last()?.time_secs)));
    ends.reduce(|(a, b), (first, last)| (a.min(first), b.max(last))).unwrap_or((0.0, 0.0))
}

fn hand_bar(recording: &Recording<'_>, hand: Side, timeline: &Timeline, term: Term) -> String {
    let bar = |id, on| timeline.bar(&spans(recording, id, timeline), on, ' ');
    let tracked = bar(CurveId::Tracked(hand), '━');
    let pinching = bar(CurveId::Pinching(hand), '█');
    let cells: Vec<char> = tracked
        .chars()
        .zip(pinching.chars())
        .map(|cell| match cell {
            (_, '█') => '█',
            ('━', _) => '━',
            _ => '·',
        })
        .collect();
    let paint = |run: &[char]| {
        let text: String = run.iter().collect();
        match run.first() {
            Some('█') => term.yellow(&text),
            Some('━') => term.green(&text),
            _ => term.dim(&text),
        }
    };
    cells.chunk_by(|a, b| a == b).map(paint).collect()
}

/// When a boolean curve was on.
fn spans(recording: &Recording<'_>, id: CurveId, timeline: &Timeline) -> Vec<(f32, f32)> {
    recording
        .curve(id)
        .map_or_else(Vec::new, |curve| on_spans(curve, timeline.start_secs, timeline.end_secs))
}

fn hand_times(recording: &Recording<'_>, timeline: &Timeline) -> String {
    let mut text = String::new();
    if !recording.tracks().hands {
        return text;
    }
    text.push('\n');
    let total = timeline.end_secs - timeline.start_secs;
    let sum = |spans: &[(f32, f32)]| spans.iter().fold(0.0, |sum, (from, to)| sum + to - from);
    for side in Side::ALL {
        let tracked = sum(&spans(recording, CurveId::Tracked(side), timeline));
        let pinches = spans(recording, CurveId::Pinching(side), timeline);
        let name = format!("{side} hand");
        let share = 100.0 * tracked / total;
        _ = write!(text, "{name:LABEL$}tracked {tracked:.1} s ({share:.0} %), ");
        _ = match pinches.len() {
            0 => writeln!(text, "never pinching"),
            1 => writeln!(text, "1 pinch of {:.1} s", sum(&pinches)),
            count => writeln!(text, "{count} pinches of {:.1} s in all", sum(&pinches)),
        };
    }
    text
}

/// The room that positions took in metres, and the directions of the gaze.
fn ranges(recording: &Recording<'_>, term: Term) -> String {
    use PoseComponent::{PositionX, PositionY, PositionZ};
    use RayComponent::{DirectionX, DirectionY, DirectionZ, OriginX, OriginY, OriginZ};

    let position = [PositionX, PositionY, PositionZ];
    let palm = |side| position.map(|component| CurveId::Joint(side, Joint::Palm, component));
    let rows = [
        ("camera", "m", position.map(CurveId::Camera)),
        ("left palm", "m", palm(Side::Left)),
        ("right palm", "m", palm(Side::Right)),
        ("gaze from", "m", [OriginX, OriginY, OriginZ].map(CurveId::Gaze)),
        ("gaze along", "", [DirectionX, DirectionY, DirectionZ].map(CurveId::Gaze)),
    ];
    let mut text = String::new();
    for (name, unit, ids) in rows {
        let cells = ids.map(|id| recording.curve(id).and_then(range));
        if cells.iter().all(Option::is_none) {
            continue;
        }
        if text.is_empty() {
            let heading = format!("{:LABEL$}{:^17}  {:^17}  {:^17}", "", "x", "y", "z");
            _ = writeln!(text, "\n{}", term.dim(heading.trim_end()));
        }
        let cells = cells.map(Option::unwrap_or_default);
        let [x, y, z] = cells;
        let line = format!("{name:LABEL$}{x:^17}  {y:^17}  {z:^17}  {unit}");
        _ = writeln!(text, "{}", line.trim_end());
    }
    text
}

/// The lowest and the highest value of a curve.
fn range(curve: &Curve<'_>) -> Option<String> {
    let values = || curve.iter().map(|key| key.value);
    let [low, high] = [values().reduce(f32::min)?, values().reduce(f32::max)?];
    // Adding 0 turns -0 into 0, once it is rounded.
    let [low, high] = [low, high].map(|value| (value * 100.0).round() / 100.0 + 0.0);
    Some(format!("{low:>7.2} … {high:<7.2}"))
}

#[cfg(test)]
mod tests {
    use reenact::{Form, Marker, Tracks};

    use super::*;

    const PLAIN: Term = Term { is_coloured: false };

    fn small_recording() -> Recording<'static> {
        let mut recording = Recording::new(Form::MRTK_1_1, Tracks::ALL).unwrap();
        let mut set =
            |name: &str, curve| recording.set_curve(name.parse().unwrap(), curve).unwrap();
        set("camera.position.x", Curve::simple([(0.0, -0.25), (4.0, 0.5)]));
        set("camera.position.y", Curve::simple([(0.0, 1.6)]));
        set("right.tracked", Curve::boolean([(0.0, false), (1.0, true), (3.0, false)]));
        set("right.pinching", Curve::boolean([(0.0, false), (1.5, true), (2.0, false)]));
        set("gaze.direction.z", Curve::simple([(0.0, 1.0), (2.0, 0.9)]));
        recording.set_markers([Marker::new(1.5, "grab"), Marker::new(4.0, "done")]).unwrap();
        recording
    }

    #[test]
    fn a_recording_shows_its_hands_its_moments_and_its_room() {
        let expected = "\
MRTK input animation 1.1 (mrtk layout)   4.00 s   4,869 bytes
395 curves, 11 keys, 2 markers

            0 s        1           2          3          4
            ├──────────┼───────────┼──────────┼──────────┤
camera      ──────────────────────────────────────────────        3 keys
left hand   ··············································        0 keys
right hand  ···········━━━━━━██████━━━━━━━━━━━━···········        6 keys
gaze        ───────────────────────                               2 keys
                             ▲ grab                 done ▲

            · not tracked   ━ tracked   █ pinching

left hand   tracked 0.0 s (0 %), never pinching
right hand  tracked 2.0 s (50 %), 1 pinch of 0.5 s

                    x                  y                  z
camera        -0.25 … 0.50        1.60 … 1.60                        m
gaze along                                           0.90 … 1.00
";
        let text = render(&small_recording(), 72, PLAIN);
        assert_eq!(text, expected, "\n{text}");
    }

    #[test]
    fn colour_changes_nothing_but_colour() {
        let recording = small_recording();
        let coloured = render(&recording, 80, Term { is_coloured: true });
        let mut plain = String::new();
        for (n, part) in coloured.split('\x1b').enumerate() {
            plain += if n == 0 { part } else { part.split_once('m').unwrap().1 };
        }
        assert_eq!(plain, render(&recording, 80, PLAIN));
    }

    #[test]
    fn no_line_is_wider_than_asked_whatever_the_recording() {
        std::env::set_current_dir(concat!(env!("CARGO_MANIFEST_DIR"), "/..")).unwrap();
        for path in crate::files::recordings().unwrap() {
            let bytes = std::fs::read(&path).unwrap();
            let Ok(recording) = Recording::parse(&bytes) else { continue };
            for width in [72, 80, 100] {
                for line in render(&recording, width, PLAIN).lines() {
                    assert!(line.chars().count() <= width, "{}: {line}", path.display());
                }
            }
        }
    }
}

//! Start, end, duration, tracked and observed time are equal in all reports and formats.
//!
//! `crates/reenact-wasm/tests/smoke.mjs` compares the viewer's module with `info`.

use std::fs;
use std::path::Path;

use reenact::hand::{Joint, Side};
use reenact::{CurveId, OBSERVED_TOLERANCE_SECS, PoseComponent, Recording};
use serde_json::Value;

use crate::common::{Folder, in_folders};

/// Start, end and the spans of each hand, from `info --json`.
struct Facts {
    name: String,
    start: f64,
    end: f64,
    duration: f64,
    first_key: Option<f64>,
    hands: Option<[Hand; 2]>,
    observed: Value,
}

struct Hand {
    tracked_secs: f64,
    observed_secs: f64,
    observed: Vec<[f64; 2]>,
}

impl Facts {
    fn of(path: &Path, info: &Value) -> Self {
        let number = |name: &str| info[name].as_f64().unwrap_or_else(|| panic!("{info}"));
        let hand = |side: Side| Hand {
            tracked_secs: info["hands"][side.name()]["tracked_secs"].as_f64().unwrap(),
            observed_secs: info["hands"][side.name()]["observed_secs"].as_f64().unwrap(),
            observed: spans(&info["observed"][side.name()]),
        };
        Self {
            name: path.display().to_string(),
            start: number("start_secs"),
            end: number("end_secs"),
            duration: number("duration_secs"),
            first_key: info["first_key_secs"].as_f64(),
            hands: info["hands"].is_object().then(|| Side::ALL.map(hand)),
            observed: info["observed"].clone(),
        }
    }

    /// Rate at which the recording has at most a few thousand frames.
    fn rate_hz(&self) -> f64 {
        (4000.0 / self.duration).min(60.0)
    }

    #[track_caller]
    fn same(&self, found: f64, expected: f64, what: &str) {
        let slack = 1e-6 * self.end.max(1.0);
        assert!(
            (found - expected).abs() <= slack,
            "{}: {what}: {found}, not {expected}",
            self.name
        );
    }
}

fn spans(list: &Value) -> Vec<[f64; 2]> {
    let list = list.as_array().unwrap().iter();
    list.map(|span| [span[0].as_f64().unwrap(), span[1].as_f64().unwrap()]).collect()
}

fn is_in(spans: &[[f64; 2]], time: f64, slack: f64) -> bool {
    spans.iter().any(|[from, to]| from - slack <= time && time <= to + slack)
}

/// Whether a time is within the tolerance, including rounding, of the end of a span.
fn is_near_an_end(spans: &[[f64; 2]], time: f64) -> bool {
    let near = 2.0 * f64::from(OBSERVED_TOLERANCE_SECS);
    spans.iter().flatten().any(|end| (end - time).abs() <= near.max(1e-6 * end.abs()))
}

fn each(check: impl Fn(&Folder, &Path, &Recording, &Facts)) {
    let folder = Folder::new();
    for path in in_folders(&["recordings", "published", "odd", "drafts", "fork"]) {
        let bytes = fs::read(&path).unwrap();
        let recording = Recording::from_slice(&bytes).unwrap();
        let run = folder.run(&format!("info --json {}", path.display())).with_code(0);
        check(&folder, &path, &recording, &Facts::of(&path, &run.json()));
    }
}

#[test]
fn info_follows_the_definitions() {
    each(|_, _, recording, facts| {
        let times = |last: bool| {
            let curves = recording.curves().map(|(_, curve)| curve);
            let keys =
                curves.filter_map(move |curve| if last { curve.last() } else { curve.first() });
            let times = keys.map(|key| f64::from(key.time_secs));
            times.filter(|time| time.is_finite()).collect::<Vec<_>>()
        };
        let first = times(false).into_iter().reduce(f64::min);
        let end = times(true).into_iter().fold(0.0, f64::max);
        assert_eq!(facts.first_key.is_some(), first.is_some(), "{}", facts.name);
        facts.same(facts.first_key.unwrap_or(0.0), first.unwrap_or(0.0), "first key");
        facts.same(facts.end, end, "end");
        facts.same(facts.start, first.unwrap_or(0.0).clamp(0.0, end), "start");
        facts.same(facts.duration, facts.end - facts.start, "duration");
        for (side, hand) in Side::ALL.into_iter().zip(facts.hands.iter().flatten()) {
            assert!(hand.observed_secs <= hand.tracked_secs, "{} {side}", facts.name);
            let sum: f64 = hand.observed.iter().map(|[from, to]| to - from).sum();
            facts.same(hand.observed_secs, sum, "observed");
            let tracked = recording.curve(CurveId::Tracked(side)).unwrap();
            for [from, to] in &hand.observed {
                assert!(facts.start <= *from && from <= to && *to <= facts.end, "{}", facts.name);
                let middle = f64::midpoint(*from, *to) as f32;
                assert!(tracked.is_on_at(middle), "{} {side} at {middle}", facts.name);
            }
        }
    });
}

#[test]
fn stats_measure_the_recording_that_info_describes() {
    each(|folder, path, _, facts| {
        let line = format!("stats --json --rate={} {}", facts.rate_hz(), path.display());
        let stats = folder.run(&line);
        assert!(stats.code == 0 || stats.code == 3, "{stats:?}");
        let stats = stats.json();
        facts.same(stats["duration_secs"].as_f64().unwrap(), facts.duration, "duration of stats");
        for (side, hand) in Side::ALL.into_iter().zip(facts.hands.iter().flatten()) {
            let measured = &stats[side.name()];
            facts.same(measured["tracked_secs"].as_f64().unwrap(), hand.tracked_secs, "tracked");
            // A span is measured from its first frame to its last.
            let observed = measured["observed_secs"].as_f64().unwrap();
            let slack = 2.0 * hand.observed.len() as f64 / facts.rate_hz() + 0.01;
            let off = (observed - hand.observed_secs).abs();
            assert!(off <= slack, "{} {side}: {observed}, {}", facts.name, hand.observed_secs);
        }
    });
}

#[test]
fn samples_have_poses_where_info_says_observed() {
    each(|folder, path, _, facts| {
        let line = format!("sample --json --rate={} {}", facts.rate_hz(), path.display());
        let run = folder.run(&line);
        assert!(run.code == 0 || run.code == 3, "{run:?}");
        let frames: Vec<Value> =
            run.text().lines().map(|line| serde_json::from_str(line).unwrap()).collect();
        let time = |frame: &Value| frame["time_secs"].as_f64().unwrap();
        facts.same(time(&frames[0]), facts.start, "first frame");
        let step = 1.0 / facts.rate_hz();
        let last = time(frames.last().unwrap());
        assert!(last <= facts.end * (1.0 + 1e-6) + step * 2e-3, "{}: {last}", facts.name);
        assert!(last > facts.end * (1.0 - 1e-6) - step * 1.01, "{}: {last}", facts.name);
        for frame in &frames {
            let time = time(frame);
            for track in ["camera", "left", "right", "gaze"] {
                let spans = spans(&facts.observed[track]);
                if frame[track].is_null() && !matches!(track, "camera" | "gaze")
                    || is_near_an_end(&spans, time)
                {
                    continue;
                }
                let expected = is_in(&spans, time, 0.0);
                let (is_observed, has_pose) = match track {
                    "camera" | "gaze" => (expected, !frame[track].is_null()),
                    _ => {
                        let joints = frame[track]["joints"].as_object().unwrap();
                        let is_observed = frame[track]["observed"].as_bool().unwrap();
                        (is_observed, joints.values().any(|joint| !joint.is_null()))
                    }
                };
                assert_eq!(is_observed, expected, "{} {track} at {time}", facts.name);
                assert!(expected || !has_pose, "{} {track} at {time}: made up", facts.name);
            }
        }
        // Every observed frame lasts one step.
        for (side, hand) in Side::ALL.into_iter().zip(facts.hands.iter().flatten()) {
            let count =
                frames.iter().filter(|frame| frame[side.name()]["observed"] == true).count();
            let secs = count as f64 * step;
            let slack = 1.1 * step * (hand.observed.len() + 1) as f64;
            let off = (secs - hand.observed_secs).abs();
            assert!(off <= slack, "{} {side}: {secs}, {}", facts.name, hand.observed_secs);
        }
    });
}

#[test]
fn plots_draw_lines_where_info_says_observed() {
    each(|_, _, recording, facts| {
        let ids =
            Side::ALL.map(|side| CurveId::Joint(side, Joint::Wrist, PoseComponent::PositionX));
        let wanted = reenact_plot::Wanted::of(&ids.map(|id| id.to_string())).unwrap();
        let source = reenact_plot::Source { label: String::new(), recording };
        let plot = reenact_plot::plot(&[source], &wanted).unwrap();
        if let Some((from, to)) = plot.time_range_secs {
            facts.same(from, facts.start, "first time of the plot");
            facts.same(to, facts.end, "last time of the plot");
        }
        let hands = facts.hands.iter().flatten();
        for (panel, hand) in plot.panels.iter().zip(hands) {
            let tracked = panel.shades.iter().find(|shade| shade.label == "tracked").unwrap();
            let secs: f64 = tracked.spans_secs.iter().map(|(from, to)| to - from).sum();
            facts.same(secs, hand.tracked_secs, "tracked in the plot");
            for series in &panel.series {
                let ends = series.times_secs.iter().zip(&series.values);
                let drawn = ends.filter(|(_, value)| value.is_finite()).map(|(time, _)| *time);
                let drawn: Vec<f64> = drawn.collect();
                assert!(
                    drawn.iter().all(|&time| is_in(&hand.observed, time, 1e-6 * facts.end)),
                    "{}",
                    facts.name
                );
                let all = series.values.iter().all(|value| value.is_finite() || value.is_nan());
                if !drawn.is_empty() && all {
                    facts.same(drawn[0], hand.observed[0][0], "start of the line");
                    let last = hand.observed.last().unwrap()[1];
                    facts.same(*drawn.last().unwrap(), last, "end of the line");
                }
            }
        }
    });
}

#[test]
fn lost_tails_start_where_observed_poses_end() {
    let tails = std::cell::Cell::new(0);
    each(|folder, path, _, facts| {
        let run = folder.run(&format!("doctor --json {}", path.display()));
        assert!(run.code == 0 || run.code == 3, "{run:?}");
        let report = run.json();
        for finding in report["findings"].as_array().unwrap() {
            if finding["code"] != "tail-lost" {
                continue;
            }
            let observed = spans(&facts.observed[finding["where"].as_str().unwrap()]);
            let from = finding["from_secs"].as_f64().unwrap();
            facts.same(from, observed.last().unwrap()[1], "start of the lost tail");
            tails.set(tails.get() + 1);
        }
    });
    assert!(tails.get() > 3, "{} lost tails", tails.get());
}

/// The JSON part of a `.glb`.
fn document(glb: &[u8]) -> Value {
    let len = u32::from_le_bytes(glb[12..16].try_into().unwrap()) as usize;
    serde_json::from_slice(&glb[20..20 + len]).unwrap()
}

#[test]
fn gltf_has_the_times_of_the_recording_and_shows_hands_while_they_are_observed() {
    each(|folder, path, _, facts| {
        let run = folder.run(&format!("convert --force {} out.glb", path.display()));
        assert!(run.code == 0 || run.code == 3, "{run:?}");
        let document = document(&folder.read("out.glb"));
        let empty = Vec::new();
        let nodes = document["nodes"].as_array().unwrap_or(&empty);
        let samplers = document["animations"][0]["samplers"].as_array().unwrap_or(&empty);
        let input = |sampler: &Value| {
            let accessor = &document["accessors"][sampler["input"].as_u64().unwrap() as usize];
            [&accessor["min"][0], &accessor["max"][0]].map(|time| time.as_f64().unwrap())
        };
        for sampler in samplers {
            let [first, last] = input(sampler);
            assert!(first >= 0.0, "{}: {first}", facts.name);
            assert!(last <= facts.end.next_up() * (1.0 + 1e-6), "{}: {last}", facts.name);
        }
        for (side, hand) in Side::ALL.into_iter().zip(facts.hands.iter().flatten()) {
            let name = format!("Hand.{side:?}");
            let index = nodes.iter().position(|node| node["name"] == name.as_str()).unwrap();
            let tracked = nodes[index]["extras"]["tracked_secs"].as_array().unwrap();
            let ends =
                |span: &Value| span[1].as_f64().unwrap_or(facts.end) - span[0].as_f64().unwrap();
            facts.same(tracked.iter().map(ends).sum(), hand.tracked_secs, "tracked in glTF");
            let channels = document["animations"][0]["channels"].as_array().unwrap_or(&empty);
            let scale = channels.iter().find(|channel| {
                channel["target"]["node"] == index && channel["target"]["path"] == "scale"
            });
            assert!(scale.is_some() || hand.observed.is_empty(), "{} {side}", facts.name);
            if let Some(scale) = scale.filter(|_| !hand.observed.is_empty()) {
                let [first, last] = input(&samplers[scale["sampler"].as_u64().unwrap() as usize]);
                let expected = [hand.observed[0][0], hand.observed.last().unwrap()[1]];
                // It is hidden from 0 on until it is first observed.
                facts.same(first, 0.0_f64.min(expected[0]), "hand first seen");
                // Within the tolerance of observed spans.
                let tolerance = f64::from(OBSERVED_TOLERANCE_SECS) + 1e-6 * facts.end.max(1.0);
                let hidden = expected[1].min(facts.end);
                let shown = hand.observed.last().unwrap()[0];
                let is_near = |time: f64| (last - time).abs() <= tolerance;
                assert!(is_near(hidden) || is_near(shown), "{}: {side} {last}", facts.name);
            }
        }
    });
}

#[cfg(feature = "parquet")]
#[test]
fn parquet_has_a_row_for_each_sample_and_poses_where_info_says_observed() {
    use parquet::file::reader::{FileReader, SerializedFileReader};
    use parquet::record::Field;
    use reenact_convert::parquet::{self as tables, Options};
    use reenact_convert::tables::Table;

    each(|_, _, recording, facts| {
        let options = Options { rate_hz: facts.rate_hz() as f32, ..Options::default() };
        let mut file = Vec::new();
        let _ = tables::write(recording, Table::Frames, &options, &mut file).unwrap();
        let reader = SerializedFileReader::new(bytes::Bytes::from(file)).unwrap();
        let about = reader.metadata().file_metadata().key_value_metadata().unwrap();
        for (name, expected) in [
            ("recording.start_secs", facts.start),
            ("recording.end_secs", facts.end),
            ("recording.duration_secs", facts.duration),
        ] {
            let found = about.iter().find(|entry| entry.key == name).unwrap();
            facts.same(found.value.as_ref().unwrap().parse().unwrap(), expected, name);
        }
        let sampler = reenact::Sampler::new(recording, options.mode);
        let mut rows = 0;
        for row in reader.get_row_iter(None).unwrap() {
            let row = row.unwrap();
            let field = |name: &str| row.get_column_iter().find(|(of, _)| *of == name).unwrap().1;
            let &Field::Double(time) = field("time_secs") else { panic!("a time is a number") };
            if rows == 0 {
                facts.same(time, facts.start, "first row");
            }
            rows += 1;
            let frame = sampler.frame_at(time as f32);
            for (side, hand) in Side::ALL.into_iter().zip(facts.hands.iter().flatten()) {
                let sample = frame.hand(side).unwrap();
                for (state, expected) in [
                    ("tracked", sample.tracked),
                    ("observed", sample.observed),
                    ("pinching", sample.pinching),
                ] {
                    let found = field(&format!("{side}_{state}"));
                    let what = format!("{} {side} {state} at {time}", facts.name);
                    assert_eq!(found, &Field::Bool(expected), "{what}");
                }
                let is_observed = is_in(&hand.observed, time, 0.0);
                let wrist = field(&format!("{side}_Wrist"));
                if !is_near_an_end(&hand.observed, time) && !is_observed {
                    assert!(matches!(wrist, Field::Null), "{} {side} at {time}", facts.name);
                }
            }
        }
        let frames = reenact::FrameTimes::of(recording, options.rate_hz).unwrap();
        assert_eq!(rows, frames.len(), "{}", facts.name);
    });
}

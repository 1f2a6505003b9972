//! Curves of recordings are assigned to the right panels.

use std::fs;
use std::path::Path;

use reenact::hand::{Joint, Side};
use reenact::{Curve, CurveId, Form, Marker, Mode, PoseComponent, Recording, Tracks};
use reenact_plot::{Source, Wanted, plot};

use crate::common::with_svg;

const X: CurveId = CurveId::Joint(Side::Left, Joint::Wrist, PoseComponent::PositionX);

fn recording() -> Recording {
    let mut recording = Recording::new(Form::MRTK_1_1, Tracks::ALL).unwrap();
    let keys = [0.0, 4.0, 6.0, 10.0].map(|secs| (secs, secs));
    recording.set_curve(X, Curve::simple(keys)).unwrap();
    let tracked = Curve::boolean([(0.0, true), (4.0, false), (6.0, true)]);
    recording.set_curve(CurveId::Tracked(Side::Left), tracked).unwrap();
    let pinching = Curve::boolean([(0.0, false), (2.0, true), (3.0, false), (8.0, true)]);
    recording.set_curve(CurveId::Pinching(Side::Left), pinching).unwrap();
    recording.set_markers([Marker::new(2.0, "grab")]).unwrap();
    recording
}

fn source<'r>(label: &str, recording: &'r Recording) -> Source<'r> {
    Source { label: label.to_owned(), recording }
}

#[test]
fn a_hand_that_is_lost_leaves_a_gap_and_mrtk_draws_across() {
    let recording = recording();
    let mut wanted = Wanted::of(&["left.Wrist.position.x"]).unwrap();
    let clean = plot(&[source("a", &recording)], &wanted).unwrap();
    let series = &clean.panels[0].series[0];
    let points: Vec<(f64, f64)> =
        series.times_secs.iter().copied().zip(series.values.iter().copied()).collect();
    let [a, b, gap, c, d] = points[..] else { panic!("{points:?}") };
    assert_eq!([a, b, c, d], [(0.0, 0.0), (4.0, 4.0), (6.0, 6.0), (10.0, 10.0)]);
    assert!(gap.1.is_nan());
    wanted.mode = Mode::Mrtk;
    let raw = plot(&[source("a", &recording)], &wanted).unwrap();
    assert_eq!(raw.panels[0].series[0].times_secs, [0.0, 4.0, 6.0, 10.0]);
}

#[test]
fn shades_and_flags_come_from_the_states_and_markers() {
    let recording = recording();
    let wanted = Wanted::of(&["left.Wrist.position.x", "camera.position"]).unwrap();
    let shown = plot(&[source("a", &recording)], &wanted).unwrap();
    let shades: Vec<(&str, &[(f64, f64)])> = shown.panels[0]
        .shades
        .iter()
        .map(|shade| (shade.label.as_str(), shade.spans_secs.as_slice()))
        .collect();
    let tracked: &[(f64, f64)] = &[(0.0, 4.0), (6.0, 10.0)];
    let pinching: &[(f64, f64)] = &[(2.0, 3.0), (8.0, 10.0)];
    assert_eq!(shades, [("tracked", tracked), ("pinching", pinching)]);
    assert!(shown.panels[1].shades.is_empty(), "the head has no hand");
    assert_eq!(shown.flags[0].label, "grab");
    let quiet = Wanted { tracked: false, pinching: false, markers: false, ..wanted };
    let quiet = plot(&[source("a", &recording)], &quiet).unwrap();
    assert!(quiet.panels[0].shades.is_empty() && quiet.flags.is_empty());
}

#[test]
fn components_share_a_panel_and_recordings_split_them() {
    let (a, b) = (reenact_make::demo(), recording());
    let wanted = Wanted::of(&["left.Wrist", "camera.position.y", "left.tracked"]).unwrap();
    let labels = |sources: &[Source<'_>]| -> Vec<(String, String, usize)> {
        let panels = plot(sources, &wanted).unwrap().panels;
        panels.into_iter().map(|p| (p.label, p.unit, p.series.len())).collect()
    };
    let row = |label: &str, unit: &str, n: usize| (label.to_owned(), unit.to_owned(), n);
    assert_eq!(
        labels(&[source("a", &a)]),
        [
            row("left.Wrist.position", "m", 3),
            row("left.Wrist.rotation", "quaternion", 4),
            row("camera.position.y", "m", 1),
            row("left.tracked", "0 or 1", 1),
        ]
    );
    let split = labels(&[source("a", &a), source("b", &b)]);
    assert_eq!(split.len(), 9);
    assert_eq!(split[0], row("left.Wrist.position.x", "m", 2));
    assert_eq!(split[1], row("left.Wrist.position.y", "m", 1), "b has no keys there");
}

#[test]
fn a_bent_curve_is_drawn_bent() {
    use reenact::{Key, WeightedMode};
    let mut recording = Recording::new(Form::MRTK_1_0, Tracks::V1_0).unwrap();
    let key = |time, value| Key { weighted_mode: WeightedMode::NONE, ..Key::linear(time, value) };
    let curve = Curve::full([key(0.0, 0.0), key(1.0, 1.0)]);
    recording.set_curve(CurveId::Camera(PoseComponent::PositionX), curve.clone()).unwrap();
    let shown =
        plot(&[source("a", &recording)], &Wanted::of(&["camera.position.x"]).unwrap()).unwrap();
    let series = &shown.panels[0].series[0];
    assert_eq!(series.times_secs.len(), 17);
    for (time, value) in series.times_secs.iter().zip(&series.values) {
        // Zero slope at both ends: the smooth step.
        let expected = time * time * (3.0 - 2.0 * time);
        assert!((value - expected).abs() < 1e-6, "{value} at {time}");
    }
}

#[test]
fn a_name_that_is_none_is_refused_and_says_what_names_are() {
    for (name, meant) in [
        ("left.Wrst.position.x", "left.Wrist.position.x"),
        ("left.Wrist.pos", "left.Wrist.position"),
        ("", "camera.position"),
        ("head", "head_speed_m_s"),
    ] {
        let error = Wanted::of(&[name]).unwrap_err();
        assert_eq!(error.name(), name);
        assert!(error.to_string().contains(meant), "{error}");
    }
    assert_eq!(Wanted::of(&["left"]).unwrap().channels.len(), 2 + 26 * 7);
}

#[test]
fn every_recording_we_keep_can_be_drawn() {
    fn under(folder: &Path, found: &mut Vec<Vec<u8>>) {
        for entry in fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() {
                under(&path, found);
            } else if path.extension().is_some_and(|e| e == "bin") {
                found.push(fs::read(path).unwrap());
            }
        }
    }
    let mut files = Vec::new();
    under(&Path::new(env!("CARGO_MANIFEST_DIR")).join("../../testdata"), &mut files);
    let wanted = Wanted::of(&["left.IndexTip", "right.pinching", "camera", "gaze"]).unwrap();
    let mut drawn = 0;
    for bytes in &files {
        let Ok(recording) = Recording::from_slice(bytes) else { continue };
        with_svg(
            &plot(&[source("a", &recording), source("b", &recording)], &wanted).unwrap(),
            |_| (),
        );
        with_svg(&plot(&[source("a", &recording)], &wanted).unwrap(), |document| {
            assert!(document.input_text().len() < 1_500_000);
        });
        drawn += 1;
    }
    assert!(drawn > 30, "only {drawn}");
}

#[test]
fn a_measure_has_a_panel_with_a_line_for_each_recording() {
    let (recording, nothing) =
        (reenact_make::demo(), Recording::new(Form::MRTK_1_1, Tracks::NONE).unwrap());
    let wanted = Wanted::of(&["left_speed_m_s", "camera.position.x", "gaze_head_deg"]).unwrap();
    let shown = plot(&[source("a", &recording), source("b", &nothing)], &wanted).unwrap();
    let labels: Vec<_> = shown.panels.iter().map(|panel| panel.label.as_str()).collect();
    assert_eq!(labels, ["left speed", "camera.position.x", "gaze to head"]);
    let lines: Vec<_> = shown.panels.iter().map(|panel| panel.series.len()).collect();
    assert_eq!((lines, shown.panels[0].unit.as_str()), (vec![2, 1, 2], "m/s"));
    assert!(shown.panels[0].series[0].values.iter().any(|value| *value > 0.1));
    assert!(shown.panels[0].series[1].values.iter().all(|value| value.is_nan()));
}

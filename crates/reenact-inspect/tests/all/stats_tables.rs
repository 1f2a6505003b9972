//! Every recording gives the same columns, each documented; and measures of the corpus.

use std::collections::BTreeSet;

use reenact_inspect::events::EventKind;
use reenact_inspect::measure::{Measure, Options, series};
use reenact_inspect::stats::{Stats, stats};

use crate::takes::{BOTH, assert_near, corpus, value};

/// Name as in the docs: once for both hands.
fn documented(name: &str) -> &str {
    let sides =
        BOTH.map(|side| name.strip_prefix(side.name()).and_then(|rest| rest.strip_prefix('_')));
    sides.into_iter().flatten().next().unwrap_or(name)
}

#[test]
fn every_measure_series_and_event_has_its_line_in_the_docs_and_no_line_is_left_over() {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/reference/measures.md");
    let text = std::fs::read_to_string(path).unwrap();
    // `| \`name\` | unit | …`
    let lines: Vec<(&str, &str)> = text
        .lines()
        .filter_map(|line| {
            let mut cells = line.strip_prefix("| `")?.split('|');
            Some((cells.next()?.trim().trim_end_matches('`'), cells.next()?.trim()))
        })
        .collect();
    let mut wanted: Vec<(String, &str)> = Vec::new();
    for row in Stats::default().rows() {
        wanted.push((documented(&row.name).to_owned(), row.unit));
    }
    for measure in Measure::all() {
        wanted.push((documented(&measure.to_string()).to_owned(), measure.unit()));
    }
    for kind in EventKind::ALL {
        wanted.push((kind.name().to_owned(), kind.value_name().unwrap_or("")));
    }
    for (name, unit) in &wanted {
        let line = lines.iter().find(|(line, _)| line == name);
        let (_, found) = line.unwrap_or_else(|| panic!("{name} has no line"));
        assert_eq!(found, unit, "{name}");
    }
    let known: BTreeSet<&str> = wanted.iter().map(|(name, _)| name.as_str()).collect();
    for (line, _) in lines {
        assert!(known.contains(line), "{line} is not measured");
    }
}

#[test]
fn names_are_unique_and_end_with_their_unit() {
    let suffix = |unit: &str| match unit {
        "s" => "_secs",
        "m" => "_m",
        "m/s" => "_m_s",
        "m/s²" => "_m_s2",
        "m/s³" => "_m_s3",
        "m³" => "_m3",
        "°" => "_deg",
        "°/s" => "_deg_s",
        "" => "",
        other => panic!("{other}"),
    };
    let rows = Stats::default().rows();
    let names: BTreeSet<_> = rows.iter().map(|row| row.name.clone()).collect();
    let labels: BTreeSet<_> = rows.iter().map(|row| row.label.clone()).collect();
    assert_eq!((names.len(), labels.len()), (rows.len(), rows.len()));
    for row in &rows {
        assert!(row.name.ends_with(suffix(row.unit)), "{row:?}");
        assert_eq!(row.value, None);
    }
    let names: BTreeSet<_> = Measure::all().map(|measure| measure.to_string()).collect();
    assert_eq!(names.len(), Measure::all().count());
    for measure in Measure::all() {
        assert!(measure.to_string().ends_with(suffix(measure.unit())), "{measure}");
        assert_eq!(measure.to_string().parse(), Ok(measure));
    }
}

#[test]
fn every_recording_has_the_same_columns_and_no_number_that_is_none() {
    let columns: Vec<_> = Stats::default().rows().into_iter().map(|row| row.name).collect();
    let files = corpus(&["recordings", "published", "odd"]);
    assert!(files.len() > 40);
    for (name, recording) in files {
        let rows = match stats(&recording, &Options::default()) {
            Ok(stats) => stats.rows(),
            Err(error) => {
                let advice = ["choose an end", "choose a lower rate"];
                assert!(
                    advice.iter().any(|advice| error.to_string().contains(advice)),
                    "{name}: {error}"
                );
                continue;
            }
        };
        assert!(rows.iter().map(|row| &row.name).eq(&columns), "{name}");
        for row in rows {
            assert!(row.value.is_none_or(f64::is_finite), "{name}: {row:?}");
        }
    }
}

#[test]
fn a_series_says_of_each_frame_what_the_stats_sum_up() {
    let recording = reenact_make::demo();
    let options = Options::default();
    let stats = stats(&recording, &options).unwrap();
    for (name, row, is_max) in [
        ("left_pinch_aperture_m", "left_pinch_aperture_mean_m", false),
        ("right_grasp_aperture_m", "right_grasp_aperture_max_m", true),
        ("left_speed_m_s", "left_speed_peak_m_s", true),
        ("right_acceleration_m_s2", "right_acceleration_mean_m_s2", false),
        ("left_jerk_m_s3", "left_jerk_mean_m_s3", false),
        ("right_curl_deg", "right_curl_mean_deg", false),
        ("left_pinky_curl_deg", "left_pinky_curl_mean_deg", false),
        ("left_splay_deg", "left_splay_max_deg", true),
        ("right_head_distance_m", "right_head_distance_mean_m", false),
        ("hands_distance_m", "hands_distance_mean_m", false),
        ("head_speed_m_s", "head_speed_peak_m_s", true),
        ("head_turn_deg_s", "head_turn_mean_deg_s", false),
        ("gaze_head_deg", "gaze_head_max_deg", true),
        ("gaze_speed_deg_s", "gaze_ivt_saccade_peak_deg_s", true),
    ] {
        let series = series(&recording, name.parse().unwrap(), &options).unwrap();
        assert_eq!(series.times_secs.len(), series.values.len());
        let values: Vec<f64> = series.values.iter().flatten().copied().collect();
        let found = if is_max {
            values.iter().copied().fold(f64::MIN, f64::max)
        } else {
            values.iter().sum::<f64>() / values.len() as f64
        };
        assert_near(value(&stats, row), found, 1e-9 * found.abs());
    }
    // No value while the hand is not tracked.
    let aperture = series(&recording, "left_pinch_aperture_m".parse().unwrap(), &options).unwrap();
    assert!(aperture.values.contains(&None));
    let error = "left_mood".parse::<Measure>().unwrap_err();
    assert!(error.to_string().contains("left_mood"));
}

/// Wide enough for any person, narrow enough to detect a wrong unit.
#[test]
fn mrtks_own_recordings_give_what_people_do() {
    let plausible = [
        ("speed_mean_m_s", 0.02, 1.5),
        ("speed_peak_m_s", 0.1, 4.0),
        ("acceleration_mean_m_s2", 0.1, 15.0),
        ("jerk_mean_m_s3", 1.0, 200.0),
        ("pinch_aperture_mean_m", 0.005, 0.15),
        ("grasp_aperture_mean_m", 0.01, 0.2),
        ("curl_mean_deg", 0.0, 270.0),
        ("splay_mean_deg", -20.0, 60.0),
        ("head_distance_mean_m", 0.2, 1.0),
        ("sparc", -6.0, -1.2),
        ("log_dimensionless_jerk", -15.0, -2.0),
    ];
    let mut seen = 0;
    for (name, recording) in corpus(&["recordings"]) {
        if !name.contains("real") {
            continue;
        }
        let stats = stats(&recording, &Options::default()).unwrap();
        for side in BOTH {
            for (measure, low, high) in plausible {
                if let Some(value) = value(&stats, &format!("{side}_{measure}")) {
                    assert!((low..=high).contains(&value), "{name}: {side}_{measure} = {value}");
                    seen += 1;
                }
            }
        }
        if let Some(secs) = value(&stats, "gaze_ivt_fixation_mean_secs") {
            assert!((0.1..2.0).contains(&secs), "{name}: {secs}");
        }
    }
    assert!(seen > 100, "{seen}");
}

/// The same session stored twice: reduced by MRTK's optimizer, and with all keys.
#[test]
fn reduced_and_whole_recordings_measure_alike() {
    let files = corpus(&["recordings"]);
    let of = |name: &str| &files.iter().find(|(other, _)| other == name).unwrap().1;
    // The end of the reduced one is lost.
    let options = Options { to_secs: Some(1.0), ..Options::default() };
    let [whole, reduced] = ["v11_real_2s_lossless", "v11_real_2s_asset"]
        .map(|name| stats(of(name), &options).unwrap());
    for name in [
        "right_path_length_m",
        "right_speed_mean_m_s",
        "right_pinch_aperture_mean_m",
        "right_curl_mean_deg",
        "right_head_distance_mean_m",
        "head_path_length_m",
    ] {
        let (a, b) = (value(&whole, name), value(&reduced, name));
        assert_near(b, a.unwrap(), 0.03 * a.unwrap().abs());
    }
}

#[test]
fn fingers_are_measured_the_same_where_rotations_were_lost() {
    let files = corpus(&["recordings"]);
    let of = |name: &str| &files.iter().find(|(other, _)| other == name).unwrap().1;
    let [whole, lost] = ["v11_real_2s_asset", "v11_m272_real_2s_asset"]
        .map(|name| stats(of(name), &Options::default()).unwrap());
    assert_eq!(whole.right.curl_deg, lost.right.curl_deg);
    assert_eq!(whole.right.path_length_m, lost.right.path_length_m);
}

#[cfg(feature = "serde")]
#[test]
fn reports_are_json_without_anything_that_json_lacks() {
    let recording = reenact_make::demo();
    let stats = stats(&recording, &Options::default()).unwrap();
    let json = serde_json::to_value(&stats).unwrap();
    assert_eq!(json["left"]["pinches"], 1);
    assert_eq!(json["right"]["path_length_m"].as_f64(), stats.right.path_length_m);
    let events = reenact_inspect::events::events(&recording, &Options::default()).unwrap();
    let json = serde_json::to_value(&events).unwrap();
    assert_eq!(json[0]["kind"], "tracked");
    assert_eq!(json[0]["hand"], "right");
    let rows = serde_json::to_value(stats.rows()).unwrap();
    assert_eq!(rows.as_array().unwrap().len(), stats.rows().len());
}

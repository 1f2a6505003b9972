//! Structure of rendered plots.

use reenact_plot::{Flag, Panel, Plot, Series, Shade, Theme, Tint};

use crate::common::{lines, number, of_class, texts, with_svg};

fn series(label: &str, values: &[f64]) -> Series {
    let times = (0..values.len()).map(|i| i as f64).collect();
    Series::new(label, times, values.to_vec())
}

fn two_panels() -> Plot {
    Plot {
        title: "Title <1>".to_owned(),
        panels: vec![
            Panel {
                series: vec![series("x", &[0.0, 1.0, 0.5]), series("y", &[1.0, 0.0, 0.0])],
                ..Panel::new("position", "m")
            },
            Panel {
                series: vec![series("angle", &[10.0, 20.0, 15.0])],
                ..Panel::new("angle", "°")
            },
        ],
        ..Plot::default()
    }
}

#[test]
fn labels_units_legend_title_and_axis_are_written() {
    with_svg(&two_panels(), |document| {
        let texts = texts(document);
        for text in
            ["Title <1>", "position(m)", "x", "y", "angle(°)", "time (s)", "0.0", "1.0", "20"]
        {
            assert!(texts.iter().any(|t| t == text), "no {text:?} in {texts:?}");
        }
        let root = document.root_element();
        let tags: Vec<&str> = root
            .children()
            .filter(roxmltree::Node::is_element)
            .take(2)
            .map(|n| n.tag_name().name())
            .collect();
        assert_eq!(tags, ["title", "desc"]);
        let desc = root.children().find(|n| n.has_tag_name("desc")).unwrap().text().unwrap();
        assert_eq!(desc, "Time from 0.000 s to 2.000 s. position in m: x, y. angle in °: angle.");
        assert_eq!(root.attribute("role"), Some("img"));
        assert_eq!(of_class(document, "panel").len(), 2);
        assert_eq!(of_class(document, "legend").len(), 1, "one line needs no legend");
    });
}

#[test]
fn values_and_times_are_where_the_axes_say() {
    with_svg(&two_panels(), |document| {
        let drawn = lines(document);
        assert_eq!(drawn.len(), 3);
        let (title, pieces) = &drawn[0];
        assert_eq!(title, "position x");
        let window = document.descendants().filter(|n| n.has_tag_name("svg")).nth(1).unwrap();
        let (width, height) = (number(window, "width"), number(window, "height"));
        let points = &pieces[0];
        assert!((points[0].0).abs() < 0.01 && (points[2].0 - width).abs() < 0.01);
        assert!((points[1].0 - width / 2.0).abs() < 0.01);
        // From 0 to 1, with 6 % of room on both sides.
        assert!((points[1].1 - height * 0.06 / 1.12).abs() < 0.02, "{points:?}");
        assert!((points[0].1 - height * 1.06 / 1.12).abs() < 0.02, "{points:?}");
    });
}

#[test]
fn a_gap_is_a_new_piece_and_a_lonely_value_a_dot() {
    let nan = f64::NAN;
    let mut plot = two_panels();
    plot.panels[1].series[0] = series("gaps", &[1.0, 2.0, nan, 3.0, f64::INFINITY, 4.0, 5.0]);
    with_svg(&plot, |document| {
        let pieces: Vec<Vec<usize>> = lines(document)
            .iter()
            .filter(|(title, _)| title == "angle gaps")
            .map(|(_, pieces)| pieces.iter().map(Vec::len).collect())
            .collect();
        assert_eq!(pieces, [vec![2, 2], vec![1]]);
    });
}

#[test]
fn a_spike_among_a_million_points_is_drawn_in_its_place() {
    let n = 1_000_000_u32;
    let times: Vec<f64> = (0..n).map(|i| f64::from(i) * 0.01).collect();
    let mut values = vec![0.0; times.len()];
    values[600_000] = 9.0;
    let panel = Panel {
        series: vec![Series::new("spike", times, values)],
        range: Some((0.0, 10.0)),
        ..Panel::new("a", "")
    };
    let plot = Plot { panels: vec![panel], ..Plot::default() };
    assert!(plot.to_svg().len() < 100_000, "{} bytes", plot.to_svg().len());
    with_svg(&plot, |document| {
        let window = document.descendants().filter(|n| n.has_tag_name("svg")).nth(1).unwrap();
        let (width, height) = (number(window, "width"), number(window, "height"));
        let top =
            lines(document)[0].1[0].iter().copied().min_by(|a, b| a.1.total_cmp(&b.1)).unwrap();
        assert!((top.0 - width * 0.6).abs() < 1.0 && (top.1 - height * 0.1).abs() < 0.1, "{top:?}");
    });
}

#[test]
fn long_labels_end_in_an_ellipsis_and_stay_inside() {
    let long = "a name that goes on and on ".repeat(20);
    let mut plot = two_panels();
    plot.title.clone_from(&long);
    for panel in &mut plot.panels {
        panel.label.clone_from(&long);
        panel.unit.clone_from(&long);
        panel.series[0].label.clone_from(&long);
    }
    plot.flags = vec![Flag { time_secs: 1.0, label: long, source: 0 }];
    with_svg(&plot, |document| {
        let ended = texts(document).iter().filter(|text| text.contains('…')).count();
        assert!(ended >= 5, "{:?}", texts(document));
        assert!(texts(document).iter().all(|text| text.chars().count() < 140));
    });
}

#[test]
fn tick_labels_stand_left_of_their_axis_and_apart_from_each_other() {
    let mut plot = two_panels();
    plot.panels[0].series[0] = series("x", &[-123_456.0, 1e5, 3.0]);
    for height_px in [None, Some(250), Some(2000)] {
        plot.height_px = height_px;
        with_svg(&plot, |document| {
            for ticks in of_class(document, "ticks") {
                let axis =
                    ticks.children().filter(|n| n.has_tag_name("line")).map(|n| number(n, "x2"));
                let axis = axis.fold(f64::MAX, f64::min);
                let labels: Vec<_> = ticks.children().filter(|n| n.has_tag_name("text")).collect();
                assert!(labels.len() >= 2);
                assert!(labels.iter().all(|n| number(*n, "x") < axis - 4.0));
                let ys: Vec<f64> = labels.iter().map(|n| number(*n, "y")).collect();
                assert!(ys.windows(2).all(|pair| pair[0] - pair[1] >= 11.0), "{ys:?}");
            }
        });
    }
}

#[test]
fn shades_and_flags_are_drawn_and_named() {
    let mut plot = two_panels();
    let shade = |tint, label: &str, spans: &[(f64, f64)]| Shade {
        label: label.to_owned(),
        source: 0,
        tint,
        spans_secs: spans.to_vec(),
    };
    plot.panels[0].shades = vec![
        shade(Tint::Pinching, "pinching", &[(0.5, 1.0)]),
        shade(Tint::Tracked, "tracked", &[(0.0, 1.5), (-9.0, -8.0)]),
    ];
    plot.flags = vec![
        Flag { time_secs: 1.0, label: "grab".to_owned(), source: 0 },
        Flag { time_secs: 99.0, label: "outside".to_owned(), source: 0 },
    ];
    with_svg(&plot, |document| {
        let window = document.descendants().filter(|n| n.has_tag_name("svg")).nth(1).unwrap();
        let width = number(window, "width");
        let rects: Vec<(f64, f64)> = window
            .children()
            .filter(|n| n.has_tag_name("rect"))
            .map(|n| (number(n, "x"), number(n, "width")))
            .collect();
        let close =
            |a: (f64, f64), b: (f64, f64)| (a.0 - b.0).abs() < 0.02 && (a.1 - b.1).abs() < 0.02;
        assert_eq!(rects.len(), 2, "and nothing outside the times");
        assert!(close(rects[0], (0.0, width * 0.75)), "the pale one first: {rects:?}");
        assert!(close(rects[1], (width * 0.25, width * 0.25)), "{rects:?}");
        let texts = texts(document);
        assert!(["tracked", "pinching", "grab"].iter().all(|t| texts.iter().any(|x| x == t)));
        assert!(!texts.iter().any(|text| text == "outside"));
    });
}

#[test]
fn flags_labels_never_overlap_nor_are_crossed() {
    let flag = |i: u32| Flag {
        time_secs: f64::from(i * i % 97) * 0.02,
        // Not in order of time.
        label: format!("moment {i}"),
        source: 0,
    };
    let plot = Plot { flags: (0..40).map(flag).collect(), ..two_panels() };
    with_svg(&plot, |document| {
        let flags = of_class(document, "flags")[0];
        let labels: Vec<(f64, f64, f64)> = flags
            .children()
            .filter(|n| n.has_tag_name("text"))
            .map(|n| {
                let wide = n.text().unwrap().chars().count() as f64 * 5.0;
                let x = number(n, "x");
                let left = if n.attribute("text-anchor") == Some("end") { x - wide } else { x };
                (left, left + wide, number(n, "y"))
            })
            .collect();
        assert!(labels.len() >= 10, "{}", labels.len());
        for (i, a) in labels.iter().enumerate() {
            for b in &labels[..i] {
                assert!(a.2 != b.2 || a.0 >= b.1 || b.0 >= a.1, "{a:?} {b:?}");
            }
        }
        for line in flags.children().filter(|n| n.has_tag_name("line")) {
            let (x, top) = (number(line, "x1"), number(line, "y1"));
            let crossed = labels.iter().any(|l| l.2 > top + 12.0 && l.0 + 1.0 < x && x < l.1 - 1.0);
            assert!(!crossed, "a line at {x} from {top}");
        }
    });
}

#[test]
fn colours_stand_for_recordings_in_every_panel() {
    let mut plot = two_panels();
    plot.sources = vec!["a.bin".to_owned(), "b.bin".to_owned()];
    for panel in &mut plot.panels {
        panel.series.truncate(1);
        let other = Series { source: 1, ..panel.series[0].clone() };
        panel.series.insert(0, other);
    }
    with_svg(&plot, |document| {
        let strokes: Vec<(String, String, bool)> = document
            .descendants()
            .filter(|n| n.has_tag_name("path"))
            .map(|n| {
                let title = n.children().next().unwrap().text().unwrap().to_owned();
                let dashed = n.attribute("stroke-dasharray").is_some();
                (title, n.attribute("stroke").unwrap().to_owned(), dashed)
            })
            .collect();
        let of = |name: &str| {
            let mut found: Vec<(&str, bool)> = strokes
                .iter()
                .filter(|s| s.0.ends_with(name))
                .map(|s| (s.1.as_str(), s.2))
                .collect();
            assert_eq!(found.len(), 3, "the legend and two panels");
            found.dedup();
            found
        };
        assert_eq!(of("a.bin"), [("#0072b2", false)]);
        assert_eq!(of("b.bin"), [("#d55e00", true)]);
        assert!(texts(document).iter().any(|text| text == "b.bin"));
    });
}

#[test]
fn size_and_theme_are_as_asked() {
    let plot = Plot { width_px: 640, height_px: Some(700), theme: Theme::Dark, ..two_panels() };
    with_svg(&plot, |document| {
        let root = document.root_element();
        assert_eq!(number(root, "width"), 640.0);
        assert!((number(root, "height") - 700.0).abs() <= 2.0, "{}", number(root, "height"));
        let page = root.children().find(|n| n.has_tag_name("rect")).unwrap();
        assert_eq!(page.attribute("fill"), Some("#15181c"));
    });
}

#[test]
fn nothing_to_plot_says_so() {
    with_svg(&Plot::default(), |document| {
        assert_eq!(texts(document), ["nothing to plot"]);
    });
    let plot = Plot { panels: vec![Panel::new("empty", "m")], ..Plot::default() };
    with_svg(&plot, |document| {
        assert!(texts(document).iter().any(|text| text == "no data"));
    });
}

//! For any numbers: no panic, well-formed SVG, and a size bounded by width and panels.

use proptest::prelude::*;
use reenact_plot::{Flag, Panel, Plot, Series, Shade, Theme, Tint};

use crate::common::with_svg;

fn any_number() -> impl Strategy<Value = f64> {
    prop_oneof![
        4 => -2.0..2.0_f64,
        1 => any::<f64>(),
        1 => any::<f32>().prop_map(f64::from),
        1 => prop::sample::select(vec![
            0.0, -0.0, f64::NAN, f64::INFINITY, f64::NEG_INFINITY, f64::MAX, f64::MIN,
            f64::MIN_POSITIVE, 1e300, -1e300, 1e-300, 5e-324,
        ]),
    ]
}

fn any_series() -> impl Strategy<Value = Series> {
    let numbers = || prop::collection::vec(any_number(), 0..40);
    (".{0,12}", 0..4_usize, numbers(), numbers()).prop_map(|(label, source, times_secs, values)| {
        Series { label, source, times_secs, values }
    })
}

fn any_shade() -> impl Strategy<Value = Shade> {
    let spans = prop::collection::vec((any_number(), any_number()), 0..6);
    (".{0,8}", 0..12_usize, any::<bool>(), spans).prop_map(|(label, source, pinch, spans_secs)| {
        let tint = if pinch { Tint::Pinching } else { Tint::Tracked };
        Shade { label, source, tint, spans_secs }
    })
}

fn any_panel() -> impl Strategy<Value = Panel> {
    let series = prop::collection::vec(any_series(), 0..5);
    let shades = prop::collection::vec(any_shade(), 0..3);
    let range = prop::option::of((any_number(), any_number()));
    (".{0,60}", ".{0,20}", series, shades, range).prop_map(
        |(label, unit, series, shades, range)| Panel { label, unit, series, shades, range },
    )
}

fn any_plot() -> impl Strategy<Value = Plot> {
    let flag = (any_number(), ".{0,20}", 0..3_usize).prop_map(|(time_secs, label, source)| Flag {
        time_secs,
        label,
        source,
    });
    (
        ".{0,200}",
        prop::collection::vec(".{0,40}", 0..4),
        prop::collection::vec(any_panel(), 0..4),
        prop::collection::vec(flag, 0..30),
        prop::option::of((any_number(), any_number())),
        (any::<u32>(), prop::option::of(any::<u32>()), any::<bool>()),
    )
        .prop_map(
            |(title, sources, panels, flags, time_range_secs, (width_px, height_px, dark))| {
                let theme = if dark { Theme::Dark } else { Theme::Light };
                Plot { title, sources, panels, flags, time_range_secs, width_px, height_px, theme }
            },
        )
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(400))]

    #[test]
    fn every_plot_is_well_formed_and_its_numbers_are_finite(plot in any_plot()) {
        with_svg(&plot, |document| {
            for node in document.descendants().filter(roxmltree::Node::is_element) {
                for attribute in node.attributes() {
                    let value = attribute.value();
                    let odd = ["NaN", "inf"].iter().any(|odd| value.contains(odd));
                    assert!(!odd, "{}={value}", attribute.name());
                }
            }
            let root = document.root_element();
            let side = |name: &str| root.attribute(name).unwrap().parse::<f64>().unwrap();
            assert!((240.0..=8000.0).contains(&side("width")));
            assert!((50.0..=110_000.0).contains(&side("height")));
        });
    }
}

#[test]
fn the_size_of_a_picture_does_not_grow_with_its_points() {
    let size = |n: u32| {
        let times: Vec<f64> = (0..n).map(|i| f64::from(i) * 1000.0 / f64::from(n)).collect();
        let values =
            |k: u32| (0..n).map(|i| f64::from(i.wrapping_mul(2_654_435_761 + k))).collect();
        let series = (0..3).map(|k| Series::new("s", times.clone(), values(k))).collect();
        let spans_secs =
            times.windows(2).map(|pair| (pair[0], f64::midpoint(pair[0], pair[1]))).collect();
        let shade = Shade { label: "s".to_owned(), source: 0, tint: Tint::Tracked, spans_secs };
        let flag = |t: &f64| Flag { time_secs: *t, label: "a flag".to_owned(), source: 0 };
        let plot = Plot {
            flags: times.iter().map(flag).collect(),
            panels: vec![Panel { series, shades: vec![shade], ..Panel::new("p", "m") }],
            ..Plot::default()
        };
        plot.to_svg().len()
    };
    let (some, many) = (size(20_000), size(400_000));
    assert!(many < some * 2 && many < 400_000, "{some} bytes, then {many}");
}

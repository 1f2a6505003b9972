//! A PNG shows the same as its SVG, including text, without installed fonts.

use reenact_plot::{Panel, Plot, Series};

fn plot() -> Plot {
    let series = Series::new("x", vec![0.0, 1.0, 2.0], vec![0.0, 1.0, 0.5]);
    Plot {
        title: "Title".to_owned(),
        panels: vec![Panel { series: vec![series], ..Panel::new("position", "m") }],
        width_px: 400,
        ..Plot::default()
    }
}

#[test]
fn a_png_has_the_size_asked_for() {
    let png = plot().to_png(2.0).unwrap();
    assert_eq!(&png[1..4], b"PNG");
    let width = u32::from_be_bytes([png[16], png[17], png[18], png[19]]);
    assert_eq!(width, 800);
}

#[test]
fn text_is_drawn_with_the_fonts_that_are_built_in() {
    let bytes = |plot: Plot| plot.to_png(1.0).unwrap().len();
    let all = bytes(plot());
    // The title is bold, a unit is not.
    let untitled = bytes(Plot { title: " ".to_owned(), ..plot() });
    assert!(all > untitled + 100, "{all} bytes with and {untitled} without a title");
    let mut plain = plot();
    plain.panels[0].unit = " ".to_owned();
    let mut long = plot();
    long.panels[0].unit = "metres per second".to_owned();
    let (plain, long) = (bytes(plain), bytes(long));
    assert!(long > plain + 100, "{long} bytes with and {plain} without a unit");
}

#[test]
fn a_picture_that_cannot_be_drawn_is_refused() {
    for scale in [0.0, -1.0, f32::NAN, f32::INFINITY, 1e6] {
        assert!(plot().to_png(scale).is_err(), "{scale}");
    }
}

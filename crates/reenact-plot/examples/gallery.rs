//! Draws plots of many kinds into a folder, for visual inspection: `cargo run -p reenact-plot --example gallery FOLDER`; with
//! `--features png` also as PNG.

use std::error::Error;
use std::path::Path;

use reenact::{Form, Recording, Tracks};
use reenact_make::{Options, demo, make};
use reenact_plot::{Panel, Plot, Series, Source, Theme, Wanted, plot};

fn main() -> Result<(), Box<dyn Error>> {
    let folder = std::env::args().nth(1).ok_or("which folder?")?;
    let save = |name: &str, plot: &Plot| -> Result<(), Box<dyn Error>> {
        let path = Path::new(&folder).join(name);
        std::fs::write(path.with_extension("svg"), plot.to_svg())?;
        #[cfg(feature = "png")]
        std::fs::write(path.with_extension("png"), plot.to_png(1.5)?)?;
        Ok(())
    };
    let demo = demo();
    let source = |label: &str, recording| Source { label: label.to_owned(), recording };
    let titled = |title: &str, plot: Plot| Plot { title: title.to_owned(), ..plot };
    let one = [source("demo.bin", &demo)];

    let wanted = Wanted::of(&["right.IndexTip.position.y"])?;
    save("one", &titled("Height of the right index fingertip", plot(&one, &wanted)?))?;

    let nine = ["camera.position", "left.Wrist.position", "right.Wrist.position"];
    let nine = titled("Head and wrists of demo.bin", plot(&one, &Wanted::of(&nine)?)?);
    save("nine", &nine)?;
    save("dark", &Plot { theme: Theme::Dark, ..nine.clone() })?;
    save("narrow", &Plot { width_px: 340, height_px: Some(360), ..nine })?;

    let mixed =
        ["left.tracked", "left.pinching", "left.Palm.rotation", "gaze.direction", "gaze.origin"];
    save("mixed", &titled("States, a rotation and the gaze", plot(&one, &Wanted::of(&mixed)?)?))?;

    let other = make(&Options { seconds: 22.0, seed: 5, ..Options::default() })?;
    let third = make(&Options { seconds: 16.0, seed: 8, ..Options::default() })?;
    let two = [
        source("demo.bin", &demo),
        source("participant-05_session-2_with-a-very-long-file-name-indeed.bin", &other),
        source("participant-08.bin", &third),
    ];
    let wanted = Wanted::of(&["right.Wrist.position", "camera.position.y"])?;
    save("overlay", &titled("Three recordings", plot(&two, &wanted)?))?;

    let long = make(&Options { seconds: 1800.0, rate_hz: 30.0, seed: 3, ..Options::default() })?;
    let wanted = Wanted::of(&["right.Wrist.position", "camera.position"])?;
    save("half_hour", &titled("Half an hour", plot(&[source("long.bin", &long)], &wanted)?))?;

    let empty = Recording::new(Form::MRTK_1_1, Tracks::ALL)?;
    save("empty", &titled("An empty recording", plot(&[source("empty.bin", &empty)], &wanted)?))?;
    save("nothing", &Plot::default())?;

    let n = 2000;
    let times: Vec<f64> = (0..n).map(|i| f64::from(i) * 0.01).collect();
    let wave = |f: fn(f64) -> f64| times.iter().map(|t| f(*t)).collect::<Vec<f64>>();
    let odd = Plot {
        title: "Odd values <&> in \"panels\" with names that are so long that they cannot possibly fit above the panel that they belong to"
            .to_owned(),
        panels: vec![
            Panel {
                series: vec![
                    Series::new("with NaNs", times.clone(), wave(|t| if t % 3.0 < 1.0 { f64::NAN } else { t.sin() })),
                    Series::new("a dot", vec![1.0, 2.0, 3.0], vec![f64::NAN, 0.5, f64::INFINITY]),
                ],
                ..Panel::new("A label that goes on and on, as labels do when they are made of the whole path of a file and then some", "metres per second squared")
            },
            Panel {
                series: vec![Series::new("huge", times.clone(), wave(|t| 3e38 * t.cos()))],
                ..Panel::new("huge", "J")
            },
            Panel {
                series: vec![Series::new("tiny", times.clone(), wave(|t| 1e-6 * t.cos() + 1e-6))],
                ..Panel::new("tiny", "m")
            },
            Panel {
                series: vec![Series::new("flat", times.clone(), wave(|_| 1.25))],
                ..Panel::new("flat", "m")
            },
            Panel {
                series: vec![Series::new("offset", times.clone(), wave(|t| 1000.0 + 0.001 * t.sin()))],
                ..Panel::new("offset", "m")
            },
            Panel {
                series: (1..=30_u8)
                    .map(|k| {
                        let values = times.iter().map(|t| (t * 0.3).sin() * f64::from(k)).collect();
                        Series::new(format!("measure {k}"), times.clone(), values)
                    })
                    .collect(),
                ..Panel::new("thirty lines", "°")
            },
        ],
        ..Plot::default()
    };
    save("odd", &odd)?;
    Ok(())
}

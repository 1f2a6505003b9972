//! `reenact plot`.

use std::path::Path;

use reenact::Recording;
use reenact_inspect::measure::{self, series, series_list};
use reenact_plot::{Panel, Plot, Series, Source, Wanted};

use crate::cli::inspect;
use crate::context::Context;
use crate::error::{Error, Result};
use crate::input::{Input, Inputs, Loaded, load};
use crate::outcome::Outcome;
use crate::output::{self, Target, cannot_write};
use crate::suggest;
use crate::text::escape::visible;
use crate::text::people;
use crate::text::style::{self, paint};

/// What is shown of a recording unless something is asked for.
const USUAL: [&str; 5] = [
    "camera.position",
    "left.Wrist.position",
    "right.Wrist.position",
    "left_speed_m_s",
    "right_speed_m_s",
];

pub(super) fn run(ctx: &mut Context, args: &inspect::Plot) -> Result<Outcome> {
    let (inputs, how) = Inputs::of(&args.input)?;
    let target = output::single(Some(&inputs), &args.output, args.force)?;
    let is_png = is_png(&args.output)?;
    let read = |input: &Input| load(input, &how).map_err(|error| error.at(input));
    let loaded = inputs.list().iter().map(read).collect::<Result<Vec<_>>>()?;
    let recordings: Vec<&Recording> = loaded.iter().map(Loaded::recording).collect();
    let labels = inputs.list().iter().map(ToString::to_string);
    let sources: Vec<Source<'_>> =
        labels.zip(&recordings).map(|(label, recording)| Source { label, recording }).collect();
    let plot = draw(&sources, args)?;
    let picture = if is_png { to_png(&plot, args)? } else { plot.to_svg().into_bytes() };
    let bytes = output::write(&target, |out| {
        out.write_all(&picture).map_err(|error| cannot_write(&error))
    })?;
    if target != Target::Stdout {
        ctx.say(&format!(
            "{}   {}   {}",
            paint(style::HEADING, visible(&target.to_string())),
            people::count(plot.panels.len(), "panel"),
            people::size(bytes)
        ));
    }
    Ok(Outcome::Clean)
}

fn is_png(output: &Path) -> Result<bool> {
    match output.extension().and_then(|ending| ending.to_str()) {
        Some("png") => Ok(true),
        Some("svg") => Ok(false),
        _ if output.as_os_str() == "-" => Ok(false),
        _ => {
            Err(Error::usage("unknown image format: OUT must end in .svg or .png").at_path(output))
        }
    }
}

#[cfg(feature = "png")]
fn to_png(plot: &Plot, args: &inspect::Plot) -> Result<Vec<u8>> {
    plot.to_png(args.scale).map_err(|error| Error::failed(error.to_string()))
}

#[cfg(not(feature = "png"))]
fn to_png(_: &Plot, _: &inspect::Plot) -> Result<Vec<u8>> {
    Err(Error::failed("built without PNG support: use a file name ending in .svg"))
}

fn draw(sources: &[Source<'_>], args: &inspect::Plot) -> Result<Plot> {
    let names: Vec<&str> = if args.show.is_empty() {
        USUAL.to_vec()
    } else {
        args.show.iter().map(String::as_str).collect()
    };
    let mut plot = Plot::default();
    for name in names {
        let part = if series_list().iter().any(|info| info.name == name) {
            measured(sources, name, args)?
        } else {
            let mut wanted = Wanted::of(&[name]).map_err(|_| no_such(name))?;
            wanted.mode = args.mode.into();
            (wanted.tracked, wanted.pinching) = (!args.no_shades, !args.no_shades);
            wanted.markers = !args.no_markers;
            reenact_plot::plot(sources, &wanted)
        };
        plot.panels.extend(part.panels);
        // Sources, markers and the range of times are the same for all panels.
        plot.sources = part.sources;
        plot.flags = if part.flags.is_empty() { plot.flags } else { part.flags };
        plot.time_range_secs = plot.time_range_secs.or(part.time_range_secs);
    }
    if args.part.from.is_some() || args.part.to.is_some() {
        let (start, end) = plot.time_range_secs.unwrap_or((0.0, 0.0));
        let from = args.part.from.map_or(start, f64::from);
        let to = args.part.to.map_or(end, f64::from);
        if from >= to {
            return Err(Error::usage("--to must be greater than --from"));
        }
        plot.time_range_secs = Some((from, to));
    }
    plot.title.clone_from(&args.title);
    plot.width_px = args.width;
    plot.height_px = args.height;
    plot.theme = args.theme;
    Ok(plot)
}

/// A measure over time, one line for each recording.
fn measured(sources: &[Source<'_>], name: &str, args: &inspect::Plot) -> Result<Plot> {
    let options = measure::Options { mode: args.mode.into(), ..measure::Options::default() };
    let mut panel = Panel::default();
    for (source, Source { label, recording }) in sources.iter().enumerate() {
        let found =
            series(recording, name, &options).map_err(|error| Error::from(error).at(label))?;
        panel.label = found.info.label.into_owned();
        found.info.unit.clone_into(&mut panel.unit);
        panel.series.push(Series {
            label: String::new(),
            source,
            times_secs: found.times_secs.into_iter().map(f64::from).collect(),
            values: found.values.into_iter().map(|value| value.unwrap_or(f64::NAN)).collect(),
        });
    }
    let sources = sources.iter().map(|source| source.label.clone()).collect();
    Ok(Plot { panels: vec![panel], sources, ..Plot::default() })
}

fn no_such(name: &str) -> Error {
    let mut names: Vec<String> = series_list().iter().map(|info| info.name.to_string()).collect();
    for id in reenact::Tracks::ALL.curve_ids() {
        let whole = id.to_string();
        // Whole names, and as far as they are wanted together.
        names.extend(whole.rsplit_once('.').map(|(start, _)| start.to_owned()));
        names.push(whole);
    }
    let advice = match suggest::nearest(name, names.iter().map(String::as_str)) {
        Some(near) => format!("did you mean {near}?"),
        None => "examples are left.Wrist.position and left_speed_m_s".to_owned(),
    };
    Error::usage(format!("no curve or measure is named {name:?}: {advice}"))
}

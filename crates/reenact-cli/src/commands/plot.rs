//! `reenact plot`.

use std::path::Path;

use reenact::Recording;
use reenact_plot::{Plot, PlotError, Source, Wanted};

use crate::cli::inspect;
use crate::context::Context;
use crate::error::{Error, Result};
use crate::input::{Input, Inputs, Loaded, load};
use crate::outcome::Outcome;
use crate::output::{self, Target, cannot_write};
use crate::text::escape::visible;
use crate::text::people;
use crate::text::style::{self, paint};

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
        ctx.print_note(&format!(
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
    let shown: Vec<&str> = args.show.iter().map(String::as_str).collect();
    let names = if shown.is_empty() { &Wanted::USUAL[..] } else { &shown };
    let mut wanted = Wanted::of(names).map_err(|error| Error::usage(error.to_string()))?;
    wanted.mode = args.mode.into();
    (wanted.tracked, wanted.pinching) = (!args.no_shades, !args.no_shades);
    wanted.markers = !args.no_markers;
    wanted.max_frames = args.frames.max_frames;
    let plotted = reenact_plot::plot(sources, &wanted);
    let mut plot = plotted.map_err(|PlotError { label, error }| Error::from(error).at(label))?;
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

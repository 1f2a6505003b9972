//! `reenact compare`.

mod screen;

use reenact_inspect::compare::{Alignment, FileComparison, Options, Tolerances, compare};

use crate::cli::inspect::Compare;
use crate::context::Context;
use crate::error::{Error, Result};
use crate::input::load_one;
use crate::outcome::Outcome;

pub(super) fn run(ctx: &mut Context, args: &Compare) -> Result<Outcome> {
    if args.a.as_os_str() == "-" && args.b.as_os_str() == "-" {
        return Err(Error::usage("stdin can be read only once: use - only once"));
    }
    let how = args.read.how();
    let ((_, a), (_, b)) = (load_one(&args.a, &how)?, load_one(&args.b, &how)?);
    let comparison = compare(a.recording(), b.recording(), &options(args))?;
    let outcome = Outcome::findings(!comparison.same);
    let files = [&args.a, &args.b].map(|path| path.display().to_string());
    if args.json {
        ctx.print_json(&FileComparison { files, comparison })?;
    } else {
        ctx.print(&screen::render(&files, &comparison, ctx.width()))?;
    }
    Ok(outcome)
}

fn options(args: &Compare) -> Options {
    let tolerances = if args.exact {
        Tolerances::ZERO
    } else {
        Tolerances {
            position_m: args.position_m,
            rotation_deg: args.rotation_deg,
            gaze_deg: args.gaze_deg,
            state_secs: args.time_secs,
            duration_secs: args.time_secs,
            marker_secs: args.time_secs,
        }
    };
    let alignment = match (args.offset, args.find_offset, args.warp) {
        (Some(secs), ..) => Alignment::Offset(secs),
        (_, Some(max_secs), _) => Alignment::FindOffset { max_secs },
        (.., Some(max_secs)) => Alignment::Warp { max_secs },
        _ => Alignment::None,
    };
    let range_secs = match (args.from, args.to) {
        (None, None) => None,
        (from, to) => Some([from.unwrap_or(f32::NEG_INFINITY), to.unwrap_or(f32::INFINITY)]),
    };
    Options {
        rate_hz: args.rate,
        mode: args.mode.into(),
        tolerances,
        alignment,
        reference: args.reference,
        range_secs,
        markers: !args.no_markers,
        ..Options::default()
    }
}

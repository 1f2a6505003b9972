//! `reenact marker`.

use reenact::json::OfFile;
use reenact_edit::markers::{Edit, Options, Which, add_markers, markers};
use reenact_inspect::events::{self, MarkerOptions, to_markers};
use reenact_inspect::summary::MarkerList;

use crate::batch::{self, Read};
use crate::cli::common::EditArgs;
use crate::cli::marker::{Add, Auto, List, Marker, MarkerCommand, Remove, Rename, WhichArgs};
use crate::context::Context;
use crate::edit::{self, exactly};
use crate::error::{Error, Result};
use crate::input::Inputs;
use crate::json::Documents;
use crate::outcome::Outcome;
use crate::text::{people, style};

pub(super) fn run(ctx: &mut Context, args: &Marker) -> Result<Outcome> {
    match &args.command {
        MarkerCommand::List(args) => print_list(ctx, args),
        MarkerCommand::Add(Add { at, name, io }) => {
            apply(ctx, io, Edit::Add { time_secs: *at, name: name.clone() })
        }
        MarkerCommand::Remove(Remove { which: args, io }) => {
            apply(ctx, io, Edit::Remove(which(args)?))
        }
        MarkerCommand::Rename(Rename { which: args, name, io }) => {
            apply(ctx, io, Edit::Rename { which: which(args)?, name: name.clone() })
        }
        MarkerCommand::Auto(args) => find(ctx, args),
    }
}

fn apply(ctx: &mut Context, io: &EditArgs, edit: Edit) -> Result<Outcome> {
    let options = Options { edits: vec![edit] };
    edit::each(ctx, io, |recording| markers(recording, &options))
}

/// Adds markers for detected events.
fn find(ctx: &mut Context, args: &Auto) -> Result<Outcome> {
    let options = events::Options { mode: args.mode.into(), ..events::Options::default() };
    let names = MarkerOptions {
        kinds: args.kinds.clone(),
        ends: args.ends,
        name: args.name.clone(),
        end_name: args.end_name.clone(),
    };
    edit::each(ctx, &args.io, |recording| {
        let found = to_markers(&events::events(recording, &options)?, &names)?;
        add_markers(recording, found)
    })
}

fn which(args: &WhichArgs) -> Result<Which> {
    Ok(match args {
        WhichArgs { all: true, .. } => Which::All,
        WhichArgs { named: Some(name), .. } => Which::Named(name.clone()),
        WhichArgs { number: Some(number), .. } => Which::At(number.get() - 1),
        WhichArgs { between: Some(times), .. } => {
            let [from, to] = exactly("--between", times)?;
            Which::Between(from..=to)
        }
        _ => {
            return Err(Error::usage(
                "no markers selected: use --all, --named NAME, --number N or --between A,B",
            ));
        }
    })
}

fn print_list(ctx: &mut Context, args: &List) -> Result<Outcome> {
    let (inputs, how) = Inputs::of(&args.report.input)?;
    // The columns before the name have a width of 14.
    let room = ctx.name_width().saturating_sub(14);
    let mut documents = Documents::if_asked(ctx, args.report.json, inputs.is_many())?;
    let work = |read: &Read<'_>| {
        let report = MarkerList::of(&read.recording);
        Ok(OfFile { file: read.input.to_string(), report })
    };
    let tally = batch::on_recordings(ctx, &inputs, &how, work, |ctx, done| {
        if let Some(documents) = &mut documents {
            return documents.add_done(ctx, &done);
        }
        let Ok(document) = done else { return Ok(()) };
        let text = document.report.markers.iter().fold(String::new(), |text, marker| {
            let time = style::paint(style::MARKER, format!("{:>10}", marker.time_secs));
            text + &format!("{time} s  {}\n", people::start_of(&marker.name, room))
        });
        if !inputs.is_many() {
            return ctx.print(&text);
        }
        let name = people::end_of(&document.file, ctx.name_width());
        ctx.print(&format!("{}\n{text}", style::paint(style::HEADING, name)))
    })?;
    if let Some(documents) = documents {
        documents.end(ctx)?;
    }
    tally.finish(ctx, Outcome::Clean)
}

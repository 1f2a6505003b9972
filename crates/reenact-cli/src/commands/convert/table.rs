//! Tables, as Parquet and as text.

use std::path::Path;
#[cfg(feature = "parquet")]
use std::path::PathBuf;

use reenact::{FrameTimes, Recording};
use reenact_convert::Losses;
use reenact_convert::csv::{FrameOptions, Shape, write_frames, write_keys, write_markers};
#[cfg(feature = "parquet")]
use reenact_convert::parquet::{self, Options, partition_name};
#[cfg(feature = "parquet")]
use reenact_convert::tables;

use crate::cli::look::{Convert, Table};
use crate::error::Result;
use crate::input::Input;
use crate::output::{self, Target};

/// Writes one of the tables of a recording as text.
pub(super) fn write_csv(
    recording: &Recording,
    target: &Target,
    input: &Input,
    args: &Convert,
) -> Result<(u64, Losses)> {
    let name = name(input);
    let mut losses = Losses::default();
    let bytes = output::write(target, |mut out| {
        losses = match args.table {
            Table::Keys => write_keys(recording, &mut out)?,
            Table::Markers => write_markers(recording, &name, &mut out)?,
            Table::Frames | Table::Joints => {
                let shape = if args.table == Table::Frames { Shape::Wide } else { Shape::Long };
                let times = FrameTimes::of(recording, args.rate)?;
                let options = FrameOptions { shape, mode: args.mode.into(), recording_name: &name };
                write_frames(recording, &options, times.iter(), &mut out)?
            }
        };
        Ok(())
    })?;
    Ok((bytes, losses))
}

/// Writes one of the tables of a recording as Parquet.
#[cfg(feature = "parquet")]
pub(super) fn write(
    recording: &Recording,
    target: &Target,
    input: &Input,
    args: &Convert,
) -> Result<(u64, Losses)> {
    let name = name(input);
    // In a dataset the folder says the name.
    let folder = format!("recording={}", partition_name(&name));
    let is_in_dataset = matches!(target, Target::File { path, .. }
        if path.parent().and_then(Path::file_name).is_some_and(|parent| parent == folder.as_str()));
    let options = Options {
        name: &name,
        name_column: !is_in_dataset,
        mode: args.mode.into(),
        rate_hz: args.rate,
    };
    let mut losses = Losses::default();
    let bytes = output::write(target, |out| {
        losses = parquet::write(recording, table(args), &options, out)?;
        Ok(())
    })?;
    Ok((bytes, losses))
}

/// What a recording is called in tables.
fn name(input: &Input) -> String {
    match input {
        Input::Stdin => "stdin".to_owned(),
        Input::File { name, .. } => called(name),
    }
}

/// Where a recording is in a folder that readers take for one table.
#[cfg(feature = "parquet")]
pub(super) fn renamed(name: &Path, args: &Convert) -> PathBuf {
    let table = table(args).name();
    let folder = format!("recording={}", partition_name(&called(name)));
    [table, &folder, &format!("{table}.parquet")].iter().collect()
}

/// The name without its ending.
fn called(name: &Path) -> String {
    name.with_extension("").display().to_string()
}

#[cfg(feature = "parquet")]
const fn table(args: &Convert) -> tables::Table {
    match args.table {
        Table::Keys => tables::Table::Keys,
        Table::Frames => tables::Table::Frames,
        Table::Joints => tables::Table::Joints,
        Table::Markers => tables::Table::Markers,
    }
}

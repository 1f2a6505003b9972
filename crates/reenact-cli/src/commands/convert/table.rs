//! Parquet tables.

use std::path::{Path, PathBuf};

use reenact::Recording;
use reenact_convert::parquet::{Options, Table, partition_name};

use crate::cli::look::{self, Convert};
use crate::error::Result;
use crate::input::Input;
use crate::output::{self, Target};

/// Writes one of the tables of a recording.
pub(super) fn write(
    recording: &Recording<'_>,
    target: &Target,
    input: &Input,
    args: &Convert,
) -> Result<u64> {
    let name = match input {
        Input::Stdin => "stdin".to_owned(),
        Input::File { name, .. } => called(name),
    };
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
    output::write(target, |out| Ok(table(args).write(recording, &options, out)?))
}

/// Where a recording is in a folder that readers take for one table.
pub(super) fn renamed(name: &Path, args: &Convert) -> PathBuf {
    let table = table(args).name();
    let folder = format!("recording={}", partition_name(&called(name)));
    [table, &folder, &format!("{table}.parquet")].iter().collect()
}

/// The name without its ending.
fn called(name: &Path) -> String {
    name.with_extension("").display().to_string()
}

const fn table(args: &Convert) -> Table {
    match args.table {
        look::Table::Keys => Table::Keys,
        look::Table::Frames => Table::Frames,
        look::Table::Joints => Table::Joints,
        look::Table::Markers => Table::Markers,
    }
}

//! Sizes of tables.

use reenact::Recording;
use reenact_convert::parquet::{self, Options};
use reenact_convert::tables::Table as Kind;

use super::formats::Count;
use crate::Result;
use crate::report::{Goal, Section, Table, number, size};

pub(super) fn run(raw: &[u8], recording: &Recording) -> Result<Section> {
    let packed = zstd::bulk::compress(raw, 3)?.len();
    let written = |table: Kind| -> Result<usize> {
        let mut count = Count::default();
        let _losses = parquet::write(recording, table, &Options::default(), &mut count)?;
        Ok(count.0)
    };
    let (keys, frames) = (written(Kind::Keys)?, written(Kind::Frames)?);
    let part = |bytes: usize| bytes as f64 / raw.len() as f64;
    let mut table = Table::new(["", "size", "÷ the file"]);
    for (name, bytes) in [
        ("the file", raw.len()),
        ("the file by `zstd -3`", packed),
        ("Parquet `keys`", keys),
        ("Parquet `frames` at 60 Hz", frames),
    ] {
        table.push([name.to_owned(), size(bytes), number(part(bytes))]);
    }
    Ok(Section {
        title: "Sizes of tables",
        text: "The table `keys` has all keys; `frames` has the poses of `clean` mode.".to_owned(),
        table,
        goals: vec![
            // 19 MB of 56 MB.
            Goal::at_most("`keys` ÷ the file", 0.34, part(keys)),
            // 19 MB compared with 27 MB.
            Goal::at_most("`keys` ÷ `zstd -3` of the file", 0.71, keys as f64 / packed as f64),
        ],
    })
}

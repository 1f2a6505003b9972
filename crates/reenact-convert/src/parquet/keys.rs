//! Every key, one a row, and in the metadata what is not in keys.

use std::io::Write;
use std::ops::Range;

use parquet::basic::Type as Physical;
use parquet::data_type::{ByteArray, FloatType, Int32Type};
use reenact::{Curve, Key, KeyKind, Recording};

use super::table::{BATCH_ROWS, RowGroup, TableWriter, plain, text};
use super::{Options, Table};
use crate::columns::FULL_COLUMNS;
use crate::{Result, base64};

/// The most rows of a row group.
const GROUP_ROWS: usize = 1 << 20;

/// The entry of the metadata that has the recording without its keys: a `.bin` file whose curves are empty, in base64.
pub(super) const BARE: &str = "recording.bare";

/// Writes the table `keys`, in file order.
///
/// Takes little memory beside what Parquet needs for a row group.
///
/// ```
/// use reenact_convert::parquet::{Options, read_keys, write_keys};
///
/// let recording = reenact_make::demo();
/// let mut file = Vec::new();
/// write_keys(&recording, &Options::default(), &mut file)?;
/// assert_eq!(read_keys(file)?, recording);
/// # Ok::<(), reenact_convert::Error>(())
/// ```
pub fn write_keys(
    recording: &Recording,
    options: &Options<'_>,
    writer: impl Write + Send,
) -> Result<()> {
    let mut columns = vec![
        text("curve")?,
        plain("index", Physical::INT32, false)?,
        plain("time_secs", Physical::FLOAT, false)?,
        plain("value", Physical::FLOAT, false)?,
    ];
    for name in FULL_COLUMNS {
        columns.push(plain(name, Physical::FLOAT, true)?);
    }
    columns.push(plain("weighted_mode", Physical::INT32, true)?);
    let bare = base64::encode(&bare(recording)?.to_bytes());
    let mut table =
        TableWriter::new(Table::Keys, recording, options, columns, vec![(BARE, bare)], writer)?;
    for runs in row_groups(recording) {
        let rows = runs.iter().map(|run| run.keys.len()).sum();
        table.row_group(rows, |group| write_group(group, &runs))?;
    }
    table.finish()
}

/// The recording with all its curves empty.
fn bare(recording: &Recording) -> Result<Recording> {
    let mut bare = recording.clone();
    for (id, curve) in recording.curves() {
        let mut empty = Curve::empty(curve.kind());
        (empty.pre_wrap, empty.post_wrap) = (curve.pre_wrap, curve.post_wrap);
        bare.set_curve(id, empty)?;
    }
    Ok(bare)
}

/// Some keys of one curve.
struct Run<'r> {
    name: ByteArray,
    curve: &'r Curve,
    keys: Range<usize>,
}

/// All keys, in pieces that are small enough.
fn row_groups(recording: &Recording) -> Vec<Vec<Run<'_>>> {
    let mut groups: Vec<Vec<Run<'_>>> = Vec::new();
    let mut room = 0;
    for (id, curve) in recording.curves() {
        let name = ByteArray::from(id.to_string().as_str());
        let mut start = 0;
        while start < curve.len() {
            if room == 0 {
                groups.push(Vec::new());
                room = GROUP_ROWS;
            }
            let end = curve.len().min(start + room);
            room -= end - start;
            if let Some(group) = groups.last_mut() {
                group.push(Run { name: name.clone(), curve, keys: start..end });
            }
            start = end;
        }
    }
    groups
}

fn write_group<W: Write + Send>(group: &mut RowGroup<'_, W>, runs: &[Run<'_>]) -> Result<()> {
    group.repeated(runs.iter().map(|run| (&run.name, run.keys.len())))?;
    group.column::<Int32Type>(|column| {
        for run in runs {
            for batch in batches(run.keys.clone()) {
                let indices: Vec<i32> =
                    batch.filter_map(|index| i32::try_from(index).ok()).collect();
                column.write_batch(&indices, None, None)?;
            }
        }
        Ok(())
    })?;
    floats(group, runs, false, |key| key.time_secs)?;
    floats(group, runs, false, |key| key.value)?;
    floats(group, runs, true, |key| key.in_tangent)?;
    floats(group, runs, true, |key| key.out_tangent)?;
    floats(group, runs, true, |key| key.in_weight)?;
    floats(group, runs, true, |key| key.out_weight)?;
    group.column::<Int32Type>(|column| {
        for run in runs {
            let is_full = run.curve.kind() == KeyKind::Full;
            for batch in batches(run.keys.clone()) {
                let levels = vec![i16::from(is_full); batch.len()];
                let keys = batch.filter_map(|index| run.curve.key(index)).filter(|_| is_full);
                let modes: Vec<i32> = keys.map(|key| key.weighted_mode.0).collect();
                column.write_batch(&modes, Some(&levels), None)?;
            }
        }
        Ok(())
    })
}

/// Writes one number of each key; where it is optional, of full keys only.
fn floats<W: Write + Send>(
    group: &mut RowGroup<'_, W>,
    runs: &[Run<'_>],
    is_optional: bool,
    number: impl Fn(&Key) -> f32,
) -> Result<()> {
    group.column::<FloatType>(|column| {
        let mut values = Vec::with_capacity(BATCH_ROWS);
        for run in runs {
            let is_there = !is_optional || run.curve.kind() == KeyKind::Full;
            for batch in batches(run.keys.clone()) {
                let levels = is_optional.then(|| vec![i16::from(is_there); batch.len()]);
                values.clear();
                let keys = batch.filter_map(|index| run.curve.key(index)).filter(|_| is_there);
                values.extend(keys.map(|key| number(&key)));
                column.write_batch(&values, levels.as_deref(), None)?;
            }
        }
        Ok(())
    })
}

/// A range in pieces.
fn batches(range: Range<usize>) -> impl Iterator<Item = Range<usize>> {
    range.clone().step_by(BATCH_ROWS).map(move |start| start..range.end.min(start + BATCH_ROWS))
}

//! Writes any of the tables.

use std::io::Write;

use base64::Engine as _;
use base64::prelude::BASE64_STANDARD;
use reenact::{FrameRate, FrameTimes, Recording};

use super::Options;
use super::table::TableWriter;
use crate::tables::{Table, in_pieces};
use crate::{Losses, Result};

/// The most rows of a row group. In the table `frames`, with some 370 columns, that many would not fit into memory.
const GROUP_ROWS: usize = 1 << 20;
const FRAME_GROUP_ROWS: usize = 1 << 15;

/// The entry of the metadata that has the recording without its keys: a `.bin` file whose curves are empty, in base64.
pub(super) const BARE: &str = "recording.bare";

/// Writes a table, and says what is not in it.
///
/// Tables of frames go from the start of the recording to its end at a rate. Takes the memory of a row group: up to 60 MB for `frames`.
///
/// Fails where the rate makes no sense, or the recording claims to be too long for it.
///
/// ```
/// use reenact_convert::parquet::{self, Options};
/// use reenact_convert::tables::Table;
///
/// let recording = reenact_make::demo();
/// let mut file = Vec::new();
/// let _ = parquet::write(&recording, Table::Keys, &Options::default(), &mut file)?;
/// assert_eq!(parquet::read_keys(file)?, recording);
/// # Ok::<(), reenact_convert::Error>(())
/// ```
pub fn write(
    recording: &Recording,
    table: Table,
    options: &Options<'_>,
    writer: impl Write + Send,
) -> Result<Losses> {
    let rate = FrameRate { hz: options.rate_hz, max_frames: options.max_frames };
    let times = table.is_of_frames().then(|| FrameTimes::of(recording, rate));
    let times = times.transpose()?;
    let more = match table {
        Table::Keys => vec![(BARE, BASE64_STANDARD.encode(bare(recording)?.to_bytes()))],
        _ => Vec::new(),
    };
    let rows = if table == Table::Frames { FRAME_GROUP_ROWS } else { GROUP_ROWS };
    let mut file = TableWriter::new(table, recording, options, more, writer)?;
    let times = times.into_iter().flat_map(|times| times.iter_exact());
    in_pieces(table, recording, &options.measuring(), times, rows, |rows| {
        file.row_group(&rows.in_axes(options.axes))
    })?;
    file.finish()?;
    // A table of poses holds what its name says; that there are markers is worth a note.
    let other_table_markers = if table.is_of_frames() { recording.markers().count() } else { 0 };
    Ok(Losses { other_table_markers, ..Losses::default() })
}

/// The recording with all its curves empty.
fn bare(recording: &Recording) -> Result<Recording> {
    let mut bare = recording.clone();
    for (id, curve) in recording.curves() {
        bare.set_curve(id, curve.with_keys([]))?;
    }
    Ok(bare)
}

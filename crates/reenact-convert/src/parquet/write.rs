//! Writes tables as Parquet.

use std::io::Write;

use base64::Engine as _;
use base64::prelude::BASE64_STANDARD;
use reenact::{FrameRate, FrameTimes, Recording};

use super::Options;
use super::table::TableWriter;
use crate::tables::{Table, in_pieces};
use crate::{Losses, Result};

/// Largest number of rows in a row group. The table `frames`, with about 370 columns, has smaller groups to limit memory.
const GROUP_ROWS: usize = 1 << 20;
const FRAME_GROUP_ROWS: usize = 1 << 15;

/// Metadata key of the recording without its keys: a `.bin` file with empty curves, in base64.
pub(super) const BARE: &str = "recording.bare";

/// Writes a table and returns the losses.
///
/// Tables of frames are sampled from the start of the recording to its end. Needs the memory of a row group: up to 60 MB for
/// `frames`.
///
/// Fails for an invalid rate, and if there would be more frames than the limit.
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
    // A table of poses has no markers by definition; a note says that there are some.
    let other_table_markers = if table.is_of_frames() { recording.markers().count() } else { 0 };
    Ok(Losses { other_table_markers, ..Losses::default() })
}

/// Copy of the recording with empty curves.
fn bare(recording: &Recording) -> Result<Recording> {
    let mut bare = recording.clone();
    for (id, curve) in recording.curves() {
        bare.set_curve(id, curve.with_keys([]))?;
    }
    Ok(bare)
}

//! Writes tables as CSV.

use std::io::Write;

use reenact::{FrameRate, FrameTimes, Mode, Recording};
use reenact_inspect::measure;

use super::cells::Cells;
use super::quoted;
use crate::out::Out;
use crate::tables::{Field, Kind, Rows, Table, in_pieces, is_of};
use crate::{Losses, Result};

/// Options for writing a table.
#[derive(Debug, Clone, Copy)]
pub struct Options<'o> {
    /// Value of the column `recording`, in tables that have one.
    pub name: &'o str,
    /// Evaluation mode of poses, events and measures.
    pub mode: Mode,
    /// Sample rate in Hz of poses, events and measures.
    pub rate_hz: f32,
    /// Largest number of frames; `None` for the default of [`FrameRate`](reenact::FrameRate).
    pub max_frames: Option<usize>,
}

impl Default for Options<'_> {
    /// A recording without a name at 60 Hz, `clean`.
    fn default() -> Self {
        Self { name: "", mode: Mode::Clean, rate_hz: 60.0, max_frames: None }
    }
}

/// Rows in memory at a time.
const ROWS: usize = 1 << 13;
const WIDE_ROWS: usize = 1 << 10;

/// Writes a table; tables of poses are sampled from the start of the recording to its end.
///
/// Needs little memory, whatever the size of the table. Fails for an invalid rate, and if there would be more frames than the
/// limit.
///
/// ```
/// use reenact_convert::csv::{self, Options};
/// use reenact_convert::tables::Table;
///
/// let recording = reenact_make::demo();
/// let mut table = Vec::new();
/// let losses = csv::write(&recording, Table::Keys, &Options::default(), &mut table)?;
/// let table = String::from_utf8_lossy(&table);
/// assert!(table.starts_with("curve,index,time_secs,value,in_tangent"));
/// assert!(table.lines().nth(1).unwrap().starts_with("camera.position.x,0,0.0,"));
/// # let _ = losses;
/// # Ok::<(), reenact_convert::Error>(())
/// ```
pub fn write(
    recording: &Recording,
    table: Table,
    options: &Options<'_>,
    writer: &mut impl Write,
) -> Result<Losses> {
    let rate = FrameRate { hz: options.rate_hz, max_frames: options.max_frames };
    let times = table.is_of_frames().then(|| FrameTimes::of(recording, rate));
    let times = times.transpose()?.into_iter().flat_map(|times| times.iter_exact());
    write_at(recording, table, options, times, writer)
}

/// Writes a table of poses at the given times, in their order.
///
/// ```
/// use reenact_convert::csv::{Options, write_at};
/// use reenact_convert::tables::Table;
///
/// let mut table = Vec::new();
/// let _ = write_at(&reenact_make::demo(), Table::Frames, &Options::default(), [0.5, 1.25], &mut table)?;
/// assert!(table.starts_with(b"time_secs,camera_position_x_m,camera_position_y_m"));
/// # Ok::<(), reenact_convert::Error>(())
/// ```
pub fn write_at(
    recording: &Recording,
    table: Table,
    options: &Options<'_>,
    times_secs: impl IntoIterator<Item = f64>,
    writer: &mut impl Write,
) -> Result<Losses> {
    let mut out = Out::new(writer);
    let (mode, tracks) = (options.mode, recording.tracks());
    let mut fields = table.text_fields(mode);
    fields.retain(|field| is_of(field, tracks));
    // Rows of the other tables need the name of their recording.
    let name = (!matches!(table, Table::Frames | Table::Keys)).then_some(options.name);
    let rows = if table == Table::Frames { WIDE_ROWS } else { ROWS };
    let text = Text::new(&mut out, name, fields);
    let measuring = measure::Options { mode, rate_hz: options.rate_hz, ..Default::default() };
    in_pieces(table, recording, &measuring, times_secs, rows, |rows| {
        text.rows(&mut out, &rows, mode)
    })?;
    let losses = out.finish()?;
    let markers = recording.markers().count();
    Ok(match table {
        Table::Keys => Losses {
            markers,
            repeating_curves: recording.curves().filter(|(_, curve)| !curve.holds_ends()).count(),
            ..losses
        },
        // A table of poses has no markers by definition; a note says that there are some.
        Table::Frames | Table::Joints => Losses { other_table_markers: markers, ..losses },
        Table::Markers | Table::Events | Table::Stats => losses,
    })
}

/// Writes the header of a table with the column `recording`, without rows.
pub fn write_header(table: Table, mode: Mode, writer: &mut impl Write) -> Result<()> {
    let mut out = Out::new(writer);
    Text::new(&mut out, Some(""), table.text_fields(mode));
    let _ = out.finish()?;
    Ok(())
}

/// Writes rows of a table with the column `recording`, without a header: for tables of several recordings.
///
/// ```
/// use reenact::Mode;
/// use reenact_convert::csv;
/// use reenact_convert::tables::{Rows, Table};
/// use reenact_inspect::stats::{Options, stats};
///
/// let mut table = Vec::new();
/// csv::write_header(Table::Stats, Mode::Clean, &mut table)?;
/// let measured = stats(&reenact_make::demo(), &Options::default())?;
/// csv::write_rows(&Rows::stats(&measured), Mode::Clean, "P01/reach", &mut table)?;
/// assert!(table.starts_with(b"recording,duration_secs,"));
/// # Ok::<(), reenact_convert::Error>(())
/// ```
pub fn write_rows(rows: &Rows<'_>, mode: Mode, name: &str, writer: &mut impl Write) -> Result<()> {
    let mut out = Out::new(writer);
    let text = Text { name: cell_of(Some(name)), fields: rows.table().text_fields(mode) };
    text.rows(&mut out, rows, mode)?;
    let _ = out.finish()?;
    Ok(())
}

/// The cell `recording` with its comma; empty without such a column.
fn cell_of(name: Option<&str>) -> String {
    name.map(|name| format!("{},", quoted(name))).unwrap_or_default()
}

/// Columns formatted as text.
struct Text {
    /// The cell `recording` with its comma; empty without such a column.
    name: String,
    fields: Vec<Field>,
}

impl Text {
    /// Writes the header.
    fn new<W: Write>(out: &mut Out<'_, W>, name: Option<&str>, fields: Vec<Field>) -> Self {
        out.text(if name.is_some() { "recording" } else { "" });
        let mut separator = if name.is_some() { "," } else { "" };
        for Field { name, kind, .. } in &fields {
            let parts: &[&str] = if let Kind::Group(parts) = kind { parts } else { &[""] };
            for part in parts {
                let joint = if part.is_empty() { "" } else { "_" };
                for text in [separator, name, joint, part] {
                    out.text(text);
                }
                separator = ",";
            }
        }
        out.text("\n");
        Self { name: cell_of(name), fields }
    }

    fn rows<W: Write>(&self, out: &mut Out<'_, W>, rows: &Rows<'_>, mode: Mode) -> Result<()> {
        let columns: Vec<_> = self.fields.iter().map(|field| rows.column(field)).collect();
        let (cells, end) = Cells::of(&columns, mode, rows.table());
        for row in 0..rows.len() {
            out.text(&self.name);
            for cells in &cells {
                cells.write(out, row);
            }
            if end.len() == 1 {
                out.byte(b'\n');
            } else {
                out.text(&end);
            }
            out.flush_if_full()?;
        }
        Ok(())
    }
}

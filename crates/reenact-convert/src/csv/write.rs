//! The writers of each table.

use std::io::Write;

use reenact::{Mode, Recording};

use super::cells::Cells;
use super::quoted;
use crate::out::Out;
use crate::tables::{Field, Kind, Rows, Table, in_pieces, is_of, text_key_fields};
use crate::{Losses, Result};

/// What a row is.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Hash)]
pub enum Shape {
    /// A frame: `time_secs`, `camera_position_x_m` …, `left_tracked`, `left_observed`, `left_pinching`,
    /// `left_Wrist_position_x_m` …, the same for the right hand, `gaze_origin_x_m` …. Tracks that the recording lacks have no columns.
    #[default]
    Wide,
    /// A joint in a frame: `recording`, `time_secs`, `hand`, `joint`, `tracked`, `observed`, `position_x_m` …,
    /// `rotation_w`. Without camera and gaze.
    Long,
}

/// How to write frames.
#[derive(Debug, Clone, Copy, Default)]
pub struct FrameOptions<'o> {
    /// What a row is.
    pub shape: Shape,
    /// Evaluation mode.
    pub mode: Mode,
    /// What the column `recording` of the long shape says.
    pub recording_name: &'o str,
}

/// Rows that are in memory at a time.
const ROWS: usize = 1 << 13;
const WIDE_ROWS: usize = 1 << 10;

/// Writes the poses at each of some times, in their order.
///
/// Takes little memory, however many times there are.
///
/// ```
/// use reenact::FrameTimes;
/// use reenact_convert::csv::{FrameOptions, write_frames};
///
/// let recording = reenact_make::demo();
/// let times = FrameTimes::of(&recording, 30.0)?; // or a list, such as [0.5, 1.25]
/// let mut table = Vec::new();
/// let _ = write_frames(&recording, &FrameOptions::default(), times.iter(), &mut table)?;
/// assert!(table.starts_with(b"time_secs,camera_position_x_m,camera_position_y_m"));
/// # Ok::<(), reenact_convert::Error>(())
/// ```
pub fn write_frames(
    recording: &Recording,
    options: &FrameOptions<'_>,
    times_secs: impl IntoIterator<Item = f32>,
    writer: &mut impl Write,
) -> Result<Losses> {
    let mut out = Out::new(writer);
    let mode = options.mode;
    let (table, name, rows) = match options.shape {
        Shape::Wide => (Table::Frames, None, WIDE_ROWS),
        Shape::Long => (Table::Joints, Some(options.recording_name), ROWS),
    };
    let tracks = recording.tracks();
    let fields: Vec<Field> =
        table.fields(mode).into_iter().filter(|field| is_of(field, tracks)).collect();
    let text = Text::new(&mut out, name, fields);
    in_pieces(table, recording, mode, times_secs, rows, |rows| text.rows(&mut out, rows, mode))?;
    // A table of poses holds what its name says; that there are markers is worth a note.
    Ok(Losses { other_table_markers: recording.markers().count(), ..out.finish()? })
}

/// Writes every key of every curve, in file order; not in it are markers and wrap modes.
///
/// ```
/// let mut table = Vec::new();
/// let _ = reenact_convert::csv::write_keys(&reenact_make::demo(), &mut table)?;
/// let table = String::from_utf8_lossy(&table);
/// assert!(table.starts_with("curve,index,time_secs,value,in_tangent"));
/// assert!(table.lines().nth(1).unwrap().starts_with("camera.position.x,0,0.0,"));
/// # Ok::<(), reenact_convert::Error>(())
/// ```
pub fn write_keys(recording: &Recording, writer: &mut impl Write) -> Result<Losses> {
    let mut out = Out::new(writer);
    write_table(Table::Keys, text_key_fields(), recording, None, &mut out)?;
    Ok(Losses {
        markers: recording.markers().count(),
        repeating_curves: recording.curves().filter(|(_, curve)| !curve.holds_ends()).count(),
        ..out.finish()?
    })
}

/// Writes every marker in file order: `recording`, `index`, `time_secs`, `name`.
///
/// ```
/// let mut table = Vec::new();
/// let _ = reenact_convert::csv::write_markers(&reenact_make::demo(), "demo", &mut table)?;
/// assert!(table.starts_with(b"recording,index,time_secs,name\ndemo,0,"));
/// # Ok::<(), reenact_convert::Error>(())
/// ```
pub fn write_markers(
    recording: &Recording,
    recording_name: &str,
    writer: &mut impl Write,
) -> Result<Losses> {
    let mut out = Out::new(writer);
    let fields = Table::Markers.fields(Mode::Clean);
    write_table(Table::Markers, fields, recording, Some(recording_name), &mut out)?;
    Ok(out.finish()?)
}

fn write_table<W: Write>(
    table: Table,
    fields: Vec<Field>,
    recording: &Recording,
    name: Option<&str>,
    out: &mut Out<'_, W>,
) -> Result<()> {
    let text = Text::new(out, name, fields);
    in_pieces(table, recording, Mode::Clean, [], ROWS, |rows| text.rows(out, rows, Mode::Clean))
}

/// Columns on their way out as text.
struct Text {
    /// The cell `recording` with its comma, if there is such a column.
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
        Self { name: name.map(|name| format!("{},", quoted(name))).unwrap_or_default(), fields }
    }

    fn rows<W: Write>(&self, out: &mut Out<'_, W>, rows: &Rows<'_>, mode: Mode) -> Result<()> {
        let columns: Vec<_> = self.fields.iter().map(|field| rows.column(field)).collect();
        let (cells, end) = Cells::of(&columns, mode);
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
            out.breathe()?;
        }
        Ok(())
    }
}

//! Markers, one a row.

use std::io::Write;

use reenact::Recording;

use super::quoted;
use crate::out::Out;
use crate::{Losses, Result};

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
    let recording_name = quoted(recording_name);
    out.text("recording,index,time_secs,name\n");
    for (index, marker) in recording.markers().enumerate() {
        out.text(&recording_name);
        out.text(",");
        out.integer(index)?;
        out.text(",");
        out.float(marker.time_secs, "");
        out.text(",");
        out.text(&quoted(&marker.name));
        out.text("\n");
        out.breathe()?;
    }
    Ok(out.finish()?)
}

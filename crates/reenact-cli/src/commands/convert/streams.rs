//! Formats of frames.

use reenact::Recording;
#[cfg(feature = "mcap")]
use reenact_convert::mcap;
use reenact_convert::{hololens, iwer};
use reenact_edit::Note;

use super::note;
use crate::cli::look::{Convert, Format};
use crate::error::Result;
use crate::output::{self, Target};

/// Writes a recording if its format is one of these: the bytes, and what is to be said of it.
pub(super) fn write(
    recording: &Recording<'_>,
    format: Format,
    target: &Target,
    args: &Convert,
) -> Result<Option<(u64, Vec<Note>)>> {
    let rate_hz = args.rate;
    let mut notes = Vec::new();
    let mut written = |mut out: &mut dyn std::io::Write| {
        let losses = match format {
            Format::Iwer => iwer::write(recording, &iwer::Options { rate_hz }, &mut out)?,
            #[cfg(feature = "mcap")]
            Format::Mcap => {
                let options = mcap::Options { rate_hz, ..mcap::Options::default() };
                mcap::write(recording, &options, &mut out)?
            }
            _ => hololens::write(recording, &hololens::Options { rate_hz }, &mut out)?,
        };
        notes.extend(note("not-in-format", &losses));
        Ok(())
    };
    match format {
        Format::Iwer | Format::Hololens => {}
        #[cfg(feature = "mcap")]
        Format::Mcap => {}
        _ => return Ok(None),
    }
    let bytes = output::write(target, |out| written(out))?;
    Ok(Some((bytes, notes)))
}

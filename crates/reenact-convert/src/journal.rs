//! Journals of recordings in progress ([`reenact::JournalWriter`]): what a recording program that stopped in the middle leaves.

use std::io::Write;

use reenact::{
    FrameRate, FrameTimes, JournalContents, JournalWriter, Keep, Mode, RecordOptions, Recording,
    Sampler, Tracks,
};

use crate::{Losses, Result};

/// Options for writing a journal.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Options {
    /// Sample rate in Hz.
    pub rate_hz: f32,
    /// Maximum number of frames; `None` for the default of [`FrameRate`].
    pub max_frames: Option<usize>,
}

impl Default for Options {
    /// 60 Hz, as the HoloLens has it.
    fn default() -> Self {
        Self { rate_hz: 60.0, max_frames: None }
    }
}

/// Reads the frames of a journal up to where it ends or is damaged, and says what was lost.
///
/// Fails if the header of the journal is damaged.
pub fn read_reported(bytes: &[u8]) -> Result<(Recording, Losses)> {
    let JournalContents { recording, refused_frames, is_ended, damaged_bytes, .. } =
        reenact::read_journal(bytes)?;
    let losses = Losses {
        frames: refused_frames,
        journal_bytes: damaged_bytes,
        open_journals: usize::from(!is_ended),
        ..Losses::default()
    };
    Ok((recording, losses))
}

/// Writes a recording as a journal, sampled at a rate.
///
/// Takes little memory. Fails if there are more frames than the budget of [`FrameRate`].
///
/// ```
/// use reenact_convert::journal::{self, Options};
///
/// let mut bytes = Vec::new();
/// journal::write(&reenact_make::demo(), &Options::default(), &mut bytes)?;
/// let (recording, losses) = journal::read_reported(&bytes[..bytes.len() / 2])?;
/// assert!(recording.key_count() > 1000);
/// assert!(losses.is_lossy()); // the chunk that is torn
/// # Ok::<(), reenact_convert::Error>(())
/// ```
pub fn write(recording: &Recording, options: &Options, out: &mut impl Write) -> Result<()> {
    let &Options { rate_hz: hz, max_frames } = options;
    let times = FrameTimes::from_zero(recording, FrameRate { hz, max_frames })?;
    let options = RecordOptions {
        max_rate_hz: None,
        keep: Keep::All,
        cut_pauses: true,
        tracks: Tracks::ALL,
        form: recording.form(),
    };
    let mut journal = JournalWriter::new(out, options, JournalWriter::FLUSH_SECS)?;
    for frame in Sampler::new(recording, Mode::Clean).frames(times) {
        journal.record(&frame)?;
    }
    for marker in recording.markers() {
        journal.mark_at(f64::from(marker.time_secs), &marker.name)?;
    }
    journal.finish()?;
    Ok(())
}

//! Common part of text formats with evenly spaced frames from 0.

use std::io::Write;

use reenact::{Frame, FrameRate, FrameTimes, Mode, Recording, Sampler};

use crate::out::Out;
use crate::rotations::with_rotations;
use crate::{Losses, Result};

/// Options of a frame-based format.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Options {
    /// Sample rate in Hz.
    pub rate_hz: f32,
    /// Largest number of frames; `None` for the default of [`FrameRate`](reenact::FrameRate).
    pub max_frames: Option<usize>,
}

impl Default for Options {
    /// 60 Hz, the rate of the HoloLens.
    fn default() -> Self {
        Self { rate_hz: 60.0, max_frames: None }
    }
}

impl Options {
    fn rate(&self) -> FrameRate {
        FrameRate { hz: self.rate_hz, max_frames: self.max_frames }
    }
}

/// Writes frame after frame, and counts data that these formats cannot hold: markers, and rotations that were not recorded.
///
/// Fails if there would be more frames than the limit of [`FrameRate`].
pub(crate) fn write_frames<W: Write>(
    recording: &Recording,
    options: Options,
    out: &mut Out<'_, W>,
    mut write_frame: impl FnMut(&mut Out<'_, W>, &Frame, &mut Losses) -> Result<()>,
) -> Result<Losses> {
    let times = FrameTimes::from_zero(recording, options.rate())?;
    let (recording, made_up_rotations) = &with_rotations(recording)?;
    let mut losses = Losses {
        markers: recording.markers().count(),
        made_up_rotations: *made_up_rotations,
        ..Losses::default()
    };
    let sampler = Sampler::new(recording, Mode::Clean);
    for frame in sampler.frames(times) {
        write_frame(out, &frame, &mut losses)?;
        out.flush_if_full()?;
    }
    Ok(losses)
}

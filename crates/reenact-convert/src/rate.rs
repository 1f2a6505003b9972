//! Formats of text whose content is frames at a rate from 0 on, each pose with a rotation.

use std::io::Write;

use reenact::{Frame, FrameTimes, Mode, Recording, Sampler};

use crate::out::Out;
use crate::rotations::with_rotations;
use crate::{Losses, Result};

/// How to write a format of frames.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Options {
    /// Sample rate in Hz.
    pub rate_hz: f32,
}

impl Default for Options {
    /// 60 Hz, as the HoloLens has it.
    fn default() -> Self {
        Self { rate_hz: 60.0 }
    }
}

/// Writes frame after frame, and counts what these formats have no room for: markers, and rotations that were not recorded.
///
/// Fails where the recording is so long that there would be more than [`FrameTimes::MAX_LEN`] frames.
pub(crate) fn write_frames<W: Write>(
    recording: &Recording,
    options: Options,
    out: &mut Out<'_, W>,
    mut write_frame: impl FnMut(&mut Out<'_, W>, &Frame, &mut Losses) -> Result<()>,
) -> Result<Losses> {
    let times = FrameTimes::from_zero(recording, options.rate_hz)?;
    let (recording, made_up_rotations) = &with_rotations(recording)?;
    let mut losses = Losses {
        markers: recording.markers().count(),
        made_up_rotations: *made_up_rotations,
        ..Losses::default()
    };
    let sampler = Sampler::new(recording, Mode::Clean);
    for frame in sampler.frames(times) {
        write_frame(out, &frame, &mut losses)?;
        out.breathe()?;
    }
    Ok(losses)
}

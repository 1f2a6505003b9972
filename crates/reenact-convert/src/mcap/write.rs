//! Writes a recording as MCAP messages.

use std::collections::VecDeque;
use std::io::Write;

use reenact::hand::Side;
use reenact::{Frame, FrameRate, FrameTimes, Marker, Mode, Recording, Sampler};

use super::file::File;
use super::scene::{Update, marker, points, state, transforms};
use super::schemas::descriptors;
use crate::rotations::with_rotations;
use crate::{Losses, Result};

/// Options for writing MCAP.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Options {
    /// Sample rate in Hz.
    pub rate_hz: f32,
    /// Largest number of frames; `None` for the default of [`FrameRate`](reenact::FrameRate).
    pub max_frames: Option<usize>,
    /// Whether the recording itself is attached.
    pub attach: bool,
}

impl Default for Options {
    /// 60 Hz, with the recording attached.
    fn default() -> Self {
        Self { rate_hz: 60.0, max_frames: None, attach: true }
    }
}

/// Writes a recording as MCAP.
///
/// Needs little memory except for the list of markers. Markers before 0, at NaN, or beyond the range of the format are not among
/// the messages; [`Losses`] counts them. Fails if there would be more frames than the limit of [`FrameRate`], and if the attached
/// recording would be read as another one ([`ErrorKind::AmbiguousLayout`](reenact::ErrorKind::AmbiguousLayout)).
///
/// ```
/// use reenact_convert::mcap::{self, Options};
///
/// let mut file = Vec::new();
/// let losses = mcap::write(&reenact_make::demo(), &Options::default(), &mut file)?;
/// assert!(!losses.is_lossy());
/// assert!(file.starts_with(b"\x89MCAP"));
/// # Ok::<(), reenact_convert::Error>(())
/// ```
pub fn write(recording: &Recording, options: &Options, writer: &mut impl Write) -> Result<Losses> {
    let rate = FrameRate { hz: options.rate_hz, max_frames: options.max_frames };
    let times = FrameTimes::of(recording, rate)?;
    if options.attach {
        // Checked before anything is written.
        recording.check_reads_back()?;
    }
    let mut file = File::new(writer)?;
    let descriptors = descriptors();
    let mut channel = |topic: &str, schema: &str| file.channel(topic, schema, &descriptors);
    let channels = Channels {
        transforms: channel("/tf", "foxglove.FrameTransforms")?,
        hands: channel("/hands", "foxglove.SceneUpdate")?,
        points: channel("/joints", "foxglove.PointCloud")?,
        gaze: channel("/gaze", "foxglove.SceneUpdate")?,
        state: channel("/state", "reenact.State")?,
        markers: channel("/markers", "foxglove.Log")?,
    };
    let (mut markers, lost) = markers(recording);
    // The attachment is the unchanged recording.
    let (complete, made_up_rotations) = &with_rotations(recording)?;
    let sampler = Sampler::new(complete, Mode::Clean);
    let mut shown = Shown::default();
    let last = times.len().saturating_sub(1);
    for (n, frame) in sampler.frames(times).enumerate() {
        let time_nanos = nanos(frame.time_secs).unwrap_or(0);
        while let Some((time, marker_then)) = markers.pop_front_if(|(time, _)| *time < time_nanos) {
            file.message(channels.markers, time, &marker(&marker_then.name, time))?;
        }
        shown.write(&mut file, &channels, &frame, time_nanos, n == last)?;
    }
    for (time, marker_then) in markers {
        file.message(channels.markers, time, &marker(&marker_then.name, time))?;
    }
    if options.attach {
        file.attach(recording, "recording.bin")?;
    }
    let (version, rate) = (recording.version().to_string(), options.rate_hz.to_string());
    file.metadata(
        "reenact",
        &[
            ("axes", "ros: right-handed, x ahead, y left, z up"),
            ("units", "metres, seconds, quaternions x y z w"),
            ("time", "0 is time 0 of the recording"),
            ("mode", Mode::Clean.name()),
            ("rate_hz", &rate),
            ("recording.version", &version),
        ],
    )?;
    file.finish()?;
    let losses = Losses { made_up_rotations: *made_up_rotations, ..Losses::default() };
    Ok(if options.attach {
        Losses { attached_markers: lost, ..losses }
    } else {
        Losses { markers: lost, ..losses }
    })
}

struct Channels {
    transforms: u16,
    hands: u16,
    points: u16,
    gaze: u16,
    state: u16,
    markers: u16,
}

/// Markers in order of time, and the number of those that a file cannot hold.
fn markers(recording: &Recording) -> (VecDeque<(u64, Marker<'_>)>, usize) {
    let count = recording.markers().count();
    let mut markers: Vec<_> =
        recording.markers().filter_map(|marker| Some((nanos(marker.time_secs)?, marker))).collect();
    markers.sort_by_key(|(time, _)| *time);
    let lost = count - markers.len();
    (markers.into(), lost)
}

/// Time in nanoseconds, if the format can hold it.
#[expect(
    clippy::as_conversions,
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    reason = "checked to be in range"
)]
fn nanos(time_secs: f32) -> Option<u64> {
    // Limited to signed 64 bits, as some readers use signed times.
    let nanos = (f64::from(time_secs) * 1e9).round();
    (0.0..9e18).contains(&nanos).then_some(nanos as u64)
}

/// Entities that viewers currently show.
#[derive(Default)]
struct Shown {
    hands: [bool; 2],
    points: bool,
    gaze: bool,
    state: Option<[[bool; 2]; 2]>,
}

impl Shown {
    fn write<W: Write>(
        &mut self,
        file: &mut File<W>,
        channels: &Channels,
        frame: &Frame,
        time_nanos: u64,
        is_last: bool,
    ) -> Result<()> {
        if let Some(message) = transforms(frame, time_nanos) {
            file.message(channels.transforms, time_nanos, &message)?;
        }
        let mut update = Update::default();
        for (side, is_shown) in Side::ALL.into_iter().zip(&mut self.hands) {
            let hand = frame.hand(side).filter(|hand| hand.observed);
            let was_shown = *is_shown;
            *is_shown = hand.is_some_and(|hand| update.hand(side, hand, time_nanos));
            if was_shown && !*is_shown {
                update.delete(side.name(), time_nanos);
            }
        }
        if let Some(message) = update.into_bytes() {
            file.message(channels.hands, time_nanos, &message)?;
        }
        let (message, count) = points(frame, time_nanos);
        // An empty cloud, sent once, removes the previous one.
        if std::mem::replace(&mut self.points, count > 0) || count > 0 {
            file.message(channels.points, time_nanos, &message)?;
        }
        let mut update = Update::default();
        let was_shown = self.gaze;
        self.gaze = frame.gaze.is_some_and(|ray| update.gaze(ray, time_nanos));
        if was_shown && !self.gaze {
            update.delete("gaze", time_nanos);
        }
        if let Some(message) = update.into_bytes() {
            file.message(channels.gaze, time_nanos, &message)?;
        }
        if frame.left.is_some() || frame.right.is_some() {
            let now = Side::ALL.map(|side| {
                frame.hand(side).map_or([false; 2], |hand| [hand.tracked, hand.pinching])
            });
            if self.state.replace(now) != Some(now) || is_last {
                file.message(channels.state, time_nanos, &state(now, time_nanos))?;
            }
        }
        Ok(())
    }
}

//! Writes the frames of a file from a recording.

mod block;

use std::borrow::Cow;
use std::io::Write;

use reenact::hand::{Joint, Side};
use reenact::{CurveId, FrameRate, FrameTimes, Mode, Pose, Recording, Sampler, Track};
use reenact_base::number::to_f32;

use super::options::asset_name;
use super::origin::{Move, floor_m};
use super::v2::bits;
use super::{Options, PoseValues, Version, v1, v2};
use crate::rotations::with_rotations;
use crate::{Error, Losses, Result};
use block::{Block, Hands};

/// Frames sampled at a time: about 3 MB of columns.
const BLOCK_FRAMES: usize = 2048;

/// Writes a recording as a Unity XR Hands recording and returns the losses.
///
/// Needs little memory. Fails if there would be more than [`FrameTimes::MAX_LEN`] frames, and if the origin requires a head pose
/// and there is none.
///
/// ```
/// use reenact_convert::handsbin::{self, File, Options};
///
/// let mut bytes = Vec::new();
/// let losses = handsbin::write(&reenact_make::demo(), &Options { rate_hz: 90.0, ..Options::default() }, &mut bytes)?;
/// assert!(losses.markers > 0 && losses.hands == 0);
/// assert!(File::decode(&bytes)?.frame_count() > 90);
/// # Ok::<(), reenact_convert::Error>(())
/// ```
pub fn write(recording: &Recording, options: &Options<'_>, out: &mut impl Write) -> Result<Losses> {
    let times = Times::of(recording, options)?;
    let (recording, made_up_rotations) = &with_rotations(recording)?;
    let mut losses = Losses {
        markers: recording.markers().count(),
        made_up_rotations: *made_up_rotations,
        start_secs: times.start_secs(),
        ..Losses::default()
    };
    losses.leave_out_gaze(recording);
    for side in Side::ALL {
        losses.leave_out_slot_none(recording, side);
    }
    if options.version == Version::V1 {
        losses.leave_out_pinching(recording);
        losses.leave_out_camera(recording);
    }
    let sampler = Sampler::new(recording, Mode::Clean);
    let moved = Move::to(options.origin, || first_head(&sampler))?;
    losses.floor_m = floor_m(options.origin);

    let mut bytes = Vec::new();
    let duration_secs = times.duration_secs();
    let name = asset_name(options.name);
    match options.version {
        Version::V1 => v1::header(&mut bytes, name.as_bytes(), duration_secs, times.len())?,
        Version::V2 => {
            let has_hands = recording.tracks().hands;
            let header = v2::Header {
                sequence_flags: if has_hands { bits::GESTURES | bits::PINCH_VALUES } else { 0 },
                name: Cow::Borrowed(name.as_bytes()),
                duration_secs,
                ..v2::Header::default()
            };
            header.encode(&mut bytes, times.len())?;
        }
    }
    let mut hands = Hands::of(&sampler, times.start_secs());
    for start in (0..times.len()).step_by(BLOCK_FRAMES) {
        let columns = sampler.resample_at(times.part(start))?;
        let stored_secs = times.stored(start, columns.times_secs());
        let block = Block::new(&columns, &stored_secs, moved);
        losses.hands += block.incomplete_hands();
        match options.version {
            Version::V1 => block.write_v1(&mut hands, &mut bytes),
            Version::V2 => block.write_v2(&mut hands, &mut bytes),
        }
        out.write_all(&bytes)?;
        bytes.clear();
    }
    out.write_all(&bytes)?;
    Ok(losses)
}

/// First head pose.
fn first_head(sampler: &Sampler) -> Option<PoseValues> {
    let first = sampler.observed().spans(Track::Camera).first()?;
    let Pose { position, rotation } = sampler.frame_at(first.start_secs).camera?;
    let ([x, y, z], [qx, qy, qz, qw]) = (position.to_array(), rotation.to_array());
    Some([x, y, z, qx, qy, qz, qw])
}

/// Frame times in the recording. In a file, times are relative to the first frame.
enum Times {
    Rate(FrameTimes),
    Keys(Vec<f32>),
}

impl Times {
    fn of(recording: &Recording, options: &Options<'_>) -> Result<Self> {
        if !options.key_times {
            let rate = FrameRate { hz: options.rate_hz, max_frames: options.max_frames };
            return Ok(Self::Rate(FrameTimes::of(recording, rate)?));
        }
        let times = key_times(recording);
        if times.len() > FrameTimes::MAX_LEN {
            let message = format!(
                "the keys have {} different times, more than the limit of {} frames",
                times.len(),
                FrameTimes::MAX_LEN
            );
            return Err(Error::Impossible(message));
        }
        Ok(Self::Keys(times))
    }

    const fn len(&self) -> usize {
        match self {
            Self::Rate(times) => times.len(),
            Self::Keys(times) => times.len(),
        }
    }

    /// Time of the first frame; 0 if there is none.
    fn start_secs(&self) -> f32 {
        match self {
            Self::Rate(times) => times.iter().next().unwrap_or(0.0),
            Self::Keys(times) => times.first().copied().unwrap_or(0.0),
        }
    }

    /// Time from the first frame to the last.
    fn duration_secs(&self) -> f32 {
        let last = self.len().saturating_sub(1);
        self.stored(last, &self.part(last)).first().copied().unwrap_or(0.0)
    }

    /// Times of a block of frames as stored in a file.
    fn stored(&self, start: usize, block_secs: &[f32]) -> Vec<f32> {
        match self {
            Self::Rate(times) => {
                let since = |place| to_f32(times.exact_secs(place) - times.exact_secs(0));
                (start..).take(block_secs.len()).map(since).collect()
            }
            Self::Keys(_) => block_secs.iter().map(|secs| secs - self.start_secs()).collect(),
        }
    }

    /// Times of a block of frames.
    fn part(&self, start: usize) -> Vec<f32> {
        match self {
            Self::Rate(times) => times.part(start..start + BLOCK_FRAMES).iter().collect(),
            Self::Keys(times) => times.iter().skip(start).take(BLOCK_FRAMES).copied().collect(),
        }
    }
}

/// Sorted distinct times of all keys from 0 to the end.
fn key_times(recording: &Recording) -> Vec<f32> {
    let mut times: Vec<f32> = Vec::new();
    let mut last: Vec<f32> = Vec::new();
    for (id, curve) in recording.curves() {
        // Frames contain no gaze and no slot `None`.
        if id.track() == Track::Gaze || matches!(id, CurveId::Joint(_, Joint::None, _)) {
            continue;
        }
        let own: Vec<f32> = curve.iter().map(|key| key.time_secs).collect();
        // Most curves share their times with the preceding curve.
        if own == last {
            continue;
        }
        let within = 0.0..=recording.end_secs();
        times.extend(own.iter().copied().filter(|time| within.contains(time)));
        times.sort_by(f32::total_cmp);
        // −0 equals 0.
        times.dedup_by(|a, b| *a == *b);
        last = own;
    }
    times
}

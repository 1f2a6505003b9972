//! Unity XR Hands recordings (`.handsbin`), format versions 1 and 2, read and written.
//!
//! XR Hands 1.7 writes and reads version 1, XR Hands 1.8 and later version 2, and each refuses files of the other. Files are little-endian and have no magic
//! number: the first `i32` is the version. Units are metres; axes are Unity's. [`v1`] and [`v2`] describe the bytes.
//!
//! [`File`] holds the complete contents of a file of either version, and converts between versions without sampling. [`read`] converts a file to a
//! recording, [`write()`] a recording to a file, and [`rewrite`] a file to another version.
//!
//! | recording | version 2 | version 1 |
//! |---|---|---|
//! | camera | head, where position and rotation are tracked | – |
//! | 26 joints | joints, wrist first: the same order and numbers as MRTK's | the same |
//! | tracked | hand flag bit 1 | tracked and valid |
//! | pinching | gestures: pinch touched and pinch value | – |
//! | gaze, markers, slot `None` | – | – |
//!
//! **Reading.** Unity stores each frame of version 2 with the time of the previous frame: [`true_times`] corrects that. A hand is
//! tracked in a frame if its tracked flag is set; otherwise its poses are outdated and left out. Pinching comes from the first
//! available of: the pinch touched flag; the pinch value; the index finger of Meta's aim state; the distance of thumb tip and
//! index tip on Unity's scale, 1 at 10 mm and 0 at 45 mm. A pinch starts at a value of 0.5 and ends below 0.375: the button
//! thresholds of Unity's Input System. Data that a recording cannot hold (gestures, aim states, root poses apart from the wrist,
//! finger shapes, the before-render step) is reported.
//!
//! **Writing.** Frames are at a sample rate or at the key times, with correct times counted from the first frame. The first frame
//! of a tracking gap has the last poses, marked as not tracked, and the others of the gap have no hand: without the first,
//! Unity's playback would interpolate across the gap. Pinch values are the distance of thumb tip and index tip on Unity's scale;
//! pinch touched is the pinching state of the recording. The root is the wrist.
//!
//! **Joint rotations** are copied. Reasons: MRTK 2's OpenXR hands use the rotation reported by Microsoft's OpenXR plugin,
//! multiplied by that of the playspace; the manual of XR Hands requires providers to deliver OpenXR's joints in Unity's axes: +z
//! to the tip, +y out of the back of the hand. The joints correspond one to one, by the numbers of `TrackedHandJoint` and
//! `XRHandJointID`. Not verified: the native code of the two plugins. Other sources of MRTK 2 (simulated hands, Leap, Windows
//! Mixed Reality before OpenXR) were not compared.

mod bytes;
mod options;
mod origin;
mod pinch;
mod read;
mod times;
pub mod v1;
pub mod v2;
mod versions;
mod write;

use std::io::Write;

use crate::{Error, Losses, Result};
pub use crate::{HandsbinVersion as Version, Origin};
use bytes::Reader;
pub use options::Options;
pub use read::{read, read_reported};
pub use times::true_times;
pub use write::write;

/// Joints of a hand.
pub const JOINTS: usize = 26;

/// Encoded joint: a pose of seven little-endian `f32`.
pub type JointBytes = [u8; 28];

/// Pose: position x, y, z and quaternion x, y, z, w.
pub type PoseValues = [f32; 7];

/// Pose at the origin without rotation.
const IDENTITY: PoseValues = [0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 1.0];

/// Size of the output buffer, in bytes.
const FLUSH_BYTES: usize = 1 << 18;

/// Complete contents of a file of either version.
///
/// ```
/// use reenact_convert::handsbin::{self, File, Options, Version};
///
/// let mut bytes = Vec::new();
/// let _ = handsbin::write(&reenact_make::demo(), &Options::default(), &mut bytes)?;
/// let file = File::decode(&bytes)?;
/// assert_eq!(file.version(), Version::V2);
/// assert_eq!(file.encode()?, bytes);
/// let (older, losses) = file.to_version(Version::V1);
/// assert_eq!(older.frame_count(), file.frame_count());
/// assert!(losses.is_lossy()); // version 1 has no head
/// # Ok::<(), reenact_convert::Error>(())
/// ```
#[derive(Debug, Clone, PartialEq)]
#[expect(clippy::large_enum_variant, reason = "one of them is made at a time")]
pub enum File<'b> {
    /// Version 1.
    V1(v1::File<'b>),
    /// Version 2.
    V2(v2::File<'b>),
}

impl<'b> File<'b> {
    /// Decodes a file. Accepts what Unity's reader accepts, and keeps unknown bits and bytes after the last frame.
    ///
    /// Errors name the frame, the field and the byte.
    pub fn decode(bytes: &'b [u8]) -> Result<Self> {
        let (version, reader) = start(bytes)?;
        Ok(match version {
            Version::V1 => Self::V1(v1::File::decode(reader)?),
            Version::V2 => Self::V2(v2::File::decode(reader)?),
        })
    }

    /// Encodes the file.
    pub fn encode(&self) -> Result<Vec<u8>> {
        let mut bytes = Vec::new();
        self.encode_to(&mut bytes)?;
        Ok(bytes)
    }

    /// Writes the file.
    ///
    /// Fails if it has more frames than the format can count.
    pub(crate) fn encode_to(&self, mut out: impl Write) -> Result<()> {
        match self {
            Self::V1(file) => file.encode(&mut out),
            Self::V2(file) => file.encode(&mut out),
        }
    }

    /// Format version.
    pub const fn version(&self) -> Version {
        match self {
            Self::V1(_) => Version::V1,
            Self::V2(_) => Version::V2,
        }
    }

    /// Name of the asset. Bytes that are not UTF-8 become U+FFFD, as Unity reads them.
    pub fn name(&self) -> std::borrow::Cow<'_, str> {
        match self {
            Self::V1(file) => String::from_utf8_lossy(&file.name),
            Self::V2(file) => String::from_utf8_lossy(&file.header.name),
        }
    }

    /// Number of frames.
    pub const fn frame_count(&self) -> usize {
        match self {
            Self::V1(file) => file.frames.len(),
            Self::V2(file) => file.frames.len(),
        }
    }
}

/// Reads the version; fails if it is unknown.
fn start(bytes: &[u8]) -> Result<(Version, Reader<'_>)> {
    let mut reader = Reader::new(bytes);
    let at_start = reader.clone();
    let number = reader.int("version")?;
    let version = Version::of_number(number).ok_or_else(|| {
        at_start.error("version", &format!("version {number} is not supported, only 1 and 2"))
    })?;
    Ok((version, reader))
}

/// Rewrites a file in another version, or with another origin. Every value that the version can hold is kept; frames are not
/// resampled, so the rate has no effect.
///
/// In the same version and with the origin `world` the result is the same file, byte for byte.
///
/// ```
/// use reenact_convert::handsbin::{self, Options, Version};
///
/// let mut bytes = Vec::new();
/// let _ = handsbin::write(&reenact_make::demo(), &Options { version: Version::V1, ..Options::default() }, &mut bytes)?;
/// let mut newer = Vec::new();
/// let losses = handsbin::rewrite(&bytes, &Options::default(), &mut newer)?;
/// assert!(!losses.is_lossy()); // version 2 holds all of version 1
/// # Ok::<(), reenact_convert::Error>(())
/// ```
pub fn rewrite(bytes: &[u8], options: &Options<'_>, out: &mut impl Write) -> Result<Losses> {
    let file = File::decode(bytes)?;
    if file.version() == options.version && options.origin == Origin::World {
        out.write_all(bytes)?;
        return Ok(Losses::default());
    }
    let (mut file, mut losses) = file.to_version(options.version);
    if options.origin != Origin::World {
        losses.floor_m = origin::move_file(&mut file, options.origin)?;
    }
    file.encode_to(out)?;
    Ok(losses)
}

/// Error for a recording without the head pose that an origin requires.
fn no_head() -> Error {
    let message = "the recording has no head pose to derive the origin from: use world".to_owned();
    Error::Option { option: crate::Setting::Origin, message }
}

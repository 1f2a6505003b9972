//! The first 16 bytes, or 19 in version 1.1.

use std::fmt;

use super::source::Source;
use super::{MAGIC, foreign};
use crate::curve::{KeyKind, Tracks};
use crate::error::{Error, ErrorKind, Field, Result};
use crate::number::len_u64;

/// A file's version. MRTK 2.0 – 2.5 write 1.0, MRTK 2.6 – 2.8 write 1.1.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Version {
    /// Major version, 1.
    pub major: i32,
    /// Minor version, 0 or 1.
    pub minor: i32,
}

impl Version {
    /// Camera and hands, full keys.
    pub const V1_0: Self = Self { major: 1, minor: 0 };
    /// Flags that say which tracks are there, gaze among them.
    pub const V1_1: Self = Self { major: 1, minor: 1 };

    /// The version numbers in the first bytes of a file, whatever they are; `None` if there is no magic number before them.
    pub fn parse(bytes: &[u8]) -> Option<Self> {
        let (major, rest) = bytes.strip_prefix(&MAGIC)?.split_first_chunk()?;
        let minor = rest.first_chunk()?;
        Some(Self { major: i32::from_le_bytes(*major), minor: i32::from_le_bytes(*minor) })
    }

    /// Whether it is read as 1.1. MRTK 2.6 and later read anything below as 1.0, whatever the numbers, and
    /// so do we; anything above is refused.
    pub fn is_1_1(self) -> bool {
        self == Self::V1_1
    }
}

impl fmt::Display for Version {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}.{}", self.major, self.minor)
    }
}

/// Which of the two descriptions of version 1.1 a file follows. It decides how float keys are stored; in
/// 1.0 they agree, and the layout is [`Mrtk`](Self::Mrtk).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Layout {
    /// As MRTK writes and reads it: 8-byte float keys in 1.1.
    Mrtk,
    /// As Microsoft's page has it: 28-byte float keys in 1.1.
    Published,
}

crate::named!(
    Layout, "layout":
    Mrtk = "mrtk" => "8-byte keys, as written by MRTK",
    Published = "published" => "28-byte keys, as in Microsoft's documentation",
);

/// How float keys are stored in a version and layout.
pub(crate) fn float_kind(version: Version, layout: Layout) -> KeyKind {
    match (version.is_1_1(), layout) {
        (true, Layout::Mrtk) => KeyKind::Simple,
        (true, Layout::Published) | (false, _) => KeyKind::Full,
    }
}

/// The header of a file: everything before its curves.
///
/// ```
/// use reenact::{Form, Header, Recording, Tracks, Version};
///
/// let bytes = Recording::new(Form::MRTK_1_1, Tracks::ALL)?.to_bytes();
/// let header = Header::parse(&bytes[..19])?;
/// assert_eq!((header.version, header.flags), (Version::V1_1, [1, 1, 1]));
/// # Ok::<(), reenact::Error>(())
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Header {
    /// The version numbers.
    pub version: Version,
    /// The camera, hands and gaze flag; in 1.0, which has none, as it implies them.
    pub flags: [u8; 3],
}

impl Header {
    /// The header of 1.0: magic number and version.
    const V1_0_BYTES: usize = 16;
    /// The longest header, that of 1.1: the flags follow.
    const MAX_BYTES: usize = 19;
    /// What [`read`](Self::read) looks at, at most: the header, or enough to tell what else it is.
    pub(super) const LOOK_AHEAD_BYTES: usize = 23;
    /// The flag bytes that 1.0 implies.
    pub(crate) const V1_0_FLAGS: [u8; 3] = [1, 1, 0];

    /// Reads the header at the start of a file's bytes, of which the rest need not be there.
    pub fn parse(mut bytes: &[u8]) -> Result<Self> {
        Self::read(&mut bytes)
    }

    pub(crate) fn len(self) -> usize {
        if self.version.is_1_1() { Self::MAX_BYTES } else { Self::V1_0_BYTES }
    }

    /// Where one of its fields starts; `None` if it has none of that name.
    pub(super) fn offset_of(self, field: Field) -> Option<u64> {
        let at = match field {
            Field::Magic => 0,
            Field::MajorVersion => 8,
            Field::MinorVersion => 12,
            Field::CameraFlag => 16,
            Field::HandsFlag => 17,
            Field::GazeFlag => 18,
            _ => return None,
        };
        (at < len_u64(self.len())).then_some(at)
    }

    pub(crate) fn tracks(self) -> Tracks {
        Tracks::from_flags(self.flags)
    }

    pub(crate) fn to_bytes(self) -> Vec<u8> {
        let mut bytes = Vec::with_capacity(Self::MAX_BYTES);
        bytes.extend(MAGIC);
        bytes.extend(self.version.major.to_le_bytes());
        bytes.extend(self.version.minor.to_le_bytes());
        if self.version.is_1_1() {
            bytes.extend(self.flags);
        }
        bytes
    }

    pub(super) fn read(source: &mut impl Source) -> Result<Self> {
        let len = source.len();
        if len == 0 {
            return Err(Error::new(ErrorKind::Empty));
        }
        // A few bytes that could be the start of the magic are a truncated file, others no recording.
        let start = source.peek_up_to(0, MAGIC.len())?;
        if !MAGIC.starts_with(start) {
            return Err(Error::new(ErrorKind::NotARecording { found: start.to_vec() }));
        }
        source.array::<8>(0, Field::Magic)?;
        let major = i32::from_le_bytes(source.array(8, Field::MajorVersion)?);
        let minor = i32::from_le_bytes(source.array(12, Field::MinorVersion)?);
        let version = Version { major, minor };
        if version > Version::V1_1 {
            // The fork has no version: its flags and the first bytes of a curve stand here instead.
            let start = source.peek_up_to(0, Self::LOOK_AHEAD_BYTES)?;
            return Err(if foreign::is_fork_start(start) {
                Error::new(ErrorKind::HolographicTutorialsFork)
            } else {
                Error::at(ErrorKind::VersionTooNew { major, minor }, Field::MajorVersion, 8)
            });
        }
        let mut flags = Self::V1_0_FLAGS;
        if version.is_1_1() {
            let fields = [Field::CameraFlag, Field::HandsFlag, Field::GazeFlag];
            for ((flag, field), at) in flags.iter_mut().zip(fields).zip(16..) {
                [*flag] = source.array(at, field)?;
            }
        }
        Ok(Self { version, flags })
    }
}

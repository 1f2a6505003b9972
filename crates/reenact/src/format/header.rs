//! File header: 16 bytes in version 1.0, 19 in version 1.1.
//!
//! | at | size | field | in | notes |
//! |---:|---:|---|---|---|
//! | 0 | 8 | magic | both | `c6 42 9e 0f 6e af 8f 6a` |
//! | 8 | 4 | major version | both | `i32` |
//! | 12 | 4 | minor version | both | `i32` |
//! | 16 | 1 | camera flag | 1.1 | not 0 is true; 1.0 implies 1 |
//! | 17 | 1 | hands flag | 1.1 | not 0 is true; 1.0 implies 1 |
//! | 18 | 1 | gaze flag | 1.1 | not 0 is true; 1.0 implies 0 |

use std::fmt;

use super::source::Source;
use super::{MAGIC, foreign};
use crate::curve::{KeyKind, Tracks};
use crate::error::{Error, ErrorKind, Field, Result};
use reenact_base::number::len_u64;

/// Version of a file. MRTK 2.0 – 2.5 write 1.0, MRTK 2.6 – 2.8 write 1.1.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Version {
    /// Major version, 1.
    pub major: i32,
    /// Minor version, 0 or 1.
    pub minor: i32,
}

impl Version {
    /// Camera and hands, with 28-byte float keys.
    pub const V1_0: Self = Self { major: 1, minor: 0 };
    /// Camera, hands and gaze, each optional: three flags in the header say which are present.
    pub const V1_1: Self = Self { major: 1, minor: 1 };

    /// Reads the version numbers after the magic number, without checking them; `None` if the bytes do not
    /// start with it.
    pub fn parse(bytes: &[u8]) -> Option<Self> {
        let (major, rest) = bytes.strip_prefix(&MAGIC)?.split_first_chunk()?;
        let minor = rest.first_chunk()?;
        Some(Self { major: i32::from_le_bytes(*major), minor: i32::from_le_bytes(*minor) })
    }

    /// Whether a file of this version is read as 1.1. Like MRTK 2.6 and later, the reader treats every
    /// version below 1.1 as 1.0, and refuses every version above.
    pub fn is_1_1(self) -> bool {
        self == Self::V1_1
    }
}

impl fmt::Display for Version {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}.{}", self.major, self.minor)
    }
}

/// Size of float keys in version 1.1: MRTK's files differ from Microsoft's published description. In version
/// 1.0 they agree, and the layout is [`Mrtk`](Self::Mrtk).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Layout {
    /// 8-byte float keys in 1.1, as MRTK writes and reads them.
    Mrtk,
    /// 28-byte float keys in 1.1, as in Microsoft's published description.
    Published,
}

crate::named!(
    Layout, "layout":
    Mrtk = "mrtk" => "8-byte keys, as written by MRTK",
    Published = "published" => "28-byte keys, as in Microsoft's documentation",
);

/// Encoding of float keys in a version and layout.
pub(crate) fn float_kind(version: Version, layout: Layout) -> KeyKind {
    match (version.is_1_1(), layout) {
        (true, Layout::Mrtk) => KeyKind::Simple,
        (true, Layout::Published) | (false, _) => KeyKind::Full,
    }
}

/// Header of a file: everything before the curves.
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
    /// Version numbers.
    pub version: Version,
    /// Camera, hands and gaze flag. Version 1.0 stores none; there they are the implied 1 1 0.
    pub flags: [u8; 3],
}

impl Header {
    /// Size of the 1.0 header: magic number and version.
    const V1_0_BYTES: usize = 16;
    /// Size of the 1.1 header, with the three flags. It is the longest.
    const MAX_BYTES: usize = 19;
    /// Most bytes that [`read`](Self::read) inspects: the header of 1.1, or magic number, flags and first
    /// curve header of a fork.
    pub(super) const LOOK_AHEAD_BYTES: usize = 23;
    /// Flag bytes that version 1.0 implies.
    pub(crate) const V1_0_FLAGS: [u8; 3] = [1, 1, 0];

    /// Reads the header at the start of a file. Bytes after the header may be missing.
    pub fn parse(mut bytes: &[u8]) -> Result<Self> {
        Self::read(&mut bytes)
    }

    pub(crate) fn len(self) -> usize {
        if self.version.is_1_1() { Self::MAX_BYTES } else { Self::V1_0_BYTES }
    }

    /// Offset of a header field; `None` if the header of this version does not have it.
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

    /// Decodes the header in file order: magic number, version, flags.
    pub(super) fn read(source: &mut impl Source) -> Result<Self> {
        let len = source.len();
        if len == 0 {
            return Err(Error::new(ErrorKind::Empty));
        }
        // First are 8 bytes magic number. A proper prefix of it is a truncated file; anything else is not a
        // recording.
        let start = source.peek_up_to(0, MAGIC.len())?;
        if !MAGIC.starts_with(start) {
            return Err(Error::new(ErrorKind::NotARecording { found: start.to_vec() }));
        }
        source.array::<8>(0, Field::Magic)?;
        // Next are 4 bytes major and 4 bytes minor version.
        let major = i32::from_le_bytes(source.array(8, Field::MajorVersion)?);
        let minor = i32::from_le_bytes(source.array(12, Field::MinorVersion)?);
        let version = Version { major, minor };
        if version > Version::V1_1 {
            // The "4D Holographic Tutorials" fork has no version. In its files, bytes 8 to 15 are the three
            // flags and the start of a curve header, which read as a very large version.
            let start = source.peek_up_to(0, Self::LOOK_AHEAD_BYTES)?;
            return Err(if foreign::is_fork_start(start) {
                Error::new(ErrorKind::HolographicTutorialsFork)
            } else {
                Error::at(ErrorKind::VersionTooNew { major, minor }, Field::MajorVersion, 8)
            });
        }
        // Next are 3 flag bytes, in version 1.1 only. Any byte other than 0 counts as true, as in .NET.
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

//! Error type: kind, field, byte offset and fault.

use std::fmt;
use std::io;
use std::sync::Arc;

use crate::curve::{CurveId, KeyKind, Tracks};
use crate::format::{Layout, MAGIC};
use crate::named::NoSuchName;
use crate::recording::Loss;
use crate::sample::{FrameTimes, Stretch};

/// Result with the error type of this library.
pub type Result<T, E = Error> = std::result::Result<T, E>;

/// Error with its [`kind`](Self::kind), [`field`](Self::field), byte [`offset`](Self::offset) and
/// [`fault`](Self::fault). `Display` prints one line.
///
/// ```
/// use reenact::{Fault, Recording};
///
/// let error = Recording::from_slice(b"\x89PNG\r\n\x1a\n").unwrap_err();
/// assert_eq!(error.fault(), Fault::File);
/// assert!(error.to_string().starts_with("not an MRTK input animation"));
/// ```
#[derive(Clone)]
pub struct Error(Arc<Inner>);

struct Inner {
    kind: ErrorKind,
    place: Option<(Field, u64)>,
}

/// Stable code of an [`Error`], such as `truncated`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[expect(missing_docs, reason = "the kinds of error have the words")]
#[non_exhaustive]
pub enum ErrorCode {
    EmptyFile,
    NotARecording,
    KnownFork,
    TextForm,
    VersionTooNew,
    Truncated,
    Damaged,
    TooLarge,
    TooMany,
    WrongKeyKind,
    NoSuchCurve,
    NoSuchName,
    IndexMismatch,
    TrackNotInForm,
    AmbiguousLayout,
    WouldLose,
    NoSuchTimes,
    TooManyFrames,
    WrongOption,
    NotFound,
    OutOfMemory,
    Io,
}

crate::named!(
    ErrorCode, "error code":
    EmptyFile = "empty-file",
    NotARecording = "not-a-recording",
    KnownFork = "known-fork",
    TextForm = "text-form",
    VersionTooNew = "version-too-new",
    Truncated = "truncated",
    Damaged = "damaged",
    TooLarge = "too-large",
    TooMany = "too-many",
    WrongKeyKind = "wrong-key-kind",
    NoSuchCurve = "no-such-curve",
    NoSuchName = "no-such-name",
    IndexMismatch = "index-mismatch",
    TrackNotInForm = "track-not-in-form",
    AmbiguousLayout = "ambiguous-layout",
    WouldLose = "would-lose",
    NoSuchTimes = "no-such-times",
    TooManyFrames = "too-many-frames",
    WrongOption = "wrong-option",
    NotFound = "not-found",
    OutOfMemory = "out-of-memory",
    Io = "io",
);

/// Responsibility for an error.
#[non_exhaustive]
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Fault {
    /// The file is damaged, truncated, or not a recording.
    File,
    /// The file has a version or variant that this library does not read.
    Version,
    /// The caller passed an invalid argument or asked for an impossible operation.
    Caller,
    /// A limit was exceeded: one set by the caller, or one of the format.
    Limit,
    /// Input or output failed.
    Io,
}

/// Kind of error.
#[derive(Debug)]
#[non_exhaustive]
pub enum ErrorKind {
    /// The file is empty.
    Empty,
    /// The file does not start with the magic number.
    NotARecording {
        /// Its first bytes, at most eight.
        found: Vec<u8>,
    },
    /// The magic number without a version, as in files of ETH's "4D Holographic Tutorials", but in none of
    /// the readable forms.
    HolographicTutorialsFork,
    /// A text file of ETH's "4D Holographic Tutorials".
    TextForm {
        /// `T10` or `T17`, if its first lines identify it.
        form: Option<&'static str>,
    },
    /// The version is newer than 1.1.
    VersionTooNew {
        /// Major version.
        major: i32,
        /// Minor version.
        minor: i32,
    },
    /// The file ends inside a field.
    Truncated {
        /// Size of the field in bytes.
        needed: u64,
        /// Bytes that remain.
        left: u64,
    },
    /// Invalid count or length.
    OutOfRange {
        /// Number in the file.
        found: i64,
    },
    /// Length of the string is not closed within five bytes or exceeds 31 bits.
    OverlongLength,
    /// A name that is not UTF-8.
    InvalidUtf8 {
        /// Number of valid bytes of the name.
        valid_up_to: usize,
    },
    /// The input is larger than the limit of the caller.
    TooLarge {
        /// Limit in bytes.
        limit: u64,
    },
    /// More keys or markers than the format can count.
    TooMany {
        /// Number of keys or markers.
        count: usize,
    },
    /// Keys of another kind than the recording stores.
    WrongKeyKind {
        /// Id of the curve.
        id: CurveId,
        /// Given kind.
        given: KeyKind,
        /// Kind that the recording stores.
        stored: KeyKind,
    },
    /// Curve of a track that the recording does not have.
    NoSuchCurve {
        /// Id of the curve.
        id: CurveId,
    },
    /// Unknown name.
    NoSuchName(NoSuchName),
    /// The bytes are not those that the index was built from.
    IndexMismatch,
    /// Version 1.0 has exactly camera and hands, and cannot hold these tracks.
    TrackNotInForm {
        /// Tracks to store.
        tracks: Tracks,
    },
    /// Without an explicit layout, the file would be read as a different recording, or not at all.
    AmbiguousLayout {
        /// Layout of the file.
        layout: Layout,
        /// Layout that a reader would detect; `None` if it could not read the file.
        read_as: Option<Layout>,
    },
    /// The target cannot hold everything, and the caller did not permit losses.
    WouldLose(Vec<Loss>),
    /// Sample rate that is not a positive number, or times that are not finite.
    NoSuchTimes {
        /// Invalid number.
        given: f32,
    },
    /// More frames than the limit ([`FrameRate`](crate::FrameRate)).
    TooManyFrames {
        /// Number of frames.
        frames: f64,
        /// Limit.
        limit: usize,
        /// Curves that stretch the recording, if there are only a few.
        stretch: Option<Stretch>,
    },
    /// Invalid option, with a description.
    WrongOption(String),
    /// Something that the caller named is not in the recording, with a description.
    NotFound(String),
    /// Memory allocation failed.
    OutOfMemory {
        /// Number of values.
        values: usize,
    },
    /// Input or output failed.
    Io(io::Error),
}

/// A field of the file.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[expect(missing_docs, reason = "named as the byte tables name them")]
#[non_exhaustive]
pub enum Field {
    Magic,
    MajorVersion,
    MinorVersion,
    CameraFlag,
    HandsFlag,
    GazeFlag,
    PreWrap(CurveId),
    PostWrap(CurveId),
    KeyCount(CurveId),
    Keys(CurveId),
    MarkerCount,
    /// Index of the marker in the list, from 0.
    MarkerTime(u32),
    MarkerNameLength(u32),
    MarkerName(u32),
    Trailing,
    JournalHeader,
    JournalVersion,
    JournalChecksum,
}

impl Field {
    /// Whether the field precedes the first curve. A file truncated there contains no data.
    ///
    /// ```
    /// use reenact::{Field, MAGIC, Recording};
    ///
    /// let error = Recording::from_slice(&MAGIC[..5]).unwrap_err();
    /// assert!(error.field().is_some_and(Field::is_of_header));
    /// ```
    pub const fn is_of_header(self) -> bool {
        matches!(
            self,
            Self::Magic
                | Self::MajorVersion
                | Self::MinorVersion
                | Self::CameraFlag
                | Self::HandsFlag
                | Self::GazeFlag
        )
    }
}

impl fmt::Display for Field {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Magic => f.write_str("magic number"),
            Self::MajorVersion => f.write_str("major version"),
            Self::MinorVersion => f.write_str("minor version"),
            Self::CameraFlag => f.write_str("camera flag"),
            Self::HandsFlag => f.write_str("hands flag"),
            Self::GazeFlag => f.write_str("gaze flag"),
            Self::PreWrap(id) => write!(f, "pre-wrap mode of {id}"),
            Self::PostWrap(id) => write!(f, "post-wrap mode of {id}"),
            Self::KeyCount(id) => write!(f, "key count of {id}"),
            Self::Keys(id) => write!(f, "keys of {id}"),
            Self::MarkerCount => f.write_str("marker count"),
            Self::MarkerTime(n) => write!(f, "time of markers[{n}]"),
            Self::MarkerNameLength(n) => write!(f, "name length of markers[{n}]"),
            Self::MarkerName(n) => write!(f, "name of markers[{n}]"),
            Self::Trailing => f.write_str("bytes after the marker list"),
            Self::JournalHeader => f.write_str("header of the journal"),
            Self::JournalVersion => f.write_str("version of the journal"),
            Self::JournalChecksum => f.write_str("checksum of the journal's header"),
        }
    }
}

impl Error {
    pub(crate) fn new(kind: ErrorKind) -> Self {
        Self(Arc::new(Inner { kind, place: None }))
    }

    pub(crate) fn at(kind: ErrorKind, field: Field, offset: u64) -> Self {
        Self(Arc::new(Inner { kind, place: Some((field, offset)) }))
    }

    /// Invalid option, for operations outside this crate. The message is one line, in lower case.
    pub fn wrong_option(message: impl Into<String>) -> Self {
        Self::new(ErrorKind::WrongOption(message.into()))
    }

    /// Something that the caller named is not in the recording, for operations outside this crate. The
    /// message is one line, in lower case.
    pub fn not_found(message: impl Into<String>) -> Self {
        Self::new(ErrorKind::NotFound(message.into()))
    }

    /// Losses that the caller did not permit, for operations outside this crate.
    pub fn would_lose(losses: Vec<Loss>) -> Self {
        Self::new(ErrorKind::WouldLose(losses))
    }

    /// Input larger than the caller's limit, for readers outside this crate.
    pub fn too_large(limit: u64) -> Self {
        Self::new(ErrorKind::TooLarge { limit })
    }

    /// Kind of error.
    pub fn kind(&self) -> &ErrorKind {
        &self.0.kind
    }

    /// Field of the error, if it concerns one.
    pub fn field(&self) -> Option<Field> {
        self.0.place.map(|(field, _)| field)
    }

    /// Byte offset of that field in the file.
    pub fn offset(&self) -> Option<u64> {
        self.0.place.map(|(_, offset)| offset)
    }

    /// Stable code of the kind of error, for programs without access to [`ErrorKind`]. Equals the code of the
    /// finding of `reenact-inspect`'s doctor for the same defect, if there is one.
    ///
    /// ```
    /// let error = reenact::Recording::from_slice(b"").unwrap_err();
    /// assert_eq!(error.code().name(), "empty-file");
    /// ```
    pub fn code(&self) -> ErrorCode {
        match self.kind() {
            ErrorKind::Empty => ErrorCode::EmptyFile,
            ErrorKind::NotARecording { .. } => ErrorCode::NotARecording,
            ErrorKind::HolographicTutorialsFork => ErrorCode::KnownFork,
            ErrorKind::TextForm { .. } => ErrorCode::TextForm,
            ErrorKind::VersionTooNew { .. } => ErrorCode::VersionTooNew,
            ErrorKind::Truncated { .. } => ErrorCode::Truncated,
            ErrorKind::OutOfRange { .. }
            | ErrorKind::OverlongLength
            | ErrorKind::InvalidUtf8 { .. } => ErrorCode::Damaged,
            ErrorKind::TooLarge { .. } => ErrorCode::TooLarge,
            ErrorKind::TooMany { .. } => ErrorCode::TooMany,
            ErrorKind::WrongKeyKind { .. } => ErrorCode::WrongKeyKind,
            ErrorKind::NoSuchCurve { .. } => ErrorCode::NoSuchCurve,
            ErrorKind::NoSuchName(_) => ErrorCode::NoSuchName,
            ErrorKind::IndexMismatch => ErrorCode::IndexMismatch,
            ErrorKind::TrackNotInForm { .. } => ErrorCode::TrackNotInForm,
            ErrorKind::AmbiguousLayout { .. } => ErrorCode::AmbiguousLayout,
            ErrorKind::WouldLose(_) => ErrorCode::WouldLose,
            ErrorKind::NoSuchTimes { .. } => ErrorCode::NoSuchTimes,
            ErrorKind::TooManyFrames { .. } => ErrorCode::TooManyFrames,
            ErrorKind::WrongOption(_) => ErrorCode::WrongOption,
            ErrorKind::NotFound(_) => ErrorCode::NotFound,
            ErrorKind::OutOfMemory { .. } => ErrorCode::OutOfMemory,
            ErrorKind::Io(_) => ErrorCode::Io,
        }
    }

    /// Responsibility for the error: the file, the caller, a limit, or an unsupported version.
    pub fn fault(&self) -> Fault {
        match self.kind() {
            ErrorKind::Empty
            | ErrorKind::NotARecording { .. }
            | ErrorKind::Truncated { .. }
            | ErrorKind::OutOfRange { .. }
            | ErrorKind::OverlongLength
            | ErrorKind::InvalidUtf8 { .. } => Fault::File,
            ErrorKind::HolographicTutorialsFork
            | ErrorKind::TextForm { .. }
            | ErrorKind::VersionTooNew { .. } => Fault::Version,
            ErrorKind::TooLarge { .. }
            | ErrorKind::TooMany { .. }
            | ErrorKind::TooManyFrames { .. }
            | ErrorKind::AmbiguousLayout { .. }
            | ErrorKind::OutOfMemory { .. } => Fault::Limit,
            ErrorKind::WrongKeyKind { .. }
            | ErrorKind::NoSuchCurve { .. }
            | ErrorKind::NoSuchName(_)
            | ErrorKind::IndexMismatch
            | ErrorKind::TrackNotInForm { .. }
            | ErrorKind::NoSuchTimes { .. }
            | ErrorKind::WrongOption(_)
            | ErrorKind::NotFound(_)
            | ErrorKind::WouldLose(_) => Fault::Caller,
            ErrorKind::Io(_) => Fault::Io,
        }
    }
}

impl From<NoSuchName> for Error {
    fn from(error: NoSuchName) -> Self {
        Self::new(ErrorKind::NoSuchName(error))
    }
}

impl From<io::Error> for Error {
    fn from(error: io::Error) -> Self {
        Self::new(ErrorKind::Io(error))
    }
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        // The location is part of the sentence: "key count of left.tracked at byte 11 cannot be -1".
        let place = FieldOffset(self.0.place);
        match self.kind() {
            ErrorKind::Empty => f.write_str(
                "the file is empty (0 bytes): MRTK 2.6 and later create the file first and then fail when \
                 nothing was recorded, so there is nothing in it to recover",
            ),
            ErrorKind::NotARecording { found } => {
                f.write_str("not an MRTK input animation: it starts with")?;
                for byte in found {
                    write!(f, " {byte:02x}")?;
                }
                f.write_str(", a recording with")?;
                for byte in MAGIC {
                    write!(f, " {byte:02x}")?;
                }
                Ok(())
            }
            ErrorKind::HolographicTutorialsFork => f.write_str(
                "a recording of the \"4D Holographic Tutorials\" fork of MRTK, which has no version number; it fits none of the known forms F1, F2 and F3, so it is truncated, damaged or of a newer form",
            ),
            ErrorKind::TextForm { form } => write_text_form(f, *form),
            ErrorKind::VersionTooNew { major, minor } => write!(
                f,
                "version {major}.{minor} is newer than 1.1, the last that MRTK 2 wrote and this library reads"
            ),
            ErrorKind::Truncated { needed, left } => {
                let missing = needed - left;
                write!(f, "{place}: {needed} bytes needed, {left} left ({missing} missing): the file is truncated")?;
                if let Some(Field::Keys(_)) = self.field() {
                    f.write_str(", or the count before it is damaged")?;
                }
                Ok(())
            }
            ErrorKind::OutOfRange { found } => write!(f, "{place} cannot be {found}"),
            ErrorKind::OverlongLength => {
                write!(f, "{place} is not a string length: it must end within 5 bytes and fit 31 bits")
            }
            ErrorKind::InvalidUtf8 { valid_up_to } => {
                write!(f, "{place} is not UTF-8 from its byte {valid_up_to} on")
            }
            ErrorKind::TooLarge { limit } => {
                write!(f, "the input is larger than the {limit} bytes allowed: raise the limit to read it")
            }
            ErrorKind::TooMany { count } => {
                write!(f, "{count} are more than the format can count ({})", i32::MAX)
            }
            ErrorKind::WrongKeyKind { id, given, stored } => write!(
                f,
                "{given} keys given for {id}, where this recording stores {stored} keys: convert the curve or the recording"
            ),
            ErrorKind::NoSuchCurve { id } => {
                write!(f, "this recording has no {id}: it does not have the track that the curve belongs to")
            }
            ErrorKind::NoSuchName(error) => error.fmt(f),
            ErrorKind::IndexMismatch => {
                f.write_str("these are not the bytes that the index was made of: index them again")
            }
            ErrorKind::TrackNotInForm { tracks } => write_tracks(f, *tracks),
            ErrorKind::AmbiguousLayout { layout, read_as } => {
                write!(f, "in the {layout} layout of version 1.1 the file would ")?;
                match read_as {
                    Some(other) if other != layout => write!(f, "be read as {other}")?,
                    Some(_) => f.write_str("be read as a different recording")?,
                    None => f.write_str("not be readable")?,
                }
                f.write_str(
                    ", since nothing in it names the layout and its wrap modes, times and values fit both: write it as \
                     version 1.0, or repair its wrap modes and key times first",
                )
            }
            ErrorKind::WouldLose(losses) => {
                f.write_str("the conversion would lose data: ")?;
                for (i, loss) in losses.iter().enumerate() {
                    write!(f, "{}{loss}", if i == 0 { "" } else { "; " })?;
                }
                Ok(())
            }
            ErrorKind::NoSuchTimes { given } => {
                write!(f, "the rate must be positive and the time range finite, not {given}")
            }
            ErrorKind::TooManyFrames { frames, limit, stretch } => {
                write!(f, "{frames:.0} frames are more than the limit of {limit}: ")?;
                if let Some(stretch) = stretch {
                    write!(f, "{stretch}; ")?;
                }
                let trim = if stretch.is_some() { ", trim the recording" } else { "" };
                // The limit of a range without a recording is fixed.
                let is_fixed = *limit == FrameTimes::MAX_LEN;
                let raise = if is_fixed { "" } else { ", or raise the limit" };
                write!(f, "choose a lower rate or a shorter range{trim}{raise}")
            }
            ErrorKind::WrongOption(message) | ErrorKind::NotFound(message) => f.write_str(message),
            ErrorKind::OutOfMemory { values } => {
                write!(f, "no memory for {values} values: choose a lower rate or a shorter range")
            }
            ErrorKind::Io(error) => error.fmt(f),
        }
    }
}

/// Location of an error, as text.
struct FieldOffset(Option<(Field, u64)>);

impl fmt::Display for FieldOffset {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.0 {
            Some((field, offset)) => write!(f, "{field} at byte {offset}"),
            None => f.write_str("the recording"),
        }
    }
}

fn write_tracks(f: &mut fmt::Formatter<'_>, Tracks { camera, hands, gaze }: Tracks) -> fmt::Result {
    let given = [("camera", camera), ("hands", hands), ("gaze", gaze)];
    let given: Vec<_> = given.into_iter().filter(|(_, is)| *is).map(|(name, _)| name).collect();
    let given = if given.is_empty() { "no track".to_owned() } else { given.join(", ") };
    write!(
        f,
        "{given} given, but version 1.0 always has camera and hands and never gaze: choose 1.1 for other tracks"
    )
}

fn write_text_form(f: &mut fmt::Formatter<'_>, form: Option<&str>) -> fmt::Result {
    f.write_str("a text recording of the \"4D Holographic Tutorials\" fork of MRTK")?;
    if let Some(form) = form {
        write!(f, " (form {form})")?;
    }
    f.write_str(
        ", which is not read, since its decimal separator depends on the device: save it as .bin with the app that wrote \
         it, or read its rows as a table",
    )
}

/// Same line as `Display`, so that a `main` that returns this error prints a readable message; `{:#?}` prints
/// the fields.
impl fmt::Debug for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if !f.alternate() {
            return fmt::Display::fmt(self, f);
        }
        let Inner { kind, place } = &*self.0;
        f.debug_struct("Error").field("kind", kind).field("place", place).finish()
    }
}

impl std::error::Error for Error {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        match self.kind() {
            ErrorKind::Io(error) => error.source(),
            _ => None,
        }
    }
}

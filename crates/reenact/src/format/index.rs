//! Index of a file: offsets of all curves, markers and trailing bytes, found without reading the keys.

use bytes::Bytes;

use super::foreign::{self, Foreign, Variant};
use super::layout::{self, Chosen};
use super::marker::{MarkerSpan, Markers};
use super::source::{ReadAt, Source, Windowed};
use super::walk::{CurveHead, Stopped, Walk};
use super::{CURVE_HEADER_BYTES, Header, Layout, slice};
use crate::curve::{Curve, CurveId, Tracks};
use crate::error::{Error, ErrorKind, Field, Result};
use crate::recording::Recording;
use reenact_base::number::len_u64;

/// Options for reading a recording.
///
/// ```
/// use reenact::{Layout, ReadOptions};
///
/// let options = ReadOptions { layout: Some(Layout::Published), ..ReadOptions::default() };
/// ```
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct ReadOptions {
    /// Layout of a 1.1 file; `None` detects it.
    pub layout: Option<Layout>,
    /// Tracks of a 1.1 file, overriding the flags in its header.
    pub tracks: Option<Tracks>,
    /// Largest number of bytes to read from a stream.
    pub max_bytes: Option<u64>,
}

/// Offsets of the curves, the markers and the trailing bytes of one file.
///
/// Building an index reads a few hundred small ranges of the file, whatever its size. [`Recording::from_index`] then creates a
/// recording from the file's bytes without reading them again. So a file can be indexed with positioned reads and memory-mapped
/// afterwards, and one mapping can serve many recordings.
///
/// ```
/// use reenact::{CurveId, Field, Form, PoseComponent, Recording, Tracks};
///
/// let index = Recording::new(Form::MRTK_1_1, Tracks::ALL)?.index();
/// assert_eq!(index.offset_of(Field::GazeFlag), Some(18));
/// let second = CurveId::Camera(PoseComponent::PositionY);
/// assert_eq!(index.offset_of(Field::PreWrap(second)), Some(31));
/// # Ok::<(), reenact::Error>(())
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Index {
    pub(super) header: Header,
    pub(super) layout: Layout,
    pub(super) curves: Vec<CurveHead>,
    /// Number of implausible curve headers: see [`is_plausible`](super::walk::is_plausible).
    pub(super) implausible: u32,
    pub(super) markers: Option<MarkerSpan>,
    /// Offset of the trailing bytes.
    pub(super) end: u64,
    /// File length in bytes.
    pub(super) len: u64,
    /// Extra data for a draft or fork, which is read but never written.
    pub(super) foreign: Option<Box<Foreign>>,
}

impl Index {
    /// Indexes a file in memory.
    pub fn of(bytes: &[u8], options: &ReadOptions) -> Result<Self> {
        let mut source = bytes;
        Self::scan(&mut source, options)
    }

    /// Indexes a file through positioned reads.
    pub fn read<R: ReadAt + ?Sized>(reader: &R, options: &ReadOptions) -> Result<Self> {
        Self::scan(&mut Windowed::new(reader), options)
    }

    fn scan(source: &mut impl Source, options: &ReadOptions) -> Result<Self> {
        match survey(source, options)? {
            Survey::Whole(index) => Ok(index),
            Survey::Damaged { stopped, .. } => Err(stopped.error),
        }
    }

    /// Index of the file that [`write_to`](Recording::write_to) writes.
    pub(crate) fn of_parts(
        header: Header,
        layout: Layout,
        curves: &[Curve],
        markers: Option<&Markers>,
        trailing: &[u8],
    ) -> Self {
        let mut end = len_u64(header.len());
        let head = |curve: &Curve| {
            let head = CurveHead {
                pre_wrap: curve.pre_wrap,
                post_wrap: curve.post_wrap,
                kind: curve.kind(),
                count: u32::try_from(curve.len()).unwrap_or(u32::MAX),
                keys_at: end + len_u64(CURVE_HEADER_BYTES),
            };
            end = head.keys_end();
            head
        };
        let curves = curves.iter().map(head).collect();
        let markers = markers.map(|list| MarkerSpan::of(list, end));
        let end = markers.map_or(end, |span| span.end);
        let len = end + len_u64(trailing.len());
        Self { header, layout, curves, implausible: 0, markers, end, len, foreign: None }
    }

    /// Layout of the file.
    pub const fn layout(&self) -> Layout {
        self.layout
    }

    /// File length in bytes.
    pub const fn file_len(&self) -> u64 {
        self.len
    }

    /// Offset of a field from the start of the file. Of the fields of markers, only
    /// [`MarkerCount`](Field::MarkerCount) has a known offset.
    ///
    /// `None` for fields that the file does not have: the flags in version 1.0, curves of absent tracks, and
    /// every field of a draft or fork with another curve order.
    pub fn offset_of(&self, field: Field) -> Option<u64> {
        if !self.is_in_file_order() {
            return None;
        }
        let head = |id| Some(self.head(id)?.keys_at - len_u64(CURVE_HEADER_BYTES));
        match field {
            Field::PreWrap(id) => head(id),
            Field::PostWrap(id) => Some(head(id)? + 4),
            Field::KeyCount(id) => Some(head(id)? + 8),
            Field::Keys(id) => Some(self.head(id)?.keys_at),
            Field::MarkerCount => Some(self.curves_end()),
            Field::MarkerTime(_) | Field::MarkerNameLength(_) | Field::MarkerName(_) => None,
            Field::Trailing => Some(self.end),
            _ if self.foreign.is_some() => None,
            field => self.header.offset_of(field),
        }
    }

    /// Offset of one key of a curve.
    pub fn key_offset(&self, id: CurveId, key: usize) -> Option<u64> {
        let keys_at = self.offset_of(Field::Keys(id))?;
        let key_bytes = self.head(id)?.kind.key_bytes();
        keys_at.checked_add(len_u64(key.checked_mul(key_bytes)?))
    }

    fn head(&self, id: CurveId) -> Option<CurveHead> {
        self.curves.get(self.header.tracks().index_of(id)?).copied()
    }

    /// Offset of the end of the last curve.
    fn curves_end(&self) -> u64 {
        let none = if self.foreign.is_some() { 0 } else { len_u64(self.header.len()) };
        self.curves.last().map_or(none, |head| head.keys_end())
    }

    /// Whether the curves are stored in the order of versions 1.0 and 1.1.
    fn is_in_file_order(&self) -> bool {
        self.foreign.as_ref().is_none_or(|foreign| foreign.variant() == Variant::DraftC)
    }
}

/// Result of walking all curve headers of a file.
pub(super) enum Survey {
    /// The file is complete.
    Whole(Index),
    /// A file of version 1.0 or 1.1 that is truncated or damaged.
    Damaged {
        header: Header,
        layout: Layout,
        /// Whether too few bytes are left to distinguish the two layouts of 1.1.
        is_layout_a_guess: bool,
        stopped: Stopped,
    },
}

/// Walks all curve headers of a file, once for each possible layout. Fails if the file header is incomplete
/// or the file is not a recording.
pub(super) fn survey(source: &mut impl Source, options: &ReadOptions) -> Result<Survey> {
    if let Some(index) = foreign::scan(source)? {
        return Ok(Survey::Whole(index));
    }
    let mut header = Header::read(source)?;
    if let Some(tracks) = options.tracks.filter(|_| header.version.is_1_1()) {
        header.flags = tracks.flags();
    }
    let Chosen { layout, walked, is_layout_a_guess } =
        layout::choose(source, header, options.layout);
    Ok(match walked {
        Ok(walk) => {
            let (end, len) = (walk.end(header), source.len());
            let Walk { curves, markers, implausible } = walk;
            let foreign = None;
            Survey::Whole(Index { header, layout, curves, implausible, markers, end, len, foreign })
        }
        Err(stopped) => Survey::Damaged { header, layout, is_layout_a_guess, stopped },
    })
}

impl Recording {
    /// Makes a recording of a file's bytes and the index built from them. Shares the bytes and reads no keys.
    pub fn from_index(bytes: impl Into<Bytes>, index: Index) -> Result<Self> {
        let bytes = bytes.into();
        if ReadAt::len(&bytes[..]) != index.len {
            return Err(Error::new(ErrorKind::IndexMismatch));
        }
        let parts = || {
            let curves =
                index.curves.iter().map(|head| head.slice_curve(&bytes)).collect::<Option<_>>()?;
            let markers = match index.markers {
                Some(span) => Some(Markers::from_span(&bytes, span)?),
                None => None,
            };
            let trailing = slice(&bytes, usize::try_from(index.end).ok()?..bytes.len())?;
            let Some(foreign) = &index.foreign else {
                return Some(Self::from_parts(
                    index.header,
                    index.layout,
                    curves,
                    markers,
                    trailing,
                ));
            };
            let (curves, markers, origin) =
                foreign.finish(&bytes, index.header, curves, markers)?;
            let mut read = Self::from_parts(index.header, index.layout, curves, markers, trailing);
            read.origin = Some(Box::new(origin));
            Some(read)
        };
        let recording = parts().ok_or_else(|| Error::new(ErrorKind::IndexMismatch))?;
        // With other track flags than the header's, the file is not what this recording would write.
        let is_own = bytes.starts_with(&index.header.to_bytes()) || index.foreign.is_some();
        Ok(if is_own { recording.with_file(bytes, index) } else { recording })
    }
}

/// Number of freed bytes after which the buffer is shrunk.
const SHRINK_STEP: usize = 1 << 20;

impl Index {
    /// Whether the file stores its curves in the order and encoding of a recording. Drafts and forks need
    /// not.
    pub(crate) const fn is_in_order(&self) -> bool {
        self.foreign.is_none()
    }

    /// Copies each curve of the file into its own allocation.
    ///
    /// Truncates `bytes` from the end as it goes, so peak memory is little more than the file size.
    pub(crate) fn split(&self, mut bytes: Vec<u8>) -> Vec<Curve> {
        let mut curves = Vec::with_capacity(self.curves.len());
        for head in self.curves.iter().rev() {
            let [keys_at, keys_end] =
                [head.keys_at, head.keys_end()].map(|at| usize::try_from(at).unwrap_or(usize::MAX));
            let keys = bytes.get(keys_at..keys_end).unwrap_or_default();
            curves.push(head.curve(Bytes::copy_from_slice(keys)));
            bytes.truncate(keys_at);
            if bytes.capacity() - bytes.len() >= SHRINK_STEP {
                bytes.shrink_to_fit();
            }
        }
        curves.reverse();
        curves
    }
}

impl CurveHead {
    /// Curve with this header and the given keys.
    pub(super) fn curve(self, keys: Bytes) -> Curve {
        Curve::from_bytes(self.kind, keys).with_wraps(self.pre_wrap, self.post_wrap)
    }

    /// Curve with this header, its keys sliced from the bytes of the file without a copy.
    pub(super) fn slice_curve(self, bytes: &Bytes) -> Option<Curve> {
        let start = usize::try_from(self.keys_at).ok()?;
        let end = usize::try_from(self.keys_end()).ok()?;
        Some(self.curve(slice(bytes, start..end)?))
    }
}

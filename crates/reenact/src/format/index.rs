//! Where everything in a file is, found without reading its keys.

use bytes::Bytes;

use super::foreign::{self, Foreign, Variant};
use super::layout::{self, Chosen};
use super::marker::{MarkerSpan, Markers};
use super::source::{ReadAt, Source, Windowed};
use super::walk::{CurveHead, Stopped, Walk};
use super::{CURVE_HEADER_BYTES, Header, Layout, slice};
use crate::curve::{Curve, CurveId, Tracks};
use crate::error::{Error, ErrorKind, Field, Result};
use crate::number::len_u64;
use crate::recording::Recording;

/// How to read a recording.
///
/// ```
/// use reenact::{Layout, ReadOptions};
///
/// let options = ReadOptions { layout: Some(Layout::Published), ..ReadOptions::default() };
/// ```
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct ReadOptions {
    /// Takes a 1.1 file to be of this layout instead of working it out.
    pub layout: Option<Layout>,
    /// Takes a 1.1 file to have these tracks, whatever its flags say.
    pub tracks: Option<Tracks>,
    /// Refuses to read more than this many bytes from a stream.
    pub max_bytes: Option<u64>,
}

/// Offsets of the curves, the markers and the trailing bytes of one file.
///
/// Making it costs a look at a few hundred places, however large the file. With it,
/// [`Recording::from_index`] takes the file's bytes for a recording at no further cost, so a file can be
/// indexed with positioned reads and mapped afterwards, and one mapping serves many recordings.
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
    /// Headers that no writer would have written.
    pub(super) implausible: u32,
    pub(super) markers: Option<MarkerSpan>,
    /// Where the trailing bytes start.
    pub(super) end: u64,
    /// How long the file is.
    pub(super) len: u64,
    /// What there is to know of a form that is only read.
    pub(super) foreign: Option<Box<Foreign>>,
}

impl Index {
    /// Indexes bytes in memory.
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

    /// The index of the file that [`write_to`](Recording::write_to) writes.
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

    /// The layout that the file has.
    pub const fn layout(&self) -> Layout {
        self.layout
    }

    /// How many bytes the file has.
    pub const fn file_len(&self) -> u64 {
        self.len
    }

    /// The byte at which a field starts, counted from the start of the file. Of the fields of single markers, only
    /// [`MarkerCount`](Field::MarkerCount) is known.
    ///
    /// `None` for what the file does not have: the flags of version 1.0, a curve of another track, any field of a form that keeps
    /// its curves in another order.
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

    /// The byte at which one key of a curve starts.
    pub fn key_offset(&self, id: CurveId, key: usize) -> Option<u64> {
        let keys_at = self.offset_of(Field::Keys(id))?;
        let key_bytes = self.head(id)?.kind.key_bytes();
        keys_at.checked_add(len_u64(key.checked_mul(key_bytes)?))
    }

    fn head(&self, id: CurveId) -> Option<CurveHead> {
        self.curves.get(self.header.tracks().index_of(id)?).copied()
    }

    /// Where the last curve ends.
    fn curves_end(&self) -> u64 {
        let none = if self.foreign.is_some() { 0 } else { len_u64(self.header.len()) };
        self.curves.last().map_or(none, |head| head.keys_end())
    }

    /// Whether the curves of the file stand in the order of versions 1.0 and 1.1.
    fn is_in_file_order(&self) -> bool {
        self.foreign.as_ref().is_none_or(|foreign| foreign.variant() == Variant::DraftC)
    }
}

/// What one look at all headers of a file finds.
pub(super) enum Survey {
    /// A file that can be read to its end.
    Whole(Index),
    /// A file of version 1.0 or 1.1 that cannot.
    Damaged {
        header: Header,
        layout: Layout,
        /// Whether too little is left to tell the two layouts of 1.1 apart.
        is_layout_a_guess: bool,
        stopped: Stopped,
    },
}

/// Looks at all headers of a file: once for each layout that it can have. Fails if its own header is not whole, or if it
/// is no recording.
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
    /// Takes a file's bytes for a recording, with an index that was made of them before.
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
        // Not the file's own if it was read with other flags.
        let is_own = bytes.starts_with(&index.header.to_bytes()) || index.foreign.is_some();
        Ok(if is_own { recording.with_file(bytes, index) } else { recording })
    }
}

/// How many bytes are given back at a time.
const GIVEN_BACK: usize = 1 << 20;

impl Index {
    /// Whether the file stores its curves as a recording has them; forms that are only read need not.
    pub(crate) const fn is_in_order(&self) -> bool {
        self.foreign.is_none()
    }

    /// The curves of this file, each in memory of its own.
    ///
    /// The bytes are given back from their end on while that happens, so it never takes much more memory than the file.
    pub(crate) fn split(&self, mut bytes: Vec<u8>) -> Vec<Curve> {
        let mut curves = Vec::with_capacity(self.curves.len());
        for head in self.curves.iter().rev() {
            let [keys_at, keys_end] =
                [head.keys_at, head.keys_end()].map(|at| usize::try_from(at).unwrap_or(usize::MAX));
            let keys = bytes.get(keys_at..keys_end).unwrap_or_default();
            curves.push(head.curve(Bytes::copy_from_slice(keys)));
            bytes.truncate(keys_at);
            if bytes.capacity() - bytes.len() >= GIVEN_BACK {
                bytes.shrink_to_fit();
            }
        }
        curves.reverse();
        curves
    }
}

impl CurveHead {
    /// The curve with these keys.
    pub(super) fn curve(self, keys: Bytes) -> Curve {
        Curve::from_bytes(self.kind, keys).with_wraps(self.pre_wrap, self.post_wrap)
    }

    /// The curve whose keys lie in these bytes.
    pub(super) fn slice_curve(self, bytes: &Bytes) -> Option<Curve> {
        let start = usize::try_from(self.keys_at).ok()?;
        let end = usize::try_from(self.keys_end()).ok()?;
        Some(self.curve(slice(bytes, start..end)?))
    }
}

//! Where everything in a file is, found without reading its keys.

use bytes::Bytes;

use super::foreign::{self, Foreign};
use super::header::float_kind;
use super::marker::{MarkerSpan, Markers};
use super::source::{ReadAt, Source, Windowed};
use super::walk::{CurveHead, Walk, walk};
use super::{Header, Layout, layout, slice};
use crate::curve::{Curve, Tracks};
use crate::error::{Error, ErrorKind, Result};
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

/// Where the curves, the markers and the trailing bytes of one file are.
///
/// Making it costs a look at a few hundred places, however large the file. With it,
/// [`Recording::from_index`] takes the file's bytes for a recording at no further cost, so a file can be
/// indexed with positioned reads and mapped afterwards, and one mapping serves many recordings.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Index {
    pub(super) header: Header,
    pub(super) layout: Layout,
    pub(super) curves: Vec<CurveHead>,
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
        if let Some(index) = foreign::scan(source)? {
            return Ok(index);
        }
        let mut header = Header::read(source)?;
        if let Some(tracks) = options.tracks.filter(|_| header.version.is_1_1()) {
            header.flags = tracks.flags();
        }
        let (layout, walk) = match options.layout {
            Some(layout) if header.version.is_1_1() => {
                let kind = float_kind(header.version, layout);
                (layout, walk(source, header, kind).map_err(|stopped| stopped.error)?)
            }
            _ => layout::work_out(source, header)?,
        };
        let end = walk.end(header);
        let Walk { curves, markers, .. } = walk;
        Ok(Self { header, layout, curves, markers, end, len: source.len(), foreign: None })
    }

    /// The layout that the file has.
    pub const fn layout(&self) -> Layout {
        self.layout
    }

    /// How many bytes the file has.
    pub const fn file_len(&self) -> u64 {
        self.len
    }
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

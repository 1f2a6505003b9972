//! Where everything in a file is, found without reading its keys.

use super::foreign::{self, Foreign};
use super::header::float_kind;
use super::marker::{MarkerSpan, Markers};
use super::source::{ReadAt, Source, Windowed};
use super::walk::{CurveHead, Walk, walk};
use super::{Header, Layout, layout};
use crate::curve::{Curve, Keys};
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
        let header = Header::read(source)?;
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

impl<'a> Recording<'a> {
    /// Takes a file's bytes for a recording, with an index that was made of them before.
    pub fn from_index(bytes: &'a [u8], index: &Index) -> Result<Self> {
        if ReadAt::len(bytes) != index.len {
            return Err(Error::new(ErrorKind::IndexMismatch));
        }
        let parts = || {
            let curves = index
                .curves
                .iter()
                .map(|head| borrow_curve(bytes, *head))
                .collect::<Option<_>>()?;
            let markers = match index.markers {
                Some(span) => Some(Markers::from_span(bytes, span)?),
                None => None,
            };
            let trailing = bytes.get(usize::try_from(index.end).ok()?..)?;
            let Some(foreign) = &index.foreign else {
                let trailing = trailing.into();
                return Some(Self::from_parts(
                    index.header,
                    index.layout,
                    curves,
                    markers,
                    trailing,
                ));
            };
            let (curves, markers, origin) = foreign.finish(bytes, index.header, curves, markers)?;
            let trailing = trailing.into();
            let mut read = Self::from_parts(index.header, index.layout, curves, markers, trailing);
            read.origin = Some(Box::new(origin));
            Some(read)
        };
        parts().ok_or_else(|| Error::new(ErrorKind::IndexMismatch))
    }
}

/// How many bytes are given back at a time.
const GIVEN_BACK: usize = 1 << 20;

impl Recording<'static> {
    /// Takes a file's bytes over, with an index that was made of them before: each curve gets memory of its own.
    ///
    /// The bytes are given back from their end on while that happens, so it never takes much more memory than the file. What then
    /// replaces a curve takes its place, where an edit of a borrowed recording comes on top of the file.
    pub fn from_vec(mut bytes: Vec<u8>, index: &Index) -> Result<Self> {
        let whole = Recording::from_index(&bytes, index)?;
        if index.foreign.is_some() {
            // Its curves are not in the order of the recording, so that nothing can be given back meanwhile.
            return Ok(whole.into_owned());
        }
        let markers = whole.marker_list().map(|list| list.borrow().into_owned());
        let trailing = whole.trailing().to_vec();
        let mismatch = || Error::new(ErrorKind::IndexMismatch);
        let mut curves = Vec::with_capacity(index.curves.len());
        for head in index.curves.iter().rev() {
            curves.push(borrow_curve(&bytes, *head).ok_or_else(mismatch)?.into_owned());
            bytes.truncate(usize::try_from(head.keys_at).map_err(|_| mismatch())?);
            if bytes.capacity() - bytes.len() >= GIVEN_BACK {
                bytes.shrink_to_fit();
            }
        }
        curves.reverse();
        Ok(Self::from_parts(index.header, index.layout, curves, markers, trailing.into()))
    }
}

pub(super) fn borrow_curve(bytes: &[u8], head: CurveHead) -> Option<Curve<'_>> {
    let start = usize::try_from(head.keys_at).ok()?;
    let end = usize::try_from(head.keys_end()).ok()?;
    let keys = Keys::from_bytes(head.kind, bytes.get(start..end)?);
    Some(Curve { pre_wrap: head.pre_wrap, post_wrap: head.post_wrap, keys })
}

//! A whole recording: a value that shares the bytes it was read from.

mod convert;
mod form;
mod lost_w;
mod observed;
mod outliers;
mod times;

use std::borrow::Cow;
use std::fmt;
use std::hash::{Hash, Hasher};
use std::io::{self, Write};
use std::sync::Arc;

use bytes::Bytes;

pub use convert::{Conversion, Loss};
pub use form::Form;
pub use lost_w::LostW;
pub use observed::{OBSERVED_TOLERANCE_SECS, ObservedSpans};
pub use outliers::Outlier;
pub use times::TimeSpan;
pub(crate) use times::finite_secs;

use crate::curve::{Curve, CurveId, Tracks};
use crate::error::{Error, ErrorKind, Result};
use crate::format::marker::{Marker, Markers};
use crate::format::{
    CURVE_HEADER_BYTES, Header, Index, Layout, Origin, Pieces, ReadOptions, Version,
};
use crate::number::len_u64;

/// What a person did: the curves of head, hands and gaze, and the named moments.
///
/// [`parse`](Self::parse) reads no keys: each curve is a reference-counted slice of the file's bytes, whether these are a
/// `Vec`, a mapped file or memory of another language. So a clone costs a table of a few hundred curves, and a changed clone shares
/// every curve that was not changed. [`new`](Self::new) starts one from nothing.
///
/// A recording remembers the form in which it is stored: version, layout, flag bytes, whether there is a
/// marker list, bytes after it. [`write_to`](Self::write_to) gives it back in that form, byte for byte if
/// nothing was changed; [`convert`](Self::convert) leads to another one. Two recordings are equal when
/// they are written as the same bytes (so NaNs of the same bits are equal, and 0 and −0 are not).
///
/// ```
/// use reenact::{Curve, CurveId, Form, Recording, Tracks};
/// use reenact::hand::Side;
///
/// let mut recording = Recording::new(Form::MRTK_1_1, Tracks::ALL)?;
/// recording.set_curve(CurveId::Tracked(Side::Left), Curve::boolean([(0.0, false), (1.5, true)]))?;
/// let bytes = recording.to_bytes();
///
/// let read = Recording::from_slice(&bytes)?;
/// assert_eq!(read, recording);
/// assert_eq!(read.end_secs(), 1.5);
/// # Ok::<(), reenact::Error>(())
/// ```
#[derive(Clone)]
pub struct Recording {
    header: Header,
    layout: Layout,
    /// Those of the header's tracks, in file order; boolean ones boolean, the others of the form's kind.
    curves: Vec<Curve>,
    markers: Option<Markers>,
    /// Empty unless there is a marker list.
    trailing: Bytes,
    /// The file that it was read from, as long as it is what that file holds. No part of what it equals.
    file: Option<File>,
    /// The form of the file that it was read from, if that is never written. No part of what it equals.
    pub(crate) origin: Option<Box<Origin>>,
}

/// The file that a recording was read from.
#[derive(Debug, Clone)]
struct File {
    bytes: Bytes,
    index: Arc<Index>,
}

impl PartialEq for Recording {
    fn eq(&self, other: &Self) -> bool {
        self.header == other.header
            && self.layout == other.layout
            && self.curves == other.curves
            && self.markers == other.markers
            && self.trailing == other.trailing
    }
}

impl Eq for Recording {}

impl Hash for Recording {
    fn hash<H: Hasher>(&self, state: &mut H) {
        let Self { header, layout, curves, markers, trailing, file: _, origin: _ } = self;
        (header, layout, curves, markers, trailing).hash(state);
    }
}

impl Recording {
    /// Takes a file's bytes for a recording. Reads the headers of the curves and the marker list; the
    /// keys stay where they are.
    ///
    /// Takes a `Vec<u8>`, a `&'static [u8]` or [`Bytes`] without a copy; [`Bytes::from_owner`] takes anything else that
    /// holds bytes. For bytes that are only borrowed there is [`from_slice`](Self::from_slice).
    pub fn parse(bytes: impl Into<Bytes>) -> Result<Self> {
        Self::parse_with(bytes, &ReadOptions::default())
    }

    /// Takes a file's bytes for a recording, with options.
    pub fn parse_with(bytes: impl Into<Bytes>, options: &ReadOptions) -> Result<Self> {
        let bytes = bytes.into();
        let index = Index::of(&bytes, options)?;
        Self::from_index(bytes, index)
    }

    /// Copies a file's bytes and takes them for a recording.
    pub fn from_slice(bytes: &[u8]) -> Result<Self> {
        Self::from_slice_with(bytes, &ReadOptions::default())
    }

    /// Copies a file's bytes and takes them for a recording, with options.
    pub fn from_slice_with(bytes: &[u8], options: &ReadOptions) -> Result<Self> {
        let index = Index::of(bytes, options)?;
        Self::from_index(Bytes::copy_from_slice(bytes), index)
    }

    /// An empty recording of the given form and tracks: curves without keys that hold their ends.
    ///
    /// Version 1.0 has no flags: it takes [`Tracks::V1_0`] and nothing else.
    pub fn new(form: Form, tracks: Tracks) -> Result<Self> {
        let Version { major, minor } = form.version;
        if form.version > Version::V1_1 {
            return Err(Error::new(ErrorKind::VersionTooNew { major, minor }));
        }
        if !form.can_hold(tracks) {
            return Err(Error::new(ErrorKind::TrackNotInForm { tracks }));
        }
        let curves = tracks.curve_ids().map(|id| Curve::empty(form.key_kind(id)));
        Ok(Self {
            header: Header { version: form.version, flags: tracks.flags() },
            layout: form.layout,
            curves: curves.collect(),
            markers: form.marker_list.then_some(Markers::EMPTY),
            trailing: Bytes::new(),
            file: None,
            origin: None,
        })
    }

    pub(crate) fn from_parts(
        header: Header,
        layout: Layout,
        curves: Vec<Curve>,
        markers: Option<Markers>,
        trailing: Bytes,
    ) -> Self {
        Self { header, layout, curves, markers, trailing, file: None, origin: None }
    }

    /// Remembers the file that it was read from.
    pub(crate) fn with_file(mut self, bytes: Bytes, index: Index) -> Self {
        self.file = Some(File { bytes, index: Arc::new(index) });
        self
    }

    /// The bytes of the file that it was read from; `None` if it was made or changed since.
    pub fn file_bytes(&self) -> Option<&Bytes> {
        self.file.as_ref().map(|file| &file.bytes)
    }

    /// How many bytes the file has that it was read from; of one that was made or changed since, how many it would have.
    pub fn file_len(&self) -> u64 {
        self.file_index().map_or_else(|| len_u64(self.encoded_len()), Index::file_len)
    }

    /// Where everything is in the file that it was read from; of one that was made or changed since, where it would be.
    pub fn index(&self) -> Arc<Index> {
        self.file
            .as_ref()
            .map_or_else(|| Arc::new(self.written_index()), |file| Arc::clone(&file.index))
    }

    fn written_index(&self) -> Index {
        let markers = self.markers.as_ref();
        Index::of_parts(self.header, self.layout, &self.curves, markers, &self.trailing)
    }

    pub(crate) fn file_index(&self) -> Option<&Index> {
        self.file.as_ref().map(|file| &*file.index)
    }

    /// The version numbers as they stand in the file. Anything below 1.1 is stored as 1.0, and so are drafts, which have no
    /// numbers: see [`version_name`](Self::version_name).
    pub fn version(&self) -> Version {
        self.header.version
    }

    /// Which description of 1.1 the file follows.
    pub fn layout(&self) -> Layout {
        self.layout
    }

    /// The form in which it is stored.
    pub fn form(&self) -> Form {
        Form { version: self.version(), layout: self.layout, marker_list: self.markers.is_some() }
    }

    /// The camera, hands and gaze flag as they stand in the file, where not 0 is true; 1.0 implies 1, 1, 0.
    pub fn flags(&self) -> [u8; 3] {
        self.header.flags
    }

    /// Sets the flag bytes to others that mean the same: 0 for a track that is not there, anything else for one that is.
    pub fn set_flags(&mut self, flags: [u8; 3]) -> Result<()> {
        let header = Header { version: self.header.version, flags };
        if header.tracks() != self.tracks() || !(self.version().is_1_1() || flags == self.flags()) {
            return Err(Error::new(ErrorKind::TrackNotInForm { tracks: header.tracks() }));
        }
        self.header = header;
        self.file = None;
        Ok(())
    }

    /// Writes 1 for each flag byte that is neither 0 nor 1, which MRTK takes for the same.
    pub fn normalize_flags(&mut self) {
        self.file = None;
        self.header.flags = self.header.flags.map(|flag| flag.min(1));
    }

    /// Which tracks are there.
    pub fn tracks(&self) -> Tracks {
        self.header.tracks()
    }

    /// Every curve, in file order.
    pub fn curves(&self) -> impl ExactSizeIterator<Item = (CurveId, &Curve)> + DoubleEndedIterator {
        self.tracks().curve_ids().zip(&self.curves)
    }

    /// One curve; `None` if its track is not there.
    pub fn curve(&self, id: CurveId) -> Option<&Curve> {
        self.curves.get(self.tracks().index_of(id)?)
    }

    /// One curve by its name, such as `left.Wrist.position.x`; `None` if there is no such curve here.
    ///
    /// To tell a name that cannot be from a track that is not there, parse a [`CurveId`] first.
    pub fn curve_named(&self, name: &str) -> Option<&Curve> {
        self.curve(name.parse().ok()?)
    }

    /// Replaces one curve. It must store its keys as this recording does.
    pub fn set_curve(&mut self, id: CurveId, curve: Curve) -> Result<()> {
        let stored = self.tracks().index_of(id).and_then(|index| self.curves.get_mut(index));
        let stored = stored.ok_or_else(|| Error::new(ErrorKind::NoSuchCurve { id }))?;
        if curve.kind() != stored.kind() {
            let kind = ErrorKind::WrongKeyKind { id, given: curve.kind(), stored: stored.kind() };
            return Err(Error::new(kind));
        }
        if i32::try_from(curve.len()).is_err() {
            return Err(Error::new(ErrorKind::TooMany { count: curve.len() }));
        }
        *stored = curve;
        self.file = None;
        Ok(())
    }

    /// Takes one curve out and leaves one without keys in its place; `None` if its track is not there.
    pub fn take_curve(&mut self, id: CurveId) -> Option<Curve> {
        let index = self.tracks().index_of(id)?;
        let stored = self.curves.get_mut(index)?;
        let mut empty = Curve::empty(stored.kind());
        (empty.pre_wrap, empty.post_wrap) = (stored.pre_wrap, stored.post_wrap);
        self.file = None;
        Some(std::mem::replace(stored, empty))
    }

    /// Drops the tracks that are not among these: their curves go and their flags become 0. Everything else stays
    /// to the byte.
    ///
    /// Fails in 1.0, which has no flags, if one would have to go; its curves can be emptied instead.
    ///
    /// ```
    /// use reenact::{Form, Recording, Tracks};
    ///
    /// let mut recording = Recording::new(Form::MRTK_1_1, Tracks::ALL)?;
    /// recording.retain_tracks(Tracks { gaze: false, ..Tracks::ALL })?;
    /// assert_eq!(recording.flags(), [1, 1, 0]);
    /// # Ok::<(), reenact::Error>(())
    /// ```
    pub fn retain_tracks(&mut self, tracks: Tracks) -> Result<()> {
        let old = self.tracks();
        let kept = old.intersection(tracks);
        if !self.form().can_hold(kept) {
            return Err(Error::new(ErrorKind::TrackNotInForm { tracks: kept }));
        }
        self.file = None;
        let mut ids = old.curve_ids();
        self.curves.retain(|_| ids.next().is_some_and(|id| kept.index_of(id).is_some()));
        for (flag, is_kept) in
            self.header.flags.iter_mut().zip([kept.camera, kept.hands, kept.gaze])
        {
            *flag *= u8::from(is_kept);
        }
        Ok(())
    }

    /// The named moments; none where there is no marker list.
    pub fn markers(&self) -> impl Iterator<Item = Marker<'_>> {
        self.markers.iter().flatten()
    }

    /// The marker list; `None` where the file has none, as published files do not.
    pub fn marker_list(&self) -> Option<&Markers> {
        self.markers.as_ref()
    }

    /// Replaces the marker list, or takes it away, and with it what follows it.
    pub fn set_marker_list(&mut self, markers: Option<Markers>) {
        if markers.is_none() {
            self.trailing = Bytes::new();
        }
        self.markers = markers;
        self.file = None;
    }

    /// Replaces the markers; adds a marker list if there is none.
    pub fn set_markers<'m>(&mut self, markers: impl IntoIterator<Item = Marker<'m>>) -> Result<()> {
        self.markers = Some(Markers::new(markers)?);
        self.file = None;
        Ok(())
    }

    /// What follows the marker list. MRTK ignores it; we keep it.
    pub fn trailing(&self) -> &[u8] {
        &self.trailing
    }

    /// Replaces what follows the marker list. Without a marker list, nothing can follow it.
    pub fn set_trailing(&mut self, bytes: impl Into<Bytes>) -> Result<()> {
        let bytes = bytes.into();
        if self.markers.is_none() && !bytes.is_empty() {
            return Err(Error::wrong_option("bytes cannot follow a marker list that is not there"));
        }
        self.trailing = bytes;
        self.file = None;
        Ok(())
    }

    /// Drops what follows the marker list.
    pub fn remove_trailing(&mut self) {
        self.trailing = Bytes::new();
        self.file = None;
    }

    /// How many keys all curves have together.
    pub fn key_count(&self) -> usize {
        self.curves.iter().map(Curve::len).sum()
    }

    /// How many bytes it takes in its form.
    pub fn encoded_len(&self) -> usize {
        let curve_len = |curve: &Curve| CURVE_HEADER_BYTES + curve.raw_keys().as_bytes().len();
        self.header.len()
            + self.curves.iter().map(curve_len).sum::<usize>()
            + self.markers.as_ref().map_or(0, Markers::encoded_len)
            + self.trailing.len()
    }

    /// The bytes of its file, without a copy of its keys: to be read at any place, as [`Index::read`] does.
    ///
    /// ```
    /// use reenact::{Form, Index, ReadOptions, Recording, Tracks};
    ///
    /// let recording = Recording::new(Form::MRTK_1_1, Tracks::ALL)?;
    /// let file = recording.pieces();
    /// let index = Index::read(&file, &ReadOptions::default())?;
    /// assert!(recording.is_stored_in(&file, &index)?);
    /// # Ok::<(), reenact::Error>(())
    /// ```
    pub fn pieces(&self) -> Pieces<'_> {
        let markers = self.markers.as_ref().map(Markers::encoded);
        let markers = markers.map(|(count, rest)| [count.to_vec().into(), rest.into()]);
        let trailing = Cow::Borrowed(&*self.trailing);
        Pieces::new(self.header, &self.curves, markers.into_iter().flatten().chain([trailing]))
    }

    /// Writes it in its form; byte for byte what was read, if nothing was changed since.
    pub fn write_to(&self, mut out: impl Write) -> io::Result<()> {
        self.pieces().iter().try_for_each(|piece| out.write_all(piece))
    }

    /// Writes it as [`write_to`](Self::write_to) does, once it is proven that the file will be read as this recording:
    /// [`check_reads_back`](Self::check_reads_back). What keeps a recording in a file should use this.
    pub fn write_checked_to(&self, out: impl Write) -> Result<()> {
        self.check_reads_back()?;
        Ok(self.write_to(out)?)
    }

    /// The bytes of its file.
    pub fn to_bytes(&self) -> Vec<u8> {
        self.pieces().concat()
    }

    /// Leads to another form, and says beforehand what that would lose.
    pub fn convert(&self, form: Form) -> Conversion {
        Conversion::new(self.clone(), form)
    }

    /// The same recording with memory of its own for each curve, which an edit can give back curve by curve.
    ///
    /// If nobody else has the file's bytes, and they are a `Vec`, they are given back from their end on meanwhile, so that this
    /// never takes much more memory than the file. Otherwise all keys are copied.
    #[must_use]
    pub fn into_unshared(mut self) -> Self {
        self.markers = self.markers.map(Markers::into_unshared);
        self.trailing = Bytes::copy_from_slice(&self.trailing);
        match self.file.take().filter(|file| file.index.is_in_order()) {
            Some(File { bytes, index }) => {
                self.curves.clear();
                self.curves = index.split(Vec::from(bytes));
            }
            None => self.curves.iter_mut().for_each(Curve::unshare),
        }
        self
    }
}

impl From<&Recording> for Recording {
    /// A clone, which shares all keys: for functions that take a recording by value or by reference.
    fn from(recording: &Recording) -> Self {
        recording.clone()
    }
}

impl fmt::Debug for Recording {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Recording")
            .field("form", &self.form())
            .field("flags", &self.flags())
            .field("curves", &self.curves.len())
            .field("keys", &self.key_count())
            .field("markers", &self.markers)
            .field("trailing", &self.trailing.len())
            .finish_non_exhaustive()
    }
}

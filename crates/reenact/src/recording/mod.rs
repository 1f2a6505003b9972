//! The recording type: curves and markers that share the bytes of the file.

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
use reenact_base::number::len_u64;

/// A recording: the curves of head, hands and gaze, and the markers.
///
/// [`parse`](Self::parse) reads no keys: each curve is a reference-counted slice of the file's bytes, whether
/// these are a `Vec`, a memory-mapped file or memory of another language. A clone copies a table of a few
/// hundred curves, and a changed clone shares every unchanged curve. [`new`](Self::new) creates an empty one.
///
/// A recording remembers its storage form: version, layout, flag bytes, marker list, trailing bytes.
/// [`write_to`](Self::write_to) writes it in that form, byte for byte if unchanged;
/// [`convert`](Self::convert) converts it to another. Two recordings are equal if they are written as the
/// same bytes (so NaNs with the same bits are equal, and 0 and −0 are not).
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
    /// Curves of the header's tracks, in file order. Boolean curves have boolean keys, the others keys of the
    /// form's kind.
    curves: Vec<Curve>,
    markers: Option<Markers>,
    /// Bytes after the marker list; empty without one.
    trailing: Bytes,
    /// File that it was read from, as long as it is unchanged. Ignored by `==`.
    file: Option<File>,
    /// Draft or fork that it was read from. Ignored by `==`.
    pub(crate) origin: Option<Box<Origin>>,
}

/// File that a recording was read from.
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
    /// Parses a file. Reads the curve headers and the marker list; the keys are not read.
    ///
    /// Accepts a `Vec<u8>`, a `&'static [u8]` or [`Bytes`] without a copy; use [`Bytes::from_owner`] for
    /// other owners. For borrowed bytes there is [`from_slice`](Self::from_slice).
    pub fn parse(bytes: impl Into<Bytes>) -> Result<Self> {
        Self::parse_with(bytes, &ReadOptions::default())
    }

    /// Parses a file with options.
    pub fn parse_with(bytes: impl Into<Bytes>, options: &ReadOptions) -> Result<Self> {
        let bytes = bytes.into();
        let index = Index::of(&bytes, options)?;
        Self::from_index(bytes, index)
    }

    /// Parses a copy of borrowed bytes.
    pub fn from_slice(bytes: &[u8]) -> Result<Self> {
        Self::from_slice_with(bytes, &ReadOptions::default())
    }

    /// Parses a copy of borrowed bytes, with options.
    pub fn from_slice_with(bytes: &[u8], options: &ReadOptions) -> Result<Self> {
        let index = Index::of(bytes, options)?;
        Self::from_index(Bytes::copy_from_slice(bytes), index)
    }

    /// Creates an empty recording of the given form and tracks. All curves are empty and clamped at both
    /// ends.
    ///
    /// Version 1.0 has no flags: it requires [`Tracks::V1_0`].
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

    /// Sets the file that it was read from.
    pub(crate) fn with_file(mut self, bytes: Bytes, index: Index) -> Self {
        self.file = Some(File { bytes, index: Arc::new(index) });
        self
    }

    /// Bytes of the file that it was read from; `None` if it was created or changed since.
    pub fn file_bytes(&self) -> Option<&Bytes> {
        self.file.as_ref().map(|file| &file.bytes)
    }

    /// Length of the file that it was read from; if it was created or changed since, of the file that would
    /// be written.
    pub fn file_len(&self) -> u64 {
        self.file_index().map_or_else(|| len_u64(self.encoded_len()), Index::file_len)
    }

    /// Index of the file that it was read from; if it was created or changed since, of the file that would be
    /// written.
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

    /// Version numbers in the file. Every version below 1.1 is stored as 1.0, and so are drafts, which have
    /// no numbers: see [`version_name`](Self::version_name).
    pub fn version(&self) -> Version {
        self.header.version
    }

    /// Layout of the file: size of float keys in 1.1.
    pub fn layout(&self) -> Layout {
        self.layout
    }

    /// Storage form.
    pub fn form(&self) -> Form {
        Form { version: self.version(), layout: self.layout, marker_list: self.markers.is_some() }
    }

    /// Camera, hands and gaze flag in the file; not 0 is true. 1.0 implies 1, 1, 0.
    pub fn flags(&self) -> [u8; 3] {
        self.header.flags
    }

    /// Sets the flag bytes to equivalent ones: 0 for an absent track, any other byte for a present one.
    pub fn set_flags(&mut self, flags: [u8; 3]) -> Result<()> {
        let header = Header { version: self.header.version, flags };
        if header.tracks() != self.tracks() || !(self.version().is_1_1() || flags == self.flags()) {
            return Err(Error::new(ErrorKind::TrackNotInForm { tracks: header.tracks() }));
        }
        self.header = header;
        self.file = None;
        Ok(())
    }

    /// Replaces flag bytes other than 0 and 1 by 1, which has the same meaning to MRTK.
    pub fn normalize_flags(&mut self) {
        self.file = None;
        self.header.flags = self.header.flags.map(|flag| flag.min(1));
    }

    /// Tracks of the recording.
    pub fn tracks(&self) -> Tracks {
        self.header.tracks()
    }

    /// Iterates over all curves in file order.
    pub fn curves(&self) -> impl ExactSizeIterator<Item = (CurveId, &Curve)> + DoubleEndedIterator {
        self.tracks().curve_ids().zip(&self.curves)
    }

    /// Curve with this id; `None` if its track is absent.
    pub fn curve(&self, id: CurveId) -> Option<&Curve> {
        self.curves.get(self.tracks().index_of(id)?)
    }

    /// Curve with this name, such as `left.Wrist.position.x`; `None` if there is no such curve.
    ///
    /// To distinguish an invalid name from an absent track, parse a [`CurveId`] first.
    pub fn curve_named(&self, name: &str) -> Option<&Curve> {
        self.curve(name.parse().ok()?)
    }

    /// Replaces a curve. It must have the same key encoding as this recording.
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

    /// Takes a curve and leaves an empty one in its place; `None` if its track is absent.
    pub fn take_curve(&mut self, id: CurveId) -> Option<Curve> {
        let index = self.tracks().index_of(id)?;
        let stored = self.curves.get_mut(index)?;
        let mut empty = Curve::empty(stored.kind());
        (empty.pre_wrap, empty.post_wrap) = (stored.pre_wrap, stored.post_wrap);
        self.file = None;
        Some(std::mem::replace(stored, empty))
    }

    /// Removes all other tracks: their curves and flags. Everything else stays the same, byte for byte.
    ///
    /// Fails in 1.0, which has no flags, if a track would be removed; its curves can be emptied instead.
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

    /// Iterates over the markers; none without a marker list.
    pub fn markers(&self) -> impl Iterator<Item = Marker<'_>> {
        self.markers.iter().flatten()
    }

    /// Marker list; `None` if the file has none, as in published files.
    pub fn marker_list(&self) -> Option<&Markers> {
        self.markers.as_ref()
    }

    /// Replaces or removes the marker list. Removing it also removes the trailing bytes.
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

    /// Bytes after the marker list. MRTK ignores them; they are preserved.
    pub fn trailing(&self) -> &[u8] {
        &self.trailing
    }

    /// Replaces the bytes after the marker list. Fails without a marker list.
    pub fn set_trailing(&mut self, bytes: impl Into<Bytes>) -> Result<()> {
        let bytes = bytes.into();
        if self.markers.is_none() && !bytes.is_empty() {
            return Err(Error::wrong_option("trailing bytes need a marker list before them"));
        }
        self.trailing = bytes;
        self.file = None;
        Ok(())
    }

    /// Removes the bytes after the marker list.
    pub fn remove_trailing(&mut self) {
        self.trailing = Bytes::new();
        self.file = None;
    }

    /// Number of keys of all curves.
    pub fn key_count(&self) -> usize {
        self.curves.iter().map(Curve::len).sum()
    }

    /// Size in bytes in its storage form.
    pub fn encoded_len(&self) -> usize {
        let curve_len = |curve: &Curve| CURVE_HEADER_BYTES + curve.raw_keys().as_bytes().len();
        self.header.len()
            + self.curves.iter().map(curve_len).sum::<usize>()
            + self.markers.as_ref().map_or(0, Markers::encoded_len)
            + self.trailing.len()
    }

    /// Bytes of its file as a list of slices, without a copy of the keys, for random access as in
    /// [`Index::read`].
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

    /// Writes the recording in its storage form; byte for byte the file that was read, if unchanged.
    pub fn write_to(&self, mut out: impl Write) -> io::Result<()> {
        self.pieces().iter().try_for_each(|piece| out.write_all(piece))
    }

    /// Writes like [`write_to`](Self::write_to), after checking that the file reads back as this recording:
    /// [`check_reads_back`](Self::check_reads_back). Use this to store a recording.
    pub fn write_checked_to(&self, out: impl Write) -> Result<()> {
        self.check_reads_back()?;
        Ok(self.write_to(out)?)
    }

    /// Encodes the recording in its storage form.
    pub fn to_bytes(&self) -> Vec<u8> {
        self.pieces().concat()
    }

    /// Prepares the conversion to another form, with a list of losses.
    pub fn convert(&self, form: Form) -> Conversion {
        Conversion::new(self.clone(), form)
    }

    /// Copies each curve into its own allocation, so that an edit can free memory curve by curve.
    ///
    /// If the file's bytes are a `Vec` that is not shared, it is truncated from the end meanwhile, so peak
    /// memory is little more than the file size. Otherwise all keys are copied.
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
    /// Clones the recording, which shares all keys: for functions that accept a value or a reference.
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

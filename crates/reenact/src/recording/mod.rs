//! A whole recording, borrowed from a file's bytes or owned.

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

pub use convert::{Conversion, Loss};
pub use form::Form;
pub use lost_w::LostW;
pub use observed::{OBSERVED_TOLERANCE_SECS, ObservedSpans};
pub use outliers::Outlier;
pub use times::TimeSpan;

use crate::curve::{Curve, CurveId, KeyKind, Tracks};
use crate::error::{Error, ErrorKind, Result};
use crate::format::marker::{Marker, Markers};
use crate::format::{
    CURVE_HEADER_BYTES, Header, Index, Layout, Origin, Pieces, ReadOptions, Version,
};

/// What a person did: the curves of head, hands and gaze, and the named moments.
///
/// [`parse`](Self::parse) borrows everything from the file's bytes and reads no keys; the lifetime is
/// theirs. [`into_owned`](Self::into_owned) copies it all out, and [`new`](Self::new) starts one from
/// nothing. In between, [`set_curve`](Self::set_curve) replaces single curves while the others stay
/// borrowed.
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
/// let read = Recording::parse(&bytes)?;
/// assert_eq!(read, recording);
/// assert_eq!(read.end_secs(), 1.5);
/// # Ok::<(), reenact::Error>(())
/// ```
#[derive(Clone)]
pub struct Recording<'a> {
    header: Header,
    layout: Layout,
    /// Those of the header's tracks, in file order; boolean ones boolean, the others of the form's kind.
    curves: Vec<Curve<'a>>,
    markers: Option<Markers<'a>>,
    /// Empty unless there is a marker list.
    trailing: Cow<'a, [u8]>,
    /// The form of the file that it was read from, if that is never written. No part of what it equals.
    pub(crate) origin: Option<Box<Origin>>,
}

impl PartialEq for Recording<'_> {
    fn eq(&self, other: &Self) -> bool {
        self.header == other.header
            && self.layout == other.layout
            && self.curves == other.curves
            && self.markers == other.markers
            && self.trailing == other.trailing
    }
}

impl Eq for Recording<'_> {}

impl Hash for Recording<'_> {
    fn hash<H: Hasher>(&self, state: &mut H) {
        let Self { header, layout, curves, markers, trailing, origin: _ } = self;
        (header, layout, curves, markers, trailing).hash(state);
    }
}

impl<'a> Recording<'a> {
    /// Takes a file's bytes for a recording. Reads the headers of the curves and the marker list; the
    /// keys stay where they are.
    pub fn parse(bytes: &'a [u8]) -> Result<Self> {
        Self::parse_with(bytes, &ReadOptions::default())
    }

    /// Takes a file's bytes for a recording, with options.
    pub fn parse_with(bytes: &'a [u8], options: &ReadOptions) -> Result<Self> {
        Self::from_index(bytes, &Index::of(bytes, options)?)
    }

    /// An empty recording of the given form and tracks: curves without keys that hold their ends.
    ///
    /// Version 1.0 has no flags: it takes [`Tracks::V1_0`] and nothing else.
    pub fn new(form: Form, tracks: Tracks) -> Result<Recording<'static>> {
        if !form.can_hold(tracks) {
            return Err(Error::new(ErrorKind::TrackNotInForm));
        }
        let flags = [tracks.camera, tracks.hands, tracks.gaze].map(u8::from);
        let kind = form.float_kind();
        let curves = tracks
            .curve_ids()
            .map(|id| Curve::empty(if id.is_boolean() { KeyKind::Boolean } else { kind }));
        Ok(Recording {
            header: Header { version: form.version, flags },
            layout: form.layout,
            curves: curves.collect(),
            markers: form.marker_list.then_some(Markers::EMPTY),
            trailing: Cow::Borrowed(&[]),
            origin: None,
        })
    }

    pub(crate) fn from_parts(
        header: Header,
        layout: Layout,
        curves: Vec<Curve<'a>>,
        markers: Option<Markers<'a>>,
        trailing: Cow<'a, [u8]>,
    ) -> Self {
        Self { header, layout, curves, markers, trailing, origin: None }
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

    /// Writes 1 for each flag byte that is neither 0 nor 1, which MRTK takes for the same.
    pub fn normalize_flags(&mut self) {
        self.header.flags = self.header.flags.map(|flag| flag.min(1));
    }

    /// Which tracks are there.
    pub fn tracks(&self) -> Tracks {
        self.header.tracks()
    }

    /// Every curve, in file order.
    pub fn curves(
        &self,
    ) -> impl ExactSizeIterator<Item = (CurveId, &Curve<'a>)> + DoubleEndedIterator {
        self.tracks().curve_ids().zip(&self.curves)
    }

    /// One curve; `None` if its track is not there.
    pub fn curve(&self, id: CurveId) -> Option<&Curve<'a>> {
        self.curves.get(self.tracks().index_of(id)?)
    }

    /// One curve by its name, such as `left.Wrist.position.x`; `None` if there is no such curve here.
    ///
    /// To tell a name that cannot be from a track that is not there, parse a [`CurveId`] first.
    pub fn curve_named(&self, name: &str) -> Option<&Curve<'a>> {
        self.curve(name.parse().ok()?)
    }

    /// Replaces one curve. It must store its keys as this recording does.
    pub fn set_curve(&mut self, id: CurveId, curve: Curve<'a>) -> Result<()> {
        let stored = self.tracks().index_of(id).and_then(|index| self.curves.get_mut(index));
        let stored = stored.ok_or_else(|| Error::new(ErrorKind::NoSuchCurve))?;
        if curve.kind() != stored.kind() {
            let kind = ErrorKind::WrongKeyKind { given: curve.kind(), stored: stored.kind() };
            return Err(Error::new(kind));
        }
        if i32::try_from(curve.len()).is_err() {
            return Err(Error::new(ErrorKind::TooMany { count: curve.len() }));
        }
        *stored = curve;
        Ok(())
    }

    /// Takes one curve out and leaves one without keys in its place; `None` if its track is not there.
    pub fn take_curve(&mut self, id: CurveId) -> Option<Curve<'a>> {
        let index = self.tracks().index_of(id)?;
        let stored = self.curves.get_mut(index)?;
        let mut empty = Curve::empty(stored.kind());
        (empty.pre_wrap, empty.post_wrap) = (stored.pre_wrap, stored.post_wrap);
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
        let kept = Tracks {
            camera: old.camera && tracks.camera,
            hands: old.hands && tracks.hands,
            gaze: old.gaze && tracks.gaze,
        };
        if !self.form().can_hold(kept) {
            return Err(Error::new(ErrorKind::TrackNotInForm));
        }
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
    pub fn marker_list(&self) -> Option<&Markers<'a>> {
        self.markers.as_ref()
    }

    /// Replaces the marker list, or adds one.
    pub fn set_markers<'m>(&mut self, markers: impl IntoIterator<Item = Marker<'m>>) -> Result<()> {
        self.markers = Some(Markers::new(markers)?);
        Ok(())
    }

    /// What follows the marker list. MRTK ignores it; we keep it.
    pub fn trailing(&self) -> &[u8] {
        &self.trailing
    }

    /// Drops what follows the marker list.
    pub fn remove_trailing(&mut self) {
        self.trailing = Cow::Borrowed(&[]);
    }

    /// How many keys all curves have together.
    pub fn key_count(&self) -> usize {
        self.curves.iter().map(Curve::len).sum()
    }

    /// How many bytes it takes in its form.
    pub fn encoded_len(&self) -> usize {
        let curve_len = |curve: &Curve<'_>| CURVE_HEADER_BYTES + curve.raw_keys().as_bytes().len();
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
    pub fn convert(&self, form: Form) -> Conversion<'_> {
        Conversion::new(self.borrow(), form)
    }

    /// The same recording, borrowed from this one.
    #[must_use]
    pub fn borrow(&self) -> Recording<'_> {
        Recording {
            header: self.header,
            layout: self.layout,
            curves: self.curves.iter().map(Curve::borrow).collect(),
            markers: self.markers.as_ref().map(Markers::borrow),
            trailing: Cow::Borrowed(&self.trailing),
            origin: self.origin.clone(),
        }
    }

    /// The same recording in memory of its own, about as much as its file has bytes.
    #[must_use]
    pub fn into_owned(self) -> Recording<'static> {
        Recording {
            header: self.header,
            layout: self.layout,
            curves: self.curves.into_iter().map(Curve::into_owned).collect(),
            markers: self.markers.map(Markers::into_owned),
            trailing: Cow::Owned(self.trailing.into_owned()),
            origin: self.origin,
        }
    }
}

impl fmt::Debug for Recording<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Recording")
            .field("form", &self.form())
            .field("flags", &self.flags())
            .field("curves", &self.curves.len())
            .field("keys", &self.key_count())
            .field("markers", &self.markers)
            .field("trailing", &self.trailing.len())
            .finish()
    }
}

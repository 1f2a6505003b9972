//! Recovers a recording from a file that is cut short or damaged.
//!
//! Of a file that is cut short, everything before the cut is whole; of the curve that is cut, the keys before the cut are.
//! Where bytes in the middle are damaged, missing or too many, the curves after them are found again by their headers: see
//! [`resync`](super::resync).

use std::fmt;

use bytes::Bytes;

use super::header::float_kind;
use super::layout::choose;
use super::marker::{Markers, WholeMarkers};
use super::resync::{Resynced, resynchronize};
use super::walk::{CurveHead, Stopped, Walk, Walked, walk};
use super::{CURVE_HEADER_BYTES, Header, Layout, ReadOptions, slice};
use crate::curve::{Curve, CurveId, KeyKind, WeightedMode};
use crate::error::{Error, ErrorKind, Field, Result};
use crate::number::{grouped, len_u64};
use crate::recording::Recording;

/// What [`Recording::salvage`] found.
#[derive(Debug)]
pub struct Salvaged {
    /// What was recovered. If the file was damaged, it has a marker list, as MRTK needs, and nothing after it.
    pub recording: Recording,
    /// Where the file is damaged and what is lost; `None` if nothing is.
    pub cut: Option<Cut>,
}

/// Where a file is cut short or damaged, and what of it is lost.
///
/// Prints as what came back and what did not.
#[derive(Debug)]
#[non_exhaustive]
pub struct Cut {
    /// What reading it strictly fails with. Of a file that can be read, but only as nonsense: the first count that is wrong.
    pub error: Error,
    /// The field that is not whole.
    pub field: Field,
    /// The byte at which that field starts.
    pub offset: u64,
    /// Curves that the file must have, by its flags.
    pub curves: usize,
    /// Curves that are all there, empty ones included.
    pub curves_whole: usize,
    /// Curves that were hit, and how many of their keys are there.
    pub damaged: Vec<DamagedCurve>,
    /// Curves of which nothing usable is there: they are empty now.
    pub lost: Vec<CurveId>,
    /// Keys that are there, of all curves.
    pub keys: usize,
    /// Whether curves were found again after the damage.
    pub is_resynchronized: bool,
    /// Markers that are there.
    pub markers_kept: usize,
    /// Markers that the list announces and that are not there; `None` if the count itself is not.
    pub markers_missing: Option<u64>,
    /// Marker names that were not UTF-8: U+FFFD stands for what was not, as .NET would read it.
    pub names_replaced: u32,
    /// Bytes that are not kept: after a cut, or around the damage.
    pub dropped_bytes: u64,
    /// Whether too little is left to tell the two layouts of 1.1 apart, and the keys may not be what they seem.
    pub is_layout_a_guess: bool,
}

/// A curve that was hit by damage.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct DamagedCurve {
    /// Which curve.
    pub id: CurveId,
    /// Keys that are there.
    pub keys_kept: usize,
    /// Keys that its header announces; `None` if the header is gone. If that count is what is damaged, it can be any number.
    pub keys_announced: Option<u32>,
}

/// Names of lost curves that are printed; the others are counted.
const NAMED: usize = 6;

impl fmt::Display for Cut {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let keys = grouped(len_u64(self.keys));
        write!(
            f,
            "{} of {} curves are whole, {keys} keys came back",
            self.curves_whole, self.curves
        )?;
        for DamagedCurve { id, keys_kept, keys_announced } in self.damaged.iter().take(NAMED) {
            write!(f, "; {id} is damaged: ")?;
            match keys_announced {
                Some(announced) => write!(f, "{keys_kept} keys found, {announced} announced")?,
                None => write!(f, "{keys_kept} keys found, its header is lost")?,
            }
        }
        if self.damaged.len() > NAMED {
            write!(f, "; {} more are damaged", self.damaged.len() - NAMED)?;
        }
        for (n, id) in self.lost.iter().take(NAMED).enumerate() {
            write!(f, "{} {id}", if n == 0 { "; lost:" } else { "," })?;
        }
        if self.lost.len() > NAMED {
            write!(f, " and {} more curves", self.lost.len() - NAMED)?;
        }
        match self.markers_missing {
            Some(0) => {}
            Some(gone) => {
                write!(f, "; {} markers came back, {gone} are lost", self.markers_kept)?;
            }
            None => f.write_str("; the marker list is lost")?,
        }
        if self.names_replaced > 0 {
            write!(f, "; the names of {} markers are not valid UTF-8", self.names_replaced)?;
        }
        if self.is_layout_a_guess {
            f.write_str("; too little is left to be sure of the layout")?;
        }
        Ok(())
    }
}

impl Recording {
    /// Recovers what is whole in a file's bytes, even if the file is cut short or damaged.
    ///
    /// A sound file is given as [`parse_with`](Self::parse_with) gives it, without a [`Cut`]. Of any other, each whole curve is kept byte
    /// for byte, damaged ones keep the keys before and after the damage, and the rest of the tracks that the flags
    /// announce is empty. Curves after damaged, missing or inserted bytes are found again by their headers. There is a marker
    /// list in any case, with the markers that are whole.
    ///
    /// Fails as `parse_with` does if not even the header is whole, or if it is no recording.
    ///
    /// The layout of a 1.1 file is the one in which more curves are found, unless the options force one; where nothing is
    /// found after the damage, the one that the reader would name in its error.
    /// Where neither layout meets anything implausible before it stops, the first float curve with keys decides: if each of the
    /// keys that are whole in the published layout has a weighted mode that only such a key can have, it is that layout;
    /// if one has a mode that none can have, it is MRTK's. Where neither is so, MRTK's is a guess, and
    /// [`Cut::is_layout_a_guess`] says so.
    ///
    /// ```
    /// use reenact::{ReadOptions, Recording};
    ///
    /// # let bytes = include_bytes!("../../../../testdata/recordings/v11_sub_camera.bin");
    /// let half = &bytes[..bytes.len() / 2];
    /// assert!(Recording::parse(half).is_err());
    /// let salvaged = Recording::salvage(half, &ReadOptions::default())?;
    /// let cut = salvaged.cut.unwrap();
    /// println!("{cut} ({})", cut.error);
    /// assert!(Recording::from_slice(&salvaged.recording.to_bytes()).is_ok());
    /// # Ok::<(), reenact::Error>(())
    /// ```
    pub fn salvage(bytes: impl Into<Bytes>, options: &ReadOptions) -> Result<Salvaged> {
        let bytes = &bytes.into();
        let parsed = Self::parse_with(bytes.clone(), options);
        // A draft or a variant has other headers, and is read or it is not.
        if parsed.as_ref().is_ok_and(|recording| recording.origin().is_some()) {
            return parsed.map(|recording| Salvaged { recording, cut: None });
        }
        let mut source = bytes.as_ref();
        let Ok(header) = Header::read(&mut source) else {
            return parsed.map(|recording| Salvaged { recording, cut: None });
        };
        let forced = options.layout.filter(|_| header.version.is_1_1());
        let (layout, walked, is_layout_a_guess) = match forced {
            Some(layout) => {
                (layout, walk(&mut source, header, float_kind(header.version, layout)), false)
            }
            None => reconsider(bytes, header),
        };
        let found = find_again(bytes, header, forced, (layout, &walked));
        match (walked, found, parsed) {
            (_, None, Ok(recording)) => Ok(Salvaged { recording, cut: None }),
            (Ok(walk), Some((layout, found)), Ok(_)) => {
                let error = first_misread(&walk, &found, header);
                Ok(keep_found(bytes, header, layout, found, error, false))
            }
            (Err(stopped), Some((layout, found)), _) => {
                let is_a_guess = is_layout_a_guess && !found.is_nearly_whole();
                Ok(keep_found(bytes, header, layout, found, stopped.error, is_a_guess))
            }
            (Err(stopped), None, Err(error)) => {
                let Some((field, offset)) = stopped.error.field().zip(stopped.error.offset())
                else {
                    return Err(error);
                };
                Ok(keep_whole(bytes, header, layout, stopped, (field, offset), is_layout_a_guess))
            }
            (_, _, Err(error)) => Err(error),
        }
    }
}

/// By how much a placement has to fit better than the strict walk, in the points of [`resync`](super::resync): one curve with
/// keys.
const MARGIN: i32 = 5;

/// By how much it has to fit better in the other layout: read in the wrong one, a file has hardly any curves.
const LAYOUT_MARGIN: i32 = 20;

/// The curves of a file that the strict walk misses, and the layout in which they are found; `None` if it misses none.
fn find_again(
    bytes: &Bytes,
    header: Header,
    forced: Option<Layout>,
    (layout, walked): (Layout, &Walked),
) -> Option<(Layout, Resynced)> {
    let (heads, markers) = match walked {
        Ok(walk) if is_sound(walk, header, bytes) => return None,
        Ok(walk) => (&walk.curves, Some(walk.markers.map_or(0, |markers| markers.count))),
        Err(stopped) => (&stopped.curves, None),
    };
    let find = |layout| {
        let kind = float_kind(header.version, layout);
        Some((layout, resynchronize(bytes, header, kind, (heads, markers))?))
    };
    let first = find(layout)?;
    let strict = first.1.walk_score;
    let is_settled = forced.is_some() || !header.version.is_1_1() || first.1.is_nearly_whole();
    let other = match layout {
        Layout::Mrtk => Layout::Published,
        Layout::Published => Layout::Mrtk,
    };
    let second = if is_settled { None } else { find(other) };
    let (found_layout, found) = match second {
        Some(second) if second.1.score > first.1.score + LAYOUT_MARGIN => second,
        _ => first,
    };
    let heads_at =
        |at: usize| heads.iter().any(|head| head.keys_at == len_u64(at + CURVE_HEADER_BYTES));
    let new = || found.whole_at.iter().filter(|&&at| !heads_at(at));
    // Headers with MRTK's wrap modes do not occur by chance; others do, in keys and in what recordings can hold.
    let is_mrtk = |at: &usize| {
        bytes.get(*at..).is_some_and(|rest| rest.starts_with(&[8, 0, 0, 0, 8, 0, 0, 0]))
    };
    let is_new = match walked {
        Ok(_) => new().any(is_mrtk),
        Err(stopped) if stopped.curves.len() == found.curves.len() => new().any(is_mrtk),
        Err(_) => new().any(|at| is_mrtk(at) || !found.is_by_mrtk),
    };
    // A walk through all curves that stops in the marker list may have missed keys of the last curve.
    let is_longer = || {
        let is_in_markers =
            matches!(walked, Err(stopped) if stopped.curves.len() == found.curves.len());
        is_in_markers && new().next().is_none() && !found.damaged.is_empty() && found.score > strict
    };
    let is_better = (is_new && found.score >= strict + MARGIN) || is_longer();
    is_better.then_some((found_layout, found))
}

/// Whether a walk went through the whole file and met nothing odd.
///
/// Curves of which some wrap as no other does are odd: the weights and the mode of a full key can be taken for a header.
fn is_sound(walk: &Walk, header: Header, bytes: &[u8]) -> bool {
    let wraps = |head: &CurveHead| (head.pre_wrap, head.post_wrap);
    let is_alike = walk.curves.windows(2).all(|pair| match pair {
        [a, b] => wraps(a) == wraps(b),
        _ => true,
    });
    walk.implausible == 0 && walk.end(header) == len_u64(bytes.len()) && is_alike
}

/// The first key count that a walk to the end of a file misread.
fn first_misread(walk: &Walk, found: &Resynced, header: Header) -> Error {
    let is_whole = |head: &CurveHead| {
        found.whole_at.iter().any(|at| head.keys_at == len_u64(at + CURVE_HEADER_BYTES))
    };
    let mut read = walk.curves.iter().zip(header.tracks().curve_ids());
    if let Some((head, id)) = read.find(|(head, _)| !is_whole(head)) {
        let kind = ErrorKind::OutOfRange { found: head.count.into() };
        return Error::at(kind, Field::KeyCount(id), head.keys_at - 4);
    }
    let kind = ErrorKind::OutOfRange { found: 0 };
    Error::at(kind, Field::MarkerCount, walk.end(header))
}

/// The recording of a file whose curves were found again.
fn keep_found(
    bytes: &[u8],
    header: Header,
    layout: Layout,
    found: Resynced,
    error: Error,
    is_layout_a_guess: bool,
) -> Salvaged {
    let whole = found.markers_at.map(|at| (at, WholeMarkers::find(bytes, len_u64(at))));
    let markers_len = whole.as_ref().map_or(0, |(at, whole)| whole.end - len_u64(*at));
    let kept = len_u64(header.len() + found.kept_bytes) + markers_len;
    let (field, offset) = error.field().zip(error.offset()).unwrap_or((Field::MarkerCount, 0));
    let mut cut = Cut {
        error,
        field,
        offset,
        curves: found.curves.len(),
        curves_whole: found.whole_at.len(),
        damaged: found.damaged,
        lost: found.lost,
        keys: found.curves.iter().map(Curve::len).sum(),
        is_resynchronized: true,
        markers_kept: 0,
        markers_missing: None,
        names_replaced: 0,
        dropped_bytes: len_u64(bytes.len()).saturating_sub(kept),
        is_layout_a_guess,
    };
    let markers = whole.map_or(Markers::EMPTY, |(_, whole)| cut.take_markers(whole));
    let curves = found.curves;
    let recording = Recording::from_parts(header, layout, curves, Some(markers), Bytes::new());
    Salvaged { recording, cut: Some(cut) }
}

impl Cut {
    /// Counts what is left of a marker list.
    fn take_markers(&mut self, whole: WholeMarkers) -> Markers {
        self.markers_kept = whole.markers.len();
        self.names_replaced = whole.names_replaced;
        self.markers_missing =
            whole.announced.map(|count| u64::from(count) - len_u64(whole.markers.len()));
        whole.markers
    }
}

/// The layout that the reader would name, unless the keys of the cut curve say otherwise; and whether that is a guess.
fn reconsider(bytes: &[u8], header: Header) -> (Layout, Walked, bool) {
    let mut source = bytes;
    let (layout, walked) = choose(&mut source, header);
    let (Layout::Mrtk, true, Err(mrtk)) = (layout, header.version.is_1_1(), &walked) else {
        return (layout, walked, false);
    };
    let Err(published) = walk(&mut source, header, float_kind(header.version, Layout::Published))
    else {
        return (layout, walked, false);
    };
    if mrtk.implausible > 0 || published.implausible > 0 {
        return (layout, walked, false);
    }
    let Some(keys) = first_float_keys(bytes, header, &published) else {
        return (layout, walked, false);
    };
    match could_be_full(keys) {
        Some(true) => (Layout::Published, Err(published), false),
        Some(false) => (layout, walked, false),
        // Where neither reading has a whole key there is nothing to guess about.
        None => (layout, walked, keys.len() >= KeyKind::Simple.key_bytes()),
    }
}

/// The bytes of the first float curve that has keys: up to there, both layouts are the same.
fn first_float_keys<'a>(bytes: &'a [u8], header: Header, stopped: &Stopped) -> Option<&'a [u8]> {
    let kind = float_kind(header.version, Layout::Published);
    let cut = match (stopped.error.field(), stopped.error.offset()) {
        (Some(Field::Keys(id)), Some(offset)) => cut_head(bytes, offset, id, kind),
        _ => None,
    };
    let mut heads = stopped.curves.iter().copied().chain(cut);
    let head = heads.find(|head| head.kind != KeyKind::Boolean && head.count > 0)?;
    let rest = bytes.get(usize::try_from(head.keys_at).ok()?..)?;
    let len = usize::try_from(head.keys_len()).unwrap_or(usize::MAX);
    Some(rest.get(..len).unwrap_or(rest))
}

/// Whether the keys of a curve are full ones rather than simple ones; `None` if they could be either.
///
/// The seventh word of a full key is its weighted mode. Among simple keys the time of the fourth stands there, which is
/// not a few times 1e-45 s. A mode of 0 can be a time of 0, so there the times of the simple keys must go back as well.
fn could_be_full(keys: &[u8]) -> Option<bool> {
    let full = Curve::from_bytes(KeyKind::Full, Bytes::copy_from_slice(keys));
    let modes = || full.iter().map(|key| key.weighted_mode);
    if !modes().all(WeightedMode::is_known) {
        return Some(false);
    }
    let goes_back =
        || !Curve::from_bytes(KeyKind::Simple, Bytes::copy_from_slice(keys)).is_sorted();
    let is_full =
        modes().any(|mode| mode != WeightedMode::NONE) || (!full.is_empty() && goes_back());
    is_full.then_some(true)
}

fn keep_whole(
    bytes: &Bytes,
    header: Header,
    layout: Layout,
    stopped: Stopped,
    (field, offset): (Field, u64),
    is_layout_a_guess: bool,
) -> Salvaged {
    let kind = float_kind(header.version, layout);
    let ids = header.tracks().curve_ids();
    let curves_whole = stopped.curves.len();
    let mut end = stopped.curves.last().map_or(len_u64(header.len()), |head| head.keys_end());
    let mut curves: Vec<Curve> =
        stopped.curves.iter().map(|head| curve_up_to_end(bytes, *head)).collect();
    let mut cut = Cut {
        error: stopped.error,
        field,
        offset,
        curves: ids.len(),
        curves_whole,
        damaged: Vec::new(),
        lost: Vec::new(),
        keys: 0,
        is_resynchronized: false,
        markers_kept: 0,
        markers_missing: None,
        names_replaced: 0,
        dropped_bytes: 0,
        is_layout_a_guess,
    };
    let mut markers = Markers::EMPTY;
    if curves_whole == ids.len() {
        let whole = WholeMarkers::find(bytes, end);
        end = whole.end;
        markers = cut.take_markers(whole);
    } else if let Field::Keys(id) = field
        && let Some(head) = cut_head(bytes, offset, id, kind)
    {
        let curve = curve_up_to_end(bytes, head);
        let (keys_kept, keys_announced) = (curve.len(), Some(head.count));
        cut.damaged.push(DamagedCurve { id, keys_kept, keys_announced });
        end = head.keys_at + len_u64(curve.raw_keys().as_bytes().len());
        curves.push(curve);
    }
    cut.lost = header.tracks().curve_ids().skip(curves.len()).collect();
    cut.keys = curves.iter().map(Curve::len).sum();
    cut.dropped_bytes = len_u64(bytes.len()).saturating_sub(end);
    curves.extend(ids.skip(curves.len()).map(|id| Curve::empty(id.key_kind(kind))));
    let recording = Recording::from_parts(header, layout, curves, Some(markers), Bytes::new());
    Salvaged { recording, cut: Some(cut) }
}

/// The header before keys that start at `keys_at`.
fn cut_head(bytes: &[u8], keys_at: u64, id: CurveId, float_kind: KeyKind) -> Option<CurveHead> {
    let at = usize::try_from(keys_at).ok()?.checked_sub(CURVE_HEADER_BYTES)?;
    let head = *bytes.get(at..)?.first_chunk()?;
    CurveHead::decode(head, len_u64(at), id, float_kind).ok()
}

/// The curve with those of its keys that are there.
fn curve_up_to_end(bytes: &Bytes, head: CurveHead) -> Curve {
    let [start, end] =
        [head.keys_at, head.keys_end()].map(|at| usize::try_from(at).unwrap_or(usize::MAX));
    let keys = slice(bytes, start..end.min(bytes.len())).unwrap_or_default();
    head.curve(keys)
}

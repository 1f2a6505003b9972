//! Recovers a recording from a file that is cut short or damaged.
//!
//! Of a file that is cut short, everything before the cut is whole; of the curve that is cut, the keys before the cut are.
//! Where bytes in the middle are damaged, missing or too many, the curves after them are found again by their headers: see
//! [`resync`](super::resync).

use std::fmt;

use bytes::Bytes;

use super::foreign::is_damaged_draft_c;
use super::header::float_kind;
use super::index::{Survey, survey};
use super::layout::head_before;
use super::marker::{Markers, WholeMarkers};
use super::resync::{Resynced, resynchronize};
use super::walk::{CurveHead, Stopped};
use super::{CURVE_HEADER_BYTES, Header, Index, Layout, Origin, ReadOptions, Version, slice};
use crate::curve::{Curve, CurveId};
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
#[derive(Debug, Clone)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
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
    #[cfg_attr(feature = "serde", serde(rename = "curves_damaged"))]
    pub damaged: Vec<DamagedCurve>,
    /// Curves of which nothing usable is there: they are empty now.
    #[cfg_attr(feature = "serde", serde(rename = "curves_lost"))]
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
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct DamagedCurve {
    /// Which curve.
    #[cfg_attr(feature = "serde", serde(rename = "curve"))]
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
    /// Draft C is recovered likewise. Fails as `parse_with` does if not even the header is whole, if it is no recording, and for
    /// damaged files of the other drafts and of forks.
    ///
    /// The layout of a 1.1 file is the one in which more curves are found, unless the options force one; where nothing is
    /// found after the damage, the one that the reader names in its error. Where that is a guess, [`Cut::is_layout_a_guess`] says so.
    /// The headers are looked at once for each layout.
    ///
    /// ```
    /// use reenact::{ReadOptions, Recording};
    ///
    /// # use reenact::{Curve, CurveId, Form, PoseComponent, Tracks};
    /// # let mut recording = Recording::new(Form::MRTK_1_1, Tracks::ALL)?;
    /// # for component in PoseComponent::ALL {
    /// #     recording.set_curve(CurveId::Camera(component), Curve::simple([(0.0, 0.5), (1.0, 0.5)]))?;
    /// # }
    /// let bytes = recording.to_bytes();
    /// let half = &bytes[..bytes.len() / 2];
    /// assert!(Recording::from_slice(half).is_err());
    /// let salvaged = Recording::salvage(half.to_vec(), &ReadOptions::default())?;
    /// let cut = salvaged.cut.unwrap();
    /// println!("{cut} ({})", cut.error);
    /// assert!(Recording::from_slice(&salvaged.recording.to_bytes()).is_ok());
    /// # Ok::<(), reenact::Error>(())
    /// ```
    pub fn salvage(bytes: impl Into<Bytes>, options: &ReadOptions) -> Result<Salvaged> {
        let bytes = &bytes.into();
        let mut source = bytes.as_ref();
        let surveyed = match survey(&mut source, options) {
            Ok(surveyed) => surveyed,
            Err(error) => return salvage_draft(bytes, error),
        };
        match surveyed {
            Survey::Whole(index) => {
                if let Some(salvaged) = misread(bytes, &index, options.layout) {
                    return Ok(salvaged);
                }
                let recording = Self::from_index(bytes.clone(), index)?;
                Ok(Salvaged { recording, cut: None })
            }
            Survey::Damaged { header, layout, is_layout_a_guess, stopped } => {
                let walked = Strict { curves: &stopped.curves, markers: None };
                if let Some((layout, found)) =
                    find_again(bytes, header, options.layout, layout, &walked)
                {
                    let is_a_guess = is_layout_a_guess && !found.is_nearly_whole();
                    let error = stopped.error;
                    return Ok(keep_found(bytes, header, layout, found, error, is_a_guess));
                }
                let Some(place) = stopped.error.field().zip(stopped.error.offset()) else {
                    return Err(stopped.error);
                };
                Ok(keep_whole(bytes, header, layout, stopped, place, is_layout_a_guess))
            }
        }
    }

    /// What [`salvage`](Self::salvage) recovers from the file that this was read from; `None` if reading it was right, or if it
    /// was made or changed since.
    ///
    /// A damaged file can have such bytes that it can be read to its end, but only as nonsense: its curves are elsewhere. Looks at
    /// no header again unless something about them is odd.
    pub fn salvage_misread(&self) -> Option<Salvaged> {
        misread(self.file_bytes()?, self.file_index()?, Some(self.layout()))
    }
}

/// What is in a file that can be read to its end, but only as nonsense; `None` if it was read as it is.
fn misread(bytes: &Bytes, index: &Index, known: Option<Layout>) -> Option<Salvaged> {
    // A draft or a variant has other headers, and is read or it is not.
    if index.foreign.is_some() || is_sound(index) {
        return None;
    }
    let markers = Some(index.markers.map_or(0, |markers| markers.count));
    let walked = Strict { curves: &index.curves, markers };
    let (layout, found) = find_again(bytes, index.header, known, index.layout, &walked)?;
    let error = first_misread(index, &found);
    Some(keep_found(bytes, index.header, layout, found, error, false))
}

/// How far reading a file strictly leads.
struct Strict<'w> {
    curves: &'w [CurveHead],
    /// The length of the marker list; `None` if the end of the file was not reached.
    markers: Option<u32>,
}

/// Recovers a damaged draft C, which is version 1.0 without its header; fails with the error that reading it gave for anything else.
fn salvage_draft(bytes: &Bytes, error: Error) -> Result<Salvaged> {
    let Some((field, offset)) = error.field().zip(error.offset()) else { return Err(error) };
    if !is_damaged_draft_c(bytes) {
        return Err(error);
    }
    let header = Header { version: Version::V1_0, flags: Header::V1_0_FLAGS };
    let with_header = Bytes::from([&header.to_bytes()[..], bytes].concat());
    let Ok(salvaged) = Recording::salvage(with_header, &ReadOptions::default()) else {
        return Err(error);
    };
    let Salvaged { mut recording, cut } = salvaged;
    recording.origin = Some(Box::new(Origin::DRAFT_C));
    // Without a cut it is only the wrap modes of a draft that are wrong, which version 1.0 may have.
    let cut = cut.map(|cut| Cut { error, field, offset, ..cut });
    Ok(Salvaged { recording, cut })
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
    known: Option<Layout>,
    layout: Layout,
    walked: &Strict<'_>,
) -> Option<(Layout, Resynced)> {
    let heads = walked.curves;
    let find = |layout| {
        let kind = float_kind(header.version, layout);
        Some((layout, resynchronize(bytes, header, kind, (heads, walked.markers))?))
    };
    let first = find(layout)?;
    let strict = first.1.walk_score;
    let is_settled = known.is_some() || !header.version.is_1_1() || first.1.is_nearly_whole();
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
    let is_in_markers = walked.markers.is_none() && heads.len() == found.curves.len();
    let is_new = if walked.markers.is_some() || is_in_markers {
        new().any(is_mrtk)
    } else {
        new().any(|at| is_mrtk(at) || !found.is_by_mrtk)
    };
    // A walk through all curves that stops in the marker list may have missed keys of the last curve.
    let is_longer = || {
        is_in_markers && new().next().is_none() && !found.damaged.is_empty() && found.score > strict
    };
    let is_better = (is_new && found.score >= strict + MARGIN) || is_longer();
    is_better.then_some((found_layout, found))
}

/// Whether a file was read to its last byte, and nothing in it is odd.
///
/// Curves of which some wrap as no other does are odd: the weights and the mode of a full key can be taken for a header.
fn is_sound(index: &Index) -> bool {
    let wraps = |head: &CurveHead| (head.pre_wrap, head.post_wrap);
    let is_alike = index.curves.windows(2).all(|pair| match pair {
        [a, b] => wraps(a) == wraps(b),
        _ => true,
    });
    index.implausible == 0 && index.end == index.len && is_alike
}

/// The first key count that a walk to the end of a file misread.
fn first_misread(index: &Index, found: &Resynced) -> Error {
    let is_whole = |head: &CurveHead| {
        found.whole_at.iter().any(|at| head.keys_at == len_u64(at + CURVE_HEADER_BYTES))
    };
    let mut read = index.curves.iter().zip(index.header.tracks().curve_ids());
    if let Some((head, id)) = read.find(|(head, _)| !is_whole(head)) {
        let kind = ErrorKind::OutOfRange { found: head.count.into() };
        return Error::at(kind, Field::KeyCount(id), head.keys_at - 4);
    }
    let kind = ErrorKind::OutOfRange { found: 0 };
    Error::at(kind, Field::MarkerCount, index.end)
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
        && let Some(head) = head_before(&mut &**bytes, offset, id, kind)
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

/// The curve with those of its keys that are there.
fn curve_up_to_end(bytes: &Bytes, head: CurveHead) -> Curve {
    let [start, end] =
        [head.keys_at, head.keys_end()].map(|at| usize::try_from(at).unwrap_or(usize::MAX));
    let keys = slice(bytes, start..end.min(bytes.len())).unwrap_or_default();
    head.curve(keys)
}

#[cfg(test)]
mod tests {
    use super::super::walk::headers_read;
    use super::*;
    use crate::{Form, Tracks};

    /// A 1.1 file with keys in each curve.
    fn file(layout: Layout) -> Vec<u8> {
        let form = Form { layout, ..Form::MRTK_1_1 };
        let mut recording = Recording::new(form, Tracks::ALL).unwrap();
        for id in Tracks::ALL.curve_ids() {
            let keys = (0..9_u8).map(|n| (f32::from(n), f32::from(n % 2)));
            let curve = Curve::simple(keys).to_kind(form.key_kind(id));
            recording.set_curve(id, curve).unwrap();
        }
        recording.to_bytes()
    }

    fn headers_read_by<T>(work: impl FnOnce() -> T) -> usize {
        let before = headers_read();
        work();
        headers_read() - before
    }

    #[test]
    fn a_damaged_file_is_walked_once_for_each_layout() {
        let options = ReadOptions::default();
        let salvage = |bytes: Vec<u8>| Recording::salvage(bytes, &options).unwrap();
        for layout in Layout::ALL {
            let whole = file(layout);
            let cut = whole[..whole.len() - 1].to_vec();
            assert!(salvage(cut.clone()).cut.is_some());
            // Sound, cut short in the marker list, and with a wrong count in the middle.
            let mut wrong_count = whole.clone();
            let at = Index::of(&whole, &options).unwrap().curves[200].keys_at;
            wrong_count[usize::try_from(at).unwrap() - 2] ^= 1;
            for bytes in [whole, cut, wrong_count] {
                let read = headers_read_by(|| salvage(bytes));
                assert!(read <= 2 * Tracks::ALL.curve_count(), "{layout}: {read}");
            }
        }
        let opened = Recording::parse(file(Layout::Mrtk)).unwrap();
        assert_eq!(headers_read_by(|| opened.salvage_misread()), 0);
    }
}

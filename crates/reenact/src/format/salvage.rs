//! Recovers a recording from a truncated or damaged file.
//!
//! In a truncated file, everything before the end is intact, including the complete keys of the last curve.
//! If bytes in the middle are damaged, missing or inserted, the curves after them are found by their headers:
//! see [`resync`](super::resync).

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
use crate::recording::Recording;
use reenact_base::number::{grouped, len_u64};

/// Result of [`Recording::salvage`].
#[derive(Debug)]
pub struct Salvaged {
    /// Recovered recording. If the file was damaged, it has a marker list, as MRTK requires, and no trailing
    /// bytes.
    pub recording: Recording,
    /// Position of the damage and the data that is lost; `None` if the file is intact.
    pub cut: Option<Cut>,
}

/// Damage of a file: position, recovered data and losses.
///
/// Prints as the recovered and the lost data.
#[derive(Debug, Clone)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct Cut {
    /// Error of the strict reader. If the strict reader can read the file, but misreads it: the first wrong
    /// key count.
    pub error: Error,
    /// Damaged or truncated field.
    pub field: Field,
    /// Offset of that field.
    pub offset: u64,
    /// Number of curves that the file has by its flags.
    pub curves: usize,
    /// Number of complete curves, including empty ones.
    pub curves_whole: usize,
    /// Damaged curves, with the number of recovered keys.
    #[cfg_attr(feature = "serde", serde(rename = "curves_damaged"))]
    pub damaged: Vec<DamagedCurve>,
    /// Curves without a usable key: they are empty in the recovered recording.
    #[cfg_attr(feature = "serde", serde(rename = "curves_lost"))]
    pub lost: Vec<CurveId>,
    /// Number of recovered keys of all curves.
    pub keys: usize,
    /// Whether curves were found again after the damage.
    pub is_resynchronized: bool,
    /// Number of recovered markers.
    pub markers_kept: usize,
    /// Number of markers that the list announces and that are missing; `None` if the count itself is.
    pub markers_missing: Option<u64>,
    /// Number of marker names with invalid UTF-8, replaced by U+FFFD as .NET does.
    pub names_replaced: u32,
    /// Bytes that were dropped, at the end or around the damage.
    pub dropped_bytes: u64,
    /// Whether too few bytes are left to distinguish the two layouts of 1.1, so the keys may be misread.
    pub is_layout_a_guess: bool,
}

/// A damaged curve.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct DamagedCurve {
    /// Id of the curve.
    #[cfg_attr(feature = "serde", serde(rename = "curve"))]
    pub id: CurveId,
    /// Number of recovered keys.
    pub keys_kept: usize,
    /// Key count in its header; `None` if the header is missing. If the count itself is damaged, it can be
    /// any number.
    pub keys_announced: Option<u32>,
}

/// Most lost curves to print by name; the others are counted.
const NAMED: usize = 6;

impl fmt::Display for Cut {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let keys = grouped(len_u64(self.keys));
        write!(
            f,
            "{} of {} curves are complete, {keys} keys recovered",
            self.curves_whole, self.curves
        )?;
        for DamagedCurve { id, keys_kept, keys_announced } in self.damaged.iter().take(NAMED) {
            write!(f, "; {id} is damaged: ")?;
            match keys_announced {
                Some(announced) => write!(f, "{keys_kept} of {announced} keys found")?,
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
                write!(f, "; {} markers recovered, {gone} lost", self.markers_kept)?;
            }
            None => f.write_str("; the marker list is lost")?,
        }
        if self.names_replaced > 0 {
            write!(f, "; the names of {} markers are not valid UTF-8", self.names_replaced)?;
        }
        if self.is_layout_a_guess {
            f.write_str("; too little data is left to be sure of the layout")?;
        }
        Ok(())
    }
}

impl Recording {
    /// Recovers all intact data of a file that may be truncated or damaged.
    ///
    /// An intact file is read as by [`parse_with`](Self::parse_with), without a [`Cut`]. Otherwise each
    /// complete curve is kept byte for byte, damaged ones keep the keys before and after the damage, and all
    /// other curves that the flags announce are empty. Curves after damaged, missing or inserted bytes are
    /// found by their headers. The result always has a marker list, with the complete markers.
    ///
    /// Draft C is recovered in the same way. Fails as `parse_with` does if the header is incomplete, if the
    /// file is not a recording, and for damaged files of other drafts and of forks.
    ///
    /// The layout of a 1.1 file is the one in which more curves are found, unless the options set one. If
    /// nothing is found after the damage, it is the layout that the strict reader detects;
    /// [`Cut::is_layout_a_guess`] tells whether that is a guess. The headers are scanned once for each layout.
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

    /// Recovers the recording from a file that was read without an error, but misread; `None` if it was read
    /// correctly, or if the recording was created or changed since.
    ///
    /// A damaged file can be readable to its end although its curves are at other offsets. Scans the file
    /// only if its headers have anomalies.
    pub fn salvage_misread(&self) -> Option<Salvaged> {
        misread(self.file_bytes()?, self.file_index()?, Some(self.layout()))
    }
}

/// Recovers a file that the strict reader misread; `None` if it was read correctly.
fn misread(bytes: &Bytes, index: &Index, known: Option<Layout>) -> Option<Salvaged> {
    // Drafts and forks have other headers, which the scan does not know.
    if index.foreign.is_some() || is_sound(index) {
        return None;
    }
    let markers = Some(index.markers.map_or(0, |markers| markers.count));
    let walked = Strict { curves: &index.curves, markers };
    let (layout, found) = find_again(bytes, index.header, known, index.layout, &walked)?;
    let error = first_misread(index, &found);
    Some(keep_found(bytes, index.header, layout, found, error, false))
}

/// Result of the strict walk.
struct Strict<'w> {
    curves: &'w [CurveHead],
    /// Number of markers; `None` if the walk did not reach the end of the file.
    markers: Option<u32>,
}

/// Recovers a damaged draft C, which is version 1.0 without its header. For anything else, fails with the
/// given error.
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
    // Without a cut only the wrap modes differ from a draft's, which version 1.0 permits.
    let cut = cut.map(|cut| Cut { error, field, offset, ..cut });
    Ok(Salvaged { recording, cut })
}

/// Points by which a placement must beat the strict walk, in the scores of [`resync`](super::resync): one
/// curve with keys.
const MARGIN: i32 = 5;

/// Points by which the other layout must win: in the wrong layout, a file has hardly any curves.
const LAYOUT_MARGIN: i32 = 20;

/// Finds curves that the strict walk missed, and their layout; `None` if it missed none.
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
    // Headers with MRTK's wrap modes do not occur by chance; others do, in keys and in valid recordings.
    let is_mrtk = |at: &usize| {
        bytes.get(*at..).is_some_and(|rest| rest.starts_with(&[8, 0, 0, 0, 8, 0, 0, 0]))
    };
    let is_in_markers = walked.markers.is_none() && heads.len() == found.curves.len();
    let is_new = if walked.markers.is_some() || is_in_markers {
        new().any(is_mrtk)
    } else {
        new().any(|at| is_mrtk(at) || !found.is_by_mrtk)
    };
    // A walk that passes all curves and stops in the marker list may have missed keys of the last curve.
    let is_longer = || {
        is_in_markers && new().next().is_none() && !found.damaged.is_empty() && found.score > strict
    };
    let is_better = (is_new && found.score >= strict + MARGIN) || is_longer();
    is_better.then_some((found_layout, found))
}

/// Whether a file was read to its last byte and has no anomalies.
///
/// A curve with other wrap modes than its neighbour is an anomaly: the weights and the mode of a full key can
/// be misread as a header.
fn is_sound(index: &Index) -> bool {
    let wraps = |head: &CurveHead| (head.pre_wrap, head.post_wrap);
    let is_alike = index.curves.windows(2).all(|pair| match pair {
        [a, b] => wraps(a) == wraps(b),
        _ => true,
    });
    index.implausible == 0 && index.end == index.len && is_alike
}

/// Error for the first key count that the strict walk misread.
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

/// Builds the recording of a file whose curves were resynchronized.
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
    /// Counts the recovered and missing markers.
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

/// Curve with its complete keys, up to the end of the file.
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
            // Intact, truncated in the marker list, and with a wrong count in the middle.
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

//! What is whole in a file that cannot be read to its end: one that was cut short, or whose tail is damaged.
//!
//! Everything before the place where reading stops is whole. Of the curve that is cut there, the keys before the cut
//! are; the curves after it become empty; of a marker list that is cut, the markers before the cut remain.
//!
//! Nothing in a file says that it was cut. A key count that is damaged in a file that is all there looks the same: what
//! follows is then taken for keys of that curve.

use super::header::float_kind;
use super::layout::choose;
use super::marker::{Markers, WholeMarkers};
use super::walk::{CurveHead, Stopped, walk};
use super::{CURVE_HEADER_BYTES, Header, Layout, ReadOptions};
use crate::curve::{Curve, CurveId, KeyKind, Keys, WeightedMode};
use crate::error::{Error, Field, Result};
use crate::number::len_u64;
use crate::recording::Recording;

/// What [`Recording::salvage`] found.
#[derive(Debug)]
pub struct Salvaged<'a> {
    /// What was whole. If the file was cut, it has a marker list, as MRTK needs, and nothing after it.
    pub recording: Recording<'a>,
    /// Where it was cut and what is gone; `None` if nothing is.
    pub cut: Option<Cut>,
}

/// Where a file was cut short, or where its tail is damaged, and what of it is gone.
#[derive(Debug)]
#[non_exhaustive]
pub struct Cut {
    /// What reading it strictly fails with.
    pub error: Error,
    /// The field that is not whole.
    pub field: Field,
    /// The byte at which that field starts.
    pub offset: u64,
    /// Curves that are all there.
    pub curves_whole: usize,
    /// The curve whose keys are not all there; `None` if the cut is between curves, in a curve's header or after all
    /// curves.
    pub curve_cut: Option<CurveId>,
    /// Curves that the flags announce and of which nothing usable is there: they are empty now.
    pub curves_missing: usize,
    /// Keys of the cut curve that are there.
    pub keys_kept: usize,
    /// Keys of the cut curve that its header announces and that are not there. If that count is what is damaged, so
    /// is this number.
    pub keys_missing: u64,
    /// Markers that are there.
    pub markers_kept: usize,
    /// Markers that the list announces and that are not there; `None` if the count itself is not.
    pub markers_missing: Option<u64>,
    /// Marker names that were not UTF-8: U+FFFD stands for what was not, as .NET would read it.
    pub names_replaced: u32,
    /// Bytes after the last thing that was kept.
    pub dropped_bytes: u64,
    /// Whether too little is left to tell the two layouts of 1.1 apart, and the keys may not be what they seem.
    pub is_layout_a_guess: bool,
}

impl<'a> Recording<'a> {
    /// Takes what is whole in a file's bytes for a recording, even if the file is cut short or its tail is damaged.
    ///
    /// A file that [`parse_with`](Self::parse_with) takes is given as that gives it, without a [`Cut`]. Of any other, each curve before the
    /// cut is kept byte for byte, the cut one up to its last whole key, and the rest of the tracks that the flags
    /// announce is empty; so are the curves' wrap modes kept or, where they are gone, those that hold the ends. There is a
    /// marker list in any case, with the markers that are whole.
    ///
    /// Fails as `parse_with` does if not even the header is whole, or if it is no recording.
    ///
    /// A 1.1 file is taken to be of the layout that the reader would name in its error, unless the options force one.
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
    /// println!("{} curves are whole; {}", cut.curves_whole, cut.error);
    /// assert!(Recording::parse(&salvaged.recording.to_bytes()).is_ok());
    /// # Ok::<(), reenact::Error>(())
    /// ```
    pub fn salvage(bytes: &'a [u8], options: &ReadOptions) -> Result<Salvaged<'a>> {
        let error = match Self::parse_with(bytes, options) {
            Ok(recording) => return Ok(Salvaged { recording, cut: None }),
            Err(error) => error,
        };
        let mut source = bytes;
        let header = Header::read(&mut source)?;
        let (layout, walked, is_layout_a_guess) = match options.layout {
            Some(layout) if header.version.is_1_1() => {
                (layout, walk(&mut source, header, float_kind(header.version, layout)), false)
            }
            _ => reconsider(bytes, header),
        };
        let Err(stopped) = walked else { return Err(error) };
        let Some((field, offset)) = stopped.error.field().zip(stopped.error.offset()) else {
            return Err(error);
        };
        Ok(keep_whole(bytes, header, layout, stopped, (field, offset), is_layout_a_guess))
    }
}

/// The layout that the reader would name, unless the keys of the cut curve say otherwise; and whether that is a guess.
fn reconsider(bytes: &[u8], header: Header) -> (Layout, super::walk::Walked, bool) {
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
    let full = Curve::new(Keys::from_bytes(KeyKind::Full, keys));
    let modes = || full.iter().map(|key| key.weighted_mode);
    if !modes().all(WeightedMode::is_known) {
        return Some(false);
    }
    let goes_back = || !Curve::new(Keys::from_bytes(KeyKind::Simple, keys)).is_sorted();
    let is_full =
        modes().any(|mode| mode != WeightedMode::NONE) || (!full.is_empty() && goes_back());
    is_full.then_some(true)
}

fn keep_whole<'a>(
    bytes: &'a [u8],
    header: Header,
    layout: Layout,
    stopped: Stopped,
    (field, offset): (Field, u64),
    is_layout_a_guess: bool,
) -> Salvaged<'a> {
    let kind = float_kind(header.version, layout);
    let ids = header.tracks().curve_ids();
    let curves_whole = stopped.curves.len();
    let mut end = stopped.curves.last().map_or(len_u64(header.len()), |head| head.keys_end());
    let mut curves: Vec<Curve<'a>> =
        stopped.curves.iter().map(|head| curve_up_to_end(bytes, *head)).collect();
    let mut cut = Cut {
        error: stopped.error,
        field,
        offset,
        curves_whole,
        curve_cut: None,
        curves_missing: 0,
        keys_kept: 0,
        keys_missing: 0,
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
        cut.markers_kept = whole.markers.len();
        cut.names_replaced = whole.names_replaced;
        cut.markers_missing =
            whole.announced.map(|count| u64::from(count) - len_u64(whole.markers.len()));
        markers = whole.markers;
    } else if let Field::Keys(id) = field
        && let Some(head) = cut_head(bytes, offset, id, kind)
    {
        let curve = curve_up_to_end(bytes, head);
        cut.curve_cut = Some(id);
        cut.keys_kept = curve.len();
        cut.keys_missing = u64::from(head.count) - len_u64(curve.len());
        end = head.keys_at + len_u64(curve.raw_keys().as_bytes().len());
        curves.push(curve);
    }
    cut.curves_missing = ids.len() - curves.len();
    cut.dropped_bytes = len_u64(bytes.len()).saturating_sub(end);
    curves.extend(
        ids.skip(curves.len())
            .map(|id| Curve::empty(if id.is_boolean() { KeyKind::Boolean } else { kind })),
    );
    let recording = Recording::from_parts(header, layout, curves, Some(markers), Vec::new().into());
    Salvaged { recording, cut: Some(cut) }
}

/// The header before keys that start at `keys_at`.
fn cut_head(bytes: &[u8], keys_at: u64, id: CurveId, float_kind: KeyKind) -> Option<CurveHead> {
    let at = usize::try_from(keys_at).ok()?.checked_sub(CURVE_HEADER_BYTES)?;
    let head = *bytes.get(at..)?.first_chunk()?;
    CurveHead::decode(head, len_u64(at), id, float_kind).ok()
}

/// The curve with those of its keys that are there.
fn curve_up_to_end(bytes: &[u8], head: CurveHead) -> Curve<'_> {
    let keys = || {
        let rest = bytes.get(usize::try_from(head.keys_at).ok()?..)?;
        Some(usize::try_from(head.keys_len()).ok().and_then(|len| rest.get(..len)).unwrap_or(rest))
    };
    let keys = Keys::from_bytes(head.kind, keys().unwrap_or_default());
    Curve { pre_wrap: head.pre_wrap, post_wrap: head.post_wrap, keys }
}

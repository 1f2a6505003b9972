//! What is said of a file that was cut.

use reenact::{CurveId, Cut};

use super::Mend;
use super::report::{Change, Place};

/// Where a file was cut, and what of it is there: the numbers of a [`Cut`].
#[derive(Debug, Clone, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[non_exhaustive]
pub struct Salvage {
    /// What reading it strictly fails with.
    pub error: String,
    /// The byte at which the field starts that is not whole.
    pub offset: u64,
    /// Curves that are all there.
    pub curves_whole: usize,
    /// The curve of which only some keys are there.
    #[cfg_attr(feature = "serde", serde(serialize_with = "curve_name"))]
    pub curve_cut: Option<CurveId>,
    /// Curves that are empty now.
    pub curves_missing: usize,
    /// Keys of the cut curve that are there.
    pub keys_kept: usize,
    /// Keys of the cut curve that are not.
    pub keys_missing: u64,
    /// Markers that are there.
    pub markers_kept: usize,
    /// Markers that are not; `None` if their number is not there either.
    pub markers_missing: Option<u64>,
    /// Bytes after the last thing that was kept.
    pub dropped_bytes: u64,
    /// Whether the keys may be of the other layout of 1.1.
    pub is_layout_a_guess: bool,
}

#[cfg(feature = "serde")]
#[expect(
    clippy::ref_option,
    clippy::trivially_copy_pass_by_ref,
    reason = "what serde calls it with"
)]
fn curve_name<S: serde::Serializer>(
    curve: &Option<CurveId>,
    serializer: S,
) -> Result<S::Ok, S::Error> {
    match curve {
        Some(id) => serializer.collect_str(id),
        None => serializer.serialize_none(),
    }
}

pub(super) fn describe(cut: &Cut) -> (Salvage, Change) {
    let mut said = vec![format!("{} curves are whole", cut.curves_whole)];
    if let Some(id) = cut.curve_cut {
        let kept = u64::try_from(cut.keys_kept).unwrap_or(u64::MAX);
        let announced = kept.saturating_add(cut.keys_missing);
        said.push(format!("{id} is cut after {kept} keys of {announced}"));
    }
    if cut.curves_missing > 0 {
        said.push(format!("{} are gone and empty now", cut.curves_missing));
    }
    match cut.markers_missing {
        Some(0) => {}
        Some(gone) => said.push(format!("{} markers are there and {gone} gone", cut.markers_kept)),
        None => said.push("whether there were markers is not known".to_owned()),
    }
    if cut.names_replaced > 0 {
        said.push(format!("the names of {} markers are not all text", cut.names_replaced));
    }
    if cut.is_layout_a_guess {
        said.push("too little is left to be sure of the layout".to_owned());
    }
    let message = format!("{} ({})", said.join(", "), cut.error);
    let salvage = Salvage {
        error: cut.error.to_string(),
        offset: cut.offset,
        curves_whole: cut.curves_whole,
        curve_cut: cut.curve_cut,
        curves_missing: cut.curves_missing,
        keys_kept: cut.keys_kept,
        keys_missing: cut.keys_missing,
        markers_kept: cut.markers_kept,
        markers_missing: cut.markers_missing,
        dropped_bytes: cut.dropped_bytes,
        is_layout_a_guess: cut.is_layout_a_guess,
    };
    let change = Change {
        keys: cut.keys_kept,
        is_exact: false,
        is_loss: true,
        ..Change::new(Mend::Salvage, Place::File, message)
    };
    (salvage, change)
}

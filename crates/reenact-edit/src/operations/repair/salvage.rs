//! Report on a damaged file that was recovered.

use reenact::{Cut, DamagedCurve};

use super::Mend;
use super::report::{Change, Place};

/// Where a file was damaged and what of it came back: the contents of a [`Cut`].
#[derive(Debug, Clone, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[non_exhaustive]
pub struct Salvage {
    /// What reading it strictly fails with.
    pub error: String,
    /// The byte at which the field starts that is not whole.
    pub offset: u64,
    /// Curves that the file must have, by its flags.
    pub curves: usize,
    /// Curves that are all there, empty ones included.
    pub curves_whole: usize,
    /// Curves that were hit, and how many of their keys are there.
    #[cfg_attr(feature = "serde", serde(serialize_with = "damaged_curves"))]
    pub curves_damaged: Vec<DamagedCurve>,
    /// Curves that are empty now, by name.
    pub curves_lost: Vec<String>,
    /// Keys that came back, of all curves.
    pub keys: usize,
    /// Whether curves were found again after the damage.
    pub is_resynchronized: bool,
    /// Markers that are there.
    pub markers_kept: usize,
    /// Markers that are not; `None` if their number is not there either.
    pub markers_missing: Option<u64>,
    /// Bytes that are not kept.
    pub dropped_bytes: u64,
    /// Whether the keys may be of the other layout of 1.1.
    pub is_layout_a_guess: bool,
}

#[cfg(feature = "serde")]
fn damaged_curves<S: serde::Serializer>(
    curves: &[DamagedCurve],
    serializer: S,
) -> Result<S::Ok, S::Error> {
    #[derive(serde::Serialize)]
    struct Document {
        curve: String,
        keys_kept: usize,
        keys_announced: Option<u32>,
    }
    serializer.collect_seq(curves.iter().map(|one| Document {
        curve: one.id.to_string(),
        keys_kept: one.keys_kept,
        keys_announced: one.keys_announced,
    }))
}

pub(super) fn describe(cut: &Cut) -> (Salvage, Change) {
    let salvage = Salvage {
        error: cut.error.to_string(),
        offset: cut.offset,
        curves: cut.curves,
        curves_whole: cut.curves_whole,
        curves_damaged: cut.damaged.clone(),
        curves_lost: cut.lost.iter().map(ToString::to_string).collect(),
        keys: cut.keys,
        is_resynchronized: cut.is_resynchronized,
        markers_kept: cut.markers_kept,
        markers_missing: cut.markers_missing,
        dropped_bytes: cut.dropped_bytes,
        is_layout_a_guess: cut.is_layout_a_guess,
    };
    let change = Change {
        keys: cut.keys,
        is_exact: false,
        is_loss: true,
        ..Change::new(Mend::Salvage, Place::File, format!("{cut} ({})", cut.error))
    };
    (salvage, change)
}

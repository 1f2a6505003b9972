//! JSON representation of a comparison, where it differs from the Rust types.

use serde::{Serialize, Serializer};

use super::report::{Bucket, Difference, TrackComparison};

/// A difference and the line that it prints as.
#[derive(Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub(super) struct Said<'d> {
    #[serde(flatten)]
    difference: &'d Difference,
    /// The difference in one line.
    message: String,
}

#[expect(clippy::ref_option, reason = "the signature that serde asks for")]
pub(super) fn said<S: Serializer>(
    difference: &Option<Difference>,
    out: S,
) -> Result<S::Ok, S::Error> {
    let said = |difference: &Difference| difference.to_string();
    let said = difference.as_ref().map(|difference| Said { difference, message: said(difference) });
    said.serialize(out)
}

/// Tracks by their names.
pub(super) fn by_track<S: Serializer>(
    tracks: &[TrackComparison],
    out: S,
) -> Result<S::Ok, S::Error> {
    out.collect_map(tracks.iter().map(|track| (track.track.name(), track)))
}

/// Columns, which are shorter than rows with names: one value for each part of the compared time.
#[derive(Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub(super) struct Columns {
    /// The largest distance in the part; `null` if there is none.
    position_m: Vec<Option<f32>>,
    /// The largest angle in the part; `null` if there is none.
    rotation_deg: Vec<Option<f32>>,
    /// Whether the states differ somewhere in the part.
    mismatch: Vec<bool>,
}

pub(super) fn columns<S: Serializer>(parts: &[Bucket], out: S) -> Result<S::Ok, S::Error> {
    let columns = Columns {
        position_m: parts.iter().map(|part| part.position_m).collect(),
        rotation_deg: parts.iter().map(|part| part.rotation_deg).collect(),
        mismatch: parts.iter().map(|part| part.mismatch).collect(),
    };
    columns.serialize(out)
}

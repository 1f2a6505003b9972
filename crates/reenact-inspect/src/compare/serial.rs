//! JSON representation of a comparison, where it differs from the Rust types.

use serde::{Serialize, Serializer};

use super::report::{Bucket, Difference, TrackComparison};

/// A difference with its one-line message.
#[derive(Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub(super) struct DifferenceJson<'d> {
    #[serde(flatten)]
    difference: &'d Difference,
    /// The difference in one line.
    message: String,
}

#[expect(clippy::ref_option, reason = "the signature that serde asks for")]
pub(super) fn with_message<S: Serializer>(
    difference: &Option<Difference>,
    out: S,
) -> Result<S::Ok, S::Error> {
    let message = |difference: &Difference| difference.to_string();
    let json = difference
        .as_ref()
        .map(|difference| DifferenceJson { difference, message: message(difference) });
    json.serialize(out)
}

/// Map of tracks by name.
pub(super) fn by_track<S: Serializer>(
    tracks: &[TrackComparison],
    out: S,
) -> Result<S::Ok, S::Error> {
    out.collect_map(tracks.iter().map(|track| (track.track.name(), track)))
}

/// Buckets as columns, which are shorter in JSON than objects: one value for each bucket.
#[derive(Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub(super) struct Columns {
    /// Largest distance in the bucket; `null` if there is none.
    position_m: Vec<Option<f32>>,
    /// Largest angle in the bucket; `null` if there is none.
    rotation_deg: Vec<Option<f32>>,
    /// Whether any state differs in the bucket.
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

//! JSON representation of a comparison.

use serde::ser::SerializeMap;
use serde::{Serialize, Serializer};

use reenact::Track;

use super::report::{
    Bucket, Comparison, Difference, DifferenceKind, MarkerDifference, TrackComparison, Warp,
};
use crate::json::Number;

impl Serialize for Comparison {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(None)?;
        map.serialize_entry("same", &self.same)?;
        map.serialize_entry("identical", &self.identical)?;
        let first = self.first_difference.as_ref();
        let first_secs = first.map(|difference| Number(difference.time_secs));
        map.serialize_entry("first_difference_secs", &first_secs)?;
        map.serialize_entry("first_difference", &first)?;
        map.serialize_entry("duration_secs", &self.duration_secs.map(Number))?;
        map.serialize_entry("compared_secs", &self.compared_secs)?;
        map.serialize_entry("frames", &self.frames)?;
        map.serialize_entry("offset_secs", &self.offset_secs)?;
        map.serialize_entry("warp", &self.warp)?;
        map.serialize_entry("tracks", &ByName(&self.tracks))?;
        let only_in_one: Vec<_> = self
            .only_in_one
            .iter()
            .map(|(track, which)| OnlyIn { track: track.name(), only_in: which.name() })
            .collect();
        map.serialize_entry("only_in_one", &only_in_one)?;
        map.serialize_entry("markers", &self.markers)?;
        map.end()
    }
}

#[derive(Serialize)]
struct OnlyIn {
    track: &'static str,
    only_in: &'static str,
}

struct ByName<'t>(&'t [TrackComparison]);

impl Serialize for ByName<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_map(self.0.iter().map(|track| (track.track.name(), track)))
    }
}

impl Serialize for TrackComparison {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(None)?;
        let (position, rotation) = (self.position_m, self.rotation_deg);
        map.serialize_entry("max_position_m", &position.map(|apart| apart.max))?;
        map.serialize_entry("rms_position_m", &position.map(|apart| apart.rms))?;
        map.serialize_entry("max_rotation_deg", &rotation.map(|apart| apart.max))?;
        map.serialize_entry("rms_rotation_deg", &rotation.map(|apart| apart.rms))?;
        let joint = |joint: Option<reenact::hand::Joint>| joint.map(reenact::hand::Joint::name);
        map.serialize_entry("worst_joint", &joint(position.and_then(|apart| apart.worst_joint)))?;
        map.serialize_entry("worst_time_secs", &position.map(|apart| apart.worst_time_secs))?;
        let worst_rotation = rotation.and_then(|apart| apart.worst_joint);
        map.serialize_entry("worst_rotation_joint", &joint(worst_rotation))?;
        let worst_secs = rotation.map(|apart| apart.worst_time_secs);
        map.serialize_entry("worst_rotation_time_secs", &worst_secs)?;
        map.serialize_entry("state_mismatch_secs", &self.state_mismatch_secs)?;
        if matches!(self.track, Track::Hand(_)) {
            map.serialize_entry("tracked_mismatch_secs", &self.tracked_mismatch_secs)?;
            map.serialize_entry("pinching_mismatch_secs", &self.pinching_mismatch_secs)?;
        }
        map.serialize_entry("known_mismatch_secs", &self.known_mismatch_secs)?;
        map.serialize_entry("distance_over_time", &OverTime(&self.over_time))?;
        map.end()
    }
}

/// Arrays by column, which are shorter than objects by row.
struct OverTime<'t>(&'t [Bucket]);

impl Serialize for OverTime<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(Some(3))?;
        let column =
            |value: fn(&Bucket) -> Option<f32>| self.0.iter().map(value).collect::<Vec<_>>();
        map.serialize_entry("position_m", &column(|bucket| bucket.position_m))?;
        map.serialize_entry("rotation_deg", &column(|bucket| bucket.rotation_deg))?;
        let mismatch: Vec<bool> = self.0.iter().map(|bucket| bucket.mismatch).collect();
        map.serialize_entry("mismatch", &mismatch)?;
        map.end()
    }
}

impl Serialize for Warp {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(Some(2))?;
        map.serialize_entry("max_shift_secs", &self.max_shift_secs)?;
        map.serialize_entry("max_stretch", &self.max_stretch)?;
        map.end()
    }
}

impl Serialize for MarkerDifference {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(Some(3))?;
        map.serialize_entry("time_secs", &Number(self.time_secs))?;
        map.serialize_entry("name", &self.name)?;
        map.serialize_entry("only_in", self.only_in.name())?;
        map.end()
    }
}

impl Serialize for Difference {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(None)?;
        map.serialize_entry("time_secs", &Number(self.time_secs))?;
        map.serialize_entry("track", &self.track.map(Track::name))?;
        map.serialize_entry("joint", &self.joint.map(reenact::hand::Joint::name))?;
        let what = match &self.what {
            DifferenceKind::NoOverlap => "no-overlap",
            DifferenceKind::Track(_) => "track",
            DifferenceKind::Tracked(_) => "tracked",
            DifferenceKind::Pinching(_) => "pinching",
            DifferenceKind::Known => "known",
            DifferenceKind::Position(_) => "position",
            DifferenceKind::Rotation(_) => "rotation",
            DifferenceKind::Marker(..) => "marker",
            DifferenceKind::Duration(..) => "duration",
        };
        map.serialize_entry("what", what)?;
        match &self.what {
            DifferenceKind::Position(far) => map.serialize_entry("position_m", far)?,
            DifferenceKind::Rotation(far) => map.serialize_entry("rotation_deg", far)?,
            DifferenceKind::Duration(_, secs) => map.serialize_entry("secs", secs)?,
            _ => {}
        }
        match &self.what {
            DifferenceKind::Track(which)
            | DifferenceKind::Tracked(which)
            | DifferenceKind::Pinching(which)
            | DifferenceKind::Marker(which, _)
            | DifferenceKind::Duration(which, _) => map.serialize_entry("only_in", which.name())?,
            _ => {}
        }
        map.serialize_entry("message", &self.to_string())?;
        map.end()
    }
}

//! JSON representation of edit results.

use reenact::number::{json_word, to_f32};
use serde::ser::SerializeStruct;
use serde::{Serialize, Serializer};

use crate::optimize::TrackProof;
use crate::size::Size;

/// Number as the shortest decimal that rounds to the same `f32`; non-finite ones as strings.
struct Number(f32);

impl Number {
    /// Rounds to the nearest `f32`, which is precise enough for measurements.
    const fn nearest(value: f64) -> Self {
        Self(to_f32(value))
    }
}

impl Serialize for Number {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match json_word(self.0) {
            Some(word) => serializer.serialize_str(word),
            None => serializer.serialize_f32(self.0),
        }
    }
}

impl Serialize for Size {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let Self { bytes, keys, duration_secs } = *self;
        let mut fields = serializer.serialize_struct("Size", 3)?;
        fields.serialize_field("bytes", &bytes)?;
        fields.serialize_field("keys", &keys)?;
        fields.serialize_field("duration_secs", &Number(duration_secs))?;
        fields.end()
    }
}

impl Serialize for TrackProof {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let Self { track, keys_before, keys_after, position_mm, angle_deg } = self;
        let mut fields = serializer.serialize_struct("TrackProof", 9)?;
        fields.serialize_field("track", track.name())?;
        fields.serialize_field("keys_before", keys_before)?;
        fields.serialize_field("keys_after", keys_after)?;
        fields.serialize_field("max_position_mm", &Number::nearest(position_mm.largest))?;
        fields.serialize_field("rms_position_mm", &Number::nearest(position_mm.rms))?;
        fields.serialize_field("max_angle_deg", &Number::nearest(angle_deg.largest))?;
        fields.serialize_field("rms_angle_deg", &Number::nearest(angle_deg.rms))?;
        fields
            .serialize_field("worst_joint", &position_mm.joint.map(reenact::hand::Joint::name))?;
        fields.serialize_field("worst_time_secs", &Number(position_mm.time_secs))?;
        fields.end()
    }
}

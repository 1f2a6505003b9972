//! Named values as JSON strings.

use reenact::Named;
use serde::{Serialize, Serializer};

/// Writes a value as its name.
pub(crate) fn serialize<T: Named, S: Serializer>(value: &T, out: S) -> Result<S::Ok, S::Error> {
    out.serialize_str(value.name())
}

/// Writes a value as its name, or nothing as `null`.
#[expect(clippy::ref_option, reason = "the signature that serde asks for")]
pub(crate) fn serialize_some<T: Named, S: Serializer>(
    value: &Option<T>,
    out: S,
) -> Result<S::Ok, S::Error> {
    value.map(Named::name).serialize(out)
}

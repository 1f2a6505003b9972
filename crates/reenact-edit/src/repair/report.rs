//! What was changed, and what was lost.

use std::fmt;

use reenact::CurveId;

use super::{Mend, Salvage};

/// What a change is about.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Place {
    /// The file as a whole, or its header.
    File,
    /// One curve; for a change to a whole rotation, its X.
    Curve(CurveId),
    /// The marker list.
    Markers,
}

impl fmt::Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::File => f.write_str("file"),
            Self::Curve(id) => id.fmt(f),
            Self::Markers => f.write_str("markers"),
        }
    }
}

#[cfg(feature = "serde")]
impl serde::Serialize for Place {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

#[cfg(feature = "serde")]
impl serde::Serialize for Mend {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self.name())
    }
}

/// One thing that was mended at one place.
#[derive(Debug, Clone, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[non_exhaustive]
pub struct Change {
    /// Which mend.
    pub mend: Mend,
    /// Where; a name such as `left.Wrist.rotation.w` when printed.
    pub place: Place,
    /// Keys (or markers) that were changed, added or removed.
    pub keys: usize,
    /// How far a position moved at most, in millimetres; `None` if this is not about positions.
    pub largest_mm: Option<f64>,
    /// How far a rotation or a direction turned at most, in degrees; `None` if this is not about rotations.
    pub largest_degrees: Option<f64>,
    /// Keys of which the new value is more likely than not, but not certain.
    pub keys_in_doubt: usize,
    /// Whether the result is what was meant, to the rounding of a number; otherwise it is as near as can be known.
    pub is_exact: bool,
    /// Whether something that was in the file, or should have been, is gone for good.
    pub is_loss: bool,
    /// One sentence, lower case, without a full stop.
    pub message: String,
}

impl Change {
    pub(super) fn new(mend: Mend, place: Place, message: impl Into<String>) -> Self {
        Self {
            mend,
            place,
            keys: 0,
            largest_mm: None,
            largest_degrees: None,
            keys_in_doubt: 0,
            is_exact: true,
            is_loss: false,
            message: message.into(),
        }
    }
}

impl fmt::Display for Change {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}: {}", self.mend, self.place, self.message)
    }
}

/// What a repair did, or would do.
#[derive(Debug, Clone, PartialEq, Default)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[non_exhaustive]
pub struct Report {
    /// What was mended, in the order in which it was done.
    pub changes: Vec<Change>,
    /// What the mends that were not chosen would change in the result.
    pub left: Vec<Change>,
    /// What the mends that were chosen could not repair, since nothing tells what it was.
    pub unrepaired: Vec<Change>,
    /// Where the file was damaged; `None` if it was not, or was read already.
    pub salvage: Option<Salvage>,
}

impl Report {
    /// Whether there was nothing to mend.
    pub fn is_empty(&self) -> bool {
        self.changes.is_empty()
    }

    /// Whether something is gone for good.
    pub fn is_loss(&self) -> bool {
        self.changes.iter().any(|change| change.is_loss)
    }

    /// What one mend changed.
    pub fn of(&self, mend: Mend) -> impl Iterator<Item = &Change> {
        self.changes.iter().filter(move |change| change.mend == mend)
    }
}

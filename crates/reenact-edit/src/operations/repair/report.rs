//! Report of a repair: changes, losses and remaining defects.

use std::fmt;

use reenact::{CurveId, Cut, PoseComponent, PoseId};

use super::Fix;

/// Part of a file that a change applies to.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum ChangeTarget {
    /// The file as a whole, or its header.
    File,
    /// One curve; for a change of a whole rotation, its x.
    Curve(CurveId),
    /// The marker list.
    Markers,
}

impl ChangeTarget {
    /// Target for a change of a whole rotation.
    pub(super) const fn rotation(pose: PoseId) -> Self {
        Self::Curve(pose.curve(PoseComponent::RotationX))
    }
}

impl fmt::Display for ChangeTarget {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::File => f.write_str("file"),
            Self::Curve(id) => id.fmt(f),
            Self::Markers => f.write_str("markers"),
        }
    }
}

#[cfg(feature = "serde")]
reenact::__text_in_json!(ChangeTarget);

/// Change of one part of a file.
#[derive(Debug, Clone, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct Change {
    /// The repair.
    pub fix: Fix,
    /// Curve or part of the file; printed as a name such as `left.Wrist.rotation.w`.
    pub target: ChangeTarget,
    /// Number of keys (or markers) that were changed, added or removed.
    pub keys: usize,
    /// Largest change of a position in millimetres; `None` if no position changed.
    #[cfg_attr(feature = "serde", serde(serialize_with = "reenact::json::number"))]
    #[cfg_attr(feature = "schema", schemars(with = "Option<reenact::json::Number>"))]
    pub largest_mm: Option<f64>,
    /// Largest change of a rotation or direction in degrees; `None` if none changed.
    #[cfg_attr(feature = "serde", serde(serialize_with = "reenact::json::number"))]
    #[cfg_attr(feature = "schema", schemars(with = "Option<reenact::json::Number>"))]
    pub largest_degrees: Option<f64>,
    /// Number of keys whose new value is likely, but not certain.
    pub keys_in_doubt: usize,
    /// Whether the original is restored exactly, up to rounding; otherwise as closely as possible.
    pub is_exact: bool,
    /// Whether data that was in the file, or should have been, is lost.
    pub is_loss: bool,
    /// One sentence, lower case, without a full stop.
    pub message: String,
}

impl Change {
    pub(super) fn new(fix: Fix, target: ChangeTarget, message: impl Into<String>) -> Self {
        Self {
            fix,
            target,
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
        write!(f, "{}: {}: {}", self.fix, self.target, self.message)
    }
}

/// Report of a repair.
#[derive(Debug, Clone, Default)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct Report {
    /// Changes, in the order in which they were made.
    pub changes: Vec<Change>,
    /// Changes that unselected repairs would make to the result.
    pub left: Vec<Change>,
    /// Defects that the selected repairs could not fix, because the original data is unknown.
    pub unrepaired: Vec<Change>,
    /// Damage to the file; `None` if it was intact or already read.
    pub salvage: Option<Cut>,
}

impl Report {
    /// Whether there was nothing to repair.
    pub fn is_empty(&self) -> bool {
        self.changes.is_empty()
    }

    /// Whether data is lost.
    pub fn is_loss(&self) -> bool {
        self.changes.iter().any(|change| change.is_loss)
    }

    /// Changes by one repair.
    pub fn of(&self, fix: Fix) -> impl Iterator<Item = &Change> {
        self.changes.iter().filter(move |change| change.fix == fix)
    }
}

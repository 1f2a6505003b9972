//! Repairs by name.

named_enum! {
    /// A repair made by [`repair`](super::repair), in the order in which they run.
    Fix, "fix":
    /// Recovers the intact part of a truncated or damaged file.
    Salvage = "salvage",
    /// Replaces flag bytes other than 0 and 1 by 1, and finds the flags that match an unreadable file.
    Flags = "flags",
    /// Replaces unknown wrap modes and weighted modes.
    Modes = "modes",
    /// Sorts the keys of each curve by time.
    Sort = "sort",
    /// Removes keys whose time is not finite, and interpolates values that are not finite from their neighbours.
    NonFinite = "non-finite",
    /// Keeps the last of several keys that have the same time and different values.
    Conflicts = "conflicts",
    /// Reconstructs rotation W where MRTK 2.6.0 – 2.7.2 lost it.
    RotationW = "rotation-w",
    /// Aligns the signs of quaternions to the hemisphere of the previous one.
    Signs = "signs",
    /// Normalizes quaternions to unit length.
    Normalize = "normalize",
    /// Merges keys of one curve that have the same time and value.
    Duplicates = "duplicates",
    /// Converts a 1.1 file from the published layout to that of MRTK.
    Layout = "layout",
    /// Adds the marker list that MRTK requires.
    MarkerList = "marker-list",
    /// Sorts the markers by time.
    MarkerOrder = "marker-order",
    /// Drops the bytes after the marker list.
    Trailing = "trailing",
}

impl Fix {
    #[expect(clippy::as_conversions, reason = "a fieldless enum's own number")]
    const fn bit(self) -> u16 {
        1 << self as u16
    }
}

/// Set of repairs.
///
/// ```
/// use reenact_edit::repair::{Fix, Fixes};
///
/// let fixes = Fixes::DEFAULT.without(Fix::Signs).with("trailing".parse()?);
/// assert!(fixes.contains(Fix::Trailing) && !fixes.contains(Fix::Signs));
/// assert!(fixes.contains(Fix::RotationW));
/// # Ok::<(), reenact::NoSuchName>(())
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Fixes(u16);

impl Fixes {
    /// No repairs.
    pub const NONE: Self = Self(0);
    /// All repairs.
    pub const ALL: Self = Self((1 << Fix::ALL.len()) - 1);
    /// Repairs that discard no intended data. The others may: two values at one time can be an intended jump, and bytes after the
    /// marker list are harmless.
    pub const DEFAULT: Self = Self::ALL.without(Fix::Conflicts).without(Fix::Trailing);

    /// Adds a repair.
    #[must_use]
    pub const fn with(self, fix: Fix) -> Self {
        Self(self.0 | fix.bit())
    }

    /// Removes a repair.
    #[must_use]
    pub const fn without(self, fix: Fix) -> Self {
        Self(self.0 & !fix.bit())
    }

    /// Whether a repair is in the set.
    pub const fn contains(self, fix: Fix) -> bool {
        self.0 & fix.bit() != 0
    }

    /// Iterates over the repairs in the order in which they run.
    pub fn iter(self) -> impl Iterator<Item = Fix> {
        Fix::ALL.into_iter().filter(move |&fix| self.contains(fix))
    }
}

impl Default for Fixes {
    fn default() -> Self {
        Self::DEFAULT
    }
}

impl FromIterator<Fix> for Fixes {
    fn from_iter<I: IntoIterator<Item = Fix>>(fixes: I) -> Self {
        fixes.into_iter().fold(Self::NONE, Self::with)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sets_hold_what_is_put_into_them() {
        for fix in Fix::ALL {
            assert_eq!(Fixes::NONE.with(fix).iter().collect::<Vec<_>>(), [fix]);
            assert!(!Fixes::ALL.without(fix).contains(fix));
        }
        assert_eq!(Fixes::ALL.iter().collect::<Fixes>(), Fixes::ALL);
    }
}

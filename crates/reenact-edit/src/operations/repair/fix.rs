//! Repairs by name.

named_enum! {
    /// One of the repairs that [`repair`](super::repair) makes, in the order in which they are made.
    Fix, "fix":
    /// Recovers the intact part of a truncated or damaged file.
    Salvage = "salvage",
    /// Writes 1 for flag bytes that are neither 0 nor 1, and finds the flags that fit a file that cannot be read with its
    /// own.
    Flags = "flags",
    /// Replaces wrap modes and weighted modes that Unity does not have.
    Modes = "modes",
    /// Sorts the keys of each curve by time.
    Sort = "sort",
    /// Removes keys whose time is not finite, and interpolates values that are not finite from their neighbours.
    NonFinite = "non-finite",
    /// Keeps the last of several keys that have the same time and different values.
    Conflicts = "conflicts",
    /// Rebuilds rotation W where MRTK 2.6.0 – 2.7.2 lost it.
    RotationW = "rotation-w",
    /// Aligns the signs of quaternions: each gets the sign that is nearer to the previous one.
    Signs = "signs",
    /// Normalizes quaternions to unit length.
    Normalize = "normalize",
    /// Merges keys of one curve that have the same time and value.
    Duplicates = "duplicates",
    /// Converts a 1.1 file from the published layout to that of MRTK.
    Layout = "layout",
    /// Adds the marker list that MRTK needs.
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

/// A set of fixes.
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
    /// None.
    pub const NONE: Self = Self(0);
    /// Every one.
    pub const ALL: Self = Self((1 << Fix::ALL.len()) - 1);
    /// Fixes that discard no intended data. The others may: two values at one time can be an intended jump, and bytes after the
    /// marker list do no harm.
    pub const DEFAULT: Self = Self::ALL.without(Fix::Conflicts).without(Fix::Trailing);

    /// With one more.
    #[must_use]
    pub const fn with(self, fix: Fix) -> Self {
        Self(self.0 | fix.bit())
    }

    /// Without one.
    #[must_use]
    pub const fn without(self, fix: Fix) -> Self {
        Self(self.0 & !fix.bit())
    }

    /// Whether one is among them.
    pub const fn contains(self, fix: Fix) -> bool {
        self.0 & fix.bit() != 0
    }

    /// Each of them, in the order in which they are done.
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

//! The single repairs, by name.

named_enum! {
    /// One of the repairs that [`repair`](super::repair) makes, in the order in which they are made.
    Mend, "mend":
    /// Takes what is whole of a file that is cut short or whose tail is damaged.
    Salvage = "salvage",
    /// Writes 1 for flag bytes that are neither 0 nor 1, and finds the flags that fit a file that cannot be read with its
    /// own.
    Flags = "flags",
    /// Replaces wrap modes and weighted modes that Unity does not know.
    Modes = "modes",
    /// Sorts the keys of each curve by time.
    Sort = "sort",
    /// Removes keys at times that are no numbers, and replaces values that are none from their neighbours.
    NonFinite = "non-finite",
    /// Removes all but the last of the keys that have the same time and different values.
    Conflicts = "conflicts",
    /// Rebuilds rotation W where MRTK 2.6.0 – 2.7.2 lost it.
    RotationW = "rotation-w",
    /// Gives the rotations of each pose continuous signs.
    Signs = "signs",
    /// Brings rotations to unit length.
    Normalize = "normalize",
    /// Merges keys of one curve that have the same time and value.
    Duplicates = "duplicates",
    /// Stores a 1.1 file of the published layout as MRTK reads it.
    Layout = "layout",
    /// Adds the marker list that MRTK needs.
    MarkerList = "marker-list",
    /// Sorts the markers by time.
    MarkerOrder = "marker-order",
    /// Drops the bytes after the marker list.
    Trailing = "trailing",
}

impl Mend {
    #[expect(clippy::as_conversions, reason = "a fieldless enum's own number")]
    const fn bit(self) -> u16 {
        1 << self as u16
    }
}

/// A set of mends.
///
/// ```
/// use reenact_edit::repair::{Mend, Mends};
///
/// let mends = Mends::DEFAULT.without(Mend::Signs).with("trailing".parse()?);
/// assert!(mends.contains(Mend::Trailing) && !mends.contains(Mend::Signs));
/// assert!(mends.contains(Mend::RotationW));
/// # Ok::<(), reenact::NoSuchName>(())
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Mends(u16);

impl Mends {
    /// None.
    pub const NONE: Self = Self(0);
    /// Every one.
    pub const ALL: Self = Self((1 << Mend::ALL.len()) - 1);
    /// Those that keep all that was meant. The others throw away what somebody may have meant: two values at one time are a jump, and
    /// bytes after the marker list hurt nobody.
    pub const DEFAULT: Self = Self::ALL.without(Mend::Conflicts).without(Mend::Trailing);

    /// With one more.
    #[must_use]
    pub const fn with(self, mend: Mend) -> Self {
        Self(self.0 | mend.bit())
    }

    /// Without one.
    #[must_use]
    pub const fn without(self, mend: Mend) -> Self {
        Self(self.0 & !mend.bit())
    }

    /// Whether one is among them.
    pub const fn contains(self, mend: Mend) -> bool {
        self.0 & mend.bit() != 0
    }

    /// Each of them, in the order in which they are done.
    pub fn iter(self) -> impl Iterator<Item = Mend> {
        Mend::ALL.into_iter().filter(move |&mend| self.contains(mend))
    }
}

impl Default for Mends {
    fn default() -> Self {
        Self::DEFAULT
    }
}

impl FromIterator<Mend> for Mends {
    fn from_iter<I: IntoIterator<Item = Mend>>(mends: I) -> Self {
        mends.into_iter().fold(Self::NONE, Self::with)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sets_hold_what_is_put_into_them() {
        for mend in Mend::ALL {
            assert_eq!(Mends::NONE.with(mend).iter().collect::<Vec<_>>(), [mend]);
            assert!(!Mends::ALL.without(mend).contains(mend));
        }
        assert_eq!(Mends::ALL.iter().collect::<Mends>(), Mends::ALL);
    }
}

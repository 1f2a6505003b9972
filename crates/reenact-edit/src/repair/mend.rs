//! What can be mended, by name.

use std::fmt;
use std::str::FromStr;

/// One thing that [`repair`](super::repair) can mend.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Mend {
    /// Takes what is whole of a file that is cut short or whose tail is damaged.
    Salvage,
    /// Writes 1 for flag bytes that are neither 0 nor 1, and finds the flags that fit a file that cannot be read with its
    /// own.
    Flags,
    /// Stores a 1.1 file of the published layout as MRTK reads it.
    Layout,
    /// Replaces wrap modes and weighted modes that Unity does not know.
    Modes,
    /// Removes keys at times that are no numbers, and replaces values that are none from their neighbours.
    NonFinite,
    /// Sorts the keys of each curve by time.
    Sort,
    /// Merges keys of one curve that have the same time and value.
    Duplicates,
    /// Removes all but the last of the keys that have the same time and different values.
    Conflicts,
    /// Rebuilds rotation W where MRTK 2.6.0 – 2.7.2 lost it.
    RotationW,
    /// Gives the rotations of each pose continuous signs.
    Signs,
    /// Brings rotations to unit length.
    Normalize,
    /// Adds the marker list that MRTK needs.
    MarkerList,
    /// Sorts the markers by time.
    MarkerOrder,
    /// Drops the bytes after the marker list.
    Trailing,
}

impl Mend {
    /// All of them, in the order in which they are done.
    pub const ALL: [Self; 14] = [
        Self::Salvage,
        Self::Flags,
        Self::Modes,
        Self::Layout,
        Self::Sort,
        Self::NonFinite,
        Self::Conflicts,
        Self::RotationW,
        Self::Signs,
        Self::Normalize,
        Self::Duplicates,
        Self::MarkerList,
        Self::MarkerOrder,
        Self::Trailing,
    ];

    /// Its stable name, such as `rotation-w`.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Salvage => "salvage",
            Self::Flags => "flags",
            Self::Layout => "layout",
            Self::Modes => "modes",
            Self::NonFinite => "non-finite",
            Self::Sort => "sort",
            Self::Duplicates => "duplicates",
            Self::Conflicts => "conflicts",
            Self::RotationW => "rotation-w",
            Self::Signs => "signs",
            Self::Normalize => "normalize",
            Self::MarkerList => "marker-list",
            Self::MarkerOrder => "marker-order",
            Self::Trailing => "trailing",
        }
    }

    /// Whether it is done unless it is excluded.
    ///
    /// Those that are not throw away what somebody may have meant: two values at one time are a jump, and bytes after the
    /// marker list hurt nobody.
    pub const fn is_default(self) -> bool {
        !matches!(self, Self::Conflicts | Self::Trailing)
    }

    #[expect(clippy::as_conversions, reason = "a fieldless enum's own number")]
    const fn bit(self) -> u16 {
        1 << self as u16
    }
}

impl fmt::Display for Mend {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

/// No mend of that name.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct NoSuchMend;

impl fmt::Display for NoSuchMend {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("no mend of that name: there are")?;
        for (n, mend) in Mend::ALL.into_iter().enumerate() {
            write!(f, "{} {mend}", if n == 0 { "" } else { "," })?;
        }
        Ok(())
    }
}

impl std::error::Error for NoSuchMend {}

impl FromStr for Mend {
    type Err = NoSuchMend;

    fn from_str(name: &str) -> Result<Self, NoSuchMend> {
        Self::ALL.into_iter().find(|mend| mend.name() == name).ok_or(NoSuchMend)
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
/// # Ok::<(), reenact_edit::repair::NoSuchMend>(())
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Mends(u16);

impl Mends {
    /// None.
    pub const NONE: Self = Self(0);
    /// Every one.
    pub const ALL: Self = Self((1 << Mend::ALL.len()) - 1);
    /// Those that keep all that was meant: see [`Mend::is_default`].
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
    fn names_and_sets_agree() {
        for mend in Mend::ALL {
            assert_eq!(mend.name().parse(), Ok(mend));
            assert_eq!(Mends::DEFAULT.contains(mend), mend.is_default(), "{mend}");
            assert_eq!(Mends::NONE.with(mend).iter().collect::<Vec<_>>(), [mend]);
        }
        assert_eq!(Mends::ALL.iter().collect::<Mends>(), Mends::ALL);
        assert_eq!("nothing".parse::<Mend>(), Err(NoSuchMend));
    }
}

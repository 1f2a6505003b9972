//! Enums with stable names, the same in code, files, the command and Python.

use std::fmt;

/// Enum whose values have names, such as [`Mode`](crate::Mode): `clean` and `mrtk`.
///
/// ```
/// use reenact::{Mode, Named};
///
/// assert_eq!(Mode::Clean.name(), "clean");
/// assert_eq!(Mode::from_name("mrtk"), Ok(Mode::Mrtk));
/// let error = Mode::from_name("claen").unwrap_err();
/// assert_eq!(error.to_string(), "no mode is named \"claen\": did you mean clean?");
/// ```
pub trait Named: Copy + PartialEq + 'static {
    /// Description of its values, such as `mode`: one or two words, lower case.
    const WHAT: &'static str;
    /// All values, in display order.
    const VALUES: &'static [Self];

    /// Name of a value.
    fn name(self) -> &'static str;

    /// Help text of a value for a list of options; empty if the name is enough.
    fn help(self) -> &'static str {
        ""
    }

    /// Value with a name.
    fn from_name(name: &str) -> Result<Self, NoSuchName> {
        let found = Self::VALUES.iter().find(|value| value.name() == name);
        found.copied().ok_or_else(|| {
            NoSuchName::new(Self::WHAT, name, Self::VALUES.iter().map(|value| value.name()))
        })
    }
}

/// Error for an unknown name, with a suggestion or a list of the valid names.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NoSuchName {
    what: &'static str,
    name: String,
    advice: String,
}

/// Most names to list in full.
const LISTED: usize = 12;

impl NoSuchName {
    /// Creates the error for an unknown name. `what` describes the names, such as `mode`.
    pub fn new<N: AsRef<str>>(
        what: &'static str,
        name: &str,
        names: impl IntoIterator<Item = N>,
    ) -> Self {
        let names: Vec<N> = names.into_iter().collect();
        let names: Vec<&str> = names.iter().map(AsRef::as_ref).collect();
        let advice = match (nearest(name, names.iter().copied()), names.as_slice()) {
            (Some(nearest), _) => format!(": did you mean {nearest}?"),
            (None, []) => String::new(),
            (None, [only]) => format!(": there is only {only}"),
            (None, [first @ .., last]) if names.len() <= LISTED => {
                format!(": there are {} and {last}", first.join(", "))
            }
            (None, [first, second, ..]) => format!(": names are such as {first} and {second}"),
        };
        Self { what, name: shortened(name), advice }
    }

    /// The unknown name, shortened if it is very long.
    pub fn name(&self) -> &str {
        &self.name
    }
}

impl fmt::Display for NoSuchName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { what, name, advice } = self;
        write!(f, "no {what} is named {name:?}{advice}")
    }
}

impl std::error::Error for NoSuchName {}

/// Most characters of an unknown name to repeat in a message.
const REPEATED: usize = 60;

fn shortened(name: &str) -> String {
    let mut characters = name.chars();
    let mut start: String = characters.by_ref().take(REPEATED).collect();
    if characters.next().is_some() {
        start.push('…');
    }
    start
}

/// Most similar name, ignoring case; `None` if none is similar.
///
/// Uses the edit distance with transpositions; at most a third of the letters may differ.
pub fn nearest<'n>(asked: &str, names: impl Iterator<Item = &'n str>) -> Option<&'n str> {
    let asked: Vec<char> = shortened(asked).to_lowercase().chars().collect();
    let most = (asked.len() / 3).max(1);
    let distances = names.map(|name| {
        let lower: Vec<char> = name.to_lowercase().chars().collect();
        let is_start = !asked.is_empty() && lower.starts_with(&asked);
        (if is_start { 1 } else { distance(&asked, &lower) }, name)
    });
    distances.filter(|(distance, _)| *distance <= most).min_by_key(|(d, _)| *d).map(|(_, n)| n)
}

/// Edit distance with transpositions: insertions, deletions, replacements and swaps of adjacent letters.
fn distance(a: &[char], b: &[char]) -> usize {
    let mut two_before: Vec<usize> = Vec::new();
    let mut before: Vec<usize> = (0..=b.len()).collect();
    let mut previous_a = None;
    for (row, &of_a) in a.iter().enumerate() {
        let mut current = vec![row + 1];
        let mut previous_b = None;
        for (column, &of_b) in b.iter().enumerate() {
            let at = |list: &[usize], place: usize| list.get(place).copied().unwrap_or(usize::MAX);
            let replaced = at(&before, column) + usize::from(of_a != of_b);
            let mut least = replaced.min(at(&before, column + 1) + 1).min(at(&current, column) + 1);
            if let (Some(last_a), Some(last_b), Some(place)) =
                (previous_a, previous_b, column.checked_sub(1))
                && (of_a, of_b) == (last_b, last_a)
            {
                least = least.min(at(&two_before, place).saturating_add(1));
            }
            current.push(least);
            previous_b = Some(of_b);
        }
        two_before = std::mem::replace(&mut before, current);
        previous_a = Some(of_a);
    }
    before.last().copied().unwrap_or(a.len())
}

/// Implements [`Named`], `Display` and `FromStr` for an enum, and adds `ALL` and `name`. The help text of a value can follow its
/// name, after `=>`.
///
/// ```
/// # #[derive(Debug, Clone, Copy, PartialEq)]
/// enum Colour { Red, Green }
/// reenact::named!(Colour, "colour": Red = "red", Green = "green");
/// assert_eq!("green".parse(), Ok(Colour::Green));
/// assert_eq!(Colour::ALL.map(Colour::name), ["red", "green"]);
/// ```
#[macro_export]
macro_rules! named {
    ($type:ident, $what:literal: $($value:ident = $name:expr $(=> $help:literal)?),+ $(,)?) => {
        impl $type {
            /// All values.
            pub const ALL: [Self; [$($name),+].len()] = [$(Self::$value),+];

            /// Name in files, options and tables.
            pub const fn name(self) -> &'static str {
                match self {
                    $(Self::$value => $name,)+
                }
            }
        }

        impl $crate::Named for $type {
            const WHAT: &'static str = $what;
            const VALUES: &'static [Self] = &Self::ALL;

            fn name(self) -> &'static str {
                self.name()
            }

            fn help(self) -> &'static str {
                match self {
                    $(Self::$value => ::std::concat!("" $(, $help)?),)+
                }
            }
        }

        impl ::std::fmt::Display for $type {
            fn fmt(&self, f: &mut ::std::fmt::Formatter<'_>) -> ::std::fmt::Result {
                f.pad(self.name())
            }
        }

        impl ::std::str::FromStr for $type {
            type Err = $crate::NoSuchName;

            fn from_str(name: &str) -> ::std::result::Result<Self, $crate::NoSuchName> {
                $crate::Named::from_name(name)
            }
        }

        $crate::__named_in_json!($type);
    };
}

/// Implements `Serialize` and the JSON schema for an enum with names. Expands to nothing without the feature `serde` of this
/// crate.
#[cfg(not(feature = "serde"))]
#[doc(hidden)]
#[macro_export]
macro_rules! __named_in_json {
    ($type:ident) => {};
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::hand::Joint;

    #[test]
    fn a_mistyped_name_is_found() {
        let joint = |asked| nearest(asked, Joint::TRACKED.iter().map(|joint| joint.name()));
        assert_eq!(joint("Wirst"), Some("Wrist"));
        assert_eq!(joint("indextip"), Some("IndexTip"));
        assert_eq!(joint("ThumbProximal"), Some("ThumbProximalJoint"));
        assert_eq!(joint("elbow"), None);
        assert_eq!(joint(""), None);
    }

    #[test]
    fn swapped_letters_count_once() {
        let distance = |a: &str, b: &str| {
            distance(&a.chars().collect::<Vec<_>>(), &b.chars().collect::<Vec<_>>())
        };
        assert_eq!(distance("wirst", "wrist"), 1);
        assert_eq!(distance("", "abc"), 3);
        assert_eq!(distance("abc", ""), 3);
        assert_eq!(distance("kitten", "sitting"), 3);
    }

    #[test]
    fn what_there_is_depends_on_how_many_there_are() {
        let message = |names: &[&str]| NoSuchName::new("rig", "xyz", names).to_string();
        assert_eq!(message(&["mrtk"]), "no rig is named \"xyz\": there is only mrtk");
        assert_eq!(
            message(&["reenact", "mrtk"]),
            "no rig is named \"xyz\": there are reenact and mrtk"
        );
        let many: Vec<String> = (0..20).map(|n| format!("name{n}")).collect();
        let many: Vec<&str> = many.iter().map(String::as_str).collect();
        assert_eq!(message(&many), "no rig is named \"xyz\": names are such as name0 and name1");
        assert!(NoSuchName::new("rig", &"x".repeat(1 << 20), ["mrtk"]).to_string().len() < 300);
    }
}

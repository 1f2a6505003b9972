//! OpenXR paths: interned strings, and their syntax.

use std::collections::HashMap;
use std::sync::Arc;

use crate::error::{Error, Result};

/// A path by its number; 0 is `XR_NULL_PATH`.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Path(pub u64);

impl Path {
    /// No path.
    pub const NULL: Self = Self(0);
}

/// Longest path in bytes, without the terminating zero.
pub const MAX_PATH: usize = 255;

/// Most paths of an instance.
const MAX_PATHS: usize = 1 << 16;

/// Whether a string is a single level of a path, such as an action's name: lower-case letters, digits, `-`, `_` and `.`.
pub fn is_name(name: &str) -> bool {
    let is_allowed = |byte: u8| matches!(byte, b'a'..=b'z' | b'0'..=b'9' | b'-' | b'_' | b'.');
    !name.is_empty() && name.bytes().all(is_allowed)
}

/// Whether a string is a well-formed path: levels that each start with `/`, none of them of periods alone.
pub fn is_path(path: &str) -> bool {
    let Some(levels) = path.strip_prefix('/') else { return false };
    path.len() <= MAX_PATH
        && levels.split('/').all(|level| is_name(level) && level.bytes().any(|byte| byte != b'.'))
}

/// The paths of an instance.
#[derive(Debug, Default)]
pub struct Paths {
    strings: Vec<Arc<str>>,
    numbers: HashMap<Arc<str>, Path>,
}

impl Paths {
    /// The number of a path, always the same for the same string.
    pub fn number(&mut self, path: &str) -> Result<Path> {
        if let Some(&number) = self.numbers.get(path) {
            return Ok(number);
        }
        if !is_path(path) {
            return Err(Error::PathFormatInvalid);
        }
        if self.strings.len() >= MAX_PATHS {
            return Err(Error::PathCountExceeded);
        }
        let string: Arc<str> = path.into();
        self.strings.push(Arc::clone(&string));
        let number = Path(u64::try_from(self.strings.len()).unwrap_or(u64::MAX));
        self.numbers.insert(string, number);
        Ok(number)
    }

    /// The string of a number.
    pub fn string(&self, path: Path) -> Result<&Arc<str>> {
        let index = usize::try_from(path.0).ok().and_then(|number| number.checked_sub(1));
        index.and_then(|index| self.strings.get(index)).ok_or(Error::PathInvalid)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn well_formed_paths_are_told_from_others() {
        for path in ["/user/hand/left", "/a", "/a.b-c_d/0", "/..a"] {
            assert!(is_path(path), "{path}");
        }
        let long = format!("/{}", "a".repeat(MAX_PATH));
        for path in ["", "/", "a", "/A", "/a/", "//a", "/a//b", "/a/./b", "/..", "/é", &long] {
            assert!(!is_path(path), "{path}");
        }
        assert!(is_path(&long[..MAX_PATH]));
    }

    #[test]
    fn a_path_has_one_number() {
        let mut paths = Paths::default();
        let a = paths.number("/a").unwrap();
        assert_ne!(paths.number("/b").unwrap(), a);
        assert_eq!(paths.number("/a"), Ok(a));
        assert_eq!(&**paths.string(a).unwrap(), "/a");
        for wrong in [Path::NULL, Path(3), Path(u64::MAX)] {
            assert_eq!(paths.string(wrong), Err(Error::PathInvalid));
        }
    }
}

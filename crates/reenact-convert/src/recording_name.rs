//! Names of files that recordings are written to.

use std::path::Path;

use crate::{Compression, Format};

/// Extensions of recordings, and neutral extensions.
///
/// `.bytes` is what Unity imports as a binary asset.
const FITTING: [&str; 9] = ["bin", "bytes", "bak", "backup", "tmp", "temp", "old", "orig", "part"];

/// Kind of a file name whose extension belongs to another kind of file: a recording should not be written to it.
///
/// ```
/// use std::path::Path;
/// use reenact_convert::{Format, OtherKind};
///
/// let of_name = |name: &str| OtherKind::of_name(Path::new(name));
/// assert_eq!(of_name("take.bin.gz"), None);
/// assert_eq!(of_name("take"), None);
/// assert_eq!(of_name("take.glb"), Some(OtherKind::Format(Format::Glb)));
/// assert_eq!(of_name("take.zip"), Some(OtherKind::Ending("zip".to_owned())));
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum OtherKind {
    /// A format that recordings are converted to.
    Format(Format),
    /// Another extension, without the dot.
    Ending(String),
}

impl OtherKind {
    /// `None` for names of recordings, names without an extension, and names that end in a number or a date.
    pub fn of_name(path: &Path) -> Option<Self> {
        let (inner, _) = Compression::of_name(path);
        match Format::of_path(&inner) {
            Some(Format::Bin) => return None,
            Some(format) => return Some(Self::Format(format)),
            None => {}
        }
        let ending = inner.extension()?.to_str()?;
        // `take.2024-05-04` and `take.v2` have no extension; `take.7z` is an archive, `take.mp4` a video.
        let number = ending.strip_prefix('v').unwrap_or(ending);
        let is_kind = ending.chars().all(|c| c.is_ascii_alphanumeric())
            && number.contains(|c: char| c.is_ascii_alphabetic());
        let is_fitting = FITTING.iter().any(|fitting| ending.eq_ignore_ascii_case(fitting));
        (is_kind && !is_fitting).then(|| Self::Ending(ending.to_owned()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of_name(name: &str) -> Option<OtherKind> {
        OtherKind::of_name(Path::new(name))
    }

    #[test]
    fn recordings_may_have_no_ending_a_neutral_one_or_a_number() {
        for name in [
            "take",
            "a.b/take",
            "take.bin",
            "TAKE.BIN",
            "take.bin.gz",
            "take.bin.zst",
            "take.gz",
            "take.bytes",
            "take.bin.tmp",
            "take.v2",
            "take.1",
            "take.2024-05-04",
            "/dev/null",
            ".hidden",
            "",
        ] {
            assert_eq!(of_name(name), None, "{name:?}");
        }
    }

    #[test]
    fn endings_of_other_files_are_told() {
        for name in ["a.zip", "a.usd", "a.7z", "a.mp4", "a.txt", "a.USDZ", "a.tar.gz", "a.bin.xz"] {
            assert!(matches!(of_name(name), Some(OtherKind::Ending(_))), "{name:?}");
        }
        for format in Format::ALL.into_iter().filter(|&format| format != Format::Bin) {
            for ending in format.endings() {
                let name = format!("a.{ending}");
                assert_eq!(of_name(&name), Some(OtherKind::Format(format)), "{name:?}");
            }
        }
    }
}

//! Compression formats, detected by content on reading and by file extension on writing.

use std::ffi::OsStr;
use std::path::{Path, PathBuf};

/// Compression of a whole file.
///
/// Only detects the compression; callers that read and write files decompress and compress.
///
/// ```
/// use std::path::Path;
/// use reenact_convert::{Compression, Format};
///
/// let (inner, compression) = Compression::of_name(Path::new("take.BIN.gz"));
/// assert_eq!(compression, Compression::Gzip);
/// assert_eq!(Format::of_path(&inner), Some(Format::Bin));
/// ```
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Hash)]
pub enum Compression {
    /// Not compressed.
    #[default]
    None,
    /// gzip, `.gz`.
    Gzip,
    /// Zstandard, `.zst`.
    Zstd,
}

const GZIP: [u8; 2] = [0x1f, 0x8b];
const ZSTD: [u8; 4] = 0xfd2f_b528_u32.to_le_bytes();

impl Compression {
    /// Detects the compression from the first four bytes of a file.
    pub fn of_bytes(start: &[u8]) -> Self {
        // Zstandard has frames without data, and `pzstd` starts with one.
        let is_skippable = matches!(start, [0x50..=0x5f, 0x2a, 0x4d, 0x18, ..]);
        if start.starts_with(&GZIP) {
            Self::Gzip
        } else if start.starts_with(&ZSTD) || is_skippable {
            Self::Zstd
        } else {
            Self::None
        }
    }

    /// Detects the compression from the extension of a name, in any case; returns the name without that extension, and the compression.
    pub fn of_name(path: &Path) -> (PathBuf, Self) {
        let ending = path.extension().map(OsStr::to_ascii_lowercase).unwrap_or_default();
        let compression = match ending.to_str() {
            Some("gz") => Self::Gzip,
            Some("zst") => Self::Zstd,
            _ => return (path.to_owned(), Self::None),
        };
        (path.with_extension(""), compression)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_last_ending_says_the_compression() {
        let of = |name: &str| Compression::of_name(Path::new(name));
        assert_eq!(of("a/b.bin.gz"), (PathBuf::from("a/b.bin"), Compression::Gzip));
        assert_eq!(of("b.BIN.ZST"), (PathBuf::from("b.BIN"), Compression::Zstd));
        assert_eq!(of("b.glb.zst"), (PathBuf::from("b.glb"), Compression::Zstd));
        for name in ["b.bin", "gz", ".gz", "b.gz.bin", "", "b.tgz"] {
            assert_eq!(of(name), (PathBuf::from(name), Compression::None), "{name}");
        }
    }
}

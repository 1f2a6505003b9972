//! The file beside a clip by which Unity knows it again.

use std::fmt::Write as _;
use std::io::{self, Write};

use reenact::Recording;
use sha2::{Digest, Sha256};

use super::clip::Options;
use crate::Result;

/// Writes what goes into `NAME.anim.meta`.
///
/// Its `guid` is made from the recording, the name and the rig: the same every time, and another for every other clip. Where there is such
/// a file already it should stay: scenes refer to the clip by the `guid` in it.
///
/// ```
/// use reenact_convert::unity::{Options, write_meta};
///
/// let mut text = Vec::new();
/// write_meta(&reenact_make::demo(), &Options::default(), &mut text)?;
/// assert!(text.starts_with(b"fileFormatVersion: 2\nguid: "));
/// # Ok::<(), reenact_convert::Error>(())
/// ```
pub fn write_meta(
    recording: &Recording<'_>,
    options: &Options<'_>,
    writer: &mut impl Write,
) -> Result<()> {
    let mut hash = Hash(Sha256::new());
    recording.write_to(&mut hash)?;
    hash.0.update(options.name);
    hash.0.update([0]);
    hash.0.update(options.rig.name());
    let mut guid = String::new();
    for byte in hash.0.finalize().iter().take(16) {
        // Writing to a string does not fail.
        _ = write!(guid, "{byte:02x}");
    }
    write!(
        writer,
        "fileFormatVersion: 2\nguid: {guid}\nNativeFormatImporter:\n  externalObjects: {{}}\n  mainObjectFileID: 7400000\n  \
         userData: \n  assetBundleName: \n  assetBundleVariant: \n"
    )?;
    Ok(())
}

struct Hash(Sha256);

impl Write for Hash {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0.update(bytes);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

//! Unity `.meta` file of a clip.

use std::io::Write;

use reenact::Recording;

use super::clip::Options;
use crate::Result;
use crate::fingerprint::Fingerprint;

/// Length of a GUID in hexadecimal digits.
const GUID_DIGITS: usize = 32;

/// Writes the content of `NAME.anim.meta`.
///
/// The `guid` is derived from the recording, the name and the rig: always the same for one clip, and
/// different for others. Do not replace an existing file: scenes refer to the clip by the `guid` in it.
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
    recording: &Recording,
    options: &Options<'_>,
    writer: &mut impl Write,
) -> Result<()> {
    let mut fingerprint = Fingerprint::of(recording)?;
    write!(fingerprint, "{}\0{}", options.name, options.rig.name())?;
    let digits = fingerprint.digits();
    let guid = digits.get(..GUID_DIGITS).unwrap_or(&digits);
    write!(
        writer,
        "fileFormatVersion: 2\nguid: {guid}\nNativeFormatImporter:\n  externalObjects: {{}}\n  mainObjectFileID: 7400000\n  \
         userData: \n  assetBundleName: \n  assetBundleVariant: \n"
    )?;
    Ok(())
}

//! Reads a recording from any format, detected from the content.

use reenact::Recording;

use crate::{Format, Result};

/// Number of leading bytes that identify the format of a file; JSON texts may need more.
pub const START_BYTES: usize = 64;

impl Format {
    /// Format of a file with these leading bytes; `None` if it is unknown or MRTK's own.
    ///
    /// A JSON object that is too short to identify is [`Format::Json`]; JSON lines are [`Format::Json`], too. glTF is
    /// [`Format::Glb`] or [`Format::Gltf`].
    ///
    /// ```
    /// use reenact_convert::Format;
    ///
    /// assert_eq!(Format::of_content(b"PAR1"), Some(Format::Parquet));
    /// assert_eq!(Format::of_content(b"{\"version\": \"1.1\""), Some(Format::Json));
    /// ```
    pub fn of_content(start: &[u8]) -> Option<Self> {
        if start.starts_with(b"PAR1") {
            return Some(Self::Parquet);
        }
        if start.starts_with(b"glTF") {
            return Some(Self::Glb);
        }
        if reenact::may_be_journal(start) {
            return Some(Self::Journal);
        }
        if !reenact::may_be_recording(start) && starts_handsbin(start) {
            return Some(Self::Handsbin);
        }
        let text = start.trim_ascii_start();
        if text.starts_with(b"{") {
            return Some(of_object(text));
        }
        starts_with_number(text).then_some(Self::Hololens)
    }
}

/// Whether a file starts with a version of Unity XR Hands recordings: 1, 2, or 3, so that a future version is reported by its
/// number.
fn starts_handsbin(start: &[u8]) -> bool {
    start.first_chunk().is_some_and(|&bytes| (1..=3).contains(&i32::from_le_bytes(bytes)))
}

/// Format of a JSON object, by the first field with a known name: the formats share no field names.
#[cfg(feature = "json")]
fn of_object(text: &[u8]) -> Format {
    let first_known = || -> Result<Option<Format>, crate::TextError> {
        let mut scanner = crate::json::Scanner::new(text, 1);
        scanner.open_object()?;
        let mut is_first = true;
        while let Some(name) = scanner.field(&mut is_first)? {
            let format = with_field(&name);
            if format.is_some() {
                return Ok(format);
            }
            scanner.skip_value()?;
        }
        Ok(None)
    };
    // The JSON reader reports the location of any error.
    first_known().ok().flatten().unwrap_or(Format::Json)
}

#[cfg(not(feature = "json"))]
const fn of_object(_: &[u8]) -> Format {
    Format::Json
}

#[cfg(feature = "json")]
fn with_field(name: &str) -> Option<Format> {
    match name {
        "version" | "layout" | "marker_list" | "trailing" | "flags" | "curves" | "markers" => {
            Some(Format::Json)
        }
        "schema" | "frames" => Some(Format::Iwer),
        "accessors" | "animations" | "asset" | "bufferViews" | "buffers" | "cameras"
        | "extensions" | "extensionsRequired" | "extensionsUsed" | "extras" | "images"
        | "materials" | "meshes" | "nodes" | "samplers" | "scene" | "scenes" | "skins"
        | "textures" => Some(Format::Gltf),
        _ => None,
    }
}

/// Whether the first cell of a table without a header is complete, and a number.
fn starts_with_number(text: &[u8]) -> bool {
    let is_of_number = |byte: &u8| byte.is_ascii_digit() || b"+-.eE".contains(byte);
    let cell_len = text.iter().take_while(|byte| is_of_number(byte)).count();
    cell_len > 0 && text.get(cell_len) == Some(&b',')
}

/// Reads a recording from MRTK's format or any other readable one.
///
/// Bytes in MRTK's format are shared, not copied; memory-map large files instead: see `reenact-file`. Memory bounds and errors
/// are those of the reader of each format. Fails with the name of a format that this build does not support.
///
/// ```
/// use reenact_convert::{json, read};
///
/// let recording = reenact_make::demo();
/// let mut text = Vec::new();
/// json::write(&recording, &mut text)?;
/// assert_eq!(read(text)?, recording);
/// assert_eq!(read(recording.to_bytes())?, recording);
/// # Ok::<(), reenact_convert::Error>(())
/// ```
pub fn read(bytes: Vec<u8>) -> Result<Recording> {
    Ok(crate::import(bytes)?.into_recording())
}

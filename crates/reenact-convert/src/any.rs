//! Any of the formats that recordings are read from, known by what is in them and not by a name.
//!
//! ```
//! use reenact_convert::{any, json};
//!
//! let recording = reenact_make::demo();
//! let mut text = Vec::new();
//! json::write(&recording, &mut text)?;
//! assert_eq!(any::Format::of(&text), Some(any::Format::Json));
//! assert_eq!(any::read(text)?, recording);
//! assert_eq!(any::read(recording.to_bytes())?, recording);
//! # Ok::<(), reenact_convert::Error>(())
//! ```
//!
//! Only those are known whose cargo features are on. What a recording is written as, the name of the file says: [`Output`].

mod compression;
mod output;
#[cfg(feature = "compression")]
mod unpack;

use reenact::Recording;

pub use compression::Compression;
pub use output::Output;
#[cfg(feature = "compression")]
pub use unpack::unpack;

use crate::json::{self, Scanner};
use crate::{Result, TextError};

/// A format other than a recording's own that recordings are read from.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Format {
    /// One JSON document, or JSON lines: [`json`] and [`ndjson`](crate::ndjson).
    Json,
    /// glTF, binary or text.
    #[cfg(feature = "gltf")]
    Gltf,
    /// A WebXR recording, as IWER has it.
    #[cfg(feature = "iwer")]
    Iwer,
    /// A `head_hand_eye.csv` of `HoloLens2ForCV`.
    #[cfg(feature = "hololens")]
    Hololens,
    /// A Parquet table, of which that of keys can be read.
    #[cfg(feature = "parquet")]
    Parquet,
}

impl Format {
    /// So many of the first bytes tell a recording from all other formats, and these from each other; but not always one JSON
    /// text from another.
    pub const START_BYTES: usize = 64;

    /// What starts so. `None` is a recording as it stands, or nothing that is known.
    ///
    /// A JSON object of which too little is given to tell is [`Format::Json`].
    pub fn of(start: &[u8]) -> Option<Self> {
        #[cfg(feature = "parquet")]
        if start.starts_with(b"PAR1") {
            return Some(Self::Parquet);
        }
        #[cfg(feature = "gltf")]
        if start.starts_with(b"glTF") {
            return Some(Self::Gltf);
        }
        let text = start.trim_ascii_start();
        if text.starts_with(b"{") {
            return Some(Self::of_object(text));
        }
        #[cfg(feature = "hololens")]
        if starts_with_number(text) {
            return Some(Self::Hololens);
        }
        None
    }

    /// Goes by the first field whose name one of them knows: they share none.
    fn of_object(text: &[u8]) -> Self {
        let first_known = || -> Result<Option<Self>, TextError> {
            let mut scanner = Scanner::new(text, 1);
            scanner.open_object()?;
            let mut is_first = true;
            while let Some(name) = scanner.field(&mut is_first)? {
                let format = Self::with_field(&name);
                if format.is_some() {
                    return Ok(format);
                }
                scanner.skip_value()?;
            }
            Ok(None)
        };
        // Whatever is wrong with it, the reader of JSON says where.
        first_known().ok().flatten().unwrap_or(Self::Json)
    }

    fn with_field(name: &str) -> Option<Self> {
        match name {
            "version" | "layout" | "marker_list" | "trailing" | "flags" | "curves" | "markers" => {
                Some(Self::Json)
            }
            #[cfg(feature = "iwer")]
            "schema" | "frames" => Some(Self::Iwer),
            #[cfg(feature = "gltf")]
            "accessors" | "animations" | "asset" | "bufferViews" | "buffers" | "cameras"
            | "extensions" | "extensionsRequired" | "extensionsUsed" | "extras" | "images"
            | "materials" | "meshes" | "nodes" | "samplers" | "scene" | "scenes" | "skins"
            | "textures" => Some(Self::Gltf),
            _ => None,
        }
    }
}

/// Whether the first cell of a table without a header is there whole, and a number.
#[cfg(feature = "hololens")]
fn starts_with_number(text: &[u8]) -> bool {
    let is_of_number = |byte: &u8| byte.is_ascii_digit() || b"+-.eE".contains(byte);
    let cell_len = text.iter().take_while(|byte| is_of_number(byte)).count();
    cell_len > 0 && text.get(cell_len) == Some(&b',')
}

/// Reads a recording, from its own format or any that is known.
///
/// What each reader says of memory and errors holds here, too. A large recording in its own format is better opened where it lies: see
/// `reenact-file`.
#[cfg_attr(
    not(feature = "parquet"),
    expect(clippy::needless_pass_by_value, reason = "the reader of tables takes its bytes")
)]
pub fn read(bytes: Vec<u8>) -> Result<Recording> {
    match Format::of(&bytes) {
        None => Ok(Recording::from_slice(&bytes)?),
        Some(Format::Json) => json::read(&bytes),
        #[cfg(feature = "gltf")]
        Some(Format::Gltf) => crate::gltf::read(&bytes),
        #[cfg(feature = "iwer")]
        Some(Format::Iwer) => crate::iwer::read(&bytes),
        #[cfg(feature = "hololens")]
        Some(Format::Hololens) => crate::hololens::read(&bytes),
        #[cfg(feature = "parquet")]
        Some(Format::Parquet) => crate::parquet::read_keys(bytes),
    }
}

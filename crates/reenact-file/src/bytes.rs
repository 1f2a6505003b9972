//! Bytes of a file: memory-mapped if it is large, read if it is small.

use std::fs::{File, Metadata};
use std::io::{self, Read};
use std::path::Path;

use memmap2::Mmap;
use reenact::Bytes;

use crate::Watch;
#[cfg(unix)]
use crate::fault::Watched;

/// Size from which files are mapped; smaller ones are read whole. With a cold cache that was faster than reading curve headers up
/// to about this size, and with a warm one the difference is small.
pub(crate) const MAP_FROM_BYTES: u64 = 16 << 20;

/// Bytes of a file of any kind. Cheap to clone; the file stays mapped as long as any clone shares its bytes.
#[derive(Debug, Clone)]
pub struct FileBytes {
    bytes: Bytes,
    is_mapped: bool,
    watch: Watch,
}

/// A mapping and its registration with the SIGBUS handler, which must be dropped first.
#[derive(Debug)]
struct Mapping {
    #[cfg(unix)]
    #[expect(dead_code, reason = "dropped before the mapping")]
    watched: Watched,
    bytes: Mmap,
}

impl AsRef<[u8]> for Mapping {
    fn as_ref(&self) -> &[u8] {
        &self.bytes
    }
}

impl FileBytes {
    /// Opens a file like [`open_with`](crate::open_with), without parsing it. A 4 GB file takes no memory
    /// until its bytes are accessed.
    pub fn open(path: impl AsRef<Path>) -> io::Result<Self> {
        let path = path.as_ref();
        let mut file = File::open(path)?;
        let metadata = file.metadata()?;
        if is_mapped(&metadata) {
            return Self::map(&file, Some((path, &metadata)));
        }
        let mut bytes = Vec::new();
        file.read_to_end(&mut bytes)?;
        Ok(Self::read(bytes, Some((path, &metadata))))
    }

    pub(crate) fn map(file: &File, opened: Option<(&Path, &Metadata)>) -> io::Result<Self> {
        // SAFETY: the mapping is read-only. Pages past a truncated end read as zeros (see `fault`). Bytes
        // that another program changes are still valid `u8`s, and are decoded with bounds checks on every
        // access.
        #[expect(unsafe_code, reason = "mapping a file is what this crate is for")]
        let bytes = unsafe { Mmap::map(file)? };
        #[cfg(unix)]
        let (watched, is_lost) = {
            let watched = Watched::new(&bytes);
            let flag = Some(std::sync::Arc::clone(watched.flag()));
            (watched, flag)
        };
        #[cfg(not(unix))]
        let is_lost = Some(std::sync::Arc::default());
        let mapping = Mapping {
            #[cfg(unix)]
            watched,
            bytes,
        };
        let watch = Watch::new(opened, is_lost);
        Ok(Self { bytes: Bytes::from_owner(mapping), is_mapped: true, watch })
    }

    pub(crate) fn read(bytes: Vec<u8>, opened: Option<(&Path, &Metadata)>) -> Self {
        Self { bytes: bytes.into(), is_mapped: false, watch: Watch::new(opened, None) }
    }

    /// The bytes.
    pub const fn bytes(&self) -> &Bytes {
        &self.bytes
    }

    /// Whether the file is mapped instead of read.
    pub const fn is_mapped(&self) -> bool {
        self.is_mapped
    }

    /// Detects changes of the file since it was opened.
    pub const fn watch(&self) -> &Watch {
        &self.watch
    }
}

/// Whether to map a file of this kind and size. Pipes and devices cannot be mapped.
pub(crate) fn is_mapped(metadata: &Metadata) -> bool {
    metadata.is_file() && metadata.len() >= MAP_FROM_BYTES
}

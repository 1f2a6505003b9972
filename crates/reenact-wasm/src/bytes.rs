//! Large amounts of bytes, in and out of the module's memory, of which there may be too little.

use std::io::{self, Write};

use js_sys::Uint8Array;

use crate::error::{Error, Result};

/// A copy of the page's bytes.
pub(crate) fn take(array: &Uint8Array) -> Result<Vec<u8>> {
    let len = usize::try_from(array.length()).map_err(|_| Error::out_of_memory(usize::MAX))?;
    let mut bytes = Vec::new();
    bytes.try_reserve_exact(len).map_err(|_| Error::out_of_memory(len))?;
    bytes.resize(len, 0);
    array.copy_to(&mut bytes);
    Ok(bytes)
}

/// Bytes that are being written: fails where a `Vec` would end the program.
#[derive(Debug, Default)]
pub(crate) struct Growing(Vec<u8>);

impl Growing {
    pub(crate) fn with_room(bytes: usize) -> Result<Self> {
        let mut growing = Vec::new();
        growing.try_reserve_exact(bytes).map_err(|_| Error::out_of_memory(bytes))?;
        Ok(Self(growing))
    }

    /// A copy in the page's own memory.
    pub(crate) fn to_array(&self) -> Uint8Array {
        Uint8Array::from(self.0.as_slice())
    }
}

impl Write for Growing {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0.try_reserve(bytes.len()).map_err(|_| io::ErrorKind::OutOfMemory)?;
        self.0.extend_from_slice(bytes);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn too_much_is_an_error_and_not_the_end() {
        let error = Growing::with_room(usize::MAX / 2).unwrap_err();
        assert!(error.to_string().starts_with("no memory for "), "{error}");
        let mut growing = Growing::default();
        growing.write_all(b"abc").unwrap();
        assert_eq!(growing.0, b"abc");
    }
}

//! Transfers large byte arrays between the page and the module's memory in chunks, so that they are never in
//! memory twice.

use std::io::{self, Write};

use js_sys::{Function, Uint8Array};
use reenact::json::OfFile;
use reenact_convert::own_format;
use reenact_inspect::doctor;
use wasm_bindgen::prelude::*;

use crate::edited::Edited;
use crate::error::{Error, Result};
use crate::recording::Recording;
use crate::value;

/// A file being copied into the module's memory.
#[wasm_bindgen]
#[derive(Debug, Default)]
pub struct Incoming {
    bytes: Vec<u8>,
}

#[wasm_bindgen]
impl Incoming {
    /// Creates a buffer for a file of this size; 0 if unknown. The size is only a hint, but it halves the
    /// memory needed.
    #[wasm_bindgen(constructor)]
    pub fn new(expected_bytes: f64) -> Result<Self, JsValue> {
        let mut incoming = Self::default();
        let expected_bytes = to_u64(expected_bytes);
        let most =
            usize::try_from(expected_bytes).ok().filter(|&bytes| isize::try_from(bytes).is_ok());
        incoming.reserve(most.ok_or_else(|| Error::too_large(expected_bytes))?)?;
        Ok(incoming)
    }

    /// Appends bytes.
    pub fn push(&mut self, piece: &Uint8Array) -> Result<(), JsValue> {
        let at = self.bytes.len();
        let more = usize::try_from(piece.length()).unwrap_or(usize::MAX);
        if self.bytes.capacity() - at < more {
            // Grows like a `Vec`, but returns an error if memory is exhausted.
            self.reserve(more.max(at))?;
        }
        self.bytes.resize(at + more, 0);
        if let Some(room) = self.bytes.get_mut(at..) {
            piece.copy_to(room);
        }
        Ok(())
    }

    /// Parses the file as a recording, or as a format that can be converted to one.
    pub fn read(self, name: &str) -> Result<Recording, JsValue> {
        Ok(Recording::read(name, self.bytes)?)
    }

    /// Recovers a damaged recording. The notes say what is lost.
    pub fn salvage(self, name: &str) -> Result<Edited, JsValue> {
        Ok(Recording::salvaged(name, self.bytes)?)
    }

    /// Checks a file, readable or not; same object as `doctor --json`.
    #[wasm_bindgen(unchecked_return_type = "any")]
    pub fn examine(&self, name: &str) -> Result<JsValue, JsValue> {
        let (bytes, _) = own_format(self.bytes.clone()).map_err(Error::from)?;
        let report = doctor::examine(bytes, &doctor::Options::default());
        Ok(value::object(&OfFile { file: name, report })?)
    }
}

impl Incoming {
    fn reserve(&mut self, bytes: usize) -> Result<()> {
        let all = self.bytes.len().saturating_add(bytes);
        self.bytes.try_reserve_exact(bytes).map_err(|_| Error::out_of_memory(all))
    }
}

/// Converts a number of bytes from JavaScript.
#[expect(
    clippy::as_conversions,
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    reason = "saturates, and what is no number is 0"
)]
const fn to_u64(number: f64) -> u64 {
    number as u64
}

/// Chunk size: browsers keep a copy of larger chunks in the page for a while.
const PIECE_BYTES: usize = 1 << 18;

/// Writer that passes chunks to the page.
pub(crate) struct Outgoing<'f> {
    take: &'f Function,
    piece: Vec<u8>,
    /// JavaScript view that is reused for all chunks.
    handed: Uint8Array,
}

impl<'f> Outgoing<'f> {
    /// Calls `take` with each chunk, which is only valid during the call.
    pub(crate) fn new(take: &'f Function) -> Self {
        let len = u32::try_from(PIECE_BYTES).unwrap_or(u32::MAX);
        let handed = Uint8Array::new_with_length(len);
        Self { take, piece: Vec::with_capacity(PIECE_BYTES), handed }
    }
}

impl Write for Outgoing<'_> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let room = PIECE_BYTES - self.piece.len();
        let (fits, _) = bytes.split_at(room.min(bytes.len()));
        self.piece.extend_from_slice(fits);
        if self.piece.len() == PIECE_BYTES {
            self.flush()?;
        }
        Ok(fits.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        if self.piece.is_empty() {
            return Ok(());
        }
        let len = u32::try_from(self.piece.len()).unwrap_or(u32::MAX);
        let piece = self.handed.subarray(0, len);
        piece.copy_from(&self.piece);
        self.piece.clear();
        match self.take.call1(&JsValue::NULL, &piece) {
            Ok(_) => Ok(()),
            Err(thrown) => Err(io::Error::other(format!("{thrown:?}"))),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn too_much_is_an_error_and_not_the_end() {
        let error = Incoming::default().reserve(usize::MAX / 2).unwrap_err();
        assert!(error.to_string().starts_with("no memory for "), "{error}");
    }

    #[test]
    fn a_number_of_the_page_is_a_count() {
        assert_eq!([0.0, -1.0, f64::NAN, 12.9, 1e9].map(to_u64), [0, 0, 0, 12, 1_000_000_000]);
    }
}

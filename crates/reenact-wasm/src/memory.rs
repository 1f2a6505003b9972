//! Memory that several recordings take together.

use std::collections::HashMap;

use wasm_bindgen::prelude::*;

use crate::recording::Recording;
use crate::value;

/// Adds up the memory of recordings; keys that several of them share count once.
#[wasm_bindgen]
#[derive(Debug, Default)]
pub struct KeyMemory {
    /// Bytes of keys by the address at which they start.
    blocks: HashMap<usize, usize>,
}

#[wasm_bindgen]
impl KeyMemory {
    /// Of no recording.
    #[wasm_bindgen(constructor)]
    pub fn new() -> Self {
        Self::default()
    }

    /// Counts a recording in.
    pub fn add(&mut self, recording: &Recording) {
        for (_, curve) in recording.library().curves() {
            let keys = curve.key_bytes();
            let block = self.blocks.entry(keys.as_ptr().addr()).or_default();
            *block = keys.len().max(*block);
        }
    }

    /// The sum, in bytes.
    #[wasm_bindgen(getter)]
    pub fn bytes(&self) -> f64 {
        let bytes: usize = self.blocks.values().sum();
        value::number(bytes.try_into().unwrap_or(u64::MAX))
    }
}

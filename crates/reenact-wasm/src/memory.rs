//! Memory of several recordings that share keys.

use std::collections::HashMap;

use wasm_bindgen::prelude::*;

use crate::recording::Recording;
use crate::value;

/// Sums up the memory of recordings; shared keys count once.
#[wasm_bindgen]
#[derive(Debug, Default)]
pub struct KeyMemory {
    /// Sizes of key buffers by their address.
    blocks: HashMap<usize, usize>,
}

#[wasm_bindgen]
impl KeyMemory {
    /// Creates an empty sum.
    #[wasm_bindgen(constructor)]
    pub fn new() -> Self {
        Self::default()
    }

    /// Adds a recording.
    pub fn add(&mut self, recording: &Recording) {
        for (_, curve) in recording.library().curves() {
            let keys = curve.key_bytes();
            let block = self.blocks.entry(keys.as_ptr().addr()).or_default();
            *block = keys.len().max(*block);
        }
    }

    /// Sum in bytes.
    #[wasm_bindgen(getter)]
    pub fn bytes(&self) -> f64 {
        let bytes: usize = self.blocks.values().sum();
        value::number(bytes.try_into().unwrap_or(u64::MAX))
    }
}

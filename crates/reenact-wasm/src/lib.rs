//! WebAssembly bindings: recordings, frames and reports for a web page.
//!
//! Everything is in the axes of three.js and WebXR: right-handed, y up, metres, what is forward in Unity along −z. Only
//! curves (`channels`, `plot`, `keys`, `value_at`) are as the file has them. Reports are the objects that the command prints with
//! `--json`. What fails throws an `Error` with a `code`, and where there is one a `field`, an `offset` and a `hint`.
//!
//! A file's bytes come into the memory of the page's module piece by piece ([`Incoming`]), and are there once; frames, plots and
//! edits borrow from them.

#![forbid(unsafe_code)]

mod bytes;
mod comparison;
mod edited;
mod error;
mod frame;
mod hand_mesh;
mod journal;
mod memory;
mod read;
mod recorder;
mod recording;
mod times;
mod value;

use reenact_convert::Format;
use wasm_bindgen::prelude::*;

pub use bytes::Incoming;
pub use comparison::Comparison;
pub use edited::Edited;
pub use journal::Journal;
pub use memory::KeyMemory;
pub use recorder::Recorder;
pub use recording::Recording;

use frame::Layout;

/// TypeScript declarations of plain objects.
#[wasm_bindgen(typescript_custom_section)]
const TYPES: &str = r#"
export interface FrameLayout {
  /** Floats a frame. */
  len: number;
  /** Where px py pz qx qy qz qw of the head start; NaN where missing. */
  camera: number;
  /** Where ox oy oz dx dy dz of the gaze start; NaN where missing. */
  gaze: number;
  /** Where the left and the right hand start: tracked 0|1, pinching 0|1, then seven floats a joint; NaN while untracked. */
  hands: [number, number];
  /** Names in order. */
  joints: string[];
  /** Their names in WebXR; null for the palm, which WebXR does not have. */
  webxr: (string | null)[];
  /** The index of each joint's parent, or -1. */
  parents: number[];
}
export interface Marker { time_secs: number; name: string }
export interface Note { code: string; is_loss: boolean; message: string }
export interface Channel { name: string; label: string; unit: string; group: string; is_measure: boolean; keys: number }
export interface HandMesh {
  /** x y z of each vertex at rest: open, the wrist at the origin. */
  positions: Float32Array;
  normals: Float32Array;
  triangles: Uint16Array;
  /** Four joints of each vertex, and their weights, which add up to 255. */
  joints: Uint8Array;
  weights: Uint8Array;
  /** Baked ambient occlusion and opacity of each vertex, up to 255. */
  light: Uint8Array;
  opacity: Uint8Array;
  /** x y z of each joint at rest; NaN for those without keys. */
  rest: Float32Array;
}
export interface ReenactError extends Error { code: string; field?: string; offset?: number; hint?: string }
"#;

#[wasm_bindgen]
extern "C" {
    /// A plain object with a TypeScript type.
    #[wasm_bindgen(typescript_type = "FrameLayout")]
    pub type FrameLayout;
}

/// Layout of the floats of a frame; the same for every recording.
#[wasm_bindgen]
pub fn layout() -> Result<FrameLayout, JsValue> {
    Ok(value::object(&Layout::default())?.unchecked_into())
}

/// Names of the formats of this build.
#[wasm_bindgen]
pub fn formats() -> Vec<String> {
    let built = Format::ALL.into_iter().filter(|format| format.is_built());
    built.map(|format| format.name().to_owned()).collect()
}

/// Version of the library.
#[wasm_bindgen]
pub fn version() -> String {
    env!("CARGO_PKG_VERSION").to_owned()
}

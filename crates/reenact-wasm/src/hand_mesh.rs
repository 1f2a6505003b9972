//! Hand mesh as typed arrays.

use js_sys::{Float32Array, Object, Reflect, Uint8Array, Uint16Array};
use reenact_convert::HandMesh;
use wasm_bindgen::prelude::*;

/// Object with one typed array for each attribute.
pub(crate) fn object(mesh: &HandMesh) -> JsValue {
    let object = Object::new();
    let set = |name: &str, value: JsValue| {
        // Setting a property of a new object cannot fail.
        let _ = Reflect::set(&object, &name.into(), &value);
    };
    set("positions", Float32Array::from(mesh.positions.as_flattened()).into());
    set("normals", Float32Array::from(mesh.normals.as_flattened()).into());
    set("triangles", Uint16Array::from(mesh.triangles.as_slice()).into());
    set("joints", Uint8Array::from(mesh.joints.as_flattened()).into());
    set("weights", Uint8Array::from(mesh.weights.as_flattened()).into());
    set("light", Uint8Array::from(mesh.light.as_slice()).into());
    set("opacity", Uint8Array::from(mesh.opacity.as_slice()).into());
    set("rest", Float32Array::from(mesh.rest.as_flattened()).into());
    object.into()
}

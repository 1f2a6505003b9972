//! glTF buffer and file container (`.glb` and `.gltf`).

use std::collections::HashMap;
use std::fmt::Write as _;
use std::io::Write;

use base64::Engine as _;
use base64::prelude::BASE64_STANDARD;
use serde_json::{Value, json};

use super::animation::Channel;
use crate::{Error, Result};

const GLB_MAGIC: u32 = 0x4654_6c67;
const JSON_CHUNK: u32 = 0x4e4f_534a;
const BIN_CHUNK: u32 = 0x004e_4942;
const FLOAT: u32 = 5126;

/// Buffer under construction.
#[derive(Default)]
pub(super) struct Buffer {
    /// Animation data, one block per accessor, because a single growing list could take up to three times the
    /// memory.
    moving: Vec<Vec<u8>>,
    moving_len: usize,
    /// Geometry data, and its buffer views.
    geometry: Vec<u8>,
    views: Vec<Value>,
    accessors: Vec<Value>,
    /// Accessors of key times already in the buffer: the joints of a hand mostly share theirs.
    times: HashMap<Vec<u32>, usize>,
    samplers: Vec<Value>,
    /// Text of the markers, with commas.
    markers: String,
    channels: Vec<Value>,
}

impl Buffer {
    /// Adds an animation channel for a node.
    pub(super) fn animate<const N: usize>(
        &mut self,
        node: usize,
        path: &str,
        interpolation: &str,
        channel: &Channel<N>,
    ) {
        let bits: Vec<u32> = channel.times.iter().map(|time| time.to_bits()).collect();
        let input = if let Some(&accessor) = self.times.get(&bits) {
            accessor
        } else {
            let ends = [channel.times.first(), channel.times.last()];
            let ends = ends.map(|time| time.copied().unwrap_or(0.0));
            let accessor = self.accessor("SCALAR", channel.times.len(), &channel.times, Some(ends));
            self.times.insert(bits, accessor);
            accessor
        };
        let kind = if N == 3 { "VEC3" } else { "VEC4" };
        let output = self.accessor(kind, channel.values.len(), channel.values.as_flattened(), None);
        self.channels
            .push(json!({"sampler": self.samplers.len(), "target": {"node": node, "path": path}}));
        self.samplers
            .push(json!({"input": input, "output": output, "interpolation": interpolation}));
    }

    fn accessor(
        &mut self,
        kind: &str,
        count: usize,
        numbers: &[f32],
        ends: Option<[f32; 2]>,
    ) -> usize {
        let mut accessor = json!({
            "byteOffset": self.moving_len, "componentType": FLOAT, "count": count, "type": kind,
        });
        if let (Some([min, max]), Some(fields)) = (ends, accessor.as_object_mut()) {
            fields.insert("min".to_owned(), json!([min]));
            fields.insert("max".to_owned(), json!([max]));
        }
        let mut bytes = Vec::with_capacity(size_of_val(numbers));
        bytes.extend(numbers.iter().flat_map(|number| number.to_le_bytes()));
        self.moving_len += bytes.len();
        self.moving.push(bytes);
        self.accessors.push(accessor);
        self.accessors.len() - 1
    }

    /// Adds geometry data as an accessor with these fields and a buffer view of its own.
    pub(super) fn add(&mut self, bytes: &[u8], target: Option<u32>, mut accessor: Value) -> usize {
        let mut view =
            json!({"buffer": 0, "byteOffset": self.geometry.len(), "byteLength": bytes.len()});
        if let (Some(fields), Some(target)) = (view.as_object_mut(), target) {
            fields.insert("target".to_owned(), json!(target));
        }
        if let Some(fields) = accessor.as_object_mut() {
            fields.insert("bufferView".to_owned(), json!(self.views.len()));
        }
        self.views.push(view);
        self.geometry.extend_from_slice(bytes);
        self.geometry.resize(self.geometry.len().next_multiple_of(4), 0);
        self.accessors.push(accessor);
        self.accessors.len() - 1
    }

    /// Adds buffer, views, accessors and animation to a document, if there are any.
    fn finish(&mut self, document: &mut Value) {
        let Some(fields) = document.as_object_mut() else { return };
        let mut take = |name: &str, value: Value| fields.insert(name.to_owned(), value);
        if !self.channels.is_empty() {
            let channels = std::mem::take(&mut self.channels);
            let samplers = std::mem::take(&mut self.samplers);
            take(
                "animations",
                json!([{"name": "InputAction", "channels": channels, "samplers": samplers}]),
            );
        }
        if self.accessors.is_empty() {
            return;
        }
        // Geometry follows the animation data.
        let moving = self.moving_len;
        for view in self.views.iter_mut().filter_map(Value::as_object_mut) {
            let at = view.get("byteOffset").and_then(Value::as_u64).unwrap_or(0);
            let at = usize::try_from(at).unwrap_or(0) + moving;
            view.insert("byteOffset".to_owned(), json!(at));
        }
        let keys_view = self.views.len();
        for accessor in self.accessors.iter_mut().filter_map(Value::as_object_mut) {
            accessor.entry("bufferView").or_insert_with(|| json!(keys_view));
        }
        if moving > 0 {
            self.views.push(json!({"buffer": 0, "byteLength": moving}));
        }
        take("accessors", Value::Array(std::mem::take(&mut self.accessors)));
        take("bufferViews", Value::Array(std::mem::take(&mut self.views)));
        take("buffers", json!([{"byteLength": moving + self.geometry.len()}]));
    }

    /// Adds a marker to the extras of the scene, as text: a JSON tree of a million markers would need a hundred times the memory.
    pub(super) fn add_marker(&mut self, marker: &Value) {
        if !self.markers.is_empty() {
            self.markers.push(',');
        }
        // Writing to a string does not fail.
        _ = write!(self.markers, "{marker}");
    }

    /// Text of a document with the markers inserted.
    fn text(&self, document: &Value) -> String {
        let text = document.to_string();
        match text.split_once(NO_MARKERS) {
            Some((before, after)) => {
                [before, "\"extras\":{\"markers\":[", &self.markers, "]}", after].concat()
            }
            None => text,
        }
    }

    /// Chunks of the buffer, in file order.
    fn pieces(&self) -> impl Iterator<Item = &[u8]> {
        self.moving.iter().chain([&self.geometry]).map(Vec::as_slice)
    }

    /// Writes the document and buffer as one binary file.
    pub(super) fn write_glb(mut self, mut document: Value, writer: &mut impl Write) -> Result<()> {
        self.finish(&mut document);
        let mut text = self.text(&document).into_bytes();
        text.resize(text.len().next_multiple_of(4), b' ');
        let chunk = |len: usize| if len == 0 { 0 } else { 8 + len };
        let len = self.moving_len + self.geometry.len();
        let total = 12 + chunk(text.len()) + chunk(len);
        let too_large = |_| {
            Error::Impossible(
                "a binary glTF file cannot be larger than 4 GiB: shorten the recording".to_owned(),
            )
        };
        let wide = |len: usize| u32::try_from(len).map_err(too_large);
        let total = wide(total)?;
        for word in [GLB_MAGIC, 2, total, wide(text.len())?, JSON_CHUNK] {
            writer.write_all(&word.to_le_bytes())?;
        }
        writer.write_all(&text)?;
        if len > 0 {
            for word in [wide(len)?, BIN_CHUNK] {
                writer.write_all(&word.to_le_bytes())?;
            }
            for piece in self.pieces() {
                writer.write_all(piece)?;
            }
        }
        Ok(writer.flush()?)
    }

    /// Writes the document as text with the buffer in base64.
    pub(super) fn write_gltf(mut self, mut document: Value, writer: &mut impl Write) -> Result<()> {
        self.finish(&mut document);
        if let Some(buffer) = document.pointer_mut("/buffers/0").and_then(Value::as_object_mut) {
            let bytes = self.pieces().collect::<Vec<_>>().concat();
            let data = BASE64_STANDARD.encode(&bytes);
            buffer.insert("uri".to_owned(), json!(format!("{URI}{data}")));
        }
        writer.write_all(self.text(&document).as_bytes())?;
        Ok(writer.flush()?)
    }
}

/// Extras of a scene as they are in the document, before the markers are inserted.
const NO_MARKERS: &str = "\"extras\":{\"markers\":[]}";

const URI: &str = "data:application/octet-stream;base64,";

/// Splits a file into its document and buffer.
pub(super) fn open(file: &[u8]) -> Result<(Value, Vec<u8>)> {
    let wrong = |message: &str| Error::Malformed(message.to_owned());
    let parse = |text: &[u8]| -> Result<Value> {
        serde_json::from_slice(text)
            .map_err(|error| Error::Malformed(format!("the JSON of the glTF file: {error}")))
    };
    let word = |at: usize| {
        let bytes = file.get(at..)?.first_chunk()?;
        usize::try_from(u32::from_le_bytes(*bytes)).ok()
    };
    let magic = usize::try_from(GLB_MAGIC).ok();
    if word(0) != magic {
        let document = parse(file)?;
        let Some(buffer) = document.pointer("/buffers/0") else {
            return Ok((document, Vec::new()));
        };
        let data =
            buffer.get("uri").and_then(Value::as_str).and_then(|uri| uri.split_once(";base64,"));
        let (_, data) = data.ok_or_else(|| {
            wrong("the buffer of the glTF file is in another file: use .glb, or embed it")
        })?;
        let bytes = BASE64_STANDARD
            .decode(data)
            .map_err(|_| wrong("the buffer of the glTF file is not valid base64"))?;
        return Ok((document, bytes));
    }
    let cut = || wrong("the glTF file is truncated");
    let chunk = |at: usize, kind: u32| {
        let len = word(at).filter(|_| word(at.saturating_add(4)) == usize::try_from(kind).ok())?;
        let start = at.checked_add(8)?;
        file.get(start..start.checked_add(len)?)
    };
    let text = chunk(12, JSON_CHUNK).ok_or_else(cut)?;
    let document = parse(text)?;
    let rest = 20 + text.len();
    let bytes =
        if rest == file.len() { &[][..] } else { chunk(rest, BIN_CHUNK).ok_or_else(cut)? };
    Ok((document, bytes.to_vec()))
}

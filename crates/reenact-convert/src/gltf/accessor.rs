//! Reading of glTF accessors.

use serde_json::Value;

/// Array at a JSON pointer; empty if there is none.
pub(super) fn list<'v>(value: &'v Value, pointer: &str) -> &'v [Value] {
    value.pointer(pointer).and_then(Value::as_array).map_or(&[], Vec::as_slice)
}

/// Non-negative integer of a JSON value.
pub(super) fn index(value: Option<&Value>) -> Option<usize> {
    usize::try_from(value?.as_u64()?).ok()
}

/// Accessor of `f32` values in the buffer.
pub(super) struct Accessor<'b> {
    bytes: &'b [u8],
    pub(super) count: usize,
    /// Numbers per value.
    pub(super) width: usize,
    /// Bytes from one value to the next.
    stride: usize,
}

impl<'b> Accessor<'b> {
    pub(super) fn find(accessor: &Value, document: &Value, bytes: &'b [u8]) -> Option<Self> {
        let number = |value: &Value, field: &str| match value.get(field) {
            None => Some(0),
            Some(number) => usize::try_from(number.as_u64()?).ok(),
        };
        if number(accessor, "componentType")? != 5126 || accessor.get("sparse").is_some() {
            return None;
        }
        let width = match accessor.get("type")?.as_str()? {
            "SCALAR" => 1,
            "VEC3" => 3,
            "VEC4" => 4,
            _ => return None,
        };
        let view = usize::try_from(accessor.get("bufferView")?.as_u64()?).ok()?;
        let view = list(document, "/bufferViews").get(view)?;
        let start = number(view, "byteOffset")?;
        let end = start.checked_add(number(view, "byteLength")?)?;
        let bytes = bytes.get(start..end)?.get(number(accessor, "byteOffset")?..)?;
        let stride =
            Some(number(view, "byteStride")?).filter(|&stride| stride > 0).unwrap_or(4 * width);
        let count = number(accessor, "count")?;
        // All values must be inside the buffer and must not overlap, so memory is bounded by the file size.
        let needed = count
            .checked_sub(1)
            .map_or(Some(0), |last| last.checked_mul(stride)?.checked_add(4 * width))?;
        (needed <= bytes.len() && stride >= 4 * width).then_some(Self {
            bytes,
            count,
            width,
            stride,
        })
    }

    /// Value at an index, if it exists and has that width.
    pub(super) fn get<const N: usize>(&self, place: usize) -> Option<[f32; N]> {
        let start = place.checked_mul(self.stride).filter(|_| place < self.count)?;
        let words: &[[u8; 4]; N] = self.bytes.get(start..)?.as_chunks::<4>().0.first_chunk()?;
        Some(words.map(f32::from_le_bytes)).filter(|_| N <= self.width)
    }

    /// All values, if they have that width.
    pub(super) fn iter<const N: usize>(&self) -> impl Iterator<Item = [f32; N]> {
        (0..self.count).map_while(|place| self.get(place))
    }
}

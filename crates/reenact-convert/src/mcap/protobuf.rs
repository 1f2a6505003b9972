//! Minimal Protocol Buffers encoder.

/// Encoded fields of a message.
#[derive(Debug, Default)]
pub(super) struct Fields(Vec<u8>);

impl Fields {
    pub(super) fn into_bytes(self) -> Vec<u8> {
        self.0
    }

    fn varint(&mut self, mut value: u64) {
        loop {
            let [low, ..] = value.to_le_bytes();
            value >>= 7;
            if value == 0 {
                return self.0.push(low & 0x7f);
            }
            self.0.push(low | 0x80);
        }
    }

    /// Field number and wire type.
    fn tag(&mut self, field: u32, wire_type: u32) {
        self.varint(u64::from(field << 3 | wire_type));
    }

    /// Integer, boolean or enum value.
    pub(super) fn number(&mut self, field: u32, value: u64) {
        self.tag(field, 0);
        self.varint(value);
    }

    pub(super) fn double(&mut self, field: u32, value: f64) {
        self.tag(field, 1);
        self.0.extend_from_slice(&value.to_le_bytes());
    }

    pub(super) fn fixed(&mut self, field: u32, value: u32) {
        self.tag(field, 5);
        self.0.extend_from_slice(&value.to_le_bytes());
    }

    pub(super) fn bytes(&mut self, field: u32, value: &[u8]) {
        self.tag(field, 2);
        self.varint(u64::try_from(value.len()).unwrap_or(u64::MAX));
        self.0.extend_from_slice(value);
    }

    pub(super) fn text(&mut self, field: u32, value: &str) {
        self.bytes(field, value.as_bytes());
    }

    /// Nested message, encoded in place: a frame has hundreds of them.
    pub(super) fn message(&mut self, field: u32, fill: impl FnOnce(&mut Self)) {
        self.tag(field, 2);
        let start = self.0.len();
        fill(self);
        let end = self.0.len();
        self.varint(u64::try_from(end - start).unwrap_or(u64::MAX));
        // The length prefix is inserted afterwards.
        let length_bytes = self.0.len() - end;
        if let Some(message) = self.0.get_mut(start..) {
            message.rotate_right(length_bytes);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn fields_are_stored_as_the_specification_shows_them() {
        let mut fields = Fields::default();
        fields.number(1, 150);
        fields.text(2, "testing");
        fields.message(3, |inner| inner.number(1, 150));
        fields.message(6, |outer| outer.message(1, |inner| inner.bytes(2, &[7; 200])));
        fields.double(4, 1.0);
        fields.fixed(5, 7);
        let expected = [
            &[0x08, 0x96, 0x01][..],
            &[0x12, 0x07],
            b"testing",
            &[0x1a, 0x03, 0x08, 0x96, 0x01],
            &[0x32, 0xce, 0x01, 0x0a, 0xcb, 0x01, 0x12, 0xc8, 0x01],
            &[7; 200],
            &[0x21, 0, 0, 0, 0, 0, 0, 0xf0, 0x3f],
            &[0x2d, 7, 0, 0, 0],
        ];
        assert_eq!(fields.into_bytes(), expected.concat());
    }
}

//! MCAP records.

/// Opcodes.
pub(super) mod op {
    pub(in crate::mcap) const HEADER: u8 = 0x01;
    pub(in crate::mcap) const FOOTER: u8 = 0x02;
    pub(in crate::mcap) const SCHEMA: u8 = 0x03;
    pub(in crate::mcap) const CHANNEL: u8 = 0x04;
    pub(in crate::mcap) const MESSAGE: u8 = 0x05;
    pub(in crate::mcap) const CHUNK: u8 = 0x06;
    pub(in crate::mcap) const MESSAGE_INDEX: u8 = 0x07;
    pub(in crate::mcap) const CHUNK_INDEX: u8 = 0x08;
    pub(in crate::mcap) const ATTACHMENT: u8 = 0x09;
    pub(in crate::mcap) const ATTACHMENT_INDEX: u8 = 0x0a;
    pub(in crate::mcap) const STATISTICS: u8 = 0x0b;
    pub(in crate::mcap) const METADATA: u8 = 0x0c;
    pub(in crate::mcap) const METADATA_INDEX: u8 = 0x0d;
    pub(in crate::mcap) const SUMMARY_OFFSET: u8 = 0x0e;
    pub(in crate::mcap) const DATA_END: u8 = 0x0f;
}

/// Length as the format stores it.
pub(super) fn len(bytes: &[u8]) -> u64 {
    u64::try_from(bytes.len()).unwrap_or(u64::MAX)
}

/// Content of a record.
#[derive(Default)]
pub(super) struct Body(pub(super) Vec<u8>);

impl Body {
    pub(super) fn u16(&mut self, value: u16) {
        self.0.extend_from_slice(&value.to_le_bytes());
    }

    pub(super) fn u32(&mut self, value: u32) {
        self.0.extend_from_slice(&value.to_le_bytes());
    }

    pub(super) fn u64(&mut self, value: u64) {
        self.0.extend_from_slice(&value.to_le_bytes());
    }

    /// Length-prefixed bytes with a 32-bit length. Only a chunk's index depends on the recording, and a chunk
    /// has about 1 MiB.
    pub(super) fn counted(&mut self, bytes: &[u8]) {
        self.u32(u32::try_from(bytes.len()).unwrap_or(u32::MAX));
        self.0.extend_from_slice(bytes);
    }

    pub(super) fn text(&mut self, text: &str) {
        self.counted(text.as_bytes());
    }

    pub(super) fn map(&mut self, entries: &[(&str, &str)]) {
        let mut body = Self::default();
        for (key, value) in entries {
            body.text(key);
            body.text(value);
        }
        self.counted(&body.0);
    }

    pub(super) fn append_to(&self, op: u8, bytes: &mut Vec<u8>) {
        self.append_with(&[], op, bytes);
    }

    /// Appends the record with additional bytes, without copying them twice.
    pub(super) fn append_with(&self, more: &[u8], op: u8, bytes: &mut Vec<u8>) {
        bytes.push(op);
        bytes.extend_from_slice(&(len(&self.0) + len(more)).to_le_bytes());
        bytes.extend_from_slice(&self.0);
        bytes.extend_from_slice(more);
    }
}

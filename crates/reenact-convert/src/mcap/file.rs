//! The file: records, one after another, with messages in compressed chunks and indexes at the end.
//!
//! ```text
//! magic · header · (schema, channel …) · chunk, its message indexes · … · attachment · metadata · data end
//! schemas · channels · statistics · chunk, attachment and metadata indexes · where each of these is · footer · magic
//! ```

use std::collections::BTreeMap;
use std::io::{self, Write};

use reenact::Recording;

const MAGIC: [u8; 8] = *b"\x89MCAP0\r\n";
/// A chunk is closed once it has so much.
const CHUNK_BYTES: usize = 1 << 20;
const ZSTD_LEVEL: i32 = 3;

/// The first byte of each record.
mod op {
    pub(super) const HEADER: u8 = 0x01;
    pub(super) const FOOTER: u8 = 0x02;
    pub(super) const SCHEMA: u8 = 0x03;
    pub(super) const CHANNEL: u8 = 0x04;
    pub(super) const MESSAGE: u8 = 0x05;
    pub(super) const CHUNK: u8 = 0x06;
    pub(super) const MESSAGE_INDEX: u8 = 0x07;
    pub(super) const CHUNK_INDEX: u8 = 0x08;
    pub(super) const ATTACHMENT: u8 = 0x09;
    pub(super) const ATTACHMENT_INDEX: u8 = 0x0a;
    pub(super) const STATISTICS: u8 = 0x0b;
    pub(super) const METADATA: u8 = 0x0c;
    pub(super) const METADATA_INDEX: u8 = 0x0d;
    pub(super) const SUMMARY_OFFSET: u8 = 0x0e;
    pub(super) const DATA_END: u8 = 0x0f;
}

/// A file on its way out.
pub(super) struct File<W: Write> {
    out: Counted<W>,
    /// Schemas and channels, to be repeated at the end.
    schemas: Vec<Body>,
    channels: Vec<Body>,
    chunk: Chunk,
    chunk_indexes: Vec<Body>,
    attachment_index: Option<Body>,
    metadata_index: Option<Body>,
    counts: BTreeMap<u16, u64>,
    first_and_last: Option<(u64, u64)>,
}

/// Messages that are not written yet.
#[derive(Default)]
struct Chunk {
    records: Vec<u8>,
    /// Of each channel: when its messages were, and where they start.
    index: BTreeMap<u16, Vec<(u64, u64)>>,
    first_and_last: Option<(u64, u64)>,
}

impl<W: Write> File<W> {
    pub(super) fn new(out: W) -> io::Result<Self> {
        let mut file = Self {
            out: Counted { inner: out, written: 0, crc: Crc::NEW },
            schemas: Vec::new(),
            channels: Vec::new(),
            chunk: Chunk::default(),
            chunk_indexes: Vec::new(),
            attachment_index: None,
            metadata_index: None,
            counts: BTreeMap::new(),
            first_and_last: None,
        };
        file.out.write_all(&MAGIC)?;
        let mut header = Body::default();
        header.text("");
        header.text(concat!("reenact ", env!("CARGO_PKG_VERSION")));
        file.record(op::HEADER, &header)?;
        Ok(file)
    }

    /// Says what the messages of a topic are; its number.
    pub(super) fn channel(
        &mut self,
        topic: &str,
        schema: &str,
        descriptors: &[u8],
    ) -> io::Result<u16> {
        let id = u16::try_from(self.channels.len() + 1).unwrap_or(u16::MAX);
        let mut body = Body::default();
        body.u16(id);
        body.text(schema);
        body.text("protobuf");
        body.counted(descriptors);
        self.record(op::SCHEMA, &body)?;
        self.schemas.push(body);
        let mut body = Body::default();
        body.u16(id);
        body.u16(id);
        body.text(topic);
        body.text("protobuf");
        body.map(&[]);
        self.record(op::CHANNEL, &body)?;
        self.channels.push(body);
        self.counts.insert(id, 0);
        Ok(id)
    }

    /// Adds a message.
    pub(super) fn message(&mut self, channel: u16, time_nanos: u64, data: &[u8]) -> io::Result<()> {
        let count = self.counts.entry(channel).or_default();
        let mut body = Body::default();
        body.u16(channel);
        body.u32(u32::try_from(*count).unwrap_or(u32::MAX));
        body.u64(time_nanos);
        body.u64(time_nanos);
        body.0.extend_from_slice(data);
        *count += 1;
        let at = len(&self.chunk.records);
        self.chunk.index.entry(channel).or_default().push((time_nanos, at));
        body.append_to(op::MESSAGE, &mut self.chunk.records);
        for span in [&mut self.chunk.first_and_last, &mut self.first_and_last] {
            let (first, last) = span.unwrap_or((time_nanos, time_nanos));
            *span = Some((first.min(time_nanos), last.max(time_nanos)));
        }
        if self.chunk.records.len() >= CHUNK_BYTES {
            self.close_chunk()?;
        }
        Ok(())
    }

    fn close_chunk(&mut self) -> io::Result<()> {
        let Chunk { records, index, first_and_last } = std::mem::take(&mut self.chunk);
        let Some((first, last)) = first_and_last else { return Ok(()) };
        let packed = zstd::bulk::compress(&records, ZSTD_LEVEL)?;
        let start = self.out.written;
        let mut body = Body::default();
        body.u64(first);
        body.u64(last);
        body.u64(len(&records));
        body.u32(Crc::of(&records));
        body.text("zstd");
        body.u64(len(&packed));
        body.0.extend_from_slice(&packed);
        self.record(op::CHUNK, &body)?;
        let end = self.out.written;

        let mut offsets = Body::default();
        for (channel, messages) in index {
            offsets.u16(channel);
            offsets.u64(self.out.written);
            let mut entries = Body::default();
            for (time, at) in messages {
                entries.u64(time);
                entries.u64(at);
            }
            let mut body = Body::default();
            body.u16(channel);
            body.counted(&entries.0);
            self.record(op::MESSAGE_INDEX, &body)?;
        }

        let mut body = Body::default();
        body.u64(first);
        body.u64(last);
        body.u64(start);
        body.u64(end - start);
        body.counted(&offsets.0);
        body.u64(self.out.written - end);
        body.text("zstd");
        body.u64(len(&packed));
        body.u64(len(&records));
        self.chunk_indexes.push(body);
        Ok(())
    }

    /// Attaches a recording, without a copy of it in memory.
    pub(super) fn attach(&mut self, recording: &Recording<'_>, name: &str) -> io::Result<()> {
        self.close_chunk()?;
        let media_type = "application/octet-stream";
        let size = u64::try_from(recording.encoded_len()).unwrap_or(u64::MAX);
        let start = self.out.written;
        let mut head = Body::default();
        // Neither when it was logged nor when it was made is known.
        head.u64(0);
        head.u64(0);
        head.text(name);
        head.text(media_type);
        head.u64(size);
        let crc_bytes = 4;
        let mut frame = vec![op::ATTACHMENT];
        frame.extend((len(&head.0) + size + crc_bytes).to_le_bytes());
        self.out.write_all(&frame)?;
        self.out.crc = Crc::NEW;
        self.out.write_all(&head.0)?;
        recording.write_to(&mut self.out)?;
        let crc = self.out.crc.value();
        self.out.write_all(&crc.to_le_bytes())?;

        let mut body = Body::default();
        body.u64(start);
        body.u64(self.out.written - start);
        body.u64(0);
        body.u64(0);
        body.u64(size);
        body.text(name);
        body.text(media_type);
        self.attachment_index = Some(body);
        Ok(())
    }

    /// Notes what the file is.
    pub(super) fn metadata(&mut self, name: &str, entries: &[(&str, &str)]) -> io::Result<()> {
        self.close_chunk()?;
        let start = self.out.written;
        let mut body = Body::default();
        body.text(name);
        body.map(entries);
        self.record(op::METADATA, &body)?;
        let mut index = Body::default();
        index.u64(start);
        index.u64(self.out.written - start);
        index.text(name);
        self.metadata_index = Some(index);
        Ok(())
    }

    /// Writes what is left, and where everything is.
    pub(super) fn finish(mut self) -> io::Result<()> {
        self.close_chunk()?;
        let mut end = Body::default();
        // 0: the data has no checksum of its own; chunks and the attachment have.
        end.u32(0);
        self.record(op::DATA_END, &end)?;

        self.out.crc = Crc::NEW;
        let summary_start = self.out.written;
        let statistics = vec![self.statistics()];
        let groups = [
            (op::SCHEMA, std::mem::take(&mut self.schemas)),
            (op::CHANNEL, std::mem::take(&mut self.channels)),
            (op::STATISTICS, statistics),
            (op::CHUNK_INDEX, std::mem::take(&mut self.chunk_indexes)),
            (op::ATTACHMENT_INDEX, self.attachment_index.take().into_iter().collect()),
            (op::METADATA_INDEX, self.metadata_index.take().into_iter().collect()),
        ];
        let mut offsets = Vec::new();
        for (op, records) in groups {
            let start = self.out.written;
            for record in &records {
                self.record(op, record)?;
            }
            if !records.is_empty() {
                let mut body = Body(vec![op]);
                body.u64(start);
                body.u64(self.out.written - start);
                offsets.push(body);
            }
        }
        let offsets_start = self.out.written;
        for body in &offsets {
            self.record(op::SUMMARY_OFFSET, body)?;
        }
        let mut footer = vec![op::FOOTER];
        footer.extend(20_u64.to_le_bytes());
        footer.extend(summary_start.to_le_bytes());
        footer.extend(offsets_start.to_le_bytes());
        self.out.write_all(&footer)?;
        let crc = self.out.crc.value();
        self.out.write_all(&crc.to_le_bytes())?;
        self.out.write_all(&MAGIC)?;
        self.out.flush()
    }

    fn statistics(&self) -> Body {
        let count = |is_there: bool| u32::from(is_there);
        let (first, last) = self.first_and_last.unwrap_or_default();
        let mut body = Body::default();
        body.u64(self.counts.values().sum());
        body.u16(u16::try_from(self.schemas.len()).unwrap_or(u16::MAX));
        body.u32(u32::try_from(self.channels.len()).unwrap_or(u32::MAX));
        body.u32(count(self.attachment_index.is_some()));
        body.u32(count(self.metadata_index.is_some()));
        body.u32(u32::try_from(self.chunk_indexes.len()).unwrap_or(u32::MAX));
        body.u64(first);
        body.u64(last);
        let mut counts = Body::default();
        for (&channel, &count) in &self.counts {
            counts.u16(channel);
            counts.u64(count);
        }
        body.counted(&counts.0);
        body
    }

    fn record(&mut self, op: u8, body: &Body) -> io::Result<()> {
        let mut bytes = Vec::with_capacity(body.0.len() + 9);
        body.append_to(op, &mut bytes);
        self.out.write_all(&bytes)
    }
}

fn len(bytes: &[u8]) -> u64 {
    u64::try_from(bytes.len()).unwrap_or(u64::MAX)
}

/// What a record holds.
#[derive(Default)]
struct Body(Vec<u8>);

impl Body {
    fn u16(&mut self, value: u16) {
        self.0.extend(value.to_le_bytes());
    }

    fn u32(&mut self, value: u32) {
        self.0.extend(value.to_le_bytes());
    }

    fn u64(&mut self, value: u64) {
        self.0.extend(value.to_le_bytes());
    }

    /// Bytes after their number, which is small: nothing here has a size that a recording decides but a chunk's index, and a chunk has
    /// about a mebibyte.
    fn counted(&mut self, bytes: &[u8]) {
        self.u32(u32::try_from(bytes.len()).unwrap_or(u32::MAX));
        self.0.extend_from_slice(bytes);
    }

    fn text(&mut self, text: &str) {
        self.counted(text.as_bytes());
    }

    fn map(&mut self, entries: &[(&str, &str)]) {
        let mut body = Self::default();
        for (key, value) in entries {
            body.text(key);
            body.text(value);
        }
        self.counted(&body.0);
    }

    fn append_to(&self, op: u8, bytes: &mut Vec<u8>) {
        bytes.push(op);
        bytes.extend(len(&self.0).to_le_bytes());
        bytes.extend_from_slice(&self.0);
    }
}

/// Knows how much went through it, and its checksum from a moment on.
struct Counted<W> {
    inner: W,
    written: u64,
    crc: Crc,
}

impl<W: Write> Write for Counted<W> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let taken = self.inner.write(bytes)?;
        let bytes = bytes.get(..taken).unwrap_or(bytes);
        self.written += len(bytes);
        self.crc.add(bytes);
        Ok(taken)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.inner.flush()
    }
}

/// CRC-32 as zip and PNG have it.
#[derive(Clone, Copy)]
struct Crc(u32);

impl Crc {
    const NEW: Self = Self(!0);
    /// What four zero bytes more make of each last byte, and three, two, one and none less.
    const TABLES: [[u32; 256]; 8] = tables();

    fn of(bytes: &[u8]) -> u32 {
        let mut crc = Self::NEW;
        crc.add(bytes);
        crc.value()
    }

    fn add(&mut self, bytes: &[u8]) {
        let look = |table: usize, byte: u8| {
            Self::TABLES
                .get(table)
                .and_then(|table| table.get(usize::from(byte)))
                .copied()
                .unwrap_or(0)
        };
        let (eights, rest) = bytes.as_chunks::<8>();
        for &[a, b, c, d, e, f, g, h] in eights {
            let [s, t, u, v] = self.0.to_le_bytes();
            self.0 = look(7, a ^ s)
                ^ look(6, b ^ t)
                ^ look(5, c ^ u)
                ^ look(4, d ^ v)
                ^ look(3, e)
                ^ look(2, f)
                ^ look(1, g)
                ^ look(0, h);
        }
        for &byte in rest {
            let [last, ..] = self.0.to_le_bytes();
            self.0 = look(0, last ^ byte) ^ (self.0 >> 8);
        }
    }

    const fn value(self) -> u32 {
        !self.0
    }
}

/// Entry `b` of table `n` is the checksum of byte `b` with `n` zero bytes after it.
#[expect(
    clippy::indexing_slicing,
    clippy::as_conversions,
    clippy::cast_possible_truncation,
    reason = "done by the compiler, which would refuse to go beyond an end"
)]
const fn tables() -> [[u32; 256]; 8] {
    let mut tables = [[0; 256]; 8];
    let mut byte = 0;
    while byte < 256 {
        let mut crc = byte as u32;
        let mut table = 0;
        while table < 8 {
            let mut bit = 0;
            while bit < 8 {
                crc = if crc & 1 == 1 { 0xedb8_8320 ^ (crc >> 1) } else { crc >> 1 };
                bit += 1;
            }
            tables[table][byte] = crc;
            table += 1;
        }
        byte += 1;
    }
    tables
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_checksum_is_that_of_zip() {
        assert_eq!(Crc::of(b""), 0);
        assert_eq!(Crc::of(b"123456789"), 0xcbf4_3926);
        let bytes: Vec<u8> = (0..=255).cycle().take(1000).collect();
        for cut in [0, 1, 7, 8, 9, 500] {
            let mut crc = Crc::NEW;
            crc.add(&bytes[..cut]);
            crc.add(&bytes[cut..]);
            assert_eq!(crc.value(), Crc::of(&bytes), "{cut}");
        }
    }
}

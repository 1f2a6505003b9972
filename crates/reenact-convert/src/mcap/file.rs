//! MCAP file writer: records, with messages in compressed chunks and indexes at the end.
//!
//! ```text
//! magic · header · (schema, channel …) · chunk, its message indexes · … · attachment · metadata · data end
//! schemas · channels · statistics · chunk, attachment and metadata indexes · where each of these is · footer · magic
//! ```

use std::collections::BTreeMap;
use std::io::{self, Write};

use crc32fast::Hasher as Crc;
use reenact::Recording;
use zstd::bulk::Compressor;

use super::record::{Body, len, op};

const MAGIC: [u8; 8] = *b"\x89MCAP0\r\n";
/// Uncompressed size at which a chunk is closed.
const CHUNK_BYTES: usize = 1 << 20;
const ZSTD_LEVEL: i32 = 3;

/// MCAP file under construction.
pub(super) struct File<W: Write> {
    out: Counted<W>,
    compressor: Compressor<'static>,
    /// Schemas and channels, which are repeated in the summary.
    schemas: Vec<Body>,
    channels: Vec<Body>,
    chunk: Chunk,
    chunk_indexes: Vec<Body>,
    attachment_index: Option<Body>,
    metadata_index: Option<Body>,
    counts: BTreeMap<u16, u64>,
    first_and_last: Option<(u64, u64)>,
}

/// Chunk under construction.
#[derive(Default)]
struct Chunk {
    records: Vec<u8>,
    /// Time and offset of each message, by channel.
    index: BTreeMap<u16, Vec<(u64, u64)>>,
    first_and_last: Option<(u64, u64)>,
}

impl<W: Write> File<W> {
    pub(super) fn new(out: W) -> io::Result<Self> {
        let mut file = Self {
            out: Counted { inner: out, written: 0, crc: Crc::new() },
            compressor: Compressor::new(ZSTD_LEVEL)?,
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

    /// Adds a channel and its schema; returns the channel id.
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
        let mut head = Body::default();
        head.u16(channel);
        head.u32(u32::try_from(*count).unwrap_or(u32::MAX));
        head.u64(time_nanos);
        head.u64(time_nanos);
        *count += 1;
        let at = len(&self.chunk.records);
        self.chunk.index.entry(channel).or_default().push((time_nanos, at));
        head.append_with(data, op::MESSAGE, &mut self.chunk.records);
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
        let packed = self.compressor.compress(&records)?;
        let start = self.out.written;
        let mut body = Body::default();
        body.u64(first);
        body.u64(last);
        body.u64(len(&records));
        body.u32(crc32fast::hash(&records));
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

    /// Attaches a recording without copying it. The caller has checked that it reads back.
    pub(super) fn attach(&mut self, recording: &Recording, name: &str) -> io::Result<()> {
        self.close_chunk()?;
        let media_type = "application/octet-stream";
        let size = u64::try_from(recording.encoded_len()).unwrap_or(u64::MAX);
        let start = self.out.written;
        let mut head = Body::default();
        // Log time and creation time are unknown.
        head.u64(0);
        head.u64(0);
        head.text(name);
        head.text(media_type);
        head.u64(size);
        let crc_bytes = 4;
        let mut frame = vec![op::ATTACHMENT];
        frame.extend((len(&head.0) + size + crc_bytes).to_le_bytes());
        self.out.write_all(&frame)?;
        self.out.crc = Crc::new();
        self.out.write_all(&head.0)?;
        recording.write_to(&mut self.out)?;
        let crc = self.out.crc.clone().finalize();
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

    /// Adds a metadata record.
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

    /// Writes the last chunk, the summary and the footer.
    pub(super) fn finish(mut self) -> io::Result<()> {
        self.close_chunk()?;
        let mut end = Body::default();
        // 0: no checksum of the data section; chunks and the attachment have their own.
        end.u32(0);
        self.record(op::DATA_END, &end)?;

        self.out.crc = Crc::new();
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
        let crc = self.out.crc.clone().finalize();
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

/// Writer that counts bytes and computes a checksum.
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
        self.crc.update(bytes);
        Ok(taken)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.inner.flush()
    }
}

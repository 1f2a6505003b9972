//! MCAP container: the crate `mcap`, without seeking, so that a file can be written to a pipe.

use std::collections::BTreeMap;
use std::io::{self, Write};

use mcap::records::{AttachmentHeader, MessageHeader, Metadata};
use mcap::write::NoSeek;
use mcap::{McapError, WriteOptions, Writer};
use reenact::Recording;

/// Level 3 of Zstandard, its default.
const ZSTD_LEVEL: u32 = 3;

/// MCAP file under construction. Must be [finished](Self::finish).
pub(super) struct File<W: Write> {
    writer: Writer<NoSeek<W>>,
    /// Number of messages of each channel.
    counts: BTreeMap<u16, u32>,
}

impl<W: Write> File<W> {
    pub(super) fn new(out: W) -> io::Result<Self> {
        let writer = WriteOptions::new()
            .library(concat!("reenact ", env!("CARGO_PKG_VERSION")))
            .compression_level(ZSTD_LEVEL)
            // The same bytes on every machine.
            .compression_threads(0)
            .disable_seeking(true)
            .create(NoSeek::new(out))
            .map_err(io_error)?;
        Ok(Self { writer, counts: BTreeMap::new() })
    }

    /// Adds a channel and its schema; returns the channel id.
    pub(super) fn channel(
        &mut self,
        topic: &str,
        schema: &str,
        descriptors: &[u8],
    ) -> io::Result<u16> {
        let schema = self.writer.add_schema(schema, "protobuf", descriptors).map_err(io_error)?;
        let no_metadata = BTreeMap::new();
        self.writer.add_channel(schema, topic, "protobuf", &no_metadata).map_err(io_error)
    }

    /// Adds a message.
    pub(super) fn message(&mut self, channel: u16, time_nanos: u64, data: &[u8]) -> io::Result<()> {
        let count = self.counts.entry(channel).or_default();
        let header = MessageHeader {
            channel_id: channel,
            sequence: *count,
            log_time: time_nanos,
            publish_time: time_nanos,
        };
        *count = count.wrapping_add(1);
        self.writer.write_to_known_channel(&header, data).map_err(io_error)
    }

    /// Attaches a recording without copying it. The caller has checked that it reads back.
    pub(super) fn attach(&mut self, recording: &Recording, name: &str) -> io::Result<()> {
        let header = AttachmentHeader {
            // Log time and creation time are unknown.
            log_time: 0,
            create_time: 0,
            name: name.to_owned(),
            media_type: "application/octet-stream".to_owned(),
        };
        let size = u64::try_from(recording.encoded_len()).unwrap_or(u64::MAX);
        self.writer.start_attachment(size, header).map_err(io_error)?;
        recording.write_to(&mut Attachment(&mut self.writer))?;
        self.writer.finish_attachment().map_err(io_error)
    }

    /// Adds a metadata record.
    pub(super) fn metadata(&mut self, name: &str, entries: &[(&str, &str)]) -> io::Result<()> {
        let entries = entries.iter().map(|&(key, value)| (key.to_owned(), value.to_owned()));
        let metadata = Metadata { name: name.to_owned(), metadata: entries.collect() };
        self.writer.write_metadata(&metadata).map_err(io_error)
    }

    /// Writes the last chunk, the summary and the footer.
    pub(super) fn finish(mut self) -> io::Result<()> {
        self.writer.finish().map_err(io_error)?;
        self.writer.into_inner().into_inner().flush()
    }
}

/// The attachment that is being written.
struct Attachment<'w, W: Write>(&'w mut Writer<NoSeek<W>>);

impl<W: Write> Write for Attachment<'_, W> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0.put_attachment_bytes(bytes).map_err(io_error)?;
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

/// The error of the output where there is one: a full disk or a closed pipe keeps its kind.
fn io_error(error: McapError) -> io::Error {
    match error {
        McapError::Io(error) => error,
        other => io::Error::other(other),
    }
}

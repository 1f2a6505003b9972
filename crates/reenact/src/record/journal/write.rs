//! Writes a journal.

use std::io::Write;

use super::{CHUNK_HEADER_BYTES, END, FRAME, HEADER_BYTES, MAGIC, MARKER, VERSION, crc32};
use crate::error::{Error, ErrorKind, Result};
use crate::format::Layout;
use crate::record::{Keep, MAX_COUNT, RecordOptions, RecordOutcome, Recorder};
use crate::recording::Form;
use crate::sample::Frame;

/// A chunk is written when its entries reach this size, whatever their times.
const MAX_CHUNK_BYTES: usize = 1 << 20;

/// Writes frames to a journal as they arrive, so that a crash loses at most the last moments.
///
/// Rate, tracks, form and pauses are as in a [`Recorder`](crate::Recorder) with the same options;
/// [`RecordOptions::keep`] is ignored, because a journal keeps all frames. [`read_journal`](crate::read_journal) makes
/// a recording of the journal.
///
/// frames at 0, 1/60, 2/60 … s → a chunk of bytes for every half second
///
/// ```
/// use reenact::{Frame, JournalWriter, Pose, RecordOptions, read_journal};
///
/// let mut journal = JournalWriter::new(Vec::new(), RecordOptions::default(), JournalWriter::FLUSH_SECS)?;
/// for n in 0..=120_u8 {
///     let camera = Some(Pose::IDENTITY);
///     journal.record(&Frame { time_secs: f32::from(n) / 60.0, camera, left: None, right: None, gaze: None })?;
/// }
/// journal.mark("done")?;
/// let bytes = journal.finish()?;
/// assert_eq!(read_journal(&bytes)?.recording.duration_secs(), 2.0);
///
/// // The last bytes never reached the disk.
/// let cut = read_journal(&bytes[..bytes.len() - 100])?;
/// assert!(cut.recording.duration_secs() >= 1.5 && !cut.is_ended);
/// # Ok::<(), reenact::Error>(())
/// ```
///
/// **Durability.** A chunk is written in one piece, and the sink flushed, once its first frame is
/// `flush_secs` old. With the default of half a second, less than a second is lost even if the last chunk
/// is torn. A sink decides what a flush means: for a file to survive a loss of power, it must call
/// [`File::sync_data`](std::fs::File::sync_data). Frames that are not followed by others are written by
/// [`flush`](Self::flush), which [`pause`](Self::pause) calls.
///
/// **Memory** is that of one chunk, however long the recording.
///
/// **Errors** of the sink, such as a full disk, are returned once the chunk cannot be written. The journal ends with the
/// last complete chunk: all later calls fail.
#[derive(Debug)]
pub struct JournalWriter<W> {
    sink: W,
    /// Decides which frames are kept; holds the last of them.
    recorder: Recorder,
    flush_secs: f64,
    /// Header and entries of the next chunk.
    chunk: Vec<u8>,
    /// Time of the first frame of the next chunk.
    chunk_start_secs: Option<f64>,
    /// Number of the next chunk.
    number: u32,
    frames: u64,
    has_failed: bool,
}

impl JournalWriter<Vec<u8>> {
    /// Default age of the oldest frame of a chunk when it is written, in seconds.
    pub const FLUSH_SECS: f32 = 0.5;
}

impl<W: Write> JournalWriter<W> {
    /// Writes the header of a journal.
    ///
    /// Fails if the sink does, if the rate is not a positive number, or if `flush_secs` is negative or not finite. With
    /// `flush_secs` of 0, each frame is a chunk.
    pub fn new(mut sink: W, options: RecordOptions, flush_secs: f32) -> Result<Self> {
        let options = RecordOptions { keep: Keep::LastSecs(0.0), ..options };
        let recorder = Recorder::new(options)?;
        if !(flush_secs >= 0.0 && flush_secs.is_finite()) {
            return Err(Error::new(ErrorKind::NoSuchTimes { given: flush_secs }));
        }
        sink.write_all(&header(options.form))?;
        sink.flush()?;
        Ok(Self {
            sink,
            recorder,
            flush_secs: f64::from(flush_secs),
            chunk: vec![0; CHUNK_HEADER_BYTES],
            chunk_start_secs: None,
            number: 0,
            frames: 0,
            has_failed: false,
        })
    }

    /// Records a frame.
    pub fn record(&mut self, frame: &Frame) -> Result<RecordOutcome> {
        self.record_at(f64::from(frame.time_secs), frame)
    }

    /// Records a frame at a given time instead of the frame's own.
    ///
    /// For clocks that run for hours, as [`Recorder::record_at`](crate::Recorder::record_at).
    pub fn record_at(&mut self, time_secs: f64, frame: &Frame) -> Result<RecordOutcome> {
        self.check()?;
        let outcome = self.recorder.record_at(time_secs, frame);
        if outcome == RecordOutcome::Kept {
            self.chunk.push(FRAME);
            self.recorder.window.write_newest(&mut self.chunk);
            self.frames += 1;
            let now_secs = self.recorder.window.last_secs().unwrap_or_default();
            let start_secs = *self.chunk_start_secs.get_or_insert(now_secs);
            if now_secs - start_secs >= self.flush_secs {
                self.flush()?;
            }
        }
        self.flush_if_large()?;
        Ok(outcome)
    }

    /// Adds a marker at the last kept frame, or at the first one to come if there is none.
    ///
    /// Fails for a name of 2 GiB or more, and if the sink fails.
    pub fn mark(&mut self, name: &str) -> Result<()> {
        // A time that is not finite stands for that of the first frame to come.
        self.mark_at(self.recorder.window.last_secs().unwrap_or(f64::NAN), name)
    }

    /// Adds a marker at a given time on the clock of the frames. Otherwise the same as [`mark`](Self::mark).
    pub fn mark_at(&mut self, time_secs: f64, name: &str) -> Result<()> {
        self.check()?;
        let len = u32::try_from(name.len()).ok().filter(|_| name.len() <= MAX_COUNT);
        let len = len.ok_or_else(|| Error::new(ErrorKind::TooMany { count: name.len() }))?;
        self.chunk.push(MARKER);
        self.chunk.extend(time_secs.to_le_bytes());
        self.chunk.extend(len.to_le_bytes());
        self.chunk.extend(name.as_bytes());
        self.flush_if_large()
    }

    /// Ignores frames until [`resume`](Self::resume), and writes those before. The pause is cut out as
    /// [`RecordOptions::cut_pauses`] says.
    pub fn pause(&mut self) -> Result<()> {
        self.recorder.pause();
        self.flush()
    }

    /// Continues after a [`pause`](Self::pause).
    pub const fn resume(&mut self) {
        self.recorder.resume();
    }

    /// Whether it is paused.
    pub const fn is_paused(&self) -> bool {
        self.recorder.is_paused()
    }

    /// Number of frames that were kept.
    pub const fn frames(&self) -> u64 {
        self.frames
    }

    /// Number of frames that were [refused](RecordOutcome::Refused) for their time.
    pub const fn dropped_frames(&self) -> u64 {
        self.recorder.dropped_frames()
    }

    /// Writes everything that is not yet written.
    pub fn flush(&mut self) -> Result<()> {
        self.check()?;
        if self.chunk.len() == CHUNK_HEADER_BYTES {
            return Ok(());
        }
        self.has_failed = true;
        self.write_chunk()?;
        self.has_failed = false;
        Ok(())
    }

    /// Ends the journal and returns the sink.
    pub fn finish(mut self) -> Result<W> {
        self.check()?;
        self.chunk.push(END);
        self.flush()?;
        Ok(self.sink)
    }

    /// The sink.
    pub const fn sink(&self) -> &W {
        &self.sink
    }

    /// The sink. Bytes that are written to it directly damage the journal.
    pub const fn sink_mut(&mut self) -> &mut W {
        &mut self.sink
    }

    fn flush_if_large(&mut self) -> Result<()> {
        if self.chunk.len() < MAX_CHUNK_BYTES { Ok(()) } else { self.flush() }
    }

    fn check(&self) -> Result<()> {
        if self.has_failed {
            let message = "the journal ended when it could not be written: start another one";
            return Err(std::io::Error::other(message).into());
        }
        Ok(())
    }

    fn write_chunk(&mut self) -> Result<()> {
        let len = u32::try_from(self.chunk.len() - CHUNK_HEADER_BYTES)
            .map_err(|_| Error::new(ErrorKind::TooMany { count: self.chunk.len() }))?;
        let [len, number] = [len, self.number].map(u32::to_le_bytes);
        let entries = self.chunk.get(CHUNK_HEADER_BYTES..).unwrap_or_default();
        let checksum = crc32(&[&len, &number, entries]).to_le_bytes();
        let header = [len, number, checksum].concat();
        for (slot, byte) in self.chunk.iter_mut().zip(header) {
            *slot = byte;
        }
        self.sink.write_all(&self.chunk)?;
        self.sink.flush()?;
        self.chunk.truncate(CHUNK_HEADER_BYTES);
        self.chunk_start_secs = None;
        self.number = self.number.wrapping_add(1);
        Ok(())
    }
}

/// Header of a journal of a recording of this form.
fn header(form: Form) -> Vec<u8> {
    let mut header = Vec::with_capacity(HEADER_BYTES);
    header.extend(MAGIC);
    header.extend(VERSION.to_le_bytes());
    let is_published = form.layout == Layout::Published;
    header.extend([form.version.is_1_1(), is_published, form.marker_list].map(u8::from));
    header.push(0);
    header.extend(crc32(&[&header]).to_le_bytes());
    header
}

//! Journal of a recording in progress, for a page that records in a headset.

use std::io::{self, Write};

use js_sys::{Float32Array, Uint8Array};
use reenact::{Form, JournalWriter, Keep, RecordOptions, Signs, Tracks};
use wasm_bindgen::prelude::*;

use crate::error::{Error, Result};
use crate::{frame, value};

/// Writes frames as the chunks of a journal, which a page stores as it likes.
///
/// A chunk comes every half second of frames, and with each `flush`. A journal that ends anywhere is read like any other file: nothing before its last chunk is lost.
#[wasm_bindgen]
#[derive(Debug)]
pub struct Journal {
    /// None once it has ended.
    writer: Option<JournalWriter<Chunks>>,
    signs: Signs,
}

#[wasm_bindgen]
impl Journal {
    /// Starts a journal. `rate_hz` limits the rate of frames; without it, all frames are kept.
    #[wasm_bindgen(constructor)]
    pub fn new(rate_hz: Option<f32>) -> Result<Self, JsValue> {
        Ok(Self::start(rate_hz)?)
    }

    /// Records a frame in the layout of `layout()`; true if it is kept. A hand is recorded if it is tracked and has joints.
    pub fn record(&mut self, time_secs: f64, floats: &Float32Array) -> Result<bool, JsValue> {
        let frame = frame::of_array(floats, &mut self.signs)?;
        let outcome = self.writer()?.record_at(time_secs, &frame);
        Ok(outcome.map_err(Error::from)? == reenact::RecordOutcome::Kept)
    }

    /// Adds a marker at the last frame.
    pub fn mark(&mut self, name: &str) -> Result<(), JsValue> {
        Ok(self.writer()?.mark(name).map_err(Error::from)?)
    }

    /// Ends the chunk in progress, for frames that are not followed by others soon.
    pub fn flush(&mut self) -> Result<(), JsValue> {
        Ok(self.writer()?.flush().map_err(Error::from)?)
    }

    /// Ends the journal: the last chunk can be taken.
    pub fn finish(&mut self) -> Result<Uint8Array, JsValue> {
        let writer = self.writer.take().ok_or_else(ended)?;
        let Chunks(bytes) = writer.finish().map_err(Error::from)?;
        Ok(Uint8Array::from(bytes.as_slice()))
    }

    /// Bytes that were written since the last call, to be appended to the file.
    pub fn take(&mut self) -> Result<Uint8Array, JsValue> {
        let Chunks(bytes) = self.writer()?.sink_mut();
        let taken = Uint8Array::from(bytes.as_slice());
        bytes.clear();
        Ok(taken)
    }

    /// Number of frames that were kept.
    #[wasm_bindgen(getter)]
    pub fn frames(&self) -> f64 {
        value::number(self.writer.as_ref().map_or(0, JournalWriter::frames))
    }
}

impl Journal {
    fn start(rate_hz: Option<f32>) -> Result<Self> {
        let options = RecordOptions {
            max_rate_hz: rate_hz,
            keep: Keep::All,
            cut_pauses: true,
            tracks: Tracks::ALL,
            form: Form::MRTK_1_1,
        };
        let writer = JournalWriter::new(Chunks::default(), options, JournalWriter::FLUSH_SECS)?;
        Ok(Self { writer: Some(writer), signs: Signs::new() })
    }

    fn writer(&mut self) -> Result<&mut JournalWriter<Chunks>> {
        self.writer.as_mut().ok_or_else(ended)
    }
}

fn ended() -> Error {
    Error::new("wrong-option", "the journal has ended: start another one")
}

/// Bytes that the page did not take yet.
#[derive(Debug, Default)]
struct Chunks(Vec<u8>);

impl Write for Chunks {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0.extend_from_slice(bytes);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use reenact::{FrameTimes, Mode, Sampler, read_journal};

    use super::*;

    #[test]
    fn frames_of_the_page_become_the_same_recording() {
        let demo = reenact_make::demo();
        let sampler = Sampler::new(&demo, Mode::Clean);
        let mut journal = Journal::start(None).unwrap();
        let times: Vec<f32> = (0..90_u8).map(|number| f32::from(number) / 60.0).collect();
        for &time_secs in &times {
            let floats = frame::floats(&sampler.frame_at(time_secs));
            journal
                .writer()
                .unwrap()
                .record_at(time_secs.into(), &frame::of_floats(&floats))
                .unwrap();
        }
        journal.writer().unwrap().mark("end").unwrap();
        let Chunks(bytes) = journal.writer.take().unwrap().finish().unwrap();
        let contents = read_journal(&bytes).unwrap();
        assert!(contents.is_ended && contents.frames == times.len());
        let recorded = Sampler::new(&contents.recording, Mode::Clean);
        for &time_secs in &times {
            let [expected, found] =
                [&sampler, &recorded].map(|sampler| frame::floats(&sampler.frame_at(time_secs)));
            for (number, (expected, found)) in expected.into_iter().zip(found).enumerate() {
                let is_same =
                    (expected - found).abs() < 1e-5 || expected.is_nan() && found.is_nan();
                assert!(is_same, "float {number} at {time_secs} s: {expected} and {found}");
            }
        }
        assert!(FrameTimes::of(&contents.recording, 60.0).is_ok());
    }

    #[test]
    fn a_wrong_rate_is_an_error_and_an_ended_journal_too() {
        assert!(Journal::start(Some(0.0)).is_err());
        let mut journal = Journal::start(Some(60.0)).unwrap();
        assert!(journal.writer.take().is_some());
        assert_eq!(journal.writer().unwrap_err().to_string(), ended().to_string());
    }
}

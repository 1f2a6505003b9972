//! Comparison of two recordings.

use std::cell::OnceCell;

use js_sys::Float32Array;
use reenact::Frame;
use reenact_inspect::compare::{
    Alignment, FileComparison, Options, Placement, compare, distance_at, distances,
};
use wasm_bindgen::prelude::*;

use crate::error::{Error, Result};
use crate::recording::{Recording, side};
use crate::{frame, value};

/// Comparison of two recordings. Shares their keys.
#[wasm_bindgen]
#[derive(Debug)]
pub struct Comparison {
    a: Recording,
    b: Recording,
    options: Options,
    placement: OnceCell<Placement>,
}

#[wasm_bindgen]
impl Comparison {
    /// Creates a comparison, as recorded if there is no `reference`. What happens in the first recording happens `offset_secs` later in the
    /// second; or the best offset of at most `find_offset_secs` is found.
    #[wasm_bindgen(constructor)]
    pub fn new(
        a: &Recording,
        b: &Recording,
        reference: Option<String>,
        offset_secs: Option<f32>,
        find_offset_secs: Option<f32>,
    ) -> Result<Self, JsValue> {
        let reference = match reference {
            Some(name) => {
                name.parse().map_err(|error| Error::new("wrong-option", format!("{error}")))?
            }
            None => Options::default().reference,
        };
        let alignment = match (offset_secs, find_offset_secs) {
            (_, Some(max_secs)) => Alignment::FindOffset { max_secs },
            (Some(secs), None) => Alignment::Offset(secs),
            (None, None) => Alignment::None,
        };
        let options = Options { reference, alignment, ..Options::default() };
        Ok(Self { a: a.clone(), b: b.clone(), options, placement: OnceCell::new() })
    }

    /// Same object as `compare --json`.
    #[wasm_bindgen(unchecked_return_type = "any")]
    pub fn report(&self) -> Result<JsValue, JsValue> {
        let [a, b] = [&self.a, &self.b].map(Recording::library);
        let comparison = compare(a, b, &self.options).map_err(Error::from)?;
        let files = [&self.a, &self.b].map(|recording| recording.file_name().to_owned());
        Ok(value::object(&FileComparison { files, comparison })?)
    }

    /// Largest distance of head and joints in metres per column; NaN if nothing can be compared.
    pub fn distance(
        &self,
        from_secs: f32,
        to_secs: f32,
        columns: usize,
    ) -> Result<Vec<f32>, JsValue> {
        let [a, b] = [&self.a, &self.b].map(Recording::sampler);
        let range_secs = [from_secs, to_secs];
        Ok(distances(a, b, self.placement()?, range_secs, columns).map_err(Error::from)?)
    }

    /// The largest distance at one time.
    pub fn distance_at(&self, time_secs: f32) -> Result<Option<f32>, JsValue> {
        let [a, b] = [&self.a, &self.b].map(Recording::sampler);
        Ok(distance_at(a, b, self.placement()?, time_secs))
    }

    /// What happens in the first recording happens so much later in the second, in seconds.
    pub fn offset_secs(&self) -> Result<f32, JsValue> {
        Ok(self.placement()?.offset_secs())
    }

    /// The second recording at a time of the first, laid on the first: `layout().len` floats.
    pub fn second_at(&self, time_secs: f32, out: &Float32Array) -> Result<(), JsValue> {
        let mut frame_at = self.second()?;
        Ok(frame::write(&frame_at(time_secs), out)?)
    }

    /// The same at `count` evenly spaced times; the frames are concatenated.
    pub fn second_frames(
        &self,
        from_secs: f32,
        to_secs: f32,
        count: usize,
    ) -> Result<Vec<f32>, JsValue> {
        Ok(frame::frames([from_secs, to_secs], count, self.second()?)?)
    }

    /// Positions of a joint of the second recording, laid on the first: x y z each, NaN where it is unknown.
    pub fn second_path(
        &self,
        hand: &str,
        joint: usize,
        from_secs: f32,
        to_secs: f32,
        count: usize,
    ) -> Result<Vec<f32>, JsValue> {
        let joint = (side(hand)?, joint);
        Ok(frame::path([from_secs, to_secs], count, joint, self.second()?)?)
    }
}

impl Comparison {
    fn placement(&self) -> Result<&Placement> {
        if let Some(placement) = self.placement.get() {
            return Ok(placement);
        }
        let [a, b] = [&self.a, &self.b].map(Recording::sampler);
        let placement = Placement::of(a, b, &self.options)?;
        Ok(self.placement.get_or_init(|| placement))
    }

    /// Samples the second recording, laid on the first, at times of the first.
    fn second(&self) -> Result<impl FnMut(f32) -> Frame> {
        let placement = self.placement()?;
        let [mut a, mut b] = [&self.a, &self.b].map(|recording| recording.sampler().cursor());
        Ok(move |time_secs| {
            let second = b.frame_at(placement.second_secs(time_secs));
            placement.place(&a.frame_at(time_secs), &second)
        })
    }
}

//! Sampled poses at one or many times.

use js_sys::Float32Array;
use reenact::hand::Side;
use reenact::{ObservedSpans, TimeSpan, Track};
use reenact_convert::{Axes, HandMesh};
use wasm_bindgen::prelude::*;

use super::Recording;
use crate::error::{Error, Result};
use crate::{frame, hand_mesh};

#[wasm_bindgen]
impl Recording {
    /// Samples one time into `layout().len` floats.
    pub fn frame_at(&self, time_secs: f32, out: &Float32Array) -> Result<(), JsValue> {
        Ok(frame::write(&self.sampler().frame_at(time_secs), out)?)
    }

    /// Samples `count` evenly spaced times; the frames are concatenated.
    pub fn frames(&self, from_secs: f32, to_secs: f32, count: usize) -> Result<Vec<f32>, JsValue> {
        let mut cursor = self.sampler().cursor();
        let frame = |time_secs| cursor.frame_at(time_secs);
        Ok(frame::frames([from_secs, to_secs], count, frame)?)
    }

    /// Rays and grips of the hands at a time: for each hand the target ray and the grip of a controller that it would hold, as
    /// px py pz qx qy qz qw. NaN where the hand was not observed.
    pub fn pointers_at(&self, time_secs: f32) -> Vec<f32> {
        frame::pointers(&self.sampler().frame_at(time_secs))
    }

    /// Positions of a joint at evenly spaced times: x y z each, NaN while the hand was not observed.
    pub fn joint_path(
        &self,
        hand: &str,
        joint: usize,
        from_secs: f32,
        to_secs: f32,
        count: usize,
    ) -> Result<Vec<f32>, JsValue> {
        let mut cursor = self.sampler().cursor();
        let frame = |time_secs| cursor.frame_at(time_secs);
        Ok(frame::path([from_secs, to_secs], count, (side(hand)?, joint), frame)?)
    }

    /// Skinned mesh of a hand with its bone lengths; undefined if the hand was never observed.
    #[wasm_bindgen(unchecked_return_type = "HandMesh | undefined")]
    pub fn hand_mesh(&self, hand: &str) -> Result<JsValue, JsValue> {
        let mesh = HandMesh::of(self.library(), self.sampler(), side(hand)?, Axes::Web);
        Ok(mesh.map_or(JsValue::UNDEFINED, |mesh| hand_mesh::object(&mesh)))
    }

    /// Spans in which a hand was `tracked`, `observed` or `pinching`: start, end, start, end …
    pub fn spans(&self, hand: &str, what: &str) -> Result<Vec<f64>, JsValue> {
        let side = side(hand)?;
        let recording = self.library();
        let spans = match what {
            "tracked" => recording.tracked_spans(side),
            "observed" => ObservedSpans::of(recording).spans(Track::Hand(side)).to_vec(),
            "pinching" => recording.pinching_spans(side),
            _ => {
                let message = format!("{what:?} is neither tracked, observed nor pinching");
                return Err(Error::new("wrong-option", message).into());
            }
        };
        let ends = |span: &TimeSpan| [span.start_secs, span.end_secs].map(f64::from);
        Ok(spans.iter().flat_map(ends).collect())
    }
}

pub(crate) fn side(name: &str) -> Result<Side> {
    Side::ALL
        .into_iter()
        .find(|side| side.name() == name)
        .ok_or_else(|| Error::new("wrong-option", format!("{name:?} is neither left nor right")))
}

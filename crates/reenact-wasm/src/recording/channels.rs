//! Curves and measures over time.

use std::rc::Rc;

use reenact::NoSuchName;
use reenact_inspect::channel::{
    ChannelId, Column, channels, curve_columns, curve_keys, curve_value_at, series_columns,
    series_value_at,
};
use reenact_inspect::measure::{Measure, Options, Series, series};
use wasm_bindgen::prelude::*;

use super::Recording;
use crate::error::{Error, Result};
use crate::value;

#[wasm_bindgen]
impl Recording {
    /// All curves and measures that can be plotted.
    #[wasm_bindgen(unchecked_return_type = "Channel[]")]
    pub fn channels(&self) -> Result<JsValue, JsValue> {
        Ok(value::object(&channels(self.library()))?)
    }

    /// Minimum and maximum of a channel in each of `columns` columns; NaN if nothing was observed.
    pub fn plot(
        &self,
        channel: &str,
        from_secs: f32,
        to_secs: f32,
        columns: usize,
    ) -> Result<Vec<f32>, JsValue> {
        let range_secs = [from_secs, to_secs];
        let columns: Vec<Column> = match parsed(channel)? {
            ChannelId::Curve(id) => {
                curve_columns(self.library(), self.sampler().observed(), id, range_secs, columns)
            }
            ChannelId::Measure(measure) => {
                series_columns(&*self.measure(measure)?, range_secs, columns)
            }
        }
        .map_err(Error::from)?;
        Ok(columns.into_flattened())
    }

    /// Value of a channel at a time; undefined if there is none.
    pub fn value_at(&self, channel: &str, time_secs: f32) -> Result<Option<f64>, JsValue> {
        Ok(match parsed(channel)? {
            ChannelId::Curve(id) => {
                curve_value_at(self.library(), self.sampler().observed(), id, time_secs)
                    .map_err(Error::from)?
                    .map(f64::from)
            }
            ChannelId::Measure(measure) => series_value_at(&*self.measure(measure)?, time_secs),
        })
    }

    /// Keys of a curve in a range as time, value, time, value …; undefined for more than `limit` keys and for
    /// measures.
    pub fn keys(
        &self,
        channel: &str,
        from_secs: f32,
        to_secs: f32,
        limit: usize,
    ) -> Result<Option<Vec<f32>>, JsValue> {
        let ChannelId::Curve(id) = parsed(channel)? else { return Ok(None) };
        let keys = curve_keys(self.library(), id, [from_secs, to_secs], limit);
        Ok(keys.map_err(Error::from)?.map(Vec::into_flattened))
    }
}

fn parsed(channel: &str) -> Result<ChannelId> {
    channel.parse().map_err(|error: NoSuchName| Error::new("wrong-option", error.to_string()))
}

impl Recording {
    /// A measure over the whole recording, computed on first use.
    fn measure(&self, measure: Measure) -> Result<Rc<Series>> {
        let find = |list: &[Rc<Series>]| list.iter().find(|s| s.measure == measure).map(Rc::clone);
        if let Some(found) = find(&self.measured.borrow()) {
            return Ok(found);
        }
        let new = Rc::new(series(self.library(), measure, &Options::default())?);
        self.measured.borrow_mut().push(Rc::clone(&new));
        Ok(new)
    }
}

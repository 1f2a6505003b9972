//! Conversion benchmarks: time and file size.

mod formats;
mod sizes;
mod speed;

use reenact::Recording;

use crate::data::Data;
use crate::report;
use crate::{Effort, Result};

pub(crate) fn run(data: &Data, effort: Effort) -> Result<String> {
    let stored = &data.lifelike_mrtk;
    let mapped = stored.map(true)?;
    let recording = Recording::parse(mapped.clone())?;
    stored.check(&recording)?;
    Ok(report::render(&[
        speed::writing(&recording, effort)?,
        speed::reading(&recording, effort)?,
        sizes::run(&mapped, &recording)?,
    ]))
}

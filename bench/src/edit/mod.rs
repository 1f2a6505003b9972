//! Benchmarks of edits, key reduction and recording.

mod operations;
mod optimize;
mod record;

use crate::data::Data;
use crate::{Effort, Result, report};

pub(crate) fn run(data: &Data, effort: Effort) -> Result<String> {
    Ok(report::render(&[
        optimize::run(data, effort)?,
        operations::run(data, effort)?,
        record::run(data, effort)?,
    ]))
}

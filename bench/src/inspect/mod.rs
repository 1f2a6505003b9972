//! Benchmarks of doctor, comparison and measures.

mod compare;
mod doctor;
mod stats;

use crate::data::Data;
use crate::report;
use crate::{Effort, Result};

pub(crate) fn run(data: &Data, effort: Effort) -> Result<String> {
    Ok(report::render(&[doctor::run(data, effort)?, compare::run(effort)?, stats::run(effort)?]))
}

//! Opening, decoding and writing files.

mod by_binrw;
mod by_field;
mod by_key;
mod by_numpy;
mod by_read_exact;
mod decode;
mod memory;
mod open;
mod write;

use crate::data::Data;
use crate::race::{Lane, Times};
use crate::report::{self, Table, number, throughput};
use crate::{Effort, Result};

pub(crate) fn run(data: &Data, effort: Effort) -> Result<String> {
    Ok(report::render(&[
        open::with_loaded_pages(data, effort)?,
        open::fresh(data, effort)?,
        decode::run(data, effort)?,
        write::run(data, effort)?,
        memory::run(data)?,
    ]))
}

/// Table of times for a number of bytes, relative to a `memcpy`.
fn over_memcpy(times: &Times, bytes: usize, memcpy: Lane) -> Table {
    Table::of_times(
        times,
        times.lanes(),
        [
            ("throughput", &|lane| throughput(bytes, times.median(lane))),
            ("÷ `memcpy`", &|lane| number(times.ratio(lane, memcpy))),
        ],
    )
}

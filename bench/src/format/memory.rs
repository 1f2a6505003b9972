//! Peak memory of a full decode.

use std::fs::File;

use reenact::{Layout, ReadOptions, Recording};
use reenact_testkit::heap::{Usage, usage_of};

use crate::Result;
use crate::data::Data;
use crate::report::{Goal, Section, Table, number, size};

const MOST: f64 = 1.2;

pub(super) fn run(data: &Data) -> Result<Section> {
    let path = &data.lifelike.path;
    let mapping = data.lifelike.map(false)?;
    let named = ReadOptions { layout: Some(Layout::Published), ..ReadOptions::default() };
    let mut failure = None;
    let mut usage = |work: &dyn Fn() -> Result<Recording>| {
        usage_of(|| work().map_err(|error| failure = Some(error)).ok())
    };
    let usages = [
        ("`Recording::read(file)`", usage(&|| Ok(Recording::read(File::open(path)?)?))),
        (
            "`Recording::read_with(file)`, layout named",
            usage(&|| Ok(Recording::read_with(File::open(path)?, &named)?)),
        ),
        ("`Recording::from_slice(&mapping)`", usage(&|| Ok(Recording::from_slice(&mapping)?))),
    ];
    if let Some(failure) = failure {
        return Err(failure);
    }

    let mut table = Table::new(["", "decoded form", "peak", "peak ÷ decoded form"]);
    let mut goals = Vec::new();
    for (name, Usage { peak_bytes, kept_bytes }) in usages {
        let ratio = peak_bytes as f64 / kept_bytes as f64;
        table.push([name.to_owned(), size(kept_bytes), size(peak_bytes), number(ratio)]);
        goals.push(Goal::at_most(name, MOST, ratio));
    }
    Ok(Section {
        title: "Memory of a full decode",
        text: "Allocated bytes: the peak, and the bytes that the result keeps. The mapping itself belongs to the page cache and is not counted."
            .to_owned(),
        table,
        goals,
    })
}

//! Checking a whole file, compared with summing its bytes.

use std::hint::black_box;

use reenact::threads::{cores, in_parallel};
use reenact_inspect::doctor::{Code, Options, Report, examine};

use crate::data::Data;
use crate::race::{Race, timed};
use crate::report::{Goal, Section, Table, number, size, throughput};
use crate::{Effort, Result};

const STRUCTURE: Options = Options {
    read: reenact::ReadOptions { layout: None, tracks: None, max_bytes: None },
    structure_only: true,
};

/// Lower bound for reading every byte: the sum of all words.
fn sum(bytes: &[u8]) -> u64 {
    let (words, rest) = bytes.as_chunks();
    let words = words.iter().fold(0_u64, |sum, word| sum.wrapping_add(u64::from_le_bytes(*word)));
    rest.iter().fold(words, |sum, byte| sum.wrapping_add(u64::from(*byte)))
}

/// The same sum on all cores.
fn sum_on_all_cores(bytes: &[u8]) -> u64 {
    let len = bytes.len().div_ceil(cores().get()).next_multiple_of(8).max(8);
    let parts: Vec<&[u8]> = bytes.chunks(len).collect();
    in_parallel(&parts, cores(), |_, part| sum(part)).into_iter().fold(0, u64::wrapping_add)
}

/// Checks that the doctor finds the known findings, and one wrong key.
fn check(bytes: &[u8], options: &Options) -> Result<()> {
    let codes = |report: &Report| report.findings.iter().map(|f| f.code).collect::<Vec<_>>();
    let above_notes =
        |report: &Report| codes(report).into_iter().filter(|code| *code < Code::NothingRecorded);
    let found = examine(bytes.to_vec(), options);
    if !above_notes(&found).eq([Code::PublishedLayout]) {
        return Err(format!("found {:?}", found.findings).into());
    }
    let recording = reenact::Recording::from_slice(bytes)?;
    let Some((id, curve)) = recording.curves().last() else { return Err("no curves".into()) };
    let Some(middle) = curve.key(curve.len() / 2) else { return Err("no keys".into()) };
    let mut damaged = recording.clone();
    let keys = curve
        .iter()
        .map(|key| if key == middle { reenact::Key { value: f32::NAN, ..key } } else { key });
    damaged.set_curve(id, reenact::Curve::from_keys(curve.kind(), keys.collect::<Vec<_>>()))?;
    let found = examine(damaged.to_bytes(), options);
    if found.has(Code::NonFinite) { Ok(()) } else { Err("a NaN was overlooked".into()) }
}

pub(super) fn run(data: &Data, effort: Effort) -> Result<Section> {
    let stored = &data.lifelike;
    let shared = stored.map(true)?;
    let bytes: &[u8] = &shared;
    if sum(bytes) != sum_on_all_cores(bytes) {
        return Err("two sums of the same bytes differ".into());
    }
    let mut race = Race::default();
    let one = race.enter("reading the bytes: a sum of all words, one core", || {
        Ok(timed(|| sum(black_box(bytes))).0)
    });
    let all = race.enter("reading the bytes: a sum of all words, all cores", || {
        Ok(timed(|| sum_on_all_cores(black_box(bytes))).0)
    });
    check(bytes, &STRUCTURE)?;
    let structure = race.enter("`examine`: structure and numbers", || {
        Ok(timed(|| examine(black_box(shared.clone()), &STRUCTURE)).0)
    });
    check(bytes, &Options::default())?;
    let whole = race.enter("`examine`: everything", || {
        Ok(timed(|| examine(black_box(shared.clone()), &Options::default())).0)
    });
    let times = race.run(effort.rounds(21))?;

    let table = Table::of_times(
        &times,
        times.lanes(),
        [
            ("throughput", &|lane| throughput(stored.bytes, times.median(lane))),
            ("÷ reading, one core", &|lane| number(times.ratio(lane, one))),
            ("÷ all cores", &|lane| number(times.ratio(lane, all))),
        ],
    );
    let over = |what: &str, by| format!("{what}, time over reading the bytes on {by}");
    Ok(Section {
        title: "Doctor",
        text: format!(
            "A mapped file of {} with {} keys of 28 bytes, with all pages in memory. `doctor` uses all cores.",
            size(stored.bytes),
            stored.keys,
        ),
        table,
        goals: vec![
            Goal::at_most(
                over("structure and numbers", "one core"),
                2.0,
                times.ratio(structure, one),
            ),
            Goal::at_most(
                over("structure and numbers", "all cores"),
                2.0,
                times.ratio(structure, all),
            ),
            Goal::at_most(over("everything", "one core"), 4.0, times.ratio(whole, one)),
        ],
    })
}

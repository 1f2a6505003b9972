//! Writing a recording into memory.

use reenact::Recording;

use super::over_memcpy;
use crate::data::Data;
use crate::race::{Race, timed};
use crate::report::{Goal, Section, size};
use crate::{Effort, Result};

pub(super) fn run(data: &Data, effort: Effort) -> Result<Section> {
    let stored = &data.lifelike;
    let bytes = std::fs::read(&stored.path)?;
    let recording = Recording::from_slice(&bytes)?.into_unshared();
    if recording.to_bytes() != bytes || write_to(&recording, bytes.len())? != bytes {
        return Err("what is written is not what was read".into());
    }

    let mut race = Race::default();
    let to_bytes = race.enter("`to_bytes()`", || Ok(timed(|| recording.to_bytes()).0));
    let write = race.enter("`write_to(&mut vec)`, with capacity", || {
        let (took, written) = timed(|| write_to(&recording, bytes.len()));
        drop(written?);
        Ok(took)
    });
    let memcpy = race.enter("`memcpy` of the same bytes", || {
        Ok(timed(|| std::hint::black_box(&bytes).clone()).0)
    });
    let times = race.run(effort.rounds(15))?;

    let table = over_memcpy(&times, stored.bytes, memcpy);
    let goal = |name, lane| Goal::at_least(name, 0.5, times.ratio(memcpy, lane));
    Ok(Section {
        title: "Writing",
        text: format!(
            "A recording that is decoded in memory, written to a new `Vec`: {} in 28-byte \
            keys.",
            size(stored.bytes)
        ),
        table,
        goals: vec![
            goal("`to_bytes`, speed of `memcpy`", to_bytes),
            goal("`write_to`, speed of `memcpy`", write),
        ],
    })
}

fn write_to(recording: &Recording, capacity: usize) -> Result<Vec<u8>> {
    let mut bytes = Vec::with_capacity(capacity);
    recording.write_to(&mut bytes)?;
    Ok(bytes)
}

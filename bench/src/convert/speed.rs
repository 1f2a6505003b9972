//! Time to write and read formats.

use std::hint::black_box;

use reenact::{Mode, Recording, Sampler};

use super::formats::{Count, LOSSLESS, READERS, WRITERS, times};
use crate::race::{Race, timed};
use crate::report::{Section, Table, number, size, time};
use crate::{Effort, Result};

pub(super) fn writing(recording: &Recording, effort: Effort) -> Result<Section> {
    let bytes = recording.encoded_len();
    let frames = times(recording)?;
    let mut race = Race::default();
    let sampling = race.enter("sampling alone, one frame after another", move || {
        let sampler = Sampler::new(recording, Mode::Clean);
        Ok(timed(|| sampler.frames(frames).for_each(|frame| _ = black_box(frame))).0)
    });
    let mut sizes = vec![None];
    for &(name, write) in WRITERS {
        let mut count = Count::default();
        write(recording, &mut count)?;
        if count.0 == 0 {
            return Err(format!("nothing was written as {name}").into());
        }
        sizes.push(Some(count.0));
        race.enter(name, move || {
            let (took, written) = timed(|| write(recording, &mut Count::default()));
            written?;
            Ok(took)
        });
    }
    let result = race.run(effort.rounds(3))?;
    let mut table = Table::new(["", "median", "MB/s of recording", "÷ sampling", "size"]);
    for (lane, written) in result.lanes().zip(sizes) {
        table.push([
            result.name(lane).to_owned(),
            time(result.median(lane)),
            number(bytes as f64 * 1e3 / result.median(lane)),
            number(result.ratio(lane, sampling)),
            written.map_or_else(String::new, size),
        ]);
    }
    Ok(Section {
        title: "Writing other formats",
        text: format!(
            "The five-minute recording with 8-byte keys: {}, {} frames at 60 Hz for formats that store frames. The output is counted and discarded.",
            size(bytes),
            frames.len()
        ),
        table,
        goals: Vec::new(),
    })
}

pub(super) fn reading(recording: &Recording, effort: Effort) -> Result<Section> {
    let bytes = recording.encoded_len();
    let mut files = Vec::new();
    for &(name, read) in READERS {
        let (_, write) = WRITERS
            .iter()
            .find(|(written, _)| *written == name)
            .ok_or_else(|| format!("{name} is read but not written"))?;
        let mut file = Vec::new();
        write(recording, &mut file)?;
        // Checks the result before timing.
        let back = read(file.clone())?;
        let is_right = if LOSSLESS.contains(&name) {
            back == *recording
        } else {
            (back.end_secs() - recording.end_secs()).abs() < 1e-3
        };
        if !is_right {
            return Err(format!("{name} is read as something else").into());
        }
        files.push((name, read, file));
    }
    let mut race = Race::default();
    for (name, read, file) in &files {
        race.enter(*name, move || {
            let file = file.clone();
            let (took, back) = timed(|| read(file));
            back?;
            Ok(took)
        });
    }
    let result = race.run(effort.rounds(3))?;
    let mut table = Table::new(["", "median", "MB/s of recording", "size"]);
    for (lane, (_, _, file)) in result.lanes().zip(&files) {
        table.push([
            result.name(lane).to_owned(),
            time(result.median(lane)),
            number(bytes as f64 * 1e3 / result.median(lane)),
            size(file.len()),
        ]);
    }
    Ok(Section {
        title: "Reading other formats",
        text: "The same files, read from memory; formats with keys return every key.".to_owned(),
        table,
        goals: Vec::new(),
    })
}

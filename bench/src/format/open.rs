//! Opening, whose time must not depend on the file size.

use std::fs::File;

use reenact::{ReadOptions, Recording};

use crate::data::{Data, Stored};
use crate::race::{Race, timed_often};
use crate::report::{Goal, Section, Table, size};
use crate::{Effort, Result};

/// Largest allowed ratio of the times of the large and the small file.
const GROWTH: f64 = 2.0;

/// With a mapping whose pages are loaded.
pub(super) fn with_loaded_pages(data: &Data, effort: Effort) -> Result<Section> {
    const REPEATS: usize = 200;
    let mut mappings = Vec::new();
    for layout in &data.layouts {
        let pair = [layout.small.map(true)?, layout.large.map(true)?];
        for (stored, mapping) in [&layout.small, &layout.large].into_iter().zip(&pair) {
            stored.check(&Recording::parse(mapping.clone())?)?;
        }
        mappings.push(pair);
    }
    let mut race = Race::default();
    let mut pairs = Vec::new();
    for (layout, pair) in data.layouts.iter().zip(&mappings) {
        let lanes =
            [&layout.small, &layout.large].into_iter().zip(pair).map(|(stored, mapping)| {
                race.enter(name("Recording::parse", layout.name, stored), || {
                    timed_often(effort.repeats(REPEATS), || Ok(Recording::parse(mapping.clone())?))
                })
            });
        pairs.push((layout.name, lanes.collect::<Vec<_>>()));
    }
    let times = race.run(effort.rounds(15))?;

    let mut goals = Vec::new();
    for (layout, lanes) in pairs {
        let [small, large] = lanes[..] else { continue };
        let what = format!("large file, {layout} keys");
        goals.push(Goal::below(what, 50e3, times.median(large)));
        let what = format!("large against small file, {layout} keys");
        goals.push(Goal::at_most(what, GROWTH, times.ratio(large, small)));
    }
    Ok(Section {
        title: "Opening, pages in memory",
        text: "Parsing a mapped file whose pages are all in memory.".to_owned(),
        table: Table::of_times(&times, times.lanes(), []),
        goals,
    })
}

/// With a new mapping each time, and the file in the page cache.
pub(super) fn fresh(data: &Data, effort: Effort) -> Result<Section> {
    const REPEATS: usize = 20;
    let mut race = Race::default();
    let mut pairs = Vec::new();
    for layout in &data.layouts {
        let mut pair = Vec::new();
        for stored in [&layout.small, &layout.large] {
            // Loads the file into the page cache.
            std::hint::black_box(std::fs::read(&stored.path)?);
            let path = &stored.path;
            let options = ReadOptions::default();
            stored.check(reenact_file::open(path)?.recording())?;
            stored.check(reenact_file::map(&File::open(path)?, &options)?.recording())?;

            let repeats = effort.repeats(REPEATS);
            pair.push(race.enter(name("reenact_file::map", layout.name, stored), move || {
                timed_often(repeats, || Ok(reenact_file::map(&File::open(path)?, &options)?))
            }));
            race.enter(name("reenact_file::open", layout.name, stored), move || {
                timed_often(repeats, || Ok(reenact_file::open(path)?))
            });
            race.enter(name("parse on the mapping", layout.name, stored), move || {
                timed_often(repeats, || Ok(Recording::parse(stored.map(false)?)?))
            });
        }
        pairs.push((layout.name, pair));
    }
    let times = race.run(effort.rounds(15))?;

    let mut goals = Vec::new();
    for (layout, lanes) in pairs {
        let [small, large] = lanes[..] else { continue };
        let what = format!("map, large file, {layout} keys");
        goals.push(Goal::below(what, 500e3, times.median(large)));
        let what = format!("map, large against small file, {layout} keys");
        goals.push(Goal::at_most(what, GROWTH, times.ratio(large, small)));
    }
    Ok(Section {
        title: "Opening, file in the page cache",
        text: "From a path to a recording. `map` reads the headers by positioned reads and then maps the file; `open` \
               does so above 16 MiB and reads smaller files whole. For contrast: the same on the mapping itself, where \
               each header costs a page fault."
            .to_owned(),
        table: Table::of_times(&times, times.lanes(), []),
        goals,
    })
}

fn name(what: &str, layout: &str, stored: &Stored) -> String {
    format!("{what}, {} of {layout} keys", size(stored.bytes))
}

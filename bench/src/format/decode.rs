//! Decoding a whole file into separate memory.

use std::fs::File;
use std::hint::black_box;
use std::path::Path;

use reenact::{Layout, ReadOptions, Recording};

use super::{by_binrw, by_field, by_key, by_numpy, by_read_exact, over_memcpy};
use crate::data::{Checksum, Data};
use crate::race::{Lane, Race, Times, timed};
use crate::report::{Goal, Section, size};
use crate::{Effort, Result};

/// Adds a candidate after checking its result.
fn enter<'a, T>(
    race: &mut Race<'a>,
    right: Checksum,
    name: &str,
    decode: impl Fn() -> Result<T> + 'a,
    checksum: impl Fn(&T) -> Checksum,
) -> Result<Lane> {
    let found = checksum(&decode()?);
    if found != right {
        return Err(format!("{name} decodes to {found:?} instead of {right:?}").into());
    }
    Ok(race.enter(name, move || {
        let (took, decoded) = timed(&decode);
        drop(decoded?);
        Ok(took)
    }))
}

/// Readers of the same file.
struct Contestants {
    ours: Vec<(&'static str, Lane)>,
    read_exact: Lane,
    by_key: Lane,
    binrw: Lane,
}

impl Contestants {
    fn enter<'a>(
        race: &mut Race<'a>,
        right: Checksum,
        path: &'a Path,
        mapping: &'a [u8],
    ) -> Result<Self> {
        let named = ReadOptions { layout: Some(Layout::Published), ..ReadOptions::default() };
        let mut ours = Vec::new();
        let name = "`Recording::read(file)`";
        let lane = enter(
            race,
            right,
            name,
            move || Ok(Recording::read(File::open(path)?)?),
            Checksum::of,
        )?;
        ours.push(("read", lane));
        let name = "`Recording::read_with(file)`, layout named";
        let read_named = move || Ok(Recording::read_with(File::open(path)?, &named)?);
        ours.push(("read, layout named", enter(race, right, name, read_named, Checksum::of)?));
        let name = "`reenact_file::open(path)`, `into_unshared()`";
        let open = move || Ok(reenact_file::open(path)?.into_recording().into_unshared());
        ours.push(("open", enter(race, right, name, open, Checksum::of)?));
        let name = "`Recording::from_slice(&mapping)`, pages there";
        let parse = move || Ok(Recording::from_slice(mapping)?);
        ours.push(("parse", enter(race, right, name, parse, Checksum::of)?));

        let name = "one `read_exact` a curve into `Vec<[f32; 7]>`";
        let checksum = by_read_exact::Decoded::checksum;
        let read_exact = enter(race, right, name, move || by_read_exact::decode(path), checksum)?;
        let name = "`BufReader`, `from_le_bytes`, one read a key";
        let checksum = by_key::Decoded::checksum;
        let by_key = enter(race, right, name, move || by_key::decode(path), checksum)?;
        let name = "`BufReader`, `from_le_bytes`, one read a field";
        enter(race, right, name, move || by_field::decode(path), checksum)?;
        let checksum = by_binrw::Decoded::checksum;
        let binrw = enter(race, right, "`binrw`", || by_binrw::decode(path), checksum)?;
        Ok(Self { ours, read_exact, by_key, binrw })
    }

    fn goals(&self, times: &Times) -> Vec<Goal> {
        let mut goals = Vec::new();
        for &(name, ours) in &self.ours {
            let faster = |than| times.ratio(than, ours);
            let against = |who| format!("{name} against {who}");
            goals.push(Goal::at_least(
                against("the `BufReader` loop, one read a key"),
                2.0,
                faster(self.by_key),
            ));
            goals.push(Goal::at_least(against("`binrw`"), 3.5, faster(self.binrw)));
            let what = format!("{name}, time over one `read_exact` a curve");
            goals.push(Goal::at_most(what, 1.5, times.ratio(ours, self.read_exact)));
        }
        goals
    }
}

pub(super) fn run(data: &Data, effort: Effort) -> Result<Section> {
    let stored = &data.lifelike;
    let path = stored.path.as_path();
    let bytes = std::fs::read(path)?;
    let mapping = stored.map(true)?;
    let right = Checksum::of(&Recording::from_slice(&bytes)?);

    let mut race = Race::default();
    let candidates = Contestants::enter(&mut race, right, path, &mapping)?;
    let memcpy = race.enter("`memcpy` of the file's bytes, in memory", || {
        Ok(timed(|| black_box(&bytes).clone()).0)
    });
    let numpy = by_numpy::find(path, right)?;
    let has_numpy = numpy.is_some();
    if let Some(numpy) = numpy {
        race.enter("Python: `numpy.frombuffer` a curve", move || numpy.turn());
    }
    let times = race.run(effort.rounds(11))?;

    let mut table = over_memcpy(&times, stored.bytes, memcpy);
    if !has_numpy {
        let nothing = || "–".to_owned();
        let name = "Python: no numpy here".to_owned();
        table.push([name, nothing(), nothing(), nothing(), nothing()]);
    }
    Ok(Section {
        title: "Decoding",
        text: format!(
            "A file of {} with {} keys of 28 bytes, in the page cache, into newly allocated memory; without the time to \
             free it.",
            size(stored.bytes),
            stored.keys,
        ),
        table,
        goals: candidates.goals(&times),
    })
}

//! Key reduction compared with a reference Ramer–Douglas–Peucker.

use std::num::NonZero;

use reenact::Recording;
use reenact_edit::optimize::{Options, optimize};
use reenact_testkit::rdp::{Bounds, apart, groups, rdp, values_at};

use crate::data::Data;
use crate::race::{Race, Times, arithmetic, timed};
use crate::report::{Goal, Section, Table, number, time};
use crate::{Effort, Result};

const BOUNDS: Bounds = Bounds {
    position_mm: Options::MRTK.position_mm,
    rotation_deg: Options::MRTK.rotation_deg,
    gaze_deg: Options::MRTK.gaze_deg,
};
const FREE: Options = Options { free_values: true, ..Options::MRTK };
const THOROUGH: Options = Options { thorough: true, ..Options::MRTK };

pub(super) fn run(data: &Data, effort: Effort) -> Result<Section> {
    let mapping = data.lifelike_mrtk.map(true)?;
    let recording = Recording::parse(mapping)?;
    data.lifelike_mrtk.check(&recording)?;
    let ours = |options: &Options, threads| {
        optimize(&recording, &Options { threads: NonZero::new(threads), ..*options })
    };

    let mut race = Race::default();
    let mut keys = vec![right("RDP", &recording, &rdp(&recording, &BOUNDS))?];
    let yardstick =
        race.enter("Ramer–Douglas–Peucker", || Ok(timed(|| rdp(&recording, &BOUNDS)).0));
    let mut enter = |name: &str, options: Options, threads| -> Result<_> {
        let result = ours(&options, threads)?;
        if threads > 1 && result != ours(&options, 1)? {
            return Err(format!("{name}: another result than on one thread").into());
        }
        keys.push(right(name, &recording, &result.recording)?);
        Ok(race.enter(name, move || {
            let (took, result) = timed(|| ours(&options, threads));
            drop(result?);
            Ok(took)
        }))
    };
    let one = enter("`optimize`", Options::MRTK, 1)?;
    let two = enter("`optimize`, two threads", Options::MRTK, 2)?;
    enter("`optimize`, thorough", THOROUGH, 1)?;
    let free = enter("`optimize`, free values", FREE, 1)?;
    let free_two = enter("`optimize`, free values, two threads", FREE, 2)?;
    let alone = race.enter("arithmetic", || Ok(timed(|| arithmetic(1)).0));
    let together = race.enter("arithmetic on two threads", || Ok(timed(|| arithmetic(2)).0));
    let times: Times = race.run(effort.rounds(9))?;

    let mut table = Table::new(["", "median", "best", "÷ RDP", "keys", "÷ RDP's keys"]);
    let rdp_keys = keys[0] as f64;
    for (lane, &keys) in times.lanes().zip(&keys) {
        table.push([
            times.name(lane).to_owned(),
            time(times.median(lane)),
            time(times.best(lane)),
            number(times.ratio(lane, yardstick)),
            keys.to_string(),
            number(keys as f64 / rdp_keys),
        ]);
    }
    let share = |lane: usize| keys[lane] as f64 / rdp_keys;
    let free_cores = 2.0 * times.ratio(alone, together);
    Ok(Section {
        title: "Optimizing",
        text: format!(
            "{} keys of 8 bytes within 1 mm and 0.2°. During the run, a compute-only loop measured {} of 2 cores available, which \
            limits the speed-up of two threads.",
            recording.key_count(),
            number(free_cores)
        ),
        table,
        goals: vec![
            Goal::at_most("time over RDP, both on one thread", 1.0, times.ratio(one, yardstick)),
            Goal::at_least("two threads against one", 1.7, times.ratio(one, two)),
            Goal::at_least("the same, free values", 1.7, times.ratio(free, free_two)),
            Goal::at_most("keys over RDP's", 0.83, share(1)),
            Goal::at_most("keys over RDP's, free values", 0.70, share(4)),
        ],
    })
}

/// Checks that every original key is within the bounds; returns the number of remaining keys.
fn right(name: &str, original: &Recording, result: &Recording) -> Result<usize> {
    // Tolerance for the reference, which ignores the rounding of normalization.
    const ROUNDING: f64 = 1e-3;
    for group in groups(original) {
        let Some(first) = group.ids.first().and_then(|&id| original.curve(id)) else { continue };
        for key in first {
            let wanted = values_at(original, &group.ids, key.time_secs);
            let found = values_at(result, &group.ids, key.time_secs);
            let off = apart(group.kind, &wanted, &found);
            if off > BOUNDS.of(group.kind) * (1.0 + ROUNDING) {
                let (kind, time_secs) = (group.kind, key.time_secs);
                return Err(format!("{name}: a {kind:?} is {off} off at {time_secs} s").into());
            }
        }
    }
    Ok(result.key_count())
}

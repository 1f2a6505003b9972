//! Measures and events: time must be linear in the duration.

use reenact::{Form, Recording};
use reenact_inspect::events::events;
use reenact_inspect::stats::{Options, stats};

use crate::race::{Race, timed};
use crate::report::{Goal, Section, Table, number, time};
use crate::{Effort, Result};

/// Duration of each recording relative to the first.
const LENGTHS: [u8; 3] = [1, 2, 4];

pub(crate) fn run(effort: Effort) -> Result<Section> {
    let seconds = if effort.quick { 4.0 } else { 60.0 };
    let [one, two, four] = LENGTHS.map(|times| made(seconds * f32::from(times)));
    let recordings = [one?, two?, four?];
    let options = Options::default();
    // Checks the result before timing.
    for recording in &recordings {
        let found = stats(recording, &options)?;
        let tracked = found.right.tracked_secs.unwrap_or_default();
        if !(tracked > 0.5 * f64::from(recording.end_secs()) && found.right.sparc.is_some()) {
            return Err("the right hand of a made recording was not measured".into());
        }
    }

    let mut race = Race::default();
    let lanes = recordings.each_ref().map(|recording| {
        let secs = recording.end_secs();
        let measure = race.enter(format!("`stats`, {secs} s"), move || {
            let (took, found) = timed(|| stats(recording, &options));
            found?;
            Ok(took)
        });
        let find = race.enter(format!("`events`, {secs} s"), move || {
            let (took, found) = timed(|| events(recording, &options));
            found?;
            Ok(took)
        });
        [measure, find]
    });
    let times = race.run(effort.rounds(9))?;

    let mut table = Table::new(["", "median", "best", "a frame", "÷ the shortest"]);
    for which in 0..2 {
        for (recording, lane) in recordings.iter().zip(lanes.map(|lane| lane[which])) {
            let median = times.median(lane);
            table.push([
                times.name(lane).to_owned(),
                time(median),
                time(times.best(lane)),
                time(median / f64::from(recording.end_secs() * options.rate_hz)),
                number(times.ratio(lane, lanes[0][which])),
            ]);
        }
    }
    let [[stats_1, events_1], _, [stats_4, events_4]] = lanes;
    Ok(Section {
        title: "Stats and events",
        text: format!(
            "A realistic synthetic recording of {seconds} s, and others of twice and four \
            times the length, at 60 Hz with all measures."
        ),
        table,
        // Linear time gives 4; slightly more is due to caches, quadratic time would give 16.
        goals: vec![
            Goal::at_most("`stats` of four times the length", 5.0, times.ratio(stats_4, stats_1)),
            Goal::at_most(
                "`events` of four times the length",
                5.0,
                times.ratio(events_4, events_1),
            ),
        ],
    })
}

fn made(seconds: f32) -> reenact::Result<Recording> {
    let form = Form::MRTK_1_1;
    reenact_make::make(&reenact_make::Options {
        seconds,
        rate_hz: 60.0,
        seed: 1,
        form,
        ..Default::default()
    })
}

//! One-time costs.

use reenact::{Mode, Sampler};

use super::Contest;
use crate::race::{Race, timed};
use crate::report::{Section, Table, size, throughput, time};
use crate::{Effort, Result};

pub(super) fn run(contest: &Contest<'_>, effort: Effort) -> Result<Section> {
    let samplers = [Mode::Mrtk, Mode::Clean].map(|mode| Sampler::new(contest.recording, mode));
    let mut race = Race::default();
    for sampler in &samplers {
        let mode = sampler.mode();
        race.enter(format!("`Sampler::new`, {mode}"), move || {
            Ok(timed(|| Sampler::new(contest.recording, mode)).0)
        });
    }
    let times = race.run(effort.rounds(11))?;
    let mut table = Table::new(["", "median", "best", "throughput"]);
    for lane in times.lanes() {
        let median = times.median(lane);
        let name = times.name(lane).to_owned();
        let throughput = throughput(contest.key_bytes, median);
        table.push([name, time(median), time(times.best(lane)), throughput]);
    }
    Ok(Section {
        title: "One-time cost",
        text: format!("For {} of keys.", size(contest.key_bytes)),
        table,
        goals: Vec::new(),
    })
}

//! One frame at a time.

#![expect(
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    reason = "a time becomes a row, and both are small"
)]

use std::hint::black_box;

use reenact::{Mode, Sampler};

use super::{Contest, FLOATS, enter_memcpy, even_times, random_times};
use crate::race::{Lane, Race, Times, timed};
use crate::report::{Goal, Section, Table, number, time};
use crate::{Effort, Result};

/// Adds a candidate that samples given times.
fn enter<'a>(
    race: &mut Race<'a>,
    name: impl Into<String>,
    times_secs: &'a [f32],
    mut answer: impl FnMut(f32) + 'a,
) -> Lane {
    race.enter(name, move || {
        let (took, ()) = timed(|| times_secs.iter().for_each(|&time_secs| answer(time_secs)));
        Ok(took.div_f64(times_secs.len() as f64))
    })
}

/// Other samplers of the same times.
struct Others {
    baseline: Lane,
    textbook: Lane,
    splines: Lane,
    bevy: Lane,
}

fn enter_others<'a>(
    race: &mut Race<'a>,
    contest: &'a Contest<'_>,
    times_secs: &'a [f32],
) -> Others {
    let mut row = [0.0; FLOATS];
    let name = "baseline: std's binary search in each curve";
    let baseline = enter(race, name, times_secs, move |time_secs| {
        black_box(contest.baseline.fill_by_partition_point(time_secs, &mut row));
        black_box(&row);
    });
    let textbook = enter(race, "the same with a branching search", times_secs, move |time_secs| {
        black_box(contest.baseline.fill(time_secs, &mut row));
        black_box(&row);
    });
    let splines = enter(race, "`splines`", times_secs, move |time_secs| {
        contest.splines.fill(time_secs, &mut row);
        black_box(contest.baseline.states(time_secs));
        black_box(&row);
    });
    let bevy = enter(race, "`bevy_curve`", times_secs, move |time_secs| {
        black_box(contest.bevy.at(time_secs));
        black_box(contest.baseline.states(time_secs));
    });
    Others { baseline, textbook, splines, bevy }
}

pub(super) fn random(contest: &Contest<'_>, effort: Effort) -> Result<Section> {
    let times_secs = random_times(contest.recording, effort);
    let samplers = [Mode::Mrtk, Mode::Clean].map(|mode| Sampler::new(contest.recording, mode));
    let rows = Rows::new(contest.recording.end_secs());
    let mut race = Race::default();
    let [ours, _] = samplers.each_ref().map(|sampler| {
        let name = format!("`Sampler::frame_at`, {}", sampler.mode());
        enter(&mut race, name, &times_secs, |time_secs| {
            black_box(sampler.frame_at(time_secs));
        })
    });
    enter(
        &mut race,
        "memory alone: a load from each cache line of two keys",
        &times_secs,
        |time| {
            black_box(rows.touch(time));
        },
    );
    let others = enter_others(&mut race, contest, &times_secs);
    let times = race.run(effort.rounds(9))?;
    let goals = goals(&times, ours, &others, 5.0);
    Ok(Section {
        title: "Random frames",
        text: format!(
            "One frame (391 float and 4 boolean curves) at each of {} random times.",
            times_secs.len()
        ),
        table: table(&times, ours),
        goals,
    })
}

/// Buffer as large as the values of a recording, frame by frame: the memory traffic of a sampler without
/// compression.
struct Rows {
    lines: Vec<[f32; 16]>,
}

impl Rows {
    /// Cache lines of 391 values.
    const LINES: usize = FLOATS.div_ceil(16);
    const RATE_HZ: f32 = 60.0;

    fn new(duration_secs: f32) -> Self {
        let rows = (duration_secs * Self::RATE_HZ) as usize + 2;
        Self { lines: vec![[1.0; 16]; rows * Self::LINES] }
    }

    fn touch(&self, time_secs: f32) -> u32 {
        let start = (time_secs * Self::RATE_HZ) as usize * Self::LINES;
        let lines = &self.lines[start..start + 2 * Self::LINES];
        lines.iter().fold(0, |all, line| all ^ line[0].to_bits())
    }
}

pub(super) fn playback(contest: &Contest<'_>, effort: Effort) -> Result<Section> {
    let times_secs: Vec<f32> = even_times(contest.recording)?.iter().collect();
    let samplers = [Mode::Mrtk, Mode::Clean].map(|mode| Sampler::new(contest.recording, mode));
    let mut race = Race::default();
    let [ours, _] = samplers.each_ref().map(|sampler| {
        let mut cursor = sampler.cursor();
        enter(
            &mut race,
            format!("`Cursor::frame_at`, {}", sampler.mode()),
            &times_secs,
            move |time_secs| {
                black_box(cursor.frame_at(time_secs));
            },
        )
    });
    let others = enter_others(&mut race, contest, &times_secs);
    // The minimum traffic is reading all keys once.
    let name = "`memcpy` of all keys, its part of a frame";
    enter_memcpy(&mut race, name, contest, times_secs.len());
    let times = race.run(effort.rounds(9))?;
    Ok(Section {
        title: "Playback",
        text: format!(
            "{} frames in order at 60 Hz, each halfway between two keys.",
            times_secs.len()
        ),
        table: table(&times, ours),
        goals: goals(&times, ours, &others, 8.0),
    })
}

fn goals(times: &Times, ours: Lane, others: &Others, wanted: f64) -> Vec<Goal> {
    let faster = |than| times.ratio(than, ours);
    vec![
        Goal::at_least("against the baseline", wanted, faster(others.baseline)),
        Goal::at_least("against the branching search", wanted, faster(others.textbook)),
        Goal::at_least("against `bevy_curve`", 1.0, faster(others.bevy)),
        Goal::at_least("against `splines`", 25.0, faster(others.splines)),
    ]
}

fn table(times: &Times, ours: Lane) -> Table {
    let mut table = Table::new(["a frame", "median", "best", "÷ ours"]);
    for lane in times.lanes() {
        let name = times.name(lane).to_owned();
        let ratio = number(times.ratio(lane, ours));
        table.push([name, time(times.median(lane)), time(times.best(lane)), ratio]);
    }
    table
}

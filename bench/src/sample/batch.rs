//! Resampling of a whole recording.

use std::hint::black_box;
use std::process::Command;
use std::time::Duration;

use reenact::{FrameTimes, Mode, Recording, Sampler, Tracks};

use super::baseline::Curves;
use super::{Contest, FLOATS, Row, States, enter_memcpy, even_times};
use crate::data::Stored;
use crate::race::{Race, arithmetic, median, timed};
use crate::report::{Goal, Section, Table, number, throughput, time};
use crate::{Effort, Result};

/// Argument of the child process that is pinned to one core: prints the median time of a resampling.
pub(crate) const ON_ONE_CORE: &str = "resample-on-one-core";

/// Memory of the output.
#[derive(Clone, Copy)]
pub(super) enum Memory {
    /// Newly mapped pages.
    Fresh,
    /// Reused pages.
    Used,
}

pub(super) fn run(
    contest: &Contest<'_>,
    stored: &Stored,
    memory: Memory,
    effort: Effort,
) -> Result<Section> {
    let times_secs = even_times(contest.recording)?;
    let frames = times_secs.len();
    let samplers = [Mode::Mrtk, Mode::Clean].map(|mode| Sampler::new(contest.recording, mode));
    let columns = Tracks::ALL.curve_count();

    let mut race = Race::default();
    let [ours, _] = samplers.each_ref().map(|sampler| {
        race.enter(format!("`Sampler::resample`, {}", sampler.mode()), || {
            let (took, columns) = timed(|| sampler.resample(times_secs));
            drop(columns?);
            Ok(took)
        })
    });
    let one_core = can_pin()
        .then(|| race.enter("`Sampler::resample`, mrtk, on one core", || pinned(stored, effort)));
    let baseline = race.enter("baseline: std's binary search, frame by frame", || {
        Ok(timed(|| by_baseline(contest, times_secs, Curves::fill_by_partition_point)).0)
    });
    let textbook = race.enter("the same with a branching search", || {
        Ok(timed(|| by_baseline(contest, times_secs, Curves::fill)).0)
    });
    let memset = race.enter("`memset` of the output", || {
        Ok(timed(|| vec![black_box(1.0_f32); columns * frames]).0)
    });
    enter_memcpy(&mut race, "`memcpy` of all keys", contest, 1);
    let cores = reenact::threads::cores().get();
    let alone = race.enter("arithmetic", || Ok(timed(|| arithmetic(1)).0));
    let together = race.enter("arithmetic on all cores", || Ok(timed(|| arithmetic(cores)).0));
    let times = race.run(effort.rounds(9))?;

    let keys_read_at = |lane| {
        if lane == memset {
            return "–".to_owned();
        }
        throughput(contest.key_bytes, times.median(lane))
    };
    let table = Table::of_times(
        &times,
        times.lanes().filter(|lane| ![alone, together].contains(lane)),
        [
            ("a frame", &|lane| time(times.median(lane) / frames as f64)),
            ("keys read at", &keys_read_at),
            ("÷ ours", &|lane| number(times.ratio(lane, ours))),
        ],
    );
    let speed_up = one_core.map_or_else(String::new, |one_core| {
        // Arithmetic is limited by cores only: its speed-up measures the available cores.
        let free_cores = cores as f64 * times.ratio(alone, together);
        let speed_up = times.ratio(one_core, ours);
        let limit = match memory {
            _ if free_cores < 0.75 * cores as f64 => "too few to determine the bottleneck",
            _ if speed_up > 0.75 * free_cores => "the cores are the bottleneck",
            Memory::Fresh => "page faults and memory bandwidth are the bottleneck",
            Memory::Used => "memory bandwidth is the bottleneck",
        };
        let [speed_up, free_cores] = [speed_up, free_cores].map(number);
        format!(
            " Speed-up on all cores: {speed_up} ×. A compute-only loop measured {free_cores} \
            of {cores} cores available: {limit}."
        )
    });
    let (title, place) = match memory {
        Memory::Fresh => ("Batch, fresh memory", "newly allocated memory, as in a first run"),
        Memory::Used => ("Batch, used memory", "memory that was used before, as in repeated runs"),
    };
    Ok(Section {
        title,
        text: format!(
            "All {columns} curves at {frames} times at 60 Hz, each halfway between two keys, into {place}.{speed_up}"
        ),
        table,
        goals: vec![
            Goal::at_least(
                "against the baseline, frame by frame",
                30.0,
                times.ratio(baseline, ours),
            ),
            Goal::at_least("against the branching search", 30.0, times.ratio(textbook, ours)),
            Goal::at_most("time over `memset` of the output", 10.0, times.ratio(ours, memset)),
        ],
    })
}

/// Same output by a baseline, one row per frame.
fn by_baseline(
    contest: &Contest<'_>,
    times_secs: FrameTimes,
    fill: impl Fn(&Curves, f32, &mut Row) -> States,
) -> Vec<f32> {
    let mut values = Vec::with_capacity(Tracks::ALL.curve_count() * times_secs.len());
    let mut row = [0.0; FLOATS];
    for time_secs in times_secs.iter() {
        let states = fill(&contest.baseline, time_secs, &mut row);
        values.extend(row);
        values.extend(states.map(|on| if on { 1.0 } else { 0.0 }));
    }
    values
}

fn can_pin() -> bool {
    Command::new("taskset").arg("--version").output().is_ok_and(|output| output.status.success())
}

/// Runs a child process pinned to one core.
fn pinned(stored: &Stored, effort: Effort) -> Result<Duration> {
    let output = Command::new("taskset")
        .args(["-c", "0"])
        .arg(std::env::current_exe()?)
        .arg(ON_ONE_CORE)
        .arg(&stored.path)
        .args(effort.quick.then_some("--quick"))
        .output()?;
    let text = String::from_utf8(output.stdout)?;
    let nanos = text
        .trim()
        .parse::<f64>()
        .map_err(|_| format!("on one core: {}", String::from_utf8_lossy(&output.stderr).trim()))?;
    Ok(Duration::from_secs_f64(nanos * 1e-9))
}

/// Prints the time of a resampling in this process, in nanoseconds.
pub(crate) fn on_one_core(path: &str, effort: Effort) -> Result<()> {
    let file = std::fs::metadata(path)?;
    let stored = Stored { path: path.into(), bytes: usize::try_from(file.len())?, keys: 0 };
    let mapping = stored.map(true)?;
    let recording = Recording::parse(mapping)?;
    let sampler = Sampler::new(&recording, Mode::Mrtk);
    let times_secs = even_times(&recording)?;
    let turn = || timed(|| sampler.resample(times_secs)).0.as_secs_f64() * 1e9;
    let nanos = median((0..effort.rounds(3)).map(|_| turn()).collect());
    println!("{nanos}");
    Ok(())
}

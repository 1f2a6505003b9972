//! Sampling benchmarks: random, sequential and batch.

mod baseline;
mod batch;
mod bevy;
mod frames;
mod once;
mod right;
mod splines;

use std::hint::black_box;

use reenact::{FrameTimes, Recording};

pub(crate) use batch::{ON_ONE_CORE, on_one_core};

use crate::data::Data;
use crate::race::{Race, timed};
use crate::{Effort, Result, report, restart};

/// Float curves of a recording with all tracks.
const FLOATS: usize = 391;

/// One value of each float curve, in file order.
type Row = [f32; FLOATS];

/// Tracked left and right, pinching left and right.
type States = [bool; 4];

/// Benchmark data with all candidates.
struct Contest<'r> {
    recording: &'r Recording,
    key_bytes: usize,
    baseline: baseline::Curves,
    splines: splines::Curves,
    bevy: bevy::Poses,
}

pub(crate) fn run(data: &Data, effort: Effort) -> Result<String> {
    let mapping = data.lifelike.map(true)?;
    let recording = Recording::parse(mapping)?;
    data.lifelike.check(&recording)?;
    let contest = Contest::new(&recording)?;
    right::check(&contest, &random_times(&recording, effort))?;
    let text = report::render(&[
        once::run(&contest, effort)?,
        frames::random(&contest, effort)?,
        frames::playback(&contest, effort)?,
        batch::run(&contest, &data.lifelike, batch::Memory::Fresh, effort)?,
    ]);
    Ok(text + &restart::asked_with_used_memory(&[IN_USED_MEMORY], effort)?)
}

/// Argument of the child process with reused memory: the batch.
pub(crate) const IN_USED_MEMORY: &str = "batch-in-used-memory";

/// Prints the batch benchmark of this process.
pub(crate) fn in_used_memory(effort: Effort) -> Result<()> {
    let data = Data::make(effort)?;
    let mapping = data.lifelike.map(true)?;
    let recording = Recording::parse(mapping)?;
    let contest = Contest::new(&recording)?;
    let section = batch::run(&contest, &data.lifelike, batch::Memory::Used, effort)?;
    print!("{}", report::render(&[section]));
    Ok(())
}

impl<'r> Contest<'r> {
    fn new(recording: &'r Recording) -> Result<Self> {
        let key_bytes = recording.curves().map(|(_, curve)| curve.raw_keys().as_bytes().len());
        Ok(Self {
            recording,
            key_bytes: key_bytes.sum(),
            baseline: baseline::Curves::new(recording),
            splines: splines::Curves::new(recording),
            bevy: bevy::Poses::new(recording)?,
        })
    }
}

/// Random times over the recording, the same in every run.
fn random_times(recording: &Recording, effort: Effort) -> Vec<f32> {
    let mut state = 1_u64;
    let mut next = || {
        // splitmix64
        state = state.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut bits = state;
        bits = (bits ^ (bits >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        bits = (bits ^ (bits >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        (bits ^ (bits >> 31)) >> 40
    };
    let duration_secs = recording.end_secs();
    (0..effort.repeats(4096)).map(|_| next() as f32 / 2_f32.powi(24) * duration_secs).collect()
}

/// Times at 60 Hz midway between keys, so that interpolation is needed.
fn even_times(recording: &Recording) -> Result<FrameTimes> {
    Ok(FrameTimes::new(0.5 / 60.0..=recording.end_secs(), 60.0)?)
}

/// Adds a `memcpy` of as many bytes as the keys have, divided by `parts`.
fn enter_memcpy(race: &mut Race<'_>, name: &str, contest: &Contest<'_>, parts: usize) {
    let keys = vec![1_u8; contest.key_bytes];
    let mut copy = vec![0_u8; contest.key_bytes];
    race.enter(name, move || {
        let (took, ()) = timed(|| copy.copy_from_slice(black_box(&keys)));
        black_box(&copy);
        Ok(took.div_f64(parts as f64))
    });
}

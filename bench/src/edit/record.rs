//! Recording of frames: time per frame, and constant memory.

use reenact::{Frame, Keep, Mode, RecordOptions, Recorder, Recording, Sampler};
use reenact_testkit::heap;

use crate::data::Data;
use crate::race::{Race, timed};
use crate::report::{Goal, Section, Table, size};
use crate::{Effort, Result};

/// Input frame rate; at most 60 frames per second are kept.
const FED_HZ: usize = 90;

pub(super) fn run(data: &Data, effort: Effort) -> Result<Section> {
    let mapping = data.lifelike_mrtk.map(true)?;
    let recording = Recording::parse(mapping)?;
    let frames = ten_seconds(&recording);
    check(&recording)?;

    let fed = effort.repeats(300 * FED_HZ);
    let mut race = Race::default();
    for (name, keep) in [("all kept", Keep::All), ("the last 30 s kept", Keep::LastSecs(30.0))] {
        let mut frames = frames.clone();
        race.enter(format!("`Recorder::record`, {name}"), move || {
            let mut recorder = Recorder::new(RecordOptions { keep, ..RecordOptions::default() })?;
            let (took, ()) = timed(|| feed(&mut recorder, &mut frames, 0..fed));
            Ok(took.div_f64(fed as f64))
        });
    }
    race.enter("`Recorder::recording`, of 30 s", {
        let mut recorder = Recorder::default();
        feed(&mut recorder, &mut frames.clone(), 0..effort.repeats(40 * FED_HZ));
        move || {
            let (took, snapshot) = timed(|| recorder.recording());
            drop(snapshot);
            Ok(took)
        }
    });
    let times = race.run(effort.rounds(9))?;

    let table = Table::of_times(&times, times.lanes(), []);
    let Memory { early_secs, early_bytes, late_secs, late_bytes, most_bytes } =
        memory(frames, effort);
    Ok(Section {
        title: "Recording",
        text: format!(
            "Frames with head, both hands and gaze arrive at {FED_HZ} Hz, and 60 per second \
            are kept. The first two times are per input frame. With a buffer of the last \
            30 s, a recorder uses {} after {early_secs} s and {} after {late_secs} s, and \
            at most {} in between.",
            size(early_bytes),
            size(late_bytes),
            size(most_bytes)
        ),
        table,
        goals: vec![Goal::at_most(
            "memory in between over that at the start",
            1.001,
            most_bytes as f64 / early_bytes as f64,
        )],
    })
}

/// Frames of the first ten seconds.
fn ten_seconds(recording: &Recording) -> Vec<Frame> {
    let sampler = Sampler::new(recording, Mode::Clean);
    let times = (0..10 * FED_HZ).map(|n| n as f32 / FED_HZ as f32);
    times
        .take_while(|&time_secs| time_secs < recording.end_secs())
        .map(|time_secs| sampler.frame_at(time_secs))
        .collect()
}

/// Records frames repeatedly, each at its own time.
fn feed(recorder: &mut Recorder, frames: &mut [Frame], numbers: std::ops::Range<usize>) {
    let count = frames.len();
    for number in numbers {
        let frame = &mut frames[number % count];
        frame.time_secs = number as f32 / FED_HZ as f32;
        recorder.record(frame);
    }
}

/// Checks that a recorder fed with the frames of a recording returns its keys.
fn check(recording: &Recording) -> Result<()> {
    let mut recorder = Recorder::new(RecordOptions {
        keep: Keep::All,
        max_rate_hz: None,
        ..RecordOptions::default()
    })?;
    let sampler = Sampler::new(recording, Mode::Clean);
    let camera = reenact::CurveId::Camera(reenact::PoseComponent::PositionX);
    let keys: Vec<_> = recording.curve(camera).into_iter().flatten().take(240).collect();
    for key in &keys {
        recorder.record(&sampler.frame_at(key.time_secs));
    }
    let made = recorder.finish();
    let is_same = made.curve(camera).is_some_and(|curve| {
        curve.len() == keys.len() && curve.iter().zip(&keys).all(|(a, b)| a.value == b.value)
    });
    if is_same { Ok(()) } else { Err("a recorder does not give back what it was fed".into()) }
}

/// Memory of a recorder that keeps the last 30 s.
struct Memory {
    early_secs: usize,
    early_bytes: usize,
    late_secs: usize,
    late_bytes: usize,
    most_bytes: usize,
}

fn memory(mut frames: Vec<Frame>, effort: Effort) -> Memory {
    let (early_secs, late_secs) = (120, if effort.quick { 180 } else { 3600 });
    let before = heap::in_use();
    let held = || heap::in_use().saturating_sub(before);
    let mut recorder = Recorder::default();
    feed(&mut recorder, &mut frames, 0..early_secs * FED_HZ);
    let early_bytes = held();
    heap::forget_peak();
    feed(&mut recorder, &mut frames, early_secs * FED_HZ..late_secs * FED_HZ);
    let (late_bytes, most_bytes) = (held(), heap::peak().saturating_sub(before));
    Memory { early_secs, early_bytes, late_secs, late_bytes, most_bytes }
}

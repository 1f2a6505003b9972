//! A ring buffer recorder and a journal need as much memory after an hour as after a minute.
//!
//! A single test, because it measures a global allocator.

#![cfg(test)]
#![allow(
    clippy::as_conversions,
    clippy::cast_precision_loss,
    clippy::cast_possible_truncation,
    reason = "small numbers"
)]

use reenact::hand::Side;
use reenact::{
    CurveId, Frame, FrameTimes, JournalWriter, Keep, Mode, PoseComponent, RecordOptions, Recorder,
    Sampler,
};
use reenact_make::{Options, make};
use reenact_testkit::heap::{self, Counting, in_use};

#[global_allocator]
static ALLOCATOR: Counting = Counting;

/// Allowance for a marker name and the test harness: less than one frame.
const SLACK: usize = 1024;

/// Frames of ten seconds at a rate, with tracking losses.
fn ten_seconds(rate_hz: f32) -> Vec<Frame> {
    let made = make(&Options { seconds: 10.0, rate_hz, seed: 3, ..Options::default() }).unwrap();
    let sampler = Sampler::new(&made, Mode::Clean);
    let frames: Vec<_> = sampler.frames(FrameTimes::new(0.0..=9.99, rate_hz).unwrap()).collect();
    let changes = |side| made.curve(CurveId::Tracked(side)).unwrap().len();
    assert!(changes(Side::Left) + changes(Side::Right) > 2, "no hand is lost");
    frames
}

#[test]
fn memory_is_flat_for_an_hour_and_no_more_than_the_file_when_all_is_kept() {
    let mut frames = ten_seconds(90.0);
    let before = in_use();
    let mut recorder = Recorder::default();
    let mut after_two_minutes = 0;
    heap::forget_peak();
    for minute in 0..60 {
        for n in minute * 5_400..(minute + 1) * 5_400 {
            let count = frames.len();
            let frame = &mut frames[n % count];
            frame.time_secs = (n as f64 / 90.0) as f32;
            recorder.record(frame);
            if n % 90 == 0 {
                recorder.mark(format!("{:08}", n / 90)).unwrap();
            }
        }
        let bytes = in_use() - before;
        match minute {
            0 => {}
            1 => {
                after_two_minutes = bytes;
                heap::forget_peak();
            }
            _ => assert!(
                bytes.abs_diff(after_two_minutes) <= SLACK,
                "{bytes} after minute {minute}, {after_two_minutes} before"
            ),
        }
    }
    // Also between the minutes.
    let peak = heap::peak() - before;
    assert!(peak <= after_two_minutes + SLACK, "{peak} at most, {after_two_minutes} at rest");
    assert!((1_800..=1_802).contains(&recorder.frames()), "{} frames", recorder.frames());
    assert_eq!(recorder.dropped_frames(), 0);

    let snapshot = recorder.recording();
    assert!((29.98..=30.0).contains(&snapshot.duration_secs()), "{}", snapshot.duration_secs());
    assert!((30..=31).contains(&snapshot.markers().count()));
    let file = snapshot.encoded_len();
    let rolling = format!("30 s rolling: {after_two_minutes} bytes, its file {file}");
    assert!(after_two_minutes < file * 5 / 4, "{after_two_minutes} for a file of {file}");
    let camera = snapshot.curve(CurveId::Camera(PoseComponent::PositionX)).unwrap();
    assert_eq!(camera.len(), recorder.frames());
    drop((snapshot, recorder));
    let left = in_use().abs_diff(before);
    assert!(left <= SLACK, "{left} bytes are not given back");

    let before = in_use();
    let options = RecordOptions { max_rate_hz: Some(90.0), ..RecordOptions::default() };
    let mut journal = JournalWriter::new(std::io::sink(), options, 0.5).unwrap();
    let mut after_a_minute = 0;
    heap::forget_peak();
    for n in 0..324_000_u32 {
        let count = frames.len();
        let frame = &mut frames[n as usize % count];
        journal.record_at(f64::from(n) / 90.0, frame).unwrap();
        if n % 90 == 0 {
            journal.mark(&format!("{n:08}")).unwrap();
        }
        if n == 5_400 {
            after_a_minute = heap::peak() - before;
        }
    }
    assert_eq!(journal.frames(), 324_000);
    let peak = heap::peak() - before;
    println!("journal of an hour: {peak} bytes at most, {after_a_minute} in the first minute");
    assert!(peak <= after_a_minute + SLACK && peak < 400_000, "{peak}, {after_a_minute}");
    drop(journal);

    // Five minutes at 60 Hz, all of them kept.
    let mut frames = ten_seconds(60.0);
    let before = in_use();
    let options = RecordOptions { keep: Keep::All, ..RecordOptions::default() };
    let mut recorder = Recorder::new(options).unwrap();
    heap::forget_peak();
    for n in 0..18_000 {
        let count = frames.len();
        let frame = &mut frames[n % count];
        frame.time_secs = (f64::from(n as u32) / 60.0) as f32;
        recorder.record(frame);
    }
    assert_eq!(recorder.frames(), 18_000);
    let (kept, peak) = (in_use() - before, heap::peak() - before);
    let file = recorder.recording().encoded_len();
    let all = format!("5 min kept: {kept} bytes, at most {peak}, its file {file}");
    assert!(peak < file * 21 / 20, "{kept} bytes, at most {peak}, for a file of {file}");

    heap::forget_peak();
    let recording = recorder.finish();
    let peak = heap::peak() - before;
    println!("{rolling}; {all}; finishing it: at most {peak}");
    assert!(peak < file * 11 / 10, "finishing a file of {file} took {peak}");
    assert_eq!(recording.encoded_len(), file);
}

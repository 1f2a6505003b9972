//! A process that is killed while it records leaves a journal with all but the last second.

#![cfg(test)]
#![cfg(unix)]

use std::env;
use std::fs::{self, File};
use std::io::{BufRead, BufReader, Read, Write};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::thread;
use std::time::Duration;

use reenact::{
    ErrorKind, Frame, FrameTimes, JournalWriter, Keep, Mode, RecordOptions, Recorder, Sampler,
    read_journal,
};

/// Set for the process that records: where it writes its journal.
const JOURNAL: &str = "REENACT_TEST_JOURNAL";
/// Number of kills, if other than a few.
const KILLS: &str = "REENACT_KILLS";
const RATE_HZ: f32 = 90.0;

const OPTIONS: RecordOptions = RecordOptions {
    max_rate_hz: None,
    keep: Keep::All,
    cut_pauses: true,
    tracks: reenact::Tracks::ALL,
    form: reenact::Form::MRTK_1_1,
};

/// Frames of a person, again and again, at times that go on.
fn frames() -> impl Iterator<Item = Frame> {
    let demo = reenact_make::demo();
    let times = FrameTimes::of(&demo, RATE_HZ).unwrap();
    let frames: Vec<Frame> = Sampler::new(&demo, Mode::Clean).frames(times).collect();
    let times = (0_u16..).map(|n| f32::from(n) / RATE_HZ);
    frames.into_iter().cycle().zip(times).map(|(frame, time_secs)| Frame { time_secs, ..frame })
}

/// Records until it is killed, and says after each frame how many there are. A frame takes a millisecond.
#[test]
fn recording_process() {
    let Some(path) = env::var_os(JOURNAL) else { return };
    let mut journal = JournalWriter::new(File::create(path).unwrap(), OPTIONS, 0.5).unwrap();
    let mut out = std::io::stdout();
    for frame in frames() {
        journal.record(&frame).unwrap();
        writeln!(out, "recorded {}", journal.frames()).unwrap();
        thread::sleep(Duration::from_millis(1));
    }
}

/// Starts that process, kills it after a time, and returns how many frames it had recorded.
fn killed_after(millis: u64, path: &Path) -> usize {
    let mut child = Command::new(env::current_exe().unwrap())
        .args(["--exact", "recording_process", "--nocapture"])
        .env(JOURNAL, path)
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    let mut lines = BufReader::new(child.stdout.take().unwrap());
    // The clock runs from the first frame.
    let mut line = String::new();
    while !line.contains("recorded ") {
        line.clear();
        assert!(lines.read_line(&mut line).unwrap() > 0, "the process did not start");
    }
    thread::sleep(Duration::from_millis(millis));
    child.kill().unwrap();
    child.wait().unwrap();
    let mut rest = String::new();
    lines.read_to_string(&mut rest).unwrap();
    line.push_str(&rest);
    let whole = line.rsplit_once('\n').map_or("", |(whole, _)| whole);
    whole.rsplit_once("recorded ").and_then(|(_, count)| count.trim().parse().ok()).unwrap()
}

fn folder() -> PathBuf {
    let folder = env::temp_dir().join(format!("reenact-journal-{}", std::process::id()));
    fs::create_dir_all(&folder).unwrap();
    folder
}

#[test]
fn a_process_that_is_killed_at_any_moment_loses_less_than_a_second_and_nothing_is_half_read() {
    let kills: u32 = env::var(KILLS).ok().and_then(|count| count.parse().ok()).unwrap_or(6);
    let folder = folder();
    let path = folder.join("take.journal");
    // A sequence that looks random and is the same in every run; the moments differ anyway.
    let mut state = 12345_u64;
    let mut worst = 0;
    for kill in 0..kills {
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
        let recorded = killed_after(state >> 33 & 255, &path);
        let contents = read_journal(&fs::read(&path).unwrap()).unwrap();
        assert!(!contents.is_ended);
        // The process may have written a chunk that it did not report any more.
        assert!(contents.frames <= recorded + 46, "{} of {recorded}", contents.frames);
        let lost = recorded.saturating_sub(contents.frames);
        assert!(lost < 90, "kill {kill}: {lost} of {recorded} frames lost, which are a second");
        worst = worst.max(lost);
        let mut recorder = Recorder::new(OPTIONS).unwrap();
        frames().take(contents.frames).for_each(|frame| _ = recorder.record(&frame));
        assert_eq!(contents.recording.to_bytes(), recorder.finish().to_bytes(), "kill {kill}");
    }
    println!("{kills} kills, at most {worst} frames of 90 Hz lost");
    fs::remove_dir_all(folder).unwrap();
}

#[test]
#[cfg(target_os = "linux")]
fn a_full_disk_is_reported() {
    let full = |error: &reenact::Error| matches!(error.kind(), ErrorKind::Io(error) if error.kind() == std::io::ErrorKind::StorageFull);
    let device = File::options().write(true).open("/dev/full").unwrap();
    let error = JournalWriter::new(device, OPTIONS, 0.5).unwrap_err();
    assert!(full(&error), "{error}");
}

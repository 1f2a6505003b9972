//! How many keys `optimize` leaves and how long it takes, beside a correct Ramer–Douglas–Peucker.
//!
//! ```text
//! cargo run --release -p reenact-edit --example optimize_bench [ORIGINAL.bin [MRTK'S.bin]]
//! ```
//!
//! Without arguments it measures the lifelike recording of five minutes. With one it measures that recording, at
//! the bounds of MRTK's code and of the profile it ships; with two it also says how MRTK's own result does.

#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::indexing_slicing,
    clippy::as_conversions,
    clippy::cast_precision_loss,
    clippy::print_stdout,
    reason = "a program for people to look at; it may stop at the first surprise"
)]

#[path = "../tests/yardstick/mod.rs"]
mod yardstick;

use std::num::NonZero;
use std::time::{Duration, Instant};

use reenact::Recording;
use reenact_edit::optimize::{Optimized, Options, optimize};

fn main() {
    let paths: Vec<String> = std::env::args().skip(1).collect();
    if paths.is_empty() {
        let made = reenact_make::Options { seconds: 300.0, seed: 1, ..Default::default() };
        let recording = reenact_make::make(&made);
        println!("lifelike, 5 minutes: {} keys", recording.key_count());
        compare(&recording, &Options::MRTK);
        return;
    }
    let bytes: Vec<Vec<u8>> = paths.iter().map(|path| std::fs::read(path).expect(path)).collect();
    let recordings: Vec<Recording<'_>> =
        bytes.iter().map(|bytes| Recording::parse(bytes).unwrap()).collect();
    let original = &recordings[0];
    println!("{}: {} keys, {} s", paths[0], original.key_count(), original.duration_secs());
    for rotation_deg in [Options::MRTK.rotation_deg, 0.02] {
        let options = Options { rotation_deg, ..Options::MRTK };
        println!("within {} mm and {rotation_deg}°:", options.position_mm);
        compare(original, &options);
        println!("no fewer than {} keys can do", yardstick::keys_needed(original, &options));
    }
    if let Some(theirs) = recordings.get(1) {
        println!("{}: {} keys, {} s", paths[1], theirs.key_count(), theirs.duration_secs());
        yardstick::print_deviations("MRTK's own", original, theirs, false);
        yardstick::print_deviations("where it has keys", original, theirs, true);
    }
}

fn compare(recording: &Recording<'_>, options: &Options) {
    let threads = |count| Options { threads: NonZero::new(count), ..*options };
    let free = |count| Options { free_values: true, ..threads(count) };
    let (rdp, rdp_time) = timed(|| yardstick::rdp(recording, options));
    let (ours, one) = timed(|| optimize(recording, &threads(1)).unwrap());
    let (_, two) = timed(|| optimize(recording, &threads(2)).unwrap());
    let thorough = |count| Options { thorough: true, ..threads(count) };
    let (fewest, thorough_one) = timed(|| optimize(recording, &thorough(1)).unwrap());
    let (_, thorough_two) = timed(|| optimize(recording, &thorough(2)).unwrap());
    let (freed, free_one) = timed(|| optimize(recording, &free(1)).unwrap());
    let (_, free_two) = timed(|| optimize(recording, &free(2)).unwrap());
    let keys = |recording: &Recording<'_>| recording.key_count();
    let ratio = |ours: &Optimized<'_>| 100.0 * ours.proof.keys_after as f64 / keys(&rdp) as f64;
    println!("RDP          {:>9} keys          {rdp_time:>8.1?} on one thread", keys(&rdp));
    println!(
        "optimize     {:>9} keys  {:>5.1} %  {one:>8.1?} on one thread, {two:.1?} on two ({:.2} x)",
        ours.proof.keys_after,
        ratio(&ours),
        one.as_secs_f64() / two.as_secs_f64(),
    );
    println!(
        "thorough     {:>9} keys  {:>5.1} %  {thorough_one:>8.1?} on one thread, {thorough_two:.1?} on two",
        fewest.proof.keys_after,
        ratio(&fewest),
    );
    println!(
        "free values  {:>9} keys  {:>5.1} %  {free_one:>8.1?} on one thread, {free_two:.1?} on two",
        freed.proof.keys_after,
        ratio(&freed),
    );
    yardstick::print_deviations("RDP", recording, &rdp, false);
    yardstick::print_deviations("optimize", recording, &ours.edited.recording, false);
    yardstick::print_deviations("free values", recording, &freed.edited.recording, false);
    for note in ours.edited.notes {
        println!("note: {note}");
    }
}

/// The best of nine.
fn timed<T>(work: impl Fn() -> T) -> (T, Duration) {
    let mut best: Option<(T, Duration)> = None;
    for _ in 0..9 {
        let start = Instant::now();
        let result = work();
        let took = start.elapsed();
        if best.as_ref().is_none_or(|(_, best)| took < *best) {
            best = Some((result, took));
        }
    }
    best.unwrap()
}

//! How long it takes to write and read a long recording in each format, and how large that is.
//!
//! ```text
//! cargo run --release -p reenact-convert --example convert_bench --all-features [SECONDS]
//! ```

#![expect(clippy::print_stdout, reason = "a program whose output is its table")]
#![expect(
    clippy::as_conversions,
    clippy::cast_precision_loss,
    reason = "counts become rates to three digits"
)]

use std::hint::black_box;
use std::io::{self, Write};
use std::time::Instant;

use reenact::{Form, FrameTimes, Mode, Recording, Sampler};
use reenact_convert::csv::{FrameOptions, Shape, write_frames, write_keys};
use reenact_convert::parquet::{Options, Table, read_keys};
use reenact_convert::{Result, frames, json, ndjson};

/// Each is done this often, and the best time counts.
const ROUNDS: usize = 3;

fn main() -> Result<()> {
    let seconds = std::env::args().nth(1).and_then(|word| word.parse().ok()).unwrap_or(300.0);
    for form in [Form::MRTK_1_1, Form::PUBLISHED_1_1] {
        let options = reenact_make::Options { seconds, form, ..Default::default() };
        measure(&reenact_make::make(&options))?;
    }
    Ok(())
}

fn measure(recording: &Recording<'_>) -> Result<()> {
    let raw = recording.encoded_len();
    println!("\n{}: {} keys, {:.1} MB", recording.form(), recording.key_count(), raw as f64 / 1e6);
    let times = FrameTimes::of(recording, 60.0)?;
    let mut text = Vec::new();
    row("json::write", raw, || {
        text.clear();
        json::write(recording, &mut text).map(|_| text.len())
    })?;
    row("json::read", raw, || json::read(&text).map(|read| black_box(read).encoded_len()))?;
    row("serde_json::from_slice to Value", raw, || {
        let value: Option<serde_json::Value> = serde_json::from_slice(&text).ok();
        Ok(usize::from(black_box(value).is_some()))
    })?;
    drop(text);
    counted("ndjson::write", raw, |out| ndjson::write(recording, out))?;
    counted("csv::write_keys", raw, |out| write_keys(recording, out))?;
    row("sampling all frames, one by one", raw, || {
        let sampler = Sampler::new(recording, Mode::Clean);
        sampler.frames(times).for_each(|frame| _ = black_box(frame));
        Ok(0)
    })?;
    counted("frames::write", raw, |out| frames::write(recording, Mode::Clean, times.iter(), out))?;
    for shape in [Shape::Wide, Shape::Long] {
        let options = FrameOptions { shape, recording_name: "a", ..FrameOptions::default() };
        counted(&format!("csv::write_frames, {shape:?}"), raw, |out| {
            write_frames(recording, &options, times.iter(), out)
        })?;
    }
    for table in Table::ALL {
        let options = Options { name: "a", ..Options::default() };
        counted(&format!("parquet: {}", table.name()), raw, |out| {
            table.write(recording, &options, out)
        })?;
    }
    let mut keys = Vec::new();
    Table::Keys.write(recording, &Options::default(), &mut keys)?;
    row("parquet: reading keys", raw, || {
        read_keys(keys.clone()).map(|read| black_box(read).encoded_len())
    })?;
    Ok(())
}

fn row(name: &str, raw: usize, mut run: impl FnMut() -> Result<usize>) -> Result<()> {
    let mut best = f64::INFINITY;
    let mut size = 0;
    for _ in 0..ROUNDS {
        let start = Instant::now();
        size = run()?;
        best = best.min(start.elapsed().as_secs_f64());
    }
    let rate = raw as f64 / 1e6 / best;
    println!(
        "{name:<34} {best:>7.3} s {:>8.1} MB  {rate:>7.0} MB/s of recording",
        size as f64 / 1e6
    );
    Ok(())
}

fn counted<T>(name: &str, raw: usize, mut run: impl FnMut(&mut Count) -> Result<T>) -> Result<()> {
    row(name, raw, || {
        let mut count = Count(0);
        run(&mut count)?;
        Ok(count.0)
    })
}

/// Where everything goes and nothing stays.
struct Count(usize);

impl Write for Count {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0 += bytes.len();
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

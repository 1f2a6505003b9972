//! Benchmark recordings, cached in `target/bench-data`.

use std::fs::{self, File};
use std::io::{BufWriter, Write};
use std::path::{Path, PathBuf};

use memmap2::MmapOptions;
use reenact::{Bytes, Curve, CurveId, Form, Key, Recording};

use crate::{Effort, Result};

/// 28-byte keys and all tracks: the largest form.
pub(crate) const FULL: Form = Form { marker_list: true, ..Form::PUBLISHED_1_1 };

/// Benchmark recordings.
pub(crate) struct Data {
    /// Five minutes at 60 Hz in 28-byte keys: about 200 MB.
    pub(crate) lifelike: Stored,
    /// The same five minutes in 8-byte keys, as MRTK 2.8 writes them.
    pub(crate) lifelike_mrtk: Stored,
    /// A small and a large file of each layout.
    pub(crate) layouts: Vec<Layout>,
}

pub(crate) struct Layout {
    pub(crate) name: &'static str,
    pub(crate) small: Stored,
    pub(crate) large: Stored,
}

/// A recording on disk, with its expected checksum.
pub(crate) struct Stored {
    pub(crate) path: PathBuf,
    pub(crate) bytes: usize,
    pub(crate) keys: usize,
}

/// Durations and sizes.
struct Scale {
    seconds: f32,
    small_bytes: usize,
    large_bytes: usize,
}

impl Data {
    /// Creates the missing recordings.
    pub(crate) fn make(effort: Effort) -> Result<Self> {
        let folder = folder(effort)?;
        fs::create_dir_all(&folder)?;
        let scale = if effort.quick {
            Scale { seconds: 4.0, small_bytes: 500_000, large_bytes: 5_000_000 }
        } else {
            Scale { seconds: 300.0, small_bytes: 10_000_000, large_bytes: 1_000_000_000 }
        };

        let mut layouts = Vec::new();
        let mut wholes = Vec::new();
        for (name, form) in [("8-byte", Form::MRTK_1_1), ("28-byte", FULL)] {
            let whole = make(scale.seconds, form)?;
            let per_second = whole.encoded_len() as f32 / scale.seconds;
            let part = make(scale.small_bytes as f32 / per_second, form)?;
            let small = store(&folder.join(format!("small-{name}.bin")), &part)?;
            let times = scale.large_bytes.div_ceil(whole.encoded_len());
            let large = store_repeated(&folder.join(format!("large-{name}.bin")), &whole, times)?;
            layouts.push(Layout { name, small, large });
            wholes.push(store(&folder.join(format!("lifelike-{name}.bin")), &whole)?);
        }
        let [lifelike_mrtk, lifelike] = <[Stored; 2]>::try_from(wholes).map_err(|_| "not two")?;
        Ok(Self { lifelike, lifelike_mrtk, layouts })
    }
}

/// Synthetic performance at 60 Hz.
fn make(seconds: f32, form: Form) -> reenact::Result<Recording> {
    reenact_make::make(&reenact_make::Options {
        seconds,
        rate_hz: 60.0,
        seed: 1,
        form,
        ..Default::default()
    })
}

/// Folder beside the program.
fn folder(effort: Effort) -> Result<PathBuf> {
    let program = std::env::current_exe()?;
    let target = program.ancestors().nth(2).ok_or("this program lies in no folder")?;
    Ok(target.join("bench-data").join(if effort.quick { "quick" } else { "full" }))
}

/// Writes a recording unless there is a file of its size.
fn store(path: &Path, recording: &Recording) -> Result<Stored> {
    let stored = Stored {
        path: path.to_owned(),
        bytes: recording.encoded_len(),
        keys: recording.key_count(),
    };
    if !stored.is_there() {
        write(path, recording)?;
    }
    Ok(stored)
}

/// Writes a recording with its keys repeated `times` times, each later than the last.
fn store_repeated(path: &Path, recording: &Recording, times: usize) -> Result<Stored> {
    let key_bytes: usize =
        recording.curves().map(|(_, curve)| curve.raw_keys().as_bytes().len()).sum();
    let stored = Stored {
        path: path.to_owned(),
        bytes: recording.encoded_len() + key_bytes * (times - 1),
        keys: recording.key_count() * times,
    };
    if !stored.is_there() {
        write(path, &repeated(recording, times)?)?;
    }
    Ok(stored)
}

fn repeated(recording: &Recording, times: usize) -> Result<Recording> {
    let mut result = Recording::new(recording.form(), recording.tracks())?;
    let step_secs = recording.end_secs() + 1.0 / 60.0;
    for (id, curve) in recording.curves() {
        let later = |turn: usize| {
            let shift_secs = turn as f32 * step_secs;
            curve.iter().map(move |key| Key { time_secs: key.time_secs + shift_secs, ..key })
        };
        result.set_curve(id, Curve::from_keys(curve.kind(), (0..times).flat_map(later)))?;
    }
    result.set_markers(recording.markers())?;
    Ok(result)
}

/// Writes to a temporary file first, so that an interrupted run leaves no partial file.
fn write(path: &Path, recording: &Recording) -> Result<()> {
    let unfinished = path.with_extension(format!("{}.part", std::process::id()));
    let mut out = BufWriter::new(File::create(&unfinished)?);
    recording.write_to(&mut out)?;
    out.flush()?;
    // Otherwise the system would write to disk during later measurements.
    out.get_ref().sync_all()?;
    Ok(fs::rename(unfinished, path)?)
}

impl Stored {
    fn is_there(&self) -> bool {
        fs::metadata(&self.path).is_ok_and(|found| found.len() == self.bytes as u64)
    }

    /// Maps the file; with `populate`, all pages are loaded.
    pub(crate) fn map(&self, populate: bool) -> Result<Bytes> {
        let file = File::open(&self.path)?;
        let mut options = MmapOptions::new();
        if populate {
            options.populate();
        }
        // SAFETY: the file belongs to this program, and is not written to after it is created.
        #[expect(unsafe_code, reason = "the mapped form is what is measured")]
        let mapping = unsafe { options.map(&file) };
        Ok(Bytes::from_owner(mapping?))
    }

    /// Checks that a recording is the one that was stored.
    pub(crate) fn check(&self, recording: &Recording) -> Result<()> {
        if recording.key_count() == self.keys && recording.encoded_len() == self.bytes {
            return Ok(());
        }
        Err(format!("not what was stored: {recording:?} in {}", self.path.display()).into())
    }
}

/// Whether an index is that of one of the four boolean curves in a file with all tracks.
pub(crate) fn is_boolean(curve: usize) -> bool {
    reenact::Tracks::ALL.id_at(curve).is_some_and(CurveId::is_boolean)
}

/// Checksum over all key words and the index of their curve.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(crate) struct Checksum {
    keys: usize,
    sum: u64,
    curves: u64,
}

impl Checksum {
    /// Adds a curve.
    pub(crate) fn add(&mut self, keys: usize, words: impl Iterator<Item = u32>) {
        self.keys += keys;
        self.curves += 1;
        let sum = words.fold(0_u64, |sum, word| sum.wrapping_add(word.into()));
        self.sum = self.sum.wrapping_add(self.curves.wrapping_mul(sum));
    }

    pub(crate) fn of(recording: &Recording) -> Self {
        let mut checksum = Self::default();
        for (_, curve) in recording.curves() {
            let words = curve.raw_keys().as_bytes().as_chunks().0;
            checksum.add(curve.len(), words.iter().map(|&word| u32::from_le_bytes(word)));
        }
        checksum
    }

    /// Number of keys and sum, in the format that the other languages print.
    pub(crate) fn to_text(self) -> String {
        format!("{} {}", self.keys, self.sum)
    }
}

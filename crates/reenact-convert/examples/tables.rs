//! Writes recordings as tables, for checks by other programs.
//!
//! ```text
//! cargo run -p reenact-convert --all-features --example tables -- FOLDER FILE.bin…
//! ```
//!
//! makes `FOLDER/NAME/{frames,joints,keys,markers}.parquet`, the same poses as `frames.csv` and `joints.csv`, `keys.csv`, and
//! `mrtk.parquet` with the frames as MRTK would play them; and `FOLDER/study`, a dataset of 200 short recordings.

use std::fs::{self, File};
use std::path::{Path, PathBuf};

use reenact::{Mode, Recording};
use reenact_convert::csv;
use reenact_convert::parquet::{self, Dataset, Options};
use reenact_convert::tables::Table;

/// Sample rate of all tables of poses.
const RATE_HZ: f32 = 30.0;
const STUDY: u64 = 200;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut args = std::env::args_os().skip(1).map(PathBuf::from);
    let folder = args.next().ok_or("usage: tables FOLDER FILE.bin…")?;
    for file in args {
        let name = file.file_stem().ok_or("a file without a name")?.to_string_lossy().into_owned();
        let bytes = fs::read(&file)?;
        let recording = Recording::from_slice(&bytes)?;
        write_tables(&folder.join(&name), &name, &recording)?;
    }
    let study = Dataset::new(folder.join("study"), Table::ALL);
    for seed in 0..STUDY {
        let recording = reenact_make::make(&reenact_make::Options {
            seconds: 1.0,
            seed,
            ..Default::default()
        })?;
        let name = format!("person {seed:03}/a");
        study.add(&recording, &Options { name: &name, rate_hz: RATE_HZ, ..Options::default() })?;
    }
    Ok(())
}

fn write_tables(
    folder: &Path,
    name: &str,
    recording: &Recording,
) -> Result<(), Box<dyn std::error::Error>> {
    fs::create_dir_all(folder)?;
    let options = Options { name, rate_hz: RATE_HZ, ..Options::default() };
    for table in Table::ALL {
        let file = File::create(folder.join(format!("{}.parquet", table.name())))?;
        let _ = parquet::write(recording, table, &options, file)?;
    }
    let mrtk = Options { mode: Mode::Mrtk, ..options };
    let file = File::create(folder.join("mrtk.parquet"))?;
    let _ = parquet::write(recording, Table::Frames, &mrtk, file)?;

    let options = csv::Options { name, rate_hz: RATE_HZ, ..csv::Options::default() };
    for table in [Table::Frames, Table::Joints, Table::Keys] {
        let mut file = File::create(folder.join(format!("{table}.csv")))?;
        let _ = csv::write(recording, table, &options, &mut file)?;
    }
    Ok(())
}

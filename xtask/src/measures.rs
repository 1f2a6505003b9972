//! Step that compares the measures of `reenact stats` with an independent implementation.

use std::env::consts::EXE_SUFFIX;
use std::fs;
use std::path::{Path, PathBuf};

use reenact::Recording;
use reenact_make::{Device, Options, make};

use crate::files;
use crate::process::{build, command, output_of, report};

const PROGRAM: &str = "testdata/independent_measures.py";

/// Output folder for synthetic recordings and the table.
const FOLDER: &str = "target/measures";

/// Seeds of synthetic recordings, for each device.
const SEEDS: [u64; 3] = [1, 2, 3];

pub(crate) fn measures() -> Result<String, String> {
    if output_of(&mut command("python3", &["--version"])).is_none() {
        return Err("this step needs Python 3.9 or later as `python3`: install it from \
                    https://www.python.org or your system's packages"
            .to_owned());
    }
    build(&["--bin", "reenact"])?;
    files::empty(FOLDER)?;
    fs::create_dir_all(FOLDER).map_err(|error| format!("{error}: {FOLDER}"))?;
    let mut recordings = readable()?;
    recordings.extend(made()?);
    let program = format!("target/debug/reenact{EXE_SUFFIX}");
    let table = output_of(command(&program, &["stats", "--csv"]).args(recordings))
        .ok_or("`reenact stats --csv` fails on a recording of testdata")?;
    let path = format!("{FOLDER}/stats.csv");
    fs::write(&path, table).map_err(|error| format!("{error}: {path}"))?;
    report("python3", &[PROGRAM, "--check", &path])
}

/// Folders of recordings in version 1.0 and 1.1.
const FOLDERS: [&str; 4] = ["recordings", "long", "published", "odd"];

/// Readable recordings.
fn readable() -> Result<Vec<PathBuf>, String> {
    let mut found = Vec::new();
    for folder in FOLDERS {
        found.extend(files::with_ending(&Path::new("testdata").join(folder), "bin")?);
    }
    found.retain(|path| fs::read(path).is_ok_and(|bytes| Recording::from_slice(&bytes).is_ok()));
    Ok(found)
}

fn made() -> Result<Vec<PathBuf>, String> {
    let mut found = Vec::new();
    for (device, name) in [(Device::Ideal, "ideal"), (Device::HoloLens2, "hololens2")] {
        for seed in SEEDS {
            let recording = make(&Options { seconds: 12.0, seed, device, ..Options::default() });
            let recording = recording.map_err(|error| error.to_string())?;
            let path = Path::new(FOLDER).join(format!("{name}-{seed}.bin"));
            fs::write(&path, recording.to_bytes())
                .map_err(|error| format!("{error}: {}", path.display()))?;
            found.push(path);
        }
    }
    Ok(found)
}

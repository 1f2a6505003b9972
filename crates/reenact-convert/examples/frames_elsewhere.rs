//! Writes recordings in frame-based formats, with the expected poses, for checks by other programs.
//!
//! ```text
//! cargo run -p reenact-convert --all-features --example frames_elsewhere -- FOLDER FILE…
//! ```
//!
//! makes `FOLDER/NAME.iwer.json`, `FOLDER/NAME_head_hand_eye.csv`, `FOLDER/NAME.mcap` and `FOLDER/NAME.bin`, all at 60 Hz, and
//! `FOLDER/NAME.ndjson` with the poses at 120 Hz. A file is a recording in any format that is read.

use std::fs::{self, File};
use std::path::PathBuf;

use reenact::{FrameTimes, Mode};
use reenact_convert::{frames, hololens, iwer, mcap, read};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut args = std::env::args_os().skip(1).map(PathBuf::from);
    let folder = args.next().ok_or("usage: frames_elsewhere FOLDER FILE…")?;
    fs::create_dir_all(&folder)?;
    for path in args {
        let recording = read(fs::read(&path)?)?;
        let name = path.file_name().ok_or("a file without a name")?.to_string_lossy();
        let name = name.split('.').next().unwrap_or_default();
        let create = |ending: &str| File::create(folder.join(format!("{name}{ending}")));
        let _ = iwer::write(&recording, &iwer::Options::default(), &mut create(".iwer.json")?)?;
        let mut table = create("_head_hand_eye.csv")?;
        let _ = hololens::write(&recording, &hololens::Options::default(), &mut table)?;
        let _ = mcap::write(&recording, &mcap::Options::default(), &mut create(".mcap")?)?;
        recording.write_to(create(".bin")?)?;
        let times = FrameTimes::of(&recording, 120.0)?;
        let _ = frames::write(&recording, Mode::Clean, times.iter(), &mut create(".ndjson")?)?;
    }
    Ok(())
}

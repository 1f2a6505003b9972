//! Writes recordings in formats for animation tools and research, with the expected keys and poses, for
//! checks by other programs.
//!
//! ```text
//! cargo run -p reenact-convert --all-features --example clips -- FOLDER FILE.bin…
//! ```
//!
//! makes `FOLDER/NAME.anim`, `NAME.anim.meta`, `NAME.mrtk.anim`, `NAME.bvh`, `NAME.usda`, `NAME.left.json` and `NAME.right.json`
//! (hand poses at one time, if the hand is tracked), a dataset `FOLDER/bids`; and `NAME.json` with the keys, `NAME.ndjson` with
//! frames at the same rate, and `NAME.losses.txt`.

use std::fmt::Write as _;
use std::fs::{self, File};
use std::io::{BufWriter, Write};
use std::path::{Path, PathBuf};

use reenact::hand::Side;
use reenact::{FrameTimes, Mode, Recording, Sampler};
use reenact_convert::{Error, bids, bvh, frames, hand_pose, json, unity, usd};

/// Sample rate of all files.
const RATE_HZ: f32 = 30.0;

type Outcome<T = ()> = Result<T, Box<dyn std::error::Error>>;

fn main() -> Outcome {
    let mut args = std::env::args_os().skip(1).map(PathBuf::from);
    let folder = args.next().ok_or("usage: clips FOLDER FILE.bin…")?;
    fs::create_dir_all(&folder)?;
    for path in args {
        let bytes = fs::read(&path)?;
        let recording = Recording::from_slice(&bytes)?;
        let name = path.file_stem().ok_or("a file without a name")?.to_string_lossy().into_owned();
        convert(&recording, &name, &folder)
            .map_err(|error| format!("{error}: {}", path.display()))?;
    }
    Ok(())
}

fn convert(recording: &Recording, name: &str, folder: &Path) -> Outcome {
    let create = |ending: &str| -> Outcome<BufWriter<File>> {
        Ok(BufWriter::new(File::create(folder.join(format!("{name}.{ending}")))?))
    };
    let mut lost = String::new();
    for (rig, ending) in [(unity::Rig::Reenact, "anim"), (unity::Rig::Mrtk, "mrtk.anim")] {
        let options = unity::Options { name, rig, rate_hz: RATE_HZ, max_frames: None };
        let losses = unity::write(recording, &options, &mut create(ending)?)?;
        writeln!(lost, "{ending}\t{losses}")?;
        unity::write_meta(recording, &options, &mut create(&format!("{ending}.meta"))?)?;
    }
    let options = bvh::Options { rate_hz: RATE_HZ, ..bvh::Options::default() };
    writeln!(lost, "bvh\t{}", bvh::write(recording, &options, &mut create("bvh")?)?)?;
    let options = usd::Options { rate_hz: RATE_HZ, ..usd::Options::default() };
    writeln!(lost, "usda\t{}", usd::write(recording, &options, &mut create("usda")?)?)?;
    let times = FrameTimes::from_zero(recording, RATE_HZ)?;
    let sampler = Sampler::new(recording, Mode::Clean);
    for side in Side::ALL {
        // Middle of the tracked time.
        let tracked: Vec<f32> = sampler
            .frames(times)
            .filter(|frame| frame.hand(side).is_some_and(|hand| hand.tracked))
            .map(|frame| frame.time_secs)
            .collect();
        if let Some(&time_secs) = tracked.get(tracked.len() / 2) {
            let mut file = create(&format!("{side}.json"))?;
            let options = hand_pose::Options::new(side, time_secs);
            match hand_pose::write(recording, &options, &mut file) {
                Ok(losses) => writeln!(lost, "{side}.json\t{time_secs}\t{losses}")?,
                Err(Error::Impossible(_)) => {
                    fs::remove_file(folder.join(format!("{name}.{side}.json")))?;
                }
                Err(error) => return Err(error.into()),
            }
        }
    }
    dataset(recording, name, &folder.join("bids"))?;
    let _ = json::write(recording, &mut create("json")?)?;
    let _ = frames::write(recording, Mode::Clean, times.iter(), &mut create("ndjson")?)?;
    create("losses.txt")?.write_all(lost.as_bytes())?;
    Ok(())
}

fn dataset(recording: &Recording, name: &str, folder: &Path) -> Outcome {
    let subject = bids::Label::of(name).ok_or("a name without letters")?;
    let names = bids::Names { subject, session: None, task: bids::Label::new("corpus")? };
    let axes = reenact_convert::Axes::Web;
    let options = bids::Options { names, axes, rate_hz: RATE_HZ, max_frames: None };
    for file in bids::File::of(recording) {
        let path = folder.join(file.path(&options.names));
        fs::create_dir_all(path.parent().ok_or("a file in no folder")?)?;
        let _ = file.write(recording, &options, &mut BufWriter::new(File::create(path)?))?;
    }
    Ok(())
}

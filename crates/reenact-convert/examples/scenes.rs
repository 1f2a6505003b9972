//! Writes recordings as glTF, with the expected poses, for checks by other programs.
//!
//! ```text
//! cargo run -p reenact-convert --all-features --example scenes -- FOLDER FILE.bin… [--still FILE.bin…]
//! ```
//!
//! makes `FOLDER/NAME.PROFILE.FOR.glb` for each profile and each target application, and `FOLDER/NAME.ndjson` with frames; no
//! frames for files after `--still`, whose rotations jump, so that slerp and nlerp differ. The recording `demo`, which needs no
//! file, comes first.

use std::fs::{self, File};
use std::path::{Path, PathBuf};

use reenact::{FrameTimes, Mode, Recording};
use reenact_convert::gltf::{Options, Profile, write_glb};
use reenact_convert::{Axes, frames};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut args = std::env::args_os().skip(1).map(PathBuf::from);
    let folder = args.next().ok_or("usage: scenes FOLDER FILE.bin…")?;
    fs::create_dir_all(&folder)?;
    scenes(&folder, "demo", &reenact_make::demo(), false)?;
    let mut is_still = false;
    for path in args {
        if path.as_os_str() == "--still" {
            is_still = true;
            continue;
        }
        let bytes = fs::read(&path)?;
        // Some files are invalid on purpose.
        let Ok(recording) = Recording::from_slice(&bytes) else { continue };
        let name = path.file_stem().ok_or("a file without a name")?.to_string_lossy();
        scenes(&folder, &name, &recording, is_still)?;
    }
    Ok(())
}

fn scenes(
    folder: &Path,
    name: &str,
    recording: &Recording,
    is_still: bool,
) -> Result<(), Box<dyn std::error::Error>> {
    let mut is_sampled = false;
    for profile in Profile::ALL {
        for axes in Axes::ALL {
            let options = Options { profile, axes, ..Options::default() };
            let ending = format!("{}.{}.glb", profile.name(), axes.name());
            let mut file = File::create(folder.join(format!("{name}.{ending}")))?;
            let losses = write_glb(recording, &options, &mut file)?;
            is_sampled = losses.sampled_curves > 0;
        }
    }
    // Curves with tangents are exact at the samples and approximate in between; linear ones are exact
    // everywhere.
    let rate_hz = if is_sampled { 10.0 } else { 11.0 };
    if let (Ok(times), false) = (FrameTimes::of(recording, rate_hz), is_still) {
        let mut file = File::create(folder.join(format!("{name}.ndjson")))?;
        let _ = frames::write(recording, Mode::Clean, times.iter(), &mut file)?;
    }
    Ok(())
}

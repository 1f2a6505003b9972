//! Writes recordings as glTF, and beside each what the poses are, for other programs to be held against.
//!
//! ```text
//! cargo run -p reenact-convert --all-features --example scenes -- FOLDER FILE.bin… [--still FILE.bin…]
//! ```
//!
//! makes `FOLDER/NAME.glb`, the same for Unity as `FOLDER/NAME.unity.glb`, and `FOLDER/NAME.ndjson` with frames; for files after
//! `--still` no frames: where rotations make leaps, an arc and a chord are not the same.

use std::fs::{self, File};
use std::path::PathBuf;

use reenact::{FrameTimes, Mode, Recording};
use reenact_convert::frames;
use reenact_convert::gltf::{Axes, Options, write_glb};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut args = std::env::args_os().skip(1).map(PathBuf::from);
    let folder = args.next().ok_or("usage: scenes FOLDER FILE.bin…")?;
    fs::create_dir_all(&folder)?;
    let mut is_still = false;
    for path in args {
        if path.as_os_str() == "--still" {
            is_still = true;
            continue;
        }
        let bytes = fs::read(&path)?;
        let recording = Recording::parse(&bytes)?;
        let name = path.file_stem().ok_or("a file without a name")?.to_string_lossy().into_owned();
        let mut is_sampled = false;
        for (axes, ending) in [(Axes::Web, "glb"), (Axes::Unity, "unity.glb")] {
            let options = Options { axes, ..Options::default() };
            let mut file = File::create(folder.join(format!("{name}.{ending}")))?;
            is_sampled = write_glb(&recording, &options, &mut file)?.bent_curves > 0;
        }
        // Curves with tangents are right at the samples and near them in between; straight lines are right everywhere.
        let rate_hz = if is_sampled { 10.0 } else { 11.0 };
        if let (Ok(times), false) = (FrameTimes::of(&recording, rate_hz), is_still) {
            let mut file = File::create(folder.join(format!("{name}.ndjson")))?;
            let _ = frames::write(&recording, Mode::Clean, times.iter(), &mut file)?;
        }
    }
    Ok(())
}

//! Prints the position of the right index fingertip, twice per second. Program of the README.

#![expect(clippy::print_stdout, reason = "it is what the program does")]

use reenact::hand::{Joint, Side};
use reenact::{FrameTimes, Mode, Sampler};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let path = std::env::args().nth(1).ok_or("which recording?")?;
    let file = reenact_file::open(path)?; // maps the file, reads no keys
    let recording = file.recording();
    let sampler = Sampler::new(recording, Mode::Clean);
    for frame in sampler.frames(FrameTimes::of(recording, 2.0)?) {
        if let Some(tip) = frame.joint(Side::Right, Joint::IndexTip) {
            println!("{:.1} s: right index fingertip at {:.3} m", frame.time_secs, tip.position);
        }
    }
    Ok(())
}

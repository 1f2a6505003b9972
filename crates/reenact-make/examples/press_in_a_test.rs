//! A recording from a script, in a test: no headset, no file.

use reenact::hand::{Joint, Side};
use reenact::{Form, Mode, Sampler};
use reenact_make::Script;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let script = Script::parse(include_str!("scripts/press.toml"))?;
    let recording = script.perform(Form::MRTK_1_1);
    let pressed = recording.markers().find(|marker| marker.name == "poke").ok_or("no press")?;
    let frame = Sampler::new(&recording, Mode::Clean).frame_at(pressed.time_secs);
    let tip = frame.joint(Side::Right, Joint::IndexTip).ok_or("the hand is not tracked")?;
    assert!(tip.position.z > 0.5, "the fingertip is behind the button's surface");
    Ok(())
}

//! Damage to the curves, markers and bytes of a recording, as `cargo xtask attack` makes it.

#[path = "../../../../xtask/src/attack/mutate.rs"]
mod mutate;
#[path = "../../../../xtask/src/attack/rng.rs"]
mod rng;

use reenact::Recording;

/// One of the recordings as bytes, damaged by a seed.
pub(crate) fn damaged(recordings: &[Recording], seed: u64) -> Vec<u8> {
    let mut rng = rng::Rng::new(seed, 0);
    let recording = rng.pick(recordings).unwrap();
    let mut bytes = match rng.below(4) {
        0 => recording.to_bytes(),
        _ => mutate::structure(recording, &mut rng),
    };
    if rng.one_in(2) {
        mutate::bytes(&mut bytes, &mut rng);
    }
    if rng.one_in(16) {
        mutate::text(&mut bytes, &mut rng);
    }
    bytes
}

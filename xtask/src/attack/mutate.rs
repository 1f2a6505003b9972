//! Damage to an input: to the structure of a recording, to bytes, and to text.

use reenact::{Curve, CurveId, Key, Marker, Recording, WrapMode};

use super::rng::Rng;

/// Times and values that no device records.
const ODD: [f32; 14] = [
    f32::NAN,
    f32::INFINITY,
    f32::NEG_INFINITY,
    f32::MAX,
    f32::MIN_POSITIVE,
    0.0,
    -0.0,
    -1.0,
    1.0,
    8000.0,
    1e7,
    -1e7,
    1e30,
    1e-40,
];

/// Names that may cause problems.
const NAMES: [&str; 9] = [
    "",
    "=1+1",
    "\u{1b}[2J",
    "\u{202e}txt",
    "a\nb\r\n\t",
    "say \"hi\"\\",
    "手👋🏽",
    "\u{0}",
    "a,b;c|d/../..",
];

const COUNTS: [i32; 9] = [-1, 0, 1, 2, 255, 65_536, i32::MAX, i32::MIN, 100_000_000];

const TOKENS: [&str; 14] = [
    "NaN",
    "1e999",
    "-0",
    "null",
    "{",
    "]",
    "\"",
    "\\u0000",
    "-1",
    "1e-400",
    "99999999999999999999",
    "true",
    ",",
    "\n",
];

/// A recording with some changes to its curves and markers, as bytes.
pub(super) fn structure(recording: &Recording, rng: &mut Rng) -> Vec<u8> {
    let mut changed = recording.clone();
    for _ in 0..=rng.below(4) {
        if rng.one_in(6) {
            markers(&mut changed, rng);
            continue;
        }
        let curves: Vec<(CurveId, Curve)> =
            changed.curves().map(|(id, curve)| (id, curve.clone())).collect();
        if let Some((id, curve)) = rng.pick(&curves) {
            let curve = changed_curve(curve, rng);
            // Keys of a kind that the form cannot store are rejected, which is fine.
            _ = changed.set_curve(*id, curve);
        }
    }
    if rng.one_in(8) {
        let trailing = vec![0x41_u8; rng.below(200)];
        _ = changed.set_trailing(trailing);
    }
    changed.to_bytes()
}

fn changed_curve(curve: &Curve, rng: &mut Rng) -> Curve {
    let mut keys: Vec<Key> = curve.iter().collect();
    let odd = *rng.pick(&ODD).unwrap_or(&0.0);
    let at = rng.below(keys.len());
    match rng.below(9) {
        0 => keys.clear(),
        1 => keys.reverse(),
        2 => keys.truncate(at),
        3 => {
            if let Some(&key) = keys.get(at) {
                keys.insert(at, key);
            }
        }
        4 => {
            let wraps = [0, 1, 2, 4, 8, 17, -1].map(WrapMode);
            let [before, after] = [rng.below(wraps.len()), rng.below(wraps.len())]
                .map(|index| wraps.get(index).copied().unwrap_or(WrapMode(0)));
            return curve.clone().with_wraps(before, after);
        }
        5 => {
            if let Some(key) = keys.last_mut() {
                key.time_secs = odd;
            }
        }
        6 => {
            if let Some(key) = keys.get_mut(at) {
                key.time_secs = odd;
            }
        }
        7 => {
            for key in keys.iter_mut().skip(at).take(40) {
                key.value = odd;
            }
        }
        _ => {
            if let Some(key) = keys.get_mut(at) {
                key.value = odd;
                key.in_tangent = odd;
                key.out_weight = odd;
            }
        }
    }
    curve.with_keys(keys)
}

fn markers(recording: &mut Recording, rng: &mut Rng) {
    let mut list: Vec<(f32, String)> =
        recording.markers().map(|marker| (marker.time_secs, marker.name.into_owned())).collect();
    for _ in 0..=rng.below(3) {
        let name = rng.pick(&NAMES).copied().unwrap_or_default().repeat(1 + rng.below(40));
        list.push((rng.pick(&ODD).copied().unwrap_or(0.0), name));
    }
    _ = recording.set_markers(list.into_iter().map(|(time, name)| Marker::new(time, name)));
}

/// Changes some bytes of any file.
pub(super) fn bytes(bytes: &mut Vec<u8>, rng: &mut Rng) {
    for _ in 0..=rng.below(3) {
        let at = rng.below(bytes.len());
        match rng.below(7) {
            0 => bytes.truncate(at),
            1 => put(bytes, at, &[u8::try_from(rng.below(256)).unwrap_or(0)]),
            2 => {
                let count = rng.pick(&COUNTS).copied().unwrap_or(0);
                put(bytes, at, &count.to_le_bytes());
            }
            3 => {
                let odd = rng.pick(&ODD).copied().unwrap_or(0.0);
                put(bytes, at, &odd.to_le_bytes());
            }
            4 => put(bytes, at, &vec![0; rng.below(300)]),
            5 => {
                let end = bytes.len().min(at + rng.below(300));
                let part = bytes.get(at..end).unwrap_or_default().to_vec();
                let to = rng.below(bytes.len());
                bytes.splice(to..to, part);
            }
            _ => {
                let end = bytes.len().min(at + rng.below(300));
                bytes.drain(at..end);
            }
        }
    }
}

/// Overwrites bytes, up to the end.
fn put(bytes: &mut [u8], at: usize, new: &[u8]) {
    for (byte, new) in bytes.iter_mut().skip(at).zip(new) {
        *byte = *new;
    }
}

/// Inserts or replaces some tokens of a text.
pub(super) fn text(text: &mut Vec<u8>, rng: &mut Rng) {
    for _ in 0..=rng.below(3) {
        let at = rng.below(text.len());
        let token = rng.pick(&TOKENS).copied().unwrap_or_default();
        // End of a number or a name.
        let rest = text.get(at..).unwrap_or_default();
        let len = rest.iter().position(|byte| !byte.is_ascii_alphanumeric()).unwrap_or(rest.len());
        let len = if rng.one_in(2) { len } else { 0 };
        text.splice(at..at + len, token.repeat(1 + rng.below(3)).into_bytes());
    }
}

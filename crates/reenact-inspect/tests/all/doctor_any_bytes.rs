//! Whatever the bytes, there is a report: what the fuzz target checks, with bytes of our own.

#[path = "../../../../fuzz/inspect_checks.rs"]
mod inspect_checks;

use inspect_checks::doctor as check;

/// A small generator of numbers, the same in every run.
fn numbers(mut state: u64) -> impl FnMut() -> u64 {
    move || {
        state = state.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut bits = state;
        bits = (bits ^ (bits >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        bits = (bits ^ (bits >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        bits ^ (bits >> 31)
    }
}

fn small() -> Vec<u8> {
    let options = reenact_make::Options { seconds: 0.3, ..Default::default() };
    reenact_make::make(&options).unwrap().to_bytes()
}

#[test]
fn every_prefix_has_a_report() {
    let bytes = small();
    for len in (0..400).chain((400..bytes.len()).step_by(997)) {
        check(&bytes[..len]);
    }
}

#[test]
fn damaged_bytes_have_a_report() {
    let whole = small();
    let mut next = numbers(1);
    for _ in 0..300 {
        let mut bytes = whole.clone();
        for _ in 0..next() % 40 {
            let at = next() as usize % bytes.len();
            bytes[at] = next() as u8;
        }
        check(&bytes);
    }
}

#[test]
fn odd_numbers_in_every_key_have_a_report() {
    let whole = small();
    let odd = [
        f32::NAN,
        f32::INFINITY,
        f32::NEG_INFINITY,
        f32::MAX,
        f32::MIN,
        1e30,
        -1e30,
        0.0,
        -0.0,
        f32::MIN_POSITIVE,
        1e-45,
    ];
    let mut next = numbers(2);
    let recording = reenact::Recording::from_slice(&whole).unwrap();
    for _ in 0..150 {
        let mut damaged = recording.clone();
        let share = 1 + next() % 50;
        for (id, curve) in recording.curves() {
            let keys = curve.iter().map(|key| {
                let mut pick = |value| {
                    if next().is_multiple_of(share) {
                        odd[next() as usize % odd.len()]
                    } else {
                        value
                    }
                };
                reenact::Key { time_secs: pick(key.time_secs), value: pick(key.value), ..key }
            });
            let keys: Vec<_> = keys.collect();
            damaged.set_curve(id, reenact::Curve::from_keys(curve.kind(), keys)).unwrap();
        }
        check(&damaged.to_bytes());
    }
}

#[test]
fn what_fuzzing_found_stays_fixed() {
    let folder =
        std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../../fuzz/regressions/doctor");
    let Ok(entries) = std::fs::read_dir(folder) else { return };
    for entry in entries {
        check(&std::fs::read(entry.unwrap().path()).unwrap());
    }
}

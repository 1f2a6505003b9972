//! What is promised about the bytes, whatever is asked for.

use crate::common::{camera, hand};
use reenact::hand::Side;
use reenact::{Form, Recording, Tracks};
use reenact_make::{Act, Options, Script, demo, make, perform};

const FORMS: [Form; 4] = [Form::MRTK_1_0, Form::MRTK_1_1, Form::PUBLISHED_1_0, Form::PUBLISHED_1_1];

fn short(seed: u64) -> Options {
    Options { seconds: 3.0, seed, ..Options::default() }
}

/// FNV-1a, to tell bytes apart without keeping them.
fn fingerprint(bytes: &[u8]) -> u64 {
    bytes.iter().fold(0xcbf2_9ce4_8422_2325, |hash, byte| {
        (hash ^ u64::from(*byte)).wrapping_mul(0x100_0000_01b3)
    })
}

#[test]
fn the_same_seed_gives_the_same_bytes() {
    assert_eq!(make(&short(5)).to_bytes(), make(&short(5)).to_bytes());
    assert_eq!(demo().to_bytes(), demo().to_bytes());
}

#[test]
fn another_seed_gives_other_bytes() {
    assert_ne!(make(&short(5)).to_bytes(), make(&short(6)).to_bytes());
}

#[test]
fn the_same_seed_gives_the_same_bytes_on_every_platform() {
    // Change these only together with what is made, and say so in the changelog.
    assert_eq!(fingerprint(&make(&Options::default()).to_bytes()), 212_703_798_361_465_878);
    assert_eq!(fingerprint(&demo().to_bytes()), 10_142_079_412_832_285_446);
}

#[test]
fn a_longer_take_begins_like_a_shorter_one() {
    let (short, long) = (make(&short(4)), make(&Options { seconds: 6.0, ..short(4) }));
    let (a, b) = (hand(&short, Side::Right), hand(&long, Side::Right));
    for (a, b) in a.iter().zip(&b) {
        assert_eq!(a.joints[0].position, b.joints[0].position, "at {}", a.time_secs);
    }
}

#[test]
fn the_rate_changes_how_it_is_filmed_and_not_what_happens() {
    let slow = make(&Options { rate_hz: 30.0, ..short(4) });
    let fast = make(&Options { rate_hz: 120.0, ..short(4) });
    for (slow, fast) in camera(&slow).iter().zip(camera(&fast).iter().step_by(4)) {
        assert!(slow.1.position.distance(fast.1.position) < 0.001, "at {}", slow.0);
    }
}

#[test]
fn every_form_reads_back_as_what_was_made() {
    for form in FORMS {
        let made = make(&Options { form, ..short(2) });
        let bytes = made.to_bytes();
        let read = Recording::from_slice(&bytes).unwrap();
        assert_eq!(read, made, "{form}");
        assert_eq!(read.form(), form);
        assert_eq!(read.tracks(), if form.version.is_1_1() { Tracks::ALL } else { Tracks::V1_0 });
        assert_eq!(read.markers().count() > 0, form.marker_list);
        assert_eq!(read.end_secs(), 3.0);
    }
}

#[test]
fn the_size_is_a_key_per_frame_and_curve() {
    let options = Options { seconds: 30.0, form: Form::PUBLISHED_1_1, ..Options::default() };
    assert_eq!(options.frames(), 1801);
    let bytes = make(&options).encoded_len();
    // Five minutes are ten times as much: 200 MB, less slot `None` and what was lost.
    assert!((16_000_000..20_500_000).contains(&bytes), "{bytes}");
}

#[test]
fn odd_lengths_and_rates_give_a_recording_all_the_same() {
    let lengths = [0.0, -1.0, f32::NAN, f32::MIN_POSITIVE, 0.01, 1.0 / 60.0, 1.23];
    let rates = [60.0, 0.0, -5.0, f32::NAN, f32::INFINITY, 0.5, 29.97, 59.94, 1e9];
    for seconds in lengths {
        for rate_hz in rates {
            for form in [Form::MRTK_1_0, Form::MRTK_1_1] {
                let options = Options { seconds, rate_hz, seed: 3, form, ..Options::default() };
                let made = make(&options);
                let frames = camera(&made);
                assert_eq!(frames.len(), options.frames(), "{options:?}");
                assert!(frames.windows(2).all(|pair| pair[0].0 < pair[1].0), "{options:?}");
                assert!(Recording::from_slice(&made.to_bytes()).is_ok(), "{options:?}");
            }
        }
    }
}

#[test]
fn lengths_and_rates_out_of_range_are_refused_with_their_limits() {
    let check = |seconds, rate_hz| Options { seconds, rate_hz, ..Options::default() }.check();
    for seconds in [-0.1, 86_401.0, 900_000.0, f32::NAN, f32::INFINITY] {
        let message = check(seconds, 60.0).unwrap_err().to_string();
        assert!(message.contains("from 0 to 86400"), "{message}");
    }
    for rate_hz in [0.0, 0.99, -5.0, 1_001.0, f32::NAN] {
        let message = check(1.0, rate_hz).unwrap_err().to_string();
        assert!(message.contains("from 1 to 1000 Hz"), "{message}");
    }
    for (seconds, rate_hz) in [(0.0, 1.0), (86_400.0, 1_000.0), (10.0, 59.94)] {
        check(seconds, rate_hz).unwrap();
    }
}

#[test]
fn no_length_is_one_frame() {
    let made = make(&Options { seconds: 0.0, ..Options::default() });
    assert_eq!(camera(&made).len(), 1);
    assert_eq!(made.end_secs(), 0.0);
}

#[test]
fn a_script_decides_what_happens() {
    let script = Script::default()
        .then(Act::Pinch { hand: Side::Left, at: [-0.1, 1.3, 0.45], hold_secs: 0.5 })
        .then(Act::Mark { name: "fin ✓".to_owned() });
    let options = Options { seconds: script.seconds(8), seed: 8, ..Options::default() };
    let made = perform(&script, &options);
    let names: Vec<String> = made.markers().map(|m| m.name.to_string()).collect();
    assert_eq!(names, ["start", "pinch", "fin ✓", "end"]);
}

#[test]
fn an_empty_script_is_somebody_standing_there() {
    let made = perform(&Script::default(), &short(1));
    assert_eq!(made.end_secs(), 3.0);
    assert_eq!(made.markers().count(), 2);
}

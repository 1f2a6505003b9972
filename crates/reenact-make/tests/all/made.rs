//! Guarantees on the bytes of synthetic recordings.

use crate::common::{camera, hand};
use reenact::hand::Side;
use reenact::{Form, Recording, Tracks};
use reenact_make::{Device, Options, demo};

const FORMS: [Form; 4] = [Form::MRTK_1_0, Form::MRTK_1_1, Form::PUBLISHED_1_0, Form::PUBLISHED_1_1];

fn short(seed: u64) -> Options {
    Options { seconds: 3.0, seed, ..Options::default() }
}

fn make(options: &Options) -> Recording {
    reenact_make::make(options).unwrap()
}

/// FNV-1a hash, to compare bytes without storing them.
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
    // Change these only together with the synthetic recordings, with an entry in the changelog.
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
    // Five minutes are ten times as much: 200 MB, minus slot `None` and lost hands.
    assert!((16_000_000..20_500_000).contains(&bytes), "{bytes}");
}

#[test]
fn odd_lengths_and_rates_give_a_recording_all_the_same() {
    for seconds in [0.0, f32::MIN_POSITIVE, 0.01, 1.0 / 60.0, 1.23] {
        for rate_hz in [1.0, 29.97, 59.94, 60.0, 1000.0] {
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
    for device in [Device::Ideal, Device::HoloLens2] {
        let refused = |seconds, rate_hz| {
            let options = Options { seconds, rate_hz, ..Options::with_device(device) };
            reenact_make::make(&options).unwrap_err().to_string()
        };
        for seconds in [-0.1, 86_401.0, 900_000.0, f32::NAN, f32::INFINITY] {
            let message = refused(seconds, 60.0);
            assert_eq!(
                message,
                format!("seconds must be from 0 to 86400 (24 hours), not {seconds}")
            );
        }
        for rate_hz in [0.0, 0.99, -5.0, 1_001.0, f32::NAN] {
            let message = refused(1.0, rate_hz);
            assert_eq!(message, format!("the rate must be from 1 to 1000 Hz, not {rate_hz}"));
        }
        assert_eq!(
            refused(86_400.0, 1_000.0),
            "86400 s at 1000 Hz are 86400001 frames, more than the limit of 5184001: choose less than 5184 s or a lower rate"
        );
    }
}

#[test]
fn no_length_is_one_frame() {
    let made = make(&Options { seconds: 0.0, ..Options::default() });
    assert_eq!(camera(&made).len(), 1);
    assert_eq!(made.end_secs(), 0.0);
}

#[test]
fn a_demo_is_cut_or_followed_by_standing_still() {
    let whole = Options::demo(Device::Ideal, 8);
    let end = |seconds| make(&Options { seconds, ..whole });
    let names = |recording: &Recording| -> Vec<String> {
        recording.markers().map(|marker| marker.name.to_string()).collect()
    };
    let (short, long) = (end(3.0), end(40.0));
    assert_eq!((short.end_secs(), long.end_secs()), (3.0, 40.0));
    assert_eq!(names(&long), names(&make(&whole)));
    assert_eq!(names(&short), ["start", "reach", "poke", "end"]);
}

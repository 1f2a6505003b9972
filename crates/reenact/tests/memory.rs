//! Memory stays within a small constant of the size of the input, whatever counts it contains.
//!
//! A single test, because it measures a global allocator.

#![cfg(test)]
#![allow(clippy::as_conversions, clippy::cast_precision_loss, reason = "small numbers")]

use bytes::Bytes;
use reenact::{Curve, Form, Key, KeyKind, Layout, ReadOptions, Recording, Tracks};
use reenact_testkit::heap::{Counting, usage_of};

#[global_allocator]
static ALLOCATOR: Counting = Counting;

/// Peak memory allocated during `work`, in bytes.
fn peak_of<T>(work: impl FnOnce() -> T) -> usize {
    usage_of(work).peak_bytes
}

/// Allowance for a few hundred curve headers.
const SMALL: usize = 256 << 10;

fn recording(form: Form, keys: usize) -> Recording {
    let tracks = if form.version.is_1_1() { Tracks::ALL } else { Tracks::V1_0 };
    let mut recording = Recording::new(form, tracks).unwrap();
    for id in tracks.curve_ids() {
        let kind = if id.is_boolean() { KeyKind::Boolean } else { form.float_kind() };
        let keys = (0..keys).map(|n| Key::linear(n as f32 / 60.0, 1.0));
        recording.set_curve(id, Curve::from_keys(kind, keys)).unwrap();
    }
    recording
}

#[test]
fn memory_is_bounded_by_the_input() {
    for form in [Form::MRTK_1_0, Form::MRTK_1_1, Form::PUBLISHED_1_1] {
        let bytes = recording(form, 2_000).to_bytes();
        let len = bytes.len();

        let shared = Bytes::from(bytes.clone());
        let peak = peak_of(|| Recording::parse(shared.clone()).unwrap());
        assert!(peak < SMALL, "parsing {form} took {peak}");

        let recording = Recording::parse(shared.clone()).unwrap();
        let peak = peak_of(|| recording.clone());
        assert!(peak < SMALL, "a clone, {form}, took {peak}");
        let peak = peak_of(|| recording.clone().into_unshared());
        let given_back = 1 << 20;
        assert!(peak < len + given_back + SMALL, "a copy of {len} bytes, {form}, took {peak}");
        drop(shared);

        let given = Recording::parse(bytes.clone()).unwrap();
        let peak = peak_of(|| {
            let unshared = given.into_unshared();
            assert!(unshared == recording);
            unshared
        });
        assert!(
            peak < given_back + SMALL,
            "taking over {len} bytes, {form}, took {peak} besides them"
        );

        // A buffer that doubles, and is shrunk at the end.
        let peak = peak_of(|| Recording::read(bytes.as_slice()).unwrap());
        assert!(peak < 3 * len + SMALL, "streaming {len} bytes, {form}, took {peak}");

        let peak = peak_of(|| recording.write_to(std::io::sink()).unwrap());
        assert!(peak < SMALL, "writing {form} took {peak}");
    }

    // Wrong counts cause an error, not an allocation.
    let with_wrong_count = |at: usize| {
        let mut bytes = recording(Form::MRTK_1_1, 0).to_bytes();
        bytes[at..at + 4].copy_from_slice(&i32::MAX.to_le_bytes());
        bytes
    };
    let tracks = Tracks::ALL;
    let marker_count_at = 19 + 12 * tracks.curve_count();
    let last_curve = 19 + 12 * (tracks.curve_count() - 1) + 8;
    for bytes in
        [with_wrong_count(27), with_wrong_count(last_curve), with_wrong_count(marker_count_at)]
    {
        let shared = Bytes::from(bytes.clone());
        for layout in [None, Some(Layout::Mrtk), Some(Layout::Published)] {
            let options = ReadOptions { layout, ..ReadOptions::default() };
            let peak = peak_of(|| Recording::parse_with(shared.clone(), &options).unwrap_err());
            assert!(peak < SMALL, "{layout:?} took {peak}");
            let peak = peak_of(|| Recording::read_with(bytes.as_slice(), &options).unwrap_err());
            assert!(peak < (1 << 20) + SMALL, "as a stream, {layout:?} took {peak}");
        }
    }

    // Markers stay encoded: a million markers of five bytes take five million bytes, not forty.
    let mut many = Recording::new(Form::MRTK_1_1, Tracks::NONE).unwrap().to_bytes();
    many.truncate(19);
    many.extend(1_000_000_i32.to_le_bytes());
    many.resize(many.len() + 5_000_000, 0);
    let many = Bytes::from(many);
    let peak = peak_of(|| {
        assert_eq!(Recording::parse(many.clone()).unwrap().markers().count(), 1_000_000);
    });
    assert!(peak < SMALL, "a million markers took {peak}");
}

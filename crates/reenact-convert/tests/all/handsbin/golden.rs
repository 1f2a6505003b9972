//! Files written by Unity are decoded as by Unity, and encoded to the same bytes.

use std::borrow::Cow;

use reenact_convert::handsbin::{File, read};
use reenact_convert::{Format, import};

use super::unity::{all, bytes, file};

/// Files with unusual encodings, which are written in the usual one.
const UNUSUAL: [&str; 3] = ["odd_trailing_bytes", "odd_negative_frame_count", "odd_unknown_bits"];

#[test]
fn what_unity_read_is_what_we_read_to_the_last_bit() {
    let mut accepted = 0;
    for golden in all() {
        let decoded = File::decode(&golden.bytes);
        let Some(json) = &golden.read else {
            assert!(decoded.is_err(), "Unity refuses {}", golden.name);
            assert!(read(&golden.bytes).is_err(), "{}", golden.name);
            continue;
        };
        accepted += 1;
        let mut decoded = decoded.unwrap_or_else(|error| panic!("{}: {error}", golden.name));
        // Unity does not report the bytes after the last frame.
        match &mut decoded {
            File::V1(file) => file.trailing = Cow::default(),
            File::V2(file) => file.trailing = Cow::default(),
        }
        // As text, in which all NaNs are equal.
        assert_eq!(format!("{decoded:?}"), format!("{:?}", file(json)), "{}", golden.name);
        assert!(read(&golden.bytes).is_ok(), "{}", golden.name);
        assert_eq!(Format::of_content(&golden.bytes), Some(Format::Handsbin), "{}", golden.name);
    }
    assert_eq!(accepted, 36);
}

#[test]
fn what_unity_read_is_written_as_unity_wrote_it_to_the_last_bit() {
    for golden in all() {
        let Some(json) = &golden.read else { continue };
        let again = File::decode(&golden.bytes).unwrap().encode().unwrap();
        let made = file(json).encode().unwrap();
        if golden.name == "odd_negative_frame_count" {
            assert_eq!(again.len(), golden.bytes.len());
        } else {
            assert_eq!(again, golden.bytes, "{}", golden.name);
        }
        if !UNUSUAL.contains(&golden.name.as_str()) {
            assert_eq!(made, golden.bytes, "{}", golden.name);
        }
    }
}

#[test]
fn every_prefix_is_refused() {
    for name in [
        "v1_one_frame",
        "v1_both_90",
        "v2_one_frame",
        "v2_gestures",
        "v2_before_render",
        "v1_empty",
    ] {
        let bytes = bytes(name);
        // Long files at every third byte of their frames, as in the tests with Unity's own reader.
        let step = if bytes.len() > 30_000 { 37 } else { 1 };
        for len in (0..bytes.len()).step_by(step) {
            let error = File::decode(&bytes[..len]).expect_err(name);
            if len >= 4 {
                let message = error.to_string();
                assert!(message.contains("byte ") && message.contains("truncated"), "{message}");
            }
            assert!(read(&bytes[..len]).is_err(), "{name} to byte {len}");
            assert!(import(bytes[..len].to_vec()).is_err(), "{name} to byte {len}");
        }
    }
}

#[test]
fn an_error_names_the_frame_the_field_and_the_byte() {
    let error = |bytes: &[u8]| File::decode(bytes).unwrap_err().to_string();
    let one = bytes("v2_one_frame");
    assert_eq!(
        error(&one[..400]),
        "Unity XR Hands recording: frame 0, head pose, byte 376: the file is truncated: 28 bytes needed, 24 left"
    );
    assert_eq!(
        error(&[3, 0, 0, 0, 0]),
        "Unity XR Hands recording: version, byte 0: version 3 is not supported, only 1 and 2"
    );
    let joints = error(&bytes("crafted/refused_27_joints"));
    assert!(joints.ends_with("a hand has at most 26 joints, not 27"), "{joints}");
    let name = error(&bytes("crafted/refused_name_length_6_bytes"));
    assert_eq!(
        name,
        "Unity XR Hands recording: name, byte 12: its length takes more than five bytes"
    );
}

#[test]
fn a_count_that_lies_takes_no_memory() {
    let mut bytes = bytes("v1_empty");
    let at = bytes.len() - 4;
    bytes[at..].copy_from_slice(&i32::MAX.to_le_bytes());
    assert!(File::decode(&bytes).is_err() && read(&bytes).is_err());
}

#[test]
fn joint_and_layout_counts_that_unity_accepts_are_accepted() {
    let one = bytes("v2_one_frame");
    let File::V2(mut file) = File::decode(&one).unwrap() else { unreachable!() };
    for count in [0, 8, 24, 25, 26, 27, 64] {
        file.header.layout_count = count;
        file.header.layout_bits = vec![0xff; usize::try_from(count).unwrap().div_ceil(8)].into();
        let bytes = File::V2(file.clone()).encode().unwrap();
        assert_eq!(File::decode(&bytes).unwrap(), File::V2(file.clone()), "{count}");
    }
    let hand = file.frames[0].left.snapshot.as_mut().unwrap().dynamic.as_mut().unwrap();
    hand.joints.as_mut().unwrap().to_mut().truncate(25);
    let bytes = File::V2(file.clone()).encode().unwrap();
    assert_eq!(File::decode(&bytes).unwrap(), File::V2(file));
    // A recording has no poses for a hand that lacks a joint.
    let (recording, losses) = reenact_convert::handsbin::read_reported(&bytes).unwrap();
    assert_eq!((losses.hands, recording.tracked_spans(reenact::hand::Side::Left).len()), (1, 0));
}

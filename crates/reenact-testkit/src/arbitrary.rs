//! Arbitrary recordings of any form, tracks and numbers, for property tests.

use proptest::collection::vec;
use proptest::prelude::*;
use proptest::sample::{Index, select};
use reenact::{Curve, Form, Key, KeyKind, Marker, Recording, Tracks, WeightedMode, WrapMode};

use crate::forced;

/// Forms of files.
pub const FORMS: [Form; 4] =
    [Form::MRTK_1_0, Form::MRTK_1_1, Form::PUBLISHED_1_0, Form::PUBLISHED_1_1];

/// Range of the numbers in an arbitrary recording.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Numbers {
    /// Every bit pattern in any order, every wrap and weighted mode, flag bytes above 1, bytes after the marker list.
    Any,
    /// Valid values: sorted keys at finite times, weights with which a curve does not run back in time, known modes.
    Sensible,
}

/// Arbitrary recording; most are small.
///
/// Either a few curves are repeated 60 times in a row, so that some curves of a group share their key times
/// and some do not; or a few random curves have keys. All others are empty.
pub fn recording(numbers: Numbers) -> impl Strategy<Value = Recording> {
    let tracks = select(vec![
        Tracks::NONE,
        Tracks { camera: true, ..Tracks::NONE },
        Tracks { gaze: true, ..Tracks::NONE },
        Tracks { hands: true, ..Tracks::NONE },
        Tracks { gaze: false, ..Tracks::ALL },
        Tracks::ALL,
    ]);
    // Either in sequence, each for several curves; or each for one curve, mostly one of the first.
    let place = prop_oneof![0_usize..13, any::<Index>().prop_map(|place| place.index(395))];
    let over_and_over =
        (vec(curve(numbers), 1..6), 1_usize..9, select(vec![0_usize, 0, 0, 195, 335])).prop_map(
            |(curves, times, first)| {
                let curves =
                    curves.into_iter().cycle().flat_map(move |c| std::iter::repeat_n(c, times));
                (first..first + 60).zip(curves).collect::<Vec<_>>()
            },
        );
    let here_and_there = vec((place, curve(numbers)), 0..12);
    let curves = match numbers {
        Numbers::Any => prop_oneof![over_and_over, here_and_there].boxed(),
        Numbers::Sensible => prop_oneof![1 => over_and_over, 3 => here_and_there].boxed(),
    };
    let markers = vec((number(numbers), marker_name()), 0..4);
    let odd_bytes = match numbers {
        Numbers::Any => (select(vec![1_u8, 1, 2, 0xff]), vec(any::<u8>(), 0..5)).boxed(),
        Numbers::Sensible => Just((1, Vec::new())).boxed(),
    };
    (select(&FORMS), tracks, curves, markers, odd_bytes).prop_map(
        |(form, tracks, curves, markers, (flag, trailing))| {
            let tracks = if form.can_hold(tracks) { tracks } else { Tracks::V1_0 };
            let mut recording = Recording::new(form, tracks).unwrap();
            if tracks.curve_count() > 0 {
                for (place, curve) in curves {
                    let id = tracks.id_at(place % tracks.curve_count()).unwrap();
                    let kind = if id.is_boolean() { KeyKind::Boolean } else { form.float_kind() };
                    recording.set_curve(id, curve.of(kind)).unwrap();
                }
            }
            if form.marker_list {
                let markers = markers.iter().map(|(time, name)| Marker::new(*time, name.as_str()));
                recording.set_markers(markers).unwrap();
            }
            with_odd_bytes(&recording, flag, &trailing)
        },
    )
}

/// Sets another byte in all set flags, and appends bytes after the marker list. Such files can only be read.
fn with_odd_bytes(recording: &Recording, flag: u8, trailing: &[u8]) -> Recording {
    let mut bytes = recording.to_bytes();
    if recording.version().is_1_1() {
        bytes[16..19].iter_mut().for_each(|byte| *byte *= flag);
    }
    if recording.marker_list().is_some() {
        bytes.extend(trailing);
    }
    Recording::parse_with(bytes, &forced(recording.layout())).unwrap()
}

/// A curve that may be stored in any kind of keys.
#[derive(Debug, Clone)]
struct AnyCurve {
    keys: Vec<Key>,
    wraps: [i32; 2],
}

impl AnyCurve {
    fn of(&self, kind: KeyKind) -> Curve {
        let mut curve = Curve::from_keys(kind, self.keys.iter().copied());
        [curve.pre_wrap, curve.post_wrap] = self.wraps.map(WrapMode);
        curve
    }
}

fn curve(numbers: Numbers) -> impl Strategy<Value = AnyCurve> {
    let wraps = [(); 2].map(|()| mode(numbers, &[8, 8, 8, 1, 0, 2, 4]));
    (vec(key(numbers), 0..12), wraps, any::<bool>()).prop_map(
        move |(mut keys, wraps, is_sorted)| {
            if is_sorted || numbers == Numbers::Sensible {
                keys.sort_by(|a, b| a.time_secs.total_cmp(&b.time_secs));
            }
            if numbers == Numbers::Sensible {
                // Unity truncates cubics shorter than 1e-4 s, which keys cannot express. This keeps a margin.
                keys.dedup_by(|b, a| b.time_secs - a.time_secs < 0.01);
            }
            AnyCurve { keys, wraps }
        },
    )
}

fn key(numbers: Numbers) -> impl Strategy<Value = Key> {
    let parts = (
        [(); 2].map(|()| number(numbers)),
        [(); 2].map(|()| tangent(numbers)),
        [(); 2].map(|()| weight(numbers)),
        mode(numbers, &[0, 1, 2, 3, 3]),
        // Every second curve is linear, as MRTK's are.
        any::<bool>(),
    );
    parts.prop_map(
        |(
            [time_secs, value],
            [in_tangent, out_tangent],
            [in_weight, out_weight],
            mode,
            is_bent,
        )| {
            if !is_bent {
                return Key::linear(time_secs, value);
            }
            let weighted_mode = WeightedMode(mode);
            Key { time_secs, value, in_tangent, out_tangent, in_weight, out_weight, weighted_mode }
        },
    )
}

fn number(numbers: Numbers) -> BoxedStrategy<f32> {
    match numbers {
        Numbers::Any => prop_oneof![
            4 => -4.0_f32..4.0,
            1 => any::<u32>().prop_map(f32::from_bits),
            1 => select(vec![
                0.0, -0.0, 1.0, 1e6, f32::NAN, f32::INFINITY, f32::NEG_INFINITY, f32::MAX, f32::MIN, f32::MIN_POSITIVE,
            ]),
        ]
        .boxed(),
        Numbers::Sensible => prop_oneof![Just(0.0_f32), -10.0_f32..10.0].boxed(),
    }
}

fn tangent(numbers: Numbers) -> BoxedStrategy<f32> {
    match numbers {
        Numbers::Any => number(numbers),
        Numbers::Sensible => {
            prop_oneof![3 => -5.0_f32..5.0, 1 => Just(0.0), 1 => Just(f32::INFINITY)].boxed()
        }
    }
}

fn weight(numbers: Numbers) -> BoxedStrategy<f32> {
    match numbers {
        Numbers::Any => number(numbers),
        Numbers::Sensible => prop_oneof![Just(0.0_f32), Just(1.0 / 3.0), 0.05_f32..0.7].boxed(),
    }
}

fn mode(numbers: Numbers, known: &'static [i32]) -> BoxedStrategy<i32> {
    match numbers {
        Numbers::Any => prop_oneof![1 => any::<i32>(), 5 => select(known)].boxed(),
        Numbers::Sensible => select(known).boxed(),
    }
}

fn marker_name() -> impl Strategy<Value = String> {
    prop_oneof![
        3 => "[a-z]{0,5}",
        1 => select(vec![0_usize, 1, 127, 128, 16_384]).prop_map(|len| "m".repeat(len)),
        // Each of these has two, three or four bytes, so lengths in bytes and in letters differ.
        1 => vec(select(vec!['é', '手', '🙂', '\0', '\u{feff}']), 0..80)
            .prop_map(|letters| letters.into_iter().collect()),
        1 => any::<String>(),
    ]
}

//! Recordings of every kind, and how to compare them.

#![allow(dead_code, unreachable_pub, reason = "each test takes what it needs")]
#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::indexing_slicing,
    clippy::missing_panics_doc,
    clippy::as_conversions,
    clippy::cast_precision_loss,
    reason = "a test that panics has failed, and its numbers are small"
)]

use proptest::collection::vec;
use proptest::prelude::*;
use reenact::{
    Curve, Form, Key, KeyKind, Marker, Recording, TangentMode, Tracks, WeightedMode, WrapMode,
};
use reenact_make::{Options, make};

pub const FORMS: [Form; 4] =
    [Form::MRTK_1_0, Form::MRTK_1_1, Form::PUBLISHED_1_0, Form::PUBLISHED_1_1];

/// Which numbers a made-up recording may hold.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Numbers {
    /// Every bit pattern, every wrap and weighted mode.
    Any,
    /// Keys in order at finite times, weights that do not let a curve run back in time, known modes.
    Sensible,
}

fn float(numbers: Numbers) -> BoxedStrategy<f32> {
    match numbers {
        Numbers::Any => prop_oneof![
            any::<u32>().prop_map(f32::from_bits),
            prop::sample::select(vec![0.0, -0.0, 1.0, f32::NAN, f32::INFINITY, f32::NEG_INFINITY]),
            -3.0_f32..3.0
        ]
        .boxed(),
        Numbers::Sensible => prop_oneof![Just(0.0_f32), -10.0_f32..10.0].boxed(),
    }
}

fn tangent(numbers: Numbers) -> BoxedStrategy<f32> {
    match numbers {
        Numbers::Any => float(numbers),
        Numbers::Sensible => {
            prop_oneof![3 => -5.0_f32..5.0, 1 => Just(0.0), 1 => Just(f32::INFINITY)].boxed()
        }
    }
}

fn weight(numbers: Numbers) -> BoxedStrategy<f32> {
    match numbers {
        Numbers::Any => float(numbers),
        Numbers::Sensible => prop_oneof![Just(0.0_f32), Just(1.0 / 3.0), 0.05_f32..0.7].boxed(),
    }
}

fn mode(numbers: Numbers, known: &'static [i32]) -> BoxedStrategy<i32> {
    match numbers {
        Numbers::Any => prop_oneof![any::<i32>(), prop::sample::select(known)].boxed(),
        Numbers::Sensible => prop::sample::select(known).boxed(),
    }
}

fn key(numbers: Numbers) -> impl Strategy<Value = Key> {
    let numbers_of_a_key = (
        [(); 2].map(|()| float(numbers)),
        [(); 2].map(|()| tangent(numbers)),
        [(); 2].map(|()| weight(numbers)),
    );
    (numbers_of_a_key, mode(numbers, &[0, 1, 2, 3])).prop_map(
        |(([time_secs, value], [in_tangent, out_tangent], [in_weight, out_weight]), mode)| Key {
            time_secs,
            value,
            in_tangent,
            out_tangent,
            in_weight,
            out_weight,
            weighted_mode: WeightedMode(mode),
        },
    )
}

pub fn recording(numbers: Numbers) -> impl Strategy<Value = Recording<'static>> {
    let tracks = prop::sample::select(vec![
        Tracks::NONE,
        Tracks { camera: true, ..Tracks::NONE },
        Tracks { gaze: true, ..Tracks::NONE },
        Tracks { hands: true, ..Tracks::NONE },
        Tracks::V1_0,
        Tracks::ALL,
    ]);
    let modes = || mode(numbers, &[0, 1, 2, 4, 8, 8, 8]);
    // A few curves with keys, mostly among the first, the others are left empty.
    let place = prop_oneof![0_usize..13, any::<prop::sample::Index>().prop_map(|i| i.index(395))];
    let curves = vec((place, modes(), modes(), vec(key(numbers), 0..8)), 0..12);
    let markers = vec((float(numbers), "[a-z]{0,5}"), 0..4);
    (prop::sample::select(&FORMS), tracks, curves, markers).prop_map(
        move |(form, tracks, curves, markers)| {
            let tracks = if form.can_hold(tracks) { tracks } else { Tracks::V1_0 };
            let mut recording = Recording::new(form, tracks).unwrap();
            for (place, pre_wrap, post_wrap, mut keys) in curves {
                if tracks.curve_count() == 0 {
                    continue;
                }
                let id = tracks.id_at(place % tracks.curve_count()).unwrap();
                if numbers == Numbers::Sensible {
                    keys.sort_by(|a, b| a.time_secs.total_cmp(&b.time_secs));
                    // Closer than this, Unity's cubic is cut off, which no key can say.
                    keys.dedup_by(|b, a| b.time_secs - a.time_secs < 0.01);
                }
                let kind = if id.is_boolean() { KeyKind::Boolean } else { form.float_kind() };
                let mut curve = Curve::from_keys(kind, keys);
                curve.pre_wrap = WrapMode(pre_wrap);
                curve.post_wrap = WrapMode(post_wrap);
                recording.set_curve(id, curve).unwrap();
            }
            if form.marker_list {
                let markers = markers.iter().map(|(time, name)| Marker::new(*time, name.as_str()));
                recording.set_markers(markers).unwrap();
            }
            recording
        },
    )
}

/// A lifelike recording of some seconds.
pub fn lifelike(form: Form, seconds: f32, seed: u64) -> Recording<'static> {
    make(&Options { seconds, seed, form, ..Options::default() })
}

/// The same with every float curve bent: its keys thinned out and given smooth tangents.
pub fn bent(seconds: f32, seed: u64) -> Recording<'static> {
    let straight = lifelike(Form::PUBLISHED_1_1, seconds, seed);
    let mut recording = straight.clone();
    for (id, curve) in straight.curves().filter(|(id, _)| !id.is_boolean()) {
        let mut bent = Curve::full(curve.iter().step_by(5));
        for index in 0..bent.len() {
            bent.set_tangents(index, TangentMode::Auto);
        }
        let unweighted = |key: Key| Key { weighted_mode: WeightedMode::NONE, ..key };
        let bent = Curve::full(bent.iter().map(unweighted).collect::<Vec<_>>());
        recording.set_curve(id, bent).unwrap();
    }
    recording
}

/// Times from one to another, ends included.
pub fn times(from_secs: f32, to_secs: f32, count: u16) -> impl Iterator<Item = f32> {
    (0..=count).map(move |n| {
        let share = f32::from(n) / f32::from(count);
        if n == count { to_secs } else { from_secs + (to_secs - from_secs) * share }
    })
}

/// The largest value of a curve.
pub fn scale(curve: &Curve<'_>) -> f32 {
    curve.iter().map(|key| key.value.abs()).fold(0.0, f32::max)
}

/// Whether a curve has a value at a time, or so shortly before or after it that rounding the time, which moving and
/// repeating do, may have led there. Where a curve with steps repeats, that may be a key that counts for a moment only.
pub fn is_about(curve: &Curve<'_>, time_secs: f32, value: f32) -> bool {
    let is_near = |other: f32| (other - value).abs() <= 1e-2;
    let repeats = [curve.pre_wrap, curve.post_wrap].iter().any(|mode| !matches!(mode.0, 1 | 8));
    let has_steps =
        curve.iter().any(|key| key.in_tangent.is_infinite() || key.out_tangent.is_infinite());
    [0.0, -1e-5, 1e-5].iter().any(|by| is_near(curve.value_at(time_secs + by)))
        || (repeats && has_steps && curve.iter().any(|key| is_near(key.value)))
}

/// It can be written and read back, and is then the same.
pub fn assert_valid(recording: &Recording<'_>) {
    let options = reenact::ReadOptions { layout: Some(recording.layout()), ..Default::default() };
    let bytes = recording.to_bytes();
    assert_eq!(&Recording::parse_with(&bytes, &options).unwrap(), recording);
}

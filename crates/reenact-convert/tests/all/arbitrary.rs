//! Arbitrary recordings, with any bit pattern in their numbers.

use proptest::collection::vec;
use proptest::prelude::*;
use reenact::{Curve, Form, Key, KeyKind, Marker, Recording, Tracks, WeightedMode, WrapMode};

pub(crate) const FORMS: [Form; 4] =
    [Form::MRTK_1_0, Form::MRTK_1_1, Form::PUBLISHED_1_0, Form::PUBLISHED_1_1];

pub(crate) fn float() -> impl Strategy<Value = f32> {
    prop_oneof![
        any::<u32>().prop_map(f32::from_bits),
        prop::sample::select(vec![0.0, -0.0, 1.0, f32::NAN, f32::INFINITY, f32::NEG_INFINITY]),
        -3.0_f32..3.0
    ]
}

fn key() -> impl Strategy<Value = Key> {
    (prop::array::uniform6(float()), any::<i32>()).prop_map(
        |([time_secs, value, in_tangent, out_tangent, in_weight, out_weight], mode)| Key {
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

/// Any recording that can be built, including trailing bytes and unusual flag bytes.
pub(crate) fn recording() -> impl Strategy<Value = Recording> {
    let tracks = prop::sample::select(vec![
        Tracks::NONE,
        Tracks { camera: true, ..Tracks::NONE },
        Tracks { gaze: true, ..Tracks::NONE },
        Tracks { hands: true, ..Tracks::NONE },
        Tracks::V1_0,
        Tracks::ALL,
    ]);
    let place = prop_oneof![0_usize..13, any::<prop::sample::Index>().prop_map(|i| i.index(395))];
    let curves = vec((place, any::<i32>(), any::<i32>(), vec(key(), 0..8)), 0..12);
    let markers = vec((float(), any::<String>()), 0..4);
    let form = prop::sample::select(&FORMS);
    (form, tracks, curves, markers, vec(any::<u8>(), 0..9), any::<[u8; 3]>()).prop_map(
        |(form, tracks, curves, markers, trailing, flag_bytes)| {
            let tracks = if form.can_hold(tracks) { tracks } else { Tracks::V1_0 };
            let mut recording = Recording::new(form, tracks).unwrap();
            for (place, pre_wrap, post_wrap, keys) in curves {
                if tracks.curve_count() > 0 {
                    let id = tracks.id_at(place % tracks.curve_count()).unwrap();
                    let kind = if id.is_boolean() { KeyKind::Boolean } else { form.float_kind() };
                    let mut curve = Curve::from_keys(kind, keys);
                    (curve.pre_wrap, curve.post_wrap) = (WrapMode(pre_wrap), WrapMode(post_wrap));
                    recording.set_curve(id, curve).unwrap();
                }
            }
            if form.marker_list {
                let markers = markers.iter().map(|(time, name)| Marker::new(*time, name.as_str()));
                recording.set_markers(markers).unwrap();
            }
            let mut bytes = recording.to_bytes();
            if form.version.is_1_1() {
                for (byte, flag) in bytes[16..19].iter_mut().zip(flag_bytes) {
                    *byte = if *byte == 0 { 0 } else { flag.max(1) };
                }
            }
            if form.marker_list {
                bytes.extend(trailing);
            }
            let options = reenact::ReadOptions { layout: Some(form.layout), ..Default::default() };
            Recording::from_slice_with(&bytes, &options).unwrap()
        },
    )
}

/// Copy with payload bits removed from every NaN.
pub(crate) fn with_plain_nans(recording: &Recording) -> (Recording, usize) {
    let mut plain = recording.clone();
    let mut changed = 0;
    let mut simplify = |value: f32| {
        if value.is_nan() && value.to_bits() != f32::NAN.to_bits() {
            changed += 1;
            return f32::NAN;
        }
        value
    };
    for (id, curve) in recording.curves() {
        let is_full = curve.kind() == KeyKind::Full;
        let keys: Vec<Key> = curve
            .iter()
            .map(|key| Key {
                time_secs: simplify(key.time_secs),
                value: simplify(key.value),
                in_tangent: if is_full { simplify(key.in_tangent) } else { key.in_tangent },
                out_tangent: if is_full { simplify(key.out_tangent) } else { key.out_tangent },
                in_weight: if is_full { simplify(key.in_weight) } else { key.in_weight },
                out_weight: if is_full { simplify(key.out_weight) } else { key.out_weight },
                ..key
            })
            .collect();
        let mut new = Curve::from_keys(curve.kind(), keys);
        (new.pre_wrap, new.post_wrap) = (curve.pre_wrap, curve.post_wrap);
        plain.set_curve(id, new).unwrap();
    }
    if recording.marker_list().is_some() {
        let markers: Vec<_> = recording
            .markers()
            .map(|marker| Marker::new(simplify(marker.time_secs), marker.name))
            .collect();
        plain.set_markers(markers).unwrap();
    }
    (plain, changed)
}

//! Writers for drafts and forks of the format, written from `docs/reference/format.md` without the library's
//! code.

use reenact::hand::{Joint, Side};
use reenact::{
    Curve, CurveId, Key, KeyKind, PoseComponent, RayComponent, Recording, Tracks, Variant,
};

/// Curves of a hand: 27 slots of seven.
const HAND: usize = 189;

/// Writes a recording of camera and hands as MRTK did in 2019. All wrap modes become 8. Draft A0 has no
/// rotations.
pub fn write_draft(recording: &Recording, variant: Variant) -> Vec<u8> {
    let mut bytes = Vec::new();
    let is_camera = |id: &CurveId| matches!(id, CurveId::Camera(_));
    let ids = || Tracks::V1_0.curve_ids();
    if variant == Variant::DraftC {
        ids().for_each(|id| push_curve(&mut bytes, recording.curve(id), kind_in(id, variant)));
        push_marker_list(&mut bytes, recording);
        return bytes;
    }
    let states = ids().filter(|id| id.is_boolean());
    states.for_each(|id| push_curve(&mut bytes, recording.curve(id), kind_in(id, variant)));
    for side in Side::ALL {
        if variant == Variant::DraftA0 {
            for id in Joint::ALL.into_iter().flat_map(|joint| position(side, joint)) {
                push_curve(&mut bytes, recording.curve(id), KeyKind::Full);
            }
            (81..HAND).for_each(|_| push_curve(&mut bytes, None, KeyKind::Full));
        } else {
            let joints = ids().filter(|id| matches!(id, CurveId::Joint(of, ..) if *of == side));
            joints.for_each(|id| push_curve(&mut bytes, recording.curve(id), KeyKind::Full));
        }
    }
    ids()
        .filter(is_camera)
        .for_each(|id| push_curve(&mut bytes, recording.curve(id), KeyKind::Full));
    let markers: Vec<_> = recording.markers().map(|m| (m.time_secs, m.name.into_owned())).collect();
    bytes.extend(marker_blob(&markers));
    bytes
}

/// Writes a recording of version 1.1 as the "4D Holographic Tutorials" apps do, with objects given as a name
/// and the keys of position x. The gaze is a pose with the given rotations, at the times of the origin's x;
/// its direction is not written.
pub fn write_fork(
    recording: &Recording,
    variant: Variant,
    objects: &[(&str, &[(f32, f32)])],
    gaze_rotation: &[(f32, [f32; 4])],
) -> Vec<u8> {
    let mut bytes = reenact::MAGIC.to_vec();
    bytes.extend(recording.flags());
    let scale = Curve::simple([(0.0, 1.0), (0.5, 1.0)]);
    let push_scale = |bytes: &mut Vec<u8>| {
        if variant == Variant::ForkF3 {
            (0..3).for_each(|_| push_curve(bytes, Some(&scale), KeyKind::Simple));
        }
    };
    for (id, curve) in recording.curves() {
        if matches!(id, CurveId::Gaze(_)) {
            continue;
        }
        push_curve(&mut bytes, Some(curve), KeyKind::Simple);
        if matches!(
            id,
            CurveId::Camera(PoseComponent::RotationW)
                | CurveId::Joint(_, _, PoseComponent::RotationW)
        ) {
            push_scale(&mut bytes);
        }
    }
    if recording.tracks().gaze {
        let origin = [RayComponent::OriginX, RayComponent::OriginY, RayComponent::OriginZ];
        for component in origin {
            push_curve(&mut bytes, recording.curve(CurveId::Gaze(component)), KeyKind::Simple);
        }
        for n in 0..4 {
            let curve = Curve::simple(gaze_rotation.iter().map(|(time, q)| (*time, q[n])));
            push_curve(&mut bytes, Some(&curve), KeyKind::Simple);
        }
        push_scale(&mut bytes);
    }
    if variant != Variant::ForkF1 {
        bytes.extend(i32::try_from(objects.len()).unwrap().to_le_bytes());
        for (name, keys) in objects {
            push_text(&mut bytes, name);
            push_curve(&mut bytes, Some(&Curve::simple(keys.iter().copied())), KeyKind::Simple);
            (0..6).for_each(|_| push_curve(&mut bytes, None, KeyKind::Simple));
            push_scale(&mut bytes);
        }
    }
    push_marker_list(&mut bytes, recording);
    bytes
}

fn position(side: Side, joint: Joint) -> [CurveId; 3] {
    use PoseComponent::{PositionX, PositionY, PositionZ};
    [PositionX, PositionY, PositionZ].map(|component| CurveId::Joint(side, joint, component))
}

fn kind_in(id: CurveId, variant: Variant) -> KeyKind {
    let has_full_booleans = matches!(variant, Variant::DraftA0 | Variant::DraftA);
    if id.is_boolean() && !has_full_booleans { KeyKind::Boolean } else { KeyKind::Full }
}

fn push_curve(bytes: &mut Vec<u8>, curve: Option<&Curve>, kind: KeyKind) {
    let keys: Vec<Key> = curve.into_iter().flatten().collect();
    bytes.extend([8, 0, 0, 0, 8, 0, 0, 0]);
    bytes.extend(i32::try_from(keys.len()).unwrap().to_le_bytes());
    for key in keys {
        bytes.extend([key.time_secs, key.value].map(f32::to_le_bytes).as_flattened());
        if kind == KeyKind::Full {
            let rest = [key.in_tangent, key.out_tangent, key.in_weight, key.out_weight];
            bytes.extend(rest.map(f32::to_le_bytes).as_flattened());
            bytes.extend(key.weighted_mode.0.to_le_bytes());
        }
    }
}

fn push_marker_list(bytes: &mut Vec<u8>, recording: &Recording) {
    let markers: Vec<_> = recording.markers().collect();
    bytes.extend(i32::try_from(markers.len()).unwrap().to_le_bytes());
    for marker in markers {
        bytes.extend(marker.time_secs.to_le_bytes());
        push_text(bytes, &marker.name);
    }
}

fn push_text(bytes: &mut Vec<u8>, text: &str) {
    let mut rest = text.len();
    while rest >= 0x80 {
        bytes.push(u8::try_from(rest & 0x7f).unwrap() | 0x80);
        rest >>= 7;
    }
    bytes.push(u8::try_from(rest).unwrap());
    bytes.extend(text.as_bytes());
}

/// Serializes a `List<InputAnimationMarker>` as .NET's `BinaryFormatter` does (MS-NRBF); 524 bytes without
/// markers.
///
/// The capacity of the list's array is four, eight, sixteen …; unused elements are null. A repeated name is a
/// reference to its first occurrence.
pub fn marker_blob(markers: &[(f32, String)]) -> Vec<u8> {
    const ASSEMBLY: &str = "Microsoft.MixedReality.Toolkit.Services.InputSystem, Version=0.0.0.0, Culture=neutral, PublicKeyToken=null";
    const MARKER: &str = "Microsoft.MixedReality.Toolkit.Input.InputAnimationMarker";
    let int = |bytes: &mut Vec<u8>, number: usize| {
        bytes.extend(i32::try_from(number).unwrap().to_le_bytes());
    };
    let capacity = if markers.is_empty() { 0 } else { markers.len().next_power_of_two().max(4) };

    // SerializedStreamHeader: root 1, no header, version 1.0. BinaryLibrary 2.
    let mut bytes = vec![0, 1, 0, 0, 0, 0xff, 0xff, 0xff, 0xff, 1, 0, 0, 0, 0, 0, 0, 0];
    bytes.extend([12, 2, 0, 0, 0]);
    push_text(&mut bytes, ASSEMBLY);
    // SystemClassWithMembersAndTypes 1: the list.
    bytes.extend([4, 1, 0, 0, 0]);
    push_text(&mut bytes, &format!("System.Collections.Generic.List`1[[{MARKER}, {ASSEMBLY}]]"));
    int(&mut bytes, 3);
    for name in ["_items", "_size", "_version"] {
        push_text(&mut bytes, name);
    }
    bytes.extend([4, 0, 0]);
    push_text(&mut bytes, &format!("{MARKER}[]"));
    bytes.extend([2, 0, 0, 0, 8, 8]);
    bytes.extend([9, 3, 0, 0, 0]);
    int(&mut bytes, markers.len());
    int(&mut bytes, markers.len());
    // BinaryArray 3 of references to objects 4 and on, then nulls.
    bytes.extend([7, 3, 0, 0, 0, 0, 1, 0, 0, 0]);
    int(&mut bytes, capacity);
    bytes.push(4);
    push_text(&mut bytes, MARKER);
    int(&mut bytes, 2);
    for n in 0..markers.len() {
        bytes.push(9);
        int(&mut bytes, 4 + n);
    }
    match capacity - markers.len() {
        0 => {}
        1 => bytes.push(10),
        nulls @ 2..256 => bytes.extend([13, u8::try_from(nulls).unwrap()]),
        nulls => {
            bytes.push(14);
            int(&mut bytes, nulls);
        }
    }
    // The objects: the first with its class, the others with its number.
    let first_name = 4 + markers.len();
    for (n, (time_secs, name)) in markers.iter().enumerate() {
        if n == 0 {
            bytes.extend([5, 4, 0, 0, 0]);
            push_text(&mut bytes, MARKER);
            int(&mut bytes, 2);
            push_text(&mut bytes, "time");
            push_text(&mut bytes, "name");
            bytes.extend([0, 1, 11, 2, 0, 0, 0]);
        } else {
            bytes.push(1);
            int(&mut bytes, 4 + n);
            int(&mut bytes, 4);
        }
        bytes.extend(time_secs.to_le_bytes());
        let same = markers.iter().position(|(_, other)| other == name).unwrap();
        bytes.push(if same < n { 9 } else { 6 });
        int(&mut bytes, first_name + same);
        if same == n {
            push_text(&mut bytes, name);
        }
    }
    bytes.push(11);
    bytes
}

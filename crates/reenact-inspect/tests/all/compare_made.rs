//! Recordings that differ from one another in a known way.

use glam::{Quat, Vec3};
use reenact::hand::{Joint, Side};
use reenact::{
    Curve, CurveId, Form, Key, Marker, Pose, PoseComponent, RayComponent, Recording, Tracks,
};

/// A person who reaches and looks around, at 60 Hz.
pub(crate) fn lifelike(seconds: f32, seed: u64) -> Recording {
    reenact_make::make(&reenact_make::Options { seconds, seed, ..Default::default() }).unwrap()
}

/// Copy with every key changed.
pub(crate) fn with_keys(recording: &Recording, change: impl Fn(CurveId, Key) -> Key) -> Recording {
    let mut result = recording.clone();
    for (id, curve) in recording.curves() {
        let mut changed = Curve::from_keys(curve.kind(), curve.iter().map(|key| change(id, key)));
        (changed.pre_wrap, changed.post_wrap) = (curve.pre_wrap, curve.post_wrap);
        result.set_curve(id, changed).unwrap();
    }
    result
}

/// Copy with all times changed, including markers.
pub(crate) fn at_times(recording: &Recording, change: impl Fn(f32) -> f32) -> Recording {
    let mut result = with_keys(recording, |_, key| Key { time_secs: change(key.time_secs), ..key });
    let markers: Vec<_> = recording
        .markers()
        .map(|marker| Marker::new(change(marker.time_secs), marker.name.into_owned()))
        .collect();
    result.set_markers(markers).unwrap();
    result
}

/// Curves of each pose: the head and all joints.
fn poses() -> impl Iterator<Item = [CurveId; 7]> {
    let joints = Side::ALL.into_iter().flat_map(|side| {
        Joint::TRACKED.into_iter().map(move |joint| {
            PoseComponent::ALL.map(|component| CurveId::Joint(side, joint, component))
        })
    });
    std::iter::once(PoseComponent::ALL.map(CurveId::Camera)).chain(joints)
}

/// Copy with the keys of each pose changed; the gaze is treated as a pose that looks along z. The curves of a pose must share
/// their key times.
pub(crate) fn with_poses(recording: &Recording, change: impl Fn(Pose) -> Pose) -> Recording {
    let mut result = recording.clone();
    let mut set = |ids: &[CurveId], change: &dyn Fn(&[f32]) -> Vec<f32>| {
        let curves: Vec<Vec<Key>> =
            ids.iter().map(|&id| recording.curve(id).unwrap().iter().collect()).collect();
        let keys = curves[0].len();
        assert!(curves.iter().all(|curve| curve.len() == keys));
        let values: Vec<Vec<f32>> = (0..keys)
            .map(|n| change(&curves.iter().map(|curve| curve[n].value).collect::<Vec<_>>()))
            .collect();
        for (column, (&id, curve)) in ids.iter().zip(&curves).enumerate() {
            let keys = curve.iter().zip(&values);
            let kind = recording.curve(id).unwrap().kind();
            let keys = keys.map(|(key, values)| Key { value: values[column], ..*key });
            result.set_curve(id, Curve::from_keys(kind, keys)).unwrap();
        }
    };
    for ids in poses().filter(|ids| recording.curve(ids[0]).is_some()) {
        set(&ids, &|values| {
            let pose = change(Pose {
                position: Vec3::from_slice(values),
                rotation: Quat::from_slice(&values[3..]),
            });
            [&pose.position.to_array()[..], &pose.rotation.to_array()].concat()
        });
    }
    if recording.tracks().gaze {
        set(&RayComponent::ALL.map(CurveId::Gaze), &|values| {
            let rotation =
                Quat::from_rotation_arc(Vec3::Z, Vec3::from_slice(&values[3..]).normalize());
            let pose = change(Pose { position: Vec3::from_slice(values), rotation });
            [pose.position, pose.rotation * Vec3::Z].map(|v| v.to_array()).concat()
        });
    }
    result
}

/// Copy with the whole world transformed by a pose.
pub(crate) fn moved(recording: &Recording, by: Pose) -> Recording {
    with_poses(recording, |pose| by.transform(&pose))
}

/// Recording of a camera only, from (time, position).
pub(crate) fn camera(keys: &[(f32, Vec3)]) -> Recording {
    let tracks = Tracks { camera: true, ..Tracks::NONE };
    let mut recording = Recording::new(Form::MRTK_1_1, tracks).unwrap();
    for component in PoseComponent::ALL {
        let curve = Curve::simple(keys.iter().map(|&(time_secs, position)| {
            let value = match component.index() {
                axis @ 0..3 => position[axis],
                6 => 1.0,
                _ => 0.0,
            };
            (time_secs, value)
        }));
        recording.set_curve(CurveId::Camera(component), curve).unwrap();
    }
    recording
}

/// Copy with a trailing byte, so that the files differ but not the recordings.
pub(crate) fn other_bytes(recording: &Recording) -> Recording {
    let mut bytes = recording.to_bytes();
    assert!(recording.marker_list().is_some());
    bytes.push(0);
    let options = reenact::ReadOptions { layout: Some(recording.layout()), ..Default::default() };
    let other = Recording::from_slice_with(&bytes, &options).unwrap();
    assert_ne!(&other, recording);
    other
}

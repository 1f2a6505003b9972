//! Detection of rotations that lost their W.

use reenact::{Curve, CurveId, Form, LostW, PoseComponent, Recording, Tracks};

use crate::common::{readable_cases, testdata};

#[test]
fn the_two_files_of_mrtk_2_7_2_lost_every_w_and_no_other_file_lost_any() {
    for case in readable_cases() {
        let recording = Recording::from_slice(&case.bytes).unwrap();
        let lost: Vec<_> = recording.lost_rotation_w().collect();
        let expected = match case.name.as_str() {
            "recordings/v11_m272_real_2s_asset" => Some(LostW::FirstKey),
            "recordings/v11_m272_real_2s_partition0" => Some(LostW::FirstKeyAndLastOfZ),
            _ => None,
        };
        let Some(expected) = expected else {
            assert_eq!(lost, [], "{}", case.name);
            continue;
        };
        // Every pose with keys: the camera and both hands without slot `None`.
        let poses = recording.curves().filter(|(id, curve)| {
            let is_x = matches!(
                id,
                CurveId::Camera(PoseComponent::RotationX)
                    | CurveId::Joint(_, _, PoseComponent::RotationX)
            );
            is_x && !curve.is_empty()
        });
        assert_eq!(lost.len(), poses.count(), "{}", case.name);
        assert!(lost.iter().all(|&(_, lost)| lost == expected), "{}", case.name);
    }
}

fn camera(x: Curve, y: Curve, z: Curve, w: Curve) -> Recording {
    let tracks = Tracks { camera: true, ..Tracks::NONE };
    let mut recording = Recording::new(Form::MRTK_1_1, tracks).unwrap();
    let components = [
        PoseComponent::RotationX,
        PoseComponent::RotationY,
        PoseComponent::RotationZ,
        PoseComponent::RotationW,
    ];
    for (component, curve) in components.into_iter().zip([x, y, z, w]) {
        recording.set_curve(CurveId::Camera(component), curve).unwrap();
    }
    recording
}

#[test]
fn one_key_of_w_is_enough_where_the_four_are_rotations_or_nothing() {
    let still = |value| Curve::simple([(0.0, value), (1.0, value)]);
    let one = |value| Curve::simple([(0.0, value)]);
    let lost = |recording: Recording| recording.lost_rotation_w().next().map(|(_, lost)| lost);
    // A rotation of constant angle about a moving axis.
    let turning = || Curve::simple([(0.0, 0.6), (1.0, 0.0)]);
    let other = || Curve::simple([(0.0, 0.0), (1.0, 0.6)]);
    assert_eq!(lost(camera(turning(), other(), still(0.0), one(0.8))), None);
    // Its other end requires another W.
    let far = Curve::simple([(0.0, 0.0), (1.0, 0.7)]);
    assert_eq!(lost(camera(turning(), far, still(0.0), one(0.8))), Some(LostW::FirstKey));
    // No W makes these unit quaternions, and the W of the first key does not make that one a unit quaternion.
    let long = Curve::simple([(0.0, 0.0), (1.0, 1.1)]);
    assert_eq!(lost(camera(turning(), long, still(0.0), one(0.8))), None);
    assert_eq!(lost(camera(turning(), other(), still(0.0), one(0.7))), None);
    // An all-zero camera.
    assert_eq!(lost(camera(still(0.0), still(0.0), still(0.0), one(0.0))), None);
    // As many keys as the others.
    assert_eq!(lost(camera(one(0.0), one(0.0), one(0.0), one(0.5))), None);
    // Two keys, the second Z's.
    let still3 = || Curve::simple([(0.0, 0.0), (0.5, 0.0), (1.0, 0.0)]);
    let z3 = |last| Curve::simple([(0.0, 0.0), (0.5, 0.1), (1.0, last)]);
    let w = |last| Curve::simple([(0.0, 1.0), (1.0, last)]);
    let two_keys = camera(still3(), still3(), z3(0.6), w(0.6));
    assert_eq!(lost(two_keys), Some(LostW::FirstKeyAndLastOfZ));
    assert_eq!(lost(camera(still3(), still3(), z3(0.6), w(0.8))), None);
}

#[test]
fn two_keys_of_each_are_lost_where_another_pose_lost_its_w_for_certain() {
    let bytes =
        std::fs::read(testdata().join("recordings/v11_m272_real_2s_partition0.bin")).unwrap();
    let mut recording = Recording::from_slice(&bytes).unwrap();
    let before = recording.lost_rotation_w().count();
    for component in [PoseComponent::RotationX, PoseComponent::RotationY, PoseComponent::RotationZ]
    {
        let id = CurveId::Camera(component);
        let curve = recording.curve(id).unwrap();
        let ends = [curve.first().unwrap(), curve.last().unwrap()];
        recording.set_curve(id, Curve::simple(ends.map(|key| (key.time_secs, key.value)))).unwrap();
    }
    assert_eq!(recording.lost_rotation_w().count(), before);
    let camera_alone = |id: &CurveId| matches!(id, CurveId::Camera(_));
    let mut alone =
        Recording::new(Form::MRTK_1_1, Tracks { camera: true, ..Tracks::NONE }).unwrap();
    for (id, curve) in recording.curves().filter(|(id, _)| camera_alone(id)) {
        alone.set_curve(id, curve.clone()).unwrap();
    }
    assert_eq!(alone.lost_rotation_w().count(), 0);
}

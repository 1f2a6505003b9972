//! Each repair by itself: its changes, that it can be turned off, and that the rest is unchanged, byte for byte.

use reenact::hand::{Joint, Side};
use reenact::{
    Curve, CurveId, Form, Key, Layout, Marker, PoseComponent, RayComponent, Recording, Tracks,
    WeightedMode, WrapMode,
};
use reenact_edit::repair::{Change, ChangeTarget, Fix, Fixes, Options, repair, repair_bytes};
use reenact_make::make;

use super::edit_checks;
use super::testdata::{bytes_of, files_in};

fn made() -> Recording {
    make(&reenact_make::Options { seconds: 1.0, seed: 3, ..Default::default() }).unwrap()
}

fn camera(component: PoseComponent) -> CurveId {
    CurveId::Camera(component)
}

fn only(fix: Fix) -> Options {
    Options { fixes: Fixes::NONE.with(fix), ..Options::default() }
}

/// Repairs `damaged` with one fix, checks that all other fixes do not change it and that only the reported curves are changed,
/// and returns the result.
fn repaired(damaged: &Recording, fix: Fix) -> (Recording, Vec<Change>) {
    let none = Options { fixes: Fixes::NONE, ..Options::default() };
    let nothing = repair(damaged, &none).unwrap();
    assert_eq!((&nothing.recording, nothing.report.changes.len()), (damaged, 0));
    let is_said = nothing.report.left.iter().any(|change| change.fix == fix);
    assert!(is_said, "what {fix} would do is said where it is left out");

    let before = damaged.clone();
    let repaired = repair(damaged, &only(fix)).unwrap();
    assert_eq!(*damaged, before, "the original stays as it is");
    let changes = repaired.report.changes.clone();
    assert!(!changes.is_empty());
    let again = repair(&repaired.recording, &only(fix)).unwrap();
    assert_eq!(again.report.changes, [], "repairing twice is repairing once");

    let is_named = |id: CurveId| {
        changes.iter().any(|change| match change.target {
            // A change to a whole rotation is named after its X.
            ChangeTarget::Curve(named) if matches!(fix, Fix::Signs | Fix::Normalize) => {
                let pose = |id| match id {
                    CurveId::Joint(side, joint, _) => Some((side, joint)),
                    _ => None,
                };
                let is_rotation = id.to_string().contains("rotation");
                is_rotation
                    && std::mem::discriminant(&named) == std::mem::discriminant(&id)
                    && pose(named) == pose(id)
            }
            ChangeTarget::Curve(named) => named == id,
            _ => fix == Fix::Layout,
        })
    };
    for ((id, was), (_, is)) in damaged.curves().zip(repaired.recording.curves()) {
        assert!(is == was || is_named(id), "{fix} changed {id}");
    }
    (repaired.recording, changes)
}

#[test]
fn healthy_recordings_need_nothing_and_stay_to_the_byte() {
    for name in [
        "v11_real_2s_asset",
        "v11_real_2s_lossless",
        "v11_real_30s_asset",
        "v11_sub_camerahandsgaze_markers",
        "v11_edge_left_never",
        "v11_edge_camera_unset",
        "v10_real_2s_coarse",
        "v10_edge_empty",
    ] {
        let bytes = bytes_of(&format!("recordings/{name}"));
        let repaired =
            repair_bytes(bytes.clone(), &Options { fixes: Fixes::ALL, ..Options::default() })
                .unwrap();
        // Sign changes are normal for MRTK and harmless.
        let others = repaired.report.changes.iter().filter(|change| change.fix != Fix::Signs);
        assert_eq!(others.collect::<Vec<_>>(), Vec::<&Change>::new(), "{name}");
        if repaired.report.is_empty() {
            assert!(repaired.recording.to_bytes() == bytes, "{name}");
        }
        assert!(!repaired.report.is_loss(), "{name}");
    }
    let made = made();
    let repaired = repair(&made, &Options::default()).unwrap();
    assert_eq!(repaired.report.changes, []);
    assert!(repaired.recording.to_bytes() == made.to_bytes());
}

#[test]
fn keys_are_sorted_as_unity_does_on_loading() {
    let mut damaged = made();
    let id = camera(PoseComponent::PositionX);
    let mut keys: Vec<Key> = damaged.curve(id).unwrap().iter().collect();
    let sorted = keys.clone();
    keys.swap(3, 7);
    damaged.set_curve(id, Curve::simple(keys.iter().map(|k| (k.time_secs, k.value)))).unwrap();
    let (recording, changes) = repaired(&damaged, Fix::Sort);
    assert!(recording.curve(id).unwrap().iter().eq(sorted));
    assert_eq!((changes.len(), changes[0].keys, changes[0].is_exact), (1, 2, true));
    assert_eq!(changes[0].target, ChangeTarget::Curve(id));
}

/// A recording with one number of one key changed.
fn with_number(id: CurveId, index: usize, change: impl Fn(&mut Key)) -> Recording {
    let mut damaged = made();
    let mut keys: Vec<Key> = damaged.curve(id).unwrap().iter().collect();
    change(&mut keys[index]);
    damaged.set_curve(id, Curve::simple(keys.iter().map(|k| (k.time_secs, k.value)))).unwrap();
    damaged
}

#[test]
fn a_damaged_time_is_restored_from_the_other_curves_of_the_pose() {
    for time_secs in [-3.0, 0.0, 900.0] {
        let id = CurveId::Joint(Side::Right, Joint::IndexTip, PoseComponent::PositionY);
        let damaged = with_number(id, 20, |key| key.time_secs = time_secs);
        let (recording, changes) = repaired(&damaged, Fix::Sort);
        assert_eq!(recording, made(), "{time_secs}");
        assert!(changes[0].keys == 1 && changes[0].is_exact && !changes[0].is_loss);
    }
}

#[test]
fn without_siblings_a_damaged_time_is_interpolated_and_a_moved_key_is_sorted() {
    let id = camera(PoseComponent::PositionX);
    let mut lonely =
        Recording::new(Form::MRTK_1_1, Tracks { camera: true, ..Tracks::NONE }).unwrap();
    let keys: Vec<(f32, f32)> = (0..40).map(|n| (n as f32 * 0.1, (n as f32 * 0.2).sin())).collect();
    let set = |recording: &mut Recording, keys: &[(f32, f32)]| {
        recording.set_curve(id, Curve::simple(keys.iter().copied())).unwrap();
    };
    set(&mut lonely, &keys);
    let truth = lonely.clone();
    for wrong in [0.1, 1e6] {
        let mut damaged = keys.clone();
        damaged[20].0 = wrong;
        set(&mut lonely, &damaged);
        let (recording, changes) = repaired(&lonely, Fix::Sort);
        let (found, before) = (recording.curve(id).unwrap(), truth.curve(id).unwrap());
        for n in 0..=390 {
            let time = n as f32 * 0.01;
            assert!(
                (found.value_at(time) - before.value_at(time)).abs() < 1e-5,
                "{wrong} at {time}"
            );
        }
        assert!(!changes[0].is_exact && !changes[0].is_loss);
    }
    let mut moved = keys.clone();
    let key = moved.remove(7);
    moved.insert(30, key);
    set(&mut lonely, &moved);
    assert_eq!(repaired(&lonely, Fix::Sort).0, truth);
    // The first key has no predecessor to compare with.
    let mut damaged = keys;
    damaged[0].0 = 1e6;
    set(&mut lonely, &damaged);
    let (recording, changes) = repaired(&lonely, Fix::Sort);
    assert_eq!(recording.curve(id).unwrap().len(), 39);
    assert!(changes[0].is_loss);
}

#[test]
fn a_damaged_component_of_a_rotation_is_restored_and_not_scaled_away() {
    use PoseComponent::{RotationW, RotationX, RotationY, RotationZ};
    for component in [RotationX, RotationY, RotationZ, RotationW] {
        for value in [3.0, -50.0, 2e19] {
            let id = CurveId::Joint(Side::Right, Joint::IndexKnuckle, component);
            let damaged = with_number(id, 20, |key| key.value = value);
            let (recording, changes) = repaired(&damaged, Fix::Normalize);
            let truth = made();
            let [found, before] =
                [&recording, &truth].map(|r| r.curve(id).unwrap().key(20).unwrap());
            assert!((found.value - before.value).abs() < 2e-3, "{id} {value}: {}", found.value);
            assert!(changes[0].keys == 1 && !changes[0].is_exact, "{}", changes[0]);
        }
    }
}

#[test]
fn a_rotation_that_cannot_be_known_stays_and_is_reported() {
    let id = camera(PoseComponent::RotationX);
    let mut damaged =
        Recording::new(Form::MRTK_1_1, Tracks { camera: true, ..Tracks::NONE }).unwrap();
    for (component, value) in [(PoseComponent::RotationX, 2e19), (PoseComponent::RotationW, 0.5)] {
        damaged.set_curve(camera(component), Curve::simple([(0.0, value)])).unwrap();
    }
    for component in [PoseComponent::RotationY, PoseComponent::RotationZ] {
        damaged.set_curve(camera(component), Curve::simple([(0.0, 0.5)])).unwrap();
    }
    let repaired = repair(&damaged, &Options::default()).unwrap();
    assert_eq!(repaired.recording, damaged);
    assert_eq!(repaired.report.unrepaired.len(), 1);
    assert_eq!(repaired.report.unrepaired[0].target, ChangeTarget::Curve(id));
}

/// MRTK's earliest recordings have keys only where a component changed.
#[test]
fn components_with_key_times_of_their_own_are_reported_only_where_one_is_greater_than_1() {
    let keys = |w: f32| {
        let tracks = Tracks { camera: true, ..Tracks::NONE };
        let mut recording = Recording::new(Form::MRTK_1_1, tracks).unwrap();
        for (component, curve) in [
            (PoseComponent::RotationX, Curve::simple([(0.0, 0.0), (1.0, 1.0)])),
            (PoseComponent::RotationY, Curve::simple([(0.0, 0.0)])),
            (PoseComponent::RotationZ, Curve::simple([(0.0, 0.0)])),
            (PoseComponent::RotationW, Curve::simple([(0.0, 1.0), (0.3, w), (1.0, 0.0)])),
        ] {
            recording.set_curve(camera(component), curve).unwrap();
        }
        recording
    };
    for (w, expected) in [(0.9, 0), (1.5, 1)] {
        let repaired = repair(keys(w), &Options::default()).unwrap();
        assert_eq!(repaired.recording, keys(w));
        assert_eq!(repaired.report.unrepaired.len(), expected, "{:?}", repaired.report);
    }
}

#[test]
fn keys_of_one_time_and_value_become_one_and_others_stay_unless_asked() {
    let mut damaged = Recording::new(Form::MRTK_1_0, Tracks::V1_0).unwrap();
    let id = camera(PoseComponent::PositionX);
    let key = |time, value, slope| Key::with_tangents(time, value, slope, -slope);
    let keys = [
        key(0.0, 1.0, 1.0),
        key(1.0, 2.0, 2.0),
        key(1.0, 2.0, 3.0),
        key(2.0, 0.0, 4.0),
        key(2.0, 5.0, 5.0),
    ];
    damaged.set_curve(id, Curve::full(keys)).unwrap();
    let (recording, changes) = repaired(&damaged, Fix::Duplicates);
    let merged = Key { out_tangent: -3.0, ..key(1.0, 2.0, 2.0) };
    assert!(recording.curve(id).unwrap().iter().eq([keys[0], merged, keys[3], keys[4]]));
    assert!(changes.iter().all(|change| change.is_exact && !change.is_loss && change.keys == 1));

    let (recording, changes) = repaired(&recording, Fix::Conflicts);
    assert!(recording.curve(id).unwrap().iter().eq([keys[0], merged, keys[4]]));
    assert!(changes[0].is_loss && !changes[0].is_exact);
    assert_eq!(changes[0].largest_mm, Some(5000.0));
}

#[test]
fn the_components_of_a_position_lose_a_key_together_or_not_at_all() {
    let mut damaged =
        Recording::new(Form::MRTK_1_1, Tracks { camera: true, ..Tracks::NONE }).unwrap();
    let position = [PoseComponent::PositionX, PoseComponent::PositionY, PoseComponent::PositionZ];
    for (component, last) in position.into_iter().zip([1.0, 1.0, 2.0]) {
        let keys = [(0.0, 0.0), (1.0, 1.0), (1.0, 1.0), (2.0, 1.0), (2.0, last)];
        damaged.set_curve(camera(component), Curve::simple(keys)).unwrap();
    }
    let (recording, _) = repaired(&damaged, Fix::Duplicates);
    for component in position {
        // The jump of Z at 2 s keeps all of them.
        assert_eq!(recording.curve(camera(component)).unwrap().len(), 4);
    }
}

#[test]
fn what_is_no_number_takes_after_its_neighbours() {
    let mut damaged = made();
    let id = camera(PoseComponent::PositionY);
    let keys = [
        (0.0, f32::NAN),
        (1.0, 1.0),
        (2.0, f32::INFINITY),
        (3.0, 3.0),
        (f32::NAN, 9.0),
        (4.0, f32::NAN),
    ];
    damaged.set_curve(id, Curve::simple(keys)).unwrap();
    let gone = CurveId::Gaze(RayComponent::OriginX);
    damaged.set_curve(gone, Curve::simple([(0.0, f32::NAN)])).unwrap();
    let state = CurveId::Pinching(Side::Left);
    let mut on_off = Curve::boolean([(0.0, true), (1.0, false), (2.0, false)]);
    on_off.set_keys([Key::hold(0.0, 1.0), Key::hold(1.0, f32::NAN), Key::hold(2.0, 0.0)]);
    damaged.set_curve(state, on_off).unwrap();
    let (recording, changes) = repaired(&damaged, Fix::NonFinite);
    let curve = recording.curve(id).unwrap();
    assert_eq!(*curve, Curve::simple([(0.0, 1.0), (1.0, 1.0), (2.0, 2.0), (3.0, 3.0), (4.0, 3.0)]));
    assert!(recording.curve(gone).unwrap().is_empty());
    assert_eq!(
        *recording.curve(state).unwrap(),
        Curve::boolean([(0.0, true), (1.0, true), (2.0, false)])
    );
    let losses: Vec<bool> = changes.iter().map(|change| change.is_loss).collect();
    assert_eq!(losses, [true, false, true], "a key without a time, and a curve without a value");
}

#[test]
fn flipped_signs_become_continuous_and_mean_the_same() {
    let mut damaged = made();
    let truth = damaged.clone();
    let components = [
        PoseComponent::RotationX,
        PoseComponent::RotationY,
        PoseComponent::RotationZ,
        PoseComponent::RotationW,
    ];
    let ids = components.map(|component| CurveId::Joint(Side::Right, Joint::IndexTip, component));
    let len = truth.curve(ids[0]).unwrap().len();
    assert!(len > 20);
    for id in ids {
        let flipped = truth.curve(id).unwrap().iter().enumerate().map(|(n, key)| {
            (key.time_secs, if (5..9).contains(&n) { -key.value } else { key.value })
        });
        damaged.set_curve(id, Curve::simple(flipped)).unwrap();
    }
    let (recording, changes) = repaired(&damaged, Fix::Signs);
    assert_eq!(recording, truth);
    assert_eq!((changes.len(), changes[0].keys, changes[0].largest_degrees), (1, 4, Some(0.0)));
}

#[test]
fn rotations_are_brought_to_unit_length_and_zeros_stay() {
    let mut damaged = made();
    for component in [
        PoseComponent::RotationX,
        PoseComponent::RotationY,
        PoseComponent::RotationZ,
        PoseComponent::RotationW,
    ] {
        let id = camera(component);
        let curve = damaged.curve(id).unwrap();
        let scaled = curve.iter().enumerate().map(|(n, key)| {
            (
                key.time_secs,
                key.value
                    * match n {
                        2 => 1.5,
                        3 => 0.0,
                        4 => 1.0004,
                        _ => 1.0,
                    },
            )
        });
        let scaled = Curve::simple(scaled);
        damaged.set_curve(id, scaled).unwrap();
    }
    let (recording, changes) = repaired(&damaged, Fix::Normalize);
    assert_eq!((changes.len(), changes[0].keys), (1, 1));
    let x = |recording: &Recording, n| {
        recording.curve(camera(PoseComponent::RotationX)).unwrap().key(n).unwrap().value
    };
    assert!((x(&recording, 2) - x(&damaged, 2) / 1.5).abs() < 1e-7);
    assert_eq!(x(&recording, 3), 0.0);
    assert_eq!(x(&recording, 4), x(&damaged, 4));
}

#[test]
fn unknown_modes_become_known_ones() {
    let mut damaged = Recording::new(Form::MRTK_1_0, Tracks::V1_0).unwrap();
    let id = camera(PoseComponent::PositionX);
    let mut curve = Curve::full([Key { weighted_mode: WeightedMode(7), ..Key::linear(0.0, 1.0) }]);
    curve.post_wrap = WrapMode(3);
    damaged.set_curve(id, curve).unwrap();
    let (recording, changes) = repaired(&damaged, Fix::Modes);
    let curve = recording.curve(id).unwrap();
    assert_eq!(
        (curve.post_wrap, curve.first().unwrap()),
        (WrapMode::CLAMP_FOREVER, Key::linear(0.0, 1.0))
    );
    assert_eq!((changes[0].keys, changes[0].is_exact), (1, false));
}

#[test]
fn flags_are_repaired_by_their_value_and_by_what_fits() {
    let odd = bytes_of("odd/flag_255");
    let odd = Recording::from_slice(&odd).unwrap();
    let (recording, _) = repaired(&odd, Fix::Flags);
    assert!(recording.flags().iter().all(|&flag| flag < 2));
    assert_eq!(recording.tracks(), odd.tracks());

    let whole = made().to_bytes();
    for (place, name) in (16..19).zip(["camera", "hands", "gaze"]) {
        let mut damaged = whole.clone();
        damaged[place] = 0;
        let repaired = repair_bytes(damaged.clone(), &Options::default()).unwrap();
        assert!(repaired.recording.to_bytes() == whole, "{name}");
        let changes = repaired.report.changes;
        assert_eq!(changes.len(), 1, "{name}");
        assert!(
            changes[0].fix == Fix::Flags && changes[0].message.contains(name),
            "{}",
            changes[0]
        );
    }
}

#[test]
fn a_published_file_becomes_one_that_mrtk_loads() {
    for name in ["published/linear", "published/camera_eased", "published/all_tracks"] {
        let bytes = bytes_of(name);
        let damaged = Recording::from_slice(&bytes).unwrap();
        assert_eq!(damaged.layout(), Layout::Published);
        let repaired = repair(&damaged, &Options::default()).unwrap();
        assert!(repaired.recording.form().loads_in_mrtk(), "{name}");
        assert_eq!(repaired.report.of(Fix::Layout).count(), 1, "{name}");
        assert_eq!(repaired.report.of(Fix::MarkerList).count(), 1, "{name}");
    }
}

#[test]
fn markers_are_listed_and_in_order() {
    let no_list = bytes_of("odd/v1_0_no_marker_list");
    let (recording, _) = repaired(&Recording::from_slice(&no_list).unwrap(), Fix::MarkerList);
    assert!(recording.form().loads_in_mrtk());

    let unsorted = bytes_of("odd/marker_order");
    let (recording, _) = repaired(&Recording::from_slice(&unsorted).unwrap(), Fix::MarkerOrder);
    assert!(recording.markers().is_sorted_by(|a, b| a.time_secs <= b.time_secs));

    let mut odd = made();
    odd.set_markers([Marker::new(f32::NAN, "never"), Marker::new(1.0, "b"), Marker::new(0.0, "a")])
        .unwrap();
    let (recording, _) = repaired(&odd, Fix::MarkerOrder);
    assert!(recording.markers().map(|marker| marker.name).eq(["a", "b", "never"]));
}

#[test]
fn bytes_after_the_markers_go_only_when_asked() {
    let bytes = bytes_of("odd/trailing_100");
    let damaged = Recording::from_slice(&bytes).unwrap();
    let kept = repair(&damaged, &Options::default()).unwrap();
    assert_eq!(kept.recording.trailing().len(), 100);
    let (recording, changes) = repaired(&damaged, Fix::Trailing);
    assert!(recording.trailing().is_empty() && changes[0].is_loss);
}

#[test]
fn a_file_that_is_not_to_be_salvaged_is_refused_as_reading_does() {
    let bytes = bytes_of("recordings/v11_sub_camera");
    let cut = &bytes[..200];
    let options = Options { fixes: Fixes::DEFAULT.without(Fix::Salvage), ..Options::default() };
    let error = repair_bytes(cut.to_vec(), &options).unwrap_err();
    assert_eq!(error.to_string(), Recording::from_slice(cut).unwrap_err().to_string());
    for bytes in
        [&b""[..], b"PNG", &bytes_of("odd/v2_0"), &bytes_of("fork/cut"), &bytes_of("fork/text_t10")]
    {
        assert!(repair_bytes(bytes.to_vec(), &Options::default()).is_err());
    }
}

#[test]
fn the_fuzz_target_holds_for_every_recording_we_keep_and_for_what_it_found() {
    let kept = [
        "testdata/recordings",
        "testdata/published",
        "testdata/odd",
        "testdata/drafts",
        "testdata/fork",
    ];
    for (name, bytes) in files_in(&kept).into_iter().chain(files_in(&["fuzz/regressions/repair"])) {
        if bytes.len() < 130_000 {
            eprintln!("{name}");
            edit_checks::repair_any(&bytes);
        }
    }
}

#[cfg(feature = "serde")]
#[test]
fn a_report_is_json_with_names() {
    let bytes = bytes_of("recordings/v11_m272_real_2s_asset");
    let report = repair_bytes(bytes[..60_000].to_vec(), &Options::default()).unwrap().report;
    let json = serde_json::to_value(&report).unwrap();
    assert_eq!(json["changes"][0]["fix"], "salvage");
    assert_eq!(json["changes"][1]["fix"], "rotation-w");
    assert_eq!(json["changes"][1]["target"], "camera.rotation.w");
    let salvage = &json["salvage"];
    let is_name = |name: &serde_json::Value| name.as_str().unwrap().parse::<CurveId>().is_ok();
    assert!(is_name(&salvage["curves_damaged"][0]["curve"]));
    assert!(salvage["curves_lost"].as_array().unwrap().iter().all(is_name));
}

//! Defects that affect measures are listed with them.

use reenact::hand::{Joint, Side};
use reenact::{Curve, CurveId, PoseComponent, Recording};
use reenact_inspect::doctor::Code;
use reenact_inspect::measure::Options;
use reenact_inspect::stats::{Damage, Group, Stats, stats};

use crate::takes::corpus;

fn measured(name: &str, options: &Options) -> Stats {
    let files = corpus(&["recordings"]);
    stats(&files.iter().find(|(other, _)| other == name).unwrap().1, options).unwrap()
}

fn affected(damage: &[Damage]) -> Vec<(Code, Vec<Group>)> {
    damage.iter().map(|damage| (damage.code, damage.affects.clone())).collect()
}

/// The demo with one curve changed.
fn with(id: CurveId, change: impl FnOnce(&mut Curve)) -> Recording {
    let mut recording = reenact_make::demo();
    let mut curve = recording.curve(id).unwrap().clone();
    change(&mut curve);
    recording.set_curve(id, curve).unwrap();
    recording
}

#[test]
fn a_sound_recording_has_no_damage() {
    assert_eq!(stats(&reenact_make::demo(), &Options::default()).unwrap().damage, []);
    assert_eq!(measured("v11_real_2s_lossless", &Options::default()).damage, []);
}

#[test]
fn lost_w_affects_what_the_heads_rotation_is_part_of_and_no_hand() {
    let lost = measured("v11_m272_real_2s_asset", &Options::default());
    let w = lost.damage.iter().find(|damage| damage.code == Code::RotationWLost).unwrap();
    assert_eq!(w.affects, [Group::HeadRotation]);
    for name in ["left_reach_width_m", "right_reach_volume_m3", "head_turn_mean_deg_s"] {
        assert!(w.measures.iter().any(|other| other == name), "{name}: {:?}", w.measures);
    }
    // The same movement with intact rotations: every measure that differs is listed.
    let whole = measured("v11_real_2s_asset", &Options::default());
    let mut differ = Vec::new();
    for (a, b) in whole.rows().into_iter().zip(lost.rows()) {
        if a.value != b.value {
            assert!(w.measures.contains(&a.name), "{a:?} {b:?}");
            differ.push(a.name);
        }
    }
    assert!(differ.iter().any(|name| name == "left_reach_width_m"), "{differ:?}");
}

#[test]
fn a_lost_tail_affects_its_hand_unless_it_lies_outside_the_range() {
    let whole = measured("v11_real_2s_asset", &Options::default());
    let both = vec![Group::LeftHand, Group::RightHand];
    assert_eq!(affected(&whole.damage), [(Code::TailLost, both)]);
    assert!(!whole.damage[0].measures.iter().any(|name| name == "left_tracked_secs"));
    let early = Options { to_secs: Some(0.5), ..Options::default() };
    assert_eq!(measured("v11_real_2s_asset", &early).damage, []);
    let middle = Options { to_secs: Some(1.0), ..Options::default() };
    let middle = measured("v11_real_2s_asset", &middle);
    assert_eq!(affected(&middle.damage), [(Code::TailLost, vec![Group::LeftHand])]);
}

#[test]
fn a_number_that_is_not_finite_affects_the_measures_of_its_own_curve() {
    let nan = |curve: &mut Curve| {
        let mut key = curve.key(40).unwrap();
        key.value = f32::NAN;
        curve.move_key(40, key).unwrap();
    };
    let wrist = CurveId::Joint(Side::Right, Joint::Wrist, PoseComponent::PositionX);
    let damage = stats(&with(wrist, nan), &Options::default()).unwrap().damage;
    assert_eq!(affected(&damage), [(Code::NonFinite, vec![Group::RightHand])]);
    let camera = CurveId::Camera(PoseComponent::PositionX);
    let damage = stats(&with(camera, nan), &Options::default()).unwrap().damage;
    assert_eq!(affected(&damage), [(Code::NonFinite, vec![Group::Head])]);
}

#[test]
fn every_measure_but_the_duration_belongs_to_a_group() {
    for row in Stats::default().rows() {
        assert_eq!(row.groups.is_empty(), row.name == "duration_secs", "{}", row.name);
    }
}

//! Properties of arbitrary files and recordings.

use std::borrow::Cow;

use proptest::prelude::*;
use reenact::hand::{Joint, Side};
use reenact::{FrameTimes, Mode, Sampler};
use reenact_convert::handsbin::{File, JointBytes, Options, Version, read, rewrite, v1, v2, write};

use super::unity::bytes;
use crate::arbitrary::recording;

fn joints(most: usize) -> impl Strategy<Value = Cow<'static, [JointBytes]>> {
    prop::collection::vec(prop::array::uniform28(any::<u8>()), most).prop_map(Cow::Owned)
}

fn pose() -> impl Strategy<Value = [f32; 7]> {
    prop::array::uniform7(-2.0_f32..2.0)
}

fn hand_v1() -> impl Strategy<Value = v1::Hand<'static>> {
    (any::<bool>(), prop::option::of(joints(26)))
        .prop_map(|(is_tracked, joints)| v1::Hand { is_tracked, joints })
}

fn file_v1() -> impl Strategy<Value = File<'static>> {
    let frame = (any::<f32>(), hand_v1(), hand_v1())
        .prop_map(|(time_secs, left, right)| v1::Frame { time_secs, left, right });
    let frames = prop::collection::vec(frame, 0..4);
    (".{0,200}", any::<f32>(), frames, prop::collection::vec(any::<u8>(), 0..9)).prop_map(
        |(name, duration_secs, frames, trailing)| {
            let name = Cow::Owned(name.into_bytes());
            File::V1(v1::File { name, duration_secs, frames, trailing: trailing.into() })
        },
    )
}

fn hand_v2() -> impl Strategy<Value = v2::Hand<'static>> {
    let joints = prop::option::of((0_usize..=26).prop_flat_map(joints));
    (any::<i32>(), pose(), joints).prop_map(|(flags, root, joints)| v2::Hand {
        flags: flags & !1 | i32::from(joints.is_some()),
        root,
        joints,
    })
}

fn gestures() -> impl Strategy<Value = v2::Gestures> {
    let poses = prop::array::uniform4(prop::option::of(pose()));
    let values = prop::array::uniform3(prop::option::of(0.0_f32..1.0));
    let states = prop::array::uniform3(prop::option::of(any::<bool>()));
    (any::<i32>(), any::<i32>(), poses, values, states).prop_map(
        |(handedness, flags, [aim_pose, grip_pose, pinch_pose, poke_pose], values, states)| {
            let [aim_activate, grasp, pinch] = values;
            let [aim_activated, grasp_firm, pinch_touched] = states;
            let has = [
                aim_pose.is_some(),
                aim_activate.is_some(),
                grasp.is_some(),
                grip_pose.is_some(),
                pinch_pose.is_some(),
                pinch.is_some(),
                poke_pose.is_some(),
                aim_activated.is_some(),
                grasp_firm.is_some(),
                pinch_touched.is_some(),
            ];
            let low = (0..).zip(has).map(|(bit, is_there)| i32::from(is_there) << bit).sum::<i32>();
            v2::Gestures {
                handedness,
                flags: flags & !0x3ff | low,
                aim_pose,
                aim_activate,
                grasp,
                grip_pose,
                pinch_pose,
                pinch,
                poke_pose,
                aim_activated,
                grasp_firm,
                pinch_touched,
            }
        },
    )
}

fn side() -> impl Strategy<Value = v2::Side<'static>> {
    let snapshot = (any::<i32>(), prop::option::of(hand_v2()), prop::option::of(hand_v2()));
    let snapshot = snapshot.prop_map(|(flags, dynamic, before)| v2::Snapshot {
        flags: flags & !3 | i32::from(dynamic.is_some()) | i32::from(before.is_some()) << 1,
        dynamic,
        before_render: before.map(Box::new),
    });
    let aim = (
        any::<i32>(),
        any::<i32>(),
        any::<[i32; 2]>(),
        prop::array::uniform4(0.0_f32..1.0),
        prop::option::of(pose()),
    );
    let aim = aim.prop_map(|(handedness, flags, meta_flags, pinch_strengths, pose)| {
        let flags = flags & !32 | i32::from(pose.is_some()) << 5;
        v2::AimState { handedness, flags, tracking_state: 3, meta_flags, pinch_strengths, pose }
    });
    (prop::option::of(snapshot), prop::option::of(gestures()), prop::option::of(aim)).prop_map(
        |(snapshot, gestures, aim)| v2::Side {
            snapshot,
            gestures: gestures.map(Box::new),
            aim: aim.map(Box::new),
        },
    )
}

fn file_v2() -> impl Strategy<Value = File<'static>> {
    let frame = (any::<i32>(), any::<f32>(), 0..4_i32, pose(), any::<[i32; 2]>(), side(), side());
    let frame = frame.prop_map(|(flags, time_secs, head_state, head, success, left, right)| {
        let bits = |side: &v2::Side<'_>, first: i32| {
            i32::from(side.snapshot.is_some()) << first
                | i32::from(side.gestures.is_some()) << (first + 2)
                | i32::from(side.aim.is_some()) << (first + 4)
        };
        v2::Frame {
            flags: flags & !0x3f | bits(&left, 0) | bits(&right, 1),
            time_secs,
            head_state,
            head: (head_state != 0).then_some(head),
            success: success[0],
            success_before_render: Some(success[1]),
            left,
            right,
        }
    });
    let layout = prop::collection::vec(any::<u8>(), 0..9);
    (".{0,200}", any::<f32>(), any::<i32>(), layout, prop::collection::vec(frame, 0..4)).prop_map(
        |(name, duration_secs, flags, layout, frames)| {
            let header = v2::Header {
                sequence_flags: flags,
                options: flags | 1,
                name: Cow::Owned(name.into_bytes()),
                duration_secs,
                layout_count: i32::try_from(layout.len()).unwrap() * 8,
                layout_bits: layout.into(),
                mesh_layout: flags,
                ..v2::Header::default()
            };
            File::V2(v2::File { header, frames, trailing: Cow::Borrowed(&[]) })
        },
    )
}

fn round_trip(file: &File<'_>) {
    let bytes = file.encode().unwrap();
    let decoded = File::decode(&bytes).unwrap();
    assert_eq!(format!("{decoded:?}"), format!("{file:?}"));
    assert_eq!(decoded.encode().unwrap(), bytes);
    assert!(read(&bytes).is_ok());
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 60, ..ProptestConfig::default() })]

    #[test]
    fn any_file_of_version_1_survives_writing_and_reading(file in file_v1()) {
        round_trip(&file);
    }

    #[test]
    fn any_file_of_version_2_survives_writing_and_reading(file in file_v2()) {
        round_trip(&file);
    }

    #[test]
    fn version_1_survives_version_2_where_every_hand_is_tracked_or_has_no_joints(file in file_v1()) {
        let File::V1(mut file) = file else { unreachable!() };
        file.trailing = Cow::Borrowed(&[]);
        for frame in &mut file.frames {
            for hand in [&mut frame.left, &mut frame.right] {
                hand.joints = hand.joints.take().filter(|_| hand.is_tracked);
            }
        }
        let file = File::V1(file);
        let (newer, losses) = file.to_version(Version::V2);
        prop_assert!(!losses.any());
        let bytes = newer.encode().unwrap();
        let (again, losses) = File::decode(&bytes).unwrap().to_version(Version::V1);
        // Files whose times look late would be corrected.
        prop_assume!(!losses.late_times);
        prop_assert_eq!(format!("{again:?}"), format!("{file:?}"));
    }

    #[test]
    fn what_the_format_can_hold_of_any_recording_survives(recording in recording()) {
        let is_short = recording.end_secs() < 1000.0;
        let rate_hz = if is_short { 2.0 } else { 2000.0 / recording.end_secs() };
        let mut bytes = Vec::new();
        let result = write(&recording, &Options { rate_hz, ..Options::default() }, &mut bytes);
        prop_assert!(!is_short || result.is_ok());
        let (true, Ok(_)) = (is_short, result) else { return Ok(()) };
        let again = read(&bytes).unwrap();
        let [before, after] = [&recording, &again].map(|recording| Sampler::new(recording, Mode::Clean));
        let times = FrameTimes::of(&recording, rate_hz).unwrap();
        for (n, time_secs) in times.iter().enumerate() {
            // A file's times are relative to its first frame.
            let stored_secs = n as f32 / rate_hz;
            let (before, after) = (before.frame_at(time_secs), after.frame_at(stored_secs));
            for side in Side::ALL {
                let Some(was) = before.hand(side).filter(|hand| hand.observed) else {
                    prop_assert!(after.hand(side).is_none_or(|hand| !hand.tracked));
                    continue;
                };
                let is_whole = Joint::TRACKED.into_iter().all(|joint| {
                    was.joint(joint).is_some_and(|pose| pose.is_finite())
                });
                // Rotations that were not recorded may be synthesized.
                let may_be = Joint::TRACKED.into_iter().all(|joint| {
                    was.joint(joint).is_some_and(|pose| pose.position.is_finite())
                });
                let is = after.hand(side).unwrap();
                prop_assert!(!is_whole || is.tracked);
                prop_assert!(may_be || !is.tracked);
                if is.tracked {
                    prop_assert_eq!(was.pinching, is.pinching);
                    for joint in Joint::TRACKED {
                        let (was, is) = (was.joint(joint).unwrap(), is.joint(joint));
                        if let Some(is) = is {
                            prop_assert_eq!(was.position, is.position);
                        }
                    }
                }
            }
        }
    }

    #[test]
    fn damage_is_refused_or_harmless(
        damage in prop::collection::vec((any::<prop::sample::Index>(), any::<u8>()), 1..6),
    ) {
        for name in ["v2_gestures", "v1_long_name", "v2_before_render"] {
            let mut bytes = bytes(name);
            for (index, byte) in &damage {
                let at = index.index(bytes.len().min(4000));
                bytes[at] = *byte;
            }
            if let Ok(recording) = read(&bytes) {
                prop_assert!(recording.key_count() <= bytes.len());
            }
            for version in [Version::V1, Version::V2] {
                let _ = rewrite(&bytes, &Options { version, ..Options::default() }, &mut Vec::new());
            }
        }
    }
}

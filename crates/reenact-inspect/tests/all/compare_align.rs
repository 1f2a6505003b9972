//! Alignment of recordings that are delayed, faster or slower.

use std::f32::consts::TAU;

use glam::Vec3;
use reenact::{Pose, Recording, Track};
use reenact_inspect::compare::{Alignment, Comparison, Options, Reference, compare};

use crate::compare_made::{at_times, lifelike, moved, with_poses};

const FIND: Alignment = Alignment::FindOffset { max_secs: 1.0 };

fn with(a: &Recording, b: &Recording, alignment: Alignment) -> Comparison {
    compare(a, b, &Options { alignment, ..Options::default() }).unwrap()
}

fn rms(comparison: &Comparison) -> f32 {
    let tracks = comparison.tracks.iter().filter_map(|track| track.position_m);
    tracks.map(|far| far.rms).fold(0.0, f32::max)
}

#[test]
fn a_delay_is_found_and_then_both_are_the_same() {
    let a = lifelike(6.0, 11);
    for delay_secs in [0.25, 0.1, 0.007, 0.633] {
        let b = at_times(&a, |time_secs| time_secs + delay_secs);
        assert!(!with(&a, &b, Alignment::None).same);
        let found = with(&a, &b, FIND);
        assert!(
            (found.offset_secs - delay_secs).abs() < 5e-4,
            "{} for {delay_secs}",
            found.offset_secs
        );
        assert!(found.same, "{delay_secs}: {:?}", found.first_difference);
        assert_eq!(found.compared_secs.unwrap()[0], 0.0);
        // Swapped, the offset is negative.
        let back = with(&b, &a, FIND);
        assert!(
            (back.offset_secs + delay_secs).abs() < 5e-4,
            "{} for -{delay_secs}",
            back.offset_secs
        );
        assert!(back.same, "{delay_secs}: {:?}", back.first_difference);
        // With a given offset, nothing is searched.
        assert!(with(&a, &b, Alignment::Offset(delay_secs)).same);
        assert!(!with(&a, &b, Alignment::Offset(-delay_secs)).same);
    }
}

#[test]
fn a_delay_is_found_although_the_place_is_another() {
    let a = lifelike(6.0, 12);
    let late = at_times(&a, |time_secs| time_secs + 0.25);
    let aside = with_poses(&late, |pose| Pose { position: pose.position + Vec3::ONE, ..pose });
    assert!((with(&a, &aside, FIND).offset_secs - 0.25).abs() < 5e-4);
    let turned = Pose { position: Vec3::Y, rotation: glam::Quat::from_rotation_y(2.0) };
    let options =
        Options { alignment: FIND, reference: Reference::FirstFrame, ..Options::default() };
    let found = compare(&a, &moved(&late, turned), &options).unwrap();
    assert!((found.offset_secs - 0.25).abs() < 5e-4 && found.same, "{:?}", found.first_difference);
}

#[test]
fn where_nothing_moves_no_offset_is_made_up() {
    let still = crate::compare_made::camera(&[(0.0, Vec3::ZERO), (3.0, Vec3::ZERO)]);
    let other = crate::compare_made::camera(&[(0.0, Vec3::X), (3.0, Vec3::X)]);
    let found = with(&still, &other, FIND);
    assert_eq!(found.offset_secs, 0.0);
    assert_eq!(found.tracks[0].position_m.unwrap().max, 1.0);
    // A delay outside the search range is not found, nor reported as the end of the range.
    let a = lifelike(6.0, 13);
    let late = at_times(&a, |time_secs| time_secs + 2.0);
    let found = with(&a, &late, FIND);
    assert!(found.offset_secs.abs() <= 1.0 && !found.same);
}

#[test]
fn a_smooth_warp_is_undone() {
    let a = lifelike(8.0, 14);
    let end = a.end_secs();
    let bent = |time_secs: f32| time_secs + 0.2 * (TAU * time_secs / 3.0).sin();
    let warped = |time_secs: f32| bent(time_secs) / bent(end) * end;
    let b = at_times(&a, warped);
    let before = rms(&with(&a, &b, Alignment::None));
    let found = with(&a, &b, Alignment::Warp { max_secs: 0.5 });
    let after = rms(&found);
    println!("{before} m became {after} m, {:?}", found.warp);
    assert!(before > 0.01, "{before}");
    assert!(after < 0.001 && after < before / 20.0, "{before} became {after}");
    let warp = found.warp.unwrap();
    let times = || (0..=480).map(|n| n as f32 / 60.0);
    let shift = times().map(|t| (warped(t) - t).abs()).fold(0.0, f32::max);
    assert!((warp.max_shift_secs - shift).abs() < 0.02, "{warp:?}, in truth {shift}");
    let slopes = times().skip(15).map(|t| (warped(t) - warped(t - 0.25)) / 0.25);
    let stretch = slopes.map(|slope| slope.max(1.0 / slope)).fold(1.0, f32::max);
    assert!((warp.max_stretch / stretch - 1.0).abs() < 0.15, "{warp:?}, in truth {stretch}");
    let back = with(&b, &a, Alignment::Warp { max_secs: 0.5 });
    assert!(rms(&back) < 0.002, "{}", rms(&back));
}

#[test]
fn another_speed_throughout_is_undone_whatever_the_length() {
    let a = lifelike(6.0, 15);
    let b = at_times(&a, |time_secs| time_secs * 1.5);
    let found = with(&a, &b, Alignment::Warp { max_secs: 0.1 });
    assert!(rms(&found) < 0.002, "{}", rms(&found));
    let warp = found.warp.unwrap();
    assert!((warp.max_shift_secs - 3.0).abs() < 0.1, "{warp:?}");
    // Durations are compared without alignment.
    assert!(!found.same && found.duration_secs == [6.0, 9.0]);
}

#[test]
fn a_warp_does_not_hide_another_movement() {
    let a = lifelike(4.0, 16);
    let b = with_poses(&a, |pose| Pose { position: pose.position + Vec3::Y * 0.05, ..pose });
    let found = with(&a, &b, Alignment::Warp { max_secs: 0.5 });
    assert!(!found.same && rms(&found) > 0.04, "{}", rms(&found));
    let other = lifelike(4.0, 17);
    assert!(!with(&a, &other, Alignment::Warp { max_secs: 1.0 }).same);
}

#[test]
fn one_frame_against_many_is_warped_all_the_same() {
    let one = crate::compare_made::camera(&[(0.0, Vec3::ZERO)]);
    let many = lifelike(2.0, 1);
    for (a, b) in [(&one, &many), (&many, &one)] {
        for max_secs in [0.0, 0.5] {
            let found = with(a, b, Alignment::Warp { max_secs });
            assert!(!found.same && found.frames >= 1);
            assert!(found.warp.unwrap().max_stretch.is_finite());
            assert!(found.track(Track::Camera).unwrap().position_m.is_some());
        }
        assert!(!with(a, b, FIND).same);
    }
}

#[test]
fn numbers_whose_squares_are_no_numbers_are_aligned_all_the_same() {
    let far = |sign: f32| {
        let at = Vec3::X * f32::MAX * sign;
        crate::compare_made::camera(&[(0.0, at), (1.0, at), (2.0, -at), (2.5, Vec3::ZERO)])
    };
    let near = crate::compare_made::camera(&[(0.0, Vec3::ZERO), (1.0, Vec3::X)]);
    for (a, b) in [(&far(1.0), &far(-1.0)), (&far(1.0), &near), (&near, &far(-1.0))] {
        for alignment in
            [FIND, Alignment::Warp { max_secs: 0.0 }, Alignment::Warp { max_secs: 0.3 }]
        {
            let found = with(a, b, alignment);
            assert!(!found.same && found.offset_secs.is_finite());
            assert!(found.warp.is_none_or(|warp| warp.max_stretch.is_finite()));
        }
    }
}

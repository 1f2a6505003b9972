//! Checks that all candidates return the same values.

use reenact::hand::{Joint, Side};
use reenact::{Frame, Mode, Pose, Sampler};

use super::{Contest, FLOATS, Row, States, even_times};
use crate::Result;

/// Tolerance in metres, or of quaternion components.
const TOLERANCE: f32 = 2e-6;

/// Largest difference of slerp and nlerp between neighbouring frames.
const SLERP_TOLERANCE: f32 = 2e-3;

/// Compares all candidates at some of the times, and at all evenly spaced ones.
pub(super) fn check(contest: &Contest<'_>, times_secs: &[f32]) -> Result<()> {
    let sampler = Sampler::new(contest.recording, Mode::Mrtk);
    let clean = Sampler::new(contest.recording, Mode::Clean);
    let mut cursor = sampler.cursor();
    for &time_secs in times_secs.iter().step_by(8) {
        let frame = sampler.frame_at(time_secs);
        if cursor.frame_at(time_secs) != frame {
            return Err(format!("our own samplers disagree at {time_secs} s").into());
        }
        let (right, right_states) = row_of(&frame);
        let mut row = [0.0; FLOATS];
        let states = contest.baseline.fill(time_secs, &mut row);
        compare("the baseline", time_secs, &right, &row)?;
        if states != right_states {
            return Err(format!("the baseline's states are wrong at {time_secs} s").into());
        }
        let mut twin = [0.0; FLOATS];
        if contest.baseline.fill_by_partition_point(time_secs, &mut twin) != states || twin != row {
            return Err(format!("the two baselines disagree at {time_secs} s").into());
        }
        contest.splines.fill(time_secs, &mut row);
        compare("splines", time_secs, &right, &row)?;
        check_bevy(contest, &frame, &clean.frame_at(time_secs))?;
    }

    let times = even_times(contest.recording)?;
    let columns = sampler.resample(times)?;
    for index in (0..times.len()).step_by(97) {
        let mut row = [0.0; FLOATS];
        contest.baseline.fill(times.time_secs(index), &mut row);
        let ours = columns.columns().filter(|(id, _)| !id.is_boolean());
        let mut found = [0.0; FLOATS];
        for (out, (_, column)) in found.iter_mut().zip(ours) {
            *out = column[index];
        }
        compare("the batch", times.time_secs(index), &found, &row)?;
    }
    Ok(())
}

/// Values of a frame in `mrtk` mode as a row.
fn row_of(frame: &Frame) -> (Row, States) {
    let mut values = Vec::with_capacity(FLOATS);
    let mut push = |pose: Option<Pose>| {
        let pose = pose.unwrap_or(Pose::IDENTITY);
        values.extend(pose.position.to_array());
        values.extend(pose.rotation.to_array());
    };
    push(frame.camera);
    for side in Side::ALL {
        for joint in Joint::ALL {
            push(frame.joint(side, joint));
        }
    }
    if let Some(gaze) = frame.gaze {
        values.extend(gaze.origin.to_array());
        values.extend(gaze.direction.to_array());
    }
    let mut row = [f32::NAN; FLOATS];
    row.iter_mut().zip(values).for_each(|(out, value)| *out = value);
    let is = |side, what: fn(&reenact::HandFrame) -> bool| frame.hand(side).is_some_and(what);
    let [left, right] = Side::ALL;
    let states = [
        is(left, |hand| hand.tracked),
        is(right, |hand| hand.tracked),
        is(left, |hand| hand.pinching),
        is(right, |hand| hand.pinching),
    ];
    (row, states)
}

/// Compares rows. The second one has the gaze direction as stored, without normalization.
fn compare(who: &str, time_secs: f32, right: &Row, row: &Row) -> Result<()> {
    let mut row = *row;
    if let Some(direction) = row.last_chunk_mut::<3>() {
        let length = direction.iter().map(|value| value * value).sum::<f32>().sqrt();
        *direction = direction.map(|value| value / length);
    }
    for (curve, (&right, value)) in right.iter().zip(row).enumerate() {
        let error = (right - value).abs();
        if error.is_nan() || error > TOLERANCE * right.abs().max(1.0) {
            let what = format!("{value} instead of {right} for float curve {curve}");
            return Err(format!("{who}: {what} at {time_secs} s").into());
        }
    }
    Ok(())
}

/// Compares positions with the frame; rotations are interpolated along the shorter arc, as in `clean` mode.
fn check_bevy(contest: &Contest<'_>, frame: &Frame, clean: &Frame) -> Result<()> {
    let time_secs = frame.time_secs;
    let sampled = contest.bevy.at(time_secs);
    let joints = |frame: &Frame| {
        let hands = Side::ALL.into_iter().flat_map(|side| {
            Joint::ALL.into_iter().map(move |joint| (side, joint)).collect::<Vec<_>>()
        });
        let mut poses = vec![frame.camera];
        poses.extend(hands.map(|(side, joint)| frame.joint(side, joint)));
        poses
    };
    for ((found, right), clean) in sampled.poses.iter().zip(joints(frame)).zip(joints(clean)) {
        let is_near = |a: [f32; 3], b: [f32; 3]| {
            a.into_iter().zip(b).all(|(a, b)| (a - b).abs() <= TOLERANCE * b.abs().max(1.0))
        };
        if right.is_some_and(|right| !is_near(found.0.to_array(), right.position.to_array())) {
            return Err(format!("bevy: a wrong position at {time_secs} s").into());
        }
        let along = |rotation: [f32; 4]| {
            rotation.into_iter().zip(found.1.to_array()).map(|(a, b)| a * b).sum::<f32>().abs()
        };
        if clean.is_some_and(|clean| along(clean.rotation.to_array()) < 1.0 - SLERP_TOLERANCE) {
            return Err(format!("bevy: a wrong rotation at {time_secs} s").into());
        }
    }
    std::hint::black_box(sampled.gaze);
    Ok(())
}

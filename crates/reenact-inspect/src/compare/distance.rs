//! Largest distance between two recordings at a time, as a number and as columns of a plot.

use reenact::hand::{Joint, Side};
use reenact::{Frame, Result, Sampler};
use reenact_base::number::to_f64;

use super::number::to_f32;
use super::placement::Placement;
use crate::channel::columns::check;

/// Samples per column.
const SAMPLES: u16 = 4;

/// Largest distance in metres between two recordings at one time of `a`, with `b` at its `placement`: of the head, and of every joint of a hand that is tracked in
/// both.
///
/// `None` if they have nothing in common at that time.
///
/// ```
/// use reenact::{Mode, Sampler};
/// use reenact_inspect::compare::{Placement, distance_at};
///
/// let recording = reenact_make::demo();
/// let sampler = Sampler::new(&recording, Mode::Clean);
/// let placement = Placement::AS_RECORDED;
/// assert_eq!(distance_at(&sampler, &sampler, &placement, 1.0), Some(0.0));
/// assert_eq!(distance_at(&sampler, &sampler, &placement, 1e9), None, "long over");
/// ```
pub fn distance_at(a: &Sampler, b: &Sampler, placement: &Placement, time_secs: f32) -> Option<f32> {
    let second_secs = placement.second_secs(time_secs);
    if !is_in(a, time_secs) || !is_in(b, second_secs) {
        return None;
    }
    let first = a.frame_at(time_secs);
    between(&first, &placement.place(&first, &b.frame_at(second_secs)))
}

/// Largest distance between two recordings in each column of a time range in seconds; NaN where they have nothing in common.
///
/// Samples each column at four times. Fails if the range is reversed or not finite, and above
/// 65,536 columns.
pub fn distances(
    a: &Sampler,
    b: &Sampler,
    placement: &Placement,
    [from_secs, to_secs]: [f32; 2],
    columns: usize,
) -> Result<Vec<f32>> {
    check([from_secs, to_secs], columns)?;
    let secs = (f64::from(to_secs) - f64::from(from_secs)) / to_f64(columns);
    let [mut a_cursor, mut b_cursor] = [a, b].map(Sampler::cursor);
    let mut column = |number: usize| {
        let samples = (0..SAMPLES).filter_map(|sample| {
            let share = (f64::from(sample) + 0.5) / f64::from(SAMPLES);
            let after = secs * (to_f64(number) + share);
            let time_secs = to_f32(f64::from(from_secs) + after);
            let second_secs = placement.second_secs(time_secs);
            let is_there = is_in(a, time_secs) && is_in(b, second_secs);
            is_there.then(|| [a_cursor.frame_at(time_secs), b_cursor.frame_at(second_secs)])
        });
        let found = samples.filter_map(|[a, b]| between(&a, &placement.place(&a, &b)));
        found.fold(f32::NAN, f32::max)
    };
    Ok((0..columns).map(&mut column).collect())
}

/// Whether a time is within a recording.
fn is_in(sampler: &Sampler, time_secs: f32) -> bool {
    let recording = sampler.recording();
    time_secs >= recording.start_secs() && time_secs <= recording.end_secs()
}

fn between(a: &Frame, b: &Frame) -> Option<f32> {
    let heads = a.camera.zip(b.camera).map(|(a, b)| a.position.distance(b.position));
    let joints = Side::ALL.into_iter().flat_map(|side| {
        Joint::TRACKED.into_iter().filter_map(move |joint| {
            Some(a.joint(side, joint)?.position.distance(b.joint(side, joint)?.position))
        })
    });
    joints.chain(heads).filter(|distance| distance.is_finite()).reduce(f32::max)
}

#[cfg(test)]
mod tests {
    use glam::Vec3;
    use reenact::Mode;
    use reenact_edit::reanchor::{Options, reanchor};

    use super::*;
    use crate::channel::columns::MAX_COLUMNS;

    #[test]
    fn what_was_moved_is_as_far_away_and_there_is_nothing_after_the_end_of_either() {
        let recording = reenact_make::demo();
        let options = Options { translation: Vec3::new(0.0, 0.3, 0.4), ..Options::default() };
        let moved = reanchor(&recording, &options).unwrap().recording;
        let a = Sampler::new(&recording, Mode::Clean);
        let b = Sampler::new(&moved, Mode::Clean);
        let placement = Placement::AS_RECORDED;
        let found = distances(&a, &b, &placement, [0.0, 2.0 * recording.end_secs()], 10).unwrap();
        for (number, distance) in found.iter().enumerate() {
            let is_right =
                if number < 5 { (distance - 0.5).abs() < 1e-4 } else { distance.is_nan() };
            assert!(is_right, "{distance} m in column {number}");
        }
        assert!((distance_at(&a, &b, &placement, 3.0).unwrap() - 0.5).abs() < 1e-4);
        assert_eq!(distance_at(&a, &b, &placement, -1.0), None);
        assert!(distances(&a, &b, &placement, [1.0, 0.0], 10).is_err());
        assert!(distances(&a, &b, &placement, [0.0, 1.0], MAX_COLUMNS + 1).is_err());
    }
}

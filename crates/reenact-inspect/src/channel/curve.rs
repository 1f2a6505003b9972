//! Values of a curve for plots: in the file's axes and units, and only where they were observed.

use reenact::{CurveId, Error, KeyKind, ObservedSpans, Recording, Result, TimeSpan, Track};

use super::columns::{Column, Columns};

/// Sample points inside a column for curves that are not linear or repeat.
const BETWEEN: u16 = 3;

/// Minimum and maximum of a curve in each column of a time range in seconds.
///
/// Includes every key in the range and the interpolated values between keys. NaN where the track was not observed
/// ([`ObservedSpans`]); boolean curves have values from the start of the recording to its end.
///
/// Linear in the number of keys and columns. Fails if the recording does not have the curve, if the range is reversed or not
/// finite, and above 65,536 columns.
pub fn curve_columns(
    recording: &Recording,
    observed: &ObservedSpans,
    id: CurveId,
    range_secs: [f32; 2],
    count: usize,
) -> Result<Vec<Column>> {
    let curve = recording.curve(id).ok_or_else(|| no_such(id))?;
    let mut columns = Columns::new(range_secs, count)?;
    if curve.is_empty() {
        return Ok(columns.finish());
    }
    let seen = observed_spans(recording, observed, id);
    let is_seen = |time_secs: f32| {
        let next = seen.partition_point(|span| span.start_secs <= time_secs);
        let span = next.checked_sub(1).and_then(|place| seen.get(place));
        span.is_some_and(|span| time_secs <= span.end_secs)
    };
    for key in curve {
        if is_seen(key.time_secs) {
            columns.add(key.time_secs, key.value);
        }
    }
    let is_plain = curve.kind() != KeyKind::Full && curve.holds_ends();
    let between = if is_plain { 0 } else { BETWEEN };
    let mut cursor = curve.cursor();
    for span in &seen {
        columns.draw([span.start_secs, span.end_secs], between, |time_secs| {
            cursor.value_at(time_secs)
        });
    }
    Ok(columns.finish())
}

/// Value of a curve at a time; `None` where it was not observed, as in [`curve_columns`], and for NaN.
///
/// Takes the observed spans as an argument, because computing them takes longer than the evaluation: keep them, or take those of
/// a sampler. Fails if the recording does not have the curve.
pub fn curve_value_at(
    recording: &Recording,
    observed: &ObservedSpans,
    id: CurveId,
    time_secs: f32,
) -> Result<Option<f32>> {
    let curve = recording.curve(id).ok_or_else(|| no_such(id))?;
    let is_there = match track(id) {
        Some(track) => observed.is_observed_at(track, time_secs),
        None => time_secs >= recording.start_secs() && time_secs <= recording.end_secs(),
    };
    let is_there = is_there && !curve.is_empty();
    Ok(is_there.then(|| curve.value_at(time_secs)).filter(|value| value.is_finite()))
}

/// Keys of a curve in a time range, as time and value; `None` if there are more than `most`.
///
/// Returns the keys as stored, whether or not the hand was tracked. Fails if the recording does not have the curve.
pub fn curve_keys(
    recording: &Recording,
    id: CurveId,
    [from_secs, to_secs]: [f32; 2],
    most: usize,
) -> Result<Option<Vec<[f32; 2]>>> {
    let curve = recording.curve(id).ok_or_else(|| no_such(id))?;
    let is_inside = |time_secs: f32| time_secs >= from_secs && time_secs <= to_secs;
    let mut found = Vec::new();
    for key in curve.iter().filter(|key| is_inside(key.time_secs)) {
        if found.len() == most {
            return Ok(None);
        }
        found.push([key.time_secs, key.value]);
    }
    Ok(Some(found))
}

/// Spans in which a curve has observed values; for boolean curves the whole recording.
fn observed_spans(recording: &Recording, observed: &ObservedSpans, id: CurveId) -> Vec<TimeSpan> {
    track(id).map_or_else(|| vec![recording.time_span()], |track| observed.spans(track).to_vec())
}

/// The track whose pose a curve is part of.
const fn track(id: CurveId) -> Option<Track> {
    if id.is_boolean() { None } else { Some(id.track()) }
}

fn no_such(id: CurveId) -> Error {
    Error::wrong_option(format!("this recording does not have the track that {id} belongs to"))
}

#[cfg(test)]
mod tests {
    use reenact::hand::{Joint, Side};
    use reenact::{Curve, Form, PoseComponent, Tracks};

    use super::*;

    const ID: CurveId = CurveId::Joint(Side::Left, Joint::Wrist, PoseComponent::PositionX);

    fn recording(keys: &[(f32, f32)], tracked: &[(f32, bool)]) -> Recording {
        let mut recording = Recording::new(Form::MRTK_1_1, Tracks::ALL).unwrap();
        recording.set_curve(ID, Curve::simple(keys.iter().copied())).unwrap();
        let tracked = Curve::boolean(tracked.iter().copied());
        recording.set_curve(CurveId::Tracked(Side::Left), tracked).unwrap();
        recording
    }

    #[test]
    fn a_peak_between_two_columns_ends_is_there_and_lines_between_keys_too() {
        let recording =
            recording(&[(0.0, 0.0), (1.25, 8.0), (1.5, 0.0), (4.0, 5.0)], &[(0.0, true)]);
        let columns =
            curve_columns(&recording, &ObservedSpans::of(&recording), ID, [0.0, 4.0], 4).unwrap();
        assert_eq!(columns, [[0.0, 6.4], [0.0, 8.0], [1.0, 3.0], [3.0, 5.0]]);
        assert_eq!(
            curve_value_at(&recording, &ObservedSpans::of(&recording), ID, 2.0).unwrap(),
            Some(1.0)
        );
    }

    #[test]
    fn there_is_nothing_while_the_hand_was_not_tracked_or_outside_the_recording() {
        let keys = [(0.0, 1.0), (2.0, 1.0), (2.5, 9.0), (3.0, 5.0), (4.0, 1.0)];
        let recording = recording(&keys, &[(0.0, true), (2.0, false), (3.0, true)]);
        let columns =
            curve_columns(&recording, &ObservedSpans::of(&recording), ID, [-1.0, 5.0], 6).unwrap();
        let is_empty: Vec<bool> = columns.iter().map(|[low, _]| low.is_nan()).collect();
        assert_eq!(is_empty, [true, false, false, false, false, false]);
        // The third second contains only its first frame, and what follows the last key has the key's value.
        assert_eq!(columns.get(3), Some(&[1.0, 1.0]));
        assert_eq!(columns.get(4), Some(&[1.0, 5.0]));
        assert_eq!(
            curve_value_at(&recording, &ObservedSpans::of(&recording), ID, 2.5).unwrap(),
            None
        );
        assert_eq!(
            curve_value_at(&recording, &ObservedSpans::of(&recording), ID, -0.5).unwrap(),
            None
        );
        assert_eq!(
            curve_value_at(&recording, &ObservedSpans::of(&recording), ID, 1.0).unwrap(),
            Some(1.0)
        );
        assert_eq!(curve_keys(&recording, ID, [2.0, 3.0], 3).unwrap().unwrap().len(), 3);
        assert_eq!(curve_keys(&recording, ID, [2.0, 3.0], 1).unwrap(), None);
    }

    #[test]
    fn odd_keys_are_drawn_as_far_as_they_are_numbers() {
        let keys =
            [(3.0, 1.0), (f32::NAN, 7.0), (1.0, f32::INFINITY), (-1e30, 2.0), (1e30, f32::NAN)];
        let recording = recording(&keys, &[(0.0, true), (f32::NAN, false)]);
        let columns =
            curve_columns(&recording, &ObservedSpans::of(&recording), ID, [0.0, 4.0], 100).unwrap();
        assert!(columns.iter().flatten().all(|value| !value.is_infinite()));
        let gone = CurveId::Camera(PoseComponent::PositionX);
        let mut bare = recording.clone();
        bare.retain_tracks(Tracks { camera: false, ..Tracks::ALL }).unwrap();
        assert!(curve_columns(&bare, &ObservedSpans::of(&bare), gone, [0.0, 1.0], 10).is_err());
    }

    #[test]
    fn columns_hold_every_value_that_the_curve_has_in_them() {
        let recording = reenact_make::demo();
        let columns =
            curve_columns(&recording, &ObservedSpans::of(&recording), ID, [0.0, 20.0], 50).unwrap();
        let mut seen = 0;
        for step in 0..2000_u16 {
            let time_secs = f32::from(step) * 0.01;
            let Some(value) =
                curve_value_at(&recording, &ObservedSpans::of(&recording), ID, time_secs).unwrap()
            else {
                continue;
            };
            let [low, high] = columns[usize::from(step / 40)];
            assert!(low <= value + 1e-5 && value <= high + 1e-5, "{value} at {time_secs} s");
            seen += 1;
        }
        assert!(seen > 500);
    }
}

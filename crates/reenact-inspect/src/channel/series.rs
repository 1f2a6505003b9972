//! Columns and single values of a measure.

use reenact::Result;
use reenact_base::number::to_f32;

use super::columns::{Column, Columns};
use crate::measure::Series;

/// Minimum and maximum of a measure in each column of a time range in seconds; NaN where it has no value.
///
/// Interpolates linearly between two frames that both have a value. Fails if the range is reversed or not finite, and above
/// 65,536 columns.
pub fn series_columns(series: &Series, range_secs: [f32; 2], count: usize) -> Result<Vec<Column>> {
    let mut columns = Columns::new(range_secs, count)?;
    let frames = || series.times_secs.iter().zip(&series.values);
    for (&time_secs, value) in frames() {
        columns.add(time_secs, value.map_or(f32::NAN, to_f32));
    }
    let mut run: Option<[f32; 2]> = None;
    let mut draw = |run: Option<[f32; 2]>| {
        if let Some(run) = run {
            let value_at = |time_secs| series_value_at(series, time_secs);
            columns.draw(run, 0, |time_secs| value_at(time_secs).map_or(f32::NAN, to_f32));
        }
    };
    for (&time_secs, value) in frames() {
        match (value, &mut run) {
            (Some(_), Some([_, end])) => *end = time_secs,
            (Some(_), None) => run = Some([time_secs; 2]),
            (None, _) => draw(run.take()),
        }
    }
    draw(run);
    Ok(columns.finish())
}

/// Value of a measure at a time, interpolated linearly between two frames. `None` before the first frame, after the last, and if
/// one of the two frames has no value.
pub fn series_value_at(series: &Series, time_secs: f32) -> Option<f64> {
    let next = series.times_secs.partition_point(|&frame| frame < time_secs);
    let frame = |place: usize| {
        let value = series.values.get(place).copied().flatten()?;
        Some((f64::from(*series.times_secs.get(place)?), value))
    };
    let time = f64::from(time_secs);
    let after = frame(next)?;
    if after.0 == time {
        return Some(after.1);
    }
    let before = frame(next.checked_sub(1)?)?;
    let share = (time - before.0) / (after.0 - before.0);
    Some(before.1 + (after.1 - before.1) * share)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::measure::Measure;

    fn made(values: &[Option<f64>]) -> Series {
        let times_secs = (0..values.len()).map(|n| f32::from(u8::try_from(n).unwrap())).collect();
        Series { measure: Measure::HeadSpeed, times_secs, values: values.to_vec() }
    }

    #[test]
    fn a_measure_runs_straight_between_frames_and_has_gaps() {
        let series = made(&[Some(0.0), Some(4.0), None, Some(1.0), None]);
        let at = |time_secs| series_value_at(&series, time_secs);
        assert_eq!([0.0, 0.25, 1.0].map(at), [Some(0.0), Some(1.0), Some(4.0)]);
        assert_eq!([-0.1, 1.5, 2.0, 2.5, 3.5, 9.0, f32::NAN].map(at), [None; 7]);
        assert_eq!(at(3.0), Some(1.0));

        let columns = series_columns(&series, [0.0, 4.0], 8).unwrap();
        assert_eq!(columns.get(..3), Some(&[[0.0, 2.0], [2.0, 4.0], [4.0, 4.0]][..]));
        let is_empty: Vec<bool> = columns.iter().map(|[low, _]| low.is_nan()).collect();
        assert_eq!(is_empty, [false, false, false, true, true, true, false, true]);
    }
}

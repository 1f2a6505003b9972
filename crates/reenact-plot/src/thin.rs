//! Min/max decimation of a line: keeps the first, lowest, highest and last point of each pixel column. The
//! line through them covers the same pixels as the original, so no peak is lost.

use crate::data::Series;
use crate::scale::Range;

/// Points of a line in pieces, with gaps between pieces.
pub(crate) type Pieces = Vec<Vec<(f64, f64)>>;

/// First, lowest, highest and last point of one pixel column.
#[derive(Clone, Copy)]
struct Column {
    place: f64,
    first: (f64, f64),
    low: (f64, f64),
    high: (f64, f64),
    last: (f64, f64),
}

impl Column {
    const fn new(place: f64, point: (f64, f64)) -> Self {
        Self { place, first: point, low: point, high: point, last: point }
    }

    fn add(&mut self, point: (f64, f64)) {
        if point.1 < self.low.1 {
            self.low = point;
        }
        if point.1 > self.high.1 {
            self.high = point;
        }
        self.last = point;
    }

    /// Appends its points in order of time, without duplicates.
    fn flush(&self, piece: &mut Vec<(f64, f64)>) {
        let (low_first, high_first) =
            if self.low.0 <= self.high.0 { (self.low, self.high) } else { (self.high, self.low) };
        for point in [self.first, low_first, high_first, self.last] {
            if piece.last() != Some(&point) {
                piece.push(point);
            }
        }
    }
}

/// Decimates a series for `columns` pixel columns over `times`.
///
/// At most four points per column and two outside. A gap is kept if it is wide enough to be visible: if the
/// points beside it are in different columns.
pub(crate) fn thinned(series: &Series, times: Range, columns: f64) -> Pieces {
    let sorted = series.points().is_sorted_by(|a, b| a.0 <= b.0);
    if sorted {
        return pieces(series.points(), times, columns);
    }
    let mut points: Vec<(f64, f64)> = series.points().collect();
    points.sort_by(|a, b| a.0.total_cmp(&b.0));
    pieces(points.into_iter(), times, columns)
}

fn pieces(points: impl Iterator<Item = (f64, f64)>, times: Range, columns: f64) -> Pieces {
    let mut pieces: Pieces = Vec::new();
    let mut piece: Vec<(f64, f64)> = Vec::new();
    let mut column: Option<Column> = None;
    let mut gap = false;
    for (time, value) in points {
        if !value.is_finite() {
            gap = true;
            continue;
        }
        // All points outside are in one column on each side.
        let place = (times.share(time) * columns).floor().clamp(-1.0, columns);
        match &mut column {
            Some(open) if open.place == place => open.add((time, value)),
            _ => {
                if let Some(full) = column {
                    full.flush(&mut piece);
                }
                if gap && !piece.is_empty() {
                    pieces.push(std::mem::take(&mut piece));
                }
                column = Some(Column::new(place, (time, value)));
            }
        }
        gap = false;
    }
    if let Some(full) = column {
        full.flush(&mut piece);
    }
    if !piece.is_empty() {
        pieces.push(piece);
    }
    pieces
}

/// Sorts spans, joins those less than `apart` from each other, and clips them to `times`.
pub(crate) fn joined(spans: &[(f64, f64)], times: Range, apart: f64) -> Vec<(f64, f64)> {
    let mut inside: Vec<(f64, f64)> = spans
        .iter()
        .filter(|(start, end)| !start.is_nan() && !end.is_nan())
        .map(|(start, end)| (start.max(times.low), end.min(times.high)))
        .filter(|(start, end)| start < end)
        .collect();
    inside.sort_by(|a, b| a.0.total_cmp(&b.0));
    let mut joined: Vec<(f64, f64)> = Vec::new();
    for (start, end) in inside {
        match joined.last_mut() {
            Some(last) if start - last.1 < apart => last.1 = last.1.max(end),
            _ => joined.push((start, end)),
        }
    }
    joined
}

#[cfg(test)]
mod tests {
    use super::*;

    fn thin(values: Vec<f64>, columns: f64) -> Pieces {
        let times: Vec<f64> =
            (0..values.len()).map(|i| f64::from(u32::try_from(i).unwrap())).collect();
        let range = Range::new(0.0, times.last().map_or(1.0, |last| last + 1.0));
        thinned(&Series::new("", times, values), range, columns)
    }

    #[test]
    fn a_spike_of_one_point_in_a_million_is_kept() {
        let mut values: Vec<f64> = (0..1_000_000).map(|i| f64::from(i % 7)).collect();
        values[123_456] = 1000.0;
        values[765_432] = -1000.0;
        let pieces = thin(values, 800.0);
        assert_eq!(pieces.len(), 1);
        assert!(pieces[0].len() <= 3200, "{}", pieces[0].len());
        assert!(pieces[0].contains(&(123_456.0, 1000.0)));
        assert!(pieces[0].contains(&(765_432.0, -1000.0)));
        assert!(pieces[0].is_sorted_by(|a, b| a.0 <= b.0));
    }

    #[test]
    fn few_points_are_all_kept() {
        let pieces = thin(vec![1.0, 3.0, 2.0], 800.0);
        assert_eq!(pieces, [[(0.0, 1.0), (1.0, 3.0), (2.0, 2.0)]]);
    }

    #[test]
    fn a_gap_stays_a_gap() {
        let nan = f64::NAN;
        assert_eq!(thin(vec![1.0, nan, 2.0, f64::INFINITY, nan, 3.0], 800.0).len(), 3);
        assert_eq!(thin(vec![nan, nan, 1.0, nan], 800.0), [[(2.0, 1.0)]]);
        assert_eq!(thin(vec![nan; 5], 800.0), Vec::<Vec<_>>::new());
        let mut values = vec![1.0; 1_000_000];
        values[400_000..500_000].fill(nan);
        assert_eq!(thin(values, 100.0).len(), 2);
    }

    #[test]
    fn alternating_gaps_cannot_make_a_picture_large() {
        let values = (0..1_000_000).map(|i| if i % 2 == 0 { f64::NAN } else { f64::from(i % 11) });
        let pieces = thin(values.collect(), 500.0);
        assert!(pieces.iter().map(Vec::len).sum::<usize>() <= 2008);
    }

    #[test]
    fn spans_are_joined_and_cut() {
        let spans = [(5.0, 6.0), (0.0, 1.0), (1.1, 2.0), (f64::NAN, 3.0), (9.0, 99.0), (4.0, 3.0)];
        assert_eq!(
            joined(&spans, Range::new(0.5, 10.0), 0.2),
            [(0.5, 2.0), (5.0, 6.0), (9.0, 10.0)]
        );
    }
}

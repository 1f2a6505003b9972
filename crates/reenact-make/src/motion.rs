//! Minimum-jerk movements from rest to rest.
//!
//! A reach of the hand nearly follows the minimum-jerk path (Flash and Hogan, 1985): slow at both ends, fastest in the middle at
//! 1.875 times the mean speed.

use crate::math::{Pose, slerp};

/// Progress of a movement at a fraction of its duration, both from 0 to 1.
pub(crate) fn minimum_jerk(share: f64) -> f64 {
    let u = share.clamp(0.0, 1.0);
    u * u * u * (10.0 - u * (15.0 - 6.0 * u))
}

/// Range of time.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) struct TimeRange {
    pub(crate) start_secs: f64,
    pub(crate) end_secs: f64,
}

impl TimeRange {
    pub(crate) const fn new(start_secs: f64, end_secs: f64) -> Self {
        Self { start_secs, end_secs }
    }

    pub(crate) fn contains(&self, time_secs: f64) -> bool {
        (self.start_secs..self.end_secs).contains(&time_secs)
    }

    pub(crate) fn overlaps(&self, other: &Self) -> bool {
        self.start_secs < other.end_secs && other.start_secs < self.end_secs
    }

    /// Fraction that has passed, from 0 to 1; 1 if its length is 0.
    pub(crate) fn share(&self, time_secs: f64) -> f64 {
        let secs = self.end_secs - self.start_secs;
        if secs > 0.0 { ((time_secs - self.start_secs) / secs).clamp(0.0, 1.0) } else { 1.0 }
    }
}

/// Whether any of the sorted, disjoint `spans` contains `time_secs`.
pub(crate) fn any_contains(spans: &[TimeRange], time_secs: f64) -> bool {
    let after = spans.partition_point(|span| span.start_secs <= time_secs);
    after.checked_sub(1).and_then(|i| spans.get(i)).is_some_and(|span| span.contains(time_secs))
}

/// A value that can be interpolated.
pub(crate) trait Blend: Copy {
    fn blend(from: Self, to: Self, share: f64) -> Self;
}

impl Blend for f64 {
    fn blend(from: Self, to: Self, share: f64) -> Self {
        from + (to - from) * share
    }
}

impl Blend for Pose {
    fn blend(from: Self, to: Self, share: f64) -> Self {
        Self {
            position: from.position + (to.position - from.position) * share,
            rotation: slerp(from.rotation, to.rotation, share),
        }
    }
}

/// Value over time, with movements from rest to rest.
#[derive(Debug, Clone)]
pub(crate) struct Timeline<T> {
    first: T,
    moves: Vec<Move<T>>,
}

#[derive(Debug, Clone, Copy)]
struct Move<T> {
    span: TimeRange,
    from: T,
    to: T,
}

impl<T: Blend> Timeline<T> {
    pub(crate) const fn new(first: T) -> Self {
        Self { first, moves: Vec::new() }
    }

    /// Moves to `to` within `secs`, starting at `start_secs` or at the end of the last move, if that is later. Returns the time
    /// range.
    pub(crate) fn go(&mut self, start_secs: f64, secs: f64, to: T) -> TimeRange {
        let start_secs = start_secs.max(self.free_secs());
        let span = TimeRange::new(start_secs, start_secs + secs);
        self.moves.push(Move { span, from: self.last(), to });
        span
    }

    /// Time at which the last move ends.
    pub(crate) fn free_secs(&self) -> f64 {
        self.moves.last().map_or(f64::MIN, |m| m.span.end_secs)
    }

    /// Value after the last move.
    pub(crate) fn last(&self) -> T {
        self.moves.last().map_or(self.first, |m| m.to)
    }

    pub(crate) fn at(&self, time_secs: f64) -> T {
        let after = self.moves.partition_point(|m| m.span.start_secs <= time_secs);
        match after.checked_sub(1).and_then(|i| self.moves.get(i)) {
            None => self.first,
            Some(m) if time_secs >= m.span.end_secs => m.to,
            Some(m) => T::blend(m.from, m.to, minimum_jerk(m.span.share(time_secs))),
        }
    }
}

/// Displacement of a curved path at a fraction of its duration: 1 in the middle, flat to the second order at both ends.
pub(crate) fn arc_share(share: f64) -> f64 {
    let rise = 4.0 * share * (1.0 - share);
    rise * rise * rise
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_move_starts_and_ends_at_rest_and_peaks_in_the_middle() {
        let mut line = Timeline::new(0.0);
        line.go(1.0, 2.0, 3.0);
        assert_eq!(line.at(0.0), 0.0);
        assert_eq!(line.at(1.0), 0.0);
        assert_eq!(line.at(2.0), 1.5);
        assert_eq!(line.at(3.0), 3.0);
        assert_eq!(line.at(9.0), 3.0);
        let speed = |t: f64| (line.at(t + 1e-4) - line.at(t - 1e-4)) / 2e-4;
        assert!(speed(1.001).abs() < 1e-4 && speed(2.999).abs() < 1e-4);
        assert!((speed(2.0) - 1.875 * 1.5).abs() < 1e-4);
    }

    #[test]
    fn a_move_waits_for_the_one_before_it() {
        let mut line = Timeline::new(0.0);
        line.go(0.0, 1.0, 1.0);
        let second = line.go(0.5, 1.0, 2.0);
        assert_eq!(second, TimeRange::new(1.0, 2.0));
        assert_eq!(line.at(1.0), 1.0);
    }

    #[test]
    fn spans_are_found_by_time() {
        let spans = [TimeRange::new(1.0, 2.0), TimeRange::new(3.0, 4.0)];
        let held: Vec<bool> =
            [0.5, 1.0, 1.9, 2.0, 3.5, 4.0].map(|t| any_contains(&spans, t)).to_vec();
        assert_eq!(held, [false, true, true, false, true, false]);
    }
}

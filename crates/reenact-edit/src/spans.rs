//! When a hand was tracked, as spans of time.

use reenact::hand::Side;
use reenact::{Curve, CurveId, Recording};

/// From a time on, up to but not including another.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) struct Span {
    pub(crate) start_secs: f32,
    pub(crate) end_secs: f32,
}

impl Span {
    /// Its length in seconds; infinite where it has no start or no end.
    pub(crate) fn secs(self) -> f64 {
        f64::from(self.end_secs) - f64::from(self.start_secs)
    }
}

/// A boolean curve as what it starts with and when it changes. Its ends are held, whatever its wrap modes.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct States {
    starts_on: bool,
    changes: Vec<f32>,
}

impl States {
    /// On at all times.
    pub(crate) const ALWAYS: Self = Self { starts_on: true, changes: Vec::new() };

    /// The states of a boolean curve; without keys, it is off.
    pub(crate) fn of(curve: Option<&Curve>) -> Self {
        let mut keys: Vec<(f32, bool)> = curve
            .into_iter()
            .flatten()
            .map(|key| (key.time_secs, key.value > 0.5))
            .filter(|(time, _)| !time.is_nan())
            .collect();
        keys.sort_by(|(a, _), (b, _)| a.total_cmp(b));
        let starts_on = keys.first().is_some_and(|&(_, on)| on);
        let mut state = starts_on;
        keys.retain(|&(_, on)| std::mem::replace(&mut state, on) != on);
        Self { starts_on, changes: keys.into_iter().map(|(time, _)| time).collect() }
    }

    /// When a hand was tracked.
    pub(crate) fn tracked(recording: &Recording, side: Side) -> Self {
        Self::of(recording.curve(CurveId::Tracked(side)))
    }

    /// When it changes, in order.
    pub(crate) fn changes(&self) -> &[f32] {
        &self.changes
    }

    /// Which stretch between changes a time is in. Between two times in one stretch nothing changes.
    pub(crate) fn stretch(&self, time_secs: f32) -> usize {
        self.changes.partition_point(|&change| change <= time_secs)
    }

    /// Whether it is on at a time.
    pub(crate) fn is_on_at(&self, time_secs: f32) -> bool {
        self.starts_on == self.stretch(time_secs).is_multiple_of(2)
    }

    /// The spans in which it is on, in order.
    pub(crate) fn spans(&self) -> Vec<Span> {
        self.where_it_is(true)
    }

    /// The spans in which it is off, in order.
    pub(crate) fn gaps(&self) -> Vec<Span> {
        self.where_it_is(false)
    }

    fn where_it_is(&self, is_on: bool) -> Vec<Span> {
        let mut bounds = self.changes.iter().copied();
        let mut spans = Vec::new();
        let mut start =
            if self.starts_on == is_on { Some(f32::NEG_INFINITY) } else { bounds.next() };
        while let Some(start_secs) = start {
            spans.push(Span { start_secs, end_secs: bounds.next().unwrap_or(f32::INFINITY) });
            start = bounds.next();
        }
        spans.retain(|span| span.start_secs < span.end_secs);
        spans
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn gaps_are_where_the_curve_is_off() {
        let curve =
            Curve::boolean([(0.0, false), (1.0, true), (2.0, true), (3.0, false), (4.0, true)]);
        let states = States::of(Some(&curve));
        let gap = |start_secs, end_secs| Span { start_secs, end_secs };
        assert_eq!(states.gaps(), [gap(f32::NEG_INFINITY, 1.0), gap(3.0, 4.0)]);
        assert_eq!(states.spans(), [gap(1.0, 3.0), gap(4.0, f32::INFINITY)]);
        for time in [-1.0, 0.0, 0.5, 1.0, 2.5, 3.0, 3.5, 4.0, 9.0] {
            assert_eq!(states.is_on_at(time), curve.is_on_at(time), "{time}");
        }
        assert_eq!(States::of(None).gaps(), [gap(f32::NEG_INFINITY, f32::INFINITY)]);
        assert_eq!(States::ALWAYS.gaps(), []);
    }
}

//! Spans at which each hand was tracked and pinching.

use reenact::hand::Side;
use reenact::{Curve, CurveId, Track};

use super::code::Code;
use super::exam::Exam;
use super::report::Finding;
use super::words::{plural, the};

/// From when to when, in seconds; the end may be infinite.
pub(super) type Span = (f32, f32);

/// When each hand was tracked and pinching, by time.
pub(super) struct States {
    tracked: [Vec<Span>; 2],
    pinching: [Vec<Span>; 2],
}

impl States {
    pub(super) fn new(exam: &Exam<'_>) -> Self {
        let spans = |id| exam.curve(id).map(spans_on).unwrap_or_default();
        Self {
            tracked: Side::ALL.map(|side| spans(CurveId::Tracked(side))),
            pinching: Side::ALL.map(|side| spans(CurveId::Pinching(side))),
        }
    }

    pub(super) fn tracked(&self, side: Side) -> &[Span] {
        of(&self.tracked, side)
    }

    /// Whether a hand was tracked from one time to another, without a gap.
    pub(super) fn is_tracked(&self, side: Side, from_secs: f32, to_secs: f32) -> bool {
        let spans = self.tracked(side);
        let after = spans.partition_point(|span| span.0 <= from_secs);
        let span = after.checked_sub(1).and_then(|index| spans.get(index));
        span.is_some_and(|span| to_secs < span.1)
    }

    pub(super) fn report(&self, exam: &mut Exam<'_>) {
        for side in Side::ALL {
            self.gaps(exam, side);
            self.pinching_untracked(exam, side);
        }
    }

    fn gaps(&self, exam: &mut Exam<'_>, side: Side) {
        let gaps: Vec<Span> = self
            .tracked(side)
            .windows(2)
            .filter_map(|pair| match pair {
                [before, after] => Some((before.1, after.0)),
                _ => None,
            })
            .collect();
        let longest = gaps.iter().copied().max_by(|a, b| (a.1 - a.0).total_cmp(&(b.1 - b.0)));
        let Some(longest) = longest else { return };
        let total: f32 = gaps.iter().map(|gap| gap.1 - gap.0).sum();
        let message = format!(
            "{}: {} was not tracked for {total:.2} s in all, for {:.2} s in the longest gap",
            plural(gaps.len(), "gap"),
            the(Track::Hand(side)),
            longest.1 - longest.0
        );
        let finding = Finding::new(Code::TrackingGaps, Track::Hand(side), gaps.len(), message);
        exam.find(finding.between(longest.0, longest.1));
    }

    fn pinching_untracked(&self, exam: &mut Exam<'_>, side: Side) {
        let untracked: Vec<Span> = of(&self.pinching, side)
            .iter()
            .flat_map(|&pinch| without(pinch, self.tracked(side)))
            .collect();
        let Some(&first) = untracked.first() else { return };
        let count = untracked.len();
        let id = CurveId::Pinching(side);
        let message = format!(
            "{}: {} is marked as pinching while it is not tracked",
            plural(count, "span"),
            the(Track::Hand(side))
        );
        let at = exam.head_at(id);
        let end = if first.1.is_finite() { first.1 } else { exam.recording.end_secs() };
        exam.find(
            Finding::new(Code::PinchingUntracked, id, count, message)
                .at_byte(at)
                .between(first.0, end.max(first.0)),
        );
    }
}

fn of([left, right]: &[Vec<Span>; 2], side: Side) -> &[Span] {
    match side {
        Side::Left => left,
        Side::Right => right,
    }
}

/// When a boolean curve is on, by time. Keys at a time that is no number are left out.
fn spans_on(curve: &Curve) -> Vec<Span> {
    let mut keys: Vec<(f32, bool)> = curve
        .iter()
        .filter(|key| key.time_secs.is_finite())
        .map(|key| (key.time_secs, key.value > 0.5))
        .collect();
    keys.sort_by(|a, b| a.0.total_cmp(&b.0));
    let mut spans = Vec::new();
    let mut since = None;
    for (time, on) in keys {
        match (since, on) {
            (None, true) => since = Some(time),
            (Some(start), false) => {
                // On and off at the same time was never on.
                if time > start {
                    spans.push((start, time));
                }
                since = None;
            }
            _ => {}
        }
    }
    spans.extend(since.map(|start| (start, f32::INFINITY)));
    spans
}

/// The parts of a span that are outside all others, which are by time.
fn without((mut from, to): Span, others: &[Span]) -> Vec<Span> {
    let mut left = Vec::new();
    let first = others.partition_point(|other| other.1 <= from);
    for &(start, end) in others.get(first..).unwrap_or_default() {
        if start >= to {
            break;
        }
        if start > from {
            left.push((from, start));
        }
        from = from.max(end);
    }
    if from < to {
        left.push((from, to));
    }
    left
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_span_without_others_is_what_they_leave() {
        let others = [(0.0, 1.0), (2.0, 3.0), (5.0, f32::INFINITY)];
        assert_eq!(without((0.0, 1.0), &others), []);
        assert_eq!(without((0.5, 2.5), &others), [(1.0, 2.0)]);
        assert_eq!(without((-1.0, 4.0), &others), [(-1.0, 0.0), (1.0, 2.0), (3.0, 4.0)]);
        assert_eq!(without((4.0, f32::INFINITY), &others), [(4.0, 5.0)]);
        assert_eq!(without((1.0, 2.0), &[]), [(1.0, 2.0)]);
    }

    #[test]
    fn spans_are_by_time_whatever_the_order_of_the_keys() {
        let curve = Curve::boolean([(2.0, false), (0.0, true), (1.0, true), (3.0, true)]);
        assert_eq!(spans_on(&curve), [(0.0, 2.0), (3.0, f32::INFINITY)]);
        assert_eq!(spans_on(&Curve::boolean([(0.0, true), (0.0, false)])), []);
    }
}

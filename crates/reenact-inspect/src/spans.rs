//! Intersection of lists of time spans, and selection by hand.

use reenact::TimeSpan;
use reenact::hand::Side;

/// Intersection of two sorted lists. Spans that only touch do not intersect; a span of length 0, such as the last frame of a
/// recording, intersects a span that contains it.
pub(crate) fn common(a: &[TimeSpan], b: &[TimeSpan]) -> Vec<TimeSpan> {
    let is_moment = |span: &TimeSpan| span.start_secs == span.end_secs;
    let mut found = Vec::new();
    let (mut rest_a, mut rest_b) = (a.iter().peekable(), b.iter().peekable());
    while let (Some(&&a), Some(&&b)) = (rest_a.peek(), rest_b.peek()) {
        let both = a.within(b).filter(|both| !is_moment(both) || is_moment(&a) || is_moment(&b));
        found.extend(both);
        if a.end_secs < b.end_secs {
            rest_a.next();
        } else {
            rest_b.next();
        }
    }
    found
}

/// Selects the item of a hand.
pub(crate) const fn pick<T>([left, right]: &[T; 2], side: Side) -> &T {
    match side {
        Side::Left => left,
        Side::Right => right,
    }
}
#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_two_lists_have_in_common_is_in_both() {
        let span = |start_secs, end_secs| TimeSpan { start_secs, end_secs };
        let a = [span(0.0, 2.0), span(3.0, 4.0), span(6.0, 7.0)];
        let b = [span(1.0, 3.5), span(3.75, 8.0)];
        let both = [span(1.0, 2.0), span(3.0, 3.5), span(3.75, 4.0), span(6.0, 7.0)];
        assert_eq!(common(&a, &b), both);
        assert_eq!(common(&b, &a), both);
        assert_eq!(common(&a, &[]), []);
        assert_eq!(common(&[span(0.0, 1.0)], &[span(1.0, 2.0)]), []);
        assert_eq!(common(&[span(2.0, 2.0)], &[span(1.0, 2.0)]), [span(2.0, 2.0)]);
    }
}

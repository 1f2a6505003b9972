//! Markers that only one recording has.

use std::collections::BTreeMap;

use reenact::Recording;

use super::report::{Difference, DifferenceKind, MarkerDifference, Which};

/// Times of a name's markers: own time, and time of the first recording.
type Times = Vec<[f32; 2]>;

/// Finds the markers without a partner: one of the same name, within a time tolerance, each used once.
///
/// `in_first` gives a time of the second recording in the first one's. With a span, markers outside it do not count.
pub(super) fn compare(
    [a, b]: [&Recording; 2],
    in_first: impl Fn(f32) -> f32,
    span_secs: Option<[f32; 2]>,
    tolerance_secs: f32,
) -> Vec<(MarkerDifference, Difference)> {
    let mut names: BTreeMap<String, [Times; 2]> = BTreeMap::new();
    let is_inside =
        |time_secs: f32| span_secs.is_none_or(|[from, to]| time_secs >= from && time_secs <= to);
    for marker in a.markers().filter(|marker| is_inside(marker.time_secs)) {
        let [times, _] = names.entry(marker.name.into_owned()).or_default();
        times.push([marker.time_secs; 2]);
    }
    for marker in b.markers() {
        let time_secs = in_first(marker.time_secs);
        if is_inside(time_secs) {
            let [_, times] = names.entry(marker.name.into_owned()).or_default();
            times.push([marker.time_secs, time_secs]);
        }
    }
    let mut found = Vec::new();
    for (name, [mut a, mut b]) in names {
        for times in [&mut a, &mut b] {
            times.sort_by(|[_, a], [_, b]| a.total_cmp(b));
        }
        let mut alone = |[own_secs, time_secs]: [f32; 2], only_in| {
            found.push((
                MarkerDifference { time_secs: own_secs, name: name.clone(), only_in },
                Difference {
                    time_secs,
                    track: None,
                    joint: None,
                    what: DifferenceKind::Marker { only_in, name: name.clone() },
                },
            ));
        };
        let (mut a, mut b) = (a.into_iter().peekable(), b.into_iter().peekable());
        loop {
            match (a.peek().copied(), b.peek().copied()) {
                (Some(left @ [_, a_secs]), Some(right @ [_, b_secs])) => {
                    if is_near(a_secs, b_secs, tolerance_secs) {
                        a.next();
                        b.next();
                    } else if a_secs.total_cmp(&b_secs).is_lt() {
                        alone(left, Which::A);
                        a.next();
                    } else {
                        alone(right, Which::B);
                        b.next();
                    }
                }
                (Some(left), None) => {
                    alone(left, Which::A);
                    a.next();
                }
                (None, Some(right)) => {
                    alone(right, Which::B);
                    b.next();
                }
                (None, None) => break,
            }
        }
    }
    found.sort_by(|(_, a), (_, b)| a.time_secs.total_cmp(&b.time_secs));
    found
}

fn is_near(a_secs: f32, b_secs: f32, tolerance_secs: f32) -> bool {
    // Equal NaNs and infinities match, although their difference is not finite.
    a_secs.total_cmp(&b_secs).is_eq()
        || a_secs == b_secs
        || (f64::from(a_secs) - f64::from(b_secs)).abs() <= f64::from(tolerance_secs)
}

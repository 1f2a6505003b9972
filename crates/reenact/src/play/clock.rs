//! Playback position arithmetic: moving forwards or backwards, through loops and to the ends.

use reenact_base::number::to_u64;

/// Range of playback positions, in seconds.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct PositionRange {
    pub(super) from_secs: f64,
    pub(super) to_secs: f64,
}

/// Playback position after a move.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Arrival {
    pub(super) position_secs: f64,
    /// Number of times that the loop was repeated.
    pub(super) loops: u64,
    /// Whether the move reached the start or end of the recording outside a loop.
    pub(super) is_over: bool,
}

/// Moves a position inside `whole` by a distance, backwards if it is negative.
///
/// A position inside the loop, or moving into it, stays in it; a position moving away from it is not
/// affected. Both ends are part of the loop: a move may stop there, and only a longer move wraps to the other
/// end. So a distance gives the same result in one move or in several.
pub(super) fn advance(
    position_secs: f64,
    distance_secs: f64,
    whole: PositionRange,
    looped: Option<PositionRange>,
) -> Arrival {
    if distance_secs < 0.0 {
        // Moving backwards is moving forwards with negated positions.
        let arrival = forward(
            -position_secs,
            -distance_secs,
            -whole.from_secs,
            looped.map(|span| PositionRange { from_secs: -span.to_secs, to_secs: -span.from_secs }),
        );
        // Adding zero turns −0 into 0.
        Arrival { position_secs: -arrival.position_secs + 0.0, ..arrival }
    } else if distance_secs > 0.0 {
        forward(position_secs, distance_secs, whole.to_secs, looped)
    } else {
        Arrival { position_secs, loops: 0, is_over: false }
    }
}

fn forward(
    position_secs: f64,
    distance_secs: f64,
    end_secs: f64,
    looped: Option<PositionRange>,
) -> Arrival {
    let target_secs = position_secs + distance_secs;
    let Some(PositionRange { from_secs, to_secs }) =
        looped.filter(|span| position_secs <= span.to_secs)
    else {
        let is_over = target_secs >= end_secs;
        return Arrival { position_secs: target_secs.min(end_secs), loops: 0, is_over };
    };
    if target_secs <= to_secs {
        return Arrival { position_secs: target_secs, loops: 0, is_over: false };
    }
    let length_secs = to_secs - from_secs;
    let since_start_secs = target_secs - from_secs;
    let rest_secs = match since_start_secs % length_secs {
        // A whole number of loops stops at the end of the last one.
        0.0 => length_secs,
        rest => rest,
    };
    Arrival {
        position_secs: (from_secs + rest_secs).min(to_secs),
        loops: to_u64(((since_start_secs - rest_secs) / length_secs).round()),
        is_over: false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const WHOLE: PositionRange = PositionRange { from_secs: 0.0, to_secs: 10.0 };
    const LOOP: Option<PositionRange> = Some(PositionRange { from_secs: 2.0, to_secs: 5.0 });

    fn arrive(
        position_secs: f64,
        distance_secs: f64,
        looped: Option<PositionRange>,
    ) -> (f64, u64, bool) {
        let Arrival { position_secs, loops, is_over } =
            advance(position_secs, distance_secs, WHOLE, looped);
        (position_secs, loops, is_over)
    }

    #[test]
    fn without_a_loop_the_ends_are_the_end() {
        assert_eq!(arrive(1.0, 2.0, None), (3.0, 0, false));
        assert_eq!(arrive(1.0, 9.0, None), (10.0, 0, true));
        assert_eq!(arrive(1.0, 99.0, None), (10.0, 0, true));
        assert_eq!(arrive(10.0, 1.0, None), (10.0, 0, true));
        assert_eq!(arrive(1.0, -1.0, None), (0.0, 0, true));
        assert!(arrive(1.0, -1.0, None).0.is_sign_positive());
        assert_eq!(arrive(10.0, 0.0, None), (10.0, 0, false));
    }

    #[test]
    fn a_loop_is_left_at_its_end_only_by_going_further() {
        assert_eq!(arrive(3.0, 2.0, LOOP), (5.0, 0, false));
        assert_eq!(arrive(5.0, 0.5, LOOP), (2.5, 1, false));
        assert_eq!(arrive(3.0, 2.5, LOOP), (2.5, 1, false));
        assert_eq!(arrive(3.0, 5.0, LOOP), (5.0, 1, false));
        assert_eq!(arrive(3.0, 5.5, LOOP), (2.5, 2, false));
        assert_eq!(arrive(4.0, -2.0, LOOP), (2.0, 0, false));
        assert_eq!(arrive(2.0, -0.5, LOOP), (4.5, 1, false));
        assert_eq!(arrive(2.0, -3.0, LOOP), (2.0, 1, false));
    }

    #[test]
    fn a_loop_takes_in_what_comes_and_lets_go_what_leaves() {
        assert_eq!(arrive(0.0, 6.0, LOOP), (3.0, 1, false));
        assert_eq!(arrive(9.0, -8.0, LOOP), (4.0, 1, false));
        assert_eq!(arrive(6.0, 9.0, LOOP), (10.0, 0, true));
        assert_eq!(arrive(1.0, -9.0, LOOP), (0.0, 0, true));
    }

    #[test]
    fn the_largest_distances_are_survived() {
        let (position_secs, loops, _) = arrive(3.0, f64::MAX, LOOP);
        assert!((2.0..=5.0).contains(&position_secs));
        assert_eq!(loops, u64::MAX);
        let tiny = Some(PositionRange { from_secs: 2.0, to_secs: 2.0 + f64::EPSILON * 2.0 });
        for distance_secs in [f64::MAX, -f64::MAX, f64::MIN_POSITIVE, 1e-9] {
            assert!((2.0..=2.1).contains(&arrive(2.0, distance_secs, tiny).0));
        }
        assert_eq!(arrive(3.0, -f64::MAX, None), (0.0, 0, true));
    }
}

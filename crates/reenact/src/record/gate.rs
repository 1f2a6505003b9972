//! Rate limiter for frames, without drift.

/// Decides which frames to keep at a maximum rate.
///
/// Each accepted frame schedules the next one a fixed time after its own *due time*, not after its arrival,
/// so a late frame does not delay the following ones.
#[derive(Debug, Clone)]
pub(super) struct Gate {
    rate_hz: f64,
    /// Due time of the first frame; `None` before it arrives.
    start_secs: Option<f64>,
    /// Number of accepted frames since then, which is the number of the frame that is due.
    passed: f64,
}

/// How early a frame may arrive, in frames. Less than a half, so that every second frame of a stream at twice
/// the rate is clearly early; more than the usual clock jitter.
const EARLY: f64 = 0.2;

/// How late a frame may arrive without shifting the following ones, in frames. A stream of at least the
/// maximum rate has a frame in every interval of `1`, so it is never later than `1 - EARLY` plus jitter, and
/// keeps the schedule. A slower stream restarts the schedule repeatedly, so it cannot accumulate frames for a
/// burst.
const LATE: f64 = 1.5;

impl Gate {
    pub(super) const fn new(rate_hz: f64) -> Self {
        Self { rate_hz, start_secs: None, passed: 0.0 }
    }

    /// Whether to accept a frame. Times must not decrease.
    pub(super) fn admits(&mut self, time_secs: f64) -> bool {
        let start_secs = *self.start_secs.get_or_insert(time_secs);
        let late = (time_secs - start_secs) * self.rate_hz - self.passed;
        if late < -EARLY {
            return false;
        }
        if late > LATE {
            self.start_secs = Some(time_secs - LATE / self.rate_hz);
            self.passed = 0.0;
        }
        self.passed += 1.0;
        true
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn accepted(gate: &mut Gate, times: impl Iterator<Item = f64>) -> Vec<f64> {
        times.filter(|&time| gate.admits(time)).collect()
    }

    #[test]
    fn a_burst_after_a_break_is_held_to_the_rate() {
        let mut gate = Gate::new(10.0);
        assert!(gate.admits(0.0));
        let burst = accepted(&mut gate, (0..1000).map(|n| 60.0 + f64::from(n) / 1000.0));
        assert!((10..=12).contains(&burst.len()), "{burst:?}");
    }

    #[test]
    fn every_second_frame_of_twice_the_rate_passes_evenly_though_the_clock_jitters() {
        let jitter = |n: i32| f64::from(n * 7919 % 13 - 6) / 6.0 * 0.001;
        let mut gate = Gate::new(60.0);
        let times = accepted(&mut gate, (0..1200).map(|n| f64::from(n) / 120.0 + jitter(n)));
        assert_eq!(times.len(), 600);
        assert!(times.windows(2).all(|pair| (pair[1] - pair[0] - 1.0 / 60.0).abs() < 0.002_1));
    }
}

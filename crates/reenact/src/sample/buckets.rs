//! From a time to its keys in one step.

use crate::number::{to_count, to_f32, to_f64};

/// Leads from a time to the few keys around it: the span of all keys in as many even parts as there are
/// keys, and which key is the first of each part.
#[derive(Debug, Clone)]
pub(super) struct Buckets {
    first_secs: f32,
    per_sec: f32,
    starts: Vec<u32>,
}

impl Buckets {
    pub(super) fn new(times: &[f32]) -> Self {
        let (first_secs, last_secs) =
            times.first().zip(times.last()).map_or((0.0, 0.0), |(a, b)| (*a, *b));
        let per_sec = to_f32(to_f64(times.len())) / (last_secs - first_secs);
        let mut buckets = Self { first_secs, per_sec, starts: Vec::with_capacity(times.len() + 2) };
        for (index, &time) in (0..).zip(times) {
            // The bucket of a time never falls as the time rises, so each start is written once.
            let bucket = buckets.of(time, times.len());
            while buckets.starts.len() <= bucket {
                buckets.starts.push(index);
            }
        }
        let end = u32::try_from(times.len()).unwrap_or(u32::MAX);
        buckets.starts.resize(times.len() + 2, end);
        buckets
    }

    fn of(&self, time_secs: f32, len: usize) -> usize {
        to_count(f64::from((time_secs - self.first_secs) * self.per_sec)).min(len)
    }

    /// How many numbers it holds.
    pub(super) const fn len(&self) -> usize {
        self.starts.len()
    }

    /// The first time that is later: the same as a search over all of them.
    pub(super) fn find(&self, times: &[f32], time_secs: f32) -> usize {
        let bucket = self.of(time_secs, times.len());
        // Everything in earlier buckets is not later, everything in later ones is.
        let start = |bucket| {
            self.starts
                .get(bucket)
                .map_or(times.len(), |&start| usize::try_from(start).unwrap_or(usize::MAX))
        };
        let (low, high) = (start(bucket), start(bucket + 1));
        let inside = times.get(low..high).unwrap_or_default();
        low + inside.partition_point(|&time| time <= time_secs)
    }
}

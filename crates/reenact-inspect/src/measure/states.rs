//! Tracked and pinching spans of the hands, to the exact time.

use reenact::hand::Side;
use reenact::{Recording, TimeSpan};

use super::options::FrameRange;
use crate::spans::{common, pick};

/// Tracked spans of each hand, and pinching spans while tracked.
#[derive(Debug, Clone, Default, PartialEq)]
pub(crate) struct States {
    tracked: [Vec<TimeSpan>; 2],
    pinched: [Vec<TimeSpan>; 2],
}

impl States {
    pub(crate) fn new(recording: &Recording, window: &FrameRange) -> Self {
        let whole = [TimeSpan { start_secs: window.from_secs, end_secs: window.to_secs }];
        let tracked = Side::ALL.map(|side| recording.tracked_spans(side));
        let pinched = Side::ALL
            .map(|side| common(&recording.pinching_spans(side), pick::<Vec<_>>(&tracked, side)));
        let cut = |spans: Vec<TimeSpan>| common(&spans, &whole);
        Self { tracked: tracked.map(cut), pinched: pinched.map(cut) }
    }

    pub(crate) fn tracked(&self, side: Side) -> &[TimeSpan] {
        pick::<Vec<_>>(&self.tracked, side)
    }

    pub(crate) fn pinched(&self, side: Side) -> &[TimeSpan] {
        pick::<Vec<_>>(&self.pinched, side)
    }
}

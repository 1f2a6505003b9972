//! Checks of hand states: tracking gaps, and pinches while not tracked.

use reenact::hand::Side;
use reenact::{BooleanSpans, CurveId, TimeSpan, Track};

use super::code::Code;
use super::exam::Exam;
use super::report::Finding;
use super::words::{plural, the};
use crate::spans::{common, pick};

/// Tracked and pinching spans of each hand, left and right.
pub(super) struct States([Hand; 2]);

struct Hand {
    tracked: BooleanSpans,
    pinching: BooleanSpans,
    /// Tracked spans from the first key of the recording on; the last end may be infinite.
    tracked_spans: Vec<TimeSpan>,
}

impl States {
    pub(super) fn new(exam: &Exam<'_>) -> Self {
        let spans = |id| exam.curve(id).map_or(BooleanSpans::NEVER, BooleanSpans::whole);
        Self(Side::ALL.map(|side| {
            let tracked = spans(CurveId::Tracked(side));
            let tracked_spans = common(&tracked.spans(), &[recorded(exam)]);
            Hand { tracked, pinching: spans(CurveId::Pinching(side)), tracked_spans }
        }))
    }

    pub(super) fn tracked(&self, side: Side) -> &[TimeSpan] {
        &pick(&self.0, side).tracked_spans
    }

    /// Whether a hand was tracked throughout a time range.
    pub(super) fn is_tracked(&self, side: Side, from_secs: f32, to_secs: f32) -> bool {
        let tracked = &pick(&self.0, side).tracked;
        !(from_secs.is_nan() || to_secs.is_nan())
            && tracked.is_on_at(from_secs)
            && tracked.changes_until(from_secs) == tracked.changes_until(to_secs)
    }

    pub(super) fn report(&self, exam: &mut Exam<'_>) {
        for side in Side::ALL {
            self.gaps(exam, side);
            self.pinching_untracked(exam, side);
        }
    }

    fn gaps(&self, exam: &mut Exam<'_>, side: Side) {
        let tracked = self.tracked(side);
        let gaps: Vec<[f32; 2]> = (tracked.iter().zip(tracked.iter().skip(1)))
            .map(|(before, after)| [before.end_secs, after.start_secs])
            .collect();
        let secs = |[from, to]: [f32; 2]| to - from;
        let longest = gaps.iter().copied().max_by(|&a, &b| secs(a).total_cmp(&secs(b)));
        let Some(longest) = longest else { return };
        let total: f32 = gaps.iter().copied().map(secs).sum();
        let message = format!(
            "{}: {} was not tracked for {total:.2} s in total, for {:.2} s in the longest gap",
            plural(gaps.len(), "gap"),
            the(Track::Hand(side)),
            secs(longest)
        );
        let finding = Finding::new(Code::TrackingGaps, Track::Hand(side), gaps.len(), message);
        let [from, to] = longest;
        exam.find(finding.between(from, to));
    }

    fn pinching_untracked(&self, exam: &mut Exam<'_>, side: Side) {
        let Hand { tracked, pinching, .. } = pick(&self.0, side);
        let untracked = common(&common(&pinching.spans(), &tracked.gaps()), &[recorded(exam)]);
        let Some(&TimeSpan { start_secs, end_secs }) = untracked.first() else { return };
        let count = untracked.len();
        let id = CurveId::Pinching(side);
        let message = format!(
            "{}: {} is marked as pinching while it is not tracked",
            plural(count, "span"),
            the(Track::Hand(side))
        );
        let at = exam.head_at(id);
        let end_secs = if end_secs.is_finite() { end_secs } else { exam.recording.end_secs() };
        exam.find(
            Finding::new(Code::PinchingUntracked, id, count, message)
                .at_byte(at)
                .between(start_secs, end_secs.max(start_secs)),
        );
    }
}

/// Time from the first key of a recording on.
fn recorded(exam: &Exam<'_>) -> TimeSpan {
    let start_secs = exam.recording.first_key_secs().unwrap_or(0.0);
    TimeSpan { start_secs, end_secs: f32::INFINITY }
}

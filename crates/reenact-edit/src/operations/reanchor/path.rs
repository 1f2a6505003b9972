//! Path of a moving anchor: the head or a wrist over time.

use reenact::{BooleanSpans, Curve, PoseId, Recording};

use crate::helpers::groups::{Readers, Tracking, aligned, curves};
use crate::helpers::keys::times;
use crate::helpers::rotation::WidePose;

/// Path of the head or a wrist, evaluated as in `clean` mode.
pub(super) struct Path<'r> {
    pub(super) pose: PoseId,
    position: [&'r Curve; 3],
    rotation: [Curve; 4],
    pub(super) tracked: BooleanSpans,
}

impl<'r> Path<'r> {
    /// Path of a pose; `None` if it never has one.
    pub(super) fn new(recording: &'r Recording, tracking: &Tracking, pose: PoseId) -> Option<Self> {
        let path = Self {
            pose,
            position: curves(recording, pose.position()),
            rotation: aligned(curves(recording, pose.rotation())),
            tracked: tracking.spans(pose.side()).clone(),
        };
        let has_keys =
            path.position.iter().copied().chain(&path.rotation).all(|curve| !curve.is_empty());
        has_keys.then_some(path)
    }

    /// Times of its keys, and times at which tracking starts or ends.
    pub(super) fn times(&self) -> impl Iterator<Item = f32> {
        let curves = self.position.iter().copied().chain(&self.rotation);
        curves.flat_map(times).chain(around(&self.tracked))
    }

    pub(super) fn walker(&self) -> Walker<'_> {
        Walker {
            position: Readers::new(self.position),
            rotation: Readers::new(self.rotation.each_ref()),
            tracked: &self.tracked,
        }
    }
}

/// Evaluates a path in order of time.
pub(super) struct Walker<'p> {
    position: Readers<'p, 3>,
    rotation: Readers<'p, 4>,
    tracked: &'p BooleanSpans,
}

impl Walker<'_> {
    /// Pose at a time; `None` if it was not tracked or is invalid.
    pub(super) fn at(&mut self, time_secs: f32) -> Option<WidePose> {
        if !self.tracked.is_on_at(time_secs) {
            return None;
        }
        WidePose::new(self.position.at(time_secs), self.rotation.at(time_secs))
    }
}

/// Times of each change, and just before.
pub(super) fn around(spans: &BooleanSpans) -> impl Iterator<Item = f32> {
    spans.changes_secs().iter().flat_map(|change| [change.next_down(), *change])
}

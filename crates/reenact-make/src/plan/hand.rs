//! Movement of one hand: one part follows a path of points, and the rest of the hand follows that part.
//!
//! All values are for a right hand in body space, as in [`crate::arm`].

use glam::DVec3;

use crate::grip::{Grip, Shape};
use crate::hand_model::{HandModel, HandPart};
use crate::math::Pose;
use crate::motion::{Blend, TimeRange, Timeline, arc_share, minimum_jerk};

#[derive(Debug, Clone, Copy)]
struct Lead {
    span: TimeRange,
    part: HandPart,
    from: Pose,
    to: Pose,
    /// Deviation of the path from a straight line, in its middle.
    arc: DVec3,
}

/// All movements of one hand.
#[derive(Debug, Clone)]
pub(crate) struct HandPlan {
    first: (HandPart, Pose),
    leads: Vec<Lead>,
    pub(crate) shape: Timeline<Shape>,
    /// Shape after all acts.
    pub(super) grip: Grip,
    /// Spans in which the hand reports a pinch.
    pub(crate) pinches: Vec<TimeRange>,
    /// Spans in which the hand is not tracked.
    pub(crate) hidden: Vec<TimeRange>,
}

impl HandPlan {
    pub(super) fn new(part: HandPart, held: Pose, grip: Grip) -> Self {
        Self {
            first: (part, held),
            leads: Vec::new(),
            shape: Timeline::new(grip.shape()),
            grip,
            pinches: Vec::new(),
            hidden: Vec::new(),
        }
    }

    /// Moves a part to a point; `span` starts after all previous moves.
    pub(super) fn lead(
        &mut self,
        model: &HandModel,
        span: TimeRange,
        part: HandPart,
        to: Pose,
        arc: DVec3,
    ) {
        let shape = self.shape.at(span.start_secs);
        let wrist = self.wrist(model, &shape, span.start_secs);
        let from =
            Pose { position: wrist.point(model.part(&shape, part)), rotation: wrist.rotation };
        self.leads.push(Lead { span, part, from, to, arc });
    }

    pub(super) fn form(&mut self, start_secs: f64, secs: f64, grip: Grip) {
        self.grip = grip;
        self.shape.go(start_secs, secs, grip.shape());
    }

    /// Wrist at a time, for a hand of the given shape.
    pub(crate) fn wrist(&self, model: &HandModel, shape: &Shape, time_secs: f64) -> Pose {
        let after = self.leads.partition_point(|lead| lead.span.start_secs <= time_secs);
        let (part, held) = match after.checked_sub(1).and_then(|i| self.leads.get(i)) {
            None => self.first,
            Some(lead) if time_secs >= lead.span.end_secs => (lead.part, lead.to),
            Some(Lead { span, part, from, to, arc }) => {
                let passed = span.share(time_secs);
                let mut held = Pose::blend(*from, *to, minimum_jerk(passed));
                held.position += *arc * arc_share(passed);
                (*part, held)
            }
        };
        let position = held.position - held.rotation * model.part(shape, part);
        Pose { position, rotation: held.rotation }
    }
}

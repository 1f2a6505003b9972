//! What one hand does: one part of it is led from point to point, and the rest of the hand follows.
//!
//! Everything here is a right hand in the space of the body, as in [`crate::arm`].

use glam::{DQuat, DVec3};

use crate::grip::{Grip, Shape};
use crate::hand_model::{HandModel, Part};
use crate::math::{Pose, slerp};
use crate::motion::{Span, Timeline, minimum_jerk};

/// A part of the hand at a point, and how the hand is turned there.
#[derive(Debug, Clone, Copy)]
pub(super) struct Held {
    pub(super) point: DVec3,
    pub(super) rotation: DQuat,
}

#[derive(Debug, Clone, Copy)]
struct Lead {
    span: Span,
    part: Part,
    from: Held,
    to: Held,
}

/// All that one hand does.
#[derive(Debug, Clone)]
pub(super) struct HandPlan {
    first: (Part, Held),
    leads: Vec<Lead>,
    pub(super) shape: Timeline<Shape>,
    /// The shape it will have when all is done.
    pub(super) grip: Grip,
    pub(super) pinches: Vec<Span>,
    /// When it is out of the headset's sight.
    pub(super) hidden: Vec<Span>,
}

impl HandPlan {
    pub(super) fn new(part: Part, held: Held, grip: Grip) -> Self {
        Self {
            first: (part, held),
            leads: Vec::new(),
            shape: Timeline::new(grip.shape()),
            grip,
            pinches: Vec::new(),
            hidden: Vec::new(),
        }
    }

    /// Leads a part to a point; `span` begins after all leads before.
    pub(super) fn lead(&mut self, model: &HandModel, span: Span, part: Part, to: Held) {
        let shape = self.shape.at(span.start_secs);
        let wrist = self.wrist(model, &shape, span.start_secs);
        let from = Held { point: wrist.point(model.part(&shape, part)), rotation: wrist.rotation };
        self.leads.push(Lead { span, part, from, to });
    }

    pub(super) fn form(&mut self, start_secs: f64, secs: f64, grip: Grip) {
        self.grip = grip;
        self.shape.go(start_secs, secs, grip.shape());
    }

    /// The wrist at a time, if the hand has that shape.
    pub(super) fn wrist(&self, model: &HandModel, shape: &Shape, time_secs: f64) -> Pose {
        let after = self.leads.partition_point(|lead| lead.span.start_secs <= time_secs);
        let (part, held) = match after.checked_sub(1).and_then(|i| self.leads.get(i)) {
            None => self.first,
            Some(lead) => {
                let share = minimum_jerk(lead.span.share(time_secs));
                let point = lead.from.point + (lead.to.point - lead.from.point) * share;
                let rotation = slerp(lead.from.rotation, lead.to.rotation, share);
                (lead.part, Held { point, rotation })
            }
        };
        let position = held.point - held.rotation * model.part(shape, part);
        Pose { position, rotation: held.rotation }
    }
}

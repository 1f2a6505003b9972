//! Where the head is and where it points: the whole person walks and turns, the head alone looks.

use glam::{DQuat, DVec3};

use crate::math::{Pose, about_x, about_y, yaw_pitch_deg};
use crate::motion::{Blend, Span, Timeline, minimum_jerk};

/// The headset as seen from the spot between the feet of the person whose arms [`crate::arm`] describes.
const HEADSET_IN_BODY: DVec3 = DVec3::new(0.0, 1.65, 0.08);

/// Where the head is, and which way the chest faces.
#[derive(Debug, Clone, Copy)]
pub(super) struct Stand {
    pub(super) head: DVec3,
    pub(super) yaw_deg: f64,
}

impl Blend for Stand {
    fn blend(from: Self, to: Self, share: f64) -> Self {
        Self {
            head: from.head + (to.head - from.head) * share,
            yaw_deg: f64::blend(from.yaw_deg, to.yaw_deg, share),
        }
    }
}

impl Stand {
    /// The space of the body: on the floor, z ahead.
    pub(super) fn ground(&self) -> Pose {
        let rotation = about_y(self.yaw_deg);
        Pose { position: self.head - rotation * HEADSET_IN_BODY, rotation }
    }
}

/// What a head is turned to.
#[derive(Debug, Clone, Copy)]
pub(super) enum Aim {
    /// Right and down, in degrees.
    Way { yaw_deg: f64, pitch_deg: f64 },
    /// A point of the room, wherever the head goes.
    Point(DVec3),
}

impl Aim {
    fn yaw_pitch_deg(self, from: DVec3) -> (f64, f64) {
        match self {
            Self::Way { yaw_deg, pitch_deg } => (yaw_deg, pitch_deg),
            Self::Point(point) => yaw_pitch_deg(point - from),
        }
    }

    fn rotation(self, from: DVec3) -> DQuat {
        let (yaw_deg, pitch_deg) = self.yaw_pitch_deg(from);
        about_y(yaw_deg) * about_x(pitch_deg)
    }
}

/// All that the head does.
#[derive(Debug, Clone)]
pub(super) struct HeadPlan {
    pub(super) stand: Timeline<Stand>,
    first: Aim,
    turns: Vec<(Span, Aim)>,
}

/// How long the eyes take to jump to what they look at.
const JUMP_SECS: f64 = 0.04;

impl HeadPlan {
    pub(super) fn new(start: Stand) -> Self {
        let first = Aim::Way { yaw_deg: start.yaw_deg, pitch_deg: 0.0 };
        Self { stand: Timeline::new(start), first, turns: Vec::new() }
    }

    /// Turns the head to `to` during `span`, which begins after all turns before.
    pub(super) fn turn(&mut self, span: Span, to: Aim) {
        self.turns.push((span, to));
    }

    /// When the head has turned for the last time.
    pub(super) fn turned_secs(&self) -> f64 {
        self.turns.last().map_or(0.0, |(span, _)| span.end_secs)
    }

    /// What it is turned to after all turns.
    pub(super) fn last_aim(&self) -> Aim {
        self.turns.last().map_or(self.first, |(_, aim)| *aim)
    }

    /// The turn that goes on or was last at a time, and what came before it.
    fn turn_at(&self, time_secs: f64) -> (Aim, Option<(Span, Aim)>) {
        let after = self.turns.partition_point(|(span, _)| span.start_secs <= time_secs);
        let nth = |back: usize| after.checked_sub(back).and_then(|i| self.turns.get(i)).copied();
        (nth(2).map_or(self.first, |(_, aim)| aim), nth(1))
    }

    /// How the head is turned at a time if it is at `position`.
    pub(super) fn rotation(&self, position: DVec3, time_secs: f64) -> DQuat {
        let (before, Some((span, to))) = self.turn_at(time_secs) else {
            return self.first.rotation(position);
        };
        let share = minimum_jerk(span.share(time_secs));
        if share >= 1.0 {
            return to.rotation(position);
        }
        let (yaw, pitch) = before.yaw_pitch_deg(position);
        let (mut to_yaw, to_pitch) = to.yaw_pitch_deg(position);
        if matches!((before, to), (Aim::Point(_), _) | (_, Aim::Point(_))) {
            // The short way round. A turn goes as told, be it more than half a circle.
            to_yaw = yaw + libm::remainder(to_yaw - yaw, 360.0);
        }
        // By yaw and pitch and not along the great circle: heads are kept upright.
        about_y(f64::blend(yaw, to_yaw, share)) * about_x(f64::blend(pitch, to_pitch, share))
    }

    /// Where the eyes look from `eyes`: at the point that is looked at, or as the head does.
    pub(super) fn gaze(&self, head: &Pose, eyes: DVec3, time_secs: f64) -> DVec3 {
        let towards = |aim: Aim| match aim {
            Aim::Point(point) => (point - eyes).normalize_or(head.forward()),
            Aim::Way { .. } => head.forward(),
        };
        let (before, Some((span, to))) = self.turn_at(time_secs) else {
            return towards(self.first);
        };
        let jump = Span::new(span.start_secs, span.start_secs + JUMP_SECS);
        let share = minimum_jerk(jump.share(time_secs));
        if share >= 1.0 {
            return towards(to);
        }
        let (from, to) = (towards(before), towards(to));
        // Straight through is as good as the great circle for an eye in flight.
        (from + (to - from) * share).normalize_or(to)
    }
}

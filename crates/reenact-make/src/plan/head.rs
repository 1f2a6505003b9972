//! Movement of head, eyes and body: the body walks and turns, the head looks.

use glam::DVec3;

use crate::body::HEADSET;
use crate::math::{Pose, about_y, yaw_pitch_deg};
use crate::motion::{Blend, TimeRange, Timeline, minimum_jerk};

/// Position and yaw of a person: of the head, or of the feet ([`Pivot`]).
#[derive(Debug, Clone, Copy, Default)]
pub(crate) struct Stand {
    pub(crate) at: DVec3,
    pub(crate) yaw_deg: f64,
}

impl Blend for Stand {
    fn blend(from: Self, to: Self, share: f64) -> Self {
        Self {
            at: from.at + (to.at - from.at) * share,
            yaw_deg: f64::blend(from.yaw_deg, to.yaw_deg, share),
        }
    }
}

/// Point of the body that moves in straight lines while walking.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Pivot {
    Head,
    Feet,
}

impl Stand {
    /// Body space: on the floor, z ahead.
    pub(crate) fn ground(&self, pivot: Pivot) -> Pose {
        let rotation = about_y(self.yaw_deg);
        let position = match pivot {
            Pivot::Head => self.at - rotation * HEADSET,
            Pivot::Feet => self.at,
        };
        Pose { position, rotation }
    }
}

/// Target of the head.
#[derive(Debug, Clone, Copy)]
pub(crate) enum Aim {
    /// Direction in the room.
    Room { yaw_deg: f64, pitch_deg: f64 },
    /// Direction relative to the chest.
    Chest { yaw_deg: f64, pitch_deg: f64 },
    /// Point of the room, independent of the position of the head.
    Point(DVec3),
}

/// Target of the eyes.
#[derive(Debug, Clone, Copy)]
pub(crate) enum Focus {
    /// Straight ahead of the head.
    Ahead,
    /// A point of the room.
    Point(DVec3),
}

/// All movements of head, eyes and body.
#[derive(Debug, Clone)]
pub(crate) struct HeadPlan {
    pub(crate) pivot: Pivot,
    pub(crate) stand: Timeline<Stand>,
    first: Aim,
    turns: Vec<(TimeRange, Aim)>,
    /// Targets of the eyes with their start times, in order.
    focus: Vec<(f64, Focus)>,
}

impl HeadPlan {
    pub(super) fn new(pivot: Pivot, start: Stand, aim: Aim) -> Self {
        let stand = Timeline::new(start);
        Self { pivot, stand, first: aim, turns: Vec::new(), focus: Vec::new() }
    }

    /// Turns the head during `span`, which starts after all previous turns.
    pub(super) fn turn(&mut self, span: TimeRange, to: Aim) {
        self.turns.push((span, to));
    }

    /// Turns the eyes.
    pub(super) fn focus(&mut self, time_secs: f64, to: Focus) {
        let after = self.focus.partition_point(|(other_secs, _)| *other_secs <= time_secs);
        self.focus.insert(after, (time_secs, to));
    }

    /// Time at which the last turn ends.
    pub(super) fn turned_secs(&self) -> f64 {
        self.turns.last().map_or(0.0, |(span, _)| span.end_secs)
    }

    /// Target after all turns.
    pub(super) fn last_aim(&self) -> Aim {
        self.turns.last().map_or(self.first, |(_, aim)| *aim)
    }

    /// Body space at a time.
    pub(crate) fn ground(&self, time_secs: f64) -> Pose {
        self.stand.at(time_secs).ground(self.pivot)
    }

    /// Yaw in the room and pitch of the head at a time, as seen from its position.
    pub(crate) fn yaw_pitch_deg(&self, position: DVec3, time_secs: f64) -> (f64, f64) {
        let chest_deg = self.stand.at(time_secs).yaw_deg;
        let angles = |aim: Aim| match aim {
            Aim::Room { yaw_deg, pitch_deg } => (yaw_deg, pitch_deg),
            Aim::Chest { yaw_deg, pitch_deg } => (chest_deg + yaw_deg, pitch_deg),
            Aim::Point(point) => yaw_pitch_deg(point - position),
        };
        let after = self.turns.partition_point(|(span, _)| span.start_secs <= time_secs);
        let nth = |back: usize| after.checked_sub(back).and_then(|i| self.turns.get(i)).copied();
        let Some((span, to)) = nth(1) else { return angles(self.first) };
        let share = minimum_jerk(span.share(time_secs));
        if share >= 1.0 {
            return angles(to);
        }
        let before = nth(2).map_or(self.first, |(_, aim)| aim);
        let ((yaw, pitch), (mut to_yaw, to_pitch)) = (angles(before), angles(to));
        if matches!((before, to), (Aim::Point(_), _) | (_, Aim::Point(_))) {
            // The shorter way round. A turn keeps its sign, even beyond 180°.
            to_yaw = yaw + libm::remainder(to_yaw - yaw, 360.0);
        }
        // By yaw and pitch instead of along the great circle, because people keep their heads upright.
        (f64::blend(yaw, to_yaw, share), f64::blend(pitch, to_pitch, share))
    }

    /// Target of the eyes at a time, its start, and the previous target.
    pub(crate) fn focus_at(&self, time_secs: f64) -> (Focus, f64, Focus) {
        let after = self.focus.partition_point(|(start_secs, _)| *start_secs <= time_secs);
        let nth = |back: usize| after.checked_sub(back).and_then(|i| self.focus.get(i)).copied();
        let (since_secs, focus) = nth(1).unwrap_or((f64::MIN, Focus::Ahead));
        (focus, since_secs, nth(2).map_or(Focus::Ahead, |(_, focus)| focus))
    }

    /// Next time after a given one at which the eyes get a new target, if they do.
    pub(crate) fn next_focus_secs(&self, time_secs: f64) -> Option<f64> {
        let next = self.focus.partition_point(|(start_secs, _)| *start_secs <= time_secs);
        self.focus.get(next).map(|(start_secs, _)| *start_secs)
    }
}

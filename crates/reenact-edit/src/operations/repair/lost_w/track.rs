//! Positions and rotations over time, as evidence.

use glam::{DQuat, DVec3};
use reenact::{PoseId, Recording};

use crate::helpers::groups::{Readers, curves};
use crate::helpers::rotation::{between, unit_direction};

/// Position over time, evaluated in order of time.
pub(super) struct PositionReader<'r>(Readers<'r, 3>);

impl<'r> PositionReader<'r> {
    /// Position of a pose; `None` if it has no keys.
    pub(super) fn of(recording: &'r Recording, pose: PoseId) -> Option<Self> {
        let curves = curves(recording, pose.position());
        let has_keys = curves.iter().all(|curve| !curve.is_empty());
        has_keys.then(|| Self(Readers::new(curves)))
    }

    /// Direction from this position to another.
    pub(super) fn way_to(&mut self, other: &mut Self, time_secs: f32) -> Option<DVec3> {
        direction(self.at(time_secs), other.at(time_secs))
    }

    fn at(&mut self, time_secs: f32) -> DVec3 {
        DVec3::from_array(self.0.at(time_secs))
    }
}

/// Rotation over time, evaluated in order of time; interpolated along the shorter arc.
pub(super) struct Turn {
    keys: Vec<(f32, DQuat)>,
    next: usize,
}

impl Turn {
    /// Creates it from rotations in order of time.
    pub(super) fn new(keys: Vec<(f32, DQuat)>) -> Self {
        Self { keys, next: 0 }
    }

    /// Rotation at a time, held outside the keys; `None` without keys.
    pub(super) fn at(&mut self, time_secs: f32) -> Option<DQuat> {
        while self.keys.get(self.next).is_some_and(|&(time, _)| time <= time_secs) {
            self.next += 1;
        }
        let before = self.next.checked_sub(1).and_then(|index| self.keys.get(index)).copied();
        let after = self.keys.get(self.next).copied();
        let ((start, from), (end, to)) = match (before, after) {
            (Some(before), Some(after)) => (before, after),
            (one, other) => return one.or(other).map(|(_, rotation)| rotation),
        };
        let share = f64::from(time_secs - start) / f64::from(end - start);
        between(from, to, share)
    }
}

/// Direction from one position to another; `None` if they are too close.
pub(super) fn direction(from: DVec3, to: DVec3) -> Option<DVec3> {
    unit_direction((to - from).to_array())
}

//! The path of what all is seen from.

use glam::{DQuat, DVec3};
use reenact::{Curve, Recording};

use crate::poses::{Owner, Readers, aligned, curves, times, unit_rotation};
use crate::spans::States;

/// A place and a turn, with room for sums.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) struct Stand {
    pub(crate) position: DVec3,
    pub(crate) rotation: DQuat,
}

/// The path of the head or a wrist, as `clean` mode has it.
pub(crate) struct Path<'r> {
    pub(crate) owner: Owner,
    position: [&'r Curve; 3],
    rotation: [Curve; 4],
    pub(crate) states: States,
}

impl<'r> Path<'r> {
    pub(crate) fn new(recording: &'r Recording, owner: Owner) -> Self {
        Self {
            owner,
            position: curves(recording, owner.position()),
            rotation: aligned(curves(recording, owner.rotation())),
            states: owner.side().map_or(States::ALWAYS, |side| States::tracked(recording, side)),
        }
    }

    /// Whether there is a pose at all.
    pub(crate) fn has_keys(&self) -> bool {
        self.position.iter().all(|curve| !curve.is_empty())
            && self.rotation.iter().all(|curve| !curve.is_empty())
    }

    /// When it has keys, appears or is lost.
    pub(crate) fn times(&self) -> impl Iterator<Item = f32> {
        let position = self.position.iter().flat_map(|curve| times(curve));
        let rotation = self.rotation.iter().flat_map(times);
        position.chain(rotation).chain(around(&self.states))
    }

    pub(crate) fn walker(&self) -> Walker<'_> {
        let rotation = self.rotation.each_ref();
        Walker {
            position: Readers::new(self.position),
            rotation: Readers::new(rotation),
            states: &self.states,
        }
    }
}

/// Goes along a path.
pub(crate) struct Walker<'p> {
    position: Readers<'p, 3>,
    rotation: Readers<'p, 4>,
    states: &'p States,
}

impl Walker<'_> {
    /// Where it was; `None` where it was not tracked or turned nowhere.
    pub(crate) fn at(&mut self, time_secs: f32) -> Option<Stand> {
        if !self.states.is_on_at(time_secs) {
            return None;
        }
        let rotation = unit_rotation(self.rotation.at(time_secs))?;
        let position = DVec3::from_array(self.position.at(time_secs));
        position.is_finite().then_some(Stand { position, rotation })
    }
}

/// The last moment before each change, and the change.
pub(crate) fn around(states: &States) -> impl Iterator<Item = f32> {
    states.changes().iter().flat_map(|change| [change.next_down(), *change])
}

//! What is seen from something that stands still: keys go to keys.

use reenact::{CurveId, Recording, Result};

use super::affine::{self, Affine, Mapped};
use super::checked::{Checked, Map};
use super::outcome::Outcome;
use super::set;
use crate::Edited;
use crate::poses::{DIRECTION, ORIGIN, Owner, curves};

/// Maps every position, rotation and ray.
pub(super) fn stand_still(
    recording: &Recording<'_>,
    map: &Map,
    checked: &Checked,
    edited: &mut Edited<'_>,
    outcome: &mut Outcome,
) -> Result<()> {
    let (place, turn) = (map.place(), map.turn());
    for owner in Owner::all(recording.tracks()) {
        map_group(recording, owner.position(), &place, checked.is_near_place(), edited, outcome)?;
        map_group(recording, owner.rotation(), &turn, checked.is_near_turn(), edited, outcome)?;
    }
    map_group(recording, ORIGIN, &place, checked.is_near_place(), edited, outcome)?;
    map_group(recording, DIRECTION, &map.direction(), checked.is_near_direction(), edited, outcome)
}

fn map_group<const N: usize>(
    recording: &Recording<'_>,
    ids: [CurveId; N],
    affine: &Affine<N>,
    is_near: impl Fn([f64; N], [f64; N]) -> bool,
    edited: &mut Edited<'_>,
    outcome: &mut Outcome,
) -> Result<()> {
    let own = curves(recording, ids);
    if affine.is_identity() || own.iter().all(|curve| curve.is_empty()) {
        return Ok(());
    }
    let Some(mapped) = affine::map(own, affine, is_near) else {
        outcome.incomplete += 1;
        return Ok(());
    };
    let Mapped { curves, is_united, is_baked, is_unwrapped, is_missed } = mapped;
    outcome.united += usize::from(is_united);
    outcome.baked += usize::from(is_baked);
    outcome.unwrapped += usize::from(is_unwrapped);
    outcome.missed += usize::from(is_missed);
    set(edited, ids, curves)
}

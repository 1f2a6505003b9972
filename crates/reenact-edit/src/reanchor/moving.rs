//! What is seen from something that moves: sampled where either has keys, and in between as the bound asks.

use glam::{DQuat, DVec3};
use reenact::hand::Side;
use reenact::{Curve, CurveId, Key, Recording, Result};

use super::checked::Checked;
use super::path::{Path, Stand, around};
use super::set;
use crate::Edited;
use crate::lines::{Baked, bake};
use crate::outcome::Outcome;
use crate::poses::{
    DIRECTION, ORIGIN, Owner, Readers, aligned, curves, straight_curves, times, times_in_order,
    unit_direction, unit_rotation,
};
use crate::spans::States;

/// Samples every position, rotation and ray; for how long there was nothing to see them from, in seconds.
pub(super) fn move_along(
    recording: &Recording,
    path: &Path<'_>,
    checked: &Checked,
    edited: &mut Edited,
    outcome: &mut Outcome,
) -> Result<f64> {
    let states = Side::ALL.map(|side| States::tracked(recording, side));
    let here = Stand { position: DVec3::ZERO, rotation: DQuat::IDENTITY };
    let after = checked.map_after(here);
    let place = |anchor: Stand, position: [f64; 3]| {
        let seen = anchor.rotation.conjugate() * (DVec3::from_array(position) - anchor.position);
        (after.linear * seen + after.offset).to_array()
    };
    for owner in Owner::all(recording.tracks()) {
        let states = match (owner.side(), &states) {
            (None, _) => &States::ALWAYS,
            (Some(Side::Left), [left, _]) => left,
            (Some(Side::Right), [_, right]) => right,
        };
        let is_anchor = owner == path.owner;

        let own = curves(recording, owner.position());
        outcome.look_at(&own);
        if own.iter().all(|curve| !curve.is_empty()) {
            let (mut reader, mut anchor) = (Readers::new(own), path.walker());
            let value_at = |time| {
                let anchor = anchor.at(time)?;
                // Rounding must not make the anchor tremble in its own frame.
                Some(place(
                    anchor,
                    if is_anchor { anchor.position.to_array() } else { reader.at(time) },
                ))
            };
            let all = times_of(&own, states, path);
            let made = sampled(own, &all, value_at, checked.near.is_place(), outcome);
            set(edited, owner.position(), made)?;
        }

        let own = curves(recording, owner.rotation());
        outcome.look_at(&own);
        if own.iter().all(|curve| !curve.is_empty()) {
            let signed = aligned(own);
            let (mut reader, mut anchor) = (Readers::new(signed.each_ref()), path.walker());
            let value_at = |time| {
                let anchor = anchor.at(time)?;
                // What turns nowhere, such as slot `None`, still does.
                let raw = reader.at(time);
                let seen = if is_anchor {
                    DQuat::IDENTITY
                } else {
                    let Some(rotation) = unit_rotation(raw) else { return Some(raw) };
                    anchor.rotation.conjugate() * rotation
                };
                Some((after.rotation * seen).normalize().to_array())
            };
            let all = times_of(&own, states, path);
            let made = sampled(own, &all, value_at, checked.near.is_turn(), outcome);
            set(edited, owner.rotation(), made)?;
        }
    }
    for (ids, is_direction) in [(ORIGIN, false), (DIRECTION, true)] {
        let own = curves(recording, ids);
        outcome.look_at(&own);
        if own.iter().any(|curve| curve.is_empty()) {
            continue;
        }
        let all = times_of(&own, &States::ALWAYS, path);
        let (mut reader, mut anchor) = (Readers::new(own), path.walker());
        let made = if is_direction {
            let value_at = |time| {
                let anchor = anchor.at(time)?;
                let raw = reader.at(time);
                let Some(direction) = unit_direction(raw) else { return Some(raw) };
                Some((after.rotation * (anchor.rotation.conjugate() * direction)).to_array())
            };
            sampled(own, &all, value_at, checked.near.is_direction(), outcome)
        } else {
            let value_at = |time| Some(place(anchor.at(time)?, reader.at(time)));
            sampled(own, &all, value_at, checked.near.is_place(), outcome)
        };
        set(edited, ids, made)?;
    }
    lose_other_hand(recording, path, edited)
}

/// Who is asked, and when: the times at which a straight key could be needed.
fn times_of(own: &[&Curve], states: &States, path: &Path<'_>) -> Vec<f32> {
    // Nobody sees a hand that is not tracked, so nothing is added there.
    let seen = path.times().chain(around(states)).filter(|&time| states.is_on_at(time));
    let all = seen.chain(own.iter().flat_map(|curve| times(curve)));
    times_in_order(all.filter(|time| time.is_finite()))
}

/// Curves of straight keys for what `value_at` says.
fn sampled<const N: usize>(
    own: [&Curve; N],
    times: &[f32],
    value_at: impl FnMut(f32) -> Option<[f64; N]>,
    is_near: impl Fn([f64; N], [f64; N]) -> bool,
    outcome: &mut Outcome,
) -> [Curve; N] {
    let Baked { keys, is_missed, unanswered } = bake(times, value_at, is_near);
    outcome.missed += usize::from(is_missed);
    outcome.unseen += unanswered;
    straight_curves(own, keys)
}

/// While the wrist that all is seen from was not tracked, the other hand is nowhere.
fn lose_other_hand(recording: &Recording, path: &Path<'_>, edited: &mut Edited) -> Result<f64> {
    let Some(side) = path.owner.side() else { return Ok(0.0) };
    let mut lost_secs = 0.0;
    let (start, end) = (recording.start_secs(), recording.end_secs());
    for gap in path.states.gaps() {
        let secs = f64::from(gap.end_secs.min(end)) - f64::from(gap.start_secs.max(start));
        lost_secs += secs.max(0.0);
    }
    let id = CurveId::Tracked(side.other());
    let Some(tracked) = recording.curve(id).filter(|curve| !curve.is_empty()) else {
        return Ok(lost_secs);
    };
    let states = States::of(Some(tracked));
    let all = times_in_order(times(tracked).chain(path.states.changes().iter().copied()));
    let is_on = |time| states.is_on_at(time) && path.states.is_on_at(time);
    let keys = all.into_iter().map(|time| Key::hold(time, f32::from(u8::from(is_on(time)))));
    edited.recording.set_curve(id, tracked.with_keys(keys))?;
    Ok(lost_secs)
}

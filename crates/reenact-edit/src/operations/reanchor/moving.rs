//! Re-anchoring to a moving pose: samples where either has keys, and in between within the tolerance.

use glam::{DQuat, DVec3};
use reenact::{BooleanSpans, Curve, CurveGroup, CurveId, Key, Recording, Result};

use super::checked::Checked;
use super::path::{Path, around};
use crate::helpers::groups::{
    Readers, Tracking, aligned, curves, key_spans, set_curves, straight_curves,
};
use crate::helpers::keys::{times, times_in_order};
use crate::helpers::lines::lines_at;
use crate::helpers::outcome::Outcome;
use crate::helpers::rotation::{WidePose, unit_direction, unit_rotation};
use crate::helpers::tolerance::Measure;

/// Samples every position, rotation and ray; returns the time without an anchor, in seconds.
pub(super) fn move_along(
    recording: &mut Recording,
    path: &Path<'_>,
    tracking: &Tracking,
    checked: &Checked,
    outcome: &mut Outcome,
) -> Result<f64> {
    let whole = recording.time_span();
    let after = checked.map_after(WidePose::IDENTITY);
    let place = |anchor: WidePose, position: [f64; 3]| {
        let seen = anchor.rotation.conjugate() * (DVec3::from_array(position) - anchor.position);
        (after.linear * seen + after.offset).to_array()
    };
    for group in CurveGroup::all(recording.tracks()) {
        let is_anchor = group.pose() == Some(path.pose);
        let mut sampling = Sampling { path, tracked: tracking.spans(group.side()), outcome };
        match group {
            CurveGroup::Position(_) | CurveGroup::GazeOrigin => {
                let ids = match group.pose() {
                    Some(pose) => pose.position(),
                    None => CurveId::GAZE_ORIGIN,
                };
                // The anchor is exactly constant in its own frame, without rounding.
                sampling.sample(
                    recording,
                    ids,
                    |own| own.map(Curve::clone),
                    checked.tolerance.of_positions(),
                    |anchor, own| {
                        place(anchor, if is_anchor { anchor.position.to_array() } else { own })
                    },
                )?;
            }
            CurveGroup::Rotation(pose) => {
                sampling.sample(
                    recording,
                    pose.rotation(),
                    aligned,
                    checked.tolerance.of_rotations(),
                    |anchor, own| {
                        // A pose without a rotation, such as slot `None`, stays without.
                        let seen = match unit_rotation(own) {
                            _ if is_anchor => DQuat::IDENTITY,
                            Some(rotation) => anchor.rotation.conjugate() * rotation,
                            None => return own,
                        };
                        (after.rotation * seen).normalize().to_array()
                    },
                )?;
            }
            CurveGroup::GazeDirection => {
                let ids = CurveId::GAZE_DIRECTION;
                sampling.sample(
                    recording,
                    ids,
                    |own| own.map(Curve::clone),
                    checked.tolerance.of_directions(),
                    |anchor, own| {
                        let Some(direction) = unit_direction(own) else { return own };
                        (after.rotation * (anchor.rotation.conjugate() * direction)).to_array()
                    },
                )?;
            }
            CurveGroup::Tracked(_) | CurveGroup::Pinching(_) => {}
        }
    }
    lose_other_hand(recording, path)?;
    let gaps = path.tracked.gaps().into_iter().filter_map(|gap| gap.within(whole));
    Ok(gaps.map(|gap| gap.secs()).sum())
}

/// Anchor and tracking of a sampled group.
struct Sampling<'a, 'r> {
    path: &'a Path<'r>,
    tracked: &'a BooleanSpans,
    outcome: &'a mut Outcome,
}

impl Sampling<'_, '_> {
    /// Replaces curves by linear keys whose values `seen` computes from the anchor and the original values.
    fn sample<const N: usize>(
        &mut self,
        recording: &mut Recording,
        ids: [CurveId; N],
        prepare: impl FnOnce([&Curve; N]) -> [Curve; N],
        measure: Measure<N>,
        seen: impl Fn(WidePose, [f64; N]) -> [f64; N],
    ) -> Result<()> {
        let own = curves(recording, ids);
        if !self.outcome.can_sample(&own) {
            return Ok(());
        }
        let prepared = prepare(own);
        let (mut reader, mut anchor) = (Readers::new(prepared.each_ref()), self.path.walker());
        let value_at = |time| Some(seen(anchor.at(time)?, reader.at(time)));
        let lines = lines_at(&self.times(&own), value_at, measure);
        self.outcome.missed += usize::from(lines.is_missed);
        self.outcome.unseen += lines.unanswered;
        let made = straight_curves(own, lines.keys);
        set_curves(recording, ids, made)
    }

    /// Times at which a linear key may be needed.
    fn times(&self, own: &[&Curve]) -> Vec<f32> {
        // No keys are added while the hand is not tracked.
        let tracked = self.tracked;
        let seen = self.path.times().chain(around(tracked));
        let seen = seen.filter(|&time| tracked.is_on_at(time));
        let all = seen.chain(own.iter().flat_map(|curve| times(curve)));
        times_in_order(all.filter(|time| time.is_finite()))
    }
}

/// Sets the other hand to not tracked while the anchor wrist was not tracked.
fn lose_other_hand(recording: &mut Recording, path: &Path<'_>) -> Result<()> {
    let Some(side) = path.pose.side() else { return Ok(()) };
    let id = CurveId::Tracked(side.other());
    let tracked = recording.curve(id).filter(|curve| !curve.is_empty());
    let Some(tracked) = tracked else { return Ok(()) };
    let spans = key_spans(tracked);
    let changes = spans.changes_secs().iter().chain(path.tracked.changes_secs()).copied();
    let all = times_in_order(times(tracked).chain(changes));
    let is_on = |time| spans.is_on_at(time) && path.tracked.is_on_at(time);
    let keys = all.into_iter().map(|time| Key::hold(time, f32::from(u8::from(is_on(time)))));
    let tracked = tracked.with_keys(keys);
    recording.set_curve(id, tracked)
}

//! Counts of curves that mapping or sampling could not keep, and the notes on them.

use reenact::Curve;

use super::keys::has_linear_keys;
use super::tolerance::Tolerance;
use crate::{Note, NoteCode};

/// Counts over all positions, rotations and rays.
#[derive(Debug, Default)]
pub(crate) struct Outcome {
    pub(crate) united: usize,
    pub(crate) baked: usize,
    pub(crate) unwrapped: usize,
    pub(crate) missed: usize,
    pub(crate) incomplete: usize,
    /// Number of keys at whose times the anchor has no pose.
    pub(crate) unseen: usize,
    /// Curves with unsorted keys or keys at NaN, which were sampled in sorted order.
    pub(crate) unsorted: usize,
}

impl Outcome {
    pub(crate) fn notes(&self, tolerance: Tolerance) -> Vec<Note> {
        let Tolerance { position_m, angle_deg } = tolerance;
        let bound = format!("{position_m} m or {angle_deg}°");
        let mut notes = Vec::new();
        let mut say = |is_loss, code, count: usize, what: &str| {
            if count > 0 {
                let message = format!("{count} positions, rotations or rays {what}");
                notes.push(Note { code, is_loss, message });
            }
        };
        let what = "had curves with different key times, and got keys at all of these times";
        say(false, NoteCode::KeysUnited, self.united, what);
        let what = format!("had tangents and are now linear within {bound}");
        say(true, NoteCode::CurvesBaked, self.baked, &what);
        let what = "repeated outside their keys and now hold their ends";
        say(true, NoteCode::WrapsDropped, self.unwrapped, what);
        let what = format!("jump or turn too fast to stay within {bound} at all times");
        say(true, NoteCode::BoundMissed, self.missed, &what);
        let what = "lack keys in some of their curves and were not changed";
        say(false, NoteCode::PosesIncomplete, self.incomplete, what);
        notes.extend(crate::note::keys_sorted(self.unsorted));
        notes
    }

    /// Counts data of these curves that sampling cannot keep. Returns whether there is anything to sample.
    pub(crate) fn can_sample(&mut self, own: &[&Curve]) -> bool {
        let empty = own.iter().filter(|curve| curve.is_empty()).count();
        self.incomplete += usize::from(empty > 0 && empty < own.len());
        if empty > 0 {
            return false;
        }
        self.baked += usize::from(!own.iter().all(|curve| has_linear_keys(curve)));
        self.unwrapped += usize::from(!own.iter().all(|curve| curve.holds_ends()));
        self.unsorted += own.iter().filter(|curve| !curve.is_sorted()).count();
        true
    }
}

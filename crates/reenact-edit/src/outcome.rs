//! What has to be said after positions, rotations and rays were mapped or sampled.

use reenact::Curve;

use crate::Note;
use crate::keys::holds_ends;
use crate::near::Near;
use crate::poses::is_straight;

/// What has to be said of all curves together.
#[derive(Debug, Default)]
pub(crate) struct Outcome {
    pub(crate) united: usize,
    pub(crate) baked: usize,
    pub(crate) unwrapped: usize,
    pub(crate) missed: usize,
    pub(crate) incomplete: usize,
    /// Times of keys at which there was nothing to see them from.
    pub(crate) unseen: usize,
    /// Curves whose keys were out of order or at NaN, and were sampled in order.
    pub(crate) unsorted: usize,
}

impl Outcome {
    pub(crate) fn notes(&self, near: Near) -> Vec<Note> {
        let Near { tolerance_m, tolerance_deg } = near;
        let bound = format!("{tolerance_m} m or {tolerance_deg}°");
        let what = "positions, rotations or rays";
        let mut notes = Vec::new();
        let mut say = |is_loss, code, count: usize, fate: String| {
            if count > 0 {
                notes.push(Note { code, is_loss, message: format!("{count} {what} {fate}") });
            }
        };
        let fate = "whose curves had different keys got the keys of all of them";
        say(false, "keys-united", self.united, fate.into());
        let fate = format!("were bent and are straight keys within {bound} now");
        say(true, "curves-baked", self.baked, fate);
        let fate = "repeated outside their keys and hold their ends now";
        say(true, "wraps-dropped", self.unwrapped, fate.into());
        let fate = format!("jump or turn too fast to be kept within {bound} everywhere");
        say(true, "bound-missed", self.missed, fate);
        let fate = "lack keys in some of their curves and stay as they were";
        say(false, "poses-incomplete", self.incomplete, fate.into());
        notes.extend(Note::keys_sorted(self.unsorted));
        notes
    }

    /// Counts what sampling these curves cannot keep.
    pub(crate) fn look_at(&mut self, own: &[&Curve]) {
        if own.iter().all(|curve| curve.is_empty()) {
            return;
        }
        if own.iter().any(|curve| curve.is_empty()) {
            self.incomplete += 1;
            return;
        }
        self.baked += usize::from(!own.iter().all(|curve| is_straight(curve)));
        self.unwrapped += usize::from(!own.iter().all(|curve| holds_ends(curve)));
        self.unsorted += own.iter().filter(|curve| !curve.is_sorted()).count();
    }
}

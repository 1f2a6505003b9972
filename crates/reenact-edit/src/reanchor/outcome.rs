//! What has to be said after expressing a recording in another frame of reference.

use reenact::Curve;

use super::{Anchor, Options};
use crate::Note;
use crate::poses::{holds_ends, is_straight};
use reenact::hand::Side;

/// What has to be said of all curves together.
#[derive(Default)]
pub(super) struct Outcome {
    pub(super) united: usize,
    pub(super) baked: usize,
    pub(super) unwrapped: usize,
    pub(super) missed: usize,
    pub(super) incomplete: usize,
    pub(super) anchor_lost_secs: f64,
}

impl Outcome {
    pub(super) fn note(&self, notes: &mut Vec<Note>, options: &Options) {
        let Options { tolerance_m, tolerance_deg, .. } = options;
        let bound = format!("{tolerance_m} m or {tolerance_deg}°");
        let mut say = |is_loss, code, count: usize, what: String| {
            if count > 0 {
                notes.push(Note { code, is_loss, message: format!("{count} {what}") });
            }
        };
        say(false, "keys-united", self.united, "positions, rotations or rays whose curves had different keys got the keys of all of them".into());
        say(
            true,
            "curves-baked",
            self.baked,
            format!(
                "positions, rotations or rays were bent and are straight keys within {bound} now"
            ),
        );
        say(
            true,
            "wraps-dropped",
            self.unwrapped,
            "positions, rotations or rays repeated outside their keys and hold their ends now"
                .into(),
        );
        say(
            true,
            "bound-missed",
            self.missed,
            format!(
                "positions, rotations or rays jump or turn too fast to be kept within {bound} everywhere"
            ),
        );
        say(
            false,
            "poses-incomplete",
            self.incomplete,
            "positions, rotations or rays lack keys in some of their curves and stay as they were"
                .into(),
        );
        if self.anchor_lost_secs > 0.0 {
            let message = format!(
                "the {} was not tracked for {:.3} s: nothing can be said of that time",
                name(options.anchor),
                self.anchor_lost_secs
            );
            notes.push(Note::loss("anchor-lost", message));
        }
    }

    /// Counts what sampling cannot keep.
    pub(super) fn look_at(&mut self, own: &[&Curve<'_>]) {
        if own.iter().all(|curve| curve.is_empty()) {
            return;
        }
        if own.iter().any(|curve| curve.is_empty()) {
            self.incomplete += 1;
            return;
        }
        self.baked += usize::from(!own.iter().all(|curve| is_straight(curve)));
        self.unwrapped += usize::from(!own.iter().all(|curve| holds_ends(curve)));
    }
}

/// What the anchor is called.
pub(super) fn name(anchor: Anchor) -> &'static str {
    match anchor {
        Anchor::Wrist(Side::Left) => "left wrist",
        Anchor::Wrist(Side::Right) => "right wrist",
        _ => "head",
    }
}

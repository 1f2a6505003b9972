//! What formats of frames have no room for.

use std::fmt;

/// What of a recording is not in a file of frames, beside all that lies between the frames.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
#[must_use = "something may have been lost that the user must know of"]
pub struct Dropped {
    /// Frames without a head, or with one that is no number, where the format needs one: it stands at the origin.
    pub heads: usize,
    /// Frames in which a hand was tracked, but a joint of it was not there or no number: the hand is absent as a whole.
    pub hands: usize,
    /// Frames of a hand of which the palm is left out.
    pub palms: usize,
    /// Frames of a hand that was pinching.
    pub pinches: usize,
    /// Frames with a gaze.
    pub gazes: usize,
    /// Markers.
    pub markers: usize,
}

impl Dropped {
    /// Whether something is lost for good. Palms are not: where they were left out, reading puts them back by a rule.
    pub fn is_lossy(self) -> bool {
        Self { palms: 0, ..self } != Self::default()
    }
}

/// What was dropped, as half a sentence; nothing was where it prints nothing.
impl fmt::Display for Dropped {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut separator = "";
        for (count, what) in [
            (self.heads, "frames have no head, which is put at the origin"),
            (self.hands, "frames of a tracked hand lack joints and are left out"),
            (self.palms, "palms are left out"),
            (self.pinches, "frames of pinching are left out"),
            (self.gazes, "frames of gaze are left out"),
            (self.markers, "markers are left out"),
        ] {
            if count > 0 {
                write!(f, "{separator}{count} {what}")?;
                separator = "; ";
            }
        }
        Ok(())
    }
}

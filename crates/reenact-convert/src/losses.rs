//! What a format had no room for.

use std::fmt;

/// What of a recording is not in what was written.
///
/// Prints as half a sentence; as nothing where nothing was lost.
///
/// ```
/// let mut losses = reenact_convert::Losses::default();
/// assert!(!losses.any());
/// losses.before_zero = true;
/// assert_eq!(losses.to_string(), "what happened before 0 s is left out");
/// ```
#[derive(Debug, Clone, Default, PartialEq)]
#[must_use = "something may have been lost that the user must know of"]
#[non_exhaustive]
pub struct Losses {
    /// Keys that say nothing (not finite, a rotation of length 0, a second one at the same time, a pose of which a curve is
    /// empty, more than a day before 0), and markers at no time.
    pub keys: usize,
    /// Curves with tangents, which became straight lines between keys.
    pub bent_curves: usize,
    /// Curves that repeat outside their keys, which now hold their ends.
    pub repeating_curves: usize,
    /// Whether there was something before 0, where the format starts.
    pub before_zero: bool,
    /// Frames in which a hand stands still because it was not tracked and the format cannot say so.
    pub held_frames: usize,
    /// What the format has no place for, such as `the gaze`.
    pub left_out: Vec<&'static str>,
    /// How far joints are from where they were recorded, where bones have to keep their length.
    pub stiff_bones: Option<StiffBones>,
    /// How far a joint of a skeleton strays between keys, in metres, where that is more than a tenth of a millimetre: a pose
    /// leaps so far in so short a time that no number of keys in reason draws it. Otherwise 0.
    pub stray_m: f32,
}

/// How far the joints of a skeleton whose bones keep their length are from where they were recorded.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct StiffBones {
    /// The mean over all joints and frames, in metres.
    pub mean_m: f64,
    /// The most, in metres.
    pub max_m: f64,
}

impl Losses {
    /// Whether there were any.
    pub fn any(&self) -> bool {
        *self != Self::default()
    }

    /// Notes something that the format has no place for, once.
    #[cfg(any(feature = "bvh", feature = "hand-pose", feature = "unity"))]
    pub(crate) fn leave_out(&mut self, what: &'static str) {
        if !self.left_out.contains(&what) {
            self.left_out.push(what);
        }
    }
}

impl fmt::Display for Losses {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut parts = Vec::new();
        let mut count = |count: usize, one: &str, many: &str| match count {
            0 => {}
            1 => parts.push(format!("1 {one}")),
            _ => parts.push(format!("{count} {many}")),
        };
        count(self.keys, "key that says nothing is left out", "keys that say nothing are left out");
        count(
            self.bent_curves,
            "curve with tangents is drawn in straight lines",
            "curves with tangents are drawn in straight lines",
        );
        count(self.repeating_curves, "curve no longer repeats", "curves no longer repeat");
        count(
            self.held_frames,
            "frame without tracking holds a pose",
            "frames without tracking hold a pose",
        );
        if self.before_zero {
            parts.push("what happened before 0 s is left out".to_owned());
        }
        if !self.left_out.is_empty() {
            parts.push(format!("there is no place for {}", self.left_out.join(", ")));
        }
        if let Some(StiffBones { mean_m, max_m }) = self.stiff_bones {
            let [mean_mm, max_mm] = [mean_m, max_m].map(|m| m * 1000.0);
            parts.push(format!(
                "bones keep their length, which puts joints off by {mean_mm:.1} mm on average and {max_mm:.1} mm at most"
            ));
        }
        if self.stray_m > 0.0 {
            parts.push(format!(
                "where a hand leaps, joints stray by up to {:.1} mm between keys",
                self.stray_m * 1000.0
            ));
        }
        f.write_str(&parts.join("; "))
    }
}

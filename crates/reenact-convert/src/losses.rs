//! What a format had no room for.

use std::fmt;
use std::ops::AddAssign;

#[cfg(any(feature = "bvh", feature = "gltf", feature = "unity"))]
use reenact::hand::Side;
#[cfg(any(feature = "bvh", feature = "gltf", feature = "unity"))]
use reenact::{Curve, CurveId, Recording};
#[cfg(any(feature = "gltf", feature = "unity"))]
use reenact::{PoseComponent, hand::Joint};

/// What of a recording is not in what was written, beside what lies between the frames of formats that have frames.
///
/// Prints as half a sentence; as nothing where nothing was lost.
///
/// ```
/// let mut losses = reenact_convert::Losses::default();
/// assert!(!losses.any());
/// losses.before_zero = true;
/// losses.markers = 2;
/// assert_eq!(losses.to_string(), "what happened before 0 s is left out; 2 markers are left out");
/// ```
#[derive(Debug, Clone, Default, PartialEq)]
#[must_use = "something may have been lost that the user must know of"]
#[non_exhaustive]
pub struct Losses {
    /// Keys that say nothing: not finite, a rotation of length 0, a second one at the same time, a pose of which a curve is empty,
    /// more than a day before 0.
    pub keys: usize,
    /// Numbers that are NaN with bits of their own, which read back as `f32::NAN`.
    pub nan_payloads: usize,
    /// Curves with tangents, which became straight lines between keys.
    pub bent_curves: usize,
    /// Curves that repeat outside their keys, which now hold their ends.
    pub repeating_curves: usize,
    /// Frames in which a hand stands still because it was not tracked and the format cannot say so.
    pub held_frames: usize,
    /// Whether there was something before 0, where the format starts.
    pub before_zero: bool,
    /// What the format has no place for, such as `the gaze`.
    pub left_out: Vec<&'static str>,
    /// How far joints are from where they were recorded, where bones have to keep their length.
    pub stiff_bones: Option<StiffBones>,
    /// How far a joint of a skeleton strays between keys, in metres, where that is more than a tenth of a millimetre: a pose
    /// leaps so far in so short a time that no number of keys in reason draws it. Otherwise 0.
    pub stray_m: f32,
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
    /// Markers: all of them, or those at times that the format cannot tell.
    pub markers: usize,
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
    /// Whether there is anything to say.
    pub fn any(&self) -> bool {
        *self != Self::default()
    }

    /// Whether something is lost for good. Palms are not: where they were left out, reading puts them back by a rule.
    pub fn is_lossy(&self) -> bool {
        Self { palms: 0, ..self.clone() }.any()
    }

    /// Notes something that the format has no place for, once.
    pub(crate) fn leave_out(&mut self, what: &'static str) {
        if !self.left_out.contains(&what) {
            self.left_out.push(what);
        }
    }

    /// Notes that the format has no place for the gaze, if there is one.
    #[cfg(any(feature = "bvh", feature = "unity"))]
    pub(crate) fn leave_out_gaze(&mut self, recording: &Recording<'_>) {
        if has_keys(recording, |id| matches!(id, CurveId::Gaze(_))) {
            self.leave_out("the gaze");
        }
    }

    /// Notes that the format has no place for the camera, if there is one.
    #[cfg(feature = "unity")]
    pub(crate) fn leave_out_camera(&mut self, recording: &Recording<'_>) {
        if has_keys(recording, |id| matches!(id, CurveId::Camera(_))) {
            self.leave_out("the camera");
        }
    }

    /// Notes that the format has no place for pinching, if somebody does.
    #[cfg(any(feature = "bvh", feature = "unity"))]
    pub(crate) fn leave_out_pinching(&mut self, recording: &Recording<'_>) {
        let is_ever_on = |curve: &Curve<'_>| curve.iter().any(|key| key.value > 0.5);
        let mut curves = Side::ALL.into_iter().map(|side| recording.curve(CurveId::Pinching(side)));
        if curves.any(|curve| curve.is_some_and(is_ever_on)) {
            self.leave_out("pinching");
        }
    }

    /// Counts the keys of slot `None`, which is not a joint.
    #[cfg(any(feature = "gltf", feature = "unity"))]
    pub(crate) fn leave_out_slot_none(&mut self, recording: &Recording<'_>, side: Side) {
        for component in PoseComponent::ALL {
            let curve = recording.curve(CurveId::Joint(side, Joint::None, component));
            self.keys += curve.map_or(0, Curve::len);
        }
    }
}

/// Whether a curve of some has keys.
#[cfg(any(feature = "bvh", feature = "unity"))]
fn has_keys(recording: &Recording<'_>, is_of: impl Fn(CurveId) -> bool) -> bool {
    recording.curves().any(|(id, curve)| is_of(id) && !curve.is_empty())
}

/// What two files of one recording had no room for.
impl AddAssign for Losses {
    fn add_assign(&mut self, other: Self) {
        self.keys += other.keys;
        self.nan_payloads += other.nan_payloads;
        self.bent_curves += other.bent_curves;
        self.repeating_curves += other.repeating_curves;
        self.held_frames += other.held_frames;
        self.before_zero |= other.before_zero;
        for what in other.left_out {
            self.leave_out(what);
        }
        self.stiff_bones = match (self.stiff_bones, other.stiff_bones) {
            (Some(a), Some(b)) if a.max_m >= b.max_m => Some(a),
            (a, b) => b.or(a),
        };
        self.stray_m = self.stray_m.max(other.stray_m);
        self.heads += other.heads;
        self.hands += other.hands;
        self.palms += other.palms;
        self.pinches += other.pinches;
        self.gazes += other.gazes;
        self.markers += other.markers;
    }
}

impl fmt::Display for Losses {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let left_out = (!self.left_out.is_empty())
            .then(|| format!("there is no place for {}", self.left_out.join(", ")));
        let bones = self.stiff_bones.map(|StiffBones { mean_m, max_m }| {
            let [mean_mm, max_mm] = [mean_m, max_m].map(|m| m * 1000.0);
            format!("bones keep their length, which puts joints off by {mean_mm:.1} mm on average and {max_mm:.1} mm at most")
        });
        let strays = (self.stray_m > 0.0).then(|| {
            let stray_mm = self.stray_m * 1000.0;
            format!("where a hand leaps, joints stray by up to {stray_mm:.1} mm between keys")
        });
        let parts = [
            counted(
                self.keys,
                ["# key that says nothing is left out", "# keys that say nothing are left out"],
            ),
            counted(
                self.bent_curves,
                [
                    "# curve with tangents is drawn in straight lines",
                    "# curves with tangents are drawn in straight lines",
                ],
            ),
            counted(
                self.repeating_curves,
                ["# curve no longer repeats", "# curves no longer repeat"],
            ),
            counted(
                self.held_frames,
                ["# frame without tracking holds a pose", "# frames without tracking hold a pose"],
            ),
            counted(
                self.nan_payloads,
                ["the payload bits of # NaN are lost", "the payload bits of # NaNs are lost"],
            ),
            self.before_zero.then(|| "what happened before 0 s is left out".to_owned()),
            left_out,
            counted(
                self.heads,
                [
                    "# frame has no head, which is put at the origin",
                    "# frames have no head, which is put at the origin",
                ],
            ),
            counted(
                self.hands,
                [
                    "# frame of a tracked hand lacks joints and is left out",
                    "# frames of a tracked hand lack joints and are left out",
                ],
            ),
            counted(self.palms, ["# palm is left out", "# palms are left out"]),
            counted(
                self.pinches,
                ["# frame of pinching is left out", "# frames of pinching are left out"],
            ),
            counted(self.gazes, ["# frame of gaze is left out", "# frames of gaze are left out"]),
            counted(self.markers, ["# marker is left out", "# markers are left out"]),
            bones,
            strays,
        ];
        f.write_str(&parts.into_iter().flatten().collect::<Vec<_>>().join("; "))
    }
}

/// How many there are, in words for one or for many; nothing of none.
fn counted(count: usize, [one, many]: [&str; 2]) -> Option<String> {
    let words = if count == 1 { one } else { many };
    (count > 0).then(|| words.replace('#', &count.to_string()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn palms_alone_are_said_but_not_lost() {
        let palms = Losses { palms: 7, ..Losses::default() };
        assert!(palms.any() && !palms.is_lossy());
        assert_eq!(palms.to_string(), "7 palms are left out");
        assert!(Losses { markers: 1, ..palms }.is_lossy());
    }

    #[test]
    fn what_two_files_lost_adds_up() {
        let bones = |max_m| Some(StiffBones { mean_m: 0.0, max_m });
        let mut losses = Losses {
            keys: 1,
            left_out: vec!["the gaze"],
            stiff_bones: bones(2.0),
            ..Losses::default()
        };
        losses += Losses {
            keys: 2,
            before_zero: true,
            left_out: vec!["the gaze", "pinching"],
            stiff_bones: bones(1.0),
            ..Losses::default()
        };
        assert_eq!(losses.keys, 3);
        assert!(losses.before_zero);
        assert_eq!(losses.left_out, ["the gaze", "pinching"]);
        assert_eq!(losses.stiff_bones, bones(2.0));
    }
}

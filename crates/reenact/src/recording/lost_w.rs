//! Rotations whose W was lost on the way into the file.
//!
//! The optimiser of MRTK 2.6.0 – 2.7.2 put the keys of each W curve on the Z curve, where Unity refuses a second key at
//! the same time. What is left of W is its first key. With a partition size of 0 there is a second: time and value of
//! Z's last.

use super::Recording;
use crate::curve::{Curve, CurveId, PoseComponent};
use crate::hand::{Joint, Side};

/// What is left of a W curve whose keys were lost.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum LostW {
    /// Its first key, which is true.
    FirstKey,
    /// Its first key, which is true, and one that is Z's last.
    FirstKeyAndLastOfZ,
}

/// How far the square of a rotation's length may be from 1 before it counts as not being one: a hundred times what
/// rounding to `f32` does.
const SQUARE_TOLERANCE: f64 = 1e-5;

impl Recording {
    /// The W curves that lost their keys, as in every file of MRTK 2.6.0 – 2.7.2, in file order: camera and joints.
    ///
    /// A W curve of one key beside X, Y and Z of more is one of them, and so is one of two keys whose second is Z's last: if
    /// the four are a rotation at the first key, and elsewhere would be with another W. Rotations that are zero
    /// throughout, as of a camera that never was, have lost nothing. Where all four have two keys, it takes another pose of
    /// the recording that did lose its W for certain. Only curves with such few keys cost more than a look at their lengths.
    ///
    /// ```
    /// use reenact::{Curve, CurveId, Form, PoseComponent, Recording, Tracks};
    ///
    /// let mut recording = Recording::new(Form::MRTK_1_1, Tracks::ALL)?;
    /// // A quarter turn about y: y and w change, but only the first w was written.
    /// let keys = [
    ///     (PoseComponent::RotationX, vec![(0.0, 0.0), (0.5, 0.0), (1.0, 0.0)]),
    ///     (PoseComponent::RotationY, vec![(0.0, 0.0), (0.5, 0.3826834), (1.0, 0.70710677)]),
    ///     (PoseComponent::RotationZ, vec![(0.0, 0.0), (0.5, 0.0), (1.0, 0.0)]),
    ///     (PoseComponent::RotationW, vec![(0.0, 1.0)]),
    /// ];
    /// for (component, keys) in keys {
    ///     recording.set_curve(CurveId::Camera(component), Curve::simple(keys))?;
    /// }
    /// assert_eq!(recording.lost_rotation_w().count(), 1);
    /// # Ok::<(), reenact::Error>(())
    /// ```
    pub fn lost_rotation_w(&self) -> impl Iterator<Item = (CurveId, LostW)> {
        let joints = Side::ALL
            .into_iter()
            .flat_map(|side| Joint::ALL.into_iter().map(move |joint| Some((side, joint))));
        let found = [None].into_iter().chain(joints).filter_map(|pose| {
            let id = |component| match pose {
                None => CurveId::Camera(component),
                Some((side, joint)) => CurveId::Joint(side, joint, component),
            };
            let [x, y, z, w] = ROTATION.map(|component| self.curve(id(component)));
            let (lost, is_certain) = of([x?, y?, z?, w?])?;
            Some((id(PoseComponent::RotationW), lost, is_certain))
        });
        let found: Vec<_> = found.collect();
        let any_certain = found.iter().any(|&(.., is_certain)| is_certain);
        found.into_iter().filter(move |_| any_certain).map(|(id, lost, _)| (id, lost))
    }
}

const ROTATION: [PoseComponent; 4] = [
    PoseComponent::RotationX,
    PoseComponent::RotationY,
    PoseComponent::RotationZ,
    PoseComponent::RotationW,
];

/// What is left of the last of four curves, if it lost its keys; and whether that is certain. Where Z has two keys as well, it
/// is not: W could be of the same value.
fn of(rotation: [&Curve; 4]) -> Option<(LostW, bool)> {
    let [x, y, z, w] = rotation;
    let fewest = x.len().min(y.len()).min(z.len());
    let lost = match w.len() {
        1 if fewest >= 2 => (LostW::FirstKey, true),
        2 if fewest >= 2 && w.last() == z.last() => (LostW::FirstKeyAndLastOfZ, fewest > 2),
        _ => return None,
    };
    needs_another_w(rotation).then_some(lost)
}

/// Whether X, Y and Z are those of rotations throughout, the first with the W that is there, and another needs another W.
/// A zero quaternion is nothing that was lost, and values that are no numbers say nothing.
fn needs_another_w([x, y, z, w]: [&Curve; 4]) -> bool {
    let [mut y, mut z, mut w] = [y, z, w].map(Curve::cursor);
    let mut needed = false;
    for (index, key) in x.iter().enumerate() {
        let at = key.time_secs;
        let square = |value: f32| f64::from(value).powi(2);
        let without_w = square(key.value) + square(y.value_at(at)) + square(z.value_at(at));
        let whole = without_w + square(w.value_at(at));
        let is_rotation = (whole - 1.0).abs() <= SQUARE_TOLERANCE;
        if without_w > 1.0 + SQUARE_TOLERANCE || (index == 0 && !is_rotation && whole != 0.0) {
            return false;
        }
        needed |= !is_rotation && whole != 0.0 && whole.is_finite();
    }
    needed
}

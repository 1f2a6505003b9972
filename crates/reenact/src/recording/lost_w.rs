//! Detection of rotations whose W curve lost its keys.
//!
//! The optimizer of MRTK 2.6.0 – 2.7.2 adds the keys of each W curve to the Z curve, where Unity refuses a
//! second key at the same time. Only the first key of W remains. With a partition size of 0 there is a second
//! one, with the time and value of Z's last key.

use super::Recording;
use crate::curve::{Curve, CurveId, PoseComponent};
use crate::hand::{Joint, Side};

/// Remaining keys of a W curve that lost its keys.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum LostW {
    /// The first key, which is correct.
    FirstKey,
    /// The first key, which is correct, and a copy of Z's last key.
    FirstKeyAndLastOfZ,
}

/// Largest deviation of a rotation's squared length from 1: a hundred times the rounding error of `f32`.
const SQUARE_TOLERANCE: f64 = 1e-5;

impl Recording {
    /// W curves that lost their keys, as in every file of MRTK 2.6.0 – 2.7.2, in file order: camera and
    /// joints.
    ///
    /// A W curve counts if it has one key while X, Y and Z have more, or two keys of which the second is Z's
    /// last; and if the rotation has unit length at the first key, and needs another W elsewhere. All-zero
    /// rotations have lost nothing. If all four curves have two keys, another pose of the recording must
    /// certainly have lost its W. Reads only curves with so few keys; the others cost a comparison of
    /// lengths.
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

/// Remaining keys of W if it lost its keys, and whether that is certain. It is not if Z has two keys as well:
/// W could have the same value.
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

/// Whether X, Y and Z belong to unit quaternions throughout, the first one with the stored W, and another one
/// needs another W. All-zero quaternions and values that are not finite do not count.
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

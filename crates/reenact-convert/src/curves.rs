//! Questions that the writers of keys ask of curves.

use glam::Quat;
use reenact::{Curve, CurveId, KeyKind, RayComponent, Recording, Segment, WrapMode};

use crate::Losses;

/// The curves of the point where the gaze starts.
pub(crate) const GAZE_ORIGIN: [CurveId; 3] = [
    CurveId::Gaze(RayComponent::OriginX),
    CurveId::Gaze(RayComponent::OriginY),
    CurveId::Gaze(RayComponent::OriginZ),
];

/// The curves of the direction of the gaze.
pub(crate) const GAZE_DIRECTION: [CurveId; 3] = [
    CurveId::Gaze(RayComponent::DirectionX),
    CurveId::Gaze(RayComponent::DirectionY),
    CurveId::Gaze(RayComponent::DirectionZ),
];

/// Some curves of a recording; `None` if it lacks their track.
pub(crate) fn curves_of<const N: usize>(
    recording: &Recording,
    ids: [CurveId; N],
) -> Option<[&Curve; N]> {
    let curves: Vec<&Curve> = ids.into_iter().filter_map(|id| recording.curve(id)).collect();
    curves.try_into().ok()
}

/// The same curve, holding its ends: other formats have no wrap modes, and the last key is to have its own value.
pub(crate) fn holding(curve: &Curve, losses: &mut Losses) -> Curve {
    losses.repeating_curves += usize::from(!curve.holds_ends());
    curve.clone().with_wraps(WrapMode::CLAMP_FOREVER, WrapMode::CLAMP_FOREVER)
}

/// Whether a segment between its keys is not a straight line.
pub(crate) fn is_bent(curve: &Curve) -> bool {
    let mut segments = curve.iter().zip(curve.iter().skip(1));
    curve.kind() == KeyKind::Full && !segments.all(|(a, b)| a.segment_to(&b) == Segment::Line)
}

/// A rotation shorter than this has no direction.
const MIN_LENGTH: f32 = 1e-5;

/// Whether four numbers are a rotation, once they are of unit length.
pub(crate) fn is_turn(rotation: Quat) -> bool {
    let length = rotation.length();
    length.is_finite() && length > MIN_LENGTH
}

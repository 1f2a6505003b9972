//! Curve helpers for the writers.

use glam::Quat;
use reenact::{Curve, CurveId, KeyKind, RayComponent, Recording, Segment, WrapMode};

use crate::Losses;

/// Curves of the gaze origin.
pub(crate) const GAZE_ORIGIN: [CurveId; 3] = [
    CurveId::Gaze(RayComponent::OriginX),
    CurveId::Gaze(RayComponent::OriginY),
    CurveId::Gaze(RayComponent::OriginZ),
];

/// Curves of the gaze direction.
pub(crate) const GAZE_DIRECTION: [CurveId; 3] = [
    CurveId::Gaze(RayComponent::DirectionX),
    CurveId::Gaze(RayComponent::DirectionY),
    CurveId::Gaze(RayComponent::DirectionZ),
];

/// Curves of a recording; `None` if it lacks their track.
pub(crate) fn curves_of<const N: usize>(
    recording: &Recording,
    ids: [CurveId; N],
) -> Option<[&Curve; N]> {
    let curves: Vec<&Curve> = ids.into_iter().filter_map(|id| recording.curve(id)).collect();
    curves.try_into().ok()
}

/// Clamps a curve at both ends: other formats have no wrap modes, and a looping curve would end with its
/// first value.
pub(crate) fn holding(curve: &Curve, losses: &mut Losses) -> Curve {
    losses.repeating_curves += usize::from(!curve.holds_ends());
    curve.clone().with_wraps(WrapMode::CLAMP_FOREVER, WrapMode::CLAMP_FOREVER)
}

/// Whether any segment is not linear.
pub(crate) fn is_bent(curve: &Curve) -> bool {
    let mut segments = curve.iter().zip(curve.iter().skip(1));
    curve.kind() == KeyKind::Full && !segments.all(|(a, b)| a.segment_to(&b) == Segment::Line)
}

/// Shortest quaternion that can be normalized.
const MIN_LENGTH: f32 = 1e-5;

/// Whether a quaternion can be normalized.
pub(crate) fn is_turn(rotation: Quat) -> bool {
    let length = rotation.length();
    length.is_finite() && length > MIN_LENGTH
}

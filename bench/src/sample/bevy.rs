//! Bevy's sampled curves: one position and one rotation curve per pose, with one search for all components.

use bevy_curve::{Curve, UnevenSampleAutoCurve};
use bevy_math::{Quat, Vec3};
use reenact::Recording;

use super::FLOATS;
use crate::Result;

/// Camera and joints of both hands.
const POSES: usize = 55;

pub(super) struct Poses {
    /// `None` without keys.
    poses: Vec<Option<(UnevenSampleAutoCurve<Vec3>, UnevenSampleAutoCurve<Quat>)>>,
    gaze: [UnevenSampleAutoCurve<Vec3>; 2],
}

/// Sampled values at a time.
pub(super) struct Sampled {
    pub(super) poses: [(Vec3, Quat); POSES],
    pub(super) gaze: [Vec3; 2],
}

impl Poses {
    pub(super) fn new(recording: &Recording) -> Result<Self> {
        let floats: Vec<_> =
            recording.curves().filter(|(id, _)| !id.is_boolean()).map(|(_, curve)| curve).collect();
        // The components of a position or rotation share their key times in this data.
        let timed = |first: usize, key: usize| floats[first].time_secs(key).unwrap_or(f32::NAN);
        let value =
            |curve: usize, key: usize| floats[curve].key(key).map_or(f32::NAN, |key| key.value);
        let vector = |first: usize| {
            let at = |key| {
                let [x, y, z] = [0, 1, 2].map(|component| value(first + component, key));
                (timed(first, key), Vec3::new(x, y, z))
            };
            UnevenSampleAutoCurve::new((0..floats[first].len()).map(at))
        };
        let rotation = |first: usize| {
            let at = |key| {
                let [x, y, z, w] = [0, 1, 2, 3].map(|component| value(first + component, key));
                (timed(first, key), Quat::from_xyzw(x, y, z, w))
            };
            UnevenSampleAutoCurve::new((0..floats[first].len()).map(at))
        };
        let mut poses = Vec::with_capacity(POSES);
        for first in (0..POSES).map(|pose| pose * 7) {
            poses.push(if floats[first].is_empty() {
                None
            } else {
                Some((vector(first)?, rotation(first + 3)?))
            });
        }
        Ok(Self { poses, gaze: [vector(FLOATS - 6)?, vector(FLOATS - 3)?] })
    }

    pub(super) fn at(&self, time_secs: f32) -> Sampled {
        let mut poses = [(Vec3::ZERO, Quat::IDENTITY); POSES];
        for (out, curves) in poses.iter_mut().zip(&self.poses) {
            if let Some((position, rotation)) = curves {
                *out = (position.sample_clamped(time_secs), rotation.sample_clamped(time_secs));
            }
        }
        let [origin, direction] = &self.gaze;
        let gaze = [origin.sample_clamped(time_secs), direction.sample_clamped(time_secs)];
        Sampled { poses, gaze }
    }
}

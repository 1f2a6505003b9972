//! Placement of the recording in the application's world.

use reenact::glam::{Quat, Vec3};
use reenact::{FrameTimes, Mode, Pose, Recording, Sampler};

/// Height of the eyes above the floor where a recording does not say it, and of the origin of the space LOCAL.
pub const EYE_HEIGHT_M: f32 = 1.6;

/// From where a recording counts heights.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Hash)]
pub enum Floor {
    /// Detected from the height of the head.
    #[default]
    Auto,
    /// From eye height: the head starts near 0, as in applications whose origin is where the headset was at the start. The
    /// recording's origin is that of the space LOCAL.
    Head,
    /// From the floor: the recording's origin is that of the space STAGE.
    Stage,
}

reenact::named!(Floor, "floor": Auto = "auto", Head = "head", Stage = "stage");

/// A head that is this high on median is assumed to be measured from the floor: lower than people sit, higher than one
/// who started at eye height gets.
const LEAST_FROM_FLOOR_M: f32 = 0.8;

impl Floor {
    /// [`Head`](Self::Head) or [`Stage`](Self::Stage) for a recording; `Stage` if it has no head.
    #[must_use]
    pub fn detect(self, recording: &Recording) -> Self {
        if self != Self::Auto {
            return self;
        }
        let sampler = Sampler::new(recording, Mode::Clean);
        let Ok(times) = FrameTimes::of(recording, 2.0) else { return Self::Stage };
        // A long recording does not need all its frames for a median.
        let step = times.len().div_ceil(1000).max(1);
        let mut heights_m: Vec<f32> = times
            .iter()
            .step_by(step)
            .filter_map(|time_secs| Some(sampler.frame_at(time_secs).camera?.position.y))
            .filter(|height_m| height_m.is_finite())
            .collect();
        heights_m.sort_by(f32::total_cmp);
        match heights_m.get(heights_m.len() / 2) {
            Some(&median_m) if median_m < LEAST_FROM_FLOOR_M => Self::Head,
            _ => Self::Stage,
        }
    }
}

/// Placement of the recording in the application's world.
///
/// The space STAGE has its origin on the floor, LOCAL has it [`EYE_HEIGHT_M`] above, and `LOCAL_FLOOR` is STAGE. They do not move
/// with the recording, so a placement has the same effect whichever of them an application uses.
#[derive(Debug, Clone, Copy, Default, PartialEq)]
pub struct Placement {
    /// Position of the recording's origin in OpenXR's axes (x right, y up, z backward), in metres.
    pub at: Vec3,
    /// Degrees by which the recording is turned about its origin, to the right (clockwise from above).
    pub facing_deg: f32,
    /// From where it counts heights.
    pub floor: Floor,
}

impl Placement {
    /// The recording's origin in the space STAGE.
    pub fn stage_from_recording(&self, recording: &Recording) -> Pose {
        let height_m = match self.floor.detect(recording) {
            Floor::Head => EYE_HEIGHT_M,
            Floor::Auto | Floor::Stage => 0.0,
        };
        Pose {
            position: self.at + Vec3::Y * height_m,
            rotation: Quat::from_rotation_y(-self.facing_deg.to_radians()),
        }
    }
}

#[cfg(test)]
mod tests {
    use reenact::{Curve, CurveId, Form, PoseComponent, Tracks};

    use super::*;

    fn with_head_at(height_m: f32) -> Recording {
        let mut recording = Recording::new(Form::MRTK_1_1, Tracks::ALL).unwrap();
        for (component, value) in
            PoseComponent::ALL.into_iter().zip([0.0, height_m, 0.0, 0.0, 0.0, 0.0, 1.0])
        {
            let curve = Curve::simple([(0.0, value), (2.0, value)]);
            recording.set_curve(CurveId::Camera(component), curve).unwrap();
        }
        recording
    }

    #[test]
    fn the_floor_is_detected_from_the_height_of_the_head() {
        for (height_m, floor) in
            [(0.0, Floor::Head), (-0.4, Floor::Head), (1.1, Floor::Stage), (1.75, Floor::Stage)]
        {
            assert_eq!(Floor::Auto.detect(&with_head_at(height_m)), floor, "{height_m}");
            assert_eq!(Floor::Head.detect(&with_head_at(height_m)), Floor::Head);
        }
        let nothing = Recording::new(Form::MRTK_1_1, Tracks::ALL).unwrap();
        assert_eq!(Floor::Auto.detect(&nothing), Floor::Stage);
    }

    #[test]
    fn who_faces_90_degrees_looks_to_the_right() {
        let placement =
            Placement { facing_deg: 90.0, at: Vec3::new(1.0, 0.0, 2.0), ..Placement::default() };
        let pose = placement.stage_from_recording(&with_head_at(0.0));
        assert!((pose.rotation * Vec3::NEG_Z).abs_diff_eq(Vec3::X, 1e-6));
        assert_eq!(pose.position, Vec3::new(1.0, EYE_HEIGHT_M, 2.0));
    }
}

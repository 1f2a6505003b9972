//! Conversion between frames and rows of numbers in file order.

use reenact::hand::{Joint, Side};
use reenact::{CurveId, Frame, HandFrame, Pose, PoseComponent, Ray, RayComponent, Tracks};

/// Values of a frame; NaN where unknown.
pub(crate) fn row(frame: &Frame, tracks: Tracks) -> impl Iterator<Item = f32> {
    tracks.curve_ids().map(|id| number(frame, id).unwrap_or(f32::NAN))
}

fn number(frame: &Frame, id: CurveId) -> Option<f32> {
    let on = |state: bool| if state { 1.0 } else { 0.0 };
    match id {
        CurveId::Camera(part) => Some(of_pose(frame.camera?, part)),
        CurveId::Tracked(side) => frame.hand(side).map(|hand| on(hand.tracked)),
        CurveId::Pinching(side) => frame.hand(side).map(|hand| on(hand.pinching)),
        CurveId::Joint(side, joint, part) => Some(of_pose(frame.joint(side, joint)?, part)),
        CurveId::Gaze(part) => {
            let ray = frame.gaze?;
            let ([x, y, z], [dx, dy, dz]) = (ray.origin.to_array(), ray.direction.to_array());
            [x, y, z, dx, dy, dz].get(part.index()).copied()
        }
    }
}

fn of_pose(pose: Pose, part: PoseComponent) -> f32 {
    let ([x, y, z], [qx, qy, qz, qw]) = (pose.position.to_array(), pose.rotation.to_array());
    [x, y, z, qx, qy, qz, qw].get(part.index()).copied().unwrap_or(f32::NAN)
}

/// Frame from values; a pose with a NaN is absent.
pub(crate) fn frame(time_secs: f32, tracks: Tracks, number: &dyn Fn(usize) -> f32) -> Frame {
    let value = |id| tracks.index_of(id).map_or(f32::NAN, number);
    let pose = |parts: &dyn Fn(PoseComponent) -> CurveId| {
        let [x, y, z, qx, qy, qz, qw] = PoseComponent::ALL.map(|part| value(parts(part)));
        let pose = Pose {
            position: glam::Vec3::new(x, y, z),
            rotation: glam::Quat::from_xyzw(qx, qy, qz, qw),
        };
        (!pose.position.is_nan() && !pose.rotation.is_nan()).then_some(pose)
    };
    let hand = |side: Side| {
        tracks.hands.then(|| {
            let tracked = value(CurveId::Tracked(side)) > 0.5;
            HandFrame::new(tracked, value(CurveId::Pinching(side)) > 0.5, |joint: Joint| {
                pose(&|part| CurveId::Joint(side, joint, part)).filter(|_| tracked)
            })
        })
    };
    let [x, y, z, dx, dy, dz] = RayComponent::ALL.map(|part| value(CurveId::Gaze(part)));
    let gaze = Ray { origin: glam::Vec3::new(x, y, z), direction: glam::Vec3::new(dx, dy, dz) };
    let has_gaze = !gaze.origin.is_nan() && !gaze.direction.is_nan();
    Frame {
        time_secs,
        camera: pose(&CurveId::Camera),
        left: hand(Side::Left),
        right: hand(Side::Right),
        gaze: has_gaze.then_some(gaze),
    }
}

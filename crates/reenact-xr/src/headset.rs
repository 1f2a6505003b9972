//! Head, hands and gaze of a recording as OpenXR locates them.

use reenact::glam::{Quat, Vec3};
use reenact::hand::Side;
use reenact::{Frame, Mode, Pose, Recording, Sampler, Track};
use reenact_base::number::to_f32;

use crate::clock::{Clock, End, Position, nanos_to_secs};
use crate::hand::HandLocations;
use crate::place::{EYE_HEIGHT_M, Placement};
use crate::source::{self, Source};

/// Origin that a space moves with.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Origin {
    /// The head.
    View,
    /// A fixed origin at eye height.
    Local,
    /// A fixed origin on the floor below that.
    LocalFloor,
    /// The middle of the floor.
    Stage,
    /// A pose that a hand or the eyes give.
    Source(Source),
    /// Nothing that is tracked, such as an action without bindings.
    Nothing,
}

/// A space: an origin, and a pose relative to it.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Space {
    /// Origin that it moves with.
    pub origin: Origin,
    /// Pose relative to that origin.
    pub offset: Pose,
}

impl Space {
    /// A space at its origin.
    pub const fn new(origin: Origin) -> Self {
        Self { origin, offset: Pose::IDENTITY }
    }
}

/// Pose of a space relative to another. Invalid parts are the identity.
#[derive(Debug, Clone, Copy, PartialEq)]
#[expect(clippy::struct_excessive_bools, reason = "the four bits of XrSpaceLocationFlags")]
#[expect(missing_docs, reason = "the bits of XrSpaceLocationFlags")]
pub struct Location {
    pub pose: Pose,
    pub is_orientation_valid: bool,
    pub is_position_valid: bool,
    pub is_orientation_tracked: bool,
    pub is_position_tracked: bool,
}

impl Location {
    /// Neither valid nor tracked.
    pub const UNKNOWN: Self = Self {
        pose: Pose::IDENTITY,
        is_orientation_valid: false,
        is_position_valid: false,
        is_orientation_tracked: false,
        is_position_tracked: false,
    };

    /// A valid pose.
    pub(crate) fn valid(pose: Pose, is_tracked: bool) -> Self {
        Self {
            pose,
            is_orientation_valid: true,
            is_position_valid: true,
            is_orientation_tracked: is_tracked,
            is_position_tracked: is_tracked,
        }
    }

    /// Whether position and orientation are valid.
    pub const fn is_valid(&self) -> bool {
        self.is_position_valid && self.is_orientation_valid
    }

    /// This location, given in a space, as seen from a base that is given in the same.
    fn relative_to(&self, base: &Self) -> Self {
        // Without the orientation of the base no position can be given in it.
        if !(self.is_valid() && base.is_valid()) {
            return Self::UNKNOWN;
        }
        let Pose { position, rotation } = self.pose.relative_to(&base.pose);
        Self {
            pose: Pose { position, rotation: rotation.normalize() },
            is_orientation_tracked: self.is_orientation_tracked && base.is_orientation_tracked,
            is_position_tracked: self.is_position_tracked && base.is_position_tracked,
            ..*self
        }
    }
}

/// Velocities in the base space, where they are known: metres and radians a second.
#[derive(Debug, Clone, Copy, Default, PartialEq)]
#[expect(missing_docs, reason = "the fields of XrSpaceVelocity")]
pub struct Velocity {
    pub linear: Option<Vec3>,
    pub angular: Option<Vec3>,
}

impl Velocity {
    fn between(before: &Location, after: &Location, secs: f32) -> Self {
        if !(before.is_valid() && after.is_valid() && secs > 0.0) {
            return Self::default();
        }
        let turn = after.pose.rotation * before.pose.rotation.conjugate();
        // The short way.
        let turn = if turn.w < 0.0 { -turn } else { turn };
        Self {
            linear: Some((after.pose.position - before.pose.position) / secs),
            angular: Some(turn.normalize().to_scaled_axis() / secs),
        }
    }
}

/// Number of views: one for each eye.
pub const VIEWS: usize = 2;

/// View of one eye.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct View {
    /// Pose of the eye.
    pub location: Location,
    /// Half of the field of view in each direction, in radians.
    pub half_fov: f32,
}

/// Distance of the eyes in metres.
const EYE_DISTANCE_M: f32 = 0.063;

/// Half of the field of view: 45°.
const HALF_FOV: f32 = std::f32::consts::FRAC_PI_4;

/// Time before and after over which velocities are computed, in nanoseconds.
const VELOCITY_NANOS: i64 = 5_000_000;

/// A recording that is worn on the head.
///
/// Times are nanoseconds since the session began. Every call samples the recording at its own time, in any order.
#[derive(Debug)]
pub struct Headset {
    sampler: Sampler,
    /// For a head that is not observed, the pose that MRTK would hold.
    held: Sampler,
    clock: Clock,
    stage_from_recording: Pose,
}

impl Headset {
    /// Looks at every key of a recording.
    pub fn new(recording: &Recording, clock: Clock, placement: Placement) -> Self {
        Self {
            sampler: Sampler::new(recording, Mode::Clean),
            held: Sampler::new(recording, Mode::Mrtk),
            clock,
            stage_from_recording: placement.stage_from_recording(recording),
        }
    }

    /// The clock.
    pub const fn clock(&self) -> &Clock {
        &self.clock
    }

    /// The recording.
    pub const fn recording(&self) -> &Recording {
        self.sampler.recording()
    }

    /// Playback position at a time.
    pub fn position(&self, elapsed_nanos: i64) -> Position {
        self.clock.position(elapsed_nanos)
    }

    /// All poses of the recording at a time, in its own axes; `None` once tracking is lost at the end.
    pub fn frame(&self, elapsed_nanos: i64) -> Option<Frame> {
        let Position { time_secs, is_over } = self.position(elapsed_nanos);
        let is_lost = is_over && self.clock.end == End::Lose;
        (!is_lost).then(|| self.sampler.frame_at(time_secs))
    }

    /// A pose of the recording in the space STAGE.
    fn in_stage(&self, pose: &Pose) -> Pose {
        self.stage_from_recording.transform(&pose.with_z_reversed())
    }

    /// A hand in the space STAGE; `None` while it is not tracked.
    pub fn hand(&self, side: Side, elapsed_nanos: i64) -> Option<HandLocations> {
        let frame = self.frame(elapsed_nanos)?;
        self.hand_in(&frame, side)
    }

    fn hand_in(&self, frame: &Frame, side: Side) -> Option<HandLocations> {
        HandLocations::new(side, frame.hand(side)?, |pose| self.in_stage(pose))
    }

    /// A hand as seen from a space, with velocities if they are wanted.
    ///
    /// The outer `None` means that the hand is not tracked or the space not known.
    pub fn locate_hand(
        &self,
        side: Side,
        base: &Space,
        elapsed_nanos: i64,
        wants_velocities: bool,
    ) -> Option<(HandLocations, Option<Vec<Velocity>>)> {
        let located = |nanos| {
            let frame = self.frame(nanos)?;
            let base = self.in_frame(base, Some(&frame), nanos);
            let mut hand = self.hand_in(&frame, side)?;
            for joint in hand.joints_mut() {
                joint.location = joint.location.relative_to(&base);
            }
            base.is_valid().then_some(hand)
        };
        let now = located(elapsed_nanos)?;
        let velocities = wants_velocities.then(|| {
            let (before_nanos, after_nanos) = self.around(elapsed_nanos);
            let (before, after) = (located(before_nanos), located(after_nanos));
            let (first, start) =
                before.as_ref().map_or((&now, elapsed_nanos), |it| (it, before_nanos));
            let (last, end) = after.as_ref().map_or((&now, elapsed_nanos), |it| (it, after_nanos));
            let secs = to_f32(nanos_to_secs(end - start));
            let joints = first.joints().iter().zip(last.joints());
            joints.map(|(a, b)| Velocity::between(&a.location, &b.location, secs)).collect()
        });
        Some((now, velocities))
    }

    /// Locates a space relative to another.
    pub fn locate(&self, space: &Space, base: &Space, elapsed_nanos: i64) -> Location {
        let frame = self.frame(elapsed_nanos);
        let [space, base] =
            [space, base].map(|it| self.in_frame(it, frame.as_ref(), elapsed_nanos));
        space.relative_to(&base)
    }

    /// How fast a space moves as seen from another.
    pub fn velocity(&self, space: &Space, base: &Space, elapsed_nanos: i64) -> Velocity {
        let now = self.locate(space, base, elapsed_nanos);
        if !now.is_valid() {
            return Velocity::default();
        }
        let (before_nanos, after_nanos) = self.around(elapsed_nanos);
        let or_now = |nanos| {
            let then = self.locate(space, base, nanos);
            if then.is_valid() { (then, nanos) } else { (now, elapsed_nanos) }
        };
        let ((first, start), (last, end)) = (or_now(before_nanos), or_now(after_nanos));
        Velocity::between(&first, &last, to_f32(nanos_to_secs(end - start)))
    }

    /// The two views as seen from a space, left first.
    pub fn views(&self, base: &Space, elapsed_nanos: i64) -> [View; VIEWS] {
        [-0.5, 0.5].map(|sign: f32| {
            let position = Vec3::X * (sign * EYE_DISTANCE_M);
            let eye = Space { origin: Origin::View, offset: Pose { position, ..Pose::IDENTITY } };
            View { location: self.locate(&eye, base, elapsed_nanos), half_fov: HALF_FOV }
        })
    }

    /// Two times around one between which the recording plays straight on.
    fn around(&self, elapsed_nanos: i64) -> (i64, i64) {
        let now = self.position(elapsed_nanos);
        let before_nanos = elapsed_nanos.saturating_sub(VELOCITY_NANOS);
        let after_nanos = elapsed_nanos.saturating_add(VELOCITY_NANOS);
        let after = self.position(after_nanos);
        let is_first = elapsed_nanos >= 0 && before_nanos < 0;
        let has_looped_before = self.position(before_nanos).time_secs > now.time_secs;
        let ends = after.time_secs < now.time_secs || (after.is_over && !now.is_over);
        (
            if is_first || has_looped_before { elapsed_nanos } else { before_nanos },
            if ends { elapsed_nanos } else { after_nanos },
        )
    }

    /// A space in STAGE.
    fn in_frame(&self, space: &Space, frame: Option<&Frame>, elapsed_nanos: i64) -> Location {
        let fixed = |height_m| {
            Location::valid(Pose { position: Vec3::Y * height_m, ..Pose::IDENTITY }, true)
        };
        let origin = match space.origin {
            Origin::Stage | Origin::LocalFloor => fixed(0.0),
            Origin::Local => fixed(EYE_HEIGHT_M),
            Origin::View => self.head(frame, elapsed_nanos),
            Origin::Nothing => Location::UNKNOWN,
            Origin::Source(source) => frame
                .and_then(|frame| {
                    let hand = |side| self.hand_in(frame, side);
                    source::locate(source, frame, hand, |pose| self.in_stage(pose))
                })
                .unwrap_or(Location::UNKNOWN),
        };
        if !origin.is_valid() {
            return Location::UNKNOWN;
        }
        Location { pose: origin.pose.transform(&space.offset), ..origin }
    }

    /// The head in STAGE. An observed head is tracked; one that is not observed is held, and stands at the origin if the
    /// recording has none: both are valid but not tracked.
    fn head(&self, frame: Option<&Frame>, elapsed_nanos: i64) -> Location {
        let observed = frame.and_then(|frame| frame.camera).filter(Pose::is_finite);
        if let Some(pose) = observed {
            return Location::valid(self.in_stage(&pose), true);
        }
        let held = self.held.frame_at(self.position(elapsed_nanos).time_secs).camera;
        let has_keys = !self.held.observed().spans(Track::Camera).is_empty();
        let held = held.filter(|pose| has_keys && pose.position.is_finite());
        let pose = if let Some(Pose { position, rotation }) = held {
            let is_rotation = rotation.is_finite() && rotation.length_squared() > 1e-6;
            let rotation = if is_rotation { rotation.normalize() } else { Quat::IDENTITY };
            self.in_stage(&Pose { position, rotation })
        } else {
            let Pose { mut position, rotation } = self.stage_from_recording;
            position.y = EYE_HEIGHT_M;
            Pose { position, rotation }
        };
        Location::valid(pose, false)
    }
}

#[cfg(test)]
mod tests {
    use reenact::glam::EulerRot;
    use reenact::{Curve, CurveId, Form, PoseComponent, Tracks};

    use super::*;
    use crate::place::Floor;

    const STAGE: Space = Space::new(Origin::Stage);
    const VIEW: Space = Space::new(Origin::View);

    /// A head that moves ahead by 1 m a second and turns to the right by 1 rad a second, at 1.7 m.
    fn walk() -> Recording {
        let mut recording = Recording::new(Form::MRTK_1_1, Tracks::ALL).unwrap();
        let frames: Vec<_> = (0_u8..=40)
            .map(|n| f32::from(n) * 0.05)
            .map(|time| (time, [0.0, 1.7, time], Quat::from_rotation_y(time).to_array()))
            .collect();
        for (n, component) in PoseComponent::ALL.into_iter().enumerate() {
            let keys = frames.iter().map(|(time, position, rotation)| {
                (*time, [&position[..], &rotation[..]].concat()[n])
            });
            recording.set_curve(CurveId::Camera(component), Curve::simple(keys)).unwrap();
        }
        recording
    }

    fn headset(end: End, placement: Placement) -> Headset {
        let recording = walk();
        let clock = Clock { end, ..Clock::new(&recording) };
        Headset::new(&recording, clock, placement)
    }

    #[test]
    fn the_head_is_located_in_right_handed_axes() {
        let headset = headset(End::Hold, Placement::default());
        let head = headset.locate(&VIEW, &STAGE, 1_000_000_000);
        assert!(head.is_valid() && head.is_position_tracked && head.is_orientation_tracked);
        assert!(head.pose.position.abs_diff_eq(Vec3::new(0.0, 1.7, -1.0), 1e-5));
        let (yaw, ..) = head.pose.rotation.to_euler(EulerRot::YXZ);
        assert!((yaw + 1.0).abs() < 1e-5, "turned to the right: {yaw}");
        let local = headset.locate(&VIEW, &Space::new(Origin::Local), 1_000_000_000);
        assert!((local.pose.position.y - 0.1).abs() < 1e-6);
        assert_eq!(headset.locate(&VIEW, &Space::new(Origin::LocalFloor), 1_000_000_000), head);
    }

    #[test]
    fn velocities_are_those_of_the_recording_and_of_the_base() {
        let headset = headset(End::Hold, Placement::default());
        for nanos in [0, 500_000_000, 2_000_000_000] {
            let Velocity { linear, angular } = headset.velocity(&VIEW, &STAGE, nanos);
            assert!(linear.unwrap().abs_diff_eq(Vec3::NEG_Z, 2e-3), "{linear:?}");
            assert!(angular.unwrap().abs_diff_eq(Vec3::NEG_Y, 2e-3), "{angular:?}");
        }
        let held = headset.velocity(&VIEW, &STAGE, 3_000_000_000);
        assert_eq!(held.linear, Some(Vec3::ZERO));
        let seen = headset.velocity(&STAGE, &VIEW, 500_000_000);
        assert!(seen.angular.unwrap().abs_diff_eq(Vec3::Y, 2e-3), "{seen:?}");
        assert_eq!(headset.velocity(&Space::new(Origin::Nothing), &STAGE, 0), Velocity::default());
    }

    #[test]
    fn a_loop_has_no_velocity_across_its_end() {
        let headset = headset(End::Loop, Placement::default());
        for nanos in [1_999_000_000, 2_001_000_000, 4_000_000_000] {
            let speed = headset.velocity(&VIEW, &STAGE, nanos).linear.unwrap();
            assert!(speed.abs_diff_eq(Vec3::NEG_Z, 1e-2), "{speed}");
        }
    }

    #[test]
    fn at_the_end_tracking_is_held_or_lost() {
        let later = 3_000_000_000;
        assert!(
            headset(End::Hold, Placement::default())
                .locate(&VIEW, &STAGE, later)
                .is_position_tracked
        );
        let lost = headset(End::Lose, Placement::default()).locate(&VIEW, &STAGE, later);
        assert!(lost.is_valid() && !lost.is_position_tracked && !lost.is_orientation_tracked);
        assert!(lost.pose.position.abs_diff_eq(Vec3::new(0.0, 1.7, -2.0), 1e-5));
    }

    #[test]
    fn a_placement_moves_and_turns_the_recording() {
        let placement =
            Placement { at: Vec3::new(1.0, 0.0, 2.0), facing_deg: 90.0, floor: Floor::Stage };
        let head = headset(End::Hold, placement).locate(&VIEW, &STAGE, 1_000_000_000);
        assert!(head.pose.position.abs_diff_eq(Vec3::new(2.0, 1.7, 2.0), 1e-5), "{head:?}");
    }

    #[test]
    fn without_a_head_the_views_are_at_eye_height_and_not_tracked() {
        let recording = Recording::new(Form::MRTK_1_1, Tracks::ALL).unwrap();
        let headset = Headset::new(&recording, Clock::new(&recording), Placement::default());
        let [left, right] = headset.views(&STAGE, 0).map(|view| view.location);
        assert!(left.is_valid() && !left.is_position_tracked);
        assert_eq!(left.pose.position.y, EYE_HEIGHT_M);
        assert!((right.pose.position.x - left.pose.position.x - EYE_DISTANCE_M).abs() < 1e-6);
    }

    #[test]
    fn an_offset_is_applied_in_the_space() {
        let headset = headset(End::Hold, Placement::default());
        let offset = Pose { position: Vec3::NEG_Z, rotation: Quat::from_rotation_x(0.3) };
        let ahead = Space { origin: Origin::View, offset };
        let seen = headset.locate(&ahead, &VIEW, 700_000_000);
        assert!(seen.pose.position.abs_diff_eq(Vec3::NEG_Z, 1e-5));
        assert!(seen.pose.rotation.angle_between(offset.rotation) < 1e-3);
        let back = headset.locate(&VIEW, &ahead, 700_000_000);
        let there = seen.pose.transform(&back.pose);
        assert!(there.position.abs_diff_eq(Vec3::ZERO, 1e-5));
    }
}

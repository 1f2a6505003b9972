//! Poses of a frame, asked of the runtime.

use openxr_sys as xr;
use openxr_sys::Handle as _;
use reenact::glam::{Quat, Vec3};
use reenact::hand::{Joint, OpenXrJoint, Side};
use reenact::{Frame, HandFrame, Pose, Ray};
use reenact_xr::is_pinch_distance;

use crate::next::{Hands, Next};
use crate::state::{Instance, Session};

const JOINTS: usize = OpenXrJoint::ALL.len();

/// Frames without a stated pinch that are normal: before the application has focus, and when a hand appears.
const MOST_UNSTATED: u32 = 30;

/// What is located in each frame.
pub(crate) struct Spaces {
    base: xr::Space,
    view: xr::Space,
    gaze: Option<xr::Space>,
    hands: [Option<xr::HandTrackerEXT>; 2],
}

impl Spaces {
    /// Makes them; `None` without a head to locate.
    fn new(instance: &mut Instance, session: &Session) -> Option<Self> {
        let next = instance.next;
        let reference = |ty: xr::ReferenceSpaceType| {
            let info = xr::ReferenceSpaceCreateInfo {
                ty: xr::ReferenceSpaceCreateInfo::TYPE,
                next: std::ptr::null(),
                reference_space_type: ty,
                pose_in_reference_space: xr::Posef::IDENTITY,
            };
            let mut space = xr::Space::NULL;
            // SAFETY: a valid structure, and the application's own session.
            let result = unsafe {
                (next.create_reference_space)(session.handle, &raw const info, &raw mut space)
            };
            (result == xr::Result::SUCCESS).then_some(space)
        };
        let stage = reference(xr::ReferenceSpaceType::STAGE);
        if stage.is_none() {
            instance.miss(
                "no heights above the floor: the runtime has no space STAGE, so that heights are relative to the space LOCAL",
            );
        }
        let base = stage.or_else(|| reference(xr::ReferenceSpaceType::LOCAL))?;
        let view = reference(xr::ReferenceSpaceType::VIEW)?;
        let hands = match next.hands {
            Some(hands) => Side::ALL.map(|side| tracker(hands, session.handle, side)),
            None => [None; 2],
        };
        if hands.iter().all(Option::is_none) {
            instance.miss("no hands: the runtime has no hand tracking");
        }
        let gaze = session.has_actions.then_some(instance.actions).flatten();
        let gaze = gaze.filter(|_| instance.offers("XR_EXT_eye_gaze_interaction"));
        let gaze = gaze.and_then(|actions| action_space(&next, session.handle, actions.gaze));
        if gaze.is_none() {
            instance.miss(
                "no gaze: the runtime has no eye tracking, or the application has attached no actions",
            );
        }
        if !session.has_actions {
            instance.miss(
                "pinches by the distance of the fingertips: the application has attached no actions",
            );
        }
        Some(Self { base, view, gaze, hands })
    }
}

fn tracker(hands: Hands, session: xr::Session, side: Side) -> Option<xr::HandTrackerEXT> {
    let hand = match side {
        Side::Left => xr::HandEXT::LEFT,
        Side::Right => xr::HandEXT::RIGHT,
    };
    let info = xr::HandTrackerCreateInfoEXT {
        ty: xr::HandTrackerCreateInfoEXT::TYPE,
        next: std::ptr::null(),
        hand,
        hand_joint_set: xr::HandJointSetEXT::DEFAULT,
    };
    let mut tracker = xr::HandTrackerEXT::NULL;
    // SAFETY: a valid structure, and the application's own session.
    let result = unsafe { (hands.create)(session, &raw const info, &raw mut tracker) };
    (result == xr::Result::SUCCESS).then_some(tracker)
}

fn action_space(next: &Next, session: xr::Session, action: xr::Action) -> Option<xr::Space> {
    let info = xr::ActionSpaceCreateInfo {
        ty: xr::ActionSpaceCreateInfo::TYPE,
        next: std::ptr::null(),
        action,
        subaction_path: xr::Path::NULL,
        pose_in_action_space: xr::Posef::IDENTITY,
    };
    let mut space = xr::Space::NULL;
    // SAFETY: a valid structure, and the application's own session, to which the action is attached.
    let result = unsafe { (next.create_action_space)(session, &raw const info, &raw mut space) };
    (result == xr::Result::SUCCESS).then_some(space)
}

/// A pose in Unity's axes, if position and orientation are valid.
fn pose(pose: &xr::Posef, flags: xr::SpaceLocationFlags) -> Option<Pose> {
    use xr::SpaceLocationFlags as F;
    let xr::Posef { orientation: xr::Quaternionf { x, y, z, w }, position } = *pose;
    let position = Vec3::new(position.x, position.y, position.z);
    let found = Pose { position, rotation: Quat::from_xyzw(x, y, z, w) };
    let is_valid = flags.contains(F::POSITION_VALID | F::ORIENTATION_VALID);
    (is_valid && found.is_finite()).then(|| found.with_z_reversed())
}

fn locate(next: &Next, space: xr::Space, base: xr::Space, time: xr::Time) -> Option<Pose> {
    let mut location = xr::SpaceLocation {
        ty: xr::SpaceLocation::TYPE,
        next: std::ptr::null_mut(),
        location_flags: xr::SpaceLocationFlags::EMPTY,
        pose: xr::Posef::IDENTITY,
    };
    // SAFETY: a valid structure, and spaces that this layer made in the session.
    let result = unsafe { (next.locate_space)(space, base, time, &raw mut location) };
    // A pose that the runtime has lost and only holds is not recorded.
    let is_tracked = location.location_flags.contains(xr::SpaceLocationFlags::ORIENTATION_TRACKED);
    let found = pose(&location.pose, location.location_flags);
    found.filter(|_| result == xr::Result::SUCCESS && is_tracked)
}

/// The joints of a hand in OpenXR's order, if it is active.
fn joints(
    hands: Hands,
    tracker: xr::HandTrackerEXT,
    base: xr::Space,
    time: xr::Time,
) -> Option<[Option<Pose>; JOINTS]> {
    let nothing = xr::HandJointLocationEXT {
        location_flags: xr::SpaceLocationFlags::EMPTY,
        pose: xr::Posef::IDENTITY,
        radius: 0.0,
    };
    let mut found = [nothing; JOINTS];
    let info = xr::HandJointsLocateInfoEXT {
        ty: xr::HandJointsLocateInfoEXT::TYPE,
        next: std::ptr::null(),
        base_space: base,
        time,
    };
    let mut locations = xr::HandJointLocationsEXT {
        ty: xr::HandJointLocationsEXT::TYPE,
        next: std::ptr::null_mut(),
        is_active: xr::FALSE,
        joint_count: u32::try_from(JOINTS).ok()?,
        joint_locations: found.as_mut_ptr(),
    };
    // SAFETY: valid structures with as many locations as they say, and a tracker and a space that this layer made.
    let result = unsafe { (hands.locate)(tracker, &raw const info, &raw mut locations) };
    let is_active = result == xr::Result::SUCCESS && locations.is_active == xr::TRUE;
    is_active.then(|| found.map(|joint| pose(&joint.pose, joint.location_flags)))
}

/// The value of the layer's own pinch action; `None` while it is not active.
fn pinch(instance: &Instance, session: &Session, side: Side) -> Option<bool> {
    let actions = instance.actions.filter(|_| session.has_actions)?;
    let [left, right] = actions.hands;
    let info = xr::ActionStateGetInfo {
        ty: xr::ActionStateGetInfo::TYPE,
        next: std::ptr::null(),
        action: actions.pinch,
        subaction_path: if side == Side::Left { left } else { right },
    };
    let mut state = xr::ActionStateFloat {
        ty: xr::ActionStateFloat::TYPE,
        next: std::ptr::null_mut(),
        current_state: 0.0,
        changed_since_last_sync: xr::FALSE,
        last_change_time: xr::Time::from_nanos(0),
        is_active: xr::FALSE,
    };
    // SAFETY: valid structures, and an action that is attached to the session.
    let result =
        unsafe { (instance.next.state_float)(session.handle, &raw const info, &raw mut state) };
    let is_known = result == xr::Result::SUCCESS && state.is_active == xr::TRUE;
    is_known.then_some(state.current_state >= 0.5)
}

/// Everything at a time; `None` if nothing can be located.
pub(crate) fn frame(
    instance: &mut Instance,
    session: &mut Session,
    time: xr::Time,
) -> Option<Frame> {
    if session.spaces.is_none() {
        session.spaces = Some(Spaces::new(instance, session)?);
    }
    let &Spaces { base, view, gaze, hands } = session.spaces.as_ref()?;
    let next = instance.next;
    let mut frames = [None, None];
    for (((side, slot), tracker), was_pinching) in
        Side::ALL.into_iter().zip(&mut frames).zip(hands).zip(session.was_pinching)
    {
        let (Some(functions), Some(tracker)) = (next.hands, tracker) else { continue };
        let Some(poses) = joints(functions, tracker, base, time) else { continue };
        let joint = |joint: OpenXrJoint| poses.get(joint.index()).copied().flatten();
        let stated = pinch(instance, session, side);
        let is_pinching = stated.unwrap_or_else(|| {
            let tips = (joint(OpenXrJoint::ThumbTip), joint(OpenXrJoint::IndexTip));
            let (Some(thumb), Some(index)) = tips else { return false };
            is_pinch_distance(thumb.position.distance(index.position), was_pinching)
        });
        session.unstated_frames =
            if stated.is_some() { 0 } else { session.unstated_frames.saturating_add(1) };
        if session.has_actions && session.unstated_frames == MOST_UNSTATED {
            instance.miss(
                "pinches by the distance of the fingertips, at times: the runtime does not state them to the layer's own action",
            );
        }
        *slot = Some(HandFrame::new(true, is_pinching, |of: Joint| joint(of.to_openxr()?)));
    }
    let is_pinching = |hand: &Option<HandFrame>| hand.as_ref().is_some_and(|hand| hand.pinching);
    let [left, right] = frames;
    session.was_pinching = [is_pinching(&left), is_pinching(&right)];
    let gaze = gaze.and_then(|gaze| locate(&next, gaze, base, time));
    Some(Frame {
        time_secs: 0.0,
        camera: locate(&next, view, base, time),
        left,
        right,
        // Forward is z in Unity's axes.
        gaze: gaze.map(|pose| Ray { origin: pose.position, direction: pose.rotation * Vec3::Z }),
    })
}

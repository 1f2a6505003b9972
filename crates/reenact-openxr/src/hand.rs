//! `XR_EXT_hand_tracking`.

use openxr_sys as xr;
use openxr_sys::Handle as _;
use reenact::hand::{OpenXrJoint, Side};

use crate::abi::{Outcome, find, find_mut, given, input, list, list_mut, output};
use crate::pose;
use crate::state::{Core, Object, call, checked_time};

pub(crate) extern "system" fn create(
    session: xr::Session,
    info: Option<&xr::HandTrackerCreateInfoEXT>,
    tracker: Option<&mut xr::HandTrackerEXT>,
) -> xr::Result {
    call(|state| {
        state.session(session)?;
        let (info, tracker) = (input(info)?, given(tracker)?);
        let handle = state.new_handle();
        let (core, _) = state.session(session)?;
        if !core.headset.recording().tracks().hands {
            return Err(xr::Result::ERROR_FEATURE_UNSUPPORTED);
        }
        let side = match info.hand {
            xr::HandEXT::LEFT => Side::Left,
            xr::HandEXT::RIGHT => Side::Right,
            _ => return Err(xr::Result::ERROR_VALIDATION_FAILURE),
        };
        if info.hand_joint_set != xr::HandJointSetEXT::DEFAULT {
            return Err(xr::Result::ERROR_VALIDATION_FAILURE);
        }
        let is_unobstructed = is_unobstructed(core, info)?;
        core.objects.insert(handle, Object::HandTracker { side, is_unobstructed });
        *tracker = xr::HandTrackerEXT::from_raw(handle);
        Ok(())
    })
}

const DATA_SOURCE: &str = "XR_EXT_hand_tracking_data_source";

/// Whether an application takes hands that hold nothing: unless it asks for other sources alone.
fn is_unobstructed(core: &Core, info: &xr::HandTrackerCreateInfoEXT) -> Outcome<bool> {
    if !core.offers(DATA_SOURCE) {
        return Ok(true);
    }
    // SAFETY: the application gives a chain of structures.
    let wanted = unsafe { find::<xr::HandTrackingDataSourceInfoEXT>(info.next) };
    let Some(wanted) = wanted else { return Ok(true) };
    // SAFETY: the application gives an array of this number of sources.
    let sources =
        unsafe { list(wanted.requested_data_sources, wanted.requested_data_source_count) }?;
    let known =
        [xr::HandTrackingDataSourceEXT::UNOBSTRUCTED, xr::HandTrackingDataSourceEXT::CONTROLLER];
    let is_once = known.iter().all(|known| sources.iter().filter(|it| *it == known).count() <= 1);
    if sources.is_empty() || !is_once || sources.iter().any(|source| !known.contains(source)) {
        return Err(xr::Result::ERROR_VALIDATION_FAILURE);
    }
    Ok(sources.contains(&xr::HandTrackingDataSourceEXT::UNOBSTRUCTED))
}

pub(crate) extern "system" fn destroy(tracker: xr::HandTrackerEXT) -> xr::Result {
    call(|state| {
        let core = state.core()?;
        match core.object(tracker.into_raw())? {
            Object::HandTracker { .. } => core.objects.remove(&tracker.into_raw()),
            _ => return Err(xr::Result::ERROR_HANDLE_INVALID),
        };
        Ok(())
    })
}

pub(crate) extern "system" fn locate(
    tracker: xr::HandTrackerEXT,
    info: Option<&xr::HandJointsLocateInfoEXT>,
    locations: Option<&mut xr::HandJointLocationsEXT>,
) -> xr::Result {
    const JOINTS: usize = OpenXrJoint::ALL.len();
    call(|state| {
        let (core, session) = state.any_session()?;
        let Object::HandTracker { side, is_unobstructed } = *core.object(tracker.into_raw())?
        else {
            return Err(xr::Result::ERROR_HANDLE_INVALID);
        };
        let (info, locations) = (input(info)?, output(locations)?);
        let base = core.space(info.base_space, session)?;
        let elapsed = session.elapsed_nanos(checked_time(info.time)?);
        // SAFETY: the application gives an array of this number of locations.
        let joints = unsafe { list_mut(locations.joint_locations, locations.joint_count) }?;
        // SAFETY: the application gives a chain of structures, which are its own.
        let velocities = unsafe { find_mut::<xr::HandJointVelocitiesEXT>(locations.next) };
        let velocities = match velocities {
            Some(velocities) => {
                // SAFETY: the application gives an array of this number of velocities.
                Some(unsafe { list_mut(velocities.joint_velocities, velocities.joint_count) }?)
            }
            None => None,
        };
        let is_complete =
            joints.len() == JOINTS && velocities.as_ref().is_none_or(|list| list.len() == JOINTS);
        if !is_complete {
            return Err(xr::Result::ERROR_VALIDATION_FAILURE);
        }
        let located = is_unobstructed
            .then(|| core.headset.locate_hand(side, &base, elapsed, velocities.is_some()))
            .flatten();
        if core.offers(DATA_SOURCE) {
            // SAFETY: the application gives a chain of structures, which are its own.
            let state = unsafe { find_mut::<xr::HandTrackingDataSourceStateEXT>(locations.next) };
            if let Some(state) = state {
                state.is_active = located.is_some().into();
                state.data_source = xr::HandTrackingDataSourceEXT::UNOBSTRUCTED;
            }
        }
        locations.is_active = located.is_some().into();
        let Some((hand, known_velocities)) = located else {
            for joint in joints {
                joint.location_flags = xr::SpaceLocationFlags::EMPTY;
                joint.pose = xr::Posef::IDENTITY;
                joint.radius = 0.0;
            }
            for velocity in velocities.into_iter().flatten() {
                velocity.velocity_flags = xr::SpaceVelocityFlags::EMPTY;
            }
            return Ok(());
        };
        for (slot, joint) in joints.iter_mut().zip(hand.joints()) {
            slot.location_flags = pose::location_flags(&joint.location);
            slot.pose = pose::pose(joint.pose());
            slot.radius = joint.radius_m;
        }
        let known = known_velocities.unwrap_or_default();
        for (slot, velocity) in velocities.into_iter().flatten().zip(known) {
            (slot.velocity_flags, slot.linear_velocity, slot.angular_velocity) =
                pose::velocity(velocity);
        }
        Ok(())
    })
}

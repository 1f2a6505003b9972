//! Spaces, where they are, and views.

use openxr_sys as xr;
use openxr_sys::Handle as _;
use reenact_xr::{ActionKind, Origin, Path, Space, VIEWS};

use crate::abi::{Outcome, fill, fill_typed, find_mut, given, input, list, list_mut, output};
use crate::pose;
use crate::state::{Core, Object, SpaceObject, call, checked_time, code};
use crate::system::check_views;

/// Reference spaces of an instance.
fn reference_spaces(core: &Core) -> Vec<(xr::ReferenceSpaceType, Origin)> {
    let mut spaces = vec![
        (xr::ReferenceSpaceType::VIEW, Origin::View),
        (xr::ReferenceSpaceType::LOCAL, Origin::Local),
        (xr::ReferenceSpaceType::STAGE, Origin::Stage),
    ];
    if core.offers("XR_EXT_local_floor") || core.offers("XR_VERSION_1_1") {
        spaces.push((xr::ReferenceSpaceType::LOCAL_FLOOR, Origin::LocalFloor));
    }
    spaces
}

fn origin(core: &Core, ty: xr::ReferenceSpaceType) -> Outcome<Origin> {
    let found = reference_spaces(core).into_iter().find(|(known, _)| *known == ty);
    if let Some((_, origin)) = found {
        return Ok(origin);
    }
    let is_known = format!("{ty:?}").starts_with(|first: char| first.is_ascii_alphabetic());
    Err(if is_known {
        xr::Result::ERROR_REFERENCE_SPACE_UNSUPPORTED
    } else {
        xr::Result::ERROR_VALIDATION_FAILURE
    })
}

pub(crate) extern "system" fn enumerate_reference_spaces(
    session: xr::Session,
    capacity: u32,
    count: Option<&mut u32>,
    types: *mut xr::ReferenceSpaceType,
) -> xr::Result {
    call(|state| {
        let (core, _) = state.session(session)?;
        let known: Vec<_> = reference_spaces(core).into_iter().map(|(ty, _)| ty).collect();
        // SAFETY: the application gives an array of that capacity, or null.
        unsafe { fill(capacity, count, types, &known) }
    })
}

pub(crate) extern "system" fn create_reference(
    session: xr::Session,
    info: Option<&xr::ReferenceSpaceCreateInfo>,
    space: Option<&mut xr::Space>,
) -> xr::Result {
    call(|state| {
        state.session(session)?;
        let (info, space) = (input(info)?, given(space)?);
        let handle = state.new_handle();
        let (core, _) = state.session(session)?;
        let origin = origin(core, info.reference_space_type)?;
        let offset = pose::checked(&info.pose_in_reference_space)?;
        let created = SpaceObject::Reference(Space { origin, offset });
        core.objects.insert(handle, Object::Space(created));
        *space = xr::Space::from_raw(handle);
        Ok(())
    })
}

pub(crate) extern "system" fn reference_bounds(
    session: xr::Session,
    ty: xr::ReferenceSpaceType,
    bounds: Option<&mut xr::Extent2Df>,
) -> xr::Result {
    call(|state| {
        let (core, _) = state.session(session)?;
        let bounds = given(bounds)?;
        origin(core, ty)?;
        // Nobody knows how large the room was.
        *bounds = xr::Extent2Df { width: 0.0, height: 0.0 };
        Err(xr::Result::SPACE_BOUNDS_UNAVAILABLE)
    })
}

pub(crate) extern "system" fn create_action_space(
    session: xr::Session,
    info: Option<&xr::ActionSpaceCreateInfo>,
    space: Option<&mut xr::Space>,
) -> xr::Result {
    call(|state| {
        state.session(session)?;
        let (info, space) = (input(info)?, given(space)?);
        let handle = state.new_handle();
        let (core, _) = state.session(session)?;
        let action = core.input.action(info.action.into_raw()).map_err(code)?;
        if action.kind != ActionKind::Pose {
            return Err(xr::Result::ERROR_ACTION_TYPE_MISMATCH);
        }
        let subaction = Path(info.subaction_path.into_raw());
        let place = if subaction == Path::NULL {
            None
        } else {
            let place = core.input.paths.string(subaction).map_err(code)?;
            action.check_subaction(subaction).map_err(code)?;
            Some(place.to_string())
        };
        let offset = pose::checked(&info.pose_in_action_space)?;
        let created = SpaceObject::Action { action: action.id, place, offset };
        core.objects.insert(handle, Object::Space(created));
        *space = xr::Space::from_raw(handle);
        Ok(())
    })
}

pub(crate) extern "system" fn destroy(space: xr::Space) -> xr::Result {
    call(|state| {
        let core = state.core()?;
        match core.object(space.into_raw())? {
            Object::Space(_) => core.objects.remove(&space.into_raw()),
            _ => return Err(xr::Result::ERROR_HANDLE_INVALID),
        };
        Ok(())
    })
}

pub(crate) extern "system" fn locate(
    space: xr::Space,
    base: xr::Space,
    time: xr::Time,
    location: Option<&mut xr::SpaceLocation>,
) -> xr::Result {
    call(|state| {
        let (core, session) = state.any_session()?;
        let (space, base) = (core.space(space, session)?, core.space(base, session)?);
        let location = output(location)?;
        let elapsed = session.elapsed_nanos(checked_time(time)?);
        let located = core.headset.locate(&space, &base, elapsed);
        location.location_flags = pose::location_flags(&located);
        location.pose = pose::pose(located.pose);
        // SAFETY: the application gives a chain of structures, which are its own.
        if let Some(velocity) = unsafe { find_mut::<xr::SpaceVelocity>(location.next) } {
            let found = pose::velocity(core.headset.velocity(&space, &base, elapsed));
            (velocity.velocity_flags, velocity.linear_velocity, velocity.angular_velocity) = found;
        }
        Ok(())
    })
}

pub(crate) extern "system" fn locate_many(
    session: xr::Session,
    info: Option<&xr::SpacesLocateInfo>,
    locations: Option<&mut xr::SpaceLocations>,
) -> xr::Result {
    call(|state| {
        let (core, session) = state.session(session)?;
        let (info, locations) = (input(info)?, output(locations)?);
        let base = core.space(info.base_space, session)?;
        let elapsed = session.elapsed_nanos(checked_time(info.time)?);
        // SAFETY: the application gives an array of this number of spaces.
        let spaces = unsafe { list(info.spaces, info.space_count) }?;
        if spaces.is_empty() || locations.location_count != info.space_count {
            return Err(xr::Result::ERROR_VALIDATION_FAILURE);
        }
        let spaces: Outcome<Vec<Space>> =
            spaces.iter().map(|&space| core.space(space, session)).collect();
        let spaces = spaces?;
        // SAFETY: the application gives an array of this number of locations.
        let slots = unsafe { list_mut(locations.locations, locations.location_count) }?;
        for (slot, space) in slots.iter_mut().zip(&spaces) {
            let located = core.headset.locate(space, &base, elapsed);
            slot.location_flags = pose::location_flags(&located);
            slot.pose = pose::pose(located.pose);
        }
        // SAFETY: the application gives a chain of structures, which are its own.
        if let Some(velocities) = unsafe { find_mut::<xr::SpaceVelocities>(locations.next) } {
            if velocities.velocity_count != info.space_count {
                return Err(xr::Result::ERROR_VALIDATION_FAILURE);
            }
            // SAFETY: the application gives an array of this number of velocities.
            let slots = unsafe { list_mut(velocities.velocities, velocities.velocity_count) }?;
            for (slot, space) in slots.iter_mut().zip(&spaces) {
                let found = pose::velocity(core.headset.velocity(space, &base, elapsed));
                (slot.velocity_flags, slot.linear_velocity, slot.angular_velocity) = found;
            }
        }
        Ok(())
    })
}

pub(crate) extern "system" fn locate_views(
    session: xr::Session,
    info: Option<&xr::ViewLocateInfo>,
    view_state: Option<&mut xr::ViewState>,
    capacity: u32,
    count: Option<&mut u32>,
    views: *mut xr::View,
) -> xr::Result {
    call(|state| {
        let (core, session) = state.session(session)?;
        let (info, view_state) = (input(info)?, output(view_state)?);
        check_views(info.view_configuration_type)?;
        let base = core.space(info.space, session)?;
        let elapsed = session.elapsed_nanos(checked_time(info.display_time)?);
        let located = core.headset.views(&base, elapsed);
        let [left, _] = &located;
        // The bits are those of a location.
        let flags = pose::location_flags(&left.location).into_raw();
        view_state.view_state_flags = xr::ViewStateFlags::from_raw(flags);
        let write = |n: usize, slot: &mut xr::View| {
            if let Some(view) = located.get(n) {
                slot.pose = pose::pose(view.location.pose);
                let half = view.half_fov;
                slot.fov = xr::Fovf {
                    angle_left: -half,
                    angle_right: half,
                    angle_up: half,
                    angle_down: -half,
                };
            }
        };
        // SAFETY: the application gives an array of that capacity, or null.
        unsafe { fill_typed(capacity, count, views, VIEWS, write) }
    })
}

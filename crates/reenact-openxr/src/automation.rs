//! `XR_EXT_conformance_automation`: a test drives controllers in place of the recorded hands.

use openxr_sys as xr;
use reenact_xr::{Path, Value};

use crate::abi::Outcome;
use crate::pose;
use crate::state::{Core, Session, call, code};

/// A place such as `/user/hand/left`, and the rest of the path of an input there.
fn input_of(core: &Core, user: xr::Path, source: xr::Path) -> Outcome<(String, String)> {
    let user = user_of(core, user)?;
    let source = core.input.paths.string(Path(source.into_raw())).map_err(code)?;
    let rest = source.strip_prefix(user.as_str()).filter(|rest| rest.starts_with("/input/"));
    let rest = rest.ok_or(xr::Result::ERROR_PATH_UNSUPPORTED)?.to_owned();
    Ok((user, rest))
}

fn user_of(core: &Core, user: xr::Path) -> Outcome<String> {
    let user = Path(user.into_raw());
    if !core.input.is_user_path(user).map_err(code)? {
        return Err(xr::Result::ERROR_PATH_UNSUPPORTED);
    }
    Ok(core.input.paths.string(user).map_err(code)?.to_string())
}

pub(crate) extern "system" fn set_active(
    session: xr::Session,
    profile: xr::Path,
    user: xr::Path,
    is_active: xr::Bool32,
) -> xr::Result {
    call(|state| {
        let (core, session) = state.session(session)?;
        let profile = Path(profile.into_raw());
        if !core.input.is_profile(profile).map_err(code)? {
            return Err(xr::Result::ERROR_PATH_UNSUPPORTED);
        }
        let user = user_of(core, user)?;
        session.devices.set_active(&user, profile, is_active.into());
        Ok(())
    })
}

fn set_value(session: xr::Session, user: xr::Path, source: xr::Path, value: Value) -> xr::Result {
    call(|state| {
        let (core, session): (&mut Core, &mut Session) = state.session(session)?;
        let (user, component) = input_of(core, user, source)?;
        session.devices.set_value(&user, &component, value);
        Ok(())
    })
}

pub(crate) extern "system" fn set_boolean(
    session: xr::Session,
    user: xr::Path,
    source: xr::Path,
    value: xr::Bool32,
) -> xr::Result {
    set_value(session, user, source, Value::Boolean(value.into()))
}

pub(crate) extern "system" fn set_float(
    session: xr::Session,
    user: xr::Path,
    source: xr::Path,
    value: f32,
) -> xr::Result {
    set_value(session, user, source, Value::Float(value))
}

pub(crate) extern "system" fn set_vector2(
    session: xr::Session,
    user: xr::Path,
    source: xr::Path,
    value: xr::Vector2f,
) -> xr::Result {
    set_value(session, user, source, Value::Vector2([value.x, value.y]))
}

pub(crate) extern "system" fn set_location(
    session: xr::Session,
    user: xr::Path,
    source: xr::Path,
    space: xr::Space,
    pose_in_space: xr::Posef,
) -> xr::Result {
    call(|state| {
        let (core, session) = state.session(session)?;
        let (user, component) = input_of(core, user, source)?;
        let space = core.space(space, session)?;
        let pose = pose::checked(&pose_in_space)?;
        session.devices.set_pose(&user, &component, space, pose);
        Ok(())
    })
}

//! Action sets, actions, their states, and haptics.

use std::ffi::c_char;

use openxr_sys as xr;
use openxr_sys::Handle as _;
use reenact::hand::Side;
use reenact_xr::{ActionKind, ActionState, Active, Attached, Path, Value};
use serde_json::json;

use crate::abi::{Outcome, fill, fill_string, given, input, list, output, text};
use crate::log::number;
use crate::state::{Core, Event, Object, Session, call, code};
use crate::time::real_nanos;

pub(crate) extern "system" fn create_set(
    instance: xr::Instance,
    info: Option<&xr::ActionSetCreateInfo>,
    set: Option<&mut xr::ActionSet>,
) -> xr::Result {
    call(|state| {
        state.instance(instance)?;
        let (info, set) = (input(info)?, given(set)?);
        let handle = state.new_handle();
        let core = &mut state.instance(instance)?.core;
        let name = text(&info.action_set_name).ok_or(xr::Result::ERROR_NAME_INVALID)?;
        let localized = text(&info.localized_action_set_name)
            .ok_or(xr::Result::ERROR_LOCALIZED_NAME_INVALID)?;
        core.input.create_set(handle, &name, &localized, info.priority).map_err(code)?;
        core.objects.insert(handle, Object::ActionSet);
        *set = xr::ActionSet::from_raw(handle);
        Ok(())
    })
}

pub(crate) extern "system" fn destroy_set(set: xr::ActionSet) -> xr::Result {
    call(|state| {
        let core = state.core()?;
        let handle = set.into_raw();
        if !matches!(core.object(handle)?, Object::ActionSet) {
            return Err(xr::Result::ERROR_HANDLE_INVALID);
        }
        core.input.destroy_set(handle);
        let is_child = |object: &Object| matches!(object, Object::Action { set } if *set == handle);
        core.objects.retain(|&id, object| id != handle && !is_child(object));
        Ok(())
    })
}

pub(crate) extern "system" fn create(
    set: xr::ActionSet,
    info: Option<&xr::ActionCreateInfo>,
    action: Option<&mut xr::Action>,
) -> xr::Result {
    call(|state| {
        if !matches!(state.core()?.object(set.into_raw())?, Object::ActionSet) {
            return Err(xr::Result::ERROR_HANDLE_INVALID);
        }
        let (info, action) = (input(info)?, given(action)?);
        let handle = state.new_handle();
        let core = state.core()?;
        let name = text(&info.action_name).ok_or(xr::Result::ERROR_NAME_INVALID)?;
        let localized =
            text(&info.localized_action_name).ok_or(xr::Result::ERROR_LOCALIZED_NAME_INVALID)?;
        let kind = match info.action_type {
            xr::ActionType::BOOLEAN_INPUT => ActionKind::Boolean,
            xr::ActionType::FLOAT_INPUT => ActionKind::Float,
            xr::ActionType::VECTOR2F_INPUT => ActionKind::Vector2,
            xr::ActionType::POSE_INPUT => ActionKind::Pose,
            xr::ActionType::VIBRATION_OUTPUT => ActionKind::Vibration,
            _ => return Err(xr::Result::ERROR_VALIDATION_FAILURE),
        };
        // SAFETY: the application gives an array of this number of paths.
        let subactions = unsafe { list(info.subaction_paths, info.count_subaction_paths) }?;
        let subactions: Vec<Path> = subactions.iter().map(|path| Path(path.into_raw())).collect();
        let names = (name.as_str(), localized.as_str());
        core.input.create_action(set.into_raw(), handle, names, kind, &subactions).map_err(code)?;
        core.objects.insert(handle, Object::Action { set: set.into_raw() });
        *action = xr::Action::from_raw(handle);
        Ok(())
    })
}

pub(crate) extern "system" fn destroy(action: xr::Action) -> xr::Result {
    call(|state| {
        let core = state.core()?;
        let handle = action.into_raw();
        if !matches!(core.object(handle)?, Object::Action { .. }) {
            return Err(xr::Result::ERROR_HANDLE_INVALID);
        }
        core.input.destroy_action(handle);
        core.objects.remove(&handle);
        Ok(())
    })
}

pub(crate) extern "system" fn suggest(
    instance: xr::Instance,
    info: Option<&xr::InteractionProfileSuggestedBinding>,
) -> xr::Result {
    call(|state| {
        let core = &mut state.instance(instance)?.core;
        let info = input(info)?;
        // SAFETY: the application gives an array of this number of bindings.
        let bindings = unsafe { list(info.suggested_bindings, info.count_suggested_bindings) }?;
        let bindings: Vec<(u64, Path)> = bindings
            .iter()
            .map(|binding| (binding.action.into_raw(), Path(binding.binding.into_raw())))
            .collect();
        core.input.suggest(Path(info.interaction_profile.into_raw()), &bindings).map_err(code)
    })
}

pub(crate) extern "system" fn attach(
    session: xr::Session,
    info: Option<&xr::SessionActionSetsAttachInfo>,
) -> xr::Result {
    call(|state| {
        let (core, session) = state.session(session)?;
        let info = input(info)?;
        // SAFETY: the application gives an array of this number of sets.
        let sets = unsafe { list(info.action_sets, info.count_action_sets) }?;
        let sets: Vec<u64> = sets.iter().map(|set| set.into_raw()).collect();
        if sets.is_empty() {
            return Err(xr::Result::ERROR_VALIDATION_FAILURE);
        }
        if session.attached.is_some() {
            return Err(xr::Result::ERROR_ACTIONSETS_ALREADY_ATTACHED);
        }
        session.attached = Some(Attached::new(&mut core.input, &sets).map_err(code)?);
        Ok(())
    })
}

pub(crate) extern "system" fn current_profile(
    session: xr::Session,
    user: xr::Path,
    profile: Option<&mut xr::InteractionProfileState>,
) -> xr::Result {
    call(|state| {
        let (core, session) = state.session(session)?;
        let profile = output(profile)?;
        let user = Path(user.into_raw());
        if !core.input.is_user_path(user).map_err(code)? {
            return Err(xr::Result::ERROR_PATH_UNSUPPORTED);
        }
        let user = core.input.paths.string(user).map_err(code)?;
        let attached = session.attached.as_ref().ok_or(xr::Result::ERROR_ACTIONSET_NOT_ATTACHED)?;
        profile.interaction_profile = xr::Path::from_raw(attached.profile(user).0);
        Ok(())
    })
}

pub(crate) extern "system" fn sync(
    session: xr::Session,
    info: Option<&xr::ActionsSyncInfo>,
) -> xr::Result {
    call(|state| {
        let (core, session) = state.session(session)?;
        let info = input(info)?;
        // SAFETY: the application gives an array of this number of sets.
        let sets = unsafe { list(info.active_action_sets, info.count_active_action_sets) }?;
        let active: Vec<Active> = sets
            .iter()
            .map(|set| Active {
                set: set.action_set.into_raw(),
                subaction: Path(set.subaction_path.into_raw()),
            })
            .collect();
        for active in &active {
            core.object(active.set)?;
        }
        // An application without frames goes on by its syncs, where time goes by steps.
        if core.pacing.is_stepped()
            && session.machine.is_headless()
            && session.machine.is_running()
            && session.syncs_since_frame > 0
        {
            core.pacing.next_frame(real_nanos());
        }
        session.syncs_since_frame = session.syncs_since_frame.saturating_add(1);
        let now = core.now_nanos();
        let elapsed = session.elapsed_nanos(now);
        let is_focused = session.machine.is_focused();
        let Some(attached) = &mut session.attached else {
            return if active.is_empty() {
                Ok(())
            } else {
                Err(xr::Result::ERROR_ACTIONSET_NOT_ATTACHED)
            };
        };
        attached.set_devices(&session.devices);
        let hands = Side::ALL.map(|side| core.headset.hand(side, elapsed).filter(|_| is_focused));
        let has_gaze =
            is_focused && core.headset.frame(elapsed).is_some_and(|frame| frame.gaze.is_some());
        let hands = [&hands[0], &hands[1]].map(Option::as_ref);
        let has_changed =
            attached.sync(&active, &core.input.paths, hands, has_gaze, now).map_err(code)?;
        if !is_focused {
            attached.clear();
            return Err(xr::Result::SESSION_NOT_FOCUSED);
        }
        if has_changed {
            core.events.push_back(Event::ProfileChanged { session: session.handle });
        }
        write_changes(core, session, elapsed);
        Ok(())
    })
}

/// Writes the actions that changed to the log.
fn write_changes(core: &mut Core, session: &Session, elapsed: i64) {
    let Some(attached) = session.attached.as_ref().filter(|_| core.log.is_on()) else { return };
    let time_secs = core.headset.position(elapsed).time_secs;
    for action in attached.actions() {
        for &subaction in action.subactions.iter().chain([&Path::NULL]) {
            // What is told for each hand is not told again for both.
            if subaction == Path::NULL && !action.subactions.is_empty() {
                continue;
            }
            let state = attached.state(action, action.kind, subaction, &core.input.paths);
            let value = match state {
                Ok(ActionState { value, has_changed: true, .. }) => match value {
                    Value::Boolean(value) => json!(value),
                    Value::Float(value) => number(value),
                    Value::Vector2(value) => json!(value.map(number)),
                    Value::Pose => continue,
                },
                _ => continue,
            };
            let place = core.input.paths.string(subaction).ok().map(ToString::to_string);
            let rest = json!({ "set": action.set.name, "action": action.name, "place": place, "value": value });
            core.log.write("action", time_secs, &rest);
        }
    }
}

/// The state of an action of a type.
fn state_of(
    core: &Core,
    session: &Session,
    info: &xr::ActionStateGetInfo,
    kind: ActionKind,
) -> Outcome<ActionState> {
    let action = core.input.action(info.action.into_raw()).map_err(code)?;
    let attached = session.attached.as_ref().ok_or(xr::Result::ERROR_ACTIONSET_NOT_ATTACHED)?;
    let subaction = Path(info.subaction_path.into_raw());
    attached.state(action, kind, subaction, &core.input.paths).map_err(code)
}

macro_rules! getters {
    ($($name:ident $structure:ident $kind:ident |$value:ident| $current:expr;)*) => {
        $(pub(crate) extern "system" fn $name(
            session: xr::Session,
            info: Option<&xr::ActionStateGetInfo>,
            slot: Option<&mut xr::$structure>,
        ) -> xr::Result {
            call(|state| {
                let (core, session) = state.session(session)?;
                let (info, slot) = (input(info)?, output(slot)?);
                let state = state_of(core, session, info, ActionKind::$kind)?;
                let $value = state.value;
                slot.current_state = $current;
                slot.changed_since_last_sync = state.has_changed.into();
                slot.last_change_time = xr::Time::from_nanos(state.changed_nanos);
                slot.is_active = state.is_active.into();
                Ok(())
            })
        })*
    };
}

getters! {
    state_boolean ActionStateBoolean Boolean |value| (value == Value::Boolean(true)).into();
    state_float ActionStateFloat Float |value| match value {
        Value::Float(value) => value,
        _ => 0.0,
    };
    state_vector2f ActionStateVector2f Vector2 |value| match value {
        Value::Vector2([x, y]) => xr::Vector2f { x, y },
        _ => xr::Vector2f { x: 0.0, y: 0.0 },
    };
}

pub(crate) extern "system" fn state_pose(
    session: xr::Session,
    info: Option<&xr::ActionStateGetInfo>,
    slot: Option<&mut xr::ActionStatePose>,
) -> xr::Result {
    call(|state| {
        let (core, session) = state.session(session)?;
        let (info, slot) = (input(info)?, output(slot)?);
        slot.is_active = state_of(core, session, info, ActionKind::Pose)?.is_active.into();
        Ok(())
    })
}

pub(crate) extern "system" fn enumerate_bound_sources(
    session: xr::Session,
    info: Option<&xr::BoundSourcesForActionEnumerateInfo>,
    capacity: u32,
    count: Option<&mut u32>,
    sources: *mut xr::Path,
) -> xr::Result {
    call(|state| {
        let (core, session) = state.session(session)?;
        let info = input(info)?;
        let action = core.input.action(info.action.into_raw()).map_err(code)?;
        let attached = session.attached.as_ref().ok_or(xr::Result::ERROR_ACTIONSET_NOT_ATTACHED)?;
        let found = attached.bound_sources(action).map_err(code)?;
        let found: Vec<_> = found.into_iter().map(|path| xr::Path::from_raw(path.0)).collect();
        // SAFETY: the application gives an array of that capacity, or null.
        unsafe { fill(capacity, count, sources, &found) }
    })
}

pub(crate) extern "system" fn localized_name(
    session: xr::Session,
    info: Option<&xr::InputSourceLocalizedNameGetInfo>,
    capacity: u32,
    count: Option<&mut u32>,
    buffer: *mut c_char,
) -> xr::Result {
    use xr::InputSourceLocalizedNameFlags as F;
    call(|state| {
        let (core, session) = state.session(session)?;
        let info = input(info)?;
        let parts = info.which_components;
        if parts.is_empty()
            || !(F::USER_PATH | F::INTERACTION_PROFILE | F::COMPONENT).contains(parts)
        {
            return Err(xr::Result::ERROR_VALIDATION_FAILURE);
        }
        let source = core.input.paths.string(Path(info.source_path.into_raw())).map_err(code)?;
        if session.attached.is_none() {
            return Err(xr::Result::ERROR_ACTIONSET_NOT_ATTACHED);
        }
        let places = [
            ("/user/hand/left", "Left hand"),
            ("/user/hand/right", "Right hand"),
            ("/user/eyes_ext", "Eyes"),
        ];
        let place =
            places.into_iter().find_map(|(path, name)| Some((source.strip_prefix(path)?, name)));
        let (component, place) = place.ok_or(xr::Result::ERROR_PATH_UNSUPPORTED)?;
        let component = component.trim_start_matches("/input/").trim_start_matches("/output/");
        let names = [
            (F::USER_PATH, place.to_owned()),
            (F::INTERACTION_PROFILE, "Reenact".to_owned()),
            (F::COMPONENT, component.replace(['/', '_'], " ")),
        ];
        let names: Vec<String> = names
            .into_iter()
            .filter(|(flag, name)| parts.contains(*flag) && !name.is_empty())
            .map(|(_, name)| name)
            .collect();
        // SAFETY: the application gives an array of that capacity, or null.
        unsafe { fill_string(capacity, count, buffer, &names.join(" ")) }
    })
}

/// Hands that vibrate, and a log of them.
fn haptic(
    core: &mut Core,
    session: &Session,
    info: &xr::HapticActionInfo,
    event: &str,
    rest: &serde_json::Value,
) -> Outcome<()> {
    let action = core.input.action(info.action.into_raw()).map_err(code)?;
    let attached = session.attached.as_ref().ok_or(xr::Result::ERROR_ACTIONSET_NOT_ATTACHED)?;
    let subaction = Path(info.subaction_path.into_raw());
    let hands = attached.haptics(action, subaction, &core.input.paths).map_err(code)?;
    let name = action.name.clone();
    if !session.machine.is_focused() {
        return Err(xr::Result::SESSION_NOT_FOCUSED);
    }
    let time_secs = core.headset.position(session.elapsed_nanos(core.now_nanos())).time_secs;
    for side in hands {
        let mut line = json!({ "action": name, "hand": side.name() });
        if let (Some(line), Some(rest)) = (line.as_object_mut(), rest.as_object()) {
            line.extend(rest.clone());
        }
        core.log.write(event, time_secs, &line);
    }
    Ok(())
}

pub(crate) extern "system" fn apply_haptics(
    session: xr::Session,
    info: Option<&xr::HapticActionInfo>,
    feedback: Option<&xr::HapticBaseHeader>,
) -> xr::Result {
    call(|state| {
        let (core, session) = state.session(session)?;
        let (info, feedback) = (input(info)?, given(feedback)?);
        if feedback.ty != xr::HapticVibration::TYPE {
            return Err(xr::Result::ERROR_VALIDATION_FAILURE);
        }
        let feedback: *const xr::HapticBaseHeader = feedback;
        // SAFETY: it says that it is this structure.
        let vibration = given(unsafe { feedback.cast::<xr::HapticVibration>().as_ref() })?;
        let rest = json!({
            "duration_nanos": vibration.duration.as_nanos(),
            "frequency_hz": number(vibration.frequency),
            "amplitude": number(vibration.amplitude),
        });
        haptic(core, session, info, "haptic", &rest)
    })
}

pub(crate) extern "system" fn stop_haptics(
    session: xr::Session,
    info: Option<&xr::HapticActionInfo>,
) -> xr::Result {
    call(|state| {
        let (core, session) = state.session(session)?;
        let info = input(info)?;
        haptic(core, session, info, "haptic_stop", &json!({}))
    })
}

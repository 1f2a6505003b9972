//! Functions of OpenXR that this layer takes before the next.

use std::ffi::{CStr, CString, c_char};

use openxr_sys as xr;
use openxr_sys::{Handle as _, pfn};

use crate::next::Next;
use crate::state::{Instance, Session, State, lock, print, recorder};
use crate::{actions, poses};

/// Extensions that are added to those of the application. Hands come first: they matter most.
const EXTENSIONS: [&CStr; 2] = [c"XR_EXT_hand_tracking", c"XR_EXT_eye_gaze_interaction"];

/// Which of them to try, in this order, until the runtime agrees.
const ATTEMPTS: [[bool; 2]; 4] = [[true, true], [true, false], [false, true], [false, false]];

pub(crate) unsafe extern "system" fn create_instance(
    info: *const xr::InstanceCreateInfo,
    layer_info: *const xr::ApiLayerCreateInfo,
    instance: *mut xr::Instance,
) -> xr::Result {
    // SAFETY: the loader gives valid structures, and a slot for the instance.
    let (info, layer_info, slot) = unsafe {
        match (info.as_ref(), layer_info.as_ref(), instance.as_mut()) {
            (Some(info), Some(layer_info), Some(slot)) => (info, layer_info, slot),
            _ => return xr::Result::ERROR_VALIDATION_FAILURE,
        }
    };
    // SAFETY: the loader gives a chain with an element for this layer.
    let Some(own) = (unsafe { layer_info.next_info.as_ref() }) else {
        return xr::Result::ERROR_INITIALIZATION_FAILED;
    };
    let (Some(get), Some(create)) =
        (own.next_get_instance_proc_addr, own.next_create_api_layer_instance)
    else {
        return xr::Result::ERROR_INITIALIZATION_FAILED;
    };
    let rest = xr::ApiLayerCreateInfo { next_info: own.next, ..*layer_info };
    let is_recording = std::env::var_os(reenact_xr::RECORD_VARIABLE).is_some();
    // SAFETY: the application gives as many names as it says.
    let Some(names) = (unsafe { names(info) }) else {
        return xr::Result::ERROR_VALIDATION_FAILURE;
    };
    let mut result = xr::Result::ERROR_EXTENSION_NOT_PRESENT;
    let attempts = if is_recording { ATTEMPTS.as_slice() } else { &[[false, false]] };
    for wanted in attempts {
        let mut names = names.clone();
        for (name, is_wanted) in EXTENSIONS.into_iter().zip(wanted) {
            if *is_wanted && names.iter().all(|known| known.as_c_str() != name) {
                names.push(name.to_owned());
            }
        }
        let pointers: Vec<*const c_char> = names.iter().map(|name| name.as_ptr()).collect();
        let more = xr::InstanceCreateInfo {
            enabled_extension_count: u32::try_from(pointers.len()).unwrap_or(0),
            enabled_extension_names: pointers.as_ptr(),
            ..*info
        };
        // SAFETY: valid structures, which live until the call returns.
        result = unsafe { create(&raw const more, &raw const rest, slot) };
        if result == xr::Result::SUCCESS {
            return keep(get, *slot, info, &names);
        }
        if result != xr::Result::ERROR_EXTENSION_NOT_PRESENT {
            return result;
        }
    }
    result
}

/// Names of the extensions that the application enables.
///
/// # Safety
///
/// The structure is valid.
unsafe fn names(info: &xr::InstanceCreateInfo) -> Option<Vec<CString>> {
    let count = usize::try_from(info.enabled_extension_count).ok()?;
    if count == 0 {
        return Some(Vec::new());
    }
    if info.enabled_extension_names.is_null() {
        return None;
    }
    // SAFETY: not null, and there are as many strings that end with a zero as the structure says.
    unsafe {
        let names = std::slice::from_raw_parts(info.enabled_extension_names, count);
        let name =
            |name: &*const c_char| (!name.is_null()).then(|| CStr::from_ptr(*name).to_owned());
        names.iter().map(name).collect()
    }
}

/// Keeps an instance that the next layer created.
fn keep(
    get: pfn::GetInstanceProcAddr,
    handle: xr::Instance,
    info: &xr::InstanceCreateInfo,
    names: &[CString],
) -> xr::Result {
    let mut offered = vec!["XR_VERSION_1_0".to_owned()];
    if info.application_info.api_version.minor() >= 1 {
        offered.push("XR_VERSION_1_1".to_owned());
    }
    offered.extend(names.iter().map(|name| name.to_string_lossy().into_owned()));
    let has_hands = offered.iter().any(|name| name == "XR_EXT_hand_tracking");
    // SAFETY: the next layer's function, and an instance that it has just created.
    let Some(next) = (unsafe { Next::new(get, handle, has_hands) }) else {
        return xr::Result::ERROR_INITIALIZATION_FAILED;
    };
    let (recorder, control) = recorder(handle.into_raw());
    let instance = Instance { handle, next, offered, recorder, actions: None, control };
    lock().get_or_insert_default().instances.insert(handle.into_raw(), instance);
    xr::Result::SUCCESS
}

/// Functions that are taken, by name.
fn taken(name: &CStr) -> Option<pfn::VoidFunction> {
    /// The address of a function as the loader passes it around.
    macro_rules! function {
        ($function:expr => $type:ident) => {{
            let function: pfn::$type = $function;
            // SAFETY: both are pointers to functions; who asked for the name knows the type.
            Some(unsafe { std::mem::transmute::<pfn::$type, pfn::VoidFunction>(function) })
        }};
    }
    match name.to_str().ok()? {
        "xrGetInstanceProcAddr" => function!(get_instance_proc_addr => GetInstanceProcAddr),
        "xrDestroyInstance" => function!(destroy_instance => DestroyInstance),
        "xrCreateSession" => function!(create_session => CreateSession),
        "xrDestroySession" => function!(destroy_session => DestroySession),
        "xrEndFrame" => function!(end_frame => EndFrame),
        "xrSuggestInteractionProfileBindings" => {
            function!(suggest => SuggestInteractionProfileBindings)
        }
        "xrAttachSessionActionSets" => function!(attach => AttachSessionActionSets),
        "xrSyncActions" => function!(sync => SyncActions),
        "xrLocateSpace" => function!(locate_space => LocateSpace),
        _ => None,
    }
}

pub(crate) unsafe extern "system" fn get_instance_proc_addr(
    instance: xr::Instance,
    name: *const c_char,
    function: *mut Option<pfn::VoidFunction>,
) -> xr::Result {
    let get =
        lock().get_or_insert_default().instances.get(&instance.into_raw()).map(|it| it.next.get);
    let Some(get) = get else { return xr::Result::ERROR_HANDLE_INVALID };
    if name.is_null() || function.is_null() {
        return xr::Result::ERROR_VALIDATION_FAILURE;
    }
    // SAFETY: not null; the string ends with a zero.
    unsafe {
        let result = get(instance, name, function);
        // Only what the next layer has can be passed on to it.
        if result == xr::Result::SUCCESS
            && let Some(own) = taken(CStr::from_ptr(name))
        {
            *function = Some(own);
        }
        result
    }
}

unsafe extern "system" fn destroy_instance(instance: xr::Instance) -> xr::Result {
    let removed = {
        let mut guard = lock();
        let state = guard.get_or_insert_default();
        state.sessions.retain(|_, session| session.instance != instance.into_raw());
        state.instances.remove(&instance.into_raw())
    };
    let Some(mut removed) = removed else { return xr::Result::ERROR_HANDLE_INVALID };
    removed.finish();
    // The loader unloads this library next, so the threads of the socket must be gone.
    drop(removed.control.take());
    // SAFETY: the next layer's function, with its own instance.
    unsafe { (removed.next.destroy_instance)(instance) }
}

unsafe extern "system" fn create_session(
    instance: xr::Instance,
    info: *const xr::SessionCreateInfo,
    session: *mut xr::Session,
) -> xr::Result {
    let next = lock().get_or_insert_default().instances.get(&instance.into_raw()).map(|it| it.next);
    let Some(next) = next else { return xr::Result::ERROR_HANDLE_INVALID };
    // SAFETY: the application's own parameters.
    let result = unsafe { (next.create_session)(instance, info, session) };
    // SAFETY: the next layer has accepted the pointer.
    if result == xr::Result::SUCCESS
        && let Some(&handle) = unsafe { session.as_ref() }
    {
        let created = Session {
            handle,
            instance: instance.into_raw(),
            has_actions: false,
            spaces: None,
            has_frames: false,
            last_nanos: 0,
            was_pinching: [false; 2],
            unstated_frames: 0,
        };
        lock().get_or_insert_default().sessions.insert(handle.into_raw(), created);
    }
    result
}

impl State {
    /// A session and its instance.
    fn session(&mut self, handle: xr::Session) -> Option<(&mut Instance, &mut Session)> {
        let session = self.sessions.get_mut(&handle.into_raw())?;
        Some((self.instances.get_mut(&session.instance)?, session))
    }
}

unsafe extern "system" fn destroy_session(session: xr::Session) -> xr::Result {
    let next = {
        let mut guard = lock();
        let state = guard.get_or_insert_default();
        let Some((instance, _)) = state.session(session) else {
            return xr::Result::ERROR_HANDLE_INVALID;
        };
        instance.finish();
        let next = instance.next;
        state.sessions.remove(&session.into_raw());
        next
    };
    // SAFETY: the next layer's function, with its own session.
    unsafe { (next.destroy_session)(session) }
}

/// Records what there is at a time.
fn record(instance: &mut Instance, session: &mut Session, time: xr::Time) {
    if instance.recorder.is_none() || time.as_nanos() <= session.last_nanos {
        return;
    }
    let Some(frame) = poses::frame(instance, session, time) else {
        instance.miss("nothing: the runtime locates no head");
        return;
    };
    session.last_nanos = time.as_nanos();
    match instance.recorder.as_mut().map(|recorder| recorder.frame(time.as_nanos(), &frame)) {
        Some(Ok(Some(path))) => print(&format!("wrote {}", path.display())),
        Some(Err(error)) => print(&format!("cannot write the recording: {error}")),
        Some(Ok(None)) | None => {}
    }
}

unsafe extern "system" fn end_frame(
    handle: xr::Session,
    info: *const xr::FrameEndInfo,
) -> xr::Result {
    let next = {
        let mut guard = lock();
        let Some((instance, session)) = guard.get_or_insert_default().session(handle) else {
            return xr::Result::ERROR_HANDLE_INVALID;
        };
        session.has_frames = true;
        // SAFETY: null, or a structure of the application, which says its type.
        let info = unsafe { info.as_ref() }.filter(|info| info.ty == xr::FrameEndInfo::TYPE);
        if let Some(info) = info {
            record(instance, session, info.display_time);
        }
        instance.next
    };
    // SAFETY: the application's own parameters.
    unsafe { (next.end_frame)(handle, info) }
}

unsafe extern "system" fn locate_space(
    space: xr::Space,
    base: xr::Space,
    time: xr::Time,
    location: *mut xr::SpaceLocation,
) -> xr::Result {
    // There is no session in the call; applications with several at a time have not been seen.
    let next = {
        let mut guard = lock();
        let state = guard.get_or_insert_default();
        let handle = state.sessions.values().next().map(|session| session.handle);
        let Some((instance, session)) = handle.and_then(|handle| state.session(handle)) else {
            return xr::Result::ERROR_HANDLE_INVALID;
        };
        let next = instance.next;
        if !session.has_frames {
            record(instance, session, time);
        }
        next
    };
    // SAFETY: the application's own parameters.
    unsafe { (next.locate_space)(space, base, time, location) }
}

unsafe extern "system" fn suggest(
    handle: xr::Instance,
    info: *const xr::InteractionProfileSuggestedBinding,
) -> xr::Result {
    let mut guard = lock();
    let Some(instance) = guard.get_or_insert_default().instances.get_mut(&handle.into_raw()) else {
        return xr::Result::ERROR_HANDLE_INVALID;
    };
    let next = instance.next;
    // SAFETY: null, or a structure of the application, which says its type.
    let given = unsafe { info.as_ref() }
        .filter(|info| info.ty == xr::InteractionProfileSuggestedBinding::TYPE);
    // SAFETY: null, or as many bindings as the structure says.
    let bindings =
        given.and_then(|it| unsafe { list(it.suggested_bindings, it.count_suggested_bindings) });
    if let (Some(given), Some(bindings)) = (given, bindings) {
        let own = instance.own_bindings(given.interaction_profile);
        let all = [bindings, &own].concat();
        let more = xr::InteractionProfileSuggestedBinding {
            count_suggested_bindings: u32::try_from(all.len()).unwrap_or(0),
            suggested_bindings: all.as_ptr(),
            ..*given
        };
        // SAFETY: a valid structure, with the application's bindings and ours.
        if !own.is_empty()
            && unsafe { (next.suggest)(handle, &raw const more) } == xr::Result::SUCCESS
        {
            return xr::Result::SUCCESS;
        }
    }
    // What is wrong without ours is the application's own matter.
    // SAFETY: the application's own parameters.
    unsafe { (next.suggest)(handle, info) }
}

/// An array of the application.
///
/// # Safety
///
/// Null, or `count` values.
unsafe fn list<'a, T>(pointer: *const T, count: u32) -> Option<&'a [T]> {
    let count = usize::try_from(count).ok()?;
    if count == 0 {
        return Some(&[]);
    }
    // SAFETY: not null, and as many values as the caller says.
    (!pointer.is_null()).then(|| unsafe { std::slice::from_raw_parts(pointer, count) })
}

unsafe extern "system" fn attach(
    handle: xr::Session,
    info: *const xr::SessionActionSetsAttachInfo,
) -> xr::Result {
    let mut guard = lock();
    let Some((instance, session)) = guard.get_or_insert_default().session(handle) else {
        return xr::Result::ERROR_HANDLE_INVALID;
    };
    let next = instance.next;
    // SAFETY: null, or a structure of the application, which says its type.
    let given =
        unsafe { info.as_ref() }.filter(|info| info.ty == xr::SessionActionSetsAttachInfo::TYPE);
    // SAFETY: null, or as many sets as the structure says.
    let sets = given.and_then(|it| unsafe { list(it.action_sets, it.count_action_sets) });
    if let (Some(given), Some(sets)) = (given, sets)
        && !sets.is_empty()
        && !session.has_actions
        && let Some(actions::OwnActions { set, .. }) = instance.own_actions()
    {
        instance.suggest_gaze();
        let all = [sets, &[set]].concat();
        let more = xr::SessionActionSetsAttachInfo {
            count_action_sets: u32::try_from(all.len()).unwrap_or(0),
            action_sets: all.as_ptr(),
            ..*given
        };
        // SAFETY: a valid structure, with the application's sets and ours.
        let result = unsafe { (next.attach)(handle, &raw const more) };
        if result == xr::Result::SUCCESS {
            session.has_actions = true;
            return result;
        }
    }
    // SAFETY: the application's own parameters.
    unsafe { (next.attach)(handle, info) }
}

unsafe extern "system" fn sync(
    handle: xr::Session,
    info: *const xr::ActionsSyncInfo,
) -> xr::Result {
    let mut guard = lock();
    let Some((instance, session)) = guard.get_or_insert_default().session(handle) else {
        return xr::Result::ERROR_HANDLE_INVALID;
    };
    let next = instance.next;
    let own = instance.actions.filter(|_| session.has_actions).map(|actions| actions.set);
    drop(guard);
    // SAFETY: null, or a structure of the application, which says its type.
    let given = unsafe { info.as_ref() }.filter(|info| info.ty == xr::ActionsSyncInfo::TYPE);
    // SAFETY: null, or as many sets as the structure says.
    let sets =
        given.and_then(|it| unsafe { list(it.active_action_sets, it.count_active_action_sets) });
    let (Some(given), Some(sets), Some(set)) = (given, sets, own) else {
        // SAFETY: the application's own parameters.
        return unsafe { (next.sync)(handle, info) };
    };
    let own = xr::ActiveActionSet { action_set: set, subaction_path: xr::Path::NULL };
    let all = [sets, &[own]].concat();
    let more = xr::ActionsSyncInfo {
        count_active_action_sets: u32::try_from(all.len()).unwrap_or(0),
        active_action_sets: all.as_ptr(),
        ..*given
    };
    // SAFETY: a valid structure, with the application's sets and ours.
    unsafe { (next.sync)(handle, &raw const more) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn functions_are_taken_by_name() {
        assert!(taken(c"xrEndFrame").is_some());
        assert!(taken(c"xrWaitFrame").is_none());
    }
}

//! Sequences of calls as C makes them: a session from start to end, and any order of calls with null, stale and wrong handles and
//! wrong structure types.

#![cfg(test)]
#![expect(unsafe_code, reason = "calls the runtime as C does")]

use std::ffi::{CString, c_char};
use std::sync::{Mutex, MutexGuard, PoisonError};

use openxr_sys as xr;
use openxr_sys::{Handle, SessionState as S, pfn};
use proptest::prelude::*;
use reenact_openxr::{Config, VARIABLE, function};

/// There is one instance in a process.
static ONE: Mutex<()> = Mutex::new(());

/// Settings for the demo in fixed steps; one test at a time.
fn prepare() -> MutexGuard<'static, ()> {
    let guard = ONE.lock().unwrap_or_else(PoisonError::into_inner);
    let path = std::env::temp_dir().join(format!("reenact-calls-{}.bin", std::process::id()));
    if !path.exists() {
        std::fs::write(&path, reenact_make::demo().to_bytes()).unwrap();
    }
    let mut config = Config::new(path);
    config.step_nanos = Some(20_000_000);
    // SAFETY: one test at a time, and no other thread reads the environment.
    unsafe { std::env::set_var(VARIABLE, config.to_json()) };
    guard
}

/// A function of the runtime as its C type.
fn get<F: Copy>(name: &str) -> F {
    let found: pfn::VoidFunction = function(name).unwrap();
    assert_eq!(size_of::<F>(), size_of::<pfn::VoidFunction>());
    // SAFETY: each caller names the type that belongs to the name.
    unsafe { std::mem::transmute_copy(&found) }
}

/// A structure with its type and zeros.
fn typed<T>(ty: xr::StructureType) -> T {
    // SAFETY: structures of C, for which zeros are valid; they all start with their type.
    unsafe {
        let mut value: T = std::mem::zeroed();
        (&raw mut value).cast::<xr::StructureType>().write(ty);
        value
    }
}

fn write(target: &mut [c_char], text: &str) {
    for (slot, byte) in target.iter_mut().zip(text.bytes()) {
        *slot = c_char::from_ne_bytes([byte]);
    }
}

const EXTENSIONS: [&str; 3] =
    ["XR_MND_headless", "XR_EXT_hand_tracking", "XR_KHR_convert_timespec_time"];

fn create_instance() -> Result<xr::Instance, xr::Result> {
    let names: Vec<CString> = EXTENSIONS.map(|name| CString::new(name).unwrap()).into();
    let pointers: Vec<*const c_char> = names.iter().map(|name| name.as_ptr()).collect();
    let mut info: xr::InstanceCreateInfo = typed(xr::InstanceCreateInfo::TYPE);
    write(&mut info.application_info.application_name, "calls");
    info.application_info.api_version = xr::Version::new(1, 0, 0);
    info.enabled_extension_count = u32::try_from(pointers.len()).unwrap();
    info.enabled_extension_names = pointers.as_ptr();
    let mut instance = xr::Instance::NULL;
    // SAFETY: valid structures.
    let result = unsafe {
        get::<pfn::CreateInstance>("xrCreateInstance")(&raw const info, &raw mut instance)
    };
    if result == xr::Result::SUCCESS { Ok(instance) } else { Err(result) }
}

fn create_session(instance: xr::Instance) -> xr::Session {
    let mut info: xr::SessionCreateInfo = typed(xr::SessionCreateInfo::TYPE);
    info.system_id = xr::SystemId::from_raw(1);
    let mut session = xr::Session::NULL;
    // SAFETY: valid structures.
    let result = unsafe {
        get::<pfn::CreateSession>("xrCreateSession")(instance, &raw const info, &raw mut session)
    };
    assert_eq!(result, xr::Result::SUCCESS);
    session
}

fn destroy_instance(instance: xr::Instance) -> xr::Result {
    // SAFETY: any handle may be given.
    unsafe { get::<pfn::DestroyInstance>("xrDestroyInstance")(instance) }
}

#[test]
fn a_headless_session_gives_frames_and_exits_at_the_end_of_the_recording() {
    let _guard = prepare();
    let instance = create_instance().unwrap();
    assert_eq!(create_instance(), Err(xr::Result::ERROR_LIMIT_REACHED));
    let session = create_session(instance);
    let begin: xr::SessionBeginInfo = typed(xr::SessionBeginInfo::TYPE);
    let poll: pfn::PollEvent = get("xrPollEvent");
    let mut states = Vec::new();
    // SAFETY: valid structures and handles, in the order of the specification.
    unsafe {
        let begin_session: pfn::BeginSession = get("xrBeginSession");
        assert_eq!(begin_session(session, &raw const begin), xr::Result::SUCCESS);
        assert_eq!(begin_session(session, &raw const begin), xr::Result::ERROR_SESSION_RUNNING);
        let mut frames = 0;
        loop {
            let mut event: xr::EventDataBuffer = typed(xr::EventDataBuffer::TYPE);
            while poll(instance, &raw mut event) == xr::Result::SUCCESS {
                if event.ty == xr::EventDataSessionStateChanged::TYPE {
                    let event = &*(&raw const event).cast::<xr::EventDataSessionStateChanged>();
                    states.push(event.state);
                }
                event.ty = xr::EventDataBuffer::TYPE;
            }
            if states.last() == Some(&xr::SessionState::STOPPING) {
                break;
            }
            let mut frame: xr::FrameState = typed(xr::FrameState::TYPE);
            let wait: pfn::WaitFrame = get("xrWaitFrame");
            assert_eq!(wait(session, std::ptr::null(), &raw mut frame), xr::Result::SUCCESS);
            let begin: pfn::BeginFrame = get("xrBeginFrame");
            assert_eq!(begin(session, std::ptr::null()), xr::Result::SUCCESS);
            let mut end: xr::FrameEndInfo = typed(xr::FrameEndInfo::TYPE);
            end.display_time = frame.predicted_display_time;
            end.environment_blend_mode = xr::EnvironmentBlendMode::OPAQUE;
            let end_frame: pfn::EndFrame = get("xrEndFrame");
            assert_eq!(end_frame(session, &raw const end), xr::Result::SUCCESS);
            frames += 1;
            assert!(frames < 2000, "the recording has 19 s");
        }
        assert!(frames > 900, "{frames}");
        let end_session: pfn::EndSession = get("xrEndSession");
        assert_eq!(end_session(session), xr::Result::SUCCESS);
    }
    assert_eq!(
        states,
        [
            S::IDLE,
            S::READY,
            S::SYNCHRONIZED,
            S::VISIBLE,
            S::FOCUSED,
            S::VISIBLE,
            S::SYNCHRONIZED,
            S::STOPPING
        ]
    );
    assert_eq!(destroy_instance(instance), xr::Result::SUCCESS);
    assert_eq!(destroy_instance(instance), xr::Result::ERROR_HANDLE_INVALID);
}

/// Calls that a sequence is made of, with the type of the structure that each takes.
const CALLS: [&str; 12] = [
    "xrBeginSession",
    "xrEndSession",
    "xrRequestExitSession",
    "xrBeginFrame",
    "xrEndFrame",
    "xrSyncActions",
    "xrCreateReferenceSpace",
    "xrDestroySpace",
    "xrCreateActionSet",
    "xrDestroyActionSet",
    "xrDestroySession",
    "xrCreateSession",
];

/// Results that the specification has for these calls.
const ALLOWED: [xr::Result; 19] = [
    xr::Result::SUCCESS,
    xr::Result::FRAME_DISCARDED,
    xr::Result::SESSION_NOT_FOCUSED,
    xr::Result::ERROR_VALIDATION_FAILURE,
    xr::Result::ERROR_HANDLE_INVALID,
    xr::Result::ERROR_LIMIT_REACHED,
    xr::Result::ERROR_SESSION_RUNNING,
    xr::Result::ERROR_SESSION_NOT_RUNNING,
    xr::Result::ERROR_SESSION_NOT_READY,
    xr::Result::ERROR_SESSION_NOT_STOPPING,
    xr::Result::ERROR_CALL_ORDER_INVALID,
    xr::Result::ERROR_TIME_INVALID,
    xr::Result::ERROR_ENVIRONMENT_BLEND_MODE_UNSUPPORTED,
    xr::Result::ERROR_POSE_INVALID,
    xr::Result::ERROR_REFERENCE_SPACE_UNSUPPORTED,
    xr::Result::ERROR_NAME_INVALID,
    xr::Result::ERROR_LOCALIZED_NAME_INVALID,
    xr::Result::ERROR_NAME_DUPLICATED,
    xr::Result::ERROR_SYSTEM_INVALID,
];

/// A pointer to a structure, or null.
fn pointer<T>(value: &T, is_null: bool) -> *const T {
    if is_null { std::ptr::null() } else { value }
}

/// One call: which, on which of the handles so far, with the right structure, a wrong type or none.
fn make(call: u8, handle: u8, structure: u8, handles: &mut Vec<u64>) -> xr::Result {
    let name = CALLS[usize::from(call) % CALLS.len()];
    let handle = handles[usize::from(handle) % handles.len()];
    let is_wrong = structure.is_multiple_of(4);
    let is_null = structure % 4 == 1;
    let mut created = 0_u64;
    let ty = |ty| if is_wrong { xr::StructureType::UNKNOWN } else { ty };
    // SAFETY: structures are valid or null; handles may be anything.
    let result = unsafe {
        match name {
            "xrBeginSession" => {
                let info = typed(ty(xr::SessionBeginInfo::TYPE));
                get::<pfn::BeginSession>(name)(Handle::from_raw(handle), pointer(&info, is_null))
            }
            "xrEndSession" => get::<pfn::EndSession>(name)(Handle::from_raw(handle)),
            "xrRequestExitSession" => {
                get::<pfn::RequestExitSession>(name)(Handle::from_raw(handle))
            }
            "xrBeginFrame" => {
                let info = typed(ty(xr::FrameBeginInfo::TYPE));
                get::<pfn::BeginFrame>(name)(Handle::from_raw(handle), pointer(&info, is_null))
            }
            "xrEndFrame" => {
                let info = typed(ty(xr::FrameEndInfo::TYPE));
                get::<pfn::EndFrame>(name)(Handle::from_raw(handle), pointer(&info, is_null))
            }
            "xrSyncActions" => {
                let info = typed(ty(xr::ActionsSyncInfo::TYPE));
                get::<pfn::SyncActions>(name)(Handle::from_raw(handle), pointer(&info, is_null))
            }
            "xrCreateReferenceSpace" => {
                let mut info: xr::ReferenceSpaceCreateInfo =
                    typed(ty(xr::ReferenceSpaceCreateInfo::TYPE));
                info.reference_space_type =
                    xr::ReferenceSpaceType::from_raw(i32::from(structure / 4));
                if structure.is_multiple_of(3) {
                    info.pose_in_reference_space = xr::Posef::IDENTITY;
                }
                let mut space = xr::Space::NULL;
                let result = get::<pfn::CreateReferenceSpace>(name)(
                    Handle::from_raw(handle),
                    pointer(&info, is_null),
                    &raw mut space,
                );
                created = space.into_raw();
                result
            }
            "xrDestroySpace" => get::<pfn::DestroySpace>(name)(Handle::from_raw(handle)),
            "xrCreateActionSet" => {
                let mut info: xr::ActionSetCreateInfo = typed(ty(xr::ActionSetCreateInfo::TYPE));
                if !structure.is_multiple_of(3) {
                    write(&mut info.action_set_name, "set");
                    write(&mut info.localized_action_set_name, "Set");
                }
                let mut set = xr::ActionSet::NULL;
                let result = get::<pfn::CreateActionSet>(name)(
                    Handle::from_raw(handle),
                    pointer(&info, is_null),
                    &raw mut set,
                );
                created = set.into_raw();
                result
            }
            "xrDestroyActionSet" => get::<pfn::DestroyActionSet>(name)(Handle::from_raw(handle)),
            "xrDestroySession" => get::<pfn::DestroySession>(name)(Handle::from_raw(handle)),
            _ => {
                let mut info: xr::SessionCreateInfo = typed(ty(xr::SessionCreateInfo::TYPE));
                info.system_id = xr::SystemId::from_raw(u64::from(structure % 3));
                let mut session = xr::Session::NULL;
                let result = get::<pfn::CreateSession>(name)(
                    Handle::from_raw(handle),
                    pointer(&info, is_null),
                    &raw mut session,
                );
                created = session.into_raw();
                result
            }
        }
    };
    if result == xr::Result::SUCCESS && created != 0 {
        handles.push(created);
    }
    result
}

proptest! {
    #[test]
    fn any_order_of_calls_ends_in_errors_of_the_specification(
        calls in proptest::collection::vec((any::<u8>(), any::<u8>(), any::<u8>()), 0..200),
    ) {
        let _guard = prepare();
        let instance = create_instance().unwrap();
        let session = create_session(instance);
        let mut handles = vec![0, 7, u64::MAX, instance.into_raw(), session.into_raw()];
        for (call, handle, structure) in calls {
            let result = make(call, handle, structure, &mut handles);
            prop_assert!(ALLOWED.contains(&result), "{} {result:?}", CALLS[usize::from(call) % 12]);
        }
        prop_assert_eq!(destroy_instance(instance), xr::Result::SUCCESS);
        // Nothing that belonged to it is known any more.
        for handle in handles {
            // SAFETY: any handle may be given.
            let result =
                unsafe { get::<pfn::DestroySpace>("xrDestroySpace")(Handle::from_raw(handle)) };
            prop_assert_eq!(result, xr::Result::ERROR_HANDLE_INVALID);
        }
    }
}

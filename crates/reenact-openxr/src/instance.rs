//! Instances: extensions, creation, properties, events and paths.

use std::collections::{HashMap, VecDeque};
use std::ffi::c_char;

use openxr_sys as xr;
use openxr_sys::Handle as _;
use reenact_xr::{
    Config, ControlServer, Input, Pacing, Path, SessionState, Timing, VARIABLE, settings_path,
};

use crate::abi::{
    Outcome, fill_string, fill_typed, given, input, list, output, string, text, write_text,
};
use crate::capture::Pictures;
use crate::log::Log;
use crate::state::{Core, Event, FRAME_BEGUN, Instance, call, code, guarded};
use crate::time::real_nanos;
use crate::vulkan::Vulkan;

/// The newest version of OpenXR that is implemented.
pub(crate) const NEWEST: xr::Version = xr::Version::new(1, 1, 0);

/// Extensions with their versions.
pub const EXTENSIONS: &[(&str, u32)] = &[
    #[cfg(unix)]
    ("XR_KHR_convert_timespec_time", 1),
    ("XR_KHR_composition_layer_cube", 8),
    ("XR_KHR_composition_layer_cylinder", 4),
    ("XR_KHR_composition_layer_depth", 6),
    ("XR_KHR_composition_layer_equirect2", 1),
    ("XR_KHR_vulkan_enable", 8),
    ("XR_KHR_vulkan_enable2", 2),
    ("XR_EXT_conformance_automation", 3),
    ("XR_EXT_eye_gaze_interaction", 2),
    ("XR_EXT_hand_interaction", 2),
    ("XR_EXT_hand_tracking", 4),
    ("XR_EXT_hand_tracking_data_source", 1),
    ("XR_EXT_local_floor", 1),
    ("XR_EXT_palm_pose", 3),
    ("XR_EXTX_overlay", 5),
    ("XR_MND_headless", 2),
];

pub(crate) extern "system" fn enumerate_api_layers(
    capacity: u32,
    count: Option<&mut u32>,
    properties: *mut xr::ApiLayerProperties,
) -> xr::Result {
    // SAFETY: the application gives an array of that capacity, or null.
    guarded(|| unsafe { fill_typed(capacity, count, properties, 0, |_, _| {}) })
}

pub(crate) extern "system" fn enumerate_extensions(
    layer: *const c_char,
    capacity: u32,
    count: Option<&mut u32>,
    properties: *mut xr::ExtensionProperties,
) -> xr::Result {
    guarded(|| {
        if !layer.is_null() {
            return Err(xr::Result::ERROR_API_LAYER_NOT_PRESENT);
        }
        let write = |n, slot: &mut xr::ExtensionProperties| {
            if let Some((name, version)) = EXTENSIONS.get::<usize>(n) {
                write_text(&mut slot.extension_name, name);
                slot.extension_version = *version;
            }
        };
        // SAFETY: the application gives an array of that capacity, or null.
        unsafe { fill_typed(capacity, count, properties, EXTENSIONS.len(), write) }
    })
}

/// Prints the reason on stderr, since the application gets only an error number.
fn complain(message: &str) -> xr::Result {
    eprintln!("reenact: {message}");
    xr::Result::ERROR_RUNTIME_UNAVAILABLE
}

/// The settings: those of the environment, or else those that were installed.
fn config() -> Outcome<Config> {
    let text = std::env::var(VARIABLE)
        .ok()
        .or_else(|| settings_path().and_then(|path| std::fs::read_to_string(path).ok()));
    let text = text.ok_or_else(|| {
        complain(
            "no recording: start the application with `reenact run RECORDING -- APPLICATION`, or use `reenact openxr install RECORDING`",
        )
    })?;
    Config::from_json(&text).map_err(|error| complain(&error))
}

pub(crate) extern "system" fn create(
    info: Option<&xr::InstanceCreateInfo>,
    instance: Option<&mut xr::Instance>,
) -> xr::Result {
    call(|state| {
        let (info, instance) = (input(info)?, given(instance)?);
        let application = &info.application_info;
        if text(&application.application_name).is_none_or(|name| name.is_empty()) {
            return Err(xr::Result::ERROR_NAME_INVALID);
        }
        let version = application.api_version;
        if version.major() != 1 || version.minor() > NEWEST.minor() {
            return Err(xr::Result::ERROR_API_VERSION_UNSUPPORTED);
        }
        if info.create_flags.into_raw() != 0 {
            return Err(xr::Result::ERROR_VALIDATION_FAILURE);
        }
        let mut offered = vec!["XR_VERSION_1_0".to_owned()];
        if version.minor() >= 1 {
            offered.push("XR_VERSION_1_1".to_owned());
        }
        // SAFETY: the application gives an array of this number of names.
        let names = unsafe { list(info.enabled_extension_names, info.enabled_extension_count) }?;
        for &name in names {
            // SAFETY: each is a string that ends with a zero.
            let name = unsafe { string(name) }?;
            if EXTENSIONS.iter().all(|(extension, _)| *extension != name) {
                return Err(xr::Result::ERROR_EXTENSION_NOT_PRESENT);
            }
            offered.push(name.to_owned());
        }
        if state.instance.is_some() {
            return Err(xr::Result::ERROR_LIMIT_REACHED);
        }
        let config = config()?;
        let headset = config.headset().map_err(|error| complain(&error))?;
        let log = Log::create(config.log.as_deref()).map_err(|error| complain(&error))?;
        let clock = *headset.clock();
        let pictures = config
            .capture
            .as_ref()
            .map(|capture| Pictures::new(capture, headset.recording(), clock.from_secs));
        let control = config
            .control
            .as_ref()
            .map(|path| ControlServer::start(path, crate::control::answers()))
            .transpose()
            .map_err(|error| complain(&error))?;
        let time_offset_nanos = match config.timing() {
            Timing::Real => 0,
            Timing::Steps { .. } => Pacing::FIRST_NANOS.saturating_sub(real_nanos()),
        };
        let core = Core {
            handle: state.new_handle(),
            input: Input::new(offered.clone()),
            offered,
            headset,
            log,
            pacing: Pacing::new(config.timing()),
            time_offset_nanos,
            events: VecDeque::new(),
            objects: HashMap::new(),
            vulkan: Vulkan::default(),
            pictures,
            is_paused: config.is_paused,
        };
        *instance = xr::Instance::from_raw(core.handle);
        state.instance = Some(Instance { core, session: None, control });
        Ok(())
    })
}

pub(crate) extern "system" fn destroy(instance: xr::Instance) -> xr::Result {
    let mut control = None;
    let result = call(|state| {
        let instance = state.instance(instance)?;
        crate::session::clear(&mut instance.core, &mut instance.session);
        control = instance.control.take();
        state.instance = None;
        FRAME_BEGUN.notify_all();
        Ok(())
    });
    // Ends its threads, which may wait for the lock. The loader unloads this library next, so they must be gone.
    drop(control);
    result
}

pub(crate) extern "system" fn properties(
    instance: xr::Instance,
    properties: Option<&mut xr::InstanceProperties>,
) -> xr::Result {
    call(|state| {
        state.instance(instance)?;
        let properties = output(properties)?;
        let number = |text: &str| text.parse::<u16>().unwrap_or(0);
        properties.runtime_version = xr::Version::new(
            number(env!("CARGO_PKG_VERSION_MAJOR")),
            number(env!("CARGO_PKG_VERSION_MINOR")),
            u32::from(number(env!("CARGO_PKG_VERSION_PATCH"))),
        );
        write_text(&mut properties.runtime_name, "Reenact");
        Ok(())
    })
}

/// The registry's name of a number, whose debug form is the number itself if it has none.
fn name_of(debug: &str, prefix: &str, unknown: &str) -> String {
    if debug.starts_with(|first: char| first.is_ascii_alphabetic()) {
        format!("{prefix}{debug}")
    } else {
        format!("{unknown}{debug}")
    }
}

pub(crate) extern "system" fn result_to_string(
    instance: xr::Instance,
    value: xr::Result,
    buffer: Option<&mut [c_char; xr::MAX_RESULT_STRING_SIZE]>,
) -> xr::Result {
    call(|state| {
        state.instance(instance)?;
        let is_failure = value.into_raw() < 0;
        let unknown = if is_failure { "XR_UNKNOWN_FAILURE_" } else { "XR_UNKNOWN_SUCCESS_" };
        let name = name_of(&format!("{value:?}"), "XR_", unknown);
        write_text(given(buffer)?, &name);
        Ok(())
    })
}

pub(crate) extern "system" fn structure_type_to_string(
    instance: xr::Instance,
    value: xr::StructureType,
    buffer: Option<&mut [c_char; xr::MAX_STRUCTURE_NAME_SIZE]>,
) -> xr::Result {
    call(|state| {
        state.instance(instance)?;
        let name = name_of(&format!("{value:?}"), "XR_TYPE_", "XR_UNKNOWN_STRUCTURE_TYPE_");
        write_text(given(buffer)?, &name);
        Ok(())
    })
}

pub(crate) extern "system" fn poll_event(
    instance: xr::Instance,
    buffer: Option<&mut xr::EventDataBuffer>,
) -> xr::Result {
    call(|state| {
        let Instance { core, session, .. } = state.instance(instance)?;
        let buffer = output(buffer)?;
        if let Some(session) = session {
            core.exit_at_end(session);
        }
        let event = core.events.pop_front().ok_or(xr::Result::EVENT_UNAVAILABLE)?;
        let buffer: *mut xr::EventDataBuffer = buffer;
        match event {
            Event::State { session, state, time_nanos } => {
                let event = xr::EventDataSessionStateChanged {
                    ty: xr::EventDataSessionStateChanged::TYPE,
                    next: std::ptr::null(),
                    session: xr::Session::from_raw(session),
                    state: session_state(state),
                    time: xr::Time::from_nanos(time_nanos),
                };
                // SAFETY: the buffer is larger than every event and aligned as they are.
                unsafe { buffer.cast::<xr::EventDataSessionStateChanged>().write(event) };
            }
            Event::ProfileChanged { session } => {
                let event = xr::EventDataInteractionProfileChanged {
                    ty: xr::EventDataInteractionProfileChanged::TYPE,
                    next: std::ptr::null(),
                    session: xr::Session::from_raw(session),
                };
                // SAFETY: the buffer is larger than every event and aligned as they are.
                unsafe { buffer.cast::<xr::EventDataInteractionProfileChanged>().write(event) };
            }
        }
        Ok(())
    })
}

const fn session_state(state: SessionState) -> xr::SessionState {
    match state {
        SessionState::Idle => xr::SessionState::IDLE,
        SessionState::Ready => xr::SessionState::READY,
        SessionState::Synchronized => xr::SessionState::SYNCHRONIZED,
        SessionState::Visible => xr::SessionState::VISIBLE,
        SessionState::Focused => xr::SessionState::FOCUSED,
        SessionState::Stopping => xr::SessionState::STOPPING,
        SessionState::Exiting => xr::SessionState::EXITING,
    }
}

pub(crate) extern "system" fn string_to_path(
    instance: xr::Instance,
    path_string: *const c_char,
    path: Option<&mut xr::Path>,
) -> xr::Result {
    call(|state| {
        let core = &mut state.instance(instance)?.core;
        let path = given(path)?;
        if path_string.is_null() {
            return Err(xr::Result::ERROR_VALIDATION_FAILURE);
        }
        // SAFETY: the application gives a string that ends with a zero.
        let text =
            unsafe { string(path_string) }.map_err(|_| xr::Result::ERROR_PATH_FORMAT_INVALID)?;
        *path = xr::Path::from_raw(core.input.paths.number(text).map_err(code)?.0);
        Ok(())
    })
}

pub(crate) extern "system" fn path_to_string(
    instance: xr::Instance,
    path: xr::Path,
    capacity: u32,
    count: Option<&mut u32>,
    buffer: *mut c_char,
) -> xr::Result {
    call(|state| {
        let core = &state.instance(instance)?.core;
        let text = core.input.paths.string(Path(path.into_raw())).map_err(code)?;
        // SAFETY: the application gives an array of that capacity, or null.
        unsafe { fill_string(capacity, count, buffer, text) }
    })
}

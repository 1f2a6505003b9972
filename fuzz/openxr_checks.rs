//! What must hold for any sequence of OpenXR calls: the runtime neither crashes nor panics, and every result is one that the
//! specification has for wrong use.
//!
//! The bytes choose functions, handles (null, stale, of other types and right ones), structures (missing, of a wrong type and right
//! ones) and values. Only pointers are always valid or null, as they are the application's duty.

use std::ffi::{CString, c_char};

use openxr_sys as xr;
use openxr_sys::{Handle, pfn};
use reenact_openxr::function;

/// A function of the runtime as its C type.
pub(crate) fn get<F: Copy>(name: &str) -> F {
    let found: pfn::VoidFunction = function(name).expect(name);
    assert_eq!(size_of::<F>(), size_of::<pfn::VoidFunction>());
    // SAFETY: each caller names the type that belongs to the name.
    unsafe { std::mem::transmute_copy(&found) }
}

/// A structure with its type and zeros.
pub(crate) fn typed<T>(ty: xr::StructureType) -> T {
    // SAFETY: structures of C, for which zeros are valid; they all start with their type.
    unsafe {
        let mut value: T = std::mem::zeroed();
        (&raw mut value).cast::<xr::StructureType>().write(ty);
        value
    }
}

pub(crate) fn write(target: &mut [c_char], text: &str) {
    for (slot, byte) in target.iter_mut().zip(text.bytes()) {
        *slot = c_char::from_ne_bytes([byte]);
    }
}

pub(crate) const EXTENSIONS: [&str; 4] = [
    "XR_MND_headless",
    "XR_EXT_hand_tracking",
    "XR_EXT_hand_interaction",
    "XR_EXT_eye_gaze_interaction",
];

pub(crate) fn create_instance() -> Result<xr::Instance, xr::Result> {
    let names: Vec<CString> = EXTENSIONS.map(|name| CString::new(name).unwrap()).into();
    let pointers: Vec<*const c_char> = names.iter().map(|name| name.as_ptr()).collect();
    let mut info: xr::InstanceCreateInfo = typed(xr::InstanceCreateInfo::TYPE);
    write(&mut info.application_info.application_name, "calls");
    info.application_info.api_version = xr::Version::new(1, 1, 0);
    info.enabled_extension_count = u32::try_from(pointers.len()).unwrap();
    info.enabled_extension_names = pointers.as_ptr();
    let mut instance = xr::Instance::NULL;
    // SAFETY: valid structures.
    let result = unsafe {
        get::<pfn::CreateInstance>("xrCreateInstance")(&raw const info, &raw mut instance)
    };
    if result == xr::Result::SUCCESS { Ok(instance) } else { Err(result) }
}

pub(crate) fn create_session(instance: xr::Instance) -> xr::Session {
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

pub(crate) fn destroy_instance(instance: xr::Instance) -> xr::Result {
    // SAFETY: any handle may be given.
    unsafe { get::<pfn::DestroyInstance>("xrDestroyInstance")(instance) }
}

/// Results that the specification has for calls in a wrong order or with wrong arguments; `ERROR_RUNTIME_FAILURE`, which a panic
/// becomes, is not among them.
const ALLOWED: [xr::Result; 38] = {
    use xr::Result as R;
    [
        R::SUCCESS,
        R::EVENT_UNAVAILABLE,
        R::FRAME_DISCARDED,
        R::SESSION_NOT_FOCUSED,
        R::SPACE_BOUNDS_UNAVAILABLE,
        R::ERROR_VALIDATION_FAILURE,
        R::ERROR_HANDLE_INVALID,
        R::ERROR_LIMIT_REACHED,
        R::ERROR_SIZE_INSUFFICIENT,
        R::ERROR_SESSION_RUNNING,
        R::ERROR_SESSION_NOT_RUNNING,
        R::ERROR_SESSION_NOT_READY,
        R::ERROR_SESSION_NOT_STOPPING,
        R::ERROR_CALL_ORDER_INVALID,
        R::ERROR_TIME_INVALID,
        R::ERROR_SYSTEM_INVALID,
        R::ERROR_FORM_FACTOR_UNSUPPORTED,
        R::ERROR_GRAPHICS_DEVICE_INVALID,
        R::ERROR_POSE_INVALID,
        R::ERROR_REFERENCE_SPACE_UNSUPPORTED,
        R::ERROR_VIEW_CONFIGURATION_TYPE_UNSUPPORTED,
        R::ERROR_ENVIRONMENT_BLEND_MODE_UNSUPPORTED,
        R::ERROR_SWAPCHAIN_FORMAT_UNSUPPORTED,
        R::ERROR_LAYER_INVALID,
        R::ERROR_LAYER_LIMIT_EXCEEDED,
        R::ERROR_PATH_INVALID,
        R::ERROR_PATH_FORMAT_INVALID,
        R::ERROR_PATH_UNSUPPORTED,
        R::ERROR_NAME_INVALID,
        R::ERROR_NAME_DUPLICATED,
        R::ERROR_LOCALIZED_NAME_INVALID,
        R::ERROR_LOCALIZED_NAME_DUPLICATED,
        R::ERROR_ACTION_TYPE_MISMATCH,
        R::ERROR_ACTIONSET_NOT_ATTACHED,
        R::ERROR_ACTIONSETS_ALREADY_ATTACHED,
        R::ERROR_FEATURE_UNSUPPORTED,
        R::ERROR_FUNCTION_UNSUPPORTED,
        R::ERROR_INDEX_OUT_OF_RANGE,
    ]
};

/// Paths to choose from.
const PATHS: [&str; 12] = [
    "/user/hand/left",
    "/user/hand/right",
    "/user/eyes_ext",
    "/user/gamepad",
    "/interaction_profiles/khr/simple_controller",
    "/interaction_profiles/ext/hand_interaction_ext",
    "/interaction_profiles/ext/eye_gaze_interaction",
    "/user/hand/left/input/select/click",
    "/user/hand/right/input/pinch_ext/value",
    "/user/hand/left/input/aim/pose",
    "/user/hand/left/output/haptic",
    "/not//well-formed",
];

/// Choices from bytes, and what came of earlier calls.
struct Calls<'d> {
    bytes: &'d [u8],
    handles: Vec<u64>,
}

impl Calls<'_> {
    fn byte(&mut self) -> u8 {
        let (first, rest) = self.bytes.split_first().unwrap_or((&0, &[]));
        self.bytes = rest;
        *first
    }

    /// A handle from the list: old ones, wrong ones, the right one.
    fn handle<T: Handle>(&mut self) -> T {
        let choice = usize::from(self.byte());
        T::from_raw(self.handles[choice % self.handles.len()])
    }

    fn path(&mut self) -> xr::Path {
        xr::Path::from_raw(u64::from(self.byte() % 16))
    }

    fn time(&mut self) -> xr::Time {
        xr::Time::from_nanos(
            [0, -1, i64::MIN, i64::MAX, 1, 1_000_000_000, 1_500_000_000, 20_000_000_000]
                [usize::from(self.byte() % 8)],
        )
    }

    /// A structure of the right type, at times of a wrong one.
    fn structure<T>(&mut self, ty: xr::StructureType) -> T {
        typed(if self.byte().is_multiple_of(16) { xr::StructureType::UNKNOWN } else { ty })
    }

    fn pose(&mut self) -> xr::Posef {
        let mut pose = xr::Posef::IDENTITY;
        match self.byte() % 8 {
            0 => pose.orientation.w = 0.0,
            1 => pose.position.x = f32::NAN,
            _ => {}
        }
        pose
    }

    /// A pointer, at times null.
    fn pointer<T>(&mut self, value: &T) -> *const T {
        if self.byte().is_multiple_of(16) { std::ptr::null() } else { value }
    }

    fn pointer_mut<T>(&mut self, value: &mut T) -> *mut T {
        if self.byte().is_multiple_of(16) { std::ptr::null_mut() } else { value }
    }

    fn keep(&mut self, created: impl Handle, result: xr::Result) -> xr::Result {
        if result == xr::Result::SUCCESS {
            self.handles.push(created.into_raw());
        }
        result
    }
}

/// Calls a function with a handle alone.
macro_rules! handle_only {
    ($calls:ident, $name:literal, $type:ident) => {
        // SAFETY: any handle may be given.
        unsafe { get::<pfn::$type>($name)($calls.handle()) }
    };
}

/// Calls a function with a handle and a structure.
macro_rules! with_info {
    ($calls:ident, $name:literal, $type:ident, $info:ident, |$value:ident| $fill:expr) => {{
        let mut $value: xr::$info = $calls.structure(xr::$info::TYPE);
        $fill;
        // SAFETY: a valid structure or null, and any handle.
        unsafe { get::<pfn::$type>($name)($calls.handle(), $calls.pointer(&$value)) }
    }};
}

/// Calls a function that creates an object.
macro_rules! creating {
    ($calls:ident, $name:literal, $type:ident, $info:ident, $handle:ident, |$value:ident| $fill:expr) => {{
        let mut $value: xr::$info = $calls.structure(xr::$info::TYPE);
        $fill;
        let mut created = xr::$handle::NULL;
        // SAFETY: valid structures or null, and any handle.
        let result = unsafe {
            let (parent, info) = ($calls.handle(), $calls.pointer(&$value));
            get::<pfn::$type>($name)(parent, info, $calls.pointer_mut(&mut created))
        };
        $calls.keep(created, result)
    }};
}

/// Calls a function that fills a structure, given another.
macro_rules! state {
    ($calls:ident, $name:literal, $type:ident, $state:ident) => {{
        let mut info: xr::ActionStateGetInfo = $calls.structure(xr::ActionStateGetInfo::TYPE);
        info.action = $calls.handle();
        info.subaction_path = $calls.path();
        let mut state: xr::$state = $calls.structure(xr::$state::TYPE);
        // SAFETY: valid structures or null, and any handle.
        unsafe {
            let (session, info) = ($calls.handle(), $calls.pointer(&info));
            get::<pfn::$type>($name)(session, info, $calls.pointer_mut(&mut state))
        }
    }};
}

impl Calls<'_> {
    #[allow(clippy::too_many_lines, reason = "one arm for each function")]
    fn call(&mut self) -> xr::Result {
        match self.byte() % 42 {
            0 => handle_only!(self, "xrDestroySession", DestroySession),
            1 => handle_only!(self, "xrEndSession", EndSession),
            2 => handle_only!(self, "xrRequestExitSession", RequestExitSession),
            3 => handle_only!(self, "xrDestroySpace", DestroySpace),
            4 => handle_only!(self, "xrDestroyActionSet", DestroyActionSet),
            5 => handle_only!(self, "xrDestroyAction", DestroyAction),
            6 => handle_only!(self, "xrDestroyHandTrackerEXT", DestroyHandTrackerEXT),
            7 => handle_only!(self, "xrDestroySwapchain", DestroySwapchain),
            8 => with_info!(self, "xrBeginSession", BeginSession, SessionBeginInfo, |info| {
                info.primary_view_configuration_type =
                    xr::ViewConfigurationType::from_raw((self.byte() % 4).into());
            }),
            // Waits, and begins at once: a second wait would block this thread.
            9 | 10 => {
                let mut state: xr::FrameState = self.structure(xr::FrameState::TYPE);
                let session = self.handle();
                // SAFETY: a valid structure or null, and any handle.
                unsafe {
                    let state = self.pointer_mut(&mut state);
                    let wait: pfn::WaitFrame = get("xrWaitFrame");
                    match wait(session, std::ptr::null(), state) {
                        xr::Result::SUCCESS => {
                            get::<pfn::BeginFrame>("xrBeginFrame")(session, std::ptr::null())
                        }
                        result => result,
                    }
                }
            }
            11 => with_info!(self, "xrBeginFrame", BeginFrame, FrameBeginInfo, |info| {
                info.next = std::ptr::null();
            }),
            12 | 13 => self.end_frame(),
            14 | 15 => {
                let active: Vec<xr::ActiveActionSet> = (0..self.byte() % 3)
                    .map(|_| xr::ActiveActionSet {
                        action_set: self.handle(),
                        subaction_path: self.path(),
                    })
                    .collect();
                with_info!(self, "xrSyncActions", SyncActions, ActionsSyncInfo, |info| {
                    info.count_active_action_sets = u32::try_from(active.len()).unwrap();
                    info.active_action_sets = active.as_ptr();
                })
            }
            16 => {
                let sets: Vec<xr::ActionSet> =
                    (0..self.byte() % 3).map(|_| self.handle()).collect();
                with_info!(
                    self,
                    "xrAttachSessionActionSets",
                    AttachSessionActionSets,
                    SessionActionSetsAttachInfo,
                    |info| {
                        info.count_action_sets = u32::try_from(sets.len()).unwrap();
                        info.action_sets = sets.as_ptr();
                    }
                )
            }
            17 | 18 => {
                let bindings: Vec<xr::ActionSuggestedBinding> = (0..self.byte() % 3)
                    .map(|_| xr::ActionSuggestedBinding {
                        action: self.handle(),
                        binding: self.path(),
                    })
                    .collect();
                with_info!(
                    self,
                    "xrSuggestInteractionProfileBindings",
                    SuggestInteractionProfileBindings,
                    InteractionProfileSuggestedBinding,
                    |info| {
                        info.interaction_profile = self.path();
                        info.count_suggested_bindings = u32::try_from(bindings.len()).unwrap();
                        info.suggested_bindings = bindings.as_ptr();
                    }
                )
            }
            19 => with_info!(
                self,
                "xrStopHapticFeedback",
                StopHapticFeedback,
                HapticActionInfo,
                |info| {
                    info.action = self.handle();
                    info.subaction_path = self.path();
                }
            ),
            20 => creating!(
                self,
                "xrCreateSession",
                CreateSession,
                SessionCreateInfo,
                Session,
                |info| {
                    info.system_id = xr::SystemId::from_raw((self.byte() % 3).into());
                }
            ),
            21 => creating!(
                self,
                "xrCreateReferenceSpace",
                CreateReferenceSpace,
                ReferenceSpaceCreateInfo,
                Space,
                |info| {
                    info.reference_space_type =
                        xr::ReferenceSpaceType::from_raw(i32::from(self.byte() % 6));
                    info.pose_in_reference_space = self.pose();
                }
            ),
            22 => creating!(
                self,
                "xrCreateActionSpace",
                CreateActionSpace,
                ActionSpaceCreateInfo,
                Space,
                |info| {
                    info.action = self.handle();
                    info.subaction_path = self.path();
                    info.pose_in_action_space = self.pose();
                }
            ),
            23 | 24 => creating!(
                self,
                "xrCreateActionSet",
                CreateActionSet,
                ActionSetCreateInfo,
                ActionSet,
                |info| {
                    let name = ["", "one", "two", "Three"][usize::from(self.byte() % 4)];
                    write(&mut info.action_set_name, name);
                    write(&mut info.localized_action_set_name, name);
                }
            ),
            25 | 26 => {
                let paths = [self.path(), self.path()];
                creating!(self, "xrCreateAction", CreateAction, ActionCreateInfo, Action, |info| {
                    let name = ["", "one", "two", "Three"][usize::from(self.byte() % 4)];
                    write(&mut info.action_name, name);
                    write(&mut info.localized_action_name, name);
                    let ty = [0, 1, 2, 3, 4, 100, 7][usize::from(self.byte() % 7)];
                    info.action_type = xr::ActionType::from_raw(ty);
                    info.count_subaction_paths = u32::from(self.byte() % 3);
                    info.subaction_paths = paths.as_ptr();
                })
            }
            27 => creating!(
                self,
                "xrCreateHandTrackerEXT",
                CreateHandTrackerEXT,
                HandTrackerCreateInfoEXT,
                HandTrackerEXT,
                |info| {
                    info.hand = xr::HandEXT::from_raw((self.byte() % 4).into());
                    info.hand_joint_set = xr::HandJointSetEXT::from_raw((self.byte() % 2).into());
                }
            ),
            28 => creating!(
                self,
                "xrCreateSwapchain",
                CreateSwapchain,
                SwapchainCreateInfo,
                Swapchain,
                |info| {
                    info.format = 43;
                }
            ),
            29 => {
                state!(self, "xrGetActionStateBoolean", GetActionStateBoolean, ActionStateBoolean)
            }
            30 => state!(self, "xrGetActionStateFloat", GetActionStateFloat, ActionStateFloat),
            31 => state!(
                self,
                "xrGetActionStateVector2f",
                GetActionStateVector2f,
                ActionStateVector2f
            ),
            32 => state!(self, "xrGetActionStatePose", GetActionStatePose, ActionStatePose),
            33 | 34 => self.locate(),
            35 => self.locate_joints(),
            36 => self.locate_views(),
            37 => {
                let mut event: xr::EventDataBuffer = self.structure(xr::EventDataBuffer::TYPE);
                // SAFETY: a valid structure or null, and any handle.
                unsafe {
                    let instance = self.handle();
                    get::<pfn::PollEvent>("xrPollEvent")(instance, self.pointer_mut(&mut event))
                }
            }
            38 => {
                let text = PATHS[usize::from(self.byte()) % PATHS.len()];
                let text = CString::new(text).unwrap();
                let mut path = xr::Path::NULL;
                // SAFETY: a string that ends with a zero, and any handle.
                unsafe {
                    let instance = self.handle();
                    let to_path: pfn::StringToPath = get("xrStringToPath");
                    to_path(instance, text.as_ptr(), self.pointer_mut(&mut path))
                }
            }
            39 => {
                let mut text = [0; 64];
                let (capacity, mut count) = (u32::from(self.byte() % 65), 0);
                // SAFETY: no more characters than there are, and any handle.
                unsafe {
                    let (instance, path) = (self.handle(), self.path());
                    let to_string: pfn::PathToString = get("xrPathToString");
                    to_string(
                        instance,
                        path,
                        capacity,
                        self.pointer_mut(&mut count),
                        text.as_mut_ptr(),
                    )
                }
            }
            40 => {
                let mut formats = [xr::ReferenceSpaceType::VIEW; 4];
                let (capacity, mut count) = (u32::from(self.byte() % 5), 0);
                // SAFETY: no more values than there are, and any handle.
                unsafe {
                    let session = self.handle();
                    let enumerate: pfn::EnumerateReferenceSpaces =
                        get("xrEnumerateReferenceSpaces");
                    enumerate(session, capacity, self.pointer_mut(&mut count), formats.as_mut_ptr())
                }
            }
            _ => {
                let mut state: xr::InteractionProfileState =
                    self.structure(xr::InteractionProfileState::TYPE);
                // SAFETY: a valid structure or null, and any handle.
                unsafe {
                    let (session, path) = (self.handle(), self.path());
                    let current: pfn::GetCurrentInteractionProfile =
                        get("xrGetCurrentInteractionProfile");
                    current(session, path, self.pointer_mut(&mut state))
                }
            }
        }
    }

    fn end_frame(&mut self) -> xr::Result {
        let mut quad: xr::CompositionLayerQuad = self.structure(xr::CompositionLayerQuad::TYPE);
        quad.space = self.handle();
        quad.pose = self.pose();
        quad.sub_image.swapchain = self.handle();
        let layers = [(&raw const quad).cast::<xr::CompositionLayerBaseHeader>(), std::ptr::null()];
        with_info!(self, "xrEndFrame", EndFrame, FrameEndInfo, |info| {
            info.display_time = self.time();
            info.environment_blend_mode =
                xr::EnvironmentBlendMode::from_raw((self.byte() % 3).into());
            info.layer_count = [0, 0, 0, 1, 2, 1][usize::from(self.byte() % 6)];
            info.layers = layers.as_ptr();
        })
    }

    fn locate(&mut self) -> xr::Result {
        let mut velocity: xr::SpaceVelocity = self.structure(xr::SpaceVelocity::TYPE);
        let mut location: xr::SpaceLocation = self.structure(xr::SpaceLocation::TYPE);
        location.next = (&raw mut velocity).cast();
        // SAFETY: valid structures or null, and any handles.
        unsafe {
            let (space, base, time) = (self.handle(), self.handle(), self.time());
            let locate: pfn::LocateSpace = get("xrLocateSpace");
            locate(space, base, time, self.pointer_mut(&mut location))
        }
    }

    fn locate_joints(&mut self) -> xr::Result {
        let mut joints: [xr::HandJointLocationEXT; 26] = [typed(xr::StructureType::UNKNOWN); 26];
        let mut info: xr::HandJointsLocateInfoEXT =
            self.structure(xr::HandJointsLocateInfoEXT::TYPE);
        info.base_space = self.handle();
        info.time = self.time();
        let mut located: xr::HandJointLocationsEXT =
            self.structure(xr::HandJointLocationsEXT::TYPE);
        located.joint_count = [26, 0, 25, 26][usize::from(self.byte() % 4)];
        located.joint_locations = joints.as_mut_ptr();
        // SAFETY: valid structures or null, with as many joints as they say, and any handle.
        unsafe {
            let (tracker, info) = (self.handle(), self.pointer(&info));
            let locate: pfn::LocateHandJointsEXT = get("xrLocateHandJointsEXT");
            locate(tracker, info, self.pointer_mut(&mut located))
        }
    }

    fn locate_views(&mut self) -> xr::Result {
        let mut views: [xr::View; 2] = [typed(xr::View::TYPE); 2];
        let mut info: xr::ViewLocateInfo = self.structure(xr::ViewLocateInfo::TYPE);
        info.view_configuration_type =
            xr::ViewConfigurationType::from_raw((self.byte() % 4).into());
        info.display_time = self.time();
        info.space = self.handle();
        let mut state: xr::ViewState = self.structure(xr::ViewState::TYPE);
        let (capacity, mut count) = (u32::from(self.byte() % 3), 0);
        // SAFETY: valid structures or null, no more views than there are, and any handle.
        unsafe {
            let (session, info, state) =
                (self.handle(), self.pointer(&info), self.pointer_mut(&mut state));
            let locate: pfn::LocateViews = get("xrLocateViews");
            locate(session, info, state, capacity, self.pointer_mut(&mut count), views.as_mut_ptr())
        }
    }
}

/// Makes an instance and a session, the calls that the bytes choose, and destroys the instance.
pub(crate) fn calls(data: &[u8]) {
    let instance = create_instance().expect("the settings are in the environment");
    let session = create_session(instance);
    for path in PATHS {
        let path = CString::new(path).unwrap();
        let mut number = xr::Path::NULL;
        // SAFETY: valid arguments.
        unsafe {
            get::<pfn::StringToPath>("xrStringToPath")(instance, path.as_ptr(), &raw mut number)
        };
    }
    let handles = vec![session.into_raw(), instance.into_raw(), session.into_raw(), 0, u64::MAX];
    let mut calls = Calls { bytes: data, handles };
    while !calls.bytes.is_empty() {
        let call = calls.bytes[0] % 42;
        let result = calls.call();
        assert!(ALLOWED.contains(&result), "call {call}: {result:?}");
    }
    assert_eq!(destroy_instance(instance), xr::Result::SUCCESS);
    // Nothing that belonged to it is known any more.
    for handle in calls.handles {
        // SAFETY: any handle may be given.
        let result =
            unsafe { get::<pfn::DestroySpace>("xrDestroySpace")(Handle::from_raw(handle)) };
        assert_eq!(result, xr::Result::ERROR_HANDLE_INVALID);
    }
}

/// A recording of two seconds.
const RECORDING: &[u8] = include_bytes!("../testdata/recordings/v11_real_2s_asset.bin");

/// Settings for a recording in fixed steps.
pub(crate) fn settings() -> String {
    let path = std::env::temp_dir().join(format!("reenact-calls-{}.bin", std::process::id()));
    if !path.exists() {
        std::fs::write(&path, RECORDING).unwrap();
    }
    let mut config = reenact_openxr::Config::new(path);
    config.step_nanos = Some(20_000_000);
    config.to_json()
}

//! Functions of the next layer, or of the runtime.

use std::ffi::CString;

use openxr_sys as xr;
use openxr_sys::pfn;

/// Functions that this layer calls.
#[derive(Clone, Copy)]
pub(crate) struct Next {
    pub(crate) get: pfn::GetInstanceProcAddr,
    pub(crate) destroy_instance: pfn::DestroyInstance,
    pub(crate) create_session: pfn::CreateSession,
    pub(crate) destroy_session: pfn::DestroySession,
    pub(crate) end_frame: pfn::EndFrame,
    pub(crate) create_reference_space: pfn::CreateReferenceSpace,
    pub(crate) locate_space: pfn::LocateSpace,
    pub(crate) string_to_path: pfn::StringToPath,
    pub(crate) path_to_string: pfn::PathToString,
    pub(crate) suggest: pfn::SuggestInteractionProfileBindings,
    pub(crate) attach: pfn::AttachSessionActionSets,
    pub(crate) sync: pfn::SyncActions,
    pub(crate) create_action_set: pfn::CreateActionSet,
    pub(crate) destroy_action_set: pfn::DestroyActionSet,
    pub(crate) create_action: pfn::CreateAction,
    pub(crate) create_action_space: pfn::CreateActionSpace,
    pub(crate) state_float: pfn::GetActionStateFloat,
    /// With `XR_EXT_hand_tracking`.
    pub(crate) hands: Option<Hands>,
}

/// Functions of `XR_EXT_hand_tracking`.
#[derive(Clone, Copy)]
pub(crate) struct Hands {
    pub(crate) create: pfn::CreateHandTrackerEXT,
    pub(crate) locate: pfn::LocateHandJointsEXT,
}

impl Next {
    /// Asks for all of them; `None` if one is missing.
    ///
    /// # Safety
    ///
    /// `get` is the next `xrGetInstanceProcAddr`, and the instance is one that the next layer created.
    pub(crate) unsafe fn new(
        get: pfn::GetInstanceProcAddr,
        instance: xr::Instance,
        has_hands: bool,
    ) -> Option<Self> {
        // SAFETY: by this function's own condition; the types of the fields are those of the names.
        let hands = || unsafe {
            Some(Hands {
                create: find(get, instance, "xrCreateHandTrackerEXT")?,
                locate: find(get, instance, "xrLocateHandJointsEXT")?,
            })
        };
        // SAFETY: the same.
        unsafe {
            Some(Self {
                get,
                destroy_instance: find(get, instance, "xrDestroyInstance")?,
                create_session: find(get, instance, "xrCreateSession")?,
                destroy_session: find(get, instance, "xrDestroySession")?,
                end_frame: find(get, instance, "xrEndFrame")?,
                create_reference_space: find(get, instance, "xrCreateReferenceSpace")?,
                locate_space: find(get, instance, "xrLocateSpace")?,
                string_to_path: find(get, instance, "xrStringToPath")?,
                path_to_string: find(get, instance, "xrPathToString")?,
                suggest: find(get, instance, "xrSuggestInteractionProfileBindings")?,
                attach: find(get, instance, "xrAttachSessionActionSets")?,
                sync: find(get, instance, "xrSyncActions")?,
                create_action_set: find(get, instance, "xrCreateActionSet")?,
                destroy_action_set: find(get, instance, "xrDestroyActionSet")?,
                create_action: find(get, instance, "xrCreateAction")?,
                create_action_space: find(get, instance, "xrCreateActionSpace")?,
                state_float: find(get, instance, "xrGetActionStateFloat")?,
                hands: if has_hands { hands() } else { None },
            })
        }
    }

    /// The number of a path.
    pub(crate) fn path(&self, instance: xr::Instance, text: &str) -> Option<xr::Path> {
        let text = CString::new(text).ok()?;
        let mut path = xr::Path::NULL;
        // SAFETY: the instance is the application's, and the string ends with a zero.
        let result = unsafe { (self.string_to_path)(instance, text.as_ptr(), &raw mut path) };
        (result == xr::Result::SUCCESS).then_some(path)
    }

    /// The text of a path.
    pub(crate) fn text(&self, instance: xr::Instance, path: xr::Path) -> Option<String> {
        let mut bytes = [0_u8; xr::MAX_PATH_LENGTH];
        let mut count = 0;
        // SAFETY: there are as many bytes as the call is told.
        let result = unsafe {
            let capacity = u32::try_from(bytes.len()).ok()?;
            (self.path_to_string)(
                instance,
                path,
                capacity,
                &raw mut count,
                bytes.as_mut_ptr().cast(),
            )
        };
        let len = usize::try_from(count).ok()?.checked_sub(1)?;
        let text = std::str::from_utf8(bytes.get(..len)?).ok()?;
        (result == xr::Result::SUCCESS).then(|| text.to_owned())
    }
}

/// Asks the next layer for a function.
///
/// # Safety
///
/// As for [`Next::new`]; and `F` is the type of the function of this name.
unsafe fn find<F: Copy>(
    get: pfn::GetInstanceProcAddr,
    instance: xr::Instance,
    name: &str,
) -> Option<F> {
    const { assert!(size_of::<F>() == size_of::<pfn::VoidFunction>(), "a pointer to a function") };
    let name = CString::new(name).ok()?;
    let mut function: Option<pfn::VoidFunction> = None;
    // SAFETY: by this function's own condition; the string ends with a zero.
    let result = unsafe { get(instance, name.as_ptr(), &raw mut function) };
    let function = function.filter(|_| result == xr::Result::SUCCESS)?;
    // SAFETY: both are pointers to functions, and `F` is the type of this one.
    Some(unsafe { std::mem::transmute_copy(&function) })
}

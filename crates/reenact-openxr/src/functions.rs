//! The table of functions, which `xrGetInstanceProcAddr` looks up.

use std::ffi::c_char;

use openxr_sys as xr;
use openxr_sys::{Handle as _, pfn};

use crate::abi::{Outcome, given, string};
use crate::state::{State, call};
use crate::{action, automation, hand, instance, session, space, swapchain, system, time, vulkan};

/// Makes a table of lines `names that are needed, name of the function, its type there, ours`.
macro_rules! functions {
    ($($(#[$cfg:meta])? [$($needs:literal)?] $name:literal $kind:ident $ours:path;)*) => {
        /// A function by its name, with the versions and extensions of which one is needed.
        fn find(name: &str) -> Option<(&'static [&'static str], pfn::VoidFunction)> {
            match name {
                $($(#[$cfg])? $name => {
                    const NEEDS: &[&str] = &[$($needs)?];
                    // SAFETY: a reference that may be absent has the layout of a pointer that may be null, and so the
                    // function has the type that the specification gives it; it is called as that type alone.
                    let function: pfn::$kind = unsafe {
                        std::mem::transmute::<*const (), pfn::$kind>($ours as *const ())
                    };
                    // SAFETY: as before.
                    Some((NEEDS, unsafe {
                        std::mem::transmute::<pfn::$kind, pfn::VoidFunction>(function)
                    }))
                })*
                _ => None,
            }
        }

        /// Every name.
        #[cfg(test)]
        const NAMES: &[&str] = &[$($(#[$cfg])? $name,)*];
    };
}

functions! {
    [] "xrGetInstanceProcAddr" GetInstanceProcAddr get;
    [] "xrEnumerateApiLayerProperties" EnumerateApiLayerProperties instance::enumerate_api_layers;
    [] "xrEnumerateInstanceExtensionProperties" EnumerateInstanceExtensionProperties instance::enumerate_extensions;
    [] "xrCreateInstance" CreateInstance instance::create;
    [] "xrDestroyInstance" DestroyInstance instance::destroy;
    [] "xrGetInstanceProperties" GetInstanceProperties instance::properties;
    [] "xrPollEvent" PollEvent instance::poll_event;
    [] "xrResultToString" ResultToString instance::result_to_string;
    [] "xrStructureTypeToString" StructureTypeToString instance::structure_type_to_string;
    [] "xrGetSystem" GetSystem system::get;
    [] "xrGetSystemProperties" GetSystemProperties system::properties;
    [] "xrEnumerateEnvironmentBlendModes" EnumerateEnvironmentBlendModes system::enumerate_blend_modes;
    [] "xrCreateSession" CreateSession session::create;
    [] "xrDestroySession" DestroySession session::destroy;
    [] "xrEnumerateReferenceSpaces" EnumerateReferenceSpaces space::enumerate_reference_spaces;
    [] "xrCreateReferenceSpace" CreateReferenceSpace space::create_reference;
    [] "xrGetReferenceSpaceBoundsRect" GetReferenceSpaceBoundsRect space::reference_bounds;
    [] "xrCreateActionSpace" CreateActionSpace space::create_action_space;
    [] "xrLocateSpace" LocateSpace space::locate;
    [] "xrDestroySpace" DestroySpace space::destroy;
    [] "xrEnumerateViewConfigurations" EnumerateViewConfigurations system::enumerate_view_configurations;
    [] "xrGetViewConfigurationProperties" GetViewConfigurationProperties system::view_configuration_properties;
    [] "xrEnumerateViewConfigurationViews" EnumerateViewConfigurationViews system::enumerate_views;
    [] "xrEnumerateSwapchainFormats" EnumerateSwapchainFormats swapchain::enumerate_formats;
    [] "xrCreateSwapchain" CreateSwapchain swapchain::create;
    [] "xrDestroySwapchain" DestroySwapchain swapchain::destroy;
    [] "xrEnumerateSwapchainImages" EnumerateSwapchainImages swapchain::enumerate_images;
    [] "xrAcquireSwapchainImage" AcquireSwapchainImage swapchain::acquire;
    [] "xrWaitSwapchainImage" WaitSwapchainImage swapchain::wait;
    [] "xrReleaseSwapchainImage" ReleaseSwapchainImage swapchain::release;
    [] "xrBeginSession" BeginSession session::begin;
    [] "xrEndSession" EndSession session::end;
    [] "xrRequestExitSession" RequestExitSession session::request_exit;
    [] "xrWaitFrame" WaitFrame session::wait_frame;
    [] "xrBeginFrame" BeginFrame session::begin_frame;
    [] "xrEndFrame" EndFrame session::end_frame;
    [] "xrLocateViews" LocateViews space::locate_views;
    [] "xrStringToPath" StringToPath instance::string_to_path;
    [] "xrPathToString" PathToString instance::path_to_string;
    [] "xrCreateActionSet" CreateActionSet action::create_set;
    [] "xrDestroyActionSet" DestroyActionSet action::destroy_set;
    [] "xrCreateAction" CreateAction action::create;
    [] "xrDestroyAction" DestroyAction action::destroy;
    [] "xrSuggestInteractionProfileBindings" SuggestInteractionProfileBindings action::suggest;
    [] "xrAttachSessionActionSets" AttachSessionActionSets action::attach;
    [] "xrGetCurrentInteractionProfile" GetCurrentInteractionProfile action::current_profile;
    [] "xrGetActionStateBoolean" GetActionStateBoolean action::state_boolean;
    [] "xrGetActionStateFloat" GetActionStateFloat action::state_float;
    [] "xrGetActionStateVector2f" GetActionStateVector2f action::state_vector2f;
    [] "xrGetActionStatePose" GetActionStatePose action::state_pose;
    [] "xrSyncActions" SyncActions action::sync;
    [] "xrEnumerateBoundSourcesForAction" EnumerateBoundSourcesForAction action::enumerate_bound_sources;
    [] "xrGetInputSourceLocalizedName" GetInputSourceLocalizedName action::localized_name;
    [] "xrApplyHapticFeedback" ApplyHapticFeedback action::apply_haptics;
    [] "xrStopHapticFeedback" StopHapticFeedback action::stop_haptics;
    ["XR_VERSION_1_1"] "xrLocateSpaces" LocateSpaces space::locate_many;
    ["XR_EXT_conformance_automation"] "xrSetInputDeviceActiveEXT" SetInputDeviceActiveEXT automation::set_active;
    ["XR_EXT_conformance_automation"] "xrSetInputDeviceStateBoolEXT" SetInputDeviceStateBoolEXT automation::set_boolean;
    ["XR_EXT_conformance_automation"] "xrSetInputDeviceStateFloatEXT" SetInputDeviceStateFloatEXT automation::set_float;
    ["XR_EXT_conformance_automation"] "xrSetInputDeviceStateVector2fEXT" SetInputDeviceStateVector2fEXT automation::set_vector2;
    ["XR_EXT_conformance_automation"] "xrSetInputDeviceLocationEXT" SetInputDeviceLocationEXT automation::set_location;
    ["XR_EXT_hand_tracking"] "xrCreateHandTrackerEXT" CreateHandTrackerEXT hand::create;
    ["XR_EXT_hand_tracking"] "xrDestroyHandTrackerEXT" DestroyHandTrackerEXT hand::destroy;
    ["XR_EXT_hand_tracking"] "xrLocateHandJointsEXT" LocateHandJointsEXT hand::locate;
    #[cfg(unix)] ["XR_KHR_convert_timespec_time"] "xrConvertTimespecTimeToTimeKHR" ConvertTimespecTimeToTimeKHR time::convert_timespec_to_time;
    #[cfg(unix)] ["XR_KHR_convert_timespec_time"] "xrConvertTimeToTimespecTimeKHR" ConvertTimeToTimespecTimeKHR time::convert_time_to_timespec;
    ["XR_KHR_vulkan_enable"] "xrGetVulkanInstanceExtensionsKHR" GetVulkanInstanceExtensionsKHR vulkan::extensions;
    ["XR_KHR_vulkan_enable"] "xrGetVulkanDeviceExtensionsKHR" GetVulkanDeviceExtensionsKHR vulkan::extensions;
    ["XR_KHR_vulkan_enable"] "xrGetVulkanGraphicsDeviceKHR" GetVulkanGraphicsDeviceKHR vulkan::device;
    ["XR_KHR_vulkan_enable"] "xrGetVulkanGraphicsRequirementsKHR" GetVulkanGraphicsRequirementsKHR vulkan::requirements;
    ["XR_KHR_vulkan_enable2"] "xrCreateVulkanInstanceKHR" CreateVulkanInstanceKHR vulkan::create_instance;
    ["XR_KHR_vulkan_enable2"] "xrCreateVulkanDeviceKHR" CreateVulkanDeviceKHR vulkan::create_device;
    ["XR_KHR_vulkan_enable2"] "xrGetVulkanGraphicsDevice2KHR" GetVulkanGraphicsDevice2KHR vulkan::device2;
    ["XR_KHR_vulkan_enable2"] "xrGetVulkanGraphicsRequirements2KHR" GetVulkanGraphicsRequirementsKHR vulkan::requirements;
}

/// Functions that need no instance.
const GLOBAL: [&str; 4] = [
    "xrGetInstanceProcAddr",
    "xrEnumerateApiLayerProperties",
    "xrEnumerateInstanceExtensionProperties",
    "xrCreateInstance",
];

fn look_up(state: &mut State, handle: xr::Instance, name: &str) -> Outcome<pfn::VoidFunction> {
    let core = if handle.into_raw() == xr::Instance::NULL.into_raw() {
        None
    } else {
        Some(&state.instance(handle)?.core)
    };
    let found = find(name).ok_or(xr::Result::ERROR_FUNCTION_UNSUPPORTED);
    let Some(core) = core else {
        return found
            .ok()
            .filter(|_| GLOBAL.contains(&name))
            .map(|(_, function)| function)
            .ok_or(xr::Result::ERROR_HANDLE_INVALID);
    };
    let (needs, function) = found?;
    if needs.is_empty() || needs.iter().any(|needed| core.offers(needed)) {
        Ok(function)
    } else {
        Err(xr::Result::ERROR_FUNCTION_UNSUPPORTED)
    }
}

extern "system" fn get(
    instance: xr::Instance,
    name: *const c_char,
    function: Option<&mut Option<pfn::VoidFunction>>,
) -> xr::Result {
    call(|state| {
        let function = given(function)?;
        *function = None;
        // SAFETY: the application gives a string that ends with a zero, or null.
        let name = unsafe { string(name) }?;
        *function = Some(look_up(state, instance, name)?);
        Ok(())
    })
}

/// `xrGetInstanceProcAddr`.
#[expect(clippy::as_conversions, reason = "the address of a function")]
pub(crate) fn get_instance_proc_addr() -> pfn::GetInstanceProcAddr {
    // SAFETY: see the table.
    unsafe { std::mem::transmute::<*const (), pfn::GetInstanceProcAddr>(get as *const ()) }
}

/// A function of the runtime by its name, for tests: whether it may be called is not checked.
pub fn function(name: &str) -> Option<pfn::VoidFunction> {
    find(name).map(|(_, function)| function)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn all_of_openxr_1_0_is_there() {
        let core =
            NAMES.iter().filter(|name| find(name).is_some_and(|(needs, _)| needs.is_empty()));
        assert_eq!(core.count(), 55);
    }
}

//! The system: what kind of headset it is, and its views.

use openxr_sys as xr;
use reenact_xr::VIEWS;

use crate::abi::{Outcome, fill, fill_typed, find_mut, given, input, output, write_text};
use crate::state::{Core, State, call};

/// The one system.
pub(crate) const SYSTEM: u64 = 1;

/// Recommended width and height of an eye's image: small, as a processor may have to draw it.
const RECOMMENDED: u32 = 1024;

/// Largest width and height of an image.
pub(crate) const LARGEST: u32 = 4096;

const STEREO: xr::ViewConfigurationType = xr::ViewConfigurationType::PRIMARY_STEREO;

/// The instance, if it has the system.
pub(crate) fn system(
    state: &mut State,
    instance: xr::Instance,
    system: xr::SystemId,
) -> Outcome<&mut Core> {
    let core = &mut state.instance(instance)?.core;
    if system.into_raw() == SYSTEM { Ok(core) } else { Err(xr::Result::ERROR_SYSTEM_INVALID) }
}

/// Checks a view configuration: there is one.
pub(crate) fn check_views(views: xr::ViewConfigurationType) -> Outcome<()> {
    if views == STEREO {
        return Ok(());
    }
    let is_known = format!("{views:?}").starts_with(|first: char| first.is_ascii_alphabetic());
    Err(if is_known {
        xr::Result::ERROR_VIEW_CONFIGURATION_TYPE_UNSUPPORTED
    } else {
        xr::Result::ERROR_VALIDATION_FAILURE
    })
}

pub(crate) extern "system" fn get(
    instance: xr::Instance,
    info: Option<&xr::SystemGetInfo>,
    system: Option<&mut xr::SystemId>,
) -> xr::Result {
    call(|state| {
        state.instance(instance)?;
        let (info, system) = (input(info)?, given(system)?);
        match info.form_factor {
            xr::FormFactor::HEAD_MOUNTED_DISPLAY => {
                *system = xr::SystemId::from_raw(SYSTEM);
                Ok(())
            }
            xr::FormFactor::HANDHELD_DISPLAY => Err(xr::Result::ERROR_FORM_FACTOR_UNSUPPORTED),
            _ => Err(xr::Result::ERROR_VALIDATION_FAILURE),
        }
    })
}

pub(crate) extern "system" fn properties(
    instance: xr::Instance,
    id: xr::SystemId,
    properties: Option<&mut xr::SystemProperties>,
) -> xr::Result {
    call(|state| {
        let core = system(state, instance, id)?;
        let properties = output(properties)?;
        properties.system_id = id;
        properties.vendor_id = 0;
        write_text(&mut properties.system_name, "Reenact: recorded head and hands");
        properties.graphics_properties = xr::SystemGraphicsProperties {
            max_swapchain_image_height: LARGEST,
            max_swapchain_image_width: LARGEST,
            max_layer_count: 16,
        };
        properties.tracking_properties = xr::SystemTrackingProperties {
            orientation_tracking: xr::TRUE,
            position_tracking: xr::TRUE,
        };
        let tracks = core.headset.recording().tracks();
        if core.offers("XR_EXT_hand_tracking") {
            // SAFETY: the application gives a chain of structures, which are its own.
            let hands = unsafe { find_mut::<xr::SystemHandTrackingPropertiesEXT>(properties.next) };
            if let Some(hands) = hands {
                hands.supports_hand_tracking = tracks.hands.into();
            }
        }
        if core.offers("XR_EXT_eye_gaze_interaction") {
            // SAFETY: the application gives a chain of structures, which are its own.
            let eyes =
                unsafe { find_mut::<xr::SystemEyeGazeInteractionPropertiesEXT>(properties.next) };
            if let Some(eyes) = eyes {
                eyes.supports_eye_gaze_interaction = tracks.gaze.into();
            }
        }
        Ok(())
    })
}

pub(crate) extern "system" fn enumerate_view_configurations(
    instance: xr::Instance,
    id: xr::SystemId,
    capacity: u32,
    count: Option<&mut u32>,
    types: *mut xr::ViewConfigurationType,
) -> xr::Result {
    call(|state| {
        system(state, instance, id)?;
        // SAFETY: the application gives an array of that capacity, or null.
        unsafe { fill(capacity, count, types, &[STEREO]) }
    })
}

pub(crate) extern "system" fn view_configuration_properties(
    instance: xr::Instance,
    id: xr::SystemId,
    views: xr::ViewConfigurationType,
    properties: Option<&mut xr::ViewConfigurationProperties>,
) -> xr::Result {
    call(|state| {
        system(state, instance, id)?;
        check_views(views)?;
        let properties = output(properties)?;
        properties.view_configuration_type = views;
        properties.fov_mutable = xr::FALSE;
        Ok(())
    })
}

pub(crate) extern "system" fn enumerate_views(
    instance: xr::Instance,
    id: xr::SystemId,
    views: xr::ViewConfigurationType,
    capacity: u32,
    count: Option<&mut u32>,
    properties: *mut xr::ViewConfigurationView,
) -> xr::Result {
    call(|state| {
        system(state, instance, id)?;
        check_views(views)?;
        let write = |_, view: &mut xr::ViewConfigurationView| {
            view.recommended_image_rect_width = RECOMMENDED;
            view.recommended_image_rect_height = RECOMMENDED;
            view.max_image_rect_width = LARGEST;
            view.max_image_rect_height = LARGEST;
            view.recommended_swapchain_sample_count = 1;
            view.max_swapchain_sample_count = 4;
        };
        // SAFETY: the application gives an array of that capacity, or null.
        unsafe { fill_typed(capacity, count, properties, VIEWS, write) }
    })
}

pub(crate) extern "system" fn enumerate_blend_modes(
    instance: xr::Instance,
    id: xr::SystemId,
    views: xr::ViewConfigurationType,
    capacity: u32,
    count: Option<&mut u32>,
    modes: *mut xr::EnvironmentBlendMode,
) -> xr::Result {
    call(|state| {
        system(state, instance, id)?;
        check_views(views)?;
        // SAFETY: the application gives an array of that capacity, or null.
        unsafe { fill(capacity, count, modes, &[xr::EnvironmentBlendMode::OPAQUE]) }
    })
}

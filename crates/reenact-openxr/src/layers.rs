//! Checks of the composition layers of a frame. Layers are accepted, and only projection layers are looked at again: `capture`.

use openxr_sys as xr;

use crate::abi::{Outcome, Typed, find, input, list};
use crate::pose;
use crate::state::{Core, Session};

/// A layer as the structure that it says it is.
///
/// # Safety
///
/// A layer whose type is that of the structure.
unsafe fn as_type<'a, T: Typed>(layer: *const xr::CompositionLayerBaseHeader) -> Outcome<&'a T> {
    // SAFETY: by this function's own condition.
    input(unsafe { layer.cast::<T>().as_ref() })
}

/// Checks a layer of a frame.
pub(crate) fn check_layer(
    core: &mut Core,
    session: &Session,
    layer: *const xr::CompositionLayerBaseHeader,
) -> Outcome<()> {
    // SAFETY: the application gives a layer that says its type, or null.
    let base = unsafe { layer.as_ref() }.ok_or(xr::Result::ERROR_LAYER_INVALID)?;
    match base.ty {
        xr::CompositionLayerProjection::TYPE => {
            // SAFETY: it says that it is this structure.
            check_projection(core, session, unsafe { as_type(layer) }?)
        }
        xr::CompositionLayerQuad::TYPE => {
            // SAFETY: it says that it is this structure.
            let layer: &xr::CompositionLayerQuad = unsafe { as_type(layer) }?;
            core.space(layer.space, session)?;
            pose::checked(&layer.pose)?;
            check_image(core, &layer.sub_image)
        }
        xr::CompositionLayerCylinderKHR::TYPE
            if core.offers("XR_KHR_composition_layer_cylinder") =>
        {
            // SAFETY: it says that it is this structure.
            let layer: &xr::CompositionLayerCylinderKHR = unsafe { as_type(layer) }?;
            core.space(layer.space, session)?;
            pose::checked(&layer.pose)?;
            let is_angle = (0.0..std::f32::consts::TAU).contains(&layer.central_angle);
            if !(layer.radius >= 0.0 && is_angle && layer.aspect_ratio > 0.0) {
                return Err(xr::Result::ERROR_VALIDATION_FAILURE);
            }
            check_image(core, &layer.sub_image)
        }
        xr::CompositionLayerEquirect2KHR::TYPE
            if core.offers("XR_KHR_composition_layer_equirect2") =>
        {
            // SAFETY: it says that it is this structure.
            let layer: &xr::CompositionLayerEquirect2KHR = unsafe { as_type(layer) }?;
            core.space(layer.space, session)?;
            pose::checked(&layer.pose)?;
            if layer.radius.is_nan() || layer.radius < 0.0 {
                return Err(xr::Result::ERROR_VALIDATION_FAILURE);
            }
            check_image(core, &layer.sub_image)
        }
        xr::CompositionLayerCubeKHR::TYPE if core.offers("XR_KHR_composition_layer_cube") => {
            // SAFETY: it says that it is this structure.
            let layer: &xr::CompositionLayerCubeKHR = unsafe { as_type(layer) }?;
            core.space(layer.space, session)?;
            let origin = xr::Vector3f { x: 0.0, y: 0.0, z: 0.0 };
            pose::checked(&xr::Posef { orientation: layer.orientation, position: origin })?;
            let swapchain = core.swapchain(layer.swapchain)?;
            if !swapchain.order.has_released() {
                return Err(xr::Result::ERROR_LAYER_INVALID);
            }
            if swapchain.face_count != 6 || layer.image_array_index >= swapchain.array_size {
                return Err(xr::Result::ERROR_VALIDATION_FAILURE);
            }
            Ok(())
        }
        _ => Err(xr::Result::ERROR_LAYER_INVALID),
    }
}

fn check_projection(
    core: &mut Core,
    session: &Session,
    layer: &xr::CompositionLayerProjection,
) -> Outcome<()> {
    core.space(layer.space, session)?;
    // SAFETY: the application gives this number of views.
    let views = unsafe { list(layer.views, layer.view_count) }?;
    if views.len() != reenact_xr::VIEWS {
        return Err(xr::Result::ERROR_VALIDATION_FAILURE);
    }
    for view in views {
        let view = input(Some(view))?;
        pose::checked(&view.pose)?;
        check_image(core, &view.sub_image)?;
        if core.offers("XR_KHR_composition_layer_depth") {
            // SAFETY: the application gives a chain of structures.
            let depth = unsafe { find::<xr::CompositionLayerDepthInfoKHR>(view.next) };
            if let Some(depth) = depth {
                check_depth(core, depth)?;
            }
        }
    }
    Ok(())
}

fn check_depth(core: &mut Core, depth: &xr::CompositionLayerDepthInfoKHR) -> Outcome<()> {
    let xr::CompositionLayerDepthInfoKHR { min_depth, max_depth, near_z, far_z, .. } = *depth;
    let is_range = 0.0 <= min_depth && min_depth <= max_depth && max_depth <= 1.0;
    // Exactly: planes that are the same are what the specification refuses.
    if !is_range || near_z.total_cmp(&far_z).is_eq() {
        return Err(xr::Result::ERROR_VALIDATION_FAILURE);
    }
    check_image(core, &depth.sub_image)
}

fn check_image(core: &mut Core, image: &xr::SwapchainSubImage) -> Outcome<()> {
    let swapchain = core.swapchain(image.swapchain)?;
    if !swapchain.order.has_released() {
        return Err(xr::Result::ERROR_LAYER_INVALID);
    }
    // A cube map is no picture for a view or a quad.
    if image.image_array_index >= swapchain.array_size || swapchain.face_count != 1 {
        return Err(xr::Result::ERROR_VALIDATION_FAILURE);
    }
    let xr::Rect2Di { offset, extent } = image.image_rect;
    let is_inside = |start: i32, length: i32, whole: u32| {
        start >= 0 && length > 0 && i64::from(start) + i64::from(length) <= i64::from(whole)
    };
    if is_inside(offset.x, extent.width, swapchain.width)
        && is_inside(offset.y, extent.height, swapchain.height)
    {
        Ok(())
    } else {
        Err(xr::Result::ERROR_SWAPCHAIN_RECT_INVALID)
    }
}

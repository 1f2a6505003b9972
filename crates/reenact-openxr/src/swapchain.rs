//! Swapchains.

use ash::vk;
use openxr_sys as xr;
use openxr_sys::Handle as _;
use reenact_xr::ImageOrder;

use crate::abi::{fill, fill_typed, given, input, optional};
use crate::state::{Object, call, code};
use crate::system::LARGEST;
use crate::vulkan::FORMATS;

/// The images of a swapchain, and which of them the application has.
pub(crate) struct Swapchain {
    pub(crate) images: Vec<(vk::Image, vk::DeviceMemory)>,
    pub(crate) width: u32,
    pub(crate) height: u32,
    pub(crate) array_size: u32,
    pub(crate) face_count: u32,
    pub(crate) sample_count: u32,
    pub(crate) format: vk::Format,
    pub(crate) order: ImageOrder,
}

pub(crate) extern "system" fn enumerate_formats(
    session: xr::Session,
    capacity: u32,
    count: Option<&mut u32>,
    formats: *mut i64,
) -> xr::Result {
    call(|state| {
        let (_, session) = state.session(session)?;
        let known: Vec<i64> = match &session.graphics {
            Some(_) => FORMATS.iter().map(|format| i64::from(format.as_raw())).collect(),
            None => Vec::new(),
        };
        // SAFETY: the application gives an array of that capacity, or null.
        unsafe { fill(capacity, count, formats, &known) }
    })
}

/// Images of a swapchain that is not static.
const IMAGES: u32 = 3;

pub(crate) extern "system" fn create(
    session: xr::Session,
    info: Option<&xr::SwapchainCreateInfo>,
    swapchain: Option<&mut xr::Swapchain>,
) -> xr::Result {
    call(|state| {
        state.session(session)?;
        let (info, swapchain) = (input(info)?, given(swapchain)?);
        let handle = state.new_handle();
        let (core, session) = state.session(session)?;
        let graphics =
            session.graphics.as_ref().ok_or(xr::Result::ERROR_SWAPCHAIN_FORMAT_UNSUPPORTED)?;
        let format = FORMATS.iter().find(|format| i64::from(format.as_raw()) == info.format);
        let format = *format.ok_or(xr::Result::ERROR_SWAPCHAIN_FORMAT_UNSUPPORTED)?;
        let is_sized = |length: u32| (1..=LARGEST).contains(&length);
        let is_valid = is_sized(info.width)
            && is_sized(info.height)
            && matches!(info.face_count, 1 | 6)
            && (info.face_count == 1 || info.width == info.height)
            && (1..=64).contains(&info.array_size)
            && (1..=16).contains(&info.mip_count)
            && matches!(info.sample_count, 1 | 2 | 4);
        if !is_valid {
            return Err(xr::Result::ERROR_VALIDATION_FAILURE);
        }
        let flags = info.create_flags;
        if flags.contains(xr::SwapchainCreateFlags::PROTECTED_CONTENT) {
            return Err(xr::Result::ERROR_FEATURE_UNSUPPORTED);
        }
        let is_static = flags.contains(xr::SwapchainCreateFlags::STATIC_IMAGE);
        let len = if is_static { 1 } else { IMAGES };
        let images = graphics.create_images(info, format, len)?;
        let created = Swapchain {
            images,
            width: info.width,
            height: info.height,
            array_size: info.array_size,
            face_count: info.face_count,
            sample_count: info.sample_count,
            format,
            order: ImageOrder::new(len, is_static),
        };
        core.objects.insert(handle, Object::Swapchain(Box::new(created)));
        *swapchain = xr::Swapchain::from_raw(handle);
        Ok(())
    })
}

pub(crate) extern "system" fn destroy(swapchain: xr::Swapchain) -> xr::Result {
    call(|state| {
        let (core, session) = state.any_session()?;
        let found = core.swapchain(swapchain)?;
        if let Some(graphics) = &session.graphics {
            graphics.destroy(found);
        }
        core.objects.remove(&swapchain.into_raw());
        Ok(())
    })
}

pub(crate) extern "system" fn enumerate_images(
    swapchain: xr::Swapchain,
    capacity: u32,
    count: Option<&mut u32>,
    images: *mut xr::SwapchainImageVulkanKHR,
) -> xr::Result {
    use ash::vk::Handle as _;
    call(|state| {
        let swapchain = state.core()?.swapchain(swapchain)?;
        let write = |n: usize, slot: &mut xr::SwapchainImageVulkanKHR| {
            if let Some((image, _)) = swapchain.images.get(n) {
                slot.image = image.as_raw();
            }
        };
        // SAFETY: the application gives an array of that capacity, or null.
        unsafe { fill_typed(capacity, count, images, swapchain.images.len(), write) }
    })
}

pub(crate) extern "system" fn acquire(
    swapchain: xr::Swapchain,
    info: Option<&xr::SwapchainImageAcquireInfo>,
    index: Option<&mut u32>,
) -> xr::Result {
    call(|state| {
        let swapchain = state.core()?.swapchain(swapchain)?;
        optional(info)?;
        *given(index)? = swapchain.order.acquire().map_err(code)?;
        Ok(())
    })
}

pub(crate) extern "system" fn wait(
    swapchain: xr::Swapchain,
    info: Option<&xr::SwapchainImageWaitInfo>,
) -> xr::Result {
    call(|state| {
        let swapchain = state.core()?.swapchain(swapchain)?;
        input(info)?;
        swapchain.order.wait().map_err(code)
    })
}

pub(crate) extern "system" fn release(
    swapchain: xr::Swapchain,
    info: Option<&xr::SwapchainImageReleaseInfo>,
) -> xr::Result {
    call(|state| {
        let swapchain = state.core()?.swapchain(swapchain)?;
        optional(info)?;
        swapchain.order.release().map(drop).map_err(code)
    })
}

//! Reading and writing of C structures, strings and arrays.

use std::ffi::{CStr, c_char, c_void};

use openxr_sys as xr;

/// A refusal, or a success that is not plain.
pub(crate) type Outcome<T> = Result<T, xr::Result>;

/// A structure that starts with its type.
pub(crate) trait Typed {
    /// The only value that the first field may have.
    const TYPE: xr::StructureType;
    fn ty(&self) -> xr::StructureType;
}

macro_rules! typed {
    ($($name:ident)*) => {
        $(impl Typed for xr::$name {
            const TYPE: xr::StructureType = xr::$name::TYPE;
            fn ty(&self) -> xr::StructureType { self.ty }
        })*
    };
}

typed! {
    ActionCreateInfo ActionSetCreateInfo ActionSpaceCreateInfo ActionStateBoolean ActionStateFloat ActionStateGetInfo
    ActionStatePose ActionStateVector2f ActionsSyncInfo ApiLayerProperties BoundSourcesForActionEnumerateInfo
    CompositionLayerCubeKHR CompositionLayerCylinderKHR CompositionLayerDepthInfoKHR CompositionLayerEquirect2KHR
    CompositionLayerProjection CompositionLayerProjectionView CompositionLayerQuad EventDataBuffer ExtensionProperties FrameBeginInfo
    FrameEndInfo FrameState FrameWaitInfo GraphicsBindingVulkanKHR GraphicsRequirementsVulkanKHR HandJointLocationsEXT
    HandJointVelocitiesEXT HandJointsLocateInfoEXT HandTrackerCreateInfoEXT HandTrackingDataSourceInfoEXT
    HandTrackingDataSourceStateEXT HapticActionInfo HapticVibration
    InputSourceLocalizedNameGetInfo InstanceCreateInfo InstanceProperties InteractionProfileState
    InteractionProfileSuggestedBinding ReferenceSpaceCreateInfo SessionActionSetsAttachInfo SessionBeginInfo SessionCreateInfo
    SessionCreateInfoOverlayEXTX SpaceLocation SpaceLocations SpaceVelocities SpaceVelocity SpacesLocateInfo SwapchainCreateInfo SwapchainImageAcquireInfo
    SwapchainImageReleaseInfo SwapchainImageVulkanKHR SwapchainImageWaitInfo SystemEyeGazeInteractionPropertiesEXT SystemGetInfo
    SystemHandTrackingPropertiesEXT SystemProperties View ViewConfigurationProperties ViewConfigurationView ViewLocateInfo
    ViewState VulkanDeviceCreateInfoKHR VulkanGraphicsDeviceGetInfoKHR VulkanInstanceCreateInfoKHR
}

/// A parameter that must be there.
pub(crate) fn given<T>(pointer: Option<T>) -> Outcome<T> {
    pointer.ok_or(xr::Result::ERROR_VALIDATION_FAILURE)
}

/// An input structure that must be there and say what it is.
pub(crate) fn input<T: Typed>(pointer: Option<&T>) -> Outcome<&T> {
    let structure = given(pointer)?;
    check_type(structure)?;
    Ok(structure)
}

/// An output structure that must be there and say what it is.
pub(crate) fn output<T: Typed>(pointer: Option<&mut T>) -> Outcome<&mut T> {
    let structure = given(pointer)?;
    check_type(structure)?;
    Ok(structure)
}

/// An input structure that may be left out, but must say what it is.
pub(crate) fn optional<T: Typed>(pointer: Option<&T>) -> Outcome<()> {
    pointer.map_or(Ok(()), check_type)
}

fn check_type<T: Typed>(structure: &T) -> Outcome<()> {
    if structure.ty() == T::TYPE { Ok(()) } else { Err(xr::Result::ERROR_VALIDATION_FAILURE) }
}

/// An array in a structure.
///
/// # Safety
///
/// Null, or `count` values.
pub(crate) unsafe fn list<'a, T>(pointer: *const T, count: u32) -> Outcome<&'a [T]> {
    if count == 0 {
        return Ok(&[]);
    }
    let count = usize::try_from(count).map_err(|_| xr::Result::ERROR_VALIDATION_FAILURE)?;
    if pointer.is_null() || !pointer.is_aligned() {
        return Err(xr::Result::ERROR_VALIDATION_FAILURE);
    }
    // SAFETY: not null, aligned, and the caller guarantees this number of values.
    Ok(unsafe { std::slice::from_raw_parts(pointer, count) })
}

/// An array to be written in a structure.
///
/// # Safety
///
/// Null, or `count` values that nothing else refers to.
pub(crate) unsafe fn list_mut<'a, T>(pointer: *mut T, count: u32) -> Outcome<&'a mut [T]> {
    if count == 0 {
        return Ok(&mut []);
    }
    let count = usize::try_from(count).map_err(|_| xr::Result::ERROR_VALIDATION_FAILURE)?;
    if pointer.is_null() || !pointer.is_aligned() {
        return Err(xr::Result::ERROR_VALIDATION_FAILURE);
    }
    // SAFETY: not null, aligned, and the caller guarantees this number of values.
    Ok(unsafe { std::slice::from_raw_parts_mut(pointer, count) })
}

/// A structure of a type in a chain of them.
///
/// # Safety
///
/// Null, or the first of a chain of structures as the specification has it.
pub(crate) unsafe fn find<'a, T: Typed>(next: *const c_void) -> Option<&'a T> {
    let mut next: *const xr::BaseInStructure = next.cast();
    loop {
        // SAFETY: null, or a structure that starts with its type and the next one, by this function's own condition.
        let base = unsafe { next.as_ref() }?;
        if base.ty == T::TYPE {
            // SAFETY: it says that it is this structure.
            return unsafe { next.cast::<T>().as_ref() };
        }
        next = base.next;
    }
}

/// The same for a chain of structures to be written.
///
/// # Safety
///
/// Null, or the first of a chain of structures as the specification has it, which nothing else refers to.
pub(crate) unsafe fn find_mut<'a, T: Typed>(next: *mut c_void) -> Option<&'a mut T> {
    let mut next: *mut xr::BaseOutStructure = next.cast();
    loop {
        // SAFETY: null, or a structure that starts with its type and the next one, by this function's own condition.
        let base = unsafe { next.as_ref() }?;
        if base.ty == T::TYPE {
            // SAFETY: it says that it is this structure.
            return unsafe { next.cast::<T>().as_mut() };
        }
        next = base.next;
    }
}

/// A string.
///
/// # Safety
///
/// Null, or a string that ends with a zero.
pub(crate) unsafe fn string<'a>(pointer: *const c_char) -> Outcome<&'a str> {
    if pointer.is_null() {
        return Err(xr::Result::ERROR_VALIDATION_FAILURE);
    }
    // SAFETY: not null, and ends with a zero by this function's own condition.
    let string = unsafe { CStr::from_ptr(pointer) };
    string.to_str().map_err(|_| xr::Result::ERROR_VALIDATION_FAILURE)
}

/// A string in an array of fixed size; `None` without a terminating zero or if it is not UTF-8.
pub(crate) fn text(characters: &[c_char]) -> Option<String> {
    let end = characters.iter().position(|&character| character == 0)?;
    let bytes = characters.iter().take(end).flat_map(|character| character.to_ne_bytes());
    String::from_utf8(bytes.collect()).ok()
}

/// Writes a string into an array of fixed size, cut to what fits.
pub(crate) fn write_text(characters: &mut [c_char], text: &str) {
    let Some((last, rest)) = characters.split_last_mut() else { return };
    let bytes = text.bytes().chain(std::iter::repeat(0));
    for (character, byte) in rest.iter_mut().zip(bytes) {
        *character = c_char::from_ne_bytes([byte]);
    }
    *last = 0;
}

/// Writes values to an application that asks first how many there are.
///
/// # Safety
///
/// Null, or `capacity` values that nothing else refers to.
pub(crate) unsafe fn fill<T: Copy>(
    capacity: u32,
    count: Option<&mut u32>,
    pointer: *mut T,
    values: &[T],
) -> Outcome<()> {
    // SAFETY: by this function's own condition.
    unsafe {
        fill_each(capacity, count, pointer, values.len(), |n, slot| {
            if let Some(value) = values.get(n) {
                *slot = *value;
            }
            Ok(())
        })
    }
}

/// The same for structures, whose first fields the application has set.
///
/// # Safety
///
/// Null, or `capacity` values that nothing else refers to.
pub(crate) unsafe fn fill_typed<T: Typed>(
    capacity: u32,
    count: Option<&mut u32>,
    pointer: *mut T,
    len: usize,
    mut write: impl FnMut(usize, &mut T),
) -> Outcome<()> {
    // SAFETY: by this function's own condition.
    unsafe {
        fill_each(capacity, count, pointer, len, |n, slot| {
            check_type(slot)?;
            write(n, slot);
            Ok(())
        })
    }
}

/// # Safety
///
/// Null, or `capacity` values that nothing else refers to.
unsafe fn fill_each<T>(
    capacity: u32,
    count: Option<&mut u32>,
    pointer: *mut T,
    len: usize,
    mut write: impl FnMut(usize, &mut T) -> Outcome<()>,
) -> Outcome<()> {
    let count = given(count)?;
    *count = u32::try_from(len).map_err(|_| xr::Result::ERROR_RUNTIME_FAILURE)?;
    if capacity == 0 {
        return Ok(());
    }
    if capacity < *count {
        return Err(xr::Result::ERROR_SIZE_INSUFFICIENT);
    }
    // SAFETY: the caller guarantees at least this number of values.
    let slots = unsafe { list_mut(pointer, *count) }?;
    slots.iter_mut().enumerate().try_for_each(|(n, slot)| write(n, slot))
}

/// Writes a string to an application that asks first how long it is.
///
/// # Safety
///
/// Null, or `capacity` bytes that nothing else refers to.
pub(crate) unsafe fn fill_string(
    capacity: u32,
    count: Option<&mut u32>,
    pointer: *mut c_char,
    string: &str,
) -> Outcome<()> {
    let bytes = string.bytes().chain([0]);
    let characters: Vec<c_char> = bytes.map(|byte| c_char::from_ne_bytes([byte])).collect();
    // SAFETY: by this function's own condition.
    unsafe { fill(capacity, count, pointer, &characters) }
}

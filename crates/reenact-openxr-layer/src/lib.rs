//! OpenXR API layer that records any application: head, hands, pinches and gaze, on any runtime.
//!
//! The OpenXR loader opens this library if the application's environment names its manifest (`XR_API_LAYER_PATH`,
//! `XR_ENABLE_API_LAYERS`). The variable `REENACT_OPENXR_RECORD` has its settings as JSON: [`RecordConfig`]. `reenact record` sets all
//! of them. Without the variable the layer passes everything on.
//!
//! What it does to the application:
//!
//! * It adds the extensions for hands and gaze to those that the application enables, if the runtime has them.
//! * It adds an action set of its own, with a pinch and a gaze, to the sets that the application attaches and syncs. Its priority is
//!   the lowest, so that the application's own actions win.
//! * With each frame that the application ends, it asks the runtime for the poses at the time of that frame. A headless application
//!   without frames is recorded at the times for which it locates spaces or hands.
//!
//! What the runtime or the application does not permit is printed on stderr, once, and listed by the command `status` of the control
//! socket.
//!
//! # Unsafe code
//!
//! Parameters are pointers of C, which the application has to give as the specification demands; this layer passes them on, and
//! reads only what it needs, after a check for null and of the structure's type. Functions of the next layer or the runtime are
//! called through pointers.

#![expect(
    unsafe_code,
    reason = "an OpenXR layer is called through C pointers and calls the next layer"
)]

mod actions;
mod calls;
mod next;
mod poses;
mod state;

use std::ffi::c_char;

use openxr_sys as xr;
pub use reenact_xr::{RECORD_VARIABLE, RecordConfig};

/// Name of the layer, as its manifest has it.
pub const NAME: &str = "XR_APILAYER_REENACT_record";

/// Version of the loader's interface.
const INTERFACE: u32 = 1;

/// Called by the loader before anything else.
///
/// # Safety
///
/// As for every function of OpenXR, pointers that are not null have to be valid.
// SAFETY: the name is that of the loader's interface, and no other function of this library has it.
#[unsafe(no_mangle)]
pub extern "system" fn xrNegotiateLoaderApiLayerInterface(
    loader: Option<&xr::NegotiateLoaderInfo>,
    _name: *const c_char,
    request: Option<&mut xr::NegotiateApiLayerRequest>,
) -> xr::Result {
    let (Some(loader), Some(request)) = (loader, request) else {
        return xr::Result::ERROR_INITIALIZATION_FAILED;
    };
    let is_loader = loader.struct_type == xr::NegotiateLoaderInfo::TYPE
        && loader.struct_version == xr::NegotiateLoaderInfo::VERSION
        && loader.struct_size == size_of::<xr::NegotiateLoaderInfo>();
    let is_request = request.struct_type == xr::NegotiateApiLayerRequest::TYPE
        && request.struct_version == xr::NegotiateApiLayerRequest::VERSION
        && request.struct_size == size_of::<xr::NegotiateApiLayerRequest>();
    let is_supported = (loader.min_interface_version..=loader.max_interface_version)
        .contains(&INTERFACE)
        && loader.max_api_version >= xr::Version::new(1, 0, 0);
    if !(is_loader && is_request && is_supported) {
        return xr::Result::ERROR_INITIALIZATION_FAILED;
    }
    request.layer_interface_version = INTERFACE;
    request.layer_api_version = loader.max_api_version.min(xr::Version::new(1, 1, u32::MAX));
    request.get_instance_proc_addr = Some(calls::get_instance_proc_addr);
    request.create_api_layer_instance = Some(calls::create_instance);
    xr::Result::SUCCESS
}

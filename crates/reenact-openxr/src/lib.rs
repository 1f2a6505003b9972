//! OpenXR runtime that plays a recording into any OpenXR application, without a headset.
//!
//! The OpenXR loader of an application opens this library if the environment variable `XR_RUNTIME_JSON` names a manifest of it. The
//! variable `REENACT_OPENXR` has its settings as JSON: [`Config`]. `reenact run` sets both.
//!
//! It implements OpenXR 1.0 and 1.1 and the extensions in [`EXTENSIONS`]. What it decides is in `reenact-xr`; this crate translates
//! between that and C.
//!
//! # Example
//!
//! A test runs an application with a recording in place of a headset, and checks its exit code:
//!
//! ```no_run
//! use std::process::Command;
//!
//! fn main() -> std::io::Result<()> {
//!     // In an integration test of Cargo, `env!("CARGO_BIN_EXE_app")` is the path of the application.
//!     let arguments = ["run", "press.bin", "--step", "0.02", "--timeout", "60", "--", "./app"];
//!     let status = Command::new("reenact").args(arguments).status()?;
//!     assert!(status.success(), "the application failed: {status}");
//!     Ok(())
//! }
//! ```
//!
//! # Unsafe code
//!
//! A runtime is called from C, with pointers. Parameters are `Option<&T>` and `Option<&mut T>`, which have the layout of pointers that
//! may be null; that what is not null is valid is the application's duty. Pointers inside of structures are read by the functions of
//! `abi`, under the same condition. `vulkan` calls the application's Vulkan.

#![expect(unsafe_code, reason = "an OpenXR runtime is called through C pointers and calls Vulkan")]

mod abi;
mod action;
mod automation;
mod capture;
mod control;
mod functions;
mod hand;
mod instance;
mod layers;
mod log;
mod pose;
mod readback;
mod session;
mod space;
mod state;
mod swapchain;
mod system;
mod time;
mod vulkan;

pub use functions::function;
pub use instance::EXTENSIONS;
pub use reenact_xr::{Config, VARIABLE};

use openxr_sys as xr;

/// Version of the loader's interface.
const INTERFACE: u32 = 1;

/// Called by the loader before anything else.
///
/// # Safety
///
/// As for every function of OpenXR, pointers that are not null have to be valid.
// SAFETY: the name is that of the loader's interface, and no other function of this library has it.
#[unsafe(no_mangle)]
pub extern "system" fn xrNegotiateLoaderRuntimeInterface(
    loader: Option<&xr::NegotiateLoaderInfo>,
    request: Option<&mut xr::NegotiateRuntimeRequest>,
) -> xr::Result {
    let (Some(loader), Some(request)) = (loader, request) else {
        return xr::Result::ERROR_INITIALIZATION_FAILED;
    };
    let is_loader = loader.struct_type == xr::NegotiateLoaderInfo::TYPE
        && loader.struct_version == xr::NegotiateLoaderInfo::VERSION
        && loader.struct_size == size_of::<xr::NegotiateLoaderInfo>();
    let is_request = request.struct_type == xr::NegotiateRuntimeRequest::TYPE
        && request.struct_version == xr::NegotiateRuntimeRequest::VERSION
        && request.struct_size == size_of::<xr::NegotiateRuntimeRequest>();
    let is_supported = (loader.min_interface_version..=loader.max_interface_version)
        .contains(&INTERFACE)
        && loader.min_api_version <= instance::NEWEST
        && loader.max_api_version >= xr::Version::new(1, 0, 0);
    if !(is_loader && is_request && is_supported) {
        return xr::Result::ERROR_INITIALIZATION_FAILED;
    }
    request.runtime_interface_version = INTERFACE;
    request.runtime_api_version = instance::NEWEST;
    request.get_instance_proc_addr = Some(functions::get_instance_proc_addr());
    xr::Result::SUCCESS
}

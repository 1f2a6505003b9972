//! `XR_KHR_vulkan_enable` and `XR_KHR_vulkan_enable2`: images in the application's device.

use std::ffi::c_char;

use ash::vk;
use ash::vk::Handle as _;
use openxr_sys as xr;
use openxr_sys::platform::{VkDevice, VkInstance, VkPhysicalDevice, VkResult};

use crate::abi::{Outcome, fill_string, given, input, output};
use crate::state::call;
use crate::swapchain::Swapchain;
use crate::system::system;

/// Formats of images, best first.
pub(crate) const FORMATS: [vk::Format; 8] = [
    vk::Format::R8G8B8A8_SRGB,
    vk::Format::B8G8R8A8_SRGB,
    vk::Format::R16G16B16A16_SFLOAT,
    vk::Format::R8G8B8A8_UNORM,
    vk::Format::B8G8R8A8_UNORM,
    vk::Format::D32_SFLOAT,
    vk::Format::D32_SFLOAT_S8_UINT,
    vk::Format::D16_UNORM,
];

/// Vulkan state of an instance before a session exists.
#[derive(Default)]
pub(crate) struct Vulkan {
    has_asked_requirements: bool,
    /// The application's own way to Vulkan, and the instance made with it.
    created: Option<(ash::StaticFn, vk::Instance)>,
}

impl Vulkan {
    /// Functions of Vulkan itself: those that the application gave, or else of the system's library.
    fn entry(&self) -> Outcome<ash::Entry> {
        match &self.created {
            // SAFETY: the application gave the address of vkGetInstanceProcAddr.
            Some((functions, _)) => Ok(unsafe { ash::Entry::from_static_fn(functions.clone()) }),
            // SAFETY: opens the library that the application uses already.
            None => unsafe { ash::Entry::load() }.map_err(|_| xr::Result::ERROR_RUNTIME_FAILURE),
        }
    }

    /// Functions of an instance of the application.
    fn functions(&self, instance: VkInstance) -> Outcome<(ash::Entry, ash::Instance)> {
        let instance = raw_instance(instance);
        if instance.is_null() {
            return Err(xr::Result::ERROR_VALIDATION_FAILURE);
        }
        let entry = self.entry()?;
        // SAFETY: the application gave a valid instance.
        let instance = unsafe { ash::Instance::load(entry.static_fn(), instance) };
        Ok((entry, instance))
    }

    /// The device that an application should use: the first.
    fn device(&self, instance: VkInstance) -> Outcome<vk::PhysicalDevice> {
        let (_entry, instance) = self.functions(instance)?;
        // SAFETY: the instance is valid.
        let devices = unsafe { instance.enumerate_physical_devices() };
        let first = devices.ok().and_then(|devices| devices.first().copied());
        first.ok_or(xr::Result::ERROR_GRAPHICS_DEVICE_INVALID)
    }
}

#[expect(
    clippy::as_conversions,
    reason = "handles of Vulkan are pointers, which ash has as numbers"
)]
fn raw_instance(instance: VkInstance) -> vk::Instance {
    vk::Instance::from_raw(instance as u64)
}

#[expect(
    clippy::as_conversions,
    reason = "handles of Vulkan are pointers, which ash has as numbers"
)]
fn raw_pointer(handle: impl vk::Handle) -> *const std::ffi::c_void {
    handle.as_raw() as *const std::ffi::c_void
}

/// Vulkan objects of a session.
pub(crate) struct Graphics {
    _entry: ash::Entry,
    instance: ash::Instance,
    physical_device: vk::PhysicalDevice,
    device: ash::Device,
    queue_family: u32,
    queue: vk::Queue,
}

impl Graphics {
    #[expect(
        clippy::as_conversions,
        reason = "handles of Vulkan are pointers, which ash has as numbers"
    )]
    pub(crate) fn new(vulkan: &Vulkan, binding: &xr::GraphicsBindingVulkanKHR) -> Outcome<Self> {
        if !vulkan.has_asked_requirements {
            return Err(xr::Result::ERROR_GRAPHICS_REQUIREMENTS_CALL_MISSING);
        }
        let physical_device = vk::PhysicalDevice::from_raw(binding.physical_device as u64);
        let device = vk::Device::from_raw(binding.device as u64);
        if binding.instance.is_null() || physical_device.is_null() || device.is_null() {
            return Err(xr::Result::ERROR_GRAPHICS_DEVICE_INVALID);
        }
        let (entry, instance) = vulkan.functions(binding.instance)?;
        // SAFETY: the application gives a valid device of its instance.
        let device = unsafe { ash::Device::load(instance.fp_v1_0(), device) };
        // SAFETY: the application gives a queue that its device has.
        let queue =
            unsafe { device.get_device_queue(binding.queue_family_index, binding.queue_index) };
        let queue_family = binding.queue_family_index;
        Ok(Self { _entry: entry, instance, physical_device, device, queue_family, queue })
    }

    /// Images of a swapchain, in the layout that the specification demands.
    pub(crate) fn create_images(
        &self,
        info: &xr::SwapchainCreateInfo,
        format: vk::Format,
        len: u32,
    ) -> Outcome<Vec<(vk::Image, vk::DeviceMemory)>> {
        let mut images = Vec::new();
        for _ in 0..len {
            match self.create_image(info, format) {
                Ok(image) => images.push(image),
                Err(error) => {
                    self.destroy_images(&images);
                    return Err(failure(error));
                }
            }
        }
        if let Err(error) = self.prepare(&images, is_depth(format)) {
            self.destroy_images(&images);
            return Err(failure(error));
        }
        Ok(images)
    }

    fn create_image(
        &self,
        info: &xr::SwapchainCreateInfo,
        format: vk::Format,
    ) -> Result<(vk::Image, vk::DeviceMemory), vk::Result> {
        let samples = match info.sample_count {
            4 => vk::SampleCountFlags::TYPE_4,
            2 => vk::SampleCountFlags::TYPE_2,
            _ => vk::SampleCountFlags::TYPE_1,
        };
        let is_cube = info.face_count == 6;
        let mut flags = vk::ImageCreateFlags::empty();
        if is_cube {
            flags |= vk::ImageCreateFlags::CUBE_COMPATIBLE;
        }
        if info.usage_flags.contains(xr::SwapchainUsageFlags::MUTABLE_FORMAT) {
            flags |= vk::ImageCreateFlags::MUTABLE_FORMAT;
        }
        let create = vk::ImageCreateInfo::default()
            .flags(flags)
            .image_type(vk::ImageType::TYPE_2D)
            .format(format)
            .extent(vk::Extent3D { width: info.width, height: info.height, depth: 1 })
            .mip_levels(info.mip_count)
            .array_layers(info.array_size * info.face_count)
            .samples(samples)
            .tiling(vk::ImageTiling::OPTIMAL)
            .usage(usage(info.usage_flags, is_depth(format)))
            .sharing_mode(vk::SharingMode::EXCLUSIVE)
            .initial_layout(vk::ImageLayout::UNDEFINED);
        // SAFETY: the device is valid until the session is destroyed.
        let image = unsafe { self.device.create_image(&create, None) }?;
        match self.bind_memory(image) {
            Ok(memory) => Ok((image, memory)),
            Err(error) => {
                // SAFETY: nothing uses the image yet.
                unsafe { self.device.destroy_image(image, None) };
                Err(error)
            }
        }
    }

    fn bind_memory(&self, image: vk::Image) -> Result<vk::DeviceMemory, vk::Result> {
        // SAFETY: image and device are valid.
        let needs = unsafe { self.device.get_image_memory_requirements(image) };
        let memory = self.allocate(needs, vk::MemoryPropertyFlags::DEVICE_LOCAL, false)?;
        // SAFETY: the memory is new, and as large as the image needs.
        if let Err(error) = unsafe { self.device.bind_image_memory(image, memory, 0) } {
            // SAFETY: nothing uses the memory.
            unsafe { self.device.free_memory(memory, None) };
            return Err(error);
        }
        Ok(memory)
    }

    /// Allocates memory with some properties; with other ones where there is none with them, unless they are needed.
    pub(crate) fn allocate(
        &self,
        needs: vk::MemoryRequirements,
        wanted: vk::MemoryPropertyFlags,
        is_needed: bool,
    ) -> Result<vk::DeviceMemory, vk::Result> {
        // SAFETY: the physical device is valid.
        let properties =
            unsafe { self.instance.get_physical_device_memory_properties(self.physical_device) };
        let types = properties.memory_types_as_slice().iter().zip(0_u32..);
        let fits = |(_, n): &(&vk::MemoryType, u32)| needs.memory_type_bits >> n & 1 != 0;
        let has_them = |(kind, _): &(&vk::MemoryType, u32)| kind.property_flags.contains(wanted);
        let mut fitting = types.filter(fits);
        let chosen = fitting.clone().find(has_them);
        let chosen = chosen.or_else(|| fitting.next().filter(|_| !is_needed));
        let (_, index) = chosen.ok_or(vk::Result::ERROR_OUT_OF_DEVICE_MEMORY)?;
        let allocate =
            vk::MemoryAllocateInfo::default().allocation_size(needs.size).memory_type_index(index);
        // SAFETY: the device is valid.
        unsafe { self.device.allocate_memory(&allocate, None) }
    }

    /// The application's device.
    pub(crate) const fn device(&self) -> &ash::Device {
        &self.device
    }

    /// Moves images to the layout in which the application gets them.
    fn prepare(
        &self,
        images: &[(vk::Image, vk::DeviceMemory)],
        is_depth: bool,
    ) -> Result<(), vk::Result> {
        let (layout, access, stage) = if is_depth {
            (
                vk::ImageLayout::DEPTH_STENCIL_ATTACHMENT_OPTIMAL,
                vk::AccessFlags::DEPTH_STENCIL_ATTACHMENT_WRITE,
                vk::PipelineStageFlags::EARLY_FRAGMENT_TESTS,
            )
        } else {
            (
                vk::ImageLayout::COLOR_ATTACHMENT_OPTIMAL,
                vk::AccessFlags::COLOR_ATTACHMENT_WRITE,
                vk::PipelineStageFlags::COLOR_ATTACHMENT_OUTPUT,
            )
        };
        let aspect =
            if is_depth { vk::ImageAspectFlags::DEPTH } else { vk::ImageAspectFlags::COLOR };
        let barriers: Vec<_> = images
            .iter()
            .map(|(image, _)| {
                vk::ImageMemoryBarrier::default()
                    .image(*image)
                    .old_layout(vk::ImageLayout::UNDEFINED)
                    .new_layout(layout)
                    .dst_access_mask(access)
                    .src_queue_family_index(vk::QUEUE_FAMILY_IGNORED)
                    .dst_queue_family_index(vk::QUEUE_FAMILY_IGNORED)
                    .subresource_range(vk::ImageSubresourceRange {
                        aspect_mask: aspect,
                        base_mip_level: 0,
                        level_count: vk::REMAINING_MIP_LEVELS,
                        base_array_layer: 0,
                        layer_count: vk::REMAINING_ARRAY_LAYERS,
                    })
            })
            .collect();
        // SAFETY: the images are new, and of the device.
        self.run_commands(|device, commands| unsafe {
            device.cmd_pipeline_barrier(
                commands,
                vk::PipelineStageFlags::TOP_OF_PIPE,
                stage,
                vk::DependencyFlags::empty(),
                &[],
                &[],
                &barriers,
            );
        })
    }

    /// Runs commands on the application's queue, and waits for them. The specification lets a runtime use the queue in some calls,
    /// among them those that create a swapchain and that end a frame.
    pub(crate) fn run_commands(
        &self,
        record: impl FnOnce(&ash::Device, vk::CommandBuffer),
    ) -> Result<(), vk::Result> {
        let device = &self.device;
        let pool_info = vk::CommandPoolCreateInfo::default().queue_family_index(self.queue_family);
        // SAFETY: all objects are of this device, and the pool outlives the work, which is waited for.
        unsafe {
            let pool = device.create_command_pool(&pool_info, None)?;
            let work = || {
                let allocate = vk::CommandBufferAllocateInfo::default()
                    .command_pool(pool)
                    .level(vk::CommandBufferLevel::PRIMARY)
                    .command_buffer_count(1);
                let buffers = device.allocate_command_buffers(&allocate)?;
                let buffer = *buffers.first().ok_or(vk::Result::ERROR_UNKNOWN)?;
                let begin = vk::CommandBufferBeginInfo::default()
                    .flags(vk::CommandBufferUsageFlags::ONE_TIME_SUBMIT);
                device.begin_command_buffer(buffer, &begin)?;
                record(device, buffer);
                device.end_command_buffer(buffer)?;
                let submit = vk::SubmitInfo::default().command_buffers(&buffers);
                device.queue_submit(self.queue, &[submit], vk::Fence::null())?;
                device.queue_wait_idle(self.queue)
            };
            let result = work();
            device.destroy_command_pool(pool, None);
            result
        }
    }

    /// Destroys the images of a swapchain.
    pub(crate) fn destroy(&self, swapchain: &mut Swapchain) {
        self.destroy_images(&std::mem::take(&mut swapchain.images));
    }

    fn destroy_images(&self, images: &[(vk::Image, vk::DeviceMemory)]) {
        for &(image, memory) in images {
            // SAFETY: the application has finished its work with the images, as the specification demands.
            unsafe {
                self.device.destroy_image(image, None);
                self.device.free_memory(memory, None);
            }
        }
    }
}

const fn failure(error: vk::Result) -> xr::Result {
    match error {
        vk::Result::ERROR_OUT_OF_HOST_MEMORY | vk::Result::ERROR_OUT_OF_DEVICE_MEMORY => {
            xr::Result::ERROR_OUT_OF_MEMORY
        }
        vk::Result::ERROR_FORMAT_NOT_SUPPORTED => xr::Result::ERROR_SWAPCHAIN_FORMAT_UNSUPPORTED,
        _ => xr::Result::ERROR_RUNTIME_FAILURE,
    }
}

const fn is_depth(format: vk::Format) -> bool {
    matches!(
        format,
        vk::Format::D32_SFLOAT | vk::Format::D32_SFLOAT_S8_UINT | vk::Format::D16_UNORM
    )
}

/// Usage flags of an image: those that the application requests, and copying.
fn usage(flags: xr::SwapchainUsageFlags, is_depth: bool) -> vk::ImageUsageFlags {
    use xr::SwapchainUsageFlags as F;
    let mut usage = vk::ImageUsageFlags::TRANSFER_SRC;
    usage |= if is_depth {
        vk::ImageUsageFlags::DEPTH_STENCIL_ATTACHMENT
    } else {
        vk::ImageUsageFlags::COLOR_ATTACHMENT
    };
    for (flag, more) in [
        (F::UNORDERED_ACCESS, vk::ImageUsageFlags::STORAGE),
        (F::TRANSFER_DST, vk::ImageUsageFlags::TRANSFER_DST),
        (F::SAMPLED, vk::ImageUsageFlags::SAMPLED),
    ] {
        if flags.contains(flag) {
            usage |= more;
        }
    }
    usage
}

pub(crate) extern "system" fn requirements(
    instance: xr::Instance,
    id: xr::SystemId,
    requirements: Option<&mut xr::GraphicsRequirementsVulkanKHR>,
) -> xr::Result {
    call(|state| {
        let core = system(state, instance, id)?;
        let requirements = output(requirements)?;
        requirements.min_api_version_supported = xr::Version::new(1, 0, 0);
        requirements.max_api_version_supported = xr::Version::new(1, 1023, 1023);
        core.vulkan.has_asked_requirements = true;
        Ok(())
    })
}

/// No extensions of Vulkan are needed.
pub(crate) extern "system" fn extensions(
    instance: xr::Instance,
    id: xr::SystemId,
    capacity: u32,
    count: Option<&mut u32>,
    buffer: *mut c_char,
) -> xr::Result {
    call(|state| {
        system(state, instance, id)?;
        // SAFETY: the application gives an array of that capacity, or null.
        unsafe { fill_string(capacity, count, buffer, "") }
    })
}

pub(crate) extern "system" fn device(
    instance: xr::Instance,
    id: xr::SystemId,
    vulkan_instance: VkInstance,
    vulkan_device: Option<&mut VkPhysicalDevice>,
) -> xr::Result {
    call(|state| {
        let core = system(state, instance, id)?;
        *given(vulkan_device)? = raw_pointer(core.vulkan.device(vulkan_instance)?);
        Ok(())
    })
}

pub(crate) extern "system" fn device2(
    instance: xr::Instance,
    info: Option<&xr::VulkanGraphicsDeviceGetInfoKHR>,
    vulkan_device: Option<&mut VkPhysicalDevice>,
) -> xr::Result {
    call(|state| {
        state.instance(instance)?;
        let (info, device) = (input(info)?, given(vulkan_device)?);
        let core = system(state, instance, info.system_id)?;
        *device = raw_pointer(core.vulkan.device(info.vulkan_instance)?);
        Ok(())
    })
}

pub(crate) extern "system" fn create_instance(
    instance: xr::Instance,
    info: Option<&xr::VulkanInstanceCreateInfoKHR>,
    vulkan_instance: Option<&mut VkInstance>,
    vulkan_result: Option<&mut VkResult>,
) -> xr::Result {
    call(|state| {
        state.instance(instance)?;
        let info = input(info)?;
        let core = system(state, instance, info.system_id)?;
        let (created, result) = (given(vulkan_instance)?, given(vulkan_result)?);
        let get = given(info.pfn_get_instance_proc_addr)?;
        // SAFETY: both are the type of vkGetInstanceProcAddr, with handles as pointers.
        let get: vk::PFN_vkGetInstanceProcAddr = unsafe { std::mem::transmute(get) };
        let functions = ash::StaticFn { get_instance_proc_addr: get };
        // SAFETY: the application gave the address of vkGetInstanceProcAddr.
        let entry = unsafe { ash::Entry::from_static_fn(functions.clone()) };
        let mut handle = vk::Instance::null();
        // SAFETY: the application gives valid structures of Vulkan.
        let status = unsafe {
            (entry.fp_v1_0().create_instance)(
                info.vulkan_create_info.cast(),
                info.vulkan_allocator.cast(),
                &raw mut handle,
            )
        };
        *result = status.as_raw();
        if status != vk::Result::SUCCESS {
            return Err(xr::Result::ERROR_VALIDATION_FAILURE);
        }
        *created = raw_pointer(handle);
        core.vulkan.created = Some((functions, handle));
        Ok(())
    })
}

#[expect(
    clippy::as_conversions,
    reason = "handles of Vulkan are pointers, which ash has as numbers"
)]
pub(crate) extern "system" fn create_device(
    instance: xr::Instance,
    info: Option<&xr::VulkanDeviceCreateInfoKHR>,
    vulkan_device: Option<&mut VkDevice>,
    vulkan_result: Option<&mut VkResult>,
) -> xr::Result {
    call(|state| {
        state.instance(instance)?;
        let info = input(info)?;
        let core = system(state, instance, info.system_id)?;
        let (created, result) = (given(vulkan_device)?, given(vulkan_result)?);
        let known = core.vulkan.created.as_ref().map(|(_, instance)| *instance);
        let known = known.ok_or(xr::Result::ERROR_VALIDATION_FAILURE)?;
        let (_entry, functions) = core.vulkan.functions(raw_pointer(known))?;
        let physical_device = vk::PhysicalDevice::from_raw(info.vulkan_physical_device as u64);
        let mut handle = vk::Device::null();
        // SAFETY: the application gives valid structures of Vulkan.
        let status = unsafe {
            (functions.fp_v1_0().create_device)(
                physical_device,
                info.vulkan_create_info.cast(),
                info.vulkan_allocator.cast(),
                &raw mut handle,
            )
        };
        *result = status.as_raw();
        if status != vk::Result::SUCCESS {
            return Err(xr::Result::ERROR_VALIDATION_FAILURE);
        }
        *created = raw_pointer(handle);
        Ok(())
    })
}

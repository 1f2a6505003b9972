//! Reads submitted images back from Vulkan.

use ash::vk;
use openxr_sys as xr;

use crate::swapchain::Swapchain;
use crate::vulkan::Graphics;

/// An image: three bytes a pixel in sRGB, rows from the top.
#[derive(Debug)]
pub(crate) struct Picture {
    pub(crate) width: u32,
    pub(crate) height: u32,
    pub(crate) rgb: Vec<u8>,
}

/// How the bytes of a pixel are read.
#[derive(Debug, Clone, Copy)]
enum Encoding {
    /// Red, green and blue at these bytes, in sRGB.
    Srgb([usize; 3]),
    /// The same, but linear.
    Linear([usize; 3]),
    /// Half-precision floats, linear.
    Half,
}

impl Encoding {
    const fn of(format: vk::Format) -> Option<Self> {
        match format {
            vk::Format::R8G8B8A8_SRGB => Some(Self::Srgb([0, 1, 2])),
            vk::Format::B8G8R8A8_SRGB => Some(Self::Srgb([2, 1, 0])),
            vk::Format::R8G8B8A8_UNORM => Some(Self::Linear([0, 1, 2])),
            vk::Format::B8G8R8A8_UNORM => Some(Self::Linear([2, 1, 0])),
            vk::Format::R16G16B16A16_SFLOAT => Some(Self::Half),
            _ => None,
        }
    }

    const fn bytes_per_pixel(self) -> usize {
        match self {
            Self::Srgb(_) | Self::Linear(_) => 4,
            Self::Half => 8,
        }
    }

    fn decode(self, pixel: &[u8]) -> [u8; 3] {
        let byte = |index: usize| pixel.get(index).copied().unwrap_or(0);
        match self {
            Self::Srgb(order) => order.map(byte),
            Self::Linear(order) => order.map(|index| to_srgb(f32::from(byte(index)) / 255.0)),
            Self::Half => [0, 2, 4].map(|index| {
                to_srgb(from_half(u16::from_le_bytes([byte(index), byte(index + 1)])))
            }),
        }
    }
}

/// A linear value as a byte of sRGB.
fn to_srgb(linear: f32) -> u8 {
    let linear = linear.clamp(0.0, 1.0);
    let encoded =
        if linear <= 0.003_130_8 { linear * 12.92 } else { 1.055 * linear.powf(1.0 / 2.4) - 0.055 };
    u8::try_from(reenact_base::number::to_u64(f64::from((encoded * 255.0).round()))).unwrap_or(255)
}

/// A half-precision float; infinities and NaN become large numbers, which colors are clamped from.
fn from_half(bits: u16) -> f32 {
    let sign = if bits >> 15 == 0 { 1.0 } else { -1.0 };
    let exponent = i32::from(bits >> 10 & 0x1f);
    let fraction = f32::from(bits & 0x3ff) / 1024.0;
    let magnitude = match exponent {
        0 => fraction * 2.0_f32.powi(-14),
        exponent => (1.0 + fraction) * 2.0_f32.powi(exponent - 15),
    };
    sign * magnitude
}

impl Graphics {
    /// Reads the part of a swapchain's released image that a layer shows.
    pub(crate) fn read(
        &self,
        swapchain: &Swapchain,
        part: &xr::SwapchainSubImage,
    ) -> Result<Picture, String> {
        let format = swapchain.format;
        let encoding = Encoding::of(format)
            .ok_or_else(|| format!("images of format {} (VkFormat)", format.as_raw()))?;
        if swapchain.sample_count != 1 {
            return Err("the images of the swapchain are multisampled".to_owned());
        }
        let xr::Rect2Di { offset, extent } = part.image_rect;
        let (Ok(width), Ok(height)) = (u32::try_from(extent.width), u32::try_from(extent.height))
        else {
            return Err("an empty rectangle".to_owned());
        };
        let released = swapchain.order.released().and_then(|index| usize::try_from(index).ok());
        let image = released.and_then(|index| swapchain.images.get(index));
        let (image, _) = *image.ok_or("no image was released")?;
        let bytes_per_pixel = encoding.bytes_per_pixel();
        let size =
            u64::from(width) * u64::from(height) * u64::try_from(bytes_per_pixel).unwrap_or(8);
        let region = vk::BufferImageCopy::default()
            .image_subresource(vk::ImageSubresourceLayers {
                aspect_mask: vk::ImageAspectFlags::COLOR,
                mip_level: 0,
                base_array_layer: part.image_array_index,
                layer_count: 1,
            })
            .image_offset(vk::Offset3D { x: offset.x, y: offset.y, z: 0 })
            .image_extent(vk::Extent3D { width, height, depth: 1 });
        let bytes = self.copy(image, region, size).map_err(|error| format!("Vulkan: {error}"))?;
        let rgb = bytes.chunks_exact(bytes_per_pixel).flat_map(|pixel| encoding.decode(pixel));
        Ok(Picture { width, height, rgb: rgb.collect() })
    }

    /// Copies a part of an image, which the application released in the layout of a color attachment.
    fn copy(
        &self,
        image: vk::Image,
        region: vk::BufferImageCopy,
        size: u64,
    ) -> Result<Vec<u8>, vk::Result> {
        let device = self.device();
        let create = vk::BufferCreateInfo::default()
            .size(size)
            .usage(vk::BufferUsageFlags::TRANSFER_DST)
            .sharing_mode(vk::SharingMode::EXCLUSIVE);
        // SAFETY: the device is valid until the session is destroyed; what is made here is destroyed here, after its last use.
        unsafe {
            let buffer = device.create_buffer(&create, None)?;
            let needs = device.get_buffer_memory_requirements(buffer);
            let visible =
                vk::MemoryPropertyFlags::HOST_VISIBLE | vk::MemoryPropertyFlags::HOST_COHERENT;
            let allocated = self.allocate(needs, visible, true);
            let result = allocated.and_then(|memory| {
                let bytes = device
                    .bind_buffer_memory(buffer, memory, 0)
                    .and_then(|()| self.copy_into(image, region, buffer))
                    .and_then(|()| {
                        device.map_memory(memory, 0, vk::WHOLE_SIZE, vk::MemoryMapFlags::empty())
                    })
                    .map(|start| {
                        let len = usize::try_from(size).unwrap_or(0);
                        let bytes = std::slice::from_raw_parts(start.cast::<u8>(), len).to_vec();
                        device.unmap_memory(memory);
                        bytes
                    });
                device.free_memory(memory, None);
                bytes
            });
            device.destroy_buffer(buffer, None);
            result
        }
    }

    /// Records and runs the copy.
    ///
    /// # Safety
    ///
    /// The image is released and in the layout of a color attachment; the buffer has memory, and is as large as the region.
    unsafe fn copy_into(
        &self,
        image: vk::Image,
        region: vk::BufferImageCopy,
        buffer: vk::Buffer,
    ) -> Result<(), vk::Result> {
        let whole = vk::ImageSubresourceRange {
            aspect_mask: vk::ImageAspectFlags::COLOR,
            base_mip_level: 0,
            level_count: 1,
            base_array_layer: region.image_subresource.base_array_layer,
            layer_count: 1,
        };
        let barrier = |from, to, before, after| {
            vk::ImageMemoryBarrier::default()
                .image(image)
                .old_layout(from)
                .new_layout(to)
                .src_access_mask(before)
                .dst_access_mask(after)
                .src_queue_family_index(vk::QUEUE_FAMILY_IGNORED)
                .dst_queue_family_index(vk::QUEUE_FAMILY_IGNORED)
                .subresource_range(whole)
        };
        let attachment = vk::ImageLayout::COLOR_ATTACHMENT_OPTIMAL;
        let source = vk::ImageLayout::TRANSFER_SRC_OPTIMAL;
        let there = barrier(
            attachment,
            source,
            vk::AccessFlags::COLOR_ATTACHMENT_WRITE,
            vk::AccessFlags::TRANSFER_READ,
        );
        let back = barrier(
            source,
            attachment,
            vk::AccessFlags::TRANSFER_READ,
            vk::AccessFlags::COLOR_ATTACHMENT_WRITE,
        );
        let to_host = vk::BufferMemoryBarrier::default()
            .buffer(buffer)
            .size(vk::WHOLE_SIZE)
            .src_access_mask(vk::AccessFlags::TRANSFER_WRITE)
            .dst_access_mask(vk::AccessFlags::HOST_READ)
            .src_queue_family_index(vk::QUEUE_FAMILY_IGNORED)
            .dst_queue_family_index(vk::QUEUE_FAMILY_IGNORED);
        let all = vk::PipelineStageFlags::ALL_COMMANDS;
        let transfer = vk::PipelineStageFlags::TRANSFER;
        let none = vk::DependencyFlags::empty();
        // SAFETY: by this function's own condition; all objects are of the device.
        self.run_commands(|device, commands| unsafe {
            device.cmd_pipeline_barrier(commands, all, transfer, none, &[], &[], &[there]);
            device.cmd_copy_image_to_buffer(commands, image, source, buffer, &[region]);
            let after = all | vk::PipelineStageFlags::HOST;
            device.cmd_pipeline_barrier(commands, transfer, after, none, &[], &[to_host], &[back]);
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn linear_colors_become_srgb() {
        assert_eq!([0.0, 0.5, 1.0, 7.0].map(to_srgb), [0, 188, 255, 255]);
        assert_eq!(
            [0x3c00, 0x3800, 0xc000, 0x0001].map(from_half),
            [1.0, 0.5, -2.0, 2.0_f32.powi(-24)]
        );
        let pixel = [0x00, 0x38, 0x00, 0x3c, 0x00, 0x00, 0x00, 0x3c];
        assert_eq!(Encoding::Half.decode(&pixel), [188, 255, 0]);
        assert_eq!(Encoding::Srgb([2, 1, 0]).decode(&[1, 2, 3, 4]), [3, 2, 1]);
    }
}

//! Order of `xrAcquireSwapchainImage`, `xrWaitSwapchainImage` and `xrReleaseSwapchainImage`.

use std::collections::VecDeque;

use crate::error::{Error, Result};

/// Which image of a swapchain an application has.
#[derive(Debug, Clone)]
pub struct ImageOrder {
    len: u32,
    is_static: bool,
    next: u32,
    /// Acquired ones, oldest first.
    acquired: VecDeque<u32>,
    /// Whether the oldest was waited for.
    is_waited: bool,
    /// The last one that was released.
    released: Option<u32>,
}

impl ImageOrder {
    /// Images of a swapchain; a static one has one image, which can be acquired once.
    pub const fn new(len: u32, is_static: bool) -> Self {
        Self {
            len,
            is_static,
            next: 0,
            acquired: VecDeque::new(),
            is_waited: false,
            released: None,
        }
    }

    /// The next image.
    pub fn acquire(&mut self) -> Result<u32> {
        let is_full = u32::try_from(self.acquired.len()).is_ok_and(|acquired| acquired >= self.len);
        if is_full || (self.is_static && (self.has_released() || !self.acquired.is_empty())) {
            return Err(Error::CallOrderInvalid);
        }
        let image = self.next;
        self.next = (image + 1) % self.len.max(1);
        self.acquired.push_back(image);
        Ok(image)
    }

    /// The oldest image that was acquired may be written to.
    pub fn wait(&mut self) -> Result<()> {
        if self.acquired.is_empty() || self.is_waited {
            return Err(Error::CallOrderInvalid);
        }
        self.is_waited = true;
        Ok(())
    }

    /// The image that was waited for is finished.
    pub fn release(&mut self) -> Result<u32> {
        if !self.is_waited {
            return Err(Error::CallOrderInvalid);
        }
        let image = self.acquired.pop_front().ok_or(Error::CallOrderInvalid)?;
        self.is_waited = false;
        self.released = Some(image);
        Ok(image)
    }

    /// Whether there is an image to show.
    pub const fn has_released(&self) -> bool {
        self.released.is_some()
    }

    /// The image to show: the last one that was released.
    pub const fn released(&self) -> Option<u32> {
        self.released
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn images_are_acquired_waited_for_and_released_in_turn() {
        let mut images = ImageOrder::new(2, false);
        assert_eq!(images.wait(), Err(Error::CallOrderInvalid));
        assert_eq!(images.release(), Err(Error::CallOrderInvalid));
        assert_eq!(images.acquire(), Ok(0));
        assert_eq!(images.acquire(), Ok(1));
        assert_eq!(images.acquire(), Err(Error::CallOrderInvalid));
        assert_eq!(images.release(), Err(Error::CallOrderInvalid), "not waited for");
        assert_eq!(images.wait(), Ok(()));
        assert_eq!(images.wait(), Err(Error::CallOrderInvalid));
        assert!(!images.has_released());
        assert_eq!(images.release(), Ok(0));
        assert!(images.has_released());
        assert_eq!(images.acquire(), Ok(0));
    }

    #[test]
    fn a_static_image_is_acquired_once() {
        let mut images = ImageOrder::new(1, true);
        assert_eq!(images.acquire(), Ok(0));
        images.wait().unwrap();
        images.release().unwrap();
        assert_eq!(images.acquire(), Err(Error::CallOrderInvalid));
    }
}

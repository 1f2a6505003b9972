//! Order of `xrWaitFrame`, `xrBeginFrame` and `xrEndFrame`.

use crate::error::{Error, Result};

/// Outcome of `xrBeginFrame`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum FrameState {
    /// A new frame.
    Begun,
    /// A new frame; the one before, which was not ended, is discarded.
    Discarded,
}

/// Which of the three calls may come next.
#[derive(Debug, Clone, Copy, Default)]
pub struct FrameLoop {
    is_waited: bool,
    is_begun: bool,
}

impl FrameLoop {
    /// Whether `xrWaitFrame` has to block: the frame that was waited for before has not begun.
    pub const fn must_block(&self) -> bool {
        self.is_waited
    }

    /// `xrWaitFrame` returns.
    pub const fn waited(&mut self) {
        self.is_waited = true;
    }

    /// `xrBeginFrame`.
    pub const fn begin(&mut self) -> Result<FrameState> {
        if !self.is_waited {
            return Err(Error::CallOrderInvalid);
        }
        self.is_waited = false;
        if self.is_begun {
            return Ok(FrameState::Discarded);
        }
        self.is_begun = true;
        Ok(FrameState::Begun)
    }

    /// Whether `xrEndFrame` may be called. A call that fails leaves the frame open.
    pub const fn may_end(&self) -> Result<()> {
        if self.is_begun { Ok(()) } else { Err(Error::CallOrderInvalid) }
    }

    /// `xrEndFrame` succeeded.
    pub const fn ended(&mut self) {
        self.is_begun = false;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn frames_are_waited_for_begun_and_ended() {
        let mut frames = FrameLoop::default();
        assert_eq!(frames.begin(), Err(Error::CallOrderInvalid));
        assert_eq!(frames.may_end(), Err(Error::CallOrderInvalid));
        frames.waited();
        assert!(frames.must_block());
        assert_eq!(frames.begin(), Ok(FrameState::Begun));
        assert!(!frames.must_block());
        assert_eq!(frames.begin(), Err(Error::CallOrderInvalid));
        frames.waited();
        assert_eq!(frames.begin(), Ok(FrameState::Discarded));
        assert_eq!(frames.may_end(), Ok(()));
        frames.ended();
        assert_eq!(frames.may_end(), Err(Error::CallOrderInvalid));
    }
}

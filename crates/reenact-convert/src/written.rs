//! What a writer has to say once it is done.

use std::fmt;

/// What became of a recording on its way into another format.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
#[must_use = "something may have been lost that the user must know of"]
pub struct Written {
    /// Numbers that are NaN with bits of their own, which the format has no room for: they read back as `f32::NAN`.
    pub nan_payloads: usize,
}

impl Written {
    /// Whether something of the recording is not in what was written.
    pub const fn is_lossy(self) -> bool {
        self.nan_payloads > 0
    }
}

/// What was lost, as half a sentence; nothing was where it prints nothing.
impl fmt::Display for Written {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.nan_payloads {
            0 => Ok(()),
            1 => f.write_str("the payload bits of 1 NaN are lost"),
            count => write!(f, "the payload bits of {count} NaNs are lost"),
        }
    }
}

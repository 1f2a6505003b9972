//! What a recording is known by.

use std::fmt::Write as _;
use std::io::{self, Write};

use reenact::Recording;
use sha2::{Digest, Sha256};

/// The SHA-256 of a recording's bytes, and of what else is added.
pub(crate) struct Fingerprint(Sha256);

impl Fingerprint {
    pub(crate) fn of(recording: &Recording) -> io::Result<Self> {
        let mut fingerprint = Self(Sha256::new());
        recording.write_to(&mut fingerprint)?;
        Ok(fingerprint)
    }

    /// Its digits, two a byte.
    pub(crate) fn digits(self) -> String {
        self.0.finalize().iter().fold(String::new(), |mut digits, byte| {
            // Writing to a string does not fail.
            _ = write!(digits, "{byte:02x}");
            digits
        })
    }
}

impl Write for Fingerprint {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0.update(bytes);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

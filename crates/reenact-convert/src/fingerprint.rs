//! Content hash of a recording.

use std::fmt::Write as _;
use std::io::{self, Write};

use reenact::Recording;
use sha2::{Digest, Sha256};

/// SHA-256 of a recording's bytes and additional data.
pub(crate) struct Fingerprint(Sha256);

impl Fingerprint {
    pub(crate) fn of(recording: &Recording) -> io::Result<Self> {
        let mut fingerprint = Self(Sha256::new());
        recording.write_to(&mut fingerprint)?;
        Ok(fingerprint)
    }

    /// Hexadecimal digits.
    pub(crate) fn digits(self) -> String {
        self.0.finalize().iter().fold(String::new(), |mut digits, byte| {
            // Writing to a string cannot fail.
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

//! Baseline in Python: reads the file into memory, with one numpy view per curve.

use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Duration;

use crate::Result;
use crate::data::Checksum;

const SCRIPT: &str = include_str!("by_numpy.py");

/// A Python with numpy: the one in `PYTHON`, or `python3`.
pub(crate) struct Numpy {
    python: String,
    path: PathBuf,
    right: Checksum,
}

/// Finds Python; `None` if there is none.
pub(crate) fn find(path: &Path, right: Checksum) -> Result<Option<Numpy>> {
    let python = std::env::var("PYTHON").unwrap_or_else(|_| "python3".to_owned());
    let asked = Command::new(&python).args(["-c", "import numpy"]).output();
    if !asked.is_ok_and(|output| output.status.success()) {
        return Ok(None);
    }
    let numpy = Numpy { python, path: path.to_owned(), right };
    numpy.turn()?;
    Ok(Some(numpy))
}

impl Numpy {
    /// Runs Python, which measures its own time without startup.
    pub(crate) fn turn(&self) -> Result<Duration> {
        let output = Command::new(&self.python).args(["-c", SCRIPT]).arg(&self.path).output()?;
        let text = String::from_utf8(output.stdout)?;
        let (nanos, found) = text.trim().split_once(' ').ok_or_else(|| {
            format!("Python says {}", String::from_utf8_lossy(&output.stderr).trim())
        })?;
        let right = self.right.to_text();
        if found != right {
            return Err(format!("Python decodes to {found} instead of {right}").into());
        }
        Ok(Duration::from_nanos(nanos.parse()?))
    }
}

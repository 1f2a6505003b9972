//! Where large memory comes from.
//!
//! glibc asks the system for each large piece, until a program has freed one: then it keeps some, and whoever
//! allocates next finds pages that are already there. That would make the contestants' turns depend on each other. So
//! the thresholds are fixed, and as that can only be done from outside, this program starts itself again.

use std::process::Command;

use crate::{Effort, Result};

const TUNABLES: &str = "GLIBC_TUNABLES";

/// Always fresh from the system: what a program sees that does something once.
const FRESH: &str = "glibc.malloc.mmap_threshold=131072";

/// Up to 32 MiB from what was freed before: what a program sees that does something again and again.
const USED: &str = "glibc.malloc.mmap_threshold=33554432:glibc.malloc.trim_threshold=4294967296";

/// Runs this program again with fresh memory; false if this is already that run.
pub(crate) fn restarted() -> Result<bool> {
    if std::env::var_os(TUNABLES).is_some() || !cfg!(target_env = "gnu") {
        return Ok(false);
    }
    let status = Command::new(std::env::current_exe()?)
        .args(std::env::args_os().skip(1))
        .env(TUNABLES, FRESH)
        .status()?;
    if status.success() { Ok(true) } else { Err("the run failed".into()) }
}

/// What this program prints when it is asked something and gets its memory from what it used before.
pub(crate) fn asked_with_used_memory(words: &[&str], effort: Effort) -> Result<String> {
    let output = Command::new(std::env::current_exe()?)
        .args(words)
        .args(effort.quick.then_some("--quick"))
        .env(TUNABLES, USED)
        .output()?;
    if !output.status.success() {
        return Err(String::from_utf8_lossy(&output.stderr).trim().into());
    }
    Ok(String::from_utf8(output.stdout)?)
}

//! Control of large allocations.
//!
//! glibc requests each large block from the system until a program has freed one. Then it keeps some, and the next allocation
//! gets pages that are already mapped, so the times of candidates would depend on each other. The thresholds are therefore fixed;
//! that is possible only through the environment, so this program restarts itself.

use std::process::Command;

use crate::{Effort, Result};

const TUNABLES: &str = "GLIBC_TUNABLES";

/// Large blocks always come from the system, as in a program that runs once.
const FRESH: &str = "glibc.malloc.mmap_threshold=131072";

/// Blocks up to 32 MiB are reused, as in a program that repeats its work.
const USED: &str = "glibc.malloc.mmap_threshold=33554432:glibc.malloc.trim_threshold=4294967296";

/// Restarts this program with fresh memory; false if it already was.
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

/// Output of this program, run with arguments and with reused memory.
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

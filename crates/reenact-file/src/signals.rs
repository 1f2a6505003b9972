//! Detection of signals that the process inherited as ignored.

use std::mem::MaybeUninit;
use std::ptr;

/// Whether the process ignores a signal, as one does that was started by `nohup` (SIGHUP) or in the background of a script (SIGINT).
/// A program that wants to clean up at such a signal should leave it ignored. False for a number that is no signal.
#[expect(unsafe_code, reason = "a call of libc")]
pub fn is_signal_ignored(signal: i32) -> bool {
    let mut action = MaybeUninit::<libc::sigaction>::zeroed();
    // SAFETY: asks and sets nothing. All zeros is a `sigaction`, so it may be looked at even if this fails.
    let action = unsafe {
        libc::sigaction(signal, ptr::null(), action.as_mut_ptr());
        action.assume_init()
    };
    action.sa_sigaction == libc::SIG_IGN
}

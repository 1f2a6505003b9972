//! Detection of signals that the process inherited as ignored.

use std::mem::MaybeUninit;
use std::ptr;

/// Whether the process ignores a signal, for example SIGHUP under `nohup`, or SIGINT in the background of a script. Programs that
/// clean up on such a signal should leave it ignored. False for an invalid signal number.
#[expect(unsafe_code, reason = "a call of libc")]
pub fn is_signal_ignored(signal: i32) -> bool {
    let mut action = MaybeUninit::<libc::sigaction>::zeroed();
    // SAFETY: only queries the action. An all-zero `sigaction` is valid, so it may be read even if the call fails.
    let action = unsafe {
        libc::sigaction(signal, ptr::null(), action.as_mut_ptr());
        action.assume_init()
    };
    action.sa_sigaction == libc::SIG_IGN
}

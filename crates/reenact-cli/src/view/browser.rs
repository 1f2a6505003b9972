//! Opens the default browser.

use std::process::{Command, Stdio};

/// Opens an address in the default browser. Returns false if there is no program to do so; other failures are
/// not detected.
pub(crate) fn open(address: &str) -> bool {
    let mut command = if cfg!(target_os = "macos") {
        Command::new("open")
    } else if cfg!(windows) {
        let mut command = Command::new("rundll32");
        command.arg("url.dll,FileProtocolHandler");
        command
    } else {
        Command::new("xdg-open")
    };
    command.arg(address).stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
    // Not waited for, because it may be the browser process itself.
    command.spawn().is_ok()
}

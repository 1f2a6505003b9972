//! The browser of whoever asked.

use std::process::{Command, Stdio};

/// Opens an address in the browser. Whether that worked is known only if there is nothing to open it with.
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
    // It is not waited for: it may be the browser itself, which stays.
    command.spawn().is_ok()
}

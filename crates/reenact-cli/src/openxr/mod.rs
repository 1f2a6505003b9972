//! OpenXR applications: libraries, settings in the environment, and control sockets.

pub(crate) mod child;
pub(crate) mod library;
pub(crate) mod settings;

use std::path::Path;

use serde_json::Value;

use crate::error::{Error, Result};

/// Sends a command to a control socket; the answer as one line of JSON, and whether it says that the command succeeded.
#[cfg(unix)]
pub(crate) fn send(socket: &Path, command: &str) -> Result<(String, bool)> {
    use std::io::{BufRead, BufReader, Write};
    use std::os::unix::net::UnixStream;

    let explain = |error: std::io::Error| {
        Error::io("cannot send to the control socket", &error).at_path(socket)
    };
    if command.contains('\n') {
        return Err(Error::usage("a command is one line"));
    }
    let mut stream = UnixStream::connect(socket).map_err(explain)?;
    stream.write_all(format!("{command}\n").as_bytes()).map_err(explain)?;
    let mut answer = String::new();
    BufReader::new(stream).read_line(&mut answer).map_err(explain)?;
    let answer = answer.trim_end().to_owned();
    if answer.is_empty() {
        return Err(Error::failed("the application has ended").at_path(socket));
    }
    let parsed: Option<Value> = serde_json::from_str(&answer).ok();
    let is_ok = parsed.is_some_and(|answer| answer.get("ok") == Some(&true.into()));
    Ok((answer, is_ok))
}

/// There are no control sockets on this system.
#[cfg(not(unix))]
pub(crate) fn send(socket: &Path, _: &str) -> Result<(String, bool)> {
    Err(Error::failed("control sockets need Linux or another Unix").at_path(socket))
}

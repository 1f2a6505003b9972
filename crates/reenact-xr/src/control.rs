//! Control socket: commands of a test or a script to a library that runs inside of an application.
//!
//! A client connects to the socket, writes commands, one a line, and reads one line of JSON for each: `{"ok":true,…}` or
//! `{"ok":false,"error":"…"}`. Answers come in the order of the commands.

use std::path::PathBuf;

use serde_json::{Value, json};

/// Answers a command. The function that it gets says whether the server is to stop, so that an answer that takes long can end.
pub type Answer = dyn Fn(&str, &dyn Fn() -> bool) -> Result<Value, String> + Send + Sync;

/// A server for a control socket. Dropping it ends its threads and removes the socket.
#[derive(Debug)]
pub struct ControlServer {
    path: PathBuf,
    #[cfg(unix)]
    stop: std::sync::Arc<std::sync::atomic::AtomicBool>,
    #[cfg(unix)]
    thread: Option<std::thread::JoinHandle<()>>,
}

/// Adds `"ok":true` to an answer, or makes one of an error.
fn reply(result: Result<Value, String>) -> Value {
    match result {
        Ok(Value::Object(mut fields)) => {
            fields.insert("ok".to_owned(), true.into());
            Value::Object(fields)
        }
        Ok(_) => json!({ "ok": true }),
        Err(error) => json!({ "ok": false, "error": error }),
    }
}

#[cfg(unix)]
mod unix {
    use std::io::{ErrorKind, Read, Write};
    use std::os::unix::net::{UnixListener, UnixStream};
    use std::path::Path;
    use std::sync::Arc;
    use std::sync::atomic::{AtomicBool, Ordering};
    use std::thread::{JoinHandle, sleep, spawn};
    use std::time::Duration;

    use super::{Answer, ControlServer, reply};

    /// Interval at which threads check whether they are to stop.
    const PATIENCE: Duration = Duration::from_millis(20);

    /// Longest line of a command in bytes.
    const MAX_LINE: usize = 4096;

    impl ControlServer {
        /// Listens on a socket at a path, where nothing may exist but the socket of a program that has ended.
        pub fn start(path: &Path, answer: Arc<Answer>) -> Result<Self, String> {
            let explain =
                |error: std::io::Error| format!("control socket: {error}: {}", path.display());
            let listener = match UnixListener::bind(path) {
                Err(error) if error.kind() == ErrorKind::AddrInUse && is_abandoned(path) => {
                    std::fs::remove_file(path).and_then(|()| UnixListener::bind(path))
                }
                bound => bound,
            };
            let listener = listener.map_err(explain)?;
            listener.set_nonblocking(true).map_err(explain)?;
            let stop = Arc::new(AtomicBool::new(false));
            let thread = spawn({
                let stop = Arc::clone(&stop);
                move || accept(&listener, &stop, &answer)
            });
            Ok(Self { path: path.to_owned(), stop, thread: Some(thread) })
        }
    }

    impl Drop for ControlServer {
        fn drop(&mut self) {
            self.stop.store(true, Ordering::Relaxed);
            if let Some(thread) = self.thread.take() {
                _ = thread.join();
            }
            _ = std::fs::remove_file(&self.path);
        }
    }

    /// Whether a socket exists that nobody listens to.
    fn is_abandoned(path: &Path) -> bool {
        use std::os::unix::fs::FileTypeExt;
        let is_socket =
            std::fs::symlink_metadata(path).is_ok_and(|data| data.file_type().is_socket());
        is_socket
            && UnixStream::connect(path)
                .is_err_and(|error| error.kind() == ErrorKind::ConnectionRefused)
    }

    fn accept(listener: &UnixListener, stop: &Arc<AtomicBool>, answer: &Arc<Answer>) {
        let mut clients: Vec<JoinHandle<()>> = Vec::new();
        while !stop.load(Ordering::Relaxed) {
            match listener.accept() {
                Ok((stream, _)) => {
                    let (stop, answer) = (Arc::clone(stop), Arc::clone(answer));
                    clients.push(spawn(move || {
                        // A client that is gone needs no answer.
                        _ = serve(stream, &stop, &*answer);
                    }));
                }
                Err(_) => sleep(PATIENCE),
            }
            clients.retain(|client| !client.is_finished());
        }
        for client in clients {
            _ = client.join();
        }
    }

    fn serve(mut stream: UnixStream, stop: &AtomicBool, answer: &Answer) -> std::io::Result<()> {
        stream.set_nonblocking(false)?;
        stream.set_read_timeout(Some(PATIENCE))?;
        stream.set_write_timeout(Some(Duration::from_secs(1)))?;
        let is_stopped = || stop.load(Ordering::Relaxed);
        let mut received = Vec::new();
        let mut buffer = [0; 512];
        while !is_stopped() {
            let len = match stream.read(&mut buffer) {
                Ok(0) => return Ok(()),
                Ok(len) => len,
                Err(error)
                    if matches!(
                        error.kind(),
                        ErrorKind::WouldBlock | ErrorKind::TimedOut | ErrorKind::Interrupted
                    ) =>
                {
                    continue;
                }
                Err(error) => return Err(error),
            };
            received.extend_from_slice(buffer.get(..len).unwrap_or_default());
            while let Some(end) = received.iter().position(|byte| *byte == b'\n') {
                let rest = received.split_off(end + 1);
                let line = String::from_utf8_lossy(&received).trim().to_owned();
                received = rest;
                let answered = reply(answer(&line, &is_stopped));
                stream.write_all(format!("{answered}\n").as_bytes())?;
            }
            if received.len() > MAX_LINE {
                return Ok(());
            }
        }
        Ok(())
    }
}

#[cfg(not(unix))]
impl ControlServer {
    /// There are no control sockets on this system.
    pub fn start(path: &std::path::Path, _: std::sync::Arc<Answer>) -> Result<Self, String> {
        Err(format!("control sockets need Linux or another Unix: {}", path.display()))
    }
}

#[cfg(all(test, unix))]
mod tests {
    use std::io::{BufRead, BufReader, Write};
    use std::os::unix::net::UnixStream;
    use std::sync::Arc;

    use super::*;

    #[test]
    fn every_line_gets_an_answer_and_the_socket_goes_with_the_server() {
        let path = std::env::temp_dir().join(format!("reenact-control-{}", std::process::id()));
        let echo: Arc<Answer> = Arc::new(|line, _| match line {
            "wrong" => Err("no".to_owned()),
            line => Ok(json!({ "line": line })),
        });
        // One that a killed program left.
        drop(std::os::unix::net::UnixListener::bind(&path).unwrap());
        let server = ControlServer::start(&path, Arc::clone(&echo)).unwrap();
        assert!(ControlServer::start(&path, echo).is_err(), "in use");
        let mut stream = UnixStream::connect(&path).unwrap();
        stream.write_all(b"one\nwrong\nhalf").unwrap();
        let mut lines = BufReader::new(stream.try_clone().unwrap()).lines();
        let mut next = || serde_json::from_str::<Value>(&lines.next().unwrap().unwrap()).unwrap();
        assert_eq!(next(), json!({ "ok": true, "line": "one" }));
        assert_eq!(next(), json!({ "ok": false, "error": "no" }));
        stream.write_all(b" of it\n").unwrap();
        assert_eq!(next(), json!({ "ok": true, "line": "half of it" }));
        drop(server);
        assert!(!path.exists());
    }
}
